"""Chats in which nothing can be posted: their players are told once, in private."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from bot.matches.match import Match
from bot.matches.roster import Status
from bot.model.identity import Chat, Person
from bot.model.message import Mention, Message, Topic
from bot.model.permissions import MissingPermissions, Unreachable
from bot.notify.delivery import Delivery
from bot.notify.posts import lost_chat
from bot.notify.readers import person_phrases
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
    known = await store.note(_name(chat, match.id))
    if known == _TOLD or match.roster.status not in (Status.LOBBY, Status.RUNNING):
        return
    seq = int(known or match.seq)
    await store.write_note(_name(chat, match.id), str(seq))
    for seat, holder in enumerate(match.roster.holders):
        if holder.person:
            with suppress(Unreachable):
                await tell(seat, PostKey(match.id, Topic.NOTE, seq))
    await store.replace_note(_name(chat, match.id), str(seq), _TOLD if is_lost() else "")


async def note_for(
    store: Store, chat: Chat, match: Match, seat: int, language: str, *, gone: bool
) -> tuple[Person, Message | None]:
    """The person in a seat, and the message that tells them of a chat that is `gone` or refuses posts.

    The message is None if they follow the game in another chat.
    """
    person = Person.parse(match.roster.holders[seat].person)
    if next(iter(await chats_by_preference(store, person, match.id)), None) != chat:
        return person, None
    own = await person_phrases(store, person, match.id, language)
    return person, lost_chat(match, seat, await store.chats.title(chat), own, gone=gone)


async def find_again(store: Store, platform: Platform, chat: Chat, game: str) -> None:
    """Note that a chat that was lost can be posted to again. Raises Unreachable if it cannot."""
    if (await platform.missing_permissions(chat)).is_silent:
        raise Unreachable
    await store.write_note(_name(chat, game), "")


async def tell_creator(
    store: Store,
    platforms: Mapping[str, Platform],
    delivery: Delivery,
    match: Match,
    missing: MissingPermissions,
    language: str,
) -> None:
    """Tell the creator of a match, once, which permissions are missing to post about it."""
    creator = Person.parse(match.roster.creator)
    if creator.platform not in platforms:
        return
    words = await person_phrases(store, creator, match.id, language)
    note = missing_permissions_message(missing.speech, missing.place, words)
    try:
        note = replace(note, mentions=(Mention(creator, ""),))
        await delivery.tell(creator, note, PostKey(match.id, Topic.NOTE, match.seq))
    except Unreachable:
        log.info("game %s: its creator cannot be reached either", match.id)


def _name(chat: Chat, game: str) -> str:
    return f"lost-{chat}-{game}"
