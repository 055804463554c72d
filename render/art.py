"""Small drawings: the symbols of the cards, the players' shapes, wagons, stations, cards."""

from cmath import rect
from collections.abc import Callable, Mapping, Sequence
from math import pi, tau

from engine.cards import EMPTY_SLOT, LOCOMOTIVE
from render.canvas import Canvas
from render.projection import Frame
from render.theme import (
    CARD_PAINTS,
    CREAM,
    GOLD,
    INK,
    SLATE,
    WHITE,
    Livery,
    Paint,
    mixed,
    readable_on,
)

Drawing = Callable[[Canvas, complex, float, Paint], None]
"""Draws on a canvas around a point, in a circle of a radius, in one paint."""


def star(points: int, depth: float) -> Sequence[complex]:
    """The corners of a star of radius 1, the first on top; `depth` is the radius of its notches."""
    return [rect(depth if n % 2 else 1, n * pi / points - pi / 2) for n in range(2 * points)]


SHAPES: Mapping[str, Sequence[complex]] = {
    "circle": [rect(0.9, n * tau / 24) for n in range(24)],
    "square": [rect(1.1, n * tau / 4 + pi / 4) for n in range(4)],
    "triangle": [rect(1.15, n * tau / 3 - pi / 2) + 0.15j for n in range(3)],
    "star": [1.15 * corner for corner in star(5, 0.42)],
    "diamond": [-1.1j, 0.8 + 0j, 1.1j, -0.8 + 0j],
}
"""The players' shapes, in a circle of about radius 1."""

LOCOMOTIVE_BODY = [
    -0.95 + 0.45j, -0.95 - 0.75j, -0.3 - 0.75j, -0.3 - 0.2j, 0.35 - 0.2j, 0.35 - 0.7j, 0.7 - 0.7j,
    0.7 - 0.2j, 0.95 + 0.1j, 0.95 + 0.45j,
]  # fmt: skip


def shape(canvas: Canvas, at: complex, radius: float, name: str, fill: Paint) -> None:
    """A player's shape."""
    canvas.polygon([at + corner * radius for corner in SHAPES[name]], fill)


def symbol(canvas: Canvas, at: complex, radius: float, card: str, fill: Paint) -> None:
    """A card's symbol, the same on every card of its colour."""
    _SYMBOLS[card](canvas, at, radius, fill)


def locomotive(canvas: Canvas, at: complex, radius: float, fill: Paint) -> None:
    """A locomotive, the symbol of the card and the sign of trains."""
    symbol(canvas, at, radius, LOCOMOTIVE, fill)


def _discs(*discs: tuple[complex, float], polygon: Sequence[complex] = ()) -> Drawing:
    def draw(canvas: Canvas, at: complex, radius: float, fill: Paint) -> None:
        for middle, size in discs:
            canvas.disc(at + middle * radius, size * radius, fill)
        if polygon:
            canvas.polygon([at + corner * radius for corner in polygon], fill)

    return draw


_STEM = [0.2j, 0.3 + 0.95j, -0.3 + 0.95j]

_SYMBOLS: Mapping[str, Drawing] = {
    "R": _discs((-0.45 - 0.3j, 0.5), (0.45 - 0.3j, 0.5), polygon=[-0.91 - 0.08j, -0.4j, 0.91 - 0.08j, 0.95j]),
    "B": _discs((0.3j, 0.62), polygon=[-0.57 + 0.05j, -0.95j, 0.57 + 0.05j]),
    "G": _discs((-0.46j, 0.43), (-0.5 + 0.22j, 0.43), (0.5 + 0.22j, 0.43), polygon=_STEM),
    "Y": _discs(polygon=star(5, 0.42)),
    "O": _discs((0j, 0.45), polygon=star(10, 0.6)),
    "P": _discs(*((rect(0.55, n * tau / 5 - pi / 2), 0.4) for n in range(5))),
    "K": _discs(
        (-0.42 + 0.2j, 0.42), (0.42 + 0.2j, 0.42), polygon=[-0.8 + 0.05j, -0.95j, 0.8 + 0.05j, *_STEM, 0.2j]
    ),
    "W": _discs(polygon=[-1j, 0.75 + 0j, 1j, -0.75 + 0j]),
    "L": _discs((-0.55 + 0.6j, 0.32), (0.5 + 0.6j, 0.32), polygon=LOCOMOTIVE_BODY),
}


def token(canvas: Canvas, at: complex, radius: float, livery: Livery) -> None:
    """A player's shape on a white disc."""
    canvas.disc(at, radius, WHITE, INK, 1)
    shape(canvas, at, radius * 0.62, livery.shape, mixed(livery.paint, INK, 0.25))


def station(canvas: Canvas, at: complex, size: float, livery: Livery) -> None:
    """A player's station: a house, `size` pixels wide and high."""
    walls = [-0.5 + 0.5j, -0.5 - 0.08j, -0.62 - 0.02j, -0.62j - 0, 0.62 - 0.02j, 0.5 - 0.08j, 0.5 + 0.5j]
    house = [at + corner * size for corner in walls]
    canvas.polygon(house, livery.paint, WHITE, 6)
    canvas.polygon(house, livery.paint, INK, 2)
    token(canvas, at + 0.1j * size, size * 0.3, livery)


def card(canvas: Canvas, frame: Frame, letter: str) -> None:
    """A train card, face up: its colour, symbol and letter. An empty slot is a hollow frame."""
    if letter == EMPTY_SLOT:
        canvas.box(frame, SLATE, mixed(SLATE, WHITE, 0.25), 2, 8)
        return
    fill = CARD_PAINTS[letter]
    ink = readable_on(fill)
    canvas.box(frame, CREAM, INK, 1, 8)
    canvas.box(frame.inset(4), fill, round_by=6)
    if letter == LOCOMOTIVE:
        _rainbow(canvas, frame.inset(4))
        canvas.disc(frame.centre - 0.12j * frame.height, frame.width * 0.36, CREAM)
        ink = INK
    symbol(canvas, frame.centre - 0.12j * frame.height, frame.width * 0.27, letter, ink)
    foot = frame.centre + 0.31j * frame.height
    canvas.disc(foot, frame.width * 0.2, CREAM if letter == LOCOMOTIVE else fill)
    canvas.text(foot, letter, round(frame.width * 0.38), ink)


def card_back(canvas: Canvas, frame: Frame, fill: Paint) -> None:
    """A card, face down."""
    canvas.box(frame, CREAM, INK, 1, 8)
    canvas.box(frame.inset(4), fill, round_by=6)
    canvas.box(frame.inset(8), fill, mixed(fill, GOLD, 0.5), 2, 4)


def _rainbow(canvas: Canvas, frame: Frame) -> None:
    """A locomotive is a card of any colour."""
    band = frame.width / 6
    for number, letter in enumerate("RYGBPK"[:5]):
        left = frame.left + band * (number + 0.5)
        canvas.box(Frame(left, frame.top + 3, left + band, frame.bottom - 3), CARD_PAINTS[letter])
