"""Webhooks: a web address that a chat has chosen is told whose turn it is, and that the game has ended.

It is told how things are, and not what has happened: after a stop or a failure it gets the newest turn only.
The store notes what it was told, so that each turn is told once. No turn and no post waits for it.
"""

import logging
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from bot.matches.leases import WEBHOOKS
from bot.matches.match import Match
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster import Status
from bot.model.identity import Chat
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.outbox.notices import about
from bot.outbox.webhook_requests import send
from bot.store import Store, UnreadableGame
from bot.store.timers import CHAT, WEBHOOK
from bot.timers.registry import Due, TimerServices, timer

WAITS = 5.0, 30.0, 120.0, 600.0, 1800.0
"""Seconds before each further try of one turn. When all have failed, the webhook is switched off."""

_END = "end"

log = logging.getLogger(__name__)


@timer(WEBHOOK, lease=WEBHOOKS, in_background=True)
async def webhook(due: Due, services: TimerServices) -> datetime | None:
    """Tell the web address of a chat what it has not been told; after a failure again."""
    chat, store = Chat.parse(due.owner), services.store
    if not await services.recipients.allows(chat):
        return None
    while address := (await store.chats.webhooks()).get(chat):
        match = await _match_to_tell(services.repository, chat, address.told)
        if match is None:
            return None
        why = await send(address.url, address.secret, await _content_of(store, chat, match))
        if not why:
            told = f"{match.id} {_mark(match)}"
            await store.chats.note_webhook(chat, address, replace(address, told=told, failures=0))
            continue
        failures = address.failures + 1
        log.info("game %s: a webhook of its chat has failed %d times (%s)", match.id, failures, why)
        if failures <= len(WAITS):
            await store.chats.note_webhook(chat, address, replace(address, failures=failures))
            again = services.now + timedelta(seconds=WAITS[failures - 1])
            await store.timers.set(CHAT, due.owner, {WEBHOOK: again})  # news do not hurry it
            return again
        await store.chats.set_webhook(chat, None)
        words = await services.recipients.chat_phrases(chat)
        with suppress(Unreachable):
            message = Message(words.say("webhook-gave-up", count=failures))
            await services.outbox.deliver(message, about(chat, match, Topic.NOTE, "webhook"))
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


async def _content_of(store: Store, chat: Chat, match: Match) -> dict[str, object]:
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


async def try_webhook(store: Store, chat: Chat, url: str, secret: str) -> str:
    """Send a test to an address. Returns "", or why it was not accepted."""
    title = await store.chats.title(chat)
    why = await send(url, secret, {"event": "test", "platform": chat.platform, "chat": title})
    if why:
        log.info("a test of a webhook has failed (%s)", why)
    return why
