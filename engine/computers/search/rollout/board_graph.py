"""The graph of a board in plain numbers: a city, a route or a colour is its place in its list."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush

from engine.board import GRAY, Board, Ticket
from engine.cards import COLORS
from engine.computers.planner.route_graph import ends, ticket_ends, usual_costs
from engine.computers.planner.weights import WEIGHTS

ANY = -1
"""The colour of a gray route."""

LOCOMOTIVE = len(COLORS)
"""A card is its place in CARDS."""
NO_CARD = -1
"""An empty slot, or nothing left to draw."""

_LONG = 5
"""Shorter routes are not claimed off the plan."""


Steps = tuple[tuple[tuple[int, int, int], ...], ...]
"""For each city, what leads on: the other city, the route, the set of just this route."""


RolloutGoals = tuple[tuple[int, int], ...]
"""The cities where a path can end, and what each costs: the points by which it is not the best one."""

RolloutTicket = tuple[int, tuple[int, ...], RolloutGoals]
"""The most points of a ticket, the cities where it begins, and where it ends."""


@dataclass(frozen=True, slots=True)
class BoardGraph:
    """The routes of a board: each tuple has one item a route, in the board's order."""

    length: tuple[int, ...]
    color: tuple[int, ...]
    """The place of its colour in COLORS, or ANY."""
    ferry: tuple[int, ...]
    """Locomotive symbols."""
    takes_locomotives: tuple[bool, ...]
    """Whether locomotives stand for cards of the colour."""
    tunnel: tuple[bool, ...]
    collected: tuple[int, ...]
    """Cards that a player collects before the claim: the length and, for a tunnel, some to spare."""
    points: tuple[int, ...]
    twins: tuple[int, ...]
    """The set of the other sides of a double route."""
    ends: tuple[tuple[int, int], ...]
    """Its two cities."""
    fares: tuple[tuple[int, int, int, int, int], ...]
    """Points, length, colour, ferry and the set of the routes that have them, those of most points first."""
    costs: tuple[float, ...]
    """What each route costs any player, with any hand."""
    detours: tuple[float, ...]
    """How much more urgent a claim is because there is only a long way round without the route."""
    long: int
    """The set of the routes that are worth a turn off the plan."""
    tickets: dict[int, RolloutTicket]
    """By a ticket's number."""
    steps: Steps

    def spaces(self, routes: Iterable[int]) -> int:
        """The trains that these routes take."""
        return sum([self.length[route] for route in routes])

    def path(
        self, starts: Sequence[int], goals: RolloutGoals, free: int, closed: int, costs: Sequence[float]
    ) -> tuple[list[int], int] | None:
        """The routes still to be claimed on a cheapest path, and what its goal costs; None if there is none.

        The set of `free` routes costs nothing, and those `closed` but not free cannot be had.
        """
        barred, least = closed & ~free, dict.fromkeys(starts, 0.0)
        came: dict[int, tuple[int, int, int]] = {}
        ahead = [(0.0, start) for start in starts]
        left, best, end = dict(goals), _FAR, -1
        while ahead:
            cost, city = heappop(ahead)
            if cost >= best:
                break
            if cost > least[city]:
                continue
            if city in left:
                if cost + left[city] < best:
                    best, end = cost + left[city], city
                if not left[city]:
                    break
            for other, route, bit in self.steps[city]:
                if barred & bit:
                    continue
                total = cost if free & bit else cost + costs[route]
                if total < least.get(other, _FAR):
                    least[other] = total
                    came[other] = city, route, bit
                    heappush(ahead, (total, other))
        return None if end < 0 else (_back(came, end, free), left[end])


_FAR = 1e9


def _back(came: dict[int, tuple[int, int, int]], city: int, free: int) -> list[int]:
    path = []
    while city in came:
        city, route, bit = came[city]
        if not free & bit:
            path.append(route)
    return path


@lru_cache(maxsize=16)
def board_graph(board: Board, variant: str) -> BoardGraph:
    """A board's routes with the points of a variant."""
    rules = board.variants[variant]
    steps: list[list[tuple[int, int, int]]] = [[] for _ in board.cities]
    for route, (a, b) in enumerate(ends(board)):
        steps[a].append((b, route, 1 << route))
        steps[b].append((a, route, 1 << route))
    graph = BoardGraph(
        length=tuple(route.length for route in board.routes),
        color=tuple(_color(route.color) for route in board.routes),
        ferry=tuple(route.ferry for route in board.routes),
        takes_locomotives=tuple(route.price(rules.payment).takes_locomotives for route in board.routes),
        tunnel=tuple(route.tunnel for route in board.routes),
        collected=tuple(route.length + WEIGHTS.spare_cards * route.tunnel for route in board.routes),
        points=tuple(rules.route_points[route.length] for route in board.routes),
        twins=tuple(board.other_sides(1 << place) for place in range(len(board.routes))),
        ends=ends(board),
        fares=_fares(board, variant),
        costs=usual_costs(board, variant, WEIGHTS),
        detours=(),
        long=sum(1 << place for place, route in enumerate(board.routes) if route.length >= _LONG),
        tickets={each.number: _ticket(board, each) for each in board.tickets},
        steps=tuple(map(tuple, steps)),
    )
    return replace(graph, detours=tuple(_detour(graph, route) for route in range(len(graph.length))))


def _ticket(board: Board, ticket: Ticket) -> RolloutTicket:
    starts, goals = ticket_ends(board, ticket)
    return ticket.points, tuple(starts), tuple(goals.items())


def _color(color: str) -> int:
    return ANY if color == GRAY else COLORS.index(color)


def _fares(board: Board, variant: str) -> tuple[tuple[int, int, int, int, int], ...]:
    points = board.variants[variant].route_points
    fares = [
        (points[price.length], price.length, _color(price.color), price.ferry, routes)
        for price, routes in board.fares[variant].priced
    ]
    return tuple(sorted(fares, reverse=True))


_LONGEST_DETOUR = 30.0


def _detour(graph: BoardGraph, route: int) -> float:
    costs = [cost + WEIGHTS.missing * length for cost, length in zip(graph.costs, graph.length, strict=True)]
    a, b = graph.ends[route]
    around = graph.path((a,), ((b, 0),), 0, 1 << route | graph.twins[route], costs)
    cost = sum([costs[other] for other in around[0]]) if around else _LONGEST_DETOUR
    return WEIGHTS.scarce * (min(_LONGEST_DETOUR, cost) - costs[route])
