"""Dimmed pictures: with less colour and under a tint, so that what is drawn on them stands out."""

from PIL import Image

from render.draw.theme import NIGHT, Paint

MAP_COLOR, MAP_TINT = 0.6, 0.24
"""The share of its colour that a dimmed map keeps, and the strength of its tint."""
LUMINANCE = (0.299, 0.587, 0.114)
"""The shares of red, green and blue in the brightness of a paint."""


def dimmed(picture: Image.Image) -> Image.Image:
    """A map, or a sprite of one, dimmed (RGB)."""
    return dim(picture, MAP_COLOR, NIGHT, MAP_TINT)


def dimmed_paint(paint: Paint) -> Paint:
    """A paint as it is on a dimmed map."""
    red, green, blue = dimmed(Image.new("RGB", (1, 1), paint)).tobytes()
    return red, green, blue


def dim(picture: Image.Image, color: float, tint: Paint, strength: float) -> Image.Image:
    """An RGB picture with this share of its colour, mixed with a tint of this strength; both 0 to 1."""
    matrix: list[float] = []
    for own, paint in enumerate(tint):
        shares = [(1 - color) * gray + color * (place == own) for place, gray in enumerate(LUMINANCE)]
        matrix += [*((1 - strength) * share for share in shares), strength * paint]
    # One call that releases the GIL, so that other threads can run.
    return picture.convert("RGB", tuple(matrix))
