"""Text in pictures: its fonts, its width, and what becomes of letters that the fonts lack."""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from unicodedata import category, normalize

from PIL import Image, ImageDraw, ImageFont

from render.draw.image_cache import kept

FONTS = Path(__file__).parents[1] / "fonts"

ELLIPSIS = "…"
BRACKETS = re.compile(r" \([^()]*\)$")
"""What a name is followed by: that its player is a computer, or has left."""


@lru_cache(maxsize=64)
def font(size: int, *, display: bool = False) -> ImageFont.FreeTypeFont:
    """Fira Sans Condensed in a size, in pixels; with `display` Yeseva One, which has fewer letters."""
    name = "YesevaOne-Regular" if display else "FiraSansCondensed-Bold"
    # A path, not bytes: Pillow would keep two copies of them for each size.
    # The basic layout, because the other one needs libraries that not every machine has.
    return ImageFont.truetype(FONTS / f"{name}.ttf", size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def printable(text: str) -> str:
    """The text on one line, in letters that the fonts have.

    Another form of a letter, such as a bold or an accented one, becomes the plain letter. What has none, such
    as an emoji, is left out.
    """
    return " ".join("".join(_plain(letter) for letter in normalize("NFC", text)).split())


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    """A letter as the fonts have it: a space for a separator, "" for what they lack or nobody sees."""
    kind = category(letter)
    if kind[0] == "Z" or letter in "\t\n":
        return " "
    if kind in ("Cc", "Cf") or kind[0] == "M":
        return ""  # invisible, or a mark that would pile up on its neighbours
    if _has(letter):
        return letter
    return "".join(part for part in normalize("NFKD", letter) if category(part)[0] != "M" and _has(part))


def shown_name(name: str, instead: str) -> str:
    """A name in letters that the fonts have; failing that, what is shown instead."""
    shown = printable(name)
    lost = _has_letters(name) and not _has_letters(shown)
    return instead if lost or not shown else shown


def _has_letters(text: str) -> bool:
    """Whether a text has a letter in any writing."""
    return any(category(letter)[0] == "L" for letter in text)


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    """Whether the fonts have a letter. One that they lack looks like one that no font has."""
    probe = font(20)
    return bytes(probe.getmask(letter)) != bytes(probe.getmask("\U0010ffff"))


@lru_cache(maxsize=1024)
def width(text: str, size: int, *, display: bool = False) -> float:
    """The width of a text, in pixels."""
    return font(size, display=display).getlength(text)


@kept
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


def wrapped(text: str, size: int, room: float) -> list[str]:
    """The text in lines that fit into a room of this width, broken between words."""
    lines: list[str] = []
    for word in printable(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(fitted(word, size, room))
    return lines


def fitted_name(name: str, sizes: Sequence[int], room: float) -> tuple[str, int]:
    """A player's name with the largest of these sizes in which it fits.

    A name that fits in none loses what is in brackets at its end, such as "(computer)", before it is cut.
    """
    text = printable(name)
    for shown in (text, BRACKETS.sub("", text) or text):
        for size in sizes:
            if width(shown, size) <= room:
                return shown, size
    return fitted(shown, sizes[-1], room), sizes[-1]
