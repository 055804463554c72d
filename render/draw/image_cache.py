"""The one cache of images: sprites, faces of cards, maps and all else that many pictures are made of."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from isal import isal_zlib
from PIL import Image

ROOM = 40 << 20
"""Bytes that the images may take."""

_LARGE, _SHRINKS = 96 << 10, 0.25
"""An image of more bytes than this is kept deflated, where that takes at most this share of them. It is
inflated for each picture, at a millisecond for each megabyte. Maps do not shrink that much.
"""

Given = ParamSpec("Given")
Made = TypeVar("Made")


class ImageCache:
    """Images that functions have made, those used last, in at most `room` bytes. Threads may share it."""

    def __init__(self, room: int) -> None:
        self.size = 0
        """The bytes of all images."""
        self._room = room
        self._made = OrderedDict[Hashable, tuple[Any, int]]()
        self._lock = Lock()

    def kept(self, make: Callable[Given, Made]) -> Callable[Given, Made]:
        """Keep what a function makes. It is shared: never draw on it."""

        @wraps(make)
        def look_up(*given: Given.args, **named: Given.kwargs) -> Made:
            key = make, given, *named.items()
            with self._lock:
                found, _ = self._made.get(key, (None, 0))
                if found is not None:
                    self._made.move_to_end(key)
            if found is not None:
                return found.inflated() if isinstance(found, _Deflated) else found  # type: ignore[return-value]
            made = make(*given, **named)
            stored = _deflated(made)
            with self._lock:
                if key not in self._made:
                    self._made[key] = stored, size_of(stored)
                    self.size += size_of(stored)
                while self.size > self._room and len(self._made) > 1:
                    self.size -= self._made.popitem(last=False)[1][1]
            return made

        return look_up


@dataclass(frozen=True, slots=True)
class _Deflated:
    """An image whose pixels are deflated."""

    mode: str
    dimensions: tuple[int, int]
    pixels: bytes

    def inflated(self) -> Image.Image:
        return Image.frombytes(self.mode, self.dimensions, isal_zlib.decompress(self.pixels))


def _deflated(made: object) -> object:
    """What was made as it is kept."""
    if not isinstance(made, Image.Image) or made.mode == "P" or size_of(made) < _LARGE:
        return made
    pixels = isal_zlib.compress(made.tobytes(), 1)
    return _Deflated(made.mode, made.size, pixels) if len(pixels) < _SHRINKS * size_of(made) else made


def size_of(made: object) -> int:
    """The bytes of an image, a sprite, or several. Pillow takes four for each pixel in colour."""
    if isinstance(made, Image.Image):
        return made.width * made.height * (1 if made.mode in ("L", "P") else 4)
    if isinstance(made, _Deflated):
        return len(made.pixels)
    if isinstance(made, tuple | list):
        return sum(map(size_of, made))
    return size_of(made.image) if hasattr(made, "image") else 0


IMAGES = ImageCache(ROOM)
kept = IMAGES.kept
