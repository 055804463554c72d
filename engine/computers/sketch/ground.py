"""A board as plain numbers: a city, a route or a colour is its place in the board's or the cards' list."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush

from engine.board import GRAY, Board
from engine.cards import COLORS
from engine.computers.habits import HABITS
from engine.computers.terrain import ends, numbers, usual_costs

IN_A_HURRY = replace(HABITS, train=HABITS.train + HABITS.missing)
"""Habits of planners who do not look into their hands before they plan: every card counts as missing."""

ANY = -1
"""The colour of a gray route."""

_LONG = 5
"""Shorter routes are not claimed off the plan."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What there is to know of a board's routes, each at its place in the board's list."""

    length: tuple[int, ...]
    color: tuple[int, ...]
    """The place of its colour in COLORS, or ANY."""
    ferry: tuple[int, ...]
    """Locomotive symbols."""
    tunnel: tuple[bool, ...]
    points: tuple[int, ...]
    twins: tuple[int, ...]
    """The set of the other sides of a double route."""
    ends: tuple[tuple[int, int], ...]
    """Its two cities."""
    by_points: tuple[int, ...]
    """All routes, those of most points first."""
    long: int
    """The set of the routes that are worth a turn off the plan."""
    tickets: dict[int, tuple[int, int, int]]
    """By a ticket's number: its points and its two cities."""
    steps: tuple[tuple[tuple[int, int, int, float], ...], ...]
    """For each city, what leads on: the other city, the route, the set of just this route, what it costs."""

    def spaces(self, routes: Iterable[int]) -> int:
        """The trains that these routes take."""
        return sum([self.length[route] for route in routes])

    def way(self, start: int, goal: int, free: int, closed: int) -> list[int] | None:
        """The routes still to be claimed on a cheapest way; None where there is none.

        The set of `free` routes costs nothing, and those `closed` but not free cannot be had.
        """
        least = {start: 0.0}
        came: dict[int, tuple[int, int, int]] = {}
        ahead = [(0.0, start)]
        while ahead:
            cost, city = heappop(ahead)
            if city == goal:
                return _back(came, start, goal, free)
            if cost > least[city]:
                continue
            for other, route, bit, step in self.steps[city]:
                if not free & bit:
                    if closed & bit:
                        continue
                    total = cost + step
                else:
                    total = cost
                if total < least.get(other, _FAR):
                    least[other] = total
                    came[other] = city, route, bit
                    heappush(ahead, (total, other))
        return None


_FAR = 1e9


def _back(came: dict[int, tuple[int, int, int]], start: int, goal: int, free: int) -> list[int]:
    way = []
    while goal != start:
        goal, route, bit = came[goal]
        if not free & bit:
            way.append(route)
    return way


@lru_cache(maxsize=16)
def ground(board: Board, variant: str) -> Ground:
    """A board's routes with the points of a variant."""
    rules, number = board.variants[variant], numbers(board)
    points = tuple(rules.route_points[route.length] for route in board.routes)
    return Ground(
        length=tuple(route.length for route in board.routes),
        color=tuple(ANY if route.color == GRAY else COLORS.index(route.color) for route in board.routes),
        ferry=tuple(route.ferry for route in board.routes),
        tunnel=tuple(route.tunnel for route in board.routes),
        points=points,
        twins=tuple(board.other_sides(1 << place) for place in range(len(board.routes))),
        ends=ends(board),
        by_points=tuple(sorted(range(len(points)), key=points.__getitem__, reverse=True)),
        long=sum(1 << place for place, route in enumerate(board.routes) if route.length >= _LONG),
        tickets={each.number: (each.points, number[each.a], number[each.b]) for each in board.tickets},
        steps=_steps(board, variant),
    )


def _steps(board: Board, variant: str) -> tuple[tuple[tuple[int, int, int, float], ...], ...]:
    costs = usual_costs(board, variant, IN_A_HURRY)
    steps: list[list[tuple[int, int, int, float]]] = [[] for _ in board.cities]
    for route, (a, b) in enumerate(ends(board)):
        steps[a].append((b, route, 1 << route, costs[route]))
        steps[b].append((a, route, 1 << route, costs[route]))
    return tuple(map(tuple, steps))
