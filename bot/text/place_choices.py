"""The routes that a seat can claim now, and the cities where it can build a station, as lists offer them.

Those for its tickets come first, marked.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Literal

from bot.text.i18n import Phrases
from bot.text.labels import action, place, route_name
from engine.actions import ClaimRoute
from engine.board import GRAY, Route, Ticket
from engine.game import Table
from engine.options import open_routes, options
from engine.plain_words import folded
from engine.view import View

Use = Literal["completes", "serves", "none"]
"""What a claim does for the tickets of a seat."""

_MARKS: Mapping[Use, str] = {"completes": "✅ ", "serves": "🎫 ", "none": ""}

_ORDER: tuple[Use, ...] = ("completes", "serves", "none")
"""The most useful first."""
_BEST = 2
"""Claims that a panel offers at once."""

_FAR = 1_000_000
"""A distance larger than any real one: no way exists."""


RouteChoice = tuple[Route, Use, str]
"""A route to choose, what it does for the tickets, and its label: `✅ Brest — Paris · 3`."""


def route_choices(view: View, phrases: Phrases) -> tuple[RouteChoice, ...]:
    """The routes that the view's seat can claim now, best first: tickets, then points, then names.

    Two gray routes between the same cities that cost the same are one choice.
    """
    board = view.table.board
    payable = [board.route[id] for id in options(view).claims.places]
    uses, choices = _uses(view) if payable else {}, []
    for route in listed_routes(payable):
        there, use = board.route[route], uses.get(route, "none")
        name = route_name(board, route, phrases.language)
        choices.append((there, use, f"{_MARKS[use]}{name} · {there.length}"))
    return tuple(
        sorted(choices, key=lambda choice: (_ORDER.index(choice[1]), -choice[0].length, folded(choice[2])))
    )


def best_claims(view: View, phrases: Phrases) -> tuple[tuple[ClaimRoute, str], ...]:
    """The two claims that serve the seat's tickets best, paid by default, with their labels; or fewer."""
    claims = options(view).claims
    useful = [(route.id, use) for route, use, _ in route_choices(view, phrases) if use != "none"]
    best = [(ClaimRoute(route, claims.payments(route)[0]), use) for route, use in useful[:_BEST]]
    return tuple((claim, f"{_MARKS[use]}{action(claim, view.table, phrases)}") for claim, use in best)


def listed_routes(routes: Iterable[Route]) -> list[str]:
    """Of these routes, those that a list offers: of the sides of a gray double route, one."""
    first: dict[object, str] = {}
    for route in routes:
        is_gray_side = route.double and route.color == GRAY
        alike = (route.double, route.length, route.tunnel, route.ferry) if is_gray_side else route.id
        first.setdefault(alike, route.id)
    return list(first.values())


def _uses(view: View) -> Mapping[str, Use]:
    """What each open route does for a ticket that the seat's routes do not complete yet."""
    table, seat = view.table, view.seat
    if seat is None:
        return {}
    ways = _ways_of(table, seat)
    uses: dict[str, Use] = {}
    for number in view.tickets:
        for route, use in _on_the_way(ways, table.board.ticket[number], table.trains[seat]):
            uses[route] = min(use, uses.get(route, use), key=_ORDER.index)
    return uses


def needed_routes(view: View) -> tuple[str, ...]:
    """The open routes on the shortest ways to complete the seat's tickets."""
    return tuple(sorted(_uses(view)))


def tickets_served(view: View, route: str) -> tuple[int, ...]:
    """The seat's tickets that an open route serves, by number."""
    if view.seat is None:
        return ()
    ways, board, trains = _ways_of(view.table, view.seat), view.table.board, view.table.trains[view.seat]
    return tuple(
        number
        for number in view.tickets
        if route in (id for id, _ in _on_the_way(ways, board.ticket[number], trains))
    )


_Ways = Mapping[str, list[tuple[str, int, Route]]]
"""For each city: the next cities, the trains that it takes to get there, and the route."""


def _ways_of(table: Table, seat: int) -> _Ways:
    """The seat's own routes, which take no trains, and those that it may still claim."""
    board, own = table.board, table.routes[seat]
    ways: dict[str, list[tuple[str, int, Route]]] = {}
    for route in board.routes_in(own | open_routes(table, seat)):
        trains = 0 if board.bit[route.id] & own else route.length
        ways.setdefault(route.a, []).append((route.b, trains, route))
        ways.setdefault(route.b, []).append((route.a, trains, route))
    return ways


def _on_the_way(ways: _Ways, ticket: Ticket, trains_left: int) -> Iterator[tuple[str, Use]]:
    """The open routes on the shortest ways between the ends of a ticket, if there are trains enough."""
    left, right, shortest = _to_and_from(ways, ticket)
    if shortest > trains_left:
        return
    for here, nexts in ways.items():
        for there, trains, route in nexts:
            if trains and left.get(here, _FAR) + trains + right.get(there, _FAR) == shortest:
                yield route.id, "completes" if trains == shortest else "serves"


def _to_and_from(ways: _Ways, ticket: Ticket) -> tuple[Mapping[str, int], Mapping[str, int], int]:
    """The fewest trains from a ticket's start to each city, from each city to a goal, and from end to end."""
    goals = [city for goal in ticket.goals for city in goal.cities]
    left, right = _distances(ways, ticket.start.cities), _distances(ways, goals)
    return left, right, min(left.get(city, _FAR) for city in goals)


def _distances(ways: _Ways, cities: Sequence[str]) -> Mapping[str, int]:
    """The fewest trains that it takes from the nearest of some cities to each city."""
    fewest = dict.fromkeys(cities, 0)
    ahead = [(0, city) for city in sorted(cities)]
    while ahead:
        trains, here = heappop(ahead)
        if trains > fewest[here]:
            continue
        for there, more, _ in ways.get(here, ()):
            if trains + more < fewest.get(there, _FAR):
                fewest[there] = trains + more
                heappush(ahead, (trains + more, there))
    return fewest


# ---- stations


StationChoice = tuple[str, Use, str]
"""The id of a city, what a station there does for the tickets, and its label: `✅ Wien`."""


def station_choices(view: View, phrases: Phrases) -> tuple[StationChoice, ...]:
    """The cities where the view's seat can build a station now, best first: tickets, then names.

    A station serves a ticket where a rival's route, which it can borrow, makes the way between the ticket's
    cities shorter. Of such cities those come first where more trains are saved.
    """
    cities, seat, board = options(view).stations.places, view.seat, view.table.board
    if seat is None or not cities:
        return ()
    ways = _ways_of(view.table, seat)
    best: dict[str, _Saving] = {}
    for number in view.tickets:
        for city, saving in _savings(view.table, seat, ways, board.ticket[number]):
            best[city] = min(saving, best.get(city, saving))
    choices = []
    for city in cities:
        rank, trains = best.get(city, (_ORDER.index("none"), 0))
        label = f"{_MARKS[_ORDER[rank]]}{place(board, city, phrases)}"
        choices.append((rank, trains, folded(label), (city, _ORDER[rank], label)))
    return tuple(choice for *_, choice in sorted(choices))


_Saving = tuple[int, int]
"""The place in _ORDER of what a station does for a ticket, and minus the trains saved: the least is best."""


def _savings(table: Table, seat: int, ways: _Ways, ticket: Ticket) -> Iterator[tuple[str, _Saving]]:
    """The cities of the rivals' routes that shorten the way between the ends of a ticket."""
    left, right, shortest = _to_and_from(ways, ticket)
    for rival, routes in enumerate(table.routes):
        for route in table.board.routes_in(routes) if rival != seat else ():
            ends = (route.a, route.b), (route.b, route.a)
            trains = min(left.get(here, _FAR) + right.get(there, _FAR) for here, there in ends)
            if trains < shortest and trains <= table.trains[seat]:
                saving = _ORDER.index("serves" if trains else "completes"), trains - shortest
                yield from ((city, saving) for city in (route.a, route.b))
