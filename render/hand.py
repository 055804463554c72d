"""The picture of a hand: a fan of cards by colour, with the number of cards on each colour."""

from cmath import rect
from math import ceil, cos, degrees, pi, radians, sin

from PIL import Image

from engine.cards import CARDS
from engine.view import View
from render.draw.backdrop import BAR_HEIGHT, backdrop, draw_bar
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.card_faces import CORNER, FACE, FINE, INDEX, blank, face, paints
from render.draw.frame import Frame
from render.draw.image_cache import kept
from render.draw.png import png
from render.draw.text import fitted
from render.draw.theme import CREAM, INK, MIST, SHADOW, WHITE

WIDTH, HEIGHT = 1000, 540
PIVOT = 500 + 1428j
"""The centre of the fan's circle."""
RADIUS = 1190.0
WIDEST, WIDEST_STEP = radians(32), radians(8.2)
"""The largest angle of the whole fan, and of one step between stacks."""
UNDER = -6 - 6j
"""Where each card of an upright stack lies, seen from the one above it."""
HIGHEST_STACK = 4
"""The most cards drawn in a stack; the figure says how many there are."""
COUNT = INDEX + 78j
NUMBER = Frame(0, 0, 110, 100)
"""The room for the count."""
SHADE = 40
"""Room around a card for its shadow, which is soft."""

_SMOOTH = Image.Resampling.BILINEAR


def hand_png(view: View, captions: Captions = ENGLISH) -> bytes:
    """The cards that a seat holds, as a PNG file of 1000 x 540 pixels. For that player only."""
    picture = backdrop(WIDTH, HEIGHT)
    stacks = [(card, count) for card, count in zip(CARDS, view.hand, strict=True) if count]
    if not stacks:
        _draw_nothing(picture, captions)
    step = min(WIDEST / max(len(stacks) - 1, 1), WIDEST_STEP)
    for place, (card, count) in enumerate(stacks):
        angle = (place - (len(stacks) - 1) / 2) * step  # the middle of the fan is upright
        middle = PIVOT + rect(RADIUS, angle - pi / 2)
        shade = _shade(angle)
        picture.paste(SHADOW, _corner(middle, shade), shade)
        _put_stack(picture, middle, card, count, angle)
    figures = [captions.cards.format(number=sum(view.hand))]
    if view.seat is not None:
        table = view.table
        figures.append(captions.trains.format(number=table.trains[view.seat]))
        if table.rules.stations:
            left = table.rules.stations - len(table.stations[view.seat])
            figures.append(captions.stations.format(number=left))
    bar = Frame(0, HEIGHT - BAR_HEIGHT, WIDTH, HEIGHT)
    draw_bar(Canvas.upon(picture), bar, captions.hand, " · ".join(figures))
    return png(picture, paints())


def _corner(middle: complex, image: Image.Image) -> tuple[int, int]:
    """Where to paste an image so that its middle is at this point."""
    at = middle - complex(*image.size) / 2
    return round(at.real), round(at.imag)


def _put_stack(picture: Image.Image, middle: complex, card: str, count: int, angle: float) -> None:
    """Draw cards of one kind at an angle: the edges of lower cards, a face, and the count.

    Each part is rotated by itself and kept, because rotating takes most of the time of the picture.
    """
    lower = range(min(count, HIGHEST_STACK) - 1, 0, -1)
    parts = [(_card("", angle), place * UNDER) for place in lower]
    parts += [(_card(card, angle), 0j), (_number(count, angle), COUNT - FACE.centre)]
    for part, aside in parts:
        picture.paste(part, _corner(middle + aside * rect(1, angle), part), part)


@kept
def _card(card: str, angle: float) -> Image.Image:
    """A card at an angle: its face, or without a letter one of which only the edge is seen."""
    return _rotated(face(card) if card else blank(), angle)


@kept
def _number(count: int, angle: float) -> Image.Image:
    """The number of cards at an angle."""
    sheet = Canvas(NUMBER.width, NUMBER.height, None, FINE)
    size = 60 if count < 10 else 48
    sheet.text(NUMBER.centre, str(count), size, WHITE, display=True, halo=4, halo_fill=INK)
    return _rotated(sheet.image, angle)


def _rotated(upright: Image.Image, angle: float) -> Image.Image:
    """An image of FINE dots a pixel rotated, in pixels: the mean of two samples each, for smooth edges."""
    upright = upright.convert("RGBa")  # premultiplied: Pillow would do that, and undo it, in each step
    if not angle:
        return upright.reduce(FINE).convert("RGBA")
    turn, middle = rect(FINE, angle), complex(*upright.size) / 2
    wide, high = upright.width / FINE, upright.height / FINE
    across, down = abs(cos(angle)), abs(sin(angle))
    size = ceil(wide * across + high * down), ceil(wide * down + high * across)
    one, other = (
        upright.transform(size, Image.Transform.AFFINE, _source(turn, middle + aside, size), _SMOOTH)
        for aside in (0.35 + 0.35j, -0.35 - 0.35j)
    )
    return Image.blend(one, other, 0.5).convert("RGBA")


def _source(turn: complex, middle: complex, size: tuple[int, int]) -> tuple[float, ...]:
    """Pillow's matrix: which dot of the upright image each pixel of the rotated one shows."""
    corner = middle - turn.conjugate() * complex(*size) / 2
    return turn.real, turn.imag, corner.real, -turn.imag, turn.real, corner.imag


@kept
def _shade(angle: float) -> Image.Image:
    """The strength of the shadow of a card at this angle: 0 to 255."""
    return _soft().rotate(-degrees(angle), Image.Resampling.BILINEAR, expand=True)


@kept
def _soft() -> Image.Image:
    """The shadow of an upright card."""
    sheet = Canvas(FACE.right + 2 * SHADE, FACE.bottom + 2 * SHADE, (0, 0, 0), 1)
    sheet.box(Frame(SHADE, SHADE, FACE.right + SHADE, FACE.bottom + SHADE), WHITE, round_by=CORNER + 2)
    sheet.blur(6)
    return sheet.finished().convert("L")


def _draw_nothing(picture: Image.Image, captions: Captions) -> None:
    """Draw the outline of a card where there is none."""
    sheet = Canvas(FACE.width, FACE.height, None, 4)
    sheet.box(FACE, None, MIST, 3, CORNER)
    sheet.text(FACE.centre, fitted(captions.no_cards, 36, FACE.width - 20), 36, CREAM)
    at = (complex(WIDTH, HEIGHT - BAR_HEIGHT) - complex(FACE.right, FACE.bottom)) / 2
    Canvas.upon(picture).lay(sheet.finished(), at)
