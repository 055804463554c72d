"""Webhooks: a web address that a chat has chosen is told whose turn it is, and that the game has ended.

It is told how things are, and not what has happened: after a stop or a failure it gets the newest turn only.
The store notes what it was told, so that each turn is told once. Nothing here delays a turn or a post: it is
told on a timer of its chat (see bot.timers.webhooks).
"""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta

from bot.matches.match import Match
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster import Status
from bot.model.identity import Chat
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.outbox.notices import about
from bot.outbox.outbox import Outbox
from bot.outbox.webhook_requests import send
from bot.store import Store, UnreadableGame
from bot.store.timers import CHAT
from bot.text.i18n import phrases

WAITS = 5.0, 30.0, 120.0, 600.0, 1800.0
"""Seconds before each further try of one turn. When all have failed, the webhook is switched off."""

Send = Callable[[str, str, dict[str, object]], Awaitable[str]]

WEBHOOK = "webhook"
"""The kind of the timer of a chat whose webhook has something to be told."""

_END = "end"

log = logging.getLogger(__name__)


async def run_webhooks(repository: MatchRepository) -> None:
    """Set the timer of each webhook that has something to be told, until cancelled; first of all: they may
    have missed something before the start.
    """
    news, store = repository.subscribe(), repository.store
    game = ""
    while True:
        shown = await store.chats.of_game(game) if game else ()
        for chat, (_, _, told, _) in (await store.chats.webhooks()).items():
            now = repository.clock.now()
            if not game:
                await store.timers.set(CHAT, str(chat), {WEBHOOK: now})
            elif chat in shown or told.startswith(f"{game} "):
                await store.timers.set_again(CHAT, str(chat), WEBHOOK, now)  # later, after a failure
        game = await news.get()


async def tell(
    repository: MatchRepository, outbox: Outbox, chat: Chat, language: str, post: Send = send
) -> timedelta | None:
    """Tell a webhook what it has not been told. Returns when to try again, if that has failed."""
    store = repository.store
    while webhook := (await store.chats.webhooks()).get(chat):
        url, secret, told, failures = webhook
        match = await _match_to_tell(repository, chat, told)
        if match is None:
            return None
        why = await post(url, secret, await content_of(store, chat, match))
        if not why:
            mark = f"{match.id} {_mark(match)}"
            await store.chats.note_webhook(chat, webhook, (url, secret, mark, 0))
            continue
        log.info("game %s: a webhook of its chat has failed %d times (%s)", match.id, failures + 1, why)
        if failures < len(WAITS):
            await store.chats.note_webhook(chat, webhook, (url, secret, told, failures + 1))
            return timedelta(seconds=WAITS[failures])
        await store.chats.set_webhook(chat, None)
        words = phrases(await store.chats.language(chat) or language)
        text = words.say("webhook-gave-up", count=len(WAITS) + 1)
        with suppress(Unreachable):
            await outbox.deliver(Message(text), about(chat, match, Topic.NOTE, "webhook"))
    return None


async def _match_to_tell(repository: MatchRepository, chat: Chat, told: str) -> Match | None:
    """The match to announce: the last announced one if it has ended, else the one that the chat shows."""
    last, _, mark = told.partition(" ")
    shown = await repository.store.chats.game_in(chat)
    for game in dict.fromkeys((last, shown or "")):
        with suppress(UnknownGame, UnreadableGame):
            match = await repository.read(game) if game else None
            wanted = _mark(match) if match else ""
            if game == last and game != shown and wanted != _END:
                continue
            if wanted and (game, wanted) != (last, mark):
                return match
    return None


def _mark(match: Match) -> str:
    """The news for a webhook in short: `turn 12` or `end`; "" if there is none."""
    if match.roster.status in (Status.OVER, Status.ABORTED):
        return _END if match.game else ""
    waits = set(match.waiting_for) - set(match.computers_to_move)
    return f"turn {match.table.turn}" if match.table and waits else ""


async def content_of(store: Store, chat: Chat, match: Match) -> dict[str, object]:
    """What a webhook is sent: only what everybody in the chat sees."""
    table, names = match.table, match.roster.names
    waits = set(match.waiting_for) - set(match.computers_to_move)
    content: dict[str, object] = {
        "event": _END if _mark(match) == _END else "turn",
        "game": match.id,
        "board": match.board.title,
        "platform": chat.platform,
        "chat": await store.chats.title(chat),
        "turn": table.turn if table else 0,
        "at": match.at.isoformat(),
        "next": [names[seat] for seat in sorted(waits)],
    }
    if table and table.sheet:
        content["winners"] = [names[seat] for seat in table.sheet.winners]
    return content


async def try_webhook(store: Store, chat: Chat, url: str, secret: str, post: Send = send) -> str:
    """Send a test to an address. Returns "", or why it was not accepted."""
    title = await store.chats.title(chat)
    why = await post(url, secret, {"event": "test", "platform": chat.platform, "chat": title})
    if why:
        log.info("a test of a webhook has failed (%s)", why)
    return why
