"""Where every space of a route lies: cars in a row between two cities, along a gently curved way."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.board import Board, Route
from render.draw.city_positions import ends
from render.draw.frame import Frame

CAR_LENGTH = 53.0
CAR_WIDTH = 21.0
COUPLING = 5.0
"""Between two cars of one route."""
CITY_RADIUS = 12.0
LANE = CAR_WIDTH + 3
"""From the middle of one side of a double route to the middle of the other."""
PITCH = 66.0
"""At most this from car to car."""
LEAST_PITCH = 49.0
BENDS = tuple(range(-84, 85, 12))
SLIDES = (-16, -8, 8, 16)
PACKINGS = (1, 0.96, 0.92, 0.88)
ROUNDS = 4
KEEP_OFF = CAR_WIDTH + 1.5
"""From the middle of a car to that of another beside it."""


@dataclass(frozen=True, slots=True)
class Car:
    """One space of a route: its middle, its direction (of length 1) and its length in pixels."""

    at: complex
    heading: complex
    length: float

    @property
    def corners(self) -> tuple[complex, complex, complex, complex]:
        """In order, around the car."""
        along, across = self.heading * self.length / 2, 1j * self.heading * CAR_WIDTH / 2
        return (
            self.at - along - across,
            self.at + along - across,
            self.at + along + across,
            self.at - along + across,
        )

    @property
    def beads(self) -> tuple[complex, ...]:
        """The middles of circles, as wide as the car, that together cover it."""
        reach = self.heading * (self.length - 0.75 * CAR_WIDTH) / 2
        return self.at - reach, self.at - reach / 3, self.at + reach / 3, self.at + reach


Rows = tuple[tuple[Car, ...], ...]
"""The cars of a route, or of both sides of a double one."""


@dataclass(frozen=True, slots=True)
class _Curve:
    """How a way runs: how far it bends off the straight line and its cars are moved towards its second city,
    in pixels, and how tightly they are packed (1: not at all)."""

    bend: float = 0
    slide: float = 0
    packing: float = 1

    @property
    def cost(self) -> float:
        """What it costs in beauty."""
        return 0.02 * abs(self.bend) + 0.05 * abs(self.slide) + 15 * (1 - self.packing)

    @property
    def others(self) -> list["_Curve"]:
        """This curve and those that differ from it in one respect."""
        return [
            *(replace(self, bend=bend) for bend in BENDS),
            *(replace(self, slide=slide) for slide in SLIDES),
            *(replace(self, packing=packing) for packing in PACKINGS),
        ]


def tracks(
    board: Board, cities: Mapping[str, complex], frame: Frame, names: Iterable[complex] = ()
) -> Mapping[str, tuple[Car, ...]]:
    """Every route's cars by its id, from its city `a` to its city `b`.

    Each way in turn takes the gentlest curve on which its cars touch nothing of the others, a few times over;
    `names` are points that cars should keep off as they keep off cities.
    """
    ways, reserved = list(_ways(board).values()), ends(board)
    curves = [_Curve()] * len(ways)
    rows = [_rows(way, cities, reserved, _Curve()) for way in ways]
    crowd = _Crowd([*cities.values(), *names], rows, frame)
    for _ in range(ROUNDS):
        for index, way in enumerate(ways):
            crowd.leave(index)
            choice = [(curve, _rows(way, cities, reserved, curve)) for curve in curves[index].others]
            costs = [curve.cost + crowd.cost(row) for curve, row in choice]
            curves[index], rows[index] = choice[costs.index(min(costs))]
            crowd.join(index, rows[index])
    return {
        route.id: row
        for way, both in zip(ways, rows, strict=True)
        for route, row in zip(way, both, strict=True)
    }


def _ways(board: Board) -> Mapping[frozenset[str], list[Route]]:
    """Routes by the cities that they join."""
    ways: dict[frozenset[str], list[Route]] = defaultdict(list)
    for route in board.routes:
        ways[frozenset((route.a, route.b))].append(route)
    return ways


def _rows(
    way: Sequence[Route], cities: Mapping[str, complex], reserved: Mapping[str, float], curve: _Curve
) -> Rows:
    """The cars of a way that runs on this curve."""
    a, b = way[0].a, way[0].b
    points = _arc(cities[a], cities[b], curve.bend, 0.2 if len(way) == 1 else 0.12)
    rows = []
    for lane, route in enumerate(way):
        aside = (lane - (len(way) - 1) / 2) * LANE
        row = _row(points, aside, route.length, (reserved[a], reserved[b]), curve)
        rows.append(row if route.a == a else row[::-1])
    return tuple(rows)


def _arc(a: complex, b: complex, bend: float, most: float) -> list[complex]:
    """Points of a parabola from `a` to `b`, which bends off by this share of the distance at most."""
    along = b - a
    bend = min(max(bend, -abs(along) * most), abs(along) * most)
    top = (a + b) / 2 + 2j * bend * along / (abs(along) or 1.0)
    shares = [step / 12 for step in range(13)]
    return [(1 - t) ** 2 * a + 2 * t * (1 - t) * top + t * t * b for t in shares]


def _row(
    points: Sequence[complex], aside: float, count: int, reserved: tuple[float, float], curve: _Curve
) -> tuple[Car, ...]:
    """Cars along points, moved aside, in the middle of what is not reserved at the two ends."""
    whole = sum(abs(b - a) for a, b in pairwise(points))
    tight = min(LEAST_PITCH, max(whole - 0.6 * sum(reserved), 0.4 * whole) / count)
    pitch = max(min((whole - sum(reserved)) / count, PITCH) * curve.packing, tight)
    length = min(max(pitch - COUPLING, pitch / 2), CAR_LENGTH)
    start = (whole + reserved[0] - reserved[1] - pitch * count) / 2 + curve.slide
    cars = []
    for number in range(count):
        middle = start + pitch * (number + 0.5)
        tail, head = _point(points, middle - length / 2), _point(points, middle + length / 2)
        heading = (head - tail) / abs(head - tail)
        cars.append(Car((tail + head) / 2 + 1j * heading * aside, heading, length))
    return tuple(cars)


def _point(points: Sequence[complex], distance: float) -> complex:
    """The point so many pixels along, or beyond the end where that is farther."""
    for a, b in pairwise(points):
        if distance <= abs(b - a):
            return a + (b - a) * distance / (abs(b - a) or 1.0)
        distance -= abs(b - a)
    last = points[-1] - points[-2]
    return points[-1] + last * distance / (abs(last) or 1.0)


class _Crowd:
    """Cities, names and cars as circles, to see quickly how much of them a row of cars would cover."""

    def __init__(self, fixed: Iterable[complex], ways: Sequence[Rows], frame: Frame) -> None:
        self._frame = frame
        self._cells: dict[tuple[int, int], list[complex]] = defaultdict(list)
        self._ways: dict[int, list[complex]] = {}
        for bead in fixed:
            self._add(bead)
        for index, rows in enumerate(ways):
            self.join(index, rows)

    def join(self, index: int, rows: Rows) -> None:
        """A way's cars take their place."""
        self._ways[index] = _beads(rows)
        for bead in self._ways[index]:
            self._add(bead)

    def leave(self, index: int) -> None:
        """A way's cars are taken out."""
        for bead in self._ways.pop(index):
            for cell in _cells_around(bead):
                self._cells[cell].remove(bead)

    def cost(self, rows: Rows) -> float:
        """How badly these cars lie: pixels of overlap with what is there, and outside the frame."""
        cost = 0.0
        for bead in _beads(rows):
            for other in self._cells.get(_cell(bead), ()):
                cost += max(KEEP_OFF - abs(bead - other), 0.0)
            if not self._frame.holds(bead):
                cost += 3 * abs(bead - self._frame.nearest(bead))
        return cost

    def _add(self, bead: complex) -> None:
        for cell in _cells_around(bead):
            self._cells[cell].append(bead)


def _beads(rows: Rows) -> list[complex]:
    return [bead for row in rows for car in row for bead in car.beads]


def _cell(point: complex) -> tuple[int, int]:
    return int(point.real // KEEP_OFF), int(point.imag // KEEP_OFF)


def _cells_around(point: complex) -> list[tuple[int, int]]:
    column, line = _cell(point)
    return [(column + x, line + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
