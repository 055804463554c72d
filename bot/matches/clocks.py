"""Turn clocks: how long a turn may take, what a seat has saved, and when its time is up."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import ceil

from bot.model.settings import CLOCK_WORDS
from engine.stored_values import Strict

_MINUTE, _HOUR, DAY = 60, 3_600, 86_400
"""Seconds."""

ALLOWANCE = 10 * DAY
"""Seconds in all for which a player's absence stops their clock, unless a lobby chooses others."""

LONGEST_ALLOWANCE = 60
"""Days that a lobby may choose."""

MISSED = 3
"""Turns in a row whose time is up before a computer takes the seat."""


class TurnClock(Strict, frozen=True):
    """Seconds for a turn, and the most seconds that a seat saves in its time bank."""

    turn: int
    bank: int


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of a seat. Its time is up `turn + bank - used` seconds after `started`."""

    bank: int = 0
    """Seconds saved in earlier turns."""
    turn: int | None = None
    """The number of the turn that the seat takes, 0 while it chooses starting tickets; None between turns."""
    started: datetime | None = None
    """Since when the clock runs; None while it stands still."""
    used: int = 0
    """Seconds of this turn before `started`; negative if the seat was given more time than it had used."""
    missed: int = 0
    """Turns in a row whose time was up."""
    last: tuple[int, int, int] | None = None
    """Of the last turn that the seat ended: its number, the seconds used, and the bank before it."""


NEW_CLOCK = SeatClock()
"""The clock of a seat before the game begins."""


def _clock(word: str) -> TurnClock | None:
    """The clock of a word such as `24h`: the bank of a live clock holds two turns' time, others three."""
    if word == "none":
        return None
    turn = int(word[:-1]) * {"m": _MINUTE, "h": _HOUR, "d": DAY}[word[-1]]
    return TurnClock(turn, turn * (2 if turn < _HOUR else 3))


CLOCKS: Mapping[str, TurnClock | None] = {word: _clock(word) for word in CLOCK_WORDS}
"""The clocks to choose from, by their words."""


def clock_word(clock: TurnClock | None) -> str:
    """The word of a clock; that of an unknown one is its seconds a turn."""
    words = (word for word, choice in CLOCKS.items() if choice == clock)
    return next(words, f"{clock.turn}s" if clock else "none")


def deadline(clock: TurnClock | None, seat: SeatClock) -> datetime | None:
    """When the time of a seat is up; None while its clock stands still."""
    if clock is None or seat.started is None:
        return None
    return seat.started + timedelta(seconds=clock.turn + seat.bank - seat.used)


def begun(seat: SeatClock, turn: int) -> SeatClock:
    """The clock of a seat whose turn begins; it does not run yet."""
    return replace(seat, turn=turn, used=0, started=None)


def stopped(seat: SeatClock, at: datetime) -> SeatClock:
    """A clock that stands still from `at` on."""
    return replace(seat, used=_used(seat, at), started=None)


def settled(seat: SeatClock, clock: TurnClock, at: datetime, *, by_person: bool) -> SeatClock:
    """The clock after a turn. Time that its person saved goes to the bank; more than a turn comes from it."""
    used = _used(seat, at)
    left = clock.turn - used
    bank = min(clock.bank, max(0, seat.bank + (left if by_person else min(0, left))))
    last = (seat.turn, used, seat.bank) if seat.turn is not None else None
    return SeatClock(bank, missed=0 if by_person else seat.missed, last=last)


def unsettled(seat: SeatClock, turn: int | None, *, alone: bool) -> SeatClock:
    """The clock of a seat after an undo. The seat takes `turn` again; None: it has no turn.

    Time that the undone turn saved is lost. After an undo `alone`, the turn has the time that was left.
    After a vote or a decision of an admin its time begins again.
    """
    if seat.turn is None and turn is not None and seat.last and seat.last[0] == turn:
        _, used, bank = seat.last
        return replace(seat, turn=turn, bank=bank, used=used if alone else 0, last=None)
    if turn is not None and seat.turn == turn:
        return seat if alone else replace(seat, used=0, started=None)
    return without_turn(seat)


def without_turn(seat: SeatClock) -> SeatClock:
    """The clock of a seat that has no turn; when it has one, its time begins again."""
    return replace(seat, turn=None, started=None, used=0)


def reset(seat: SeatClock, clock: TurnClock | None, before: TurnClock | None) -> SeatClock:
    """The clock of a seat when the table changes to another clock: the present turn begins again."""
    if clock is None:
        return SeatClock()
    return SeatClock(min(clock.bank, seat.bank) if before else clock.turn)


def moved(moment: datetime, seconds: int, at: datetime) -> datetime:
    """A past moment, moved forward by seconds that do not count, but not beyond `at`."""
    return min(at, moment + timedelta(seconds=seconds))


def _used(seat: SeatClock, at: datetime) -> int:
    """Seconds of this turn so far, rounded up: nobody gains by stopping the clock often."""
    ran = ceil((at - seat.started).total_seconds()) if seat.started else 0
    return seat.used + max(0, ran)
