"""Text in pictures: its fonts, its width, and what replaces letters that the fonts lack."""

from functools import lru_cache
from pathlib import Path
from unicodedata import category, normalize

from PIL import Image, ImageDraw, ImageFont

FONTS = Path(__file__).parents[1] / "fonts"

STAND_IN = "▯"
"""Replaces a letter that the fonts lack."""

ELLIPSIS = "…"


@lru_cache(maxsize=64)
def font(size: int, *, display: bool = False) -> ImageFont.FreeTypeFont:
    """Fira Sans Condensed in a size, in pixels; with `display` Yeseva One, which has fewer letters."""
    name = "YesevaOne-Regular" if display else "FiraSansCondensed-Bold"
    # A path, not bytes: Pillow would keep two copies of them for each size.
    # The basic layout, because the other one needs libraries that not every machine has.
    return ImageFont.truetype(FONTS / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def printable(text: str) -> str:
    """The text on one line, with a stand-in for each run of letters that the fonts lack."""
    shown = ""
    for letter in normalize("NFC", text):
        kind = category(letter)
        if kind[0] == "Z" or letter in "\t\n":
            shown += " "
        elif kind in ("Cc", "Cf") or kind[0] == "M":
            continue  # invisible, or a mark that would pile up on its neighbours
        elif _has(letter):
            shown += letter
        elif not shown.endswith(STAND_IN):
            shown += STAND_IN
    return " ".join(shown.split())


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    """Whether the fonts have a letter. One that they lack looks like one that no font has."""
    probe = font(20)
    return bytes(probe.getmask(letter)) != bytes(probe.getmask("\U0010ffff"))


@lru_cache(maxsize=1024)
def width(text: str, size: int) -> float:
    """The width of a text, in pixels."""
    return font(size).getlength(text)


@lru_cache(maxsize=1024)
def letters(text: str, size: int, anchor: str, *, display: bool) -> tuple[Image.Image, int, int]:
    """A line as a mask (0 to 255), and its left upper corner relative to its anchor."""
    face = font(size, display=display)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(text, anchor=anchor))
    mask = Image.new("L", (right - left + 2, bottom - top + 2), 0)
    ImageDraw.Draw(mask).text((1 - left, 1 - top), text, 255, face, anchor)
    return mask, left - 1, top - 1


@lru_cache(maxsize=1024)
def fitted(text: str, size: int, room: float) -> str:
    """The printable text, cut with an ellipsis if it is wider than the room."""
    text = printable(text)
    if width(text, size) <= room:
        return text
    while text and width(text + ELLIPSIS, size) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS
