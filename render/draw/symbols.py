"""The signs that go with colours: a symbol for each kind of card, a shape for each player."""

from cmath import rect
from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin, tau

from engine.cards import LOCOMOTIVE
from render.draw.canvas import Canvas
from render.draw.frame import Frame
from render.draw.theme import Paint

DrawSign = Callable[[Canvas, complex, float, Paint], None]
"""Draws on a canvas around a point, in a circle of a radius, in one paint."""

STEPS = 40
"""The number of corners of a curve."""


def star(points: int, depth: float) -> list[complex]:
    """The corners of a star of radius 1, the first on top; `depth` is the radius of its notches."""
    return [rect(depth if n % 2 else 1, n * pi / points - pi / 2) for n in range(2 * points)]


def _curve(point: Callable[[float], complex]) -> list[complex]:
    """The points of a closed curve."""
    return [point(n * tau / STEPS) for n in range(STEPS)]


def _heart(t: float) -> complex:
    height = 13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)
    return 0.95 * complex(sin(t) ** 3, -height / 16 - 0.05)


def _drop(t: float) -> complex:
    return complex(0.82 * sin(t) * abs(sin(t / 2)) ** 1.3, -1.0 * cos(t))


SHAPES: Mapping[str, Sequence[complex]] = {
    "circle": _curve(lambda t: rect(0.95, t)),
    "square": [rect(1.15, n * tau / 4 + pi / 4) for n in range(4)],
    "triangle": [1.2 * rect(1, n * tau / 3 - pi / 2) + 0.18j for n in range(3)],
    "star": [1.25 * corner + 0.06j for corner in star(5, 0.45)],
    "diamond": [-1.2j, 0.92 + 0j, 1.2j, -0.92 + 0j],
}
"""The players' shapes, in a circle of about radius 1."""


def shape(canvas: Canvas, at: complex, radius: float, name: str, fill: Paint) -> None:
    """A player's shape."""
    canvas.polygon([at + corner * radius for corner in SHAPES[name]], fill)


def symbol(canvas: Canvas, at: complex, radius: float, card: str, fill: Paint) -> None:
    """A card's symbol, the same on every card and every space of its colour."""
    _SYMBOLS[card](canvas, at, radius, fill)


def locomotive(canvas: Canvas, at: complex, radius: float, fill: Paint) -> None:
    """A locomotive that faces right: cab and roof, boiler, chimney, plough and wheels."""

    def block(left: float, top: float, right: float, bottom: float) -> None:
        x, y = at.real, at.imag
        frame = Frame(x + left * radius, y + top * radius, x + right * radius, y + bottom * radius)
        canvas.box(frame, fill)

    block(-0.95, -0.75, -0.42, 0.36)
    block(-1.12, -0.92, -0.25, -0.74)
    block(-0.45, -0.26, 0.72, 0.36)
    block(0.34, -0.9, 0.68, -0.2)
    block(0.24, -0.98, 0.78, -0.8)
    canvas.disc(at + (0.7 + 0.05j) * radius, 0.31 * radius, fill)
    plough = (0.86 + 0.2j, 1.26 + 0.86j, 0.86 + 0.86j)
    canvas.polygon([at + corner * radius for corner in plough], fill)
    for wheel in (-0.7, -0.06, 0.55):
        canvas.disc(at + (wheel + 0.6j) * radius, 0.27 * radius, fill)


def _drawn(*discs: tuple[complex, float], polygons: Sequence[Sequence[complex]] = ()) -> DrawSign:
    """A symbol of discs and polygons, in a circle of radius 1."""

    def draw(canvas: Canvas, at: complex, radius: float, fill: Paint) -> None:
        for middle, size in discs:
            canvas.disc(at + middle * radius, size * radius, fill)
        for corners in polygons:
            canvas.polygon([at + corner * radius for corner in corners], fill)

    return draw


def _ray(turn: float) -> list[complex]:
    """A ray of the sun, apart from its disc."""
    out = rect(1, turn)
    return [out * 1.12, out * 0.72 + 0.24j * out, out * 0.72 - 0.24j * out]


def _spade(t: float) -> complex:
    """A heart upside down, above its stem."""
    return complex(_heart(t).real, -0.92 * _heart(t).imag - 0.16)


_STEM = (0.05j, 0.12 + 0.55j, 0.45 + 1.02j, -0.45 + 1.02j, -0.12 + 0.55j)

_SYMBOLS: Mapping[str, DrawSign] = {
    "R": _drawn(polygons=[_curve(_heart)]),
    "B": _drawn(polygons=[_curve(_drop)]),
    "G": _drawn((-0.5j, 0.46), (-0.5 + 0.2j, 0.46), (0.5 + 0.2j, 0.46), (0j, 0.3), polygons=[_STEM]),
    "Y": _drawn(polygons=[[1.12 * corner + 0.06j for corner in star(5, 0.45)]]),
    "K": _drawn(polygons=[_curve(_spade), _STEM]),
    "W": _drawn(polygons=[[-1.08j, 0.8 + 0j, 1.08j, -0.8 + 0j]]),
    "O": _drawn((0j, 0.52), polygons=[_ray(n * tau / 8) for n in range(8)]),
    "P": _drawn(*((rect(0.56, n * tau / 5 - pi / 2), 0.42) for n in range(5))),
    LOCOMOTIVE: locomotive,
}
