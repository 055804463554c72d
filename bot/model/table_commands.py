"""Commands about absent players, clocks and votes: their values."""

from dataclasses import dataclass

SKIP = "skip"
REPLACE = "replace"
PAUSE = "pause"
RESUME = "resume"
CLOCK = "clock"
UNDO = "undo"
"""The questions of votes: shall a computer finish a turn, or play on; shall all clocks stop, run again, or be
others; shall a player's last move be undone, with all that came after it.
"""


@dataclass(frozen=True, slots=True)
class AskTable:
    """Ask the table for another clock, for a pause, or to go on after one.

    Without `clock`, the question for a clock shows the present one.
    """

    question: str
    clock: str = ""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back one's last move: at once, or if all others agree.

    `to` comes from a button: the event before the move.
    """

    to: int | None = None


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote in the vote of this `number`, or in the present one; without an answer, show it."""

    yes: bool | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give a seat (None: the one that must act) more time for its turn."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class LetComputerPlay:
    """Let a computer play a seat (None: the seat that must act), to the end of its turn.

    With `until_back` it plays on until the player comes back.
    """

    seat: int | None = None
    until_back: bool = False
