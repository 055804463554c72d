"""What happens to the clocks of a table: events of a game's log."""

from datetime import datetime
from typing import ClassVar

from bot.matches.clocks import TurnClock
from engine.stored_values import Versioned


class ClockSet(Versioned, frozen=True):
    """The table plays with another clock (None: without one) from here on.

    `allowance` is for how many seconds in all each player's absence stops their clock.
    """

    clock: TurnClock | None
    allowance: int


class TimeGiven(Versioned, frozen=True):
    """The person in seat `by` gave a seat more seconds for its present turn."""

    seat: int
    seconds: int
    by: int


class PauseSet(Versioned, frozen=True):
    """All clocks stand still, or run again.

    A pause lasts `seconds` at most, which are new in shape 2; 0 where only the table ends it. A pause that
    has lasted as long as it may ends with the seconds that all pauses may last.
    """

    shape: ClassVar[int] = 2
    paused: bool
    seconds: int = 0


class ClocksMoved(Versioned, frozen=True):
    """Seconds that count for nobody, because of `cause`; less than 0 after the computer's clock was set back.

    Causes are DOWNTIME, UNREACHABLE, DENIED and CLOCK_SET. They ended at `until`. Earlier versions wrote no
    CLOCK_SET: where seconds are less than 0, it is meant.
    """

    seconds: int
    cause: str
    until: datetime


DOWNTIME, UNREACHABLE, DENIED, CLOCK_SET = "downtime", "unreachable", "denied", "clock"
"""Causes of ClocksMoved: the program did not run, it could not reach a platform, its operator did not allow
the chat of the game, or the computer's clock was set."""


ClockEvent = ClockSet | TimeGiven | PauseSet | ClocksMoved
"""What changes the clocks of a table."""
