"""Colours of cards, players and paper. Every colour comes with a letter or a shape."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.board import GRAY

Paint = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


def paint(code: str) -> Paint:
    """The paint that a code such as "#b3170c" names."""
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red, green, blue


def mixed(one: Paint, other: Paint, share: float) -> Paint:
    """One paint with a share (0 to 1) of another in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


PAPER = paint("#f6ecd2")
INK = paint("#2a1c10")
SHADOW = paint("#19100a")
WHITE = paint("#ffffff")
CREAM = paint("#fff8e4")
NIGHT = paint("#1d2b36")
SLATE = paint("#314552")
MIST = paint("#bec8c4")
GOLD = paint("#e9b94a")
ALARM = paint("#c8281e")
GREEN = paint("#18703f")
DOT = paint("#a82a22")
HIGHLIGHT = paint("#ffc414")
SEA = paint("#3c647d")
SEA_INK = paint("#16404e")
RAIL = paint("#3a2a1c")
HALO = paint("#fcf4de")
NET = mixed(PAPER, INK, 0.06)

CARD_PAINTS = {
    "R": paint("#b3170c"),
    "B": paint("#2059a0"),
    "G": paint("#4f9160"),
    "Y": paint("#fbd640"),
    "O": paint("#f28f2b"),
    "P": paint("#c75cb8"),
    "K": paint("#26262c"),
    "W": paint("#fbf8f0"),
    "L": paint("#8d8377"),
}
"""The paint of each card by its letter."""

SIGNS: Mapping[str, str] = {
    "R": "❤️", "B": "💧", "G": "☘️", "Y": "⭐", "K": "♠️", "W": "◇", "O": "☀️", "P": "🌸", "L": "🚂",
}  # fmt: skip
"""The emoji for each card's symbol: heart, drop, clover, star, spade, diamond, sun, flower, locomotive."""

GRAY_PAINT = paint("#a9a59e")
"""The paint of routes for cards of any one colour."""


@dataclass(frozen=True, slots=True)
class Livery:
    """How a player's trains look."""

    name: str
    paint: Paint
    shape: str
    """Its sign: "circle", "square", "triangle", "star" or "diamond"."""
    pattern: str
    """What is drawn on its wagons: nothing ("plain"), "bars", "slants", "dots" or a "stripe"."""

    @property
    def sign_paint(self) -> Paint:
        """The paint of its shape on white: its own, darker if that is too pale."""
        return mixed(self.paint, INK, 0.35) if contrast(self.paint, WHITE) < 2 else self.paint


LIVERIES = {
    livery.name: livery
    for livery in (
        Livery("red", paint("#b0141c"), "circle", "plain"),
        Livery("blue", paint("#1340b4"), "square", "bars"),
        Livery("green", paint("#3aa876"), "triangle", "slants"),
        Livery("yellow", paint("#fbd51e"), "star", "dots"),
        Livery("black", paint("#1d1a1c"), "diamond", "stripe"),
    )
}
"""The players' colours by name, in the order of seats where no colours are chosen."""


def liveries(players: int, colors: Sequence[str] | None) -> tuple[Livery, ...]:
    """Each seat's livery, by the colours' names or in the default order."""
    names = list(LIVERIES)[:players] if colors is None else colors
    return tuple(LIVERIES[name] for name in names)


def contrast(one: Paint, other: Paint) -> float:
    """The contrast of two paints by the Web's accessibility guidelines (WCAG): 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(paint: Paint) -> float:
    red, green, blue = (_linear(part / 255) for part in paint)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    """A component of a paint (0 to 1) as linear light."""
    return float(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)


@lru_cache(maxsize=256)
def readable_on(ground: Paint) -> Paint:
    """Ink or white, the one with more contrast on this ground."""
    return max(INK, WHITE, key=lambda ink: contrast(ink, ground))


def route_paint(color: str) -> Paint:
    """The paint of a route's colour."""
    return GRAY_PAINT if color == GRAY else CARD_PAINTS[color]
