"""The cache of images: bounded by their bytes, and what it returns is what was made."""

from PIL import Image

from render.draw.image_cache import ImageCache
from render.draw.sprites import Sprite

PLAIN = 4 * 200 * 200
"""Bytes of a picture in colour, which is kept deflated if it is of one colour."""


def test_an_image_is_made_once_and_the_same_each_time() -> None:
    cache, made = ImageCache(1 << 20), list[int]()

    @cache.kept
    def noise(seed: int) -> Image.Image:
        made.append(seed)
        return Image.effect_noise((300, 300), 50 + seed)

    assert noise(1).tobytes() == noise(1).tobytes()
    assert noise(2).tobytes() != noise(1).tobytes()
    assert made == [1, 2]


def test_what_was_used_least_recently_goes_first() -> None:
    cache, made = ImageCache(3000), list[str]()

    @cache.kept
    def sprite(name: str, *, size: int = 1000) -> Sprite:
        made.append(name)
        return Sprite(Image.new("L", (size, 1)), 0, 0)

    for name in "abcad":
        sprite(name)
    assert cache.size == 3000
    sprite("a")
    assert made == ["a", "b", "c", "d"]
    sprite("b")
    assert made[-1] == "b"
    sprite("large", size=9000)
    assert cache.size == 9000


def test_a_large_image_of_few_colours_takes_little_room() -> None:
    cache = ImageCache(1 << 20)

    @cache.kept
    def card(paint: str) -> Image.Image:
        image = Image.new("RGBA", (200, 200), paint)
        image.putpixel((3, 4), (1, 2, 3, 4))
        return image

    first = card("red")
    assert cache.size < PLAIN // 10
    assert card("red").tobytes() == first.tobytes()
    assert card("red").getpixel((3, 4)) == (1, 2, 3, 4)
