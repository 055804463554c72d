"""Notifications on another platform: a turn is announced to a linked account instead."""

import asyncio
import logging
from collections.abc import Mapping

from bot.matches.match import Match
from bot.model.callbacks import CallbackData
from bot.model.identity import NotifyOn, Person
from bot.model.message import Button, Mention, Message, Topic
from bot.notify.delivery import Delivery
from bot.notify.readers import person_phrases
from bot.platforms.port import Platform, PostKey
from bot.service.directory import place_of_game
from bot.store import Store
from bot.tasks import fault
from bot.text.labels import board_title, platform_name

_PATIENCE = 5.0
"""Seconds that the other platform may take. After that, the person is notified where they play too."""

log = logging.getLogger(__name__)


async def is_told_elsewhere(
    store: Store,
    delivery: Delivery,
    platforms: Mapping[str, Platform],
    language: str,
    person: Person,
    match: Match,
) -> bool:
    """Tell a linked account of a person's turn, once, if they want that.

    True where they need no notification where they play. A platform that fails or refuses means False.
    """
    profile = await store.people.profile(person)
    other = await _other_account(store, platforms, person, profile.notify_on) if profile else None
    seat = match.roster.seat_of(str(person))
    decision = match.table.decisions[seat] if match.table and seat is not None else None
    if profile is None or other is None or seat is None or decision is None or profile.ping == "none":
        return False
    message = await _message(store, person, other, match, seat, language)
    setbacks = match.roster.setbacks
    key = PostKey(match.id, Topic.NOTE, decision.revision, part="turn", setbacks=setbacks)
    telling = delivery.begin_telling(other, message, key)
    telling.add_done_callback(_note_fault)
    done, _ = await asyncio.wait({telling}, timeout=_PATIENCE)  # a call that is cancelled may hang
    return bool(done) and telling.exception() is None and profile.notify_on != "both"


def _note_fault(telling: asyncio.Task[None]) -> None:
    if not telling.cancelled() and isinstance(error := telling.exception(), Exception):
        log.info("a linked account was not told: %s", fault(error))


async def _other_account(
    store: Store, platforms: Mapping[str, Platform], person: Person, wanted: NotifyOn
) -> Person | None:
    """The account, linked now, that takes private messages on the platform that a person has chosen."""
    if wanted == "here":
        return None
    for one in (await store.people.linked_accounts(person))[1:]:
        is_wanted = one.platform == wanted or (wanted == "both" and one.platform != person.platform)
        platform = platforms.get(one.platform)
        if is_wanted and platform and platform.limits.has_dms and not await store.people.blocks_dms(one):
            return one
    return None


async def _message(
    store: Store, person: Person, other: Person, match: Match, seat: int, language: str
) -> Message:
    """Where it is the turn of a person, with a button that shows their hand on the other platform."""
    words = await person_phrases(store, other, match.id, language)
    name, title = match.roster.names[seat], board_title(match.board.title, words)
    place = await place_of_game(store, person, match.id, title)
    platform = platform_name(person.platform, words)
    text = words.say("notify-elsewhere", name=name, place=place, platform=platform)
    show = Button(words.say("button-show"), CallbackData(match.id, 0, "hand").code, "main")
    return Message(text, buttons=((show,),), mentions=(Mention(other, name),))
