"""A canvas for a part of a picture: drawn on it exactly as one that covers all of it."""

from random import Random

import pytest
from PIL import Image

from render.draw.canvas import TILE, Canvas
from render.draw.frame import Frame

WIDTH, HEIGHT = 300, 2 * TILE + 100
PART = Frame(41, 60, 250, HEIGHT - 30)
INK, GOLD = (20, 20, 30), (230, 180, 60)


@pytest.mark.parametrize("number", range(8))
def test_what_is_drawn_on_a_part_is_what_a_whole_canvas_shows(number: int) -> None:
    parted, whole = (Image.new("RGB", (WIDTH, HEIGHT), (120, 160, 90)) for _ in range(2))
    part = Canvas.part(PART)
    _draw(part, number)
    part.put(parted)
    canvas = Canvas(WIDTH, HEIGHT, None)
    _draw(canvas, number)
    drawn = canvas.finished()
    whole.paste(drawn, (0, 0), drawn)
    assert parted.tobytes() == whole.tobytes()


def test_a_part_takes_no_more_memory_than_its_frame() -> None:
    wide, high = Canvas.part(PART).image.size
    assert (wide, high) == (2 * (PART.width + 2), 2 * (PART.height + 2))


def test_letters_of_a_part_lie_on_its_shapes() -> None:
    picture = Image.new("RGB", (WIDTH, HEIGHT), GOLD)
    part = Canvas.part(PART)
    part.text(PART.centre, "I", 90, INK)
    part.box(PART, (255, 255, 255))
    part.put(picture)
    assert picture.getpixel((round(PART.centre.real), round(PART.centre.imag))) == INK


def _draw(canvas: Canvas, number: int) -> None:
    """Draw shapes in random places, many of them across the edges of tiles."""
    chance = Random(number)
    for _ in range(40):
        at = complex(chance.uniform(PART.left + 30, PART.right - 30), 60 + TILE + chance.uniform(-40, 40))
        canvas.disc(at, 19, GOLD, INK, 2)
        canvas.line([at, at + complex(chance.uniform(-9, 9), chance.uniform(-9, 9))], INK, 8.5)
        canvas.polygon([at + 20 * corner for corner in (1, 1j, -1, -1j)], GOLD, INK)
        canvas.box(Frame(at.real, at.imag, at.real, at.imag).inset(-15), INK, round_by=6)
