"""Commands about absent players, clocks and votes: their values."""

from dataclasses import dataclass

SKIP = "skip"
PAUSE = "pause"
RESUME = "resume"
CLOCK = "clock"
"""The questions of votes: shall a computer finish a turn, shall all clocks stop, run again, or be others."""


@dataclass(frozen=True, slots=True)
class AskTable:
    """Ask the table for another clock, for a pause, or to go on after one.

    Without `clock`, the question for a clock shows the present one.
    """

    question: str
    clock: str = ""


@dataclass(frozen=True, slots=True)
class LetComputerPlay:
    """Let a computer play a seat (None: the seat that must act), to the end of its turn.

    With `until_back` it plays on until the player comes back.
    """

    seat: int | None = None
    until_back: bool = False
