"""Where cities lie on the map: Lambert's conformal conic projection of their latitude and longitude."""

from cmath import rect
from collections.abc import Callable, Mapping, Sequence
from math import cos, log, pi, radians, sin, tan

from engine.board import City
from render.draw.frame import Frame

NORTHMOST = 89.0
FLATTEST = 1e-6
STRETCH = 1.3
"""How much one axis may be stretched more than the other to fill the map."""

Projection = Callable[[float, float], complex]
"""From latitude and longitude in degrees to a point."""


def projection_for(cities: Sequence[City], frame: Frame) -> Projection:
    """The projection in which these cities fill a frame; its points are pixels."""
    cone = _cone_for(cities)
    points = [cone(city.latitude, city.longitude) for city in cities]
    west, east = _range([point.real for point in points])
    north, south = _range([point.imag for point in points])
    across, down = frame.width / (east - west or 1), frame.height / (south - north or 1)
    across, down = min(across, down * STRETCH), min(down, across * STRETCH)
    middle = complex(west + east, north + south) / 2

    def project(latitude: float, longitude: float) -> complex:
        offset = cone(latitude, longitude) - middle
        return frame.centre + complex(offset.real * across, offset.imag * down)

    return project


def projected(cities: Sequence[City], frame: Frame) -> Mapping[str, complex]:
    """Every city's point by its id, projected and scaled to fill the frame."""
    project = projection_for(cities, frame)
    return {city.id: project(city.latitude, city.longitude) for city in cities}


def _cone_for(cities: Sequence[City]) -> Projection:
    """The cone that distorts these cities little: its parallels lie a sixth within their latitudes.

    Its points are in radii of the Earth, y growing southwards.
    """
    south, north = _range([city.latitude for city in cities])
    west, east = _range([city.longitude for city in cities])
    inwards, meridian = (north - south) / 6, radians((west + east) / 2)
    first, second = radians(_off_the_poles(south + inwards)), radians(_off_the_poles(north - inwards))
    n = _convergence(first, second)
    scale = cos(first) * tan(pi / 4 + first / 2) ** n / n

    def project(latitude: float, longitude: float) -> complex:
        radius = scale / tan(pi / 4 + radians(_off_the_poles(latitude)) / 2) ** n
        return 1j * rect(radius, -n * (radians(longitude) - meridian))

    return project


def _convergence(first: float, second: float) -> float:
    """By how much the meridians converge between two parallels (radians): 1 at a pole, never quite 0."""
    if abs(first - second) < 1e-6:
        convergence = sin(first)
    else:
        convergence = log(cos(first) / cos(second)) / log(tan(pi / 4 + second / 2) / tan(pi / 4 + first / 2))
    return convergence if abs(convergence) > FLATTEST else FLATTEST


def _off_the_poles(latitude: float) -> float:
    return min(max(latitude, -NORTHMOST), NORTHMOST)


def _range(numbers: Sequence[float]) -> tuple[float, float]:
    return min(numbers), max(numbers)
