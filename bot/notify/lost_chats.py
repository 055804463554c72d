"""Chats in which nothing can be posted any more: their players are told once, in private."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.matches.match import Match
from bot.matches.roster import Status
from bot.model.identity import Chat
from bot.model.message import Topic
from bot.model.permissions import Unreachable
from bot.platforms.port import PostKey
from bot.store import Store

_TOLD = "told"
"""What the note of a lost chat says once its players know."""

TellSeat = Callable[[int, PostKey], Awaitable[None]]
"""Tells the person in a seat."""


async def tell_players_once(store: Store, chat: Chat, match: Match, tell: TellSeat) -> None:
    """Have everybody with a seat told, once for each time that a chat is lost.

    Where that breaks off, the next try goes on with the same keys, so that nobody is told twice.
    """
    known = await store.note(_name(chat, match.id))
    if known == _TOLD or match.roster.status not in (Status.LOBBY, Status.RUNNING):
        return
    seq = int(known or match.seq)
    await store.write_note(_name(chat, match.id), str(seq))
    for seat, holder in enumerate(match.roster.holders):
        if holder.person:
            with suppress(Unreachable):
                await tell(seat, PostKey(match.id, Topic.NOTE, seq))
    await store.write_note(_name(chat, match.id), _TOLD)


async def note_found(store: Store, chat: Chat, game: str) -> None:
    """Note that a chat that was lost can be posted to again."""
    await store.write_note(_name(chat, game), "")


def _name(chat: Chat, game: str) -> str:
    return f"lost-{chat}-{game}"
