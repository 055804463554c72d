"""How good a layout is: overlaps, distances and bends. Plain geometry without arrays."""

from cmath import phase
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise, permutations
from math import degrees

from engine.board import Board, Route
from render.draw.frame import Frame
from render.draw.layout import MAP, Layout
from render.draw.tracks import CITY_RADIUS, Car

FAR = 75.0
"""Cars whose middles are farther apart than this never touch."""
STATION = 20.0
"""From a city's middle to the walls of its station."""

MOST = {
    "car_overlaps": 0.5,  # the largest area that two cars share
    "dots_on_cars": 0,
    "bend": 20,  # the sharpest angle between two neighbouring cars of a route
    "end_gap": 40,  # the largest distance from a city's middle to the first car of a route there
    "names_on_cars": 25,  # the area that names and cars share
    "name_on_cars": 8,  # the largest area of cars under one name
    "names_on_names": 0,
    "names_on_dots": 0,
    "names_on_stations": 0,
    "name_distance": 55,  # the largest distance from a name to its city
    "in_panel": 0,  # how many cars, names and cities lie in the panel
}
LEAST = {
    "car_gap": 1,  # between the two nearest cars of different routes
    "row_gap": 8,  # between any two cars in a row of one route and the cars of a route to other cities
    "car_edge": 16,  # from the car nearest to the edge of the map to it
    "name_edge": 6,
    "clearness": 1.2,  # the least distance to the nearest other city, in distances to a name's own city
}
"""The limits that a shipped layout keeps: areas in square pixels, distances in pixels, angles in degrees."""

Shape = Sequence[complex]
"""The corners of a convex polygon, in order."""


def measures(board: Board, plan: Layout) -> dict[str, float]:
    """The numbers of a layout by the names of their limits."""
    return {
        **_of_cars(board, plan),
        "row_gap": row_gap(board, plan),
        **name_measures(plan),
        "in_panel": _in_panel(plan),
    }


def missed_limits(numbers: Mapping[str, float]) -> dict[str, float]:
    """Every limit that a layout with these numbers misses, and by how much."""
    over = {name: by - MOST[name] for name, by in numbers.items() if by > MOST.get(name, by)}
    return over | {name: LEAST[name] - by for name, by in numbers.items() if by < LEAST.get(name, by)}


def _of_cars(board: Board, plan: Layout) -> dict[str, float]:
    owned = [(route, car) for route, row in plan.cars.items() for car in row]
    near = [(one, two) for one, two in combinations(owned, 2) if abs(one[1].at - two[1].at) < FAR]
    corners = [corner for _, car in owned for corner in car.corners]
    dots = [_distance(city, car.corners) for city in plan.cities.values() for _, car in owned]
    turns = [two.heading / one.heading for row in plan.cars.values() for one, two in pairwise(row)]
    return {
        "car_overlaps": max((common(one[1].corners, two[1].corners) for one, two in near), default=0.0),
        "car_gap": min((gap(a[1].corners, b[1].corners) for a, b in near if a[0] != b[0]), default=FAR),
        "car_edge": min(_inside(corner, MAP) for corner in corners),
        "dots_on_cars": sum(distance < CITY_RADIUS for distance in dots),
        "bend": max((abs(degrees(phase(turn))) for turn in turns), default=0.0),
        "end_gap": max(_end_gaps(board, plan)),
    }


def row_gap(board: Board, plan: Layout) -> float:
    """How near two cars in a row of one route come to the cars of another, and so look like a double route.

    It is the larger gap of the two cars, and the least of any such two; routes between the same cities do not
    count.
    """
    gaps = (
        [min(_near_gap(car, other) for other in plan.cars[two.id]) for car in plan.cars[one.id]]
        for one, two in permutations(board.routes, 2)
        if separate_rows(one, two)
    )
    return min((max(pair) for row in gaps for pair in pairwise(row)), default=FAR)


def separate_rows(one: Route, two: Route) -> bool:
    """Whether two routes are not sides of one double route."""
    return {one.a, one.b} != {two.a, two.b}


def _near_gap(one: Car, other: Car) -> float:
    """The gap between two cars; FAR for cars that are not near each other."""
    return gap(one.corners, other.corners) if abs(one.at - other.at) < FAR else FAR


def name_measures(plan: Layout) -> dict[str, float]:
    """The numbers of a layout that are about names, by the names of their limits."""
    frames = {city: label.frame for city, label in plan.labels.items()}
    cars = [car for row in plan.cars.values() for car in row]
    hidden = [sum(common(_corners(frame), car.corners) for car in cars) for frame in frames.values()]
    away = {
        city: {other: abs(at - frame.nearest(at)) for other, at in plan.cities.items()}
        for city, frame in frames.items()
    }
    stations = [Frame.around(at, 2 * STATION, 2 * STATION) for at in plan.cities.values()]
    strangers = {city: min(far for other, far in away[city].items() if other != city) for city in away}
    return {
        "names_on_cars": sum(hidden),
        "name_on_cars": max(hidden),
        "names_on_names": sum(one.meets(two) for one, two in combinations(frames.values(), 2)),
        "names_on_dots": sum(distance < CITY_RADIUS for row in away.values() for distance in row.values()),
        "names_on_stations": sum(frame.meets(box) for frame in frames.values() for box in stations),
        "name_edge": min(_inside(corner, MAP) for frame in frames.values() for corner in _corners(frame)),
        "name_distance": max(away[city][city] for city in away),
        "clearness": min(strangers[city] / max(away[city][city], 1) for city in away),
    }


def _end_gaps(board: Board, plan: Layout) -> Iterator[float]:
    """From both cities of each route to its first car."""
    for route in board.routes:
        row = plan.cars[route.id]
        yield _distance(plan.cities[route.a], row[0].corners)
        yield _distance(plan.cities[route.b], row[-1].corners)


def _in_panel(plan: Layout) -> int:
    panel = plan.panel
    cars = [car for row in plan.cars.values() for car in row]
    return (
        sum(common(_corners(panel), car.corners) > 0 for car in cars)
        + sum(panel.meets(label.frame) for label in plan.labels.values())
        + sum(panel.meets(Frame.around(at, 2 * STATION, 2 * STATION)) for at in plan.cities.values())
    )


def gap(one: Shape, other: Shape) -> float:
    """The distance between two polygons; 0 where they meet."""
    if common(one, other) > 0:
        return 0.0
    distances = [_distance(corner, b) for a, b in ((one, other), (other, one)) for corner in a]
    return min(distances)


def common(one: Shape, other: Shape) -> float:
    """The area that two convex polygons share."""
    shape = list(one)
    for a, b in _sides(other):
        shape = _cut(shape, a, b)
    return abs(sum((a.conjugate() * b).imag for a, b in _sides(shape))) / 2


def _cut(shape: Shape, a: complex, b: complex) -> list[complex]:
    """The part of a polygon on the inner side of the line from `a` to `b`."""
    kept = []
    for point, following in _sides(shape):
        side, next_side = (((b - a).conjugate() * (each - a)).imag for each in (point, following))
        if side >= 0:
            kept.append(point)
        if side * next_side < 0:
            kept.append(point + (following - point) * side / (side - next_side))
    return kept


def _sides(shape: Shape) -> list[tuple[complex, complex]]:
    return list(zip(shape, [*shape[1:], *shape[:1]], strict=True))


def _distance(point: complex, shape: Shape) -> float:
    """The distance of a point from a convex polygon; 0 inside."""
    if all(((b - a).conjugate() * (point - a)).imag >= 0 for a, b in _sides(shape)):
        return 0.0
    return min(abs(point - _nearest(point, a, b)) for a, b in _sides(shape))


def _nearest(point: complex, a: complex, b: complex) -> complex:
    """The point of the line from `a` to `b` that is nearest to a point."""
    share = ((b - a).conjugate() * (point - a)).real / abs(b - a) ** 2
    return a + (b - a) * min(max(share, 0), 1)


def _corners(frame: Frame) -> Shape:
    left, top, right, bottom = frame.left, frame.top, frame.right, frame.bottom
    return complex(left, top), complex(right, top), complex(right, bottom), complex(left, bottom)


def _inside(point: complex, frame: Frame) -> float:
    """The distance of a point inside a frame from its edge."""
    across = min(point.real - frame.left, frame.right - point.real)
    return min(across, point.imag - frame.top, frame.bottom - point.imag)
