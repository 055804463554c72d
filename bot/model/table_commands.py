"""Commands about absent players, clocks and votes: their values."""

from dataclasses import dataclass

SKIP = "skip"
REPLACE = "replace"
PAUSE = "pause"
RESUME = "resume"
CLOCK = "clock"
UNDO = "undo"
ROLLBACK = "rollback"
"""The questions of votes: a computer finishes a turn, or plays until the player comes back; all clocks stop,
run again, or change; a player's last move is undone, with all that came after it. About ROLLBACK an admin
decides alone: the game is set back to the end of a turn.
"""


@dataclass(frozen=True, slots=True)
class AskTable:
    """Ask the table for a pause or its end, another clock, a computer in a seat, or to undo a move."""

    question: str
    clock: str = ""
    """The clock that is asked for; empty shows the present one."""
    seat: int | None = None
    """The seat that a computer shall play; None: the one that must act."""
    to: int | None = None
    """The event before the move that a button undoes; None: the last move of the person."""
    words: str = ""
    """What was said about ROLLBACK: see bot.service.rollbacks."""


@dataclass(frozen=True, slots=True)
class CastVote:
    """Vote in the vote of this `number`, or in the present one; without an answer, show it."""

    yes: bool | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give a seat (None: the one that must act) more time for its turn."""

    seat: int | None = None
