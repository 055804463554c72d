"""Pictures that step back: with less colour, under a veil."""

from PIL import Image

from render.draw.theme import Paint

BRIGHTNESS = (0.299, 0.587, 0.114)
"""What red, green and blue have of the brightness of a paint."""


def veiled(picture: Image.Image, color: float, veil: Paint, thickness: float) -> Image.Image:
    """An RGB picture that has kept this share of its colour and lies under a veil of this share; 0 to 1."""
    matrix: list[float] = []
    for own, paint in enumerate(veil):
        shares = [(1 - color) * gray + color * (place == own) for place, gray in enumerate(BRIGHTNESS)]
        matrix += [*((1 - thickness) * share for share in shares), thickness * paint]
    # One pass, in which other threads have their turn.
    return picture.convert("RGB", tuple(matrix))
