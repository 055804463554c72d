"""The source of random values: seeds, ids, codes and jitter. Tests pass a source of their own."""

import secrets
from collections.abc import Callable

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_ID_LENGTH = 10
_CODE_LENGTH = 12


class Randomness:
    """Random values, by default from the operating system."""

    def __init__(self, draw: Callable[[int], bytes] | None = None) -> None:
        self._draw = draw or secrets.token_bytes

    def seed(self) -> str:
        """A seed, as 64 hexadecimal digits."""
        return self._draw(32).hex()

    def game_id(self) -> str:
        """A short id for a game, without letters and digits that look alike."""
        return self._word(_ID_LENGTH)

    def code(self) -> str:
        """A code that cannot be guessed, short enough to be typed."""
        return self._word(_CODE_LENGTH)

    def _word(self, length: int) -> str:
        return "".join(_LETTERS[byte % len(_LETTERS)] for byte in self._draw(length))

    def below(self, limit: int) -> int:
        """A number below `limit`, not quite uniform: for jitter only."""
        return int.from_bytes(self._draw(4), "big") % limit
