"""Where every space of a route lies: cars in a row on a gentle curve between two cities."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import inf

from engine.board import Board, Route
from render.draw.city_positions import end_distances, routes_by_cities
from render.draw.frame import Frame

CAR_LENGTH = 53.0
CAR_WIDTH = 21.0
COUPLING = 5.0
"""The gap between two cars of one route."""
CITY_RADIUS = 12.0
LANE = CAR_WIDTH + 3
"""From the middle of one side of a double route to the middle of the other."""
PITCH = 66.0
"""From car to car, at most."""
LEAST_PITCH = 49.0
BENDS = tuple(range(-84, 85, 12))
SLIDES = (-16, -8, 8, 16)
PACKINGS = (1, 0.96, 0.92, 0.88)
ROUNDS = 4
KEEP_OFF = CAR_WIDTH + 1.5
"""From the middle of a car to the middle of a car of another row, at least."""


@dataclass(frozen=True, slots=True)
class Car:
    """One space of a route: its middle, its direction (of length 1) and its length in pixels."""

    at: complex
    heading: complex
    length: float

    @property
    def corners(self) -> tuple[complex, complex, complex, complex]:
        """In order, around the car."""
        return self.outline(0)

    def outline(self, margin: float) -> tuple[complex, complex, complex, complex]:
        """The corners of a car that is larger by `margin` on every side."""
        along, across = (
            self.heading * (self.length / 2 + margin),
            1j * self.heading * (CAR_WIDTH / 2 + margin),
        )
        at = self.at
        return at - along - across, at + along - across, at + along + across, at - along + across

    @property
    def beads(self) -> tuple[complex, ...]:
        """The middles of circles, as wide as the car, that together cover it."""
        reach = self.heading * (self.length - 0.75 * CAR_WIDTH) / 2
        return self.at - reach, self.at - reach / 3, self.at + reach / 3, self.at + reach


CarRows = tuple[tuple[Car, ...], ...]
"""The cars of a route, or of both sides of a double one."""


_Curve = tuple[float, float, float]
"""How a connection runs: its bend, slide and packing.

The bend is its distance from the straight line and the slide moves its cars towards its second city, both in
pixels; the packing scales the distance from car to car.
"""

_STRAIGHT: _Curve = 0, 0, 1

_Cells = dict[tuple[int, int], list[complex]]
"""Cities, names and cars as circles in a grid, to find quickly what a row of cars would cover."""

_TRIED = 1 << 16
"""Curves whose cars are remembered: more than a board ever tries."""


def tracks(
    board: Board, cities: Mapping[str, complex], frame: Frame, names: Iterable[complex] = ()
) -> Mapping[str, tuple[Car, ...]]:
    """Every route's cars by its id, from its city `a` to its city `b`.

    In each round every connection takes the cheapest curve: gentle, and with cars that touch no others. Cars
    keep off the points `names` as they keep off cities.
    """
    connections, reserved = routes_by_cities(board), end_distances(board)

    @lru_cache(_TRIED)
    def rows(index: int, curve: _Curve) -> CarRows:
        return _rows(connections[index], cities, reserved, curve)

    occupied: _Cells = defaultdict(list)
    _add(occupied, [*cities.values(), *names])
    curves = _cheapest_curves(rows, len(connections), occupied, frame)
    return {
        route.id: row
        for index, connection in enumerate(connections)
        for route, row in zip(connection, rows(index, curves[index]), strict=True)
    }


def _cheapest_curves(
    rows: Callable[[int, _Curve], CarRows], connections: int, occupied: _Cells, frame: Frame
) -> list[_Curve]:
    """The curve of each connection, of which `rows` makes the cars."""

    @lru_cache(_TRIED)
    def beads(index: int, curve: _Curve) -> list[complex]:
        return [bead for row in rows(index, curve) for car in row for bead in car.beads]

    curves = [_STRAIGHT] * connections
    for index in range(connections):
        _add(occupied, beads(index, _STRAIGHT))
    for _ in range(ROUNDS):
        for index in range(connections):
            _remove(occupied, beads(index, curves[index]))
            least = inf
            for curve in _near(curves[index]):
                cost = _cost(occupied, beads(index, curve), frame, _ugliness(curve), least)
                if cost < least:
                    curves[index], least = curve, cost
            _add(occupied, beads(index, curves[index]))
    return curves


def _near(curve: _Curve) -> list[_Curve]:
    """This curve and those that differ from it in one respect."""
    bend, slide, packing = curve
    return [
        *((other, slide, packing) for other in BENDS),
        *((bend, other, packing) for other in SLIDES),
        *((bend, slide, other) for other in PACKINGS),
    ]


def _ugliness(curve: _Curve) -> float:
    bend, slide, packing = curve
    return 0.02 * abs(bend) + 0.05 * abs(slide) + 15 * (1 - packing)


def _rows(
    connection: Sequence[Route], cities: Mapping[str, complex], reserved: Mapping[str, float], curve: _Curve
) -> CarRows:
    """The cars of a connection on this curve."""
    a, b = connection[0].a, connection[0].b
    bend, _, _ = curve
    points = _arc(cities[a], cities[b], bend, 0.2 if len(connection) == 1 else 0.12)
    rows = []
    for lane, route in enumerate(connection):
        aside = (lane - (len(connection) - 1) / 2) * LANE
        row = _row(points, aside, route.length, (reserved[a], reserved[b]), curve)
        rows.append(row if route.a == a else row[::-1])
    return tuple(rows)


def _arc(a: complex, b: complex, bend: float, most: float) -> list[complex]:
    """Points of a parabola from `a` to `b` that bends by this share of the distance at most."""
    along = b - a
    bend = min(max(bend, -abs(along) * most), abs(along) * most)
    top = (a + b) / 2 + 2j * bend * along / (abs(along) or 1.0)
    shares = [step / 12 for step in range(13)]
    return [(1 - t) ** 2 * a + 2 * t * (1 - t) * top + t * t * b for t in shares]


def _row(
    points: Sequence[complex], aside: float, count: int, reserved: tuple[float, float], curve: _Curve
) -> tuple[Car, ...]:
    """Cars along points, moved aside, in the middle of the length that is not reserved at the two ends."""
    _, slide, packing = curve
    whole = sum(abs(b - a) for a, b in pairwise(points))
    tight = min(LEAST_PITCH, max(whole - 0.6 * sum(reserved), 0.4 * whole) / count)
    pitch = max(min((whole - sum(reserved)) / count, PITCH) * packing, tight)
    length = min(max(pitch - COUPLING, pitch / 2), CAR_LENGTH)
    start = (whole + reserved[0] - reserved[1] - pitch * count) / 2 + slide
    cars = []
    for number in range(count):
        middle = start + pitch * (number + 0.5)
        tail, head = _point(points, middle - length / 2), _point(points, middle + length / 2)
        heading = (head - tail) / abs(head - tail)
        cars.append(Car((tail + head) / 2 + 1j * heading * aside, heading, length))
    return tuple(cars)


def _point(points: Sequence[complex], distance: float) -> complex:
    """The point at this distance along the points; beyond the last one, on the line through the last two."""
    for a, b in pairwise(points):
        length = abs(b - a)
        if distance <= length:
            return a + (b - a) * distance / (length or 1.0)
        distance -= length
    last = points[-1] - points[-2]
    return points[-1] + last * distance / (abs(last) or 1.0)


def _add(occupied: _Cells, beads: Iterable[complex]) -> None:
    """Add circles to a grid."""
    for bead in beads:
        for cell in _cells_around(bead):
            occupied[cell].append(bead)


def _remove(occupied: _Cells, beads: Iterable[complex]) -> None:
    """Remove circles from a grid."""
    for bead in beads:
        for cell in _cells_around(bead):
            occupied[cell].remove(bead)


def _cost(occupied: _Cells, beads: Iterable[complex], frame: Frame, ugliness: float, least: float) -> float:
    """The ugliness of some cars, pixels of overlap with other circles, and pixels outside the frame.

    It is not counted further than `least`.
    """
    cost = 0.0
    for bead in beads:
        for other in occupied.get(_cell(bead), ()):
            if (distance := abs(bead - other)) < KEEP_OFF:
                cost += KEEP_OFF - distance
        if not frame.holds(bead):
            cost += 3 * abs(bead - frame.nearest(bead))
        if ugliness + cost >= least:
            break
    return ugliness + cost


def _cell(point: complex) -> tuple[int, int]:
    return int(point.real // KEEP_OFF), int(point.imag // KEEP_OFF)


def _cells_around(point: complex) -> list[tuple[int, int]]:
    column, line = _cell(point)
    return [(column + x, line + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
