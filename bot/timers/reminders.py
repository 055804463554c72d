"""Reminders of a turn, and digests: each once, and outside the quiet hours of their person."""

import logging
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial

from bot.matches.deadlines import REMINDER, SNOOZE, deadlines_of, kind_of
from bot.matches.leases import DIGESTS
from bot.matches.match import Match
from bot.matches.reminder_times import ReminderHours, is_zone_known, reminder_hours, reminders_of
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.identity import Chat, Person
from bot.model.local_time import NO_QUIET_HOURS, next_waking, quiet_span, zone
from bot.model.message import Button, Mention, Message, Topic
from bot.model.permissions import Unreachable
from bot.model.port import Key
from bot.model.profile import Profile
from bot.outbox.notices import Notice, reminders
from bot.outbox.person_announcer import kind_of_reminder, reminder_message
from bot.store.timers import DIGEST, GAME, UNPLANNED
from bot.timers.registry import Due, TimerServices, timer

log = logging.getLogger(__name__)


@timer(REMINDER, in_background=True)
async def remind(due: Due, services: TimerServices) -> datetime | None:
    """Remind a player of their turn, at each moment of a reminder. The first time is soon after its begin.

    Of several reminders that fell due meanwhile, the last is sent.
    """
    match = await services.repository.read(due.owner)
    profile = await _profile_in_seat(services, match, due.seat)
    if profile is None:
        return deadlines_of(match).get(due.kind)
    hours = await reminder_hours(services.repository, match, profile)
    passed = [name for name, at in reminders_of(match, due.seat, *hours).items() if at <= due.now]
    is_due = passed and not quiet_span(due.now, *hours)
    if is_due and (later := await _send(services, match, due.seat, profile.person, passed[-1])):
        return later
    return await _following(due, services, profile, hours)


@timer(SNOOZE, in_background=True)
async def remind_later(due: Due, services: TimerServices) -> datetime | None:
    """Send a reminder that was put off, and plan those after it. The next turn's takes its place."""
    reminder = kind_of(REMINDER, due.seat)
    match = await services.repository.read(due.owner)
    profile = await _profile_in_seat(services, match, due.seat)
    if profile is None or await services.store.timers.when(GAME, due.owner, reminder):
        return None
    hours = await reminder_hours(services.repository, match, profile)
    if reminders_of(match, due.seat, *hours) and not quiet_span(due.now, *hours):
        part = f"s{int(due.at.timestamp()) // 60}"
        if later := await _send(services, match, due.seat, profile.person, part):
            return later
    following = await _following(due, services, profile, hours)
    await services.store.timers.set(GAME, due.owner, {reminder: following})
    return None


async def _following(
    due: Due, services: TimerServices, profile: Profile, hours: ReminderHours
) -> datetime | None:
    """When a person is reminded next. What is due in quiet hours waits for their end."""
    match = await services.repository.read(due.owner)
    if match.roster.holders[due.seat].person != str(profile.person):  # somebody else has the seat by now
        return deadlines_of(match).get(kind_of(REMINDER, due.seat))
    times, deadline = reminders_of(match, due.seat, *hours), match.deadline(due.seat)
    span = quiet_span(due.now, *hours)
    if span and deadline and any(at <= due.now for at in times.values()):
        return span[1] if span[1] < deadline else None
    return next((at for at in times.values() if at > due.now), None)


async def _profile_in_seat(services: TimerServices, match: Match, seat: int) -> Profile | None:
    """The person in a seat; None where it is empty."""
    person = match.roster.holders[seat].person
    return await _profile(services, Person.parse(person)) if person else None


async def _profile(services: TimerServices, person: Person) -> Profile:
    return await services.store.people.profile(person) or Profile(person, "")


# ---- one reminder


async def _send(
    services: TimerServices, match: Match, seat: int, person: Person, part: str
) -> datetime | None:
    """Remind a person once, where that works first. `part` names the reminder of this turn.

    The first private one asks where they live, if that is not known. Returns when to try again: the end of
    the quiet hours of the chat, if they end before the turn does.
    """
    recipients, ends = services.recipients, match.deadline(seat)
    if person.platform not in recipients.platforms:
        return None
    limits, recipient = recipients.platforms[person.platform].limits, await recipients.read(person, match.id)
    for notice in reminders(match, seat, recipient, part, limits):
        chat = notice.to if isinstance(notice.to, Chat) else None
        if chat and (quiet := (await services.store.chats.settings(chat)).quiet_until(services.now)):
            return quiet if ends and quiet < ends else None
        if not await recipients.allows(notice.to):
            continue
        kind = kind_of_reminder(notice.part)
        message = await reminder_message(recipients, notice.to, match, seat, kind)
        question = await _zone_question(services, person, match) if notice.to == person else ""
        with suppress(Unreachable):
            message = replace(message, mentions=notice.mentions, details=question)
            await services.outbox.deliver(message, notice)
            if question:
                await services.store.people.note_zone_asked(person)
            return None
    log.info("game %s: the player in seat %d cannot be reminded", match.id, seat)
    return None


async def _zone_question(services: TimerServices, person: Person, match: Match) -> str:
    """The question where a person lives; "" if somebody has asked already, or something tells it."""
    profile = await _profile(services, person)
    if profile.quiet_hours == NO_QUIET_HOURS or profile.zone_asked:
        return ""
    if await is_zone_known(services.repository, match, profile):
        return ""
    words = await services.recipients.person_phrases(person, match.id)
    time = f"{services.now.astimezone(zone(profile.zone_name)):%H:%M}"
    return words.say("reminder-asks-zone", time=time)


# ---- digests

_MOST_LETTERS = 1500


@timer(DIGEST, lease=DIGESTS, in_background=True)
async def digest(due: Due, services: TimerServices) -> datetime | None:
    """Send a person the list of all games that wait for them, when they wake up; nothing where none waits.

    The first is sent on the day after it was chosen.
    """
    person = Person.parse(due.owner)
    profile = await services.store.people.profile(person)
    if profile is None or not profile.digest:
        return None
    platform = services.recipients.platforms.get(person.platform)
    if platform is None or not platform.limits.has_dms or not await services.recipients.allows(person):
        return due.at
    local = zone(profile.zone_name)
    following = next_waking(due.now, local, profile.quiet_hours)
    if due.at == UNPLANNED or quiet_span(due.now, local, profile.quiet_hours):
        return following
    directory = services.recipients.directory
    words = await directory.phrases(person, None)
    games, _ = await directory.games_of(person, words)
    waiting = [game.line for game in games if game.is_waiting]
    if not waiting:
        return following
    text, used = words.say("digest-title"), 0
    for line in waiting:
        used += len(line)
        text += f"\n{line}" if used <= _MOST_LETTERS else ""
    button = Button(words.say("button-show"), CallbackData(NO_GAME, 0, "games").code, "main")
    message = Message(text, buttons=((button,),), mentions=(Mention(person, profile.name),))
    # There is one a day: a second try on the same day may repeat one that has arrived.
    ledger, day = services.store.outbox, f"{due.now.astimezone(local):%Y%m%d}"
    notice = Notice(person, Key(NO_GAME, Topic.REMINDER, f"digest-{day}"))
    earlier = [row.key for row in await ledger.notices(person, NO_GAME) if row.topic is Topic.REMINDER]
    with suppress(Unreachable):
        await services.outbox.deliver(message, notice, is_wanted=partial(services.leases.is_valid, DIGESTS))
    await ledger.forget(person, NO_GAME, *(key for key in earlier if key != str(notice.key)))
    return following
