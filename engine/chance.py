"""Sealed chance: every shuffle of a game follows from one secret seed.

In a chat, the program draws a secret of 32 bytes before anybody joins, and publishes its seal: the SHA-256 of
the text `<game id>/<secret>`, the secret as 64 hexadecimal digits. Everybody who joins contributes something
in public. The seed is the HMAC-SHA256 of the contributions, with the 32 bytes of the secret as its key. The
message is the contributions in their order as a JSON list of objects with the keys `id` and `word`, without
spaces, and with the escapes of JSON for everything that is not ASCII.

The seed is 32 bytes, written as 64 hexadecimal digits. Its stream is the blocks
`SHA-256(seed || i)` for i = 0, 1, 2, ... (i as eight bytes, big-endian), one after another, read as 64-bit
big-endian words. The *counter* is the number of words read so far; it never goes back.

A number below n is the next word w with w < 2**64 - 2**64 % n, taken modulo n; larger words are skipped.
A shuffle is a Fisher-Yates walk: for i from the last place down to 1, the item at i changes places with the
item at a number below i + 1.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice
from struct import unpack
from typing import TypeVar

from engine.stored_values import Strict

Item = TypeVar("Item")

_WORDS = 4
"""In each block."""
_RANGE = 1 << 64


_ID_DIGITS = 16


class Contribution(Strict, frozen=True):
    """What one request adds to a seed: the id that the platform gave it, and a word that a person chose.

    `id` is the beginning of a hash, because the id itself can tell who made the request. Each can be empty.
    """

    id: str
    word: str


NOTHING = Contribution("", "")
"""The contribution of a request without an id or a word."""


def hashed_id(platform: str, request: str) -> str:
    """The first 16 digits of the SHA-256 of the text `<platform>:<request>`; empty for no request.

    >>> hashed_id("discord", "1234"), hashed_id("discord", "")
    ('a4b66462abf4c526', '')
    """
    digest = hashlib.sha256(f"{platform}:{request}".encode()).hexdigest()
    return digest[:_ID_DIGITS] if request else ""


def seal(game_id: str, secret: str) -> str:
    """The seal of a secret, published before it is used: it lets everybody check the secret at the end.

    No text of `colon_seal` is also one of this function: the sign before the last 64 digits differs.

    >>> seal("a-game", "5ea1" * 16)
    '203f41026a919a10e9b806dc5720db9f898d9d88dc43040e1b9c188a005c51d4'
    """
    return hashlib.sha256(f"{game_id}/{secret}".encode()).hexdigest()


def colon_seal(game_id: str, digits: str) -> str:
    """The seal of a seed, or of the secret of a game that an earlier version opened.

    >>> colon_seal("a-game", "5ea1" * 16)
    'a238b40df5259d77356a9d7447d26c9d030d41d92f4e4cd876ce7e313c49508d'
    """
    return hashlib.sha256(f"{game_id}:{digits}".encode()).hexdigest()


def derived_seed(secret: str, contributions: Iterable[Contribution]) -> str:
    """The seed of a secret and all contributions, in their order.

    Raises ValueError where the secret is not 64 hexadecimal digits.

    >>> derived_seed("5ea1" * 16, [Contribution("00f1a2b3c4d5e6f7", ""), Contribution("", "zug")])
    '32b2d0c64701969eea641f33971699184050d53ccca6fe932b45a36d8df6be1b'
    """
    pairs = [{"id": one.id, "word": one.word} for one in contributions]
    message = json.dumps(pairs, separators=(",", ":"), ensure_ascii=True).encode()
    return hmac.new(_seed_bytes(secret), message, hashlib.sha256).hexdigest()


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
    begun = hashlib.sha256(seed)
    blocks = (_block(begun, index) for index in count(first))
    return islice(chain.from_iterable(blocks), skipped, None)


def _block(begun: "hashlib._Hash", index: int) -> tuple[int, ...]:
    """The words of a block. The hash has begun with the seed; a copy of it is faster than a new one."""
    block = begun.copy()
    block.update(index.to_bytes(8, "big"))
    return unpack(">4Q", block.digest())
