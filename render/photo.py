"""Photos: pictures for platforms that show nothing larger."""

from collections.abc import Callable
from io import BytesIO

from PIL import Image

from render.draw.png import packing

WIDEST = 1280
"""Pixels of a photo's longer side, at most: Telegram shrinks larger ones, and does it worse."""

_QUALITY = 90


def photo(draw: Callable[[], bytes]) -> bytes:
    """What a function draws, as a JPEG in which letters stay sharp. It is never packed as a PNG."""
    before = packing.set(_jpeg)
    try:
        return draw()
    finally:
        packing.reset(before)


def _jpeg(image: Image.Image) -> bytes:
    reduced = image.convert("RGB")
    reduced.thumbnail((WIDEST, WIDEST), Image.Resampling.HAMMING)
    written = BytesIO()
    reduced.save(written, "JPEG", quality=_QUALITY, subsampling=0)
    return written.getvalue()
