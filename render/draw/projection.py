"""Where cities lie on the map: Lambert's conformal conic projection of their latitude and longitude.

A point is a complex number here and throughout the layout: `x + 1j * y`, in pixels, y growing downwards.
"""

from cmath import rect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, log, pi, radians, sin, tan

from engine.board import City

NORTHMOST = 89.0
FLATTEST = 1e-6
STRETCH = 1.3
"""How much one axis may be stretched more than the other to fill the map."""


@dataclass(frozen=True, slots=True)
class Frame:
    """An upright rectangle of the picture, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From the left edge to the right one."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From the top edge to the bottom one."""
        return self.bottom - self.top

    @property
    def centre(self) -> complex:
        """The point in the middle."""
        return complex(self.left + self.right, self.top + self.bottom) / 2

    def inset(self, margin: float) -> "Frame":
        """The frame, smaller by `margin` on every side."""
        return Frame(self.left + margin, self.top + margin, self.right - margin, self.bottom - margin)

    def holds(self, point: complex) -> bool:
        """Whether a point lies inside."""
        return self.left <= point.real <= self.right and self.top <= point.imag <= self.bottom

    def nearest(self, point: complex) -> complex:
        """The point of the frame that is nearest to this one."""
        x = min(max(point.real, self.left), self.right)
        return complex(x, min(max(point.imag, self.top), self.bottom))


@dataclass(frozen=True, slots=True)
class Cone:
    """A projection: which cone is laid over the Earth, and which meridian runs upright. Angles in radians."""

    first: float
    second: float
    meridian: float

    @property
    def _narrowing(self) -> float:
        """By how much meridians come together: 1 at a pole, never quite 0, as they do not at the equator."""
        if abs(self.first - self.second) < 1e-6:
            narrowing = sin(self.first)
        else:
            scale = log(cos(self.first) / cos(self.second))
            narrowing = scale / log(tan(pi / 4 + self.second / 2) / tan(pi / 4 + self.first / 2))
        return narrowing if abs(narrowing) > FLATTEST else FLATTEST

    def project(self, latitude: float, longitude: float) -> complex:
        """Where a place lies, in radii of the Earth, y growing southwards."""
        n = self._narrowing
        scale = cos(self.first) * tan(pi / 4 + self.first / 2) ** n / n
        radius = scale / tan(pi / 4 + radians(min(max(latitude, -NORTHMOST), NORTHMOST)) / 2) ** n
        return 1j * rect(radius, -n * (radians(longitude) - self.meridian))


def cone_for(cities: Sequence[City]) -> Cone:
    """The cone that distorts these cities little: its parallels lie a sixth within their latitudes."""
    south, north = _ends([city.latitude for city in cities])
    west, east = _ends([city.longitude for city in cities])
    inwards = (north - south) / 6
    first, second = (
        min(max(parallel, -NORTHMOST), NORTHMOST) for parallel in (south + inwards, north - inwards)
    )
    return Cone(radians(first), radians(second), radians((west + east) / 2))


@dataclass(frozen=True, slots=True)
class MapProjection:
    """A projection fitted into a frame: `middle` of what the cone projects lies in the frame's `centre`."""

    cone: Cone
    middle: complex
    centre: complex
    across: float
    down: float
    """Pixels to a radius of the Earth, from west to east and from north to south."""

    def point(self, latitude: float, longitude: float) -> complex:
        """Where a place of the Earth lies, in pixels."""
        offset = self.cone.project(latitude, longitude) - self.middle
        return self.centre + complex(offset.real * self.across, offset.imag * self.down)


def projection_for(cities: Sequence[City], frame: Frame) -> MapProjection:
    """The chart on which these cities fill a frame."""
    cone = cone_for(cities)
    points = [cone.project(city.latitude, city.longitude) for city in cities]
    west, east = _ends([point.real for point in points])
    north, south = _ends([point.imag for point in points])
    across, down = frame.width / (east - west or 1), frame.height / (south - north or 1)
    across, down = min(across, down * STRETCH), min(down, across * STRETCH)
    return MapProjection(cone, complex(west + east, north + south) / 2, frame.centre, across, down)


def projected(cities: Sequence[City], frame: Frame) -> Mapping[str, complex]:
    """Every city's point by its id: projected, then scaled to fill the frame."""
    chart = projection_for(cities, frame)
    return {city.id: chart.point(city.latitude, city.longitude) for city in cities}


def _ends(numbers: Sequence[float]) -> tuple[float, float]:
    return min(numbers), max(numbers)
