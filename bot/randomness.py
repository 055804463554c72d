"""Where fresh secrets come from: seeds, ids, jitter. Tests hand in a source of their own."""

import secrets
from collections.abc import Callable

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_ID_LENGTH = 6
_CODE_LENGTH = 12


class Randomness:
    """Fresh secrets, drawn from the operating system unless told otherwise."""

    def __init__(self, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._draw = draw

    def seed(self) -> str:
        """A seed, as 64 hexadecimal digits."""
        return self._draw(32).hex()

    def game_id(self) -> str:
        """A short name for a game: letters and digits that are not mistaken for one another."""
        return self._word(_ID_LENGTH)

    def code(self) -> str:
        """A word that nobody guesses, short enough to be typed."""
        return self._word(_CODE_LENGTH)

    def _word(self, length: int) -> str:
        return "".join(_LETTERS[byte % len(_LETTERS)] for byte in self._draw(length))

    def below(self, limit: int) -> int:
        """Some number below `limit`; good enough for jitter."""
        return int.from_bytes(self._draw(4), "big") % limit
