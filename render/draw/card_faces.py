"""The faces of train cards, large: each colour has its symbol, its letter and a kind of wagon."""

from cmath import rect
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import sin, tau

from PIL import Image

from engine.cards import CARDS, LOCOMOTIVE
from render.draw.backdrop import BAR_HEIGHT, backdrop, draw_bar
from render.draw.canvas import Canvas
from render.draw.frame import Frame
from render.draw.icons import RAINBOW, card_ink
from render.draw.image_cache import kept
from render.draw.palette import palette_of
from render.draw.symbols import locomotive, symbol
from render.draw.theme import CARD_PAINTS, CREAM, INK, PAPER, WHITE, Paint, mixed

FACE = Frame(0, 0, 210, 326)
"""A card, in pixels."""
CORNER = 16
INDEX = 40 + 62j
"""The middle of the plate with the card's letter and symbol; a count goes below it."""
FINE = 2
"""The dots of a face for one pixel, so that it stays smooth when it is rotated."""
PAINTS = 112

_PICTURE = FACE.inset(11)
_RAYS = 24
_HORIZON = complex(FACE.centre.real, 196)
_RAIL = 258.0
_PLATE = 26 + 46j
"""Half of the plate, across and down."""


@kept
def face(card: str) -> Image.Image:
    """A card's face, FINE dots a pixel, transparent around its round corners. Shared: never draw on it."""
    picture = Canvas(FACE.right, FACE.bottom, CARD_PAINTS[card], 2 * FINE)
    _draw_sky(picture, card)
    _draw_land(picture, card)
    _WAGONS.get(card, _draw_locomotive)(picture, mixed(CARD_PAINTS[card], WHITE, 0.05))
    inner, outer = _window(_PICTURE, CORNER - 6), blank()
    card_face = outer.copy()
    card_face.paste(picture.image.reduce(2), (0, 0), inner)
    sheet = Canvas.upon(card_face, FINE)
    draw_index(sheet, INDEX, card)
    return card_face


@lru_cache(maxsize=1)
def paints() -> bytes:
    """The paints for pictures of cards, fewer for small files: red, green and blue of each, 768 bytes."""
    half = FACE.width / 2
    width, height = round(len(CARDS) * half), round(FACE.height) + 120 + BAR_HEIGHT
    sheet = backdrop(width, height)
    draw_bar(Canvas.upon(sheet), Frame(0, height - BAR_HEIGHT, width, height), CARDS, CARDS)
    for place, card in enumerate(CARDS):
        image = face(card).reduce(FINE)
        sheet.paste(image, (round(place * half), 60), image)
    return palette_of([sheet], PAINTS, [card_ink(card) for card in CARDS], kept=True)


@kept
def blank() -> Image.Image:
    """An empty card: cream, with a dark edge. It is shared: never draw on it."""
    sheet = Canvas(FACE.right, FACE.bottom, None, 2 * FINE)
    sheet.box(FACE, INK, round_by=CORNER)
    sheet.box(FACE.inset(2.5), CREAM, round_by=CORNER - 2)
    return sheet.image.reduce(2)


def draw_index(canvas: Canvas, at: complex, card: str) -> None:
    """Draw the plate in a card's corner: its letter over its symbol."""
    plate = Frame.between(at - _PLATE, at + _PLATE)
    canvas.box(plate, INK, round_by=14)
    canvas.box(plate.inset(2.5), CREAM, round_by=12)
    canvas.text(at - 21j, card, 42, INK)
    radius = 15 if card == LOCOMOTIVE else 17
    symbol(canvas, at + 21j, radius, card, card_ink(card))


def _window(frame: Frame, round_by: float) -> Image.Image:
    """The mask of a rounded rectangle of a card."""
    sheet = Canvas(FACE.right, FACE.bottom, (0, 0, 0), 2 * FINE)
    sheet.box(frame, WHITE, round_by=round_by)
    return sheet.image.reduce(2).convert("L")


def _draw_sky(canvas: Canvas, card: str) -> None:
    """Draw rays of light behind the hills."""
    for ray in range(_RAYS):
        ends = [_HORIZON + rect(420, tau * (ray + side) / _RAYS) for side in (0, 1)]
        canvas.polygon([_HORIZON, *ends], _ray_paint(card, ray))


def _ray_paint(card: str, ray: int) -> Paint:
    bright = bool(ray % 2)
    if card == LOCOMOTIVE:
        return mixed(CARD_PAINTS[RAINBOW[ray // 2 % 6]], WHITE, 0.12 if bright else 0.34)
    if card == "W":
        return mixed(CARD_PAINTS[card], INK, 0.0 if bright else 0.1)
    return mixed(CARD_PAINTS[card], WHITE, 0.3 if bright else 0.1)


def ray_paints(cards: str) -> Sequence[Paint]:
    """The paints of the rays on these cards: most of their faces."""
    rays = {_ray_paint(card, ray) for card in cards for ray in range(_RAYS)}
    return sorted(rays)


def _draw_land(canvas: Canvas, card: str) -> None:
    """Draw hills, and in front of them an embankment with a rail."""
    earth = mixed(CARD_PAINTS[card], INK, 0.4 if card in ("W", LOCOMOTIVE) else 0.5)
    hills = [complex(x, 214 + 9 * sin(x / 34 + 1)) for x in range(0, 216, 6)]
    canvas.polygon([326j, *hills, FACE.right + 326j], mixed(earth, WHITE, 0.2))
    canvas.box(Frame(0, _RAIL, FACE.right, FACE.bottom), earth)
    for sleeper in range(0, 210, 14):
        canvas.box(Frame(sleeper, _RAIL + 1, sleeper + 8, _RAIL + 7), mixed(earth, INK, 0.6))
    canvas.box(Frame(0, _RAIL - 3, FACE.right, _RAIL + 1), INK)
    symbol(canvas, complex(FACE.centre.real, 290), 16, card, mixed(earth, WHITE, 0.4))


def _draw_locomotive(canvas: Canvas, _: Paint) -> None:
    for puff, radius in ((132 + 150j, 9), (124 + 128j, 14), (108 + 102j, 19), (80 + 76j, 24)):
        canvas.disc(complex(puff.real + 10, puff.imag), radius, mixed(WHITE, PAPER, 0.4))
    locomotive(canvas, complex(104, _RAIL - 43), 55, INK)


def _draw_wheels(canvas: Canvas) -> None:
    """A frame on two bogies, on the rail."""
    canvas.box(Frame(28, _RAIL - 22, 182, _RAIL - 14), INK, round_by=3)
    for x in (46, 70, 140, 164):
        canvas.disc(complex(x, _RAIL - 12), 10, INK)
        canvas.disc(complex(x, _RAIL - 12), 4, mixed(PAPER, INK, 0.2))


def _draw_coach(canvas: Canvas, fill: Paint) -> None:
    """Passengers: a long roof, and windows with light behind them."""
    _draw_wheels(canvas)
    canvas.box(Frame(24, 170, 186, 184), INK, round_by=7)
    canvas.box(Frame(30, 180, 180, _RAIL - 20), fill, INK, 2.5, 4)
    for left in (38, 73, 108, 143):
        canvas.box(Frame(left, 190, left + 29, 216), mixed(PAPER, (255, 200, 60), 0.25), INK, 2, 3)
    canvas.box(Frame(32, 222, 178, 227), mixed(fill, INK, 0.35))


def _draw_boxcar(canvas: Canvas, fill: Paint) -> None:
    """Goods: boards, and a sliding door."""
    _draw_wheels(canvas)
    canvas.box(Frame(28, 174, 182, 184), INK, round_by=3)
    canvas.box(Frame(32, 180, 178, _RAIL - 20), fill, INK, 2.5, 2)
    for left in range(42, 178, 12):
        canvas.line([complex(left, 184), complex(left, _RAIL - 23)], mixed(fill, INK, 0.3), 1.5)
    canvas.box(Frame(84, 184, 126, _RAIL - 20), mixed(fill, WHITE, 0.25), INK, 2.5)
    canvas.line([87 + 187j, complex(123, _RAIL - 24)], mixed(fill, INK, 0.45), 3)
    canvas.line([123 + 187j, complex(87, _RAIL - 24)], mixed(fill, INK, 0.45), 3)


def _draw_hopper(canvas: Canvas, fill: Paint) -> None:
    """Coal or grain, heaped up."""
    _draw_wheels(canvas)
    heap = mixed(fill, INK, 0.5)
    for x in range(44, 170, 18):
        canvas.disc(complex(x, 190 - 9 * sin((x - 30) / 48)), 14, heap, INK, 2)
    canvas.polygon([28 + 188j, 182 + 188j, 164 + (_RAIL - 20) * 1j, 46 + (_RAIL - 20) * 1j], fill, INK, 2.5)
    canvas.box(Frame(24, 184, 186, 192), mixed(fill, INK, 0.45), INK, 2, 2)
    for x in (68, 92, 118, 142):
        canvas.line([complex(x, 194), complex(105 + (x - 105) * 0.8, _RAIL - 22)], mixed(fill, INK, 0.45), 3)


def _draw_tank(canvas: Canvas, fill: Paint) -> None:
    """A cylinder in two hoops, with a dome."""
    _draw_wheels(canvas)
    canvas.box(Frame(92, 166, 118, 190), fill, INK, 2.5, 5)
    canvas.box(Frame(28, 180, 182, _RAIL - 17), fill, INK, 2.5, 30)
    canvas.box(Frame(46, 188, 164, 196), mixed(fill, WHITE, 0.55), round_by=4)
    for left in (64, 138):
        canvas.box(Frame(left, 180, left + 8, _RAIL - 17), mixed(fill, INK, 0.5))


def _draw_flat(canvas: Canvas, fill: Paint) -> None:
    """Tree trunks between stakes."""
    _draw_wheels(canvas)
    trunk = mixed((176, 116, 62), fill, 0.15)
    for row, (left, right) in enumerate(((36, 174), (46, 164), (58, 152))):
        top = _RAIL - 42 - 19 * row
        canvas.box(Frame(left, top, right, top + 21), mixed(trunk, WHITE, 0.1 * row), INK, 2.5, 10)
        canvas.disc(complex(left + 11, top + 10.5), 6, mixed(trunk, PAPER, 0.7), INK, 1.5)
    canvas.box(Frame(28, _RAIL - 24, 182, _RAIL - 14), fill, INK, 2)
    for left in (70, 132):
        canvas.box(Frame(left, 176, left + 7, _RAIL - 16), fill, INK, 2)


def _draw_van(canvas: Canvas, fill: Paint) -> None:
    """A guard's van: a lookout on the roof, and a platform with a railing at each end."""
    _draw_wheels(canvas)
    canvas.box(Frame(82, 160, 128, 184), fill, INK, 2.5, 3)
    canvas.box(Frame(76, 154, 134, 163), INK, round_by=4)
    canvas.box(Frame(30, 178, 180, 188), INK, round_by=5)
    canvas.box(Frame(50, 184, 160, _RAIL - 20), fill, INK, 2.5)
    for left in (62, 122):
        canvas.box(Frame(left, 196, left + 26, 218), mixed(PAPER, (255, 200, 60), 0.25), INK, 2, 3)
    canvas.box(Frame(97, 196, 113, _RAIL - 20), mixed(fill, INK, 0.4), INK, 2)
    for left in (34, 172):
        canvas.box(Frame(left, 206, left + 4, _RAIL - 20), INK)


_WAGONS: Mapping[str, Callable[[Canvas, Paint], None]] = {
    "R": _draw_coach,
    "B": _draw_coach,
    "G": _draw_flat,
    "Y": _draw_hopper,
    "O": _draw_boxcar,
    "P": _draw_van,
    "K": _draw_hopper,
    "W": _draw_tank,
}


@kept
def small_face(card: str, height: int) -> Image.Image:
    """A card's face at a height in pixels. It is shared: never draw on it."""
    image = face(card)
    wide = round(image.width * height / image.height)
    return image.resize((wide, height), Image.Resampling.LANCZOS, reducing_gap=2)


def lay_cards(picture: Image.Image, cards: str, frame: Frame) -> list[Frame]:
    """Draw cards side by side in the middle of a frame, as high as it is; in a narrow frame they overlap.

    Returns the frame of each card.
    """
    high = round(frame.height)
    wide = small_face(LOCOMOTIVE, high).width
    step = min(wide + 14.0, (frame.width - wide) / max(len(cards) - 1, 1))
    start = frame.centre.real - (step * (len(cards) - 1) + wide) / 2
    places = []
    for number, card in enumerate(cards):
        left = round(start + step * number)
        image = small_face(card, high)
        picture.paste(image, (left, round(frame.top)), image)
        places.append(Frame(left, frame.top, left + wide, frame.bottom))
    return places
