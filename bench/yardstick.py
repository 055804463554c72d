"""The yardstick: fixed pieces of work, by whose time in the same run a bench judges all other times.

Processor time, so that other work on the machine counts less.
"""

import struct
from collections.abc import Callable, Sequence
from time import process_time
from zlib import crc32

from isal import isal_zlib
from PIL import Image

from render.draw.png import indexed
from render.draw.sprites import Sprite


def milliseconds(work: Callable[[], object]) -> float:
    """The processor time of this process that some work takes."""
    begun = process_time()
    work()
    return 1000 * (process_time() - begun)


def loop() -> int:
    """A fixed loop of plain Python on small tuples and dictionaries, like those of games."""
    cards, taken = list(range(110)), 0
    for turn in range(1500):
        hands = {seat: tuple(cards[seat * 9 : seat * 9 + 9]) for seat in range(4)}
        table = {**hands, "turn": turn, "row": hands[turn % 4][:5]}
        taken += sum(card for card in table["row"] if card % 9)
        cards[turn % 110], cards[turn * 7 % 110] = cards[turn * 7 % 110], cards[turn % 110]
    return taken


def loop_milliseconds(runs: int = 20) -> float:
    """The time of a loop on this machine: the best of some runs."""
    return min(milliseconds(loop) for _ in range(runs))


def picture_floor(before: Image.Image, sprites: Sequence[Sprite], paints: bytes) -> bytes:
    """The least work of a turn's picture: copy one, paste sprites, map to 256 paints, deflate at level 1."""
    picture = before.copy()
    for sprite in sprites:
        sprite.put(picture)
    image = indexed(picture, paints)
    width, height = image.size
    pixels = image.tobytes()
    lines = b"".join(b"\0" + pixels[start : start + width] for start in range(0, width * height, width))
    chunks = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(image.getpalette("RGB") or ())),
        (b"IDAT", isal_zlib.compress(lines, 1)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))
        for kind, data in chunks
    )
