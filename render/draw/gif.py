"""Animated GIF files. Every frame holds only the pixels that differ from the frame before."""

import struct
from collections.abc import Iterable, Iterator
from io import BytesIO

from PIL import Image, ImageChops

TRANSPARENT = 255
"""The transparent pixel: it keeps the pixel of the frame before. Paints have the numbers 0 to 254."""
_COLORS = 256
_HEADER = 6 + 7 + 3 * _COLORS
"""Bytes before the first block of a file: the signature, the screen, and the colour table."""
_DESCRIPTOR = 10
_STAY = 1 << 2 | 1
"""A frame's flags: it stays when the next one comes (disposal 1), and has a transparent pixel."""


def gif(frames: Iterable[tuple[Image.Image, int]], paints: bytes) -> bytes:
    """Images of one size, each with its duration in hundredths of a second, as a file that loops.

    The images have mode "L": each pixel is the number of a paint. There are at most 255 paints, three bytes
    each. Raises ValueError if there is no image.
    """
    changes = list(_changes(frames))
    if not changes:
        raise ValueError("a GIF has at least one picture")
    _, first, _ = changes[0]
    # The screen with its table of 256 colours, and Netscape's extension for an endless loop.
    screen = struct.pack("<HHBBB", *first.size, 0b1111_0111, 0, 0)
    loop = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    written = [b"GIF89a", screen, paints.ljust(3 * _COLORS, b"\0"), loop]
    for place, part, lasting in changes:
        written.append(struct.pack("<4sHBB", b"\x21\xf9\x04" + bytes([_STAY]), lasting, TRANSPARENT, 0))
        written.append(_block(place, part))
    return b"".join(written) + b";"


def _changes(
    frames: Iterable[tuple[Image.Image, int]],
) -> Iterator[tuple[tuple[int, int], Image.Image, int]]:
    """The changed part of each picture, with its left upper corner and duration; the first one is whole.

    A picture that equals the one before it only extends its duration.
    """
    before, place, shown, lasting = None, (0, 0), None, 0
    for image, hundredths in frames:
        change = ImageChops.difference(before, image) if before else Image.new("L", image.size, 1)
        before, box = image, change.getbbox()
        if box is None:
            lasting += hundredths
            continue
        if shown:
            yield place, shown, lasting
        # Where the difference is 0, keep the pixel of the frame before.
        still = change.crop(box).point([255] + 255 * [0])
        shown = image.crop(box)
        shown.paste(TRANSPARENT, mask=still)
        place, lasting = box[:2], hundredths
    if shown:
        yield place, shown, lasting


def _block(place: tuple[int, int], image: Image.Image) -> bytes:
    """The compressed pixels at their place on the screen.

    Pillow compresses (LZW) a hundred times faster than Python code: it encodes the part as a file with a
    table of 256 grays, of which only the pixels are used.
    """
    file = BytesIO()
    image.save(file, "GIF", optimize=False, interlace=False)
    alone = file.getvalue()
    if alone[_HEADER : _HEADER + 1] != b"," or alone[-1:] != b";":
        raise ValueError("this Pillow writes a GIF in another order")
    descriptor = struct.pack("<cHHHHB", b",", *place, *image.size, 0)
    return descriptor + alone[_HEADER + _DESCRIPTOR : -1]
