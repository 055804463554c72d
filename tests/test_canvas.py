"""A canvas for a part of a picture: drawn on it exactly as one that covers all of it."""

from random import Random

import pytest
from PIL import Image

from render.draw.canvas import FINE, Canvas
from render.draw.frame import Frame

WIDTH, HEIGHT = 300, 420
WHOLE = Frame(0, 0, WIDTH, HEIGHT)
PART = Frame(41, 60, 250, HEIGHT - 30)
INK, GOLD = (20, 20, 30), (230, 180, 60)


@pytest.mark.parametrize("number", range(8))
def test_what_is_drawn_on_a_part_is_what_a_whole_canvas_shows(number: int) -> None:
    pictures = [_noise(), _noise()]
    for picture, frame in zip(pictures, (PART, WHOLE), strict=True):
        with Canvas.part(picture, frame) as canvas:
            _draw(canvas, number)
    assert pictures[0].tobytes() == pictures[1].tobytes() != _noise().tobytes()


def test_a_part_leaves_the_pixels_on_which_nothing_is_drawn() -> None:
    picture = _noise()
    with Canvas.part(picture, PART):
        pass
    assert picture.tobytes() == _noise().tobytes()


def test_a_part_takes_no_more_memory_than_its_frame() -> None:
    with Canvas.part(_noise(), PART) as canvas:
        assert canvas.image.size == (FINE * (PART.width + 2), FINE * (PART.height + 2))


def test_a_part_may_reach_over_the_edges_of_its_picture() -> None:
    picture, all_over = _noise(), WHOLE.inset(-20.5)
    with Canvas.part(picture, all_over) as canvas:
        canvas.box(all_over, GOLD)
    assert picture.getcolors() == [(WIDTH * HEIGHT, GOLD)]


def test_letters_of_a_part_lie_on_its_shapes() -> None:
    picture = Image.new("RGB", (WIDTH, HEIGHT), GOLD)
    with Canvas.part(picture, PART) as canvas:
        canvas.text(PART.centre, "I", 90, INK)
        canvas.box(PART, (255, 255, 255))
    assert picture.getpixel((round(PART.centre.real), round(PART.centre.imag))) == INK


def _noise() -> Image.Image:
    return Image.frombytes("RGB", (WIDTH, HEIGHT), Random(1).randbytes(3 * WIDTH * HEIGHT))


def _draw(canvas: Canvas, number: int) -> None:
    """Draw shapes in random places."""
    chance = Random(number)
    for _ in range(40):
        at = complex(chance.uniform(PART.left + 30, PART.right - 30), 220 + chance.uniform(-40, 40))
        canvas.disc(at, 19, GOLD, INK, 2)
        canvas.line([at, at + complex(chance.uniform(-9, 9), chance.uniform(-9, 9))], INK, 8.5)
        canvas.polygon([at + 20 * corner for corner in (1, 1j, -1, -1j)], GOLD, INK)
        canvas.box(Frame(at.real, at.imag, at.real, at.imag).inset(-15), INK, round_by=6)
