"""Where cities lie on a plain map: near their true positions, far enough apart for the routes' spaces.

Essen is 300 km from København with three spaces between them, and 180 km from Amsterdam, also with three. So
the cities move step by step. The order of the steps is fixed: the same board always gives the same map.
"""

from cmath import phase, rect
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import copysign, radians

from engine.board import Board, Route
from render.draw.frame import Frame
from render.draw.projection import projected

SPACE = 57.0
"""The length of one space of a route, in pixels."""
LEAST_END = 23.0
LANE_END = 3.9
"""By how much each route at a city increases the distance that all keep from its middle."""
CLEARANCE = 44.0
"""From a city to a route of other cities, at least."""
APART = 70.0
"""From city to city, at least."""
ANGLE = radians(40)
NEIGHBOURS = 6
STEPS = 500
LOOK_AROUND = 20
"""After this many steps, look again for cities that are near other cities' connections."""


_Connection = tuple[int, int, float, int]
"""A route, or both sides of a double one: its two cities by number, its length in pixels, and its lanes."""


def city_positions(board: Board, frame: Frame) -> Mapping[str, complex]:
    """Every city's position by its id, inside the frame."""
    # Shift every city a little, so that two cities at one point have a direction in which to part.
    homes = [home + rect(0.01, number) for number, home in enumerate(projected(board.cities, frame).values())]
    connections = _connections(board)
    at = list(homes)
    passers: list[tuple[int, _Connection, float]] = []
    sides, forks, neighbours = _sides(homes, connections), _forks(connections), _neighbours(homes)
    for step in range(STEPS):
        if step % LOOK_AROUND == 0:
            passers = _passers(at, connections, sides)
        _go_home(at, homes, 0.02 * (1 - step / STEPS) ** 2 + 0.0005)
        _keep_directions(at, homes, neighbours)
        _stretch(at, connections, min(0.5 + step / STEPS, 1.0))
        _part(at, neighbours)
        _fan_out(at, forks)
        _make_way(at, passers)
        at[:] = [frame.nearest(place) for place in at]
    return {city.id: place for city, place in zip(board.cities, at, strict=True)}


def end_distances(board: Board) -> Mapping[str, float]:
    """By city: pixels from its middle to its routes' spaces, more where many routes meet."""
    meeting = Counter(city for route in board.routes for city in (route.a, route.b))
    return {city.id: max(LEAST_END, LANE_END * meeting[city.id]) for city in board.cities}


def routes_by_cities(board: Board) -> list[list[Route]]:
    """The routes: for each two cities that are joined, all sides of a double one together."""
    together: dict[frozenset[str], list[Route]] = defaultdict(list)
    for route in board.routes:
        together[frozenset((route.a, route.b))].append(route)
    return list(together.values())


def _connections(board: Board) -> list[_Connection]:
    number = {city.id: index for index, city in enumerate(board.cities)}
    reserved, connections = end_distances(board), []
    for sides in routes_by_cities(board):
        route = sides[-1]
        wanted = route.length * SPACE + reserved[route.a] + reserved[route.b]
        connections.append((number[route.a], number[route.b], wanted, len(sides)))
    return connections


def _neighbours(homes: Sequence[complex]) -> list[tuple[int, int]]:
    """Each city with those nearest to it."""
    pairs = set()
    for city, home in enumerate(homes):
        nearest = sorted(range(len(homes)), key=lambda other: abs(homes[other] - home))
        pairs |= {(min(city, other), max(city, other)) for other in nearest[1 : NEIGHBOURS + 1]}
    return sorted(pairs)


def _sides(
    homes: Sequence[complex], connections: Sequence[_Connection]
) -> dict[tuple[int, _Connection], float]:
    """The side (1 or -1) on which each city belongs of the connections that pass it.

    That is where they truly lie. But where this connection would cross most of a city's own connections, the
    city goes to the other side.
    """
    sides = {}
    for connection in connections:
        a, b, _, _ = connection
        for city, home in enumerate(homes):
            if city in (a, b) or not _passes(home, homes[a], homes[b]):
                continue
            own = [other for other in connections if city in other[:2]]
            crossings = sum(_crosses(homes, connection, other) for other in own)
            side = copysign(1.0, _beside(home, homes[a], homes[b]))
            sides[city, connection] = -side if 2 * crossings > len(own) else side
    return sides


def _passes(place: complex, a: complex, b: complex) -> bool:
    """Whether a place projects onto the line between `a` and `b`, not beyond its ends."""
    along = b - a
    return 0 < ((place - a) * along.conjugate()).real < abs(along) ** 2


def _forks(connections: Sequence[_Connection]) -> list[tuple[int, int, int]]:
    """Every city with each two cities that are connected to it."""
    ends: dict[int, list[int]] = defaultdict(list)
    for a, b, _, _ in connections:
        ends[a].append(b)
        ends[b].append(a)
    return [(city, one, two) for city, others in ends.items() for one, two in combinations(others, 2)]


def _beside(place: complex, a: complex, b: complex) -> float:
    """How far a place lies to one side (positive) or the other of the line through `a` and `b`."""
    along = b - a
    return (along.conjugate() * (place - a)).imag / (abs(along) or 1.0)


def _crosses(at: Sequence[complex], one: _Connection, two: _Connection) -> bool:
    ends = *one[:2], *two[:2]
    if len(set(ends)) < len(ends):
        return False
    a, b, c, d = (at[city] for city in ends)
    return _beside(a, c, d) * _beside(b, c, d) < 0 and _beside(c, a, b) * _beside(d, a, b) < 0


def _passers(
    at: Sequence[complex], connections: Sequence[_Connection], sides: Mapping[tuple[int, _Connection], float]
) -> list[tuple[int, _Connection, float]]:
    """Cities that are near a connection of others, that connection, and the side that each must keep to."""
    passers = []
    for connection in connections:
        first, last, _, _ = connection
        a, b = at[first], at[last]
        near = abs(b - a) / 2 + 3 * CLEARANCE
        for city, place in enumerate(at):
            if city not in (first, last) and abs(place - (a + b) / 2) < near:
                side = sides.get((city, connection)) or copysign(1.0, _beside(place, a, b))
                passers.append((city, connection, side))
    return passers


def _go_home(at: list[complex], homes: Sequence[complex], strength: float) -> None:
    for city, home in enumerate(homes):
        at[city] += (home - at[city]) * strength


def _keep_directions(at: list[complex], homes: Sequence[complex], pairs: Sequence[tuple[int, int]]) -> None:
    """Turn neighbours back towards their true direction from one another."""
    for a, b in pairs:
        along, home = at[b] - at[a], homes[b] - homes[a]
        wanted = home / (abs(home) or 1.0) * max(abs(along), 0.8 * abs(home))
        move = (wanted - along) * 0.004
        at[a] -= move
        at[b] += move


def _stretch(at: list[complex], connections: Sequence[_Connection], share: float) -> None:
    """Make room for a share of every connection's spaces, and shorten a little what is far too long."""
    for a, b, whole, _ in connections:
        along = at[b] - at[a]
        length = abs(along) or 1.0
        wanted = whole * share
        short = max(wanted - length, 0.0) * 0.25 or min(wanted * 1.15 - length, 0.0) * 0.02
        move = along / length * short / 2
        at[a] -= move
        at[b] += move


def _part(at: list[complex], pairs: Sequence[tuple[int, int]]) -> None:
    for a, b in pairs:
        along = at[b] - at[a]
        length = abs(along) or 1.0
        if length < APART:
            move = along / length * (APART - length) / 4
            at[a] -= move
            at[b] += move


def _fan_out(at: list[complex], forks: Sequence[tuple[int, int, int]]) -> None:
    """Widen the angles at which connections leave a city."""
    for city, one, two in forks:
        a, b = at[one] - at[city], at[two] - at[city]
        angle = phase(b * a.conjugate())
        missing = ANGLE - abs(angle)
        if missing > 0:
            turn = copysign(missing, angle) * 0.03j
            at[one] -= a * turn
            at[two] += b * turn


def _make_way(at: list[complex], passers: Sequence[tuple[int, _Connection, float]]) -> None:
    """Move apart a city and a connection that passes it too near or on the wrong side."""
    for city, (first, last, _, lanes), side in passers:
        a, b = at[first], at[last]
        missing = CLEARANCE + 11 * (lanes - 1) - side * _beside(at[city], a, b)
        if missing > 0 and _passes(at[city], a, b):
            move = 1j * (b - a) / abs(b - a) * side * missing * 0.2
            at[city] += move
            at[first] -= move / 2
            at[last] -= move / 2
