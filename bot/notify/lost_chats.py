"""Chats in which nothing can be posted: their players are told once, in private."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from bot.matches.match import Match
from bot.matches.roster import Status
from bot.model.identity import Chat, Person
from bot.model.message import Mention, Message, Topic
from bot.model.permissions import MissingPermissions, Unreachable
from bot.notify.delivery import Delivery
from bot.notify.posts import lost_chat
from bot.notify.readers import Readers
from bot.platforms.port import Platform, PostKey
from bot.service.directory import chats_by_preference
from bot.service.permissions import missing_permissions_message
from bot.store import Store

_TOLD = "told"
"""What the note of a lost chat says once its players know."""

log = logging.getLogger(__name__)

TellSeat = Callable[[int, PostKey], Awaitable[None]]
"""Tells the person in a seat."""


async def tell_players_once(
    store: Store, chat: Chat, match: Match, tell: TellSeat, is_lost: Callable[[], bool]
) -> None:
    """Tell everybody with a seat, once for each time that a chat is lost.

    After a failure the next try uses the same keys, so that nobody is told twice. If the chat is found again
    in between, when `is_lost` says so or `find_again` has noted it, its next loss is told separately.
    """
    text = await store.note(_name(chat, match.id))
    if text == _TOLD or match.roster.status not in (Status.LOBBY, Status.RUNNING):
        return
    seq = int(text or match.seq)
    await store.write_note(_name(chat, match.id), str(seq))
    for seat, holder in enumerate(match.roster.holders):
        if holder.person:
            with suppress(Unreachable):
                await tell(seat, PostKey(match.id, Topic.NOTE, seq))
    await store.replace_note(_name(chat, match.id), str(seq), _TOLD if is_lost() else "")


async def note_for(
    readers: Readers, chat: Chat, match: Match, seat: int, *, gone: bool
) -> tuple[Person, Message | None]:
    """The person in a seat, and the message that tells them of a chat that is `gone` or refuses posts.

    The message is None if they follow the game in another chat.
    """
    person = Person.parse(match.roster.holders[seat].person)
    if next(iter(await chats_by_preference(readers.store, person, match.id)), None) != chat:
        return person, None
    own = await readers.person_phrases(person, match.id)
    return person, lost_chat(match, seat, await readers.store.chats.title(chat), own, gone=gone)


async def find_again(store: Store, platform: Platform, chat: Chat, game: str) -> None:
    """Note that a chat that was lost can be posted to again. Raises Unreachable if it cannot."""
    if (await platform.missing_permissions(chat)).is_silent:
        raise Unreachable
    await store.write_note(_name(chat, game), "")


async def tell_creator(
    readers: Readers, delivery: Delivery, match: Match, missing: MissingPermissions
) -> None:
    """Tell the creator of a match, once, which permissions are missing to post about it."""
    creator = Person.parse(match.roster.creator)
    if creator.platform not in readers.platforms:
        return
    words = await readers.person_phrases(creator, match.id)
    note = missing_permissions_message(missing.speech, missing.place, words)
    try:
        note = replace(note, mentions=(Mention(creator, ""),))
        await delivery.tell(creator, note, PostKey(match.id, Topic.NOTE, match.seq))
    except Unreachable:
        log.info("game %s: its creator cannot be reached either", match.id)


def _name(chat: Chat, game: str) -> str:
    return f"lost-{chat}-{game}"
