"""The picture of a hand: a fan of cards by colour, on each colour how many there are."""

from cmath import rect
from collections.abc import Sequence
from functools import lru_cache
from math import degrees, pi, radians

from PIL import Image

from engine.cards import CARDS
from engine.view import View
from render.draw.backdrop import BAR_HEIGHT, backdrop, draw_bar
from render.draw.canvas import Canvas
from render.draw.captions import ENGLISH, Captions
from render.draw.card_faces import CORNER, FACE, FINE, INDEX, blank, face, paints
from render.draw.frame import Frame
from render.draw.png import png
from render.draw.text import fitted
from render.draw.theme import CREAM, INK, MIST, SHADOW, WHITE

WIDTH, HEIGHT = 1000, 540
PIVOT = 500 + 1428j
"""What the fan turns around."""
RADIUS = 1190.0
WIDEST, WIDEST_STEP = radians(32), radians(8.2)
"""The angle of the whole fan, and from card to card where few fan out."""
UNDER = 6 - 6j
"""How far each card of a stack looks out from under the next."""
HIGHEST_STACK = 4
"""So many cards show in a stack at most; the figure says how many there are."""
COUNT = INDEX + 78j
MARGIN = 20
"""Around a card, for what looks out from under it."""


def hand_png(view: View, captions: Captions = ENGLISH) -> bytes:
    """The cards that a seat holds, as a PNG file of 1000 x 540 pixels. For that player only."""
    picture = _empty().copy()
    stacks = [(card, count) for card, count in zip(CARDS, view.hand, strict=True) if count]
    if not stacks:
        _draw_nothing(picture, captions)
    for (card, count), angle in zip(stacks, _angles(len(stacks)), strict=True):
        middle = PIVOT + rect(RADIUS, angle - pi / 2)
        shade, stack = _shade(angle), _stack(card, count, angle)
        picture.paste(SHADOW, _corner(middle, shade), shade)
        picture.paste(stack, _corner(middle, stack), stack)
    sheet = Canvas.upon(picture)
    bar = Frame(0, HEIGHT - BAR_HEIGHT, WIDTH, HEIGHT)
    draw_bar(sheet, bar, captions.hand, " · ".join(_figures(view, captions)))
    return png(picture, paints())


@lru_cache(maxsize=1)
def _empty() -> Image.Image:
    """The stage. It is shared: copy it."""
    return backdrop(WIDTH, HEIGHT)


def _angles(stacks: int) -> Sequence[float]:
    """How far each stack leans, the middle of the fan upright."""
    step = min(WIDEST / max(stacks - 1, 1), WIDEST_STEP)
    return [(place - (stacks - 1) / 2) * step for place in range(stacks)]


def _corner(middle: complex, image: Image.Image) -> tuple[int, int]:
    """Where an image lies that has its middle there."""
    at = middle - complex(*image.size) / 2
    return round(at.real), round(at.imag)


@lru_cache(maxsize=18)
def _stack(card: str, count: int, angle: float) -> Image.Image:
    """Cards of one kind, leaning: edges of those below, a face, and the count."""
    corner = complex(MARGIN, MARGIN)
    sheet = Canvas(FACE.right + 2 * MARGIN, FACE.bottom + 2 * MARGIN, None, FINE)
    for lower in range(min(count, HIGHEST_STACK) - 1, 0, -1):
        sheet.lay(blank(), corner + lower * complex(-UNDER.real, UNDER.imag))
    sheet.lay(face(card), corner)
    size = 60 if count < 10 else 48
    sheet.text(corner + COUNT, str(count), size, WHITE, display=True, halo=4, halo_fill=INK)
    return sheet.image.rotate(-degrees(angle), Image.Resampling.BILINEAR, expand=True).reduce(FINE)


@lru_cache(maxsize=18)
def _shade(angle: float) -> Image.Image:
    """How dark the shadow of a leaning card is: 0 to 255."""
    return _soft().rotate(-degrees(angle), Image.Resampling.BILINEAR, expand=True)


@lru_cache(maxsize=1)
def _soft() -> Image.Image:
    """The shadow of a card that stands upright."""
    reach = 2 * MARGIN
    sheet = Canvas(FACE.right + 2 * reach, FACE.bottom + 2 * reach, (0, 0, 0), 1)
    sheet.box(Frame(reach, reach, FACE.right + reach, FACE.bottom + reach), WHITE, round_by=CORNER + 2)
    sheet.blur(6)
    return sheet.finished().convert("L")


def _draw_nothing(picture: Image.Image, captions: Captions) -> None:
    """Where no card is, the outline of one."""
    sheet = Canvas(FACE.width, FACE.height, None, 4)
    sheet.box(FACE, None, MIST, 3, CORNER)
    sheet.text(FACE.centre, fitted(captions.no_cards, 36, FACE.width - 20), 36, CREAM)
    at = (complex(WIDTH, HEIGHT - BAR_HEIGHT) - complex(FACE.right, FACE.bottom)) / 2
    Canvas.upon(picture).lay(sheet.finished(), at)


def _figures(view: View, captions: Captions) -> list[str]:
    """What a player counts before a turn: cards, trains and stations."""
    figures = [captions.cards.format(number=sum(view.hand))]
    if view.seat is not None:
        table = view.table
        figures.append(captions.trains.format(number=table.trains[view.seat]))
        if table.rules.stations:
            left = table.rules.stations - len(table.stations[view.seat])
            figures.append(captions.stations.format(number=left))
    return figures
