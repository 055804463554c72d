"""The route graph of one seat: what it costs to get from city to city over its own and the open routes."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from math import inf

from engine.board import GRAY, Board, Ticket, members
from engine.cards import COLORS, LOCOMOTIVE, Counts
from engine.computers.planner.weights import Weights
from engine.network import completed, connected, ticket_points
from engine.options import open_routes
from engine.view import View

CheapestPath = tuple[float, tuple[int, ...]]
"""The cost of a path between two cities, and its routes that are still to be claimed."""

Goals = Mapping[int, int]
"""The cities where a path can end, and what each costs: the points by which it is not the best one."""


class RouteGraph:
    """Cities and routes are numbers here: their places in the board's lists."""

    def __init__(self, view: View, weights: Weights) -> None:
        self.view = view
        self.weights = weights
        self.board = view.table.board
        self.own = view.table.routes[view.seat or 0]
        """The set of the seat's routes, which cost nothing more."""

    @cached_property
    def costs(self) -> Mapping[int, float]:
        """What each route costs that the seat may still claim."""
        weights, hand = self.weights, self.view.hand
        costs = usual_costs(self.board, self.view.table.rules.variant, weights)
        free = members(open_routes(self.view.table, self.view.seat or 0))
        if not weights.missing and not weights.ferry:
            return {route: costs[route] for route in free}
        routes = self.board.routes
        holds = {color: held(hand, color) for color in (*COLORS, GRAY)}
        jokers = hand[-1]
        return {
            route: costs[route]
            + weights.missing * max(0, routes[route].length - holds[routes[route].color])
            + weights.ferry * max(0, routes[route].ferry - jokers)
            for route in free
        }

    @cached_property
    def _onward(self) -> list[list[tuple[float, int, int]]]:
        """For each city: cost, city and route of every step onward; of a double route the cheaper side."""
        steps: list[dict[int, tuple[float, int, int]]] = [{} for _ in self.board.cities]
        by_route = ends(self.board)
        for route, cost in (*self.costs.items(), *dict.fromkeys(members(self.own), 0.0).items()):
            a, b = by_route[route]
            if b not in steps[a] or cost < steps[a][b][0]:
                steps[a][b] = cost, b, route
                steps[b][a] = cost, a, route
        return [list(onward.values()) for onward in steps]

    def path(
        self, starts: Sequence[int], goals: Goals, planned: Collection[int] = (), without: int = -1
    ) -> CheapestPath | None:
        """A cheapest path, on which planned routes cost nothing; None if there is none left."""
        ahead = [(0.0, start) for start in starts]
        least = dict.fromkeys(starts, 0.0)
        came: dict[int, tuple[int, int]] = {}
        best, end = inf, -1
        while ahead:
            cost, city = heappop(ahead)
            if cost >= best:
                break
            if cost > least[city]:
                continue
            if city in goals:
                if goals[city] == 0:
                    return cost, self._back(came, city, planned)
                if cost + goals[city] < best:
                    best, end = cost + goals[city], city
            for step, other, route in self._onward[city]:
                if route == without:
                    continue
                total = cost if route in planned else cost + step
                if total < least.get(other, total + 1):
                    least[other] = total
                    came[other] = city, route
                    heappush(ahead, (total, other))
        return None if end < 0 else (best, self._back(came, end, planned))

    def _back(
        self, came: Mapping[int, tuple[int, int]], city: int, planned: Collection[int]
    ) -> tuple[int, ...]:
        new = []
        while city in came:
            city, route = came[city]
            if route in self.costs and route not in planned:
                new.append(route)
        return tuple(new)

    def detour(self, route: int, planned: Collection[int]) -> float:
        """How much more the path between a route's cities would cost without this route."""
        a, b = ends(self.board)[route]
        around = self.path((a,), {b: 0}, planned, without=route)
        return min(_FAR, around[0] if around else _FAR) - self.costs[route]

    def length(self, routes: Iterable[int]) -> int:
        """The trains that these routes take."""
        return sum(self.board.routes[route].length for route in routes)

    def points(self, routes: Iterable[int], tickets: Iterable[Ticket]) -> Iterator[int]:
        """What each ticket wins with the seat's network and these routes; 0 if they do not complete it."""
        every = [*self.board.routes_in(self.own), *(self.board.routes[route] for route in routes)]
        cities = connected(every)
        return (ticket_points(ticket, cities) for ticket in tickets)

    def second_way(self, ticket: Ticket) -> tuple[int, ...]:
        """Mandala: routes with which two separate ways connect the ends of a ticket; none if that is so.

        The ticket must be completed; it is none as well where no second way is left.
        """
        planned = dict[int, None]()
        while bridge := self._bridge(ticket, planned):
            way = self.path(*ticket_ends(self.board, ticket), planned, without=bridge[0])
            if way is None or not way[1]:
                return ()
            planned.update(dict.fromkeys(way[1]))
        return tuple(planned)

    def _bridge(self, ticket: Ticket, planned: Iterable[int]) -> tuple[int, ...]:
        """One of these routes and the seat's own without which they do not connect the ticket's ends."""
        routes = {route: self.board.routes[route] for route in (*members(self.own), *planned)}
        if not completed(list(routes.values()), [ticket]):
            return ()
        rests = {each: [other for other in routes.values() if other != routes[each]] for each in routes}
        return next(((each,) for each, rest in rests.items() if not completed(rest, [ticket])), ())

    def closes_loop(self, route: int) -> bool:
        """Whether the seat's network connects the two cities of a route already."""
        claim = self.board.routes[route]
        return claim.b in self._connected.get(claim.a, ())

    @cached_property
    def _connected(self) -> Mapping[str, Sequence[str]]:
        return connected(self.board.routes_in(self.own))

    def loose_ends(self, route: int) -> int:
        """How many ends of a route have an odd number of the seat's routes, so that a path can end there."""
        return sum(city in self._odd for city in ends(self.board)[route])

    @cached_property
    def _odd(self) -> frozenset[int]:
        met = Counter(city for route in members(self.own) for city in ends(self.board)[route])
        return frozenset(city for city, times in met.items() if times % 2)


_FAR = 30.0
"""The highest cost of a detour."""


@lru_cache(maxsize=32)
def usual_costs(board: Board, variant: str, weights: Weights) -> tuple[float, ...]:
    """What each route costs any player, with any hand."""
    return tuple(
        max(
            _LEAST,
            weights.claim
            + weights.train * route.length
            - weights.point * board.variants[variant].route_points[route.length]
            + weights.tunnel * route.tunnel,
        )
        for route in board.routes
    )


_LEAST = 0.1
"""The least cost of a route, so that of two paths the shorter one is better."""


def held(hand: Counts, color: str) -> int:
    """How many cards of a colour are held; for a gray route, of the colour held most."""
    if color == LOCOMOTIVE:
        return hand[-1]
    return max(hand[:-1]) if color == GRAY else hand[COLORS.index(color)]


@lru_cache(maxsize=16)
def numbers(board: Board) -> Mapping[str, int]:
    """The number of each city, by its id."""
    return {city.id: number for number, city in enumerate(board.cities)}


@lru_cache(maxsize=16)
def ends(board: Board) -> tuple[tuple[int, int], ...]:
    """The two cities of each route."""
    number = numbers(board)
    return tuple((number[route.a], number[route.b]) for route in board.routes)


def ticket_ends(board: Board, ticket: Ticket) -> tuple[Sequence[int], Goals]:
    """The cities where a ticket begins, and those where it ends."""
    number = numbers(board)
    return (
        [number[city] for city in ticket.start.cities],
        {number[city]: ticket.points - goal.points for goal in ticket.goals for city in goal.cities},
    )
