"""The routes that a seat can claim now, as lists offer them: those for its tickets first, marked."""

from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Literal

from bot.text.i18n import Phrases
from bot.text.labels import route_name
from engine.board import GRAY, Route, Ticket
from engine.game import Table
from engine.names import folded
from engine.options import open_routes, options
from engine.view import View

Use = Literal["completes", "serves", "none"]
"""What a claim does for the tickets of a seat."""

MARKS: Mapping[Use, str] = {"completes": "✅ ", "serves": "🎫 ", "none": ""}

ORDER: tuple[Use, ...] = ("completes", "serves", "none")
"""The most useful first."""
FAR = 1_000_000
"""A distance larger than any real one: no way exists."""


RouteChoice = tuple[Route, Use, str]
"""A route to choose, what it does for the tickets, and its label: `✅ Brest — Paris · 3`."""


def route_choices(view: View, phrases: Phrases) -> tuple[RouteChoice, ...]:
    """The routes that the view's seat can claim now, best first: tickets, then points, then names.

    Two gray routes between the same cities that cost the same are one choice.
    """
    board = view.table.board
    payable = [board.route[id] for id in options(view).claims.places]
    uses, found = _uses(view) if payable else {}, []
    for route in listed_routes(payable):
        there, use = board.route[route], uses.get(route, "none")
        name = route_name(board, route, phrases.language)
        found.append((there, use, f"{MARKS[use]}{name} · {there.length}"))
    return tuple(sorted(found, key=lambda one: (ORDER.index(one[1]), -one[0].length, folded(one[2]))))


def listed_routes(routes: Iterable[Route]) -> list[str]:
    """Of these routes, those that a list offers."""
    first: dict[object, str] = {}
    for route in routes:
        first.setdefault(_same(route), route.id)
    return list(first.values())


def _same(route: Route) -> object:
    """What is equal for routes that nobody needs to tell apart."""
    if not route.double or route.color != GRAY:
        return route.id
    return route.double, route.length, route.tunnel, route.ferry


def _uses(view: View) -> Mapping[str, Use]:
    """What each open route does for a ticket that the seat's routes do not complete yet."""
    table, seat = view.table, view.seat
    if seat is None:
        return {}
    ways = ways_of(table, seat)
    uses: dict[str, Use] = {}
    for number in view.tickets:
        for route, use in _on_the_way(ways, table.board.ticket[number], table.trains[seat]):
            uses[route] = min(use, uses.get(route, use), key=ORDER.index)
    return uses


def needed_routes(view: View) -> tuple[str, ...]:
    """The open routes on the shortest ways to complete the seat's tickets."""
    return tuple(sorted(_uses(view)))


def tickets_served(view: View, route: str) -> tuple[int, ...]:
    """The seat's tickets that an open route serves, by number."""
    if view.seat is None:
        return ()
    ways, table = ways_of(view.table, view.seat), view.table
    return tuple(
        number
        for number in view.tickets
        if any(
            one == route for one, _ in _on_the_way(ways, table.board.ticket[number], table.trains[view.seat])
        )
    )


Ways = Mapping[str, list[tuple[str, int, Route]]]
"""For each city: the next cities, the trains that it takes to get there, and the route."""


def ways_of(table: Table, seat: int) -> Ways:
    """The seat's own routes, which take no trains, and those that it may still claim."""
    board, own = table.board, table.routes[seat]
    ways: dict[str, list[tuple[str, int, Route]]] = {}
    for route in board.routes_in(own | open_routes(table, seat)):
        trains = 0 if board.bit[route.id] & own else route.length
        ways.setdefault(route.a, []).append((route.b, trains, route))
        ways.setdefault(route.b, []).append((route.a, trains, route))
    return ways


def _on_the_way(ways: Ways, ticket: Ticket, trains_left: int) -> Iterator[tuple[str, Use]]:
    """The open routes on the shortest ways between the two cities of a ticket, if there are trains enough."""
    left, right = distances(ways, ticket.a), distances(ways, ticket.b)
    shortest = left.get(ticket.b, FAR)
    if shortest > trains_left:
        return
    for here, nexts in ways.items():
        for there, trains, route in nexts:
            if trains and left.get(here, FAR) + trains + right.get(there, FAR) == shortest:
                yield route.id, "completes" if trains == shortest else "serves"


def distances(ways: Ways, city: str) -> Mapping[str, int]:
    """The fewest trains that it takes from a city to each other one."""
    fewest = {city: 0}
    ahead = [(0, city)]
    while ahead:
        trains, here = heappop(ahead)
        if trains > fewest[here]:
            continue
        for there, more, _ in ways.get(here, ()):
            if trains + more < fewest.get(there, FAR):
                fewest[there] = trains + more
                heappush(ahead, (trains + more, there))
    return fewest
