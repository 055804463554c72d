"""The sprites of the map: wagons, empty and closed spaces, cities, stations and names.

A sprite is drawn upright on a fine canvas, rotated, and reduced to the picture's pixels at a position that is
exact to a fraction of a pixel. Sprites that many pictures share are cached.
"""

from cmath import phase, rect
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, degrees, floor, radians, sin, tau

from PIL import Image, ImageDraw, ImageFilter

from render.draw.canvas import Canvas, fade, scaled
from render.draw.dim import dimmed
from render.draw.frame import Frame
from render.draw.icons import station, token
from render.draw.image_cache import kept
from render.draw.labels import SIZE, Label
from render.draw.symbols import locomotive, symbol
from render.draw.text import font
from render.draw.theme import (
    CREAM,
    DOT,
    HALO,
    HIGHLIGHT,
    INK,
    NIGHT,
    PAPER,
    RAIL,
    SEA,
    SHADOW,
    WHITE,
    Livery,
    Paint,
    contrast,
    mixed,
    route_paint,
)
from render.draw.tracks import CAR_WIDTH, Car

FINE = 4
STATION_SIZE = 36
PAD = 8.0
"""The room around a sprite for its rim and shadow."""
TURN = 2
"""Wagons are drawn at angles that are multiples of this, in degrees."""
SHADE = 0.6
ALIKE = 1.5
"""With less contrast than this, a golden rim is not seen on a wagon."""
CASING = 5.0
"""How much wider the casing of a dash is."""
FADED = 0.3
"""How much darker the names on a dimmed map are."""
LIGHT_FROM = -1.4 - 2.2j
"""The direction from which light falls, and the length of shadows in pixels."""


DrawAt = Callable[[Canvas, complex], None]
"""Draws on a canvas around a point."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """An RGBA image, and the pixel of the picture where its left upper corner goes."""

    image: Image.Image
    left: int
    top: int

    def put(self, picture: Image.Image) -> None:
        """Paste the sprite on the picture."""
        picture.paste(self.image, (self.left, self.top), self.image)

    def moved(self, by: complex) -> "Sprite":
        """The same sprite moved by whole pixels."""
        return Sprite(self.image, self.left + round(by.real), self.top + round(by.imag))

    def dimmed(self) -> "Sprite":
        """The same sprite as it is on a dimmed map."""
        image = dimmed(self.image.convert("RGB"))
        image.putalpha(self.image.getchannel("A"))
        return Sprite(image, self.left, self.top)


def wagon(car: Car, livery: Livery, *, highlighted: bool = False, dim: bool = False) -> Sprite:
    """A player's wagon on a space, with pattern, shape and a white rim; on a dimmed map it is dim.

    If it is highlighted it has a golden rim, and a dark one around that if the wagon is golden itself.
    """
    steps = round(degrees(phase(car.heading)) / TURN)
    here = _wagon(steps * TURN % 180, round(car.length), livery, highlighted=highlighted, dim=dim)
    return here.moved(car.at)


@kept
def _wagon(turn: int, length: int, livery: Livery, *, highlighted: bool, dim: bool) -> Sprite:
    """A wagon at the picture's corner. Angles are rounded so that many wagons share one sprite."""
    if dim:
        return _wagon(turn, length, livery, highlighted=highlighted, dim=False).dimmed()
    car = Car(0j, rect(1, radians(turn)), length)
    canvas, body = _upright(car)
    if highlighted:
        if contrast(livery.paint, HIGHLIGHT) < ALIKE:
            canvas.box(body.inset(-8), INK, round_by=12)
        canvas.box(body.inset(-5.4), HIGHLIGHT, round_by=9.5)
    canvas.box(body.inset(-3), CREAM, round_by=7.5)
    canvas.box(body.inset(-1.3), SHADOW, round_by=6)
    canvas.box(body.inset(-0.3), mixed(livery.paint, SHADOW, 0.4), round_by=5)
    bright = Frame(body.left - 0.3, body.top - 0.3, body.right + 0.3, body.bottom - 3)
    canvas.box(bright, livery.paint, round_by=5)
    light = mixed(livery.paint, WHITE, 0.34)
    canvas.box(Frame(body.left + 2, body.top + 1.2, body.right - 2, body.top + 4.2), light, round_by=1.5)
    _draw_pattern(canvas, body, livery)
    return _shaded(
        _settled(canvas, car.at, car.heading, lambda sheet, at: token(sheet, at, 8.8, livery)), SHADE
    )


def _draw_pattern(canvas: Canvas, body: Frame, livery: Livery) -> None:
    """Draw a player's pattern on both sides of the shape."""
    pale = mixed(livery.paint, RAIL if livery.pattern in ("dots", "slants") else WHITE, 0.6)
    top, foot, middle = body.top + 5.6, body.bottom - 4.4, body.centre.imag + 0.6
    for share in (0.1, 0.21, 0.79, 0.9):
        x = body.left + body.width * share
        match livery.pattern:
            case "bars":
                canvas.line([complex(x, top), complex(x, foot)], pale, 2.4)
            case "slants":
                canvas.line([complex(x - 2.8, foot), complex(x + 2.8, top)], pale, 2.4)
            case "dots":
                canvas.disc(complex(x, middle), 2.1, pale)
            case "stripe":
                canvas.box(Frame(x - 4.4, middle - 1.2, x + 4.4, middle + 1.2), pale, round_by=1)
            case _:
                pass


@kept
def closed_space(car: Car, *, dim: bool = False) -> Sprite:
    """A space that nobody can claim: faded and crossed out."""
    if dim:
        return closed_space(car).dimmed()
    canvas, body = _upright(car)
    canvas.box(body.inset(-2), PAPER, round_by=6)
    fade(canvas.image, 0.74)
    cross = mixed(PAPER, INK, 0.62)
    for corner in (4.2 + 4.2j, 4.2 - 4.2j):
        canvas.line([body.centre - corner, body.centre + corner], cross, 2.2)
    return _settled(canvas, car.at, car.heading)


def space(car: Car, color: str, *, tunnel: bool = False, ferry: bool = False, plate: bool = False) -> Sprite:
    """An empty space of a route: hollow and pale, with its card's symbol.

    A tunnel has a dark toothed border, a ferry a wave; a plate shows a locomotive where one is needed.
    """
    canvas, body = _upright(car)
    if tunnel:
        _draw_teeth(canvas, body)
    else:
        canvas.box(body.inset(-1.1), mixed(route_paint(color), RAIL, 0.75), round_by=6)
    canvas.box(body, space_rim(color), round_by=5)
    canvas.box(body.inset(2.9), space_fill(color), round_by=2.6)
    if plate:
        canvas.box(Frame.around(body.centre, 28, body.height - 2), CREAM, INK, 0.8, 4)
    elif ferry:
        _draw_wave(canvas, body)

    def draw_sign(sheet: Canvas, at: complex) -> None:
        if plate:
            locomotive(sheet, at - 0.5, 7.6, INK)
        elif color and not ferry:
            symbol(sheet, at, 6.4, color, space_symbol(color))

    return _shaded(_settled(canvas, car.at, car.heading, draw_sign), SHADE * 0.6)


def space_fill(color: str) -> Paint:
    """The inner paint of an empty space of a route's colour."""
    if color in ("", "W"):
        return mixed(route_paint(color), PAPER, 0.6)
    return mixed(route_paint(color), mixed(WHITE, CREAM, 0.6), 0.74 if color == "K" else 0.8)


def space_rim(color: str) -> Paint:
    """The rim's paint of an empty space of a route's colour."""
    return mixed(route_paint(color), WHITE if color == "W" else PAPER, 0.18)


def space_symbol(color: str) -> Paint:
    """The symbol's paint on an empty space of a route's colour."""
    return mixed(route_paint(color), INK, 0.55 if color in "WY" else 0.3)


def _draw_teeth(canvas: Canvas, body: Frame) -> None:
    """Draw the dark rock around a tunnel's space."""
    canvas.box(body.inset(-2.2), RAIL, round_by=6)
    teeth = round(body.width / 7)
    for number in range(teeth):
        middle = body.left + (number + 0.5) * body.width / teeth
        for edge, out in ((body.top - 1.6, -3.8j), (body.bottom + 1.6, 3.8j)):
            foot = complex(middle, edge)
            canvas.polygon([foot - 3, foot + out, foot + 3], RAIL)


def _draw_wave(canvas: Canvas, body: Frame) -> None:
    start, reach = complex(body.left + 7, body.centre.imag), body.width - 14
    points = [start + complex(reach * n / 40, 2.6 * sin(n / 20 * tau)) for n in range(41)]
    canvas.line(points, SEA, 2.2)


@kept
def city_dot(at: complex) -> Sprite:
    """A city."""
    canvas = Canvas(36, 36, None, FINE)
    middle = 18 + 18j
    for radius, paint in ((13.2, RAIL), (12, HALO), (9.4, RAIL), (8.2, DOT)):
        canvas.disc(middle, radius, paint)
    canvas.disc(middle - 2.2 - 2.8j, 2.8, mixed(DOT, PAPER, 0.45))
    return _settled(canvas, at)


@kept
def city_station(at: complex, livery: Livery, *, dim: bool = False) -> Sprite:
    """A player's station in a city."""
    if dim:
        return city_station(at, livery).dimmed()
    room = STATION_SIZE + 2 * PAD
    canvas = Canvas(room, room, None, FINE)
    station(canvas, complex(room, room) / 2, STATION_SIZE, livery)
    return _shaded(_settled(canvas, at - 3j), SHADE)


def dash(start: complex, end: complex, thick: float, paint: Paint, casing: Paint) -> Sprite:
    """A dash with round ends on a wider one.

    Its angle and length are rounded, and its middle to half a pixel, so that many dashes share one sprite.
    """
    twice = start + end
    middle = complex(round(twice.real), round(twice.imag)) / 2
    corner = complex(floor(middle.real), floor(middle.imag))
    turn = round(degrees(phase(end - start)) / TURN) * TURN % 180
    return _dash(turn, round(abs(end - start)), middle - corner, thick, paint, casing).moved(corner)


@kept
def _dash(turn: int, length: int, inside: complex, thick: float, paint: Paint, casing: Paint) -> Sprite:
    """A dash whose middle is at this point of the picture's first pixel."""
    half = rect(length / 2, radians(turn))
    room = ceil(length / 2 + thick / 2 + CASING) + 1
    canvas, middle = Canvas(2 * room, 2 * room, None, FINE), inside + complex(room, room)
    for wide, fill in ((thick + CASING, casing), (thick, paint)):
        canvas.line([middle - half, middle + half], fill, wide)
        for end in (middle - half, middle + half):
            canvas.disc(end, wide / 2, fill)
    return _cropped(Sprite(canvas.finished(), -room, -room))


@kept
def city_name(label: Label, *, faded: bool = False) -> Sprite:
    """A city's name in a soft halo; both darker if faded."""
    halo_paint, ink_paint = (mixed(paint, NIGHT, FADED if faded else 0) for paint in (HALO, INK))
    frame = label.frame.inset(-PAD)
    left, top = floor(frame.left), floor(frame.top)
    size = ceil(frame.right) - left, ceil(frame.bottom) - top
    at = label.frame.centre - complex(left, top)
    halo = _written(size, label, at, 4).filter(ImageFilter.GaussianBlur(1.2))
    image = Image.new("RGBA", size, (*halo_paint, 0))
    image.putalpha(scaled(halo, 1.25, 238))
    ink = Image.new("RGBA", size, ink_paint)
    ink.putalpha(_written(size, label, at, 0))
    return _cropped(Sprite(Image.alpha_composite(image, ink), left, top))


def _written(size: tuple[int, int], label: Label, at: complex, stroke: float) -> Image.Image:
    """The mask of a label's letters with a stroke of this width: 0 to 255."""
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).text((at.real, at.imag), label.text, 255, font(SIZE), "mm", stroke_width=stroke)
    return mask


def _upright(car: Car) -> tuple[Canvas, Frame]:
    """A canvas for a space or wagon, and the frame of the space on it."""
    body = Frame(PAD, PAD, PAD + car.length, PAD + CAR_WIDTH)
    return Canvas(car.length + 2 * PAD, CAR_WIDTH + 2 * PAD, None, FINE), body


def _settled(
    canvas: Canvas, at: complex, heading: complex = 1, draw_sign: DrawAt = lambda sheet, at: None
) -> Sprite:
    """What is on a canvas, rotated, its middle at a point of the picture; its sign stays upright."""
    turn = (degrees(phase(heading)) + 90) % 180 - 90
    image = canvas.image.rotate(-turn, Image.Resampling.BICUBIC, expand=True) if turn else canvas.image
    corner = at * FINE - complex(*image.size) / 2
    left, top = floor(corner.real / FINE), floor(corner.imag / FINE)
    shift = round(corner.real) - left * FINE, round(corner.imag) - top * FINE
    size = [FINE * ceil((edge + more) / FINE) for edge, more in zip(image.size, shift, strict=True)]
    sheet = Image.new("RGBA", (size[0], size[1]), (*SHADOW, 0))
    sheet.paste(image, shift)
    draw_sign(Canvas.upon(sheet, FINE), complex(*shift) / FINE + complex(*image.size) / FINE / 2)
    return Sprite(sheet.reduce(FINE), left, top)


def _shaded(sprite: Sprite, share: float) -> Sprite:
    """A sprite with its shadow."""
    alpha = Image.new("L", sprite.image.size, 0)
    alpha.paste(sprite.image.getchannel("A"), (round(-LIGHT_FROM.real), round(-LIGHT_FROM.imag)))
    soft = scaled(alpha.filter(ImageFilter.GaussianBlur(1.5)), share)
    shadow = Image.new("RGBA", sprite.image.size, SHADOW)
    shadow.putalpha(soft)
    image = Image.alpha_composite(shadow, sprite.image)
    return _cropped(Sprite(image, sprite.left, sprite.top))


def _cropped(sprite: Sprite) -> Sprite:
    """A sprite without its transparent margins."""
    left, top, right, bottom = sprite.image.getbbox() or (0, 0, 1, 1)
    return Sprite(sprite.image.crop((left, top, right, bottom)), sprite.left + left, sprite.top + top)
