"""Ornaments of the map: the frame, and a compass rose and a steamer where there is room."""

from cmath import rect
from collections.abc import Sequence
from math import pi, radians, tau

from PIL import Image

from render.draw.canvas import Canvas, scaled
from render.draw.frame import Frame
from render.draw.layout import HEIGHT, MAP, WIDTH
from render.draw.theme import CREAM, Paint, paint
from tools.bake.free_space import FreeSpace, widest

FINE = 4
WOOD, IVORY = paint("#3a281a"), paint("#f3e6c8")
DEEP, PALE, FUNNEL = paint("#22414c"), paint("#f6ecd0"), paint("#b03c2c")
FRAME = 11
TICKS = (40, 27)
"""The number of light fields along the frame, across and down; there are as many dark ones."""
COMPASS, LEAST_COMPASS = 62.0, 34.0
"""The radius of a compass rose, and the least radius."""
SHARE = 0.88
"""The opacity of an ornament."""
STEAMER = 46.0
"""Half the room that a steamer needs."""


def draw_frame(picture: Image.Image) -> None:
    """Draw the frame on the picture: wood with ivory fields between two lines."""
    canvas = Canvas.upon(picture)
    for margin, thick, color in ((0, FRAME, WOOD), (FRAME, 2, IVORY), (FRAME + 3, 1, WOOD)):
        canvas.box(_pixels(MAP.inset(margin)), rim=color, thick=thick)
    for field in _fields():
        canvas.box(_pixels(field), IVORY)


def _fields() -> list[Frame]:
    """The light fields of the frame, with a dark end at each side."""
    across, down = ((length - 2 * FRAME) / (2 * count) for length, count in zip(_size(), TICKS, strict=True))
    thin, thick = 3, FRAME - 4
    fields = []
    for number in range(TICKS[0]):
        left = FRAME + (2 * number + 0.5) * across
        fields += [Frame(left, top + thin, left + across, top + thick) for top in (0, HEIGHT - FRAME)]
    for number in range(TICKS[1]):
        top = FRAME + (2 * number + 0.5) * down
        fields += [Frame(left + thin, top, left + thick, top + down) for left in (0, WIDTH - FRAME)]
    return fields


def _size() -> tuple[int, int]:
    return WIDTH, HEIGHT


def _pixels(frame: Frame) -> Frame:
    """A frame that includes its right and bottom pixels, as Pillow counts."""
    return Frame(frame.left, frame.top, frame.right - 1, frame.bottom - 1)


def draw_compass(picture: Image.Image, room: FreeSpace) -> None:
    """Draw a compass rose in the widest free water, or on land if there is none."""
    for water in (True, False):
        middle, free = widest(room.clearance(water=water))
        radius = min(COMPASS, 0.8 * free)
        if radius >= LEAST_COMPASS:
            _lay(picture, _rose(radius), middle)
            room.take([middle], 1.3 * radius)
            return


def _rose(radius: float) -> Canvas:
    """A compass rose: rings with degrees, sixteen points, and an N."""
    canvas = Canvas(2.8 * radius, 2.8 * radius, None, FINE)
    middle = complex(1.4, 1.4) * radius
    for share, thick in ((1.0, 1.4), (0.93, 0.8), (0.5, 0.8)):
        _ring(canvas, middle, share * radius, thick)
    for degrees in range(0, 360, 5):
        ray = rect(radius, radians(degrees))
        canvas.line([middle + 0.93 * ray, middle + ray], DEEP, 1.4 if degrees % 45 == 0 else 0.7)
    for count, start, length, waist in ((8, 0.5, 0.5, 0.11), (4, 0.5, 0.74, 0.14), (4, 0.0, 1.12, 0.16)):
        for number in range(count):
            _point(
                canvas, middle, rect(radius, tau * (number + start) / count - pi / 2), length, waist, count
            )
    canvas.text(middle - 1.25j * radius, "N", round(0.26 * radius), DEEP, display=True)
    return canvas


def _ring(canvas: Canvas, middle: complex, radius: float, thick: float) -> None:
    around = [middle + rect(radius, tau * step / 180) for step in range(180)]
    canvas.polygon(around, None, DEEP, thick)


def _point(canvas: Canvas, middle: complex, ray: complex, length: float, waist: float, count: int) -> None:
    """One point of the rose: its left half dark, its right half light."""
    turn = rect(1, pi / max(count, 4))
    tip, left, right = middle + length * ray, middle + waist * ray / turn, middle + waist * ray * turn
    canvas.polygon([middle, tip, left], DEEP)
    canvas.polygon([middle, tip, right], PALE, DEEP, 0.5)


def draw_steamer(picture: Image.Image, room: FreeSpace) -> None:
    """Draw a steamer in free water if there is enough."""
    middle, free = widest(room.clearance(water=True))
    if free >= 0.8 * STEAMER:
        _lay(picture, _steamer(), middle)
        room.take([middle], 1.2 * STEAMER)


def _steamer() -> Canvas:
    """A steamer that faces right, 104 pixels long and 76 high with its smoke."""
    canvas = Canvas(116, 84, None, FINE)
    smoke = ((56, 26, 4.5), (49, 20, 6.5), (38, 14, 8.5), (24, 11, 10.0))
    for x, y, size in smoke:
        canvas.disc(complex(x, y), size, CREAM)
    for mast, foot in ((30, 56), (90, 54)):
        canvas.line([complex(mast, foot), complex(mast, 27)], DEEP, 1.3)
    canvas.line([30 + 28j, 51 + 36j], DEEP, 0.7)
    canvas.line([90 + 28j, 68 + 36j], DEEP, 0.7)
    for left in (50, 64):
        funnel = [left + 47j, left + 1 + 33j, left + 8 + 33j, left + 8 + 47j]
        canvas.polygon(funnel, FUNNEL, DEEP, 0.6)
        canvas.polygon([left + 1 + 33j, left + 8 + 33j, left + 8 + 36j, left + 1 + 36j], DEEP)
    canvas.box(Frame(34, 46, 86, 56), PALE, DEEP, 1)
    for x in range(39, 84, 6):
        canvas.disc(complex(x, 51), 1.5, DEEP)
    canvas.polygon([10 + 55j, 108 + 51j, 98 + 68j, 22 + 68j], DEEP)
    canvas.line([14 + 58.5j, 104 + 55j], PALE, 1.5)
    _waves(canvas, DEEP, ((4, 36, 71), (32, 84, 73), (74, 112, 70)))
    return canvas


def _waves(canvas: Canvas, color: Paint, waves: Sequence[tuple[int, int, int]]) -> None:
    """Wavelets from x to x at a height."""
    for left, right, y in waves:
        shares = [step / 12 for step in range(13)]
        arch = [complex(left + (right - left) * t, y + 12 * t * (1 - t)) for t in shares]
        canvas.line(arch, color, 1.0)


def _lay(picture: Image.Image, canvas: Canvas, middle: complex) -> None:
    """Paste an ornament, slightly transparent, on the picture."""
    sheet = canvas.finished()
    strength = scaled(sheet.getchannel("A"), SHARE)
    corner = middle - complex(sheet.width, sheet.height) / 2
    picture.paste(sheet.convert("RGB"), (round(corner.real), round(corner.imag)), strength)
