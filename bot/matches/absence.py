"""Absence: players who say that they are away, and those whose time is up."""

from datetime import datetime, timedelta

from bot.matches.clocks import DAY, MISSED
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.roster import Status
from bot.matches.roster_events import BY_CLOCK, ComputerTookOver, SeatAway, SeatSkipped
from bot.model.identity import Person
from bot.model.message import moment
from engine.levels import DEFAULT_LEVEL


def away(match: Match, person: Person, until: datetime, now: datetime) -> Outcome:
    """Stop the clock of a person until a moment, or until their allowance in this game is used up.

    A later call moves that moment. Raises CommandRefused for a moment in the past, and without an allowance.
    """
    seat = match.roster.seat_of(str(person))
    if match.roster.status is not Status.RUNNING or seat is None:
        raise CommandRefused("not-at-table" if seat is None else "nobody-waited-for")
    if until <= now:
        raise CommandRefused("away-in-the-past")
    last = now + allowance_left(match, seat, now)
    if last <= now:
        raise CommandRefused("no-allowance-left", days=match.roster.allowance // DAY)
    event, cut = SeatAway(seat, min(until, last)), last < until
    key, days = "away-cut-short" if cut else "away-until", match.roster.allowance // DAY
    return Outcome((event,), key, {"until": moment(min(until, last)), "days": days})


def back(match: Match, person: Person) -> Outcome:
    """Start the clock of a person again. Raises CommandRefused if they were not away."""
    seat = match.roster.seat_of(str(person))
    if seat is None:
        raise CommandRefused("not-at-table")
    if match.roster.holders[seat].absent_until is None:
        raise CommandRefused("not-away")
    return Outcome((SeatAway(seat, None),), "welcome-back")


def allowance_left(match: Match, seat: int, now: datetime) -> timedelta:
    """How much longer the clock of a seat may stand still, from now on."""
    holder = match.roster.holders[seat]
    ahead = max(timedelta(), holder.absent_until - now) if holder.absent_until else timedelta()
    return timedelta(seconds=match.roster.allowance - holder.absent_seconds) + ahead


def absence_over(match: Match, seat: int, now: datetime) -> Outcome:
    """The moment until which a person is away has come: their clock runs again."""
    until = match.roster.holders[seat].absent_until
    over = match.roster.status is Status.RUNNING and until is not None and until <= now
    return Outcome((SeatAway(seat, None),) if over else ())


def time_up(match: Match, seat: int, now: datetime) -> Outcome:
    """The time of a seat is up: a computer finishes its turn; after several in a row it takes the seat.

    Nothing happens where the seat has acted meanwhile, or has more time.
    """
    due = match.deadline(seat)
    if due is None or due > now:
        return Outcome(())
    if match.roster.holders[seat].clock.missed + 1 >= MISSED:
        return Outcome((ComputerTookOver(seat, DEFAULT_LEVEL, "", cause=BY_CLOCK),))
    return Outcome((SeatSkipped(seat, "", cause=BY_CLOCK),))
