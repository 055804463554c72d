"""The background of hands, tickets and scores: a dark backdrop with rays of light, and a bar of text."""

from cmath import rect
from math import pi

from PIL import Image, ImageDraw

from render.draw.canvas import FINE, Canvas
from render.draw.frame import Frame, dots
from render.draw.image_cache import kept
from render.draw.png import indexed
from render.draw.text import ELLIPSIS, fitted, printable, width
from render.draw.theme import CREAM, GOLD, MIST, NIGHT, Paint, mixed

RAYS = 20
BAR_HEIGHT = 58
BAR_TEXT = 32
LIGHT = mixed(NIGHT, MIST, 0.09)
BAR: Paint = mixed(NIGHT, (0, 0, 0), 0.35)


def backdrop(wide: int, high: int, box: tuple[int, int, int, int] | None = None) -> Image.Image:
    """A new picture of an empty backdrop of this size in pixels, or of a part of it."""
    rays = _rays(wide, high).crop(box)
    rays.putpalette(_means())
    return rays.convert("RGB")


def indexed_backdrop(wide: int, high: int, paints: bytes) -> Image.Image:
    """An empty backdrop in palette indices: the nearest of 256 paints for each pixel."""
    nearest = indexed(Image.frombytes("RGB", (256, 1), _means()), paints)
    picture = _rays(wide, high).point(list(nearest.tobytes()))
    picture.putpalette(paints)
    return picture


@kept
def _rays(wide: int, high: int) -> Image.Image:
    """The strength of the light on a backdrop."""
    light = Image.new("L", (wide * FINE, high * FINE))
    source, far = complex(wide / 2, high * 1.25), wide / 2 + high * 1.5
    for ray in range(RAYS):
        left, right = (rect(far, pi + pi * (ray + side) / RAYS) for side in (0.25, 0.75))
        ImageDraw.Draw(light).polygon(dots((source, source + left, source + right), FINE), 255)
    return light.reduce(FINE)


def _means() -> bytes:
    """The paint of a pixel by its lightness, 0 to 255: the mean of its four dots."""
    return bytes(
        (dark * (4 - lit) + bright * lit + 2) // 4
        for lit in (round(4 * strength / 255) for strength in range(256))
        for dark, bright in zip(NIGHT, LIGHT, strict=True)
    )


def draw_bar(canvas: Canvas, frame: Frame, left: str, right: str = "") -> None:
    """Draw the bar at the foot of a picture, with a text at its left and one at its right end."""
    canvas.box(frame, BAR)
    canvas.line([complex(frame.left, frame.top), complex(frame.right, frame.top)], GOLD, 3)
    middle, room = frame.centre.imag + 1, frame.width - 48
    shown = fitted(right, BAR_TEXT, room * 0.7) if right else ""
    canvas.text(complex(frame.right - 24, middle), shown, BAR_TEXT, MIST, anchor="rm")
    room -= width(shown, BAR_TEXT) + 24 if shown else 0
    canvas.text(complex(frame.left + 24, middle), fitted(left, BAR_TEXT, room), BAR_TEXT, CREAM, anchor="lm")


def draw_heading(
    canvas: Canvas, at: complex, words: str, size: int, room: float, fill: Paint, anchor: str = "lm"
) -> None:
    """Draw a line in display letters, smaller in a narrow room and cut if that is not enough."""
    text, least = printable(words), round(size * 0.6)
    while size > least and width(text, size, display=True) > room:
        size -= 1
    if width(text, size, display=True) > room:
        while text and width(text + ELLIPSIS, size, display=True) > room:
            text = text[:-1].rstrip()
        text += ELLIPSIS
    canvas.text(at, text, size, fill, anchor=anchor, display=True)
