"""When a player is reminded of a turn: at half and at nine tenths of its time, outside their quiet hours."""

from collections.abc import Mapping
from datetime import datetime, timedelta, tzinfo

from bot.matches.match import Match
from bot.model.local_time import after_quiet_hours, morning, quiet_span

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
