"""Where cities stand on the picture: near their true places, and far enough apart for the routes' spaces.

Europe has Essen 300 km from København and three spaces between them, Amsterdam 180 km from Essen and also
three. So the cities give way step by step, always in the same order: the same board is always the same map.
"""

from cmath import phase, rect
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import copysign, radians

from engine.board import Board
from render.draw.frame import Frame
from render.draw.projection import projected

SPACE = 57.0
"""What one space of a route takes of the way between its cities, in pixels."""
LEAST_END = 23.0
LANE_END = 3.9
"""What each route that meets others at a city adds to the way that all keep from its middle."""
CLEARANCE = 44.0
"""How far a city keeps from a route that passes it by."""
APART = 70.0
"""How far two cities keep from each other."""
ANGLE = radians(40)
NEIGHBOURS = 6
STEPS = 500
LOOK_AROUND = 20
"""Every so many steps, who may get in whose way is found anew."""


@dataclass(frozen=True, slots=True)
class _Connection:
    """What joins two cities: a route, or both sides of a double one. Cities by their numbers."""

    a: int
    b: int
    wanted: float
    lanes: int


def places(board: Board, frame: Frame) -> Mapping[str, complex]:
    """Every city's place by its id, inside the frame."""
    # A hair's breadth of difference, so that even cities of one place have a direction to part in.
    homes = [home + rect(0.01, number) for number, home in enumerate(projected(board.cities, frame).values())]
    ways = _ways(board)
    at = list(homes)
    passers: list[tuple[int, _Connection, float]] = []
    sides, forks, neighbours = _sides(homes, ways), _forks(ways), _neighbours(homes)
    for step in range(STEPS):
        if step % LOOK_AROUND == 0:
            passers = _passers(at, ways, sides)
        _go_home(at, homes, 0.02 * (1 - step / STEPS) ** 2 + 0.0005)
        _keep_directions(at, homes, neighbours)
        _stretch(at, ways, min(0.5 + step / STEPS, 1.0))
        _part(at, neighbours)
        _fan_out(at, forks)
        _make_way(at, passers)
        at[:] = [frame.nearest(place) for place in at]
    return {city.id: place for city, place in zip(board.cities, at, strict=True)}


def ends(board: Board) -> Mapping[str, float]:
    """How far from the middle of each city its routes' spaces end, in pixels: farther where many meet."""
    meeting = Counter(city for route in board.routes for city in (route.a, route.b))
    return {city.id: max(LEAST_END, LANE_END * meeting[city.id]) for city in board.cities}


def _ways(board: Board) -> list[_Connection]:
    number = {city.id: index for index, city in enumerate(board.cities)}
    reserved = ends(board)
    sides = Counter(frozenset((route.a, route.b)) for route in board.routes)
    ways = {
        frozenset((route.a, route.b)): _Connection(
            number[route.a],
            number[route.b],
            route.length * SPACE + reserved[route.a] + reserved[route.b],
            sides[frozenset((route.a, route.b))],
        )
        for route in board.routes
    }
    return list(ways.values())


def _neighbours(homes: Sequence[complex]) -> list[tuple[int, int]]:
    """Each city with those nearest to it."""
    pairs = set()
    for city, home in enumerate(homes):
        nearest = sorted(range(len(homes)), key=lambda other: abs(homes[other] - home))
        pairs |= {(min(city, other), max(city, other)) for other in nearest[1 : NEIGHBOURS + 1]}
    return sorted(pairs)


def _sides(homes: Sequence[complex], ways: Sequence[_Connection]) -> dict[tuple[int, _Connection], float]:
    """On which side (1 or -1) of the ways that pass them by cities belong.

    That is where they truly lie, but for a city most of whose ways would cross this one: it goes to their
    side, and the way that ran past its back runs past its front.
    """
    sides = {}
    for way in ways:
        for city, home in enumerate(homes):
            if city in (way.a, way.b) or not _passes(home, homes[way.a], homes[way.b]):
                continue
            own = [other for other in ways if city in (other.a, other.b)]
            crossings = sum(_crosses(homes, way, other) for other in own)
            side = copysign(1.0, _beside(home, homes[way.a], homes[way.b]))
            sides[city, way] = -side if 2 * crossings > len(own) else side
    return sides


def _passes(place: complex, a: complex, b: complex) -> bool:
    """Whether a place lies beside the way from `a` to `b`, not before or behind it."""
    along = b - a
    return 0 < ((place - a) * along.conjugate()).real < abs(along) ** 2


def _forks(ways: Sequence[_Connection]) -> list[tuple[int, int, int]]:
    """Every city with two cities to which ways lead from it."""
    ends: dict[int, list[int]] = defaultdict(list)
    for way in ways:
        ends[way.a].append(way.b)
        ends[way.b].append(way.a)
    return [(city, one, two) for city, others in ends.items() for one, two in combinations(others, 2)]


def _beside(place: complex, a: complex, b: complex) -> float:
    """How far a place lies to one side (positive) or the other of the line through `a` and `b`."""
    along = b - a
    return (along.conjugate() * (place - a)).imag / (abs(along) or 1.0)


def _crosses(at: Sequence[complex], one: _Connection, two: _Connection) -> bool:
    if {one.a, one.b} & {two.a, two.b}:
        return False
    a, b, c, d = at[one.a], at[one.b], at[two.a], at[two.b]
    return _beside(a, c, d) * _beside(b, c, d) < 0 and _beside(c, a, b) * _beside(d, a, b) < 0


def _passers(
    at: Sequence[complex], ways: Sequence[_Connection], sides: Mapping[tuple[int, _Connection], float]
) -> list[tuple[int, _Connection, float]]:
    """Cities near which a way passes by, the way, and the side of it to which the city must keep."""
    passers = []
    for way in ways:
        a, b = at[way.a], at[way.b]
        near = abs(b - a) / 2 + 3 * CLEARANCE
        for city, place in enumerate(at):
            if city not in (way.a, way.b) and abs(place - (a + b) / 2) < near:
                side = sides.get((city, way)) or copysign(1.0, _beside(place, a, b))
                passers.append((city, way, side))
    return passers


def _go_home(at: list[complex], homes: Sequence[complex], strength: float) -> None:
    for city, home in enumerate(homes):
        at[city] += (home - at[city]) * strength


def _keep_directions(at: list[complex], homes: Sequence[complex], pairs: Sequence[tuple[int, int]]) -> None:
    """Turn neighbours back to the direction in which they truly lie from one another."""
    for a, b in pairs:
        along, home = at[b] - at[a], homes[b] - homes[a]
        wanted = home / (abs(home) or 1.0) * max(abs(along), 0.8 * abs(home))
        move = (wanted - along) * 0.004
        at[a] -= move
        at[b] += move


def _stretch(at: list[complex], ways: Sequence[_Connection], share: float) -> None:
    """Make room for a share of every way's spaces, and draw in a little what is far too long."""
    for way in ways:
        along = at[way.b] - at[way.a]
        length = abs(along) or 1.0
        wanted = way.wanted * share
        short = max(wanted - length, 0.0) * 0.25 or min(wanted * 1.15 - length, 0.0) * 0.02
        move = along / length * short / 2
        at[way.a] -= move
        at[way.b] += move


def _part(at: list[complex], pairs: Sequence[tuple[int, int]]) -> None:
    for a, b in pairs:
        along = at[b] - at[a]
        length = abs(along) or 1.0
        if length < APART:
            move = along / length * (APART - length) / 4
            at[a] -= move
            at[b] += move


def _fan_out(at: list[complex], forks: Sequence[tuple[int, int, int]]) -> None:
    """Widen the angles at which ways leave a city."""
    for city, one, two in forks:
        a, b = at[one] - at[city], at[two] - at[city]
        angle = phase(b * a.conjugate())
        missing = ANGLE - abs(angle)
        if missing > 0:
            turn = copysign(missing, angle) * 0.03j
            at[one] -= a * turn
            at[two] += b * turn


def _make_way(at: list[complex], passers: Sequence[tuple[int, _Connection, float]]) -> None:
    """Move a city away from a way that passes too near, or on the wrong side, and the way from it."""
    for city, way, side in passers:
        a, b = at[way.a], at[way.b]
        missing = CLEARANCE + 11 * (way.lanes - 1) - side * _beside(at[city], a, b)
        if missing > 0 and _passes(at[city], a, b):
            move = 1j * (b - a) / abs(b - a) * side * missing * 0.2
            at[city] += move
            at[way.a] -= move / 2
            at[way.b] -= move / 2
