"""Animated GIF files: every frame can be read back pixel by pixel, and holds only what changed."""

from collections.abc import Sequence
from random import Random

from PIL import Image

from render.draw.gif import TRANSPARENT, gif
from tests.pictures import frames

PAINTS = bytes(value for paint in range(255) for value in (paint, 255 - paint, paint * 7 % 256))


def noise(seed: int, size: tuple[int, int] = (37, 23)) -> Image.Image:
    """A picture in which all neighbouring pixels differ."""
    chance = Random(seed)
    return Image.frombytes("L", size, bytes(chance.randrange(TRANSPARENT) for _ in range(size[0] * size[1])))


def dotted(image: Image.Image, *dots: tuple[int, int]) -> Image.Image:
    """The same picture with another paint at some points."""
    other = image.copy()
    for dot in dots:
        paint = image.getpixel(dot)
        assert isinstance(paint, int)
        other.putpixel(dot, (paint + 100) % TRANSPARENT)
    return other


def painted(image: Image.Image) -> bytes:
    shown = Image.frombytes("P", image.size, image.tobytes())
    shown.putpalette(PAINTS)
    return shown.convert("RGB").tobytes()


def film(*images: Image.Image, hundredths: int = 50) -> bytes:
    return gif([(image, hundredths) for image in images], PAINTS)


def changing() -> Sequence[Image.Image]:
    first = noise(1)
    second = dotted(first, (0, 0), (36, 22))
    third = dotted(second, (5, 7))
    return first, second, third, noise(2), first


def test_every_pixel_of_every_frame_is_read_back() -> None:
    images = changing()
    assert [pixels.tobytes() for pixels, _ in frames(film(*images))] == [painted(image) for image in images]


def test_each_frame_is_shown_for_its_time() -> None:
    first, second, third, *_ = changing()
    file = gif([(first, 10), (second, 25), (third, 400)], PAINTS)
    assert [lasting for _, lasting in frames(file)] == [100, 250, 4000]


def test_a_repeated_frame_extends_the_one_before_it() -> None:
    first, second, *_ = changing()
    file = film(first, first, second, second, second)
    assert [lasting for _, lasting in frames(file)] == [1000, 1500]


def test_a_small_change_takes_few_bytes() -> None:
    first = noise(3, (400, 300))
    alone = len(film(first))
    assert len(film(first, dotted(first, (200, 150)))) - alone < 60
    corners = dotted(first, (0, 0), (399, 299))
    assert len(film(first, corners)) - alone < 0.05 * alone
