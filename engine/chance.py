"""Sealed chance: every shuffle of a game follows from one secret seed.

The seed is 32 bytes, written as 64 hexadecimal digits. Its stream is the blocks
`SHA-256(seed || i)` for i = 0, 1, 2, ... (i as eight bytes, big-endian), one after another, read as 64-bit
big-endian words. The *counter* is the number of words read so far; it never goes back.

A number below n is the next word w with w < 2**64 - 2**64 % n, taken modulo n; larger words are skipped.
A shuffle is a Fisher-Yates walk: for i from the last place down to 1, the item at i changes places with the
item at a number below i + 1.

The seal, published at the start, is the SHA-256 of the text `<game id>:<seed>`.
"""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import chain, count, islice
from struct import unpack
from typing import TypeVar

Item = TypeVar("Item")

_WORDS = 4
"""In each block."""
_RANGE = 1 << 64


def seal(game_id: str, seed: str) -> str:
    """The seal, published at the start: it lets everybody check the seed at the end."""
    return hashlib.sha256(f"{game_id}:{seed}".encode()).hexdigest()


class Chance:
    """The stream of a seed, read on from a counter.

    >>> chance = Chance("00" * 32)
    >>> chance.shuffled("RGB"), chance.counter
    (['B', 'G', 'R'], 2)
    """

    __slots__ = ("_stream", "counter")

    def __init__(self, seed: str, counter: int = 0) -> None:
        """Raises ValueError where the seed is not 64 hexadecimal digits."""
        self.counter = counter
        self._stream = enumerate(_words(_seed_bytes(seed), counter), counter + 1)

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each as likely."""
        while True:
            self.counter, word = next(self._stream)
            # The first comparison nearly always decides, which saves a division.
            if word < _RANGE - limit or word < _RANGE - _RANGE % limit:
                return word % limit

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in a new order, each order as likely."""
        walk = list(items)
        for last in range(len(walk) - 1, 0, -1):
            other = self.below(last + 1)
            walk[last], walk[other] = walk[other], walk[last]
        return walk

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items, each as likely."""
        return items[self.below(len(items))]


def _seed_bytes(seed: str) -> bytes:
    raw = bytes.fromhex(seed)
    if len(raw) != 32:
        raise ValueError("a seed is 64 hexadecimal digits")
    return raw


def _words(seed: bytes, counter: int) -> Iterator[int]:
    first, skipped = divmod(counter, _WORDS)
    blocks = (_block(seed, index) for index in count(first))
    return islice(chain.from_iterable(blocks), skipped, None)


def _block(seed: bytes, index: int) -> tuple[int, ...]:
    return unpack(">4Q", hashlib.sha256(seed + index.to_bytes(8, "big")).digest())
