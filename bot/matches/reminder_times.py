"""When a player is reminded of a turn: at half and at nine tenths of its time, outside their quiet hours.

Those are hours of a time zone that may only be a guess.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta, tzinfo

from bot.matches.match import Match
from bot.matches.repository import MatchRepository
from bot.matches.roster_events import PlanMade
from bot.model.local_time import (
    NO_QUIET_HOURS,
    after_quiet_hours,
    is_zone_of_locale,
    morning,
    quiet_span,
    zone,
    zone_of_acts,
)
from bot.model.profile import Profile

HALF, LATE = "half", "late"
"""The reminders of a turn, by their names."""

LATER, TOMORROW = "later", "tomorrow"
SNOOZES = LATER, TOMORROW
"""How long a reminder can be put off."""

_LATER = timedelta(hours=3)

_SHORT = timedelta(minutes=30)
"""A turn that takes no longer has one reminder."""

_BEFORE = timedelta(minutes=30)
"""How long before quiet hours somebody is reminded of a deadline within them."""

_RECENT = 100
"""Steps of a game in which the acts of a person are looked for: they are in memory."""

ReminderHours = tuple[tzinfo, str]
"""The time zone of a person, and their quiet hours in it (see bot.model.local_time)."""


def reminders_of(match: Match, seat: int, zone: tzinfo, quiet_hours: str) -> Mapping[str, datetime]:
    """When the person in a seat is reminded of its turn; never while no clock of theirs runs."""
    opened, deadline = match.roster.holders[seat].clock.started, match.deadline(seat)
    if opened is None or deadline is None or seat not in match.waiting_for:
        return {}
    return reminder_times(opened, deadline, zone, quiet_hours)


def reminder_times(
    opened: datetime, deadline: datetime, zone: tzinfo, quiet_hours: str
) -> Mapping[str, datetime]:
    """When somebody is reminded of a turn that has `opened`, in order.

    A reminder in quiet hours is moved to their end. If the deadline comes before that, it is moved to before
    their beginning; there is none if the turn opens within them. If two fall on the same moment,
    there is only one.
    """
    whole = deadline - opened
    wanted = {HALF: opened + whole / 2}
    if whole > _SHORT:
        wanted[LATE] = opened + whole * 9 / 10
    moved = {
        name: _outside_quiet_hours(at, opened, deadline, zone, quiet_hours) for name, at in wanted.items()
    }
    times = {name: at for name, at in moved.items() if at}
    if HALF in times and LATE in times and times[HALF] >= times[LATE]:
        del times[HALF]
    return times


def _outside_quiet_hours(
    at: datetime, opened: datetime, deadline: datetime, zone: tzinfo, quiet_hours: str
) -> datetime | None:
    span = quiet_span(at, zone, quiet_hours)
    if span is None:
        return at
    begin, end = span
    if end < deadline:
        return end
    return begin - min(_BEFORE, (begin - opened) / 2) if opened < begin else None


def snoozed_until(when: str, last: datetime, now: datetime, zone: tzinfo, quiet_hours: str) -> datetime:
    """When a snoozed reminder is sent: at the `last` reminder of the turn at the latest."""
    if when == TOMORROW:
        tomorrow = now.astimezone(zone).date() + timedelta(days=1)
        wanted = morning(tomorrow, zone, quiet_hours)
    else:
        wanted = after_quiet_hours(now + _LATER, zone, quiet_hours)
    return min(wanted, last)


# ---- the hours of a person


async def reminder_hours(repository: MatchRepository, match: Match, profile: Profile) -> ReminderHours:
    """The zone that a person has chosen; else one in which they are awake at the hours when they act.

    A zone that is only guessed from the language of their app, and that nothing confirms, delays no reminder.
    """
    guess = zone(profile.zone_name)
    if profile.zone:
        return guess, profile.quiet_hours
    if shifted := zone_of_acts(await _acts(repository, match, profile), guess, profile.quiet_hours):
        return shifted, profile.quiet_hours
    is_weak = profile.guessed_zone is not None and is_zone_of_locale(profile.guessed_zone)
    return guess, NO_QUIET_HOURS if is_weak else profile.quiet_hours


async def is_zone_known(repository: MatchRepository, match: Match, profile: Profile) -> bool:
    """Whether a person has chosen their time zone, or has acted often enough to tell it."""
    return bool(profile.zone) or (
        zone_of_acts(await _acts(repository, match, profile), zone(profile.zone_name), profile.quiet_hours)
        is not None
    )


async def _acts(repository: MatchRepository, match: Match, profile: Profile) -> list[datetime]:
    """When a person has acted in a match of late. What plans played for them tells nothing."""
    steps = await repository.steps(match.id, max(0, match.seq - _RECENT))
    planned = {step.at for step in steps if isinstance(step.event, PlanMade) and step.event.playing}
    return [step.at for step in steps if step.actor == str(profile.person) and step.at not in planned]
