"""A canvas in bands: drawn on a picture exactly as one that covers all of it."""

from random import Random

import pytest
from PIL import Image

from render.draw.canvas import BAND, REACH, Canvas, draw_over
from render.draw.frame import Frame

WIDTH, HEIGHT = 300, 2 * BAND + 100
INK, GOLD = (20, 20, 30), (230, 180, 60)


@pytest.mark.parametrize("number", range(8))
def test_what_is_drawn_in_bands_is_what_a_whole_canvas_shows(number: int) -> None:
    banded, whole = (Image.new("RGB", (WIDTH, HEIGHT), (120, 160, 90)) for _ in range(2))
    draw_over(banded, Frame(0, 0, WIDTH, HEIGHT), lambda canvas: _draw(canvas, number))
    canvas = Canvas(WIDTH, HEIGHT, None)
    _draw(canvas, number)
    drawn = canvas.finished()
    whole.paste(drawn, (0, 0), drawn)
    assert banded.tobytes() == whole.tobytes()


def test_no_band_takes_the_memory_of_a_whole_canvas() -> None:
    sizes: list[tuple[int, int]] = []
    draw_over(
        Image.new("RGB", (WIDTH, HEIGHT)),
        Frame(0, 0, WIDTH, HEIGHT),
        lambda canvas: sizes.append(canvas.image.size),
    )
    assert set(sizes) == {(2 * WIDTH, 2 * (BAND + 2 * REACH))}


def _draw(canvas: Canvas, number: int) -> None:
    """Draw shapes in random places, many of them across the edges of bands."""
    chance = Random(number)
    for _ in range(40):
        edge = chance.choice((BAND, 2 * BAND))
        at = complex(chance.uniform(30, WIDTH - 30), edge + chance.uniform(-40, 40))
        canvas.disc(at, 19, GOLD, INK, 2)
        canvas.line([at, at + complex(chance.uniform(-9, 9), chance.uniform(-9, 9))], INK, 8.5)
        canvas.polygon([at + 20 * corner for corner in (1, 1j, -1, -1j)], GOLD, INK)
        canvas.box(Frame(at.real, at.imag, at.real, at.imag).inset(-15), INK, round_by=6)
        canvas.text(at - 0.5j, str(chance.randrange(30)), 26, GOLD)
