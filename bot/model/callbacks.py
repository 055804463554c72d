"""The data of a button: the game, the revision of the decision that it answers, and a command's line.

Written `game.revision.line` (`k3f9.217.claim athina--brindisi KKKL`), within 64 bytes. Revision 0 stands
for no decision: such a button (join, hand, board) never becomes stale.
"""

from dataclasses import dataclass
from typing import Self

from engine.actions import Action
from engine.notation import line

LONGEST_CODE = 64

TWO_CARDS = "draw deck deck"
"""The line that takes both cards of a turn from the deck: two actions, one after the other."""

NO_GAME = "-"
"""Stands for the game in buttons about no game, or about the game that the chat shows."""


@dataclass(frozen=True, slots=True)
class CallbackData:
    """What a button does. `line` is the line of an action, or a typed command without the slash."""

    game: str
    revision: int
    line: str

    @classmethod
    def of(cls, game: str, revision: int, action: Action) -> Self:
        """The data of a button that plays an action."""
        return cls(game, revision, line(action))

    @property
    def code(self) -> str:
        """The data as text."""
        return f"{self.game}.{self.revision}.{self.line}"

    @classmethod
    def read(cls, code: str) -> Self:
        """Read a code. Raises ValueError on anything that `code` does not write."""
        game, revision, line = code.split(".", 2)
        if not game or not line or not revision.isdecimal() or len(code.encode()) > LONGEST_CODE:
            raise ValueError(f"not callback data: {code[:LONGEST_CODE]!r}")
        return cls(game, int(revision), line)
