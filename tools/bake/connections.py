"""A board's connections as arrays. A connection joins two cities: a route, or all sides of a double one."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import pi

import numpy as np
from numpy.typing import NDArray

from engine.board import Board, Route
from render.draw.city_positions import routes_by_cities
from render.draw.frame import Frame
from render.draw.layout import MAP
from render.draw.projection import projected
from render.draw.tracks import CAR_LENGTH, CAR_WIDTH, COUPLING, LANE
from tools.bake.arrays import Indices, Points, Reals, crossed

HOMES = Frame(MAP.left + 50, MAP.top + 60, MAP.right - 70, MAP.bottom - 60)
"""The frame into which the cities are projected."""
SPACE = CAR_LENGTH + COUPLING
"""The length of one space, with its gap."""
LEAST_END = 19.0
CROWDING = 0.9
"""The share of its width that each route takes of the ring of cars around a city."""


@dataclass(frozen=True, slots=True)
class Connections:
    """The connections of a board: two cities by their numbers, spaces and lanes of each."""

    routes: tuple[tuple[Route, ...], ...]
    a: Indices
    b: Indices
    spaces: Indices
    lanes: Indices
    ends: Reals
    """By city: the distance from its middle to the spaces of its connections."""

    @property
    def needed(self) -> Reals:
        """The length of each connection with all its spaces, from city to city."""
        return self.spaces * SPACE + self.ends[self.a] + self.ends[self.b]

    @property
    def half_width(self) -> Reals:
        """From the middle of each connection to the middle of its outermost lane."""
        return (self.lanes - 1) * LANE / 2


def connections_of(board: Board) -> Connections:
    """The connections of a board, in the order of its routes."""
    number = {city.id: index for index, city in enumerate(board.cities)}
    together = routes_by_cities(board)
    a, b = np.sort([(number[routes[0].a], number[routes[0].b]) for routes in together]).T
    meeting = Counter(city for route in board.routes for city in (number[route.a], number[route.b]))
    return Connections(
        tuple(map(tuple, together)),
        a,
        b,
        np.array([max(route.length for route in routes) for routes in together]),
        np.array([len(routes) for routes in together]),
        np.array([_end(meeting[city]) for city in range(len(board.cities))]),
    )


def homes_of(board: Board) -> Points:
    """The true places of a board's cities on the map."""
    return np.array(list(projected(board.cities, HOMES).values()))


def _end(routes: int) -> float:
    """The radius of a ring around a city with room for this many routes."""
    return max(LEAST_END, routes * (CAR_WIDTH + 2.5) / (2 * pi) * CROWDING)


def neighbours(homes: Points) -> tuple[Indices, Indices]:
    """Pairs of cities with no other city in the circle that has them as its diameter."""
    pairs = np.array(list(_neighbours(homes)))
    return pairs[:, 0], pairs[:, 1]


def _neighbours(homes: Points) -> Iterator[tuple[int, int]]:
    for a in range(len(homes)):
        for b in range(a + 1, len(homes)):
            others = np.delete(homes, [a, b])
            if not np.any(abs(others - (homes[a] + homes[b]) / 2) < 0.98 * abs(homes[b] - homes[a]) / 2):
                yield a, b


def crossings(places: Points, connections: Connections) -> NDArray[np.bool_]:
    """For each two connections without a common city: whether they cross as straight lines."""
    ends = np.stack([connections.a, connections.b], axis=1)
    shared = (ends[:, None, :, None] == ends[None, :, None, :]).any(axis=(2, 3))
    a, b = places[ends].T
    found = crossed(a[:, None], b[:, None], a[None], b[None])
    return np.asarray(found & ~shared, bool)


def detours(homes: Points, connections: Connections) -> Indices:
    """The connections that cannot be straight: a smallest set without which no two cross."""
    crossing = crossings(homes, connections)
    found: list[int] = []
    while crossing.any():
        worst = int(np.argmax(crossing.sum(0) + 0.1 * connections.spaces / connections.spaces.max()))
        crossing[worst] = crossing[:, worst] = False
        found.append(worst)
    return np.array(found, int)
