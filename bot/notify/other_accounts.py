"""Notifications on another platform: a turn is announced to a linked account instead."""

import asyncio
import logging

from bot.matches.match import Match
from bot.model.callbacks import CallbackData
from bot.model.identity import NotifyOn, Person
from bot.model.message import Button, Mention, Message, Topic
from bot.notify.delivery import Delivery
from bot.notify.readers import Readers
from bot.platforms.port import PostKey
from bot.service.directory import place_of_game
from bot.tasks import fault
from bot.text.labels import board_title, platform_name

_PATIENCE = 5.0
"""Seconds that the other platform may take. After that, the person is notified where they play too."""

log = logging.getLogger(__name__)


async def is_told_elsewhere(readers: Readers, delivery: Delivery, person: Person, match: Match) -> bool:
    """Tell a linked account of a person's turn, once, if they want that.

    True where they need no notification where they play. A platform that fails or refuses means False.
    """
    profile = await readers.store.people.profile(person)
    other = await _other_account(readers, person, profile.notify_on) if profile else None
    seat = match.roster.seat_of(str(person))
    decision = match.table.decisions[seat] if match.table and seat is not None else None
    if profile is None or other is None or seat is None or decision is None or profile.ping == "none":
        return False
    words = await readers.person_phrases(other, match.id)
    name, title = match.roster.names[seat], board_title(match.board.title, words)
    place = await place_of_game(readers.store, person, match.id, title)
    platform = platform_name(person.platform, words)
    text = words.say("notify-elsewhere", name=name, place=place, platform=platform)
    show = Button(words.say("button-show"), CallbackData(match.id, 0, "hand").code, "main")
    message = Message(text, buttons=((show,),), mentions=(Mention(other, name),))
    setbacks = match.roster.setbacks
    key = PostKey(match.id, Topic.NOTE, decision.revision, part="turn", setbacks=setbacks)
    telling = delivery.begin_telling(other, message, key)

    def note_fault(telling: asyncio.Task[None]) -> None:
        if not telling.cancelled() and isinstance(error := telling.exception(), Exception):
            log.info("a linked account was not told: %s", fault(error))

    telling.add_done_callback(note_fault)
    done, _ = await asyncio.wait({telling}, timeout=_PATIENCE)  # a call that is cancelled may hang
    return bool(done) and telling.exception() is None and profile.notify_on != "both"


async def _other_account(readers: Readers, person: Person, wanted: NotifyOn) -> Person | None:
    """The account, linked now, that takes private messages on the platform that a person has chosen."""
    if wanted == "here":
        return None
    people = readers.store.people
    for other in (await people.linked_accounts(person))[1:]:
        is_wanted = other.platform == wanted or (wanted == "both" and other.platform != person.platform)
        platform = readers.platforms.get(other.platform)
        if is_wanted and platform and platform.limits.has_dms and not await people.blocks_dms(other):
            return other
    return None
