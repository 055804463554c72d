"""What is where on the warped map, pixel by pixel: water and land, heights, rivers, the grid of degrees."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy import ndimage
from scipy.interpolate import CubicSpline

from engine.board import Board
from render.draw.frame import dots
from render.draw.layout import HEIGHT, WIDTH
from tools.bake import earth
from tools.bake.arrays import Points, Reals
from tools.bake.earth import Place, Rings
from tools.bake.warp import Warp, charted

Field = NDArray[np.floating[Any]]
"""A number for every pixel of the map."""

FINE = 2
"""Dots for one pixel, across and down, while coasts are drawn."""
COARSE = 4
"""Pixels for one dot, across and down, while mountains are computed."""
AROUND = 24.0
"""Degrees around a board's cities that the map may show."""
FINELY = 0.4
"""Degrees between two points of a coast, a river or a meridian, at most."""
NET = 5
"""Degrees between the lines of the grid."""


class WarpedEarth:
    """The Earth around a board, as its warp shows it: a map in fields.

    Coverages are 0 to 1, distances in pixels, heights 1 for the Alps.
    """

    def __init__(self, board: Board, warp: Warp) -> None:
        self._board, self._warp = board, warp
        latitudes = [city.latitude for city in board.cities]
        longitudes = [city.longitude for city in board.cities]
        self.south, self.north = max(min(latitudes) - AROUND, -80), min(max(latitudes) + AROUND, 84)
        self.west, self.east = min(longitudes) - 1.6 * AROUND, max(longitudes) + 1.6 * AROUND

    def points(self, places: Points) -> Points:
        """Where places (longitude + 1j * latitude) lie on the map."""
        return self._warp(charted(self._board, places.imag, places.real))

    @cached_property
    def land(self) -> Field:
        """The coverage of land."""
        return shrunk(self.is_land.astype(np.float32))

    @cached_property
    def to_land(self) -> Field:
        """From the fine dots of the water to the coast; 0 on land."""
        return np.asarray(ndimage.distance_transform_edt(~self.is_land) / FINE, np.float32)

    @cached_property
    def inland(self) -> Field:
        """From land to the coast; 0 on water."""
        dots = ndimage.distance_transform_edt(self.is_land) / FINE
        return np.asarray(dots[::FINE, ::FINE], np.float32)

    @cached_property
    def is_land(self) -> NDArray[np.bool_]:
        """Where there is land, in fine dots."""
        image = Image.new("L", (WIDTH * FINE, HEIGHT * FINE), 0)
        draw = ImageDraw.Draw(image)
        for polygons, ground in ((earth.land(), 255), (earth.lakes(), 0)):
            for rings in self._clipped(polygons):
                for number, ring in enumerate(rings):
                    draw.polygon(_dots(self.points(finely(ring))), 255 - ground if number else ground)
        return np.asarray(image) > 127

    def _clipped(self, polygons: Iterable[Rings]) -> Iterator[Rings]:
        """The parts of polygons around the board."""
        window = shapely.box(self.west, self.south, self.east, self.north)
        for rings in self._near(polygons):
            outer, *holes = (dots(ring.tolist()) for ring in rings)
            part = shapely.make_valid(shapely.Polygon(outer, holes)).intersection(window)
            for polygon in getattr(part, "geoms", [part]):
                if polygon.geom_type == "Polygon" and not polygon.is_empty:
                    yield [_ring(ring) for ring in (polygon.exterior, *polygon.interiors)]

    def _near(self, polygons: Iterable[Rings]) -> Iterator[Rings]:
        """The polygons that may lie around the board, also shifted by a full turn of the Earth."""
        for rings, turn in product(polygons, (-360, 0, 360)):
            if self._around_box(rings[0] + turn):
                yield [ring + turn for ring in rings]

    def _around_box(self, ring: Points) -> bool:
        """Whether the bounding box of a ring meets the one around the board."""
        east, north = ring.real, ring.imag
        across = east.min() < self.east and east.max() > self.west
        return bool(across and north.min() < self.north and north.max() > self.south)

    @cached_property
    def mountains(self) -> Field:
        """The height of mountains before weathering."""
        heights = np.zeros((HEIGHT // COARSE, WIDTH // COARSE))
        for peaks, height, breadth in earth.mountains():
            line = finely(_places(peaks), 0.15)
            if self._around(line):
                spread = float(abs(self.points(line + 0.5j) - self.points(line - 0.5j)).mean())
                slope = np.exp(-((_distance(self.points(line)) / (0.6 * breadth * spread)) ** 1.5))
                np.maximum(heights, height * slope, out=heights)
        return _enlarged(heights)

    @cached_property
    def rivers(self) -> Field:
        """The coverage of rivers, which grow wider towards their mouths."""
        image = Image.new("L", (WIDTH * FINE, HEIGHT * FINE), 0)
        draw = ImageDraw.Draw(image)
        for river in earth.rivers():
            course = _course(_places(river))
            if self._around(course):
                ends = _dots(self.points(course))
                for number, (one, two) in enumerate(pairwise(ends)):
                    draw.line([one, two], 255, round((1.0 + 1.3 * number / len(ends)) * FINE))
        return shrunk(np.asarray(image, np.float32) / 255)

    @cached_property
    def net(self) -> Field:
        """The coverage of meridians and parallels."""
        image = Image.new("L", (WIDTH * FINE, HEIGHT * FINE), 0)
        draw = ImageDraw.Draw(image)
        south, north = max(self.south, -75), min(self.north, 80)
        meridians = np.arange(NET * (self.west // NET), self.east, NET)
        parallels = np.arange(NET * (south // NET), north, NET)
        for longitude in meridians:
            draw.line(_dots(self.points(longitude + 1j * np.arange(south, north, FINELY))), 255, FINE)
        for latitude in parallels:
            draw.line(_dots(self.points(np.arange(self.west, self.east, FINELY) + 1j * latitude)), 255, FINE)
        return shrunk(np.asarray(image, np.float32) / 255)

    def _around(self, places: Points) -> bool:
        """Whether some of these places lie around the board."""
        across = (self.west < places.real) & (places.real < self.east)
        return bool((across & (self.south < places.imag) & (places.imag < self.north)).any())


def finely(places: Points, step: float = FINELY) -> Points:
    """A line with points so close that it bends with the map."""
    counts = np.maximum(1, np.ceil(abs(np.diff(places)) / step)).astype(int)
    at = np.concatenate([[0.0], np.repeat(np.arange(len(counts)), counts) + _within(counts)])
    return np.asarray(np.interp(at, np.arange(len(places)), places))


def _within(counts: NDArray[np.int64]) -> Reals:
    """For each step, the shares at which its parts end."""
    return np.concatenate([np.arange(1, count + 1) / count for count in counts.tolist()])


def _places(line: Sequence[Place]) -> Points:
    return np.array([longitude + 1j * latitude for latitude, longitude in line])


def _course(places: Points) -> Points:
    """A river's course through places, with bends."""
    at = np.arange(len(places))
    fine = np.linspace(0, len(places) - 1, 12 * len(places))
    winding = 0.03 * (np.sin(7.1 * fine) + 1j * np.cos(5.3 * fine)) * np.sin(np.pi * (fine % 1))
    return np.asarray(CubicSpline(at, places)(fine) + winding)


def _distance(line: Points) -> Reals:
    """The distance of every coarse dot from a line, in pixels."""
    image = Image.new("1", (WIDTH // COARSE, HEIGHT // COARSE), 1)
    ImageDraw.Draw(image).line(dots(line.tolist(), 1 / COARSE), 0)
    off = np.asarray(image)
    return np.asarray(
        ndimage.distance_transform_edt(off) * COARSE if not off.all() else np.full(off.shape, np.inf)
    )


def _enlarged(coarse: Field) -> Field:
    """A field of coarse dots as one of pixels."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH] / COARSE
    return np.asarray(ndimage.map_coordinates(coarse, [rows, columns], order=1, mode="nearest"), np.float32)


def _ring(ring: shapely.LinearRing) -> Points:
    x, y = np.array(ring.coords).T
    return np.asarray(x + 1j * y)


def _dots(points: Points) -> list[tuple[float, float]]:
    return dots(points.tolist(), FINE)


def shrunk(field: Field) -> Field:
    """A field of fine dots as one of pixels."""
    return np.asarray(field.reshape(HEIGHT, FINE, WIDTH, FINE).mean(axis=(1, 3)), np.float32)
