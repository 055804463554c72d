"""Random values: seeds, ids, codes and jitter, from a source of bytes. Tests pass a source of their own."""

import secrets
from collections.abc import Callable

RandomBytes = Callable[[int], bytes]
"""A source of random bytes: it returns as many as it is asked for."""

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_ID_LENGTH = 10
_CODE_LENGTH = 12


def system_bytes(count: int) -> bytes:
    """Random bytes from the operating system."""
    return secrets.token_bytes(count)


def new_seed(source: RandomBytes) -> str:
    """A seed, as 64 hexadecimal digits."""
    return source(32).hex()


def new_game_id(source: RandomBytes) -> str:
    """A short id for a game, without letters and digits that look alike."""
    return _word(source, _ID_LENGTH)


def new_code(source: RandomBytes) -> str:
    """A code that cannot be guessed, short enough to be typed."""
    return _word(source, _CODE_LENGTH)


def _word(source: RandomBytes, length: int) -> str:
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in source(length))


def random_below(limit: int, source: RandomBytes = system_bytes) -> int:
    """A number below `limit`, not quite uniform: for jitter only."""
    return int.from_bytes(source(4), "big") % limit
