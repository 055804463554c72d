"""Free space for ornaments: water and land away from cars, names, cities and the panel."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy import ndimage

from render.draw.frame import Frame, dots
from render.draw.layout import HEIGHT, MAP, WIDTH, Layout
from tools.bake.arrays import Points
from tools.bake.warped_earth import Field

EDGE = 20
"""The width of the frame."""
DOT = 24
"""The radius of a city with a station."""


class FreeSpace:
    """What is still free on the map with all these layouts. `land` is the coverage of land."""

    def __init__(self, land: Field, *plans: Layout) -> None:
        self._taken = np.logical_or.reduce([_taken(plan) for plan in plans])
        self._land = land > 0.5

    def clearance(self, *, water: bool) -> Field:
        """The distance from each pixel of free water (or of anything free) to what is not free."""
        free = ~(self._taken | self._land) if water else ~self._taken
        return np.asarray(ndimage.distance_transform_edt(np.pad(free, 1))[1:-1, 1:-1], np.float32)

    def take(self, points: Iterable[complex], radius: float) -> None:
        """Mark discs around points as taken."""
        image = Image.fromarray(self._taken)
        draw = ImageDraw.Draw(image)
        for point in points:
            draw.ellipse(Frame.around(point, 2 * radius, 2 * radius).box, 1)
        self._taken = np.asarray(image).copy()


def widest(clearance: Field) -> tuple[complex, float]:
    """The middle and the radius of the largest free disc."""
    row, column = np.unravel_index(int(clearance.argmax()), clearance.shape)
    return complex(column, row), float(clearance[row, column])


def sampled(clearance: Field, points: Points) -> Field:
    """The clearance at points; 0 off the map."""
    column, row = np.round(points.real).astype(int), np.round(points.imag).astype(int)
    inside = (column >= 0) & (column < WIDTH) & (row >= 0) & (row < HEIGHT)
    return np.asarray(np.where(inside, clearance[row.clip(0, HEIGHT - 1), column.clip(0, WIDTH - 1)], 0))


def _taken(plan: Layout) -> NDArray[np.bool_]:
    """The pixels that the frame, cars, names, cities and the panel take."""
    image = Image.new("1", (WIDTH, HEIGHT), 1)
    draw = ImageDraw.Draw(image)
    inner = MAP.inset(EDGE)
    draw.rectangle(inner.box, 0)
    for row in plan.cars.values():
        for car in row:
            draw.polygon(dots(car.corners), 1, 1, 6)
    for frame in (*(label.frame for label in plan.labels.values()), plan.panel):
        draw.rectangle(frame.inset(-4).box, 1)
    for city in plan.cities.values():
        draw.ellipse(Frame.around(city, 2 * DOT, 2 * DOT).box, 1)
    return np.asarray(image).copy()
