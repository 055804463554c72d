"""Reminders: a player whose turn waits is told again, once each time, and outside their quiet hours."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import datetime, tzinfo

from bot.matches.deadlines import REMINDER, SNOOZE, deadlines_of, kind_of
from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.reminder_times import LATE, reminders_of
from bot.matches.repository import MatchRepository
from bot.model.identity import Chat, Destination, Person
from bot.model.local_time import NO_QUIET_HOURS, quiet_span, zone
from bot.model.message import Topic
from bot.model.permissions import Unreachable
from bot.model.profile import Profile
from bot.notify.delivery import Delivery
from bot.notify.digests import send_digest
from bot.notify.readers import Readers
from bot.notify.reminder_messages import reminder_message
from bot.platforms.port import NotSent, Platform, PostKey
from bot.service.directory import Directory
from bot.service.leases import DIGESTS, Leases, part_of
from bot.service.reminder_hours import ReminderHours, is_zone_known, reminder_hours
from bot.store import RowUpdates, UnreadableGame
from bot.tasks import KeyedTasks

Reminder = tuple[str, str]
"""A game, and the kind of the deadline of a reminder in it."""

_DIGESTS_EVERY = 60.0
"""Seconds between two looks at whose digest is due."""

log = logging.getLogger(__name__)


class Reminders:
    """Reminds players when a row of the deadlines is due, and moves the row to the next moment."""

    def __init__(
        self,
        repository: MatchRepository,
        platforms: Mapping[str, Platform],
        language: str,
        allows: Callable[[Destination], Awaitable[bool]],
        leases: Leases,
    ) -> None:
        self._repository = repository
        self._store = repository.store
        self._platforms = platforms
        self._leases = leases
        self._readers = Readers(repository.store, platforms, language)
        self._delivery = Delivery(repository.store, platforms, repository.clock, leases.speaks_about)
        self._digests = Delivery(
            repository.store, platforms, repository.clock, lambda _: leases.is_valid(DIGESTS)
        )
        self._language = language
        self._allows = allows
        self._tasks: KeyedTasks[Reminder] | None = None

    async def run(self) -> None:
        """Send what `wake` names, until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                clock = self._repository.clock
                self._tasks = KeyedTasks(_name, self._meet, tasks, clock)
                digests = KeyedTasks("the digest of {}".format, self._send_digest, tasks, clock)
                looking = KeyedTasks(str, lambda _: self._wake_digests(digests), tasks, clock)
                while True:
                    if self._leases.holds(DIGESTS):
                        looking.wake("looking for digests that are due")
                    await clock.sleep(_DIGESTS_EVERY)
        finally:
            self._tasks = None
            await self._delivery.close()
            await self._digests.close()

    def wake(self, game: str, kind: str) -> None:
        """A reminder is due. Before `run` begins, nothing happens: it stays due."""
        if self._tasks:
            self._tasks.wake((game, kind))

    async def _wake_digests(self, tasks: KeyedTasks[Person]) -> None:
        for person in await self._store.people.digests_due(self._repository.clock.now()):
            if person.platform in self._platforms and self._platforms[person.platform].limits.has_dms:
                tasks.wake(person)

    async def _send_digest(self, person: Person) -> None:
        with self._leases.using(DIGESTS) as may_speak:
            if may_speak and await self._allows(person):
                directory, clock = Directory(self._repository, self._language), self._repository.clock
                await send_digest(self._store, directory, self._digests, clock, person, self._language)

    async def _meet(self, reminder: Reminder) -> None:
        with self._leases.using(part_of(reminder[0])) as may_speak:
            if may_speak:
                await self._remind(*reminder)

    async def _remind(self, game: str, kind: str) -> None:
        """Remind the person of a seat if that is due, and note when to do so next."""
        name, _, number = kind.partition(":")
        rows, seat = await self._store.log.deadlines(game), int(number)
        now = self._repository.clock.now()
        if kind not in rows or rows[kind] > now:
            return
        try:
            match = await self._repository.read(game)
        except UnreadableGame:
            return
        person = match.roster.holders[seat].person
        profile = await self._profile(person) if person else Profile(Person("computer", "none"), "")
        hours = await reminder_hours(self._repository, match, profile)
        reminder = kind_of(REMINDER, seat)
        is_old = name == SNOOZE and reminder in rows
        part = "" if is_old else _due(match, seat, hours, now, rows[kind] if name == SNOOZE else None)
        later = await self._send(match, seat, profile, part) if part else None

        def move_row(match: Match) -> Outcome:
            """Move the row to the next reminder, as the match is then."""
            moved: dict[str, datetime | None] = {kind: later}
            if not later and not is_old:
                is_same = match.roster.holders[seat].person == str(profile.person)
                planned = deadlines_of(match).get(reminder)
                moved[reminder] = _following(match, seat, *hours, now) if is_same else planned
            return Outcome((), updates=RowUpdates(deadlines=moved))

        await self._repository.update(game, move_row)

    async def _profile(self, person: str) -> Profile:
        address = Person.parse(person)
        return await self._store.people.profile(address) or Profile(address, "")

    # ---- one reminder

    async def _send(self, match: Match, seat: int, profile: Profile, part: str) -> datetime | None:
        """Remind a person by a private message, or else in the chat, unless they want no notifications.

        Returns when to try again: the end of the quiet hours of the chat, if they end before the turn does.
        """
        person = profile.person
        if profile.ping == "none" or person.platform not in self._platforms:
            return None
        key = PostKey(
            match.id,
            Topic.REMINDER,
            match.roster.holders[seat].clock.turn or 0,
            part=f"r{seat}{part}",
            setbacks=match.roster.setbacks,
        )
        if await self._allows(person) and await self._send_to(person, match, seat, key):
            return None
        chat = await self._readers.mentioning_chat(person, match.id, frozenset())
        now, ends = self._repository.clock.now(), match.deadline(seat)
        quiet = (await self._store.chats.settings(chat)).quiet_until(now) if chat else None
        if quiet:
            return quiet if ends and quiet < ends else None
        if chat is None or not await self._allows(chat) or not await self._send_to(chat, match, seat, key):
            log.info("game %s: the player in seat %d cannot be reminded", match.id, seat)
        return None

    async def _send_to(self, to: Destination, match: Match, seat: int, key: PostKey) -> bool:
        """Send a reminder once; False where this destination cannot be reached.

        A try that may have succeeded is noted, and repeated without a notification.
        """
        if isinstance(to, Person) and not self._platforms[to.platform].limits.has_dms:
            return False
        is_late = key.part.endswith(LATE)
        message = await reminder_message(self._repository, self._readers, to, match, seat, is_late=is_late)
        question = await self._zone_question(to, match) if isinstance(to, Person) else ""
        if question:
            message = replace(message, details=question)
        note = f"{to}-reminding-{key}"
        before = await self._store.note(note)
        begun = before or self._repository.clock.now().isoformat()
        if not before:
            await self._store.write_note(note, begun)
        key = replace(key, since=datetime.fromisoformat(before) if before else None)
        try:
            if isinstance(to, Chat):
                await self._delivery.post(to, message, key)
            else:
                await self._delivery.tell(to, message, key)
        except (NotSent, Unreachable) as error:
            if not before:
                await self._store.replace_note(note, begun, "")
            if isinstance(error, NotSent):
                raise
            return False
        await self._store.replace_note(note, begun, "")
        if question:
            await self._store.write_note(_asked(to), "asked")
        return True

    async def _zone_question(self, person: Person, match: Match) -> str:
        """The question where a person lives; "" if somebody has asked already, or something tells it."""
        profile = await self._profile(str(person))
        if profile.quiet_hours == NO_QUIET_HOURS or await self._store.note(_asked(person)):
            return ""
        if await is_zone_known(self._repository, match, profile):
            return ""
        words = await self._readers.person_phrases(person, match.id)
        time = f"{self._repository.clock.now().astimezone(zone(profile.zone_name)):%H:%M}"
        return words.say("reminder-asks-zone", time=time)


def _asked(person: Destination) -> str:
    """The name of the note that somebody was asked for their time zone."""
    return f"{person}-zone-asked"


def _due(match: Match, seat: int, hours: ReminderHours, now: datetime, snoozed: datetime | None) -> str:
    """The name of the reminder that is due now; "" where none is. Of several, it is the last."""
    times = reminders_of(match, seat, *hours)
    if not times or quiet_span(now, *hours):
        return ""
    if snoozed:
        return f"s{int(snoozed.timestamp()) // 60}"
    return next((name for name, at in reversed(list(times.items())) if at <= now), "")


def _following(match: Match, seat: int, zone: tzinfo, quiet_hours: str, now: datetime) -> datetime | None:
    """When a person is reminded next. What is due in quiet hours waits for their end."""
    times, deadline = reminders_of(match, seat, zone, quiet_hours), match.deadline(seat)
    span = quiet_span(now, zone, quiet_hours)
    if span and deadline and any(at <= now for at in times.values()):
        return span[1] if span[1] < deadline else None
    return next((at for at in times.values() if at > now), None)


def _name(reminder: Reminder) -> str:
    return f"game {reminder[0]}: the reminder {reminder[1]}"
