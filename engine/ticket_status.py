"""The status of a player's tickets: completed, still possible, or cut off."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Literal, NamedTuple

from engine.board import Route, Ticket
from engine.game import Table
from engine.options import free_cities, open_routes
from engine.scores import borrowing
from engine.view import View

Outlook = Literal["done", "possible", "cut-off"]
"""Whether a ticket is completed, can be, or cannot."""


@dataclass(frozen=True, slots=True)
class TicketStatus:
    """A ticket's outlook and, if it is possible, what its cheapest path needs."""

    ticket: int
    """By number."""
    outlook: Outlook
    trains: int = 0
    """Spaces still to be claimed."""
    stations: int = 0
    """Stations still to be built."""


def ticket_status(view: View, numbers: Sequence[int] | None = None) -> tuple[TicketStatus, ...]:
    """The outlook of the seat's tickets, or of these numbers as if it held them all; nothing without a seat.

    A ticket is done if it would be completed were the game over now, with what the seat's stations borrow.
    It is possible while some path leads over own routes, routes that the seat may still claim with its trains
    and, a station for each, routes that rivals own; in the last round, with the turns that the seat has left.
    Each ticket is judged by itself, as if every train, station and turn were for it. What rivals may still
    claim and lend is not counted. The cheapest path builds the fewest stations, then takes the fewest trains.
    Raises KeyError on a number that the board does not have.

    >>> ticket_status(view, [9])
    (TicketStatus(ticket=9, outlook='possible', trains=10, stations=0),)
    """
    table, seat = view.table, view.seat
    if seat is None:
        return ()
    tickets = [table.board.ticket[number] for number in (view.tickets if numbers is None else numbers)]
    done = borrowing(table, seat, tickets).completed
    resources = _resources(table, seat)
    return tuple(
        TicketStatus(ticket.number, "done") if ticket.number in done else _path_status(resources, ticket)
        for ticket in tickets
    )


class _Reached(NamedTuple):
    """The end of a path so far, and what the path has used up."""

    city: str
    lent: int
    """Which standing stations have lent a route: bit `i` is the seat's station `i`."""
    built: int
    """New stations."""
    turns: int
    """Turns for claims and new stations; 0 before the last round, when turns are not counted."""


@dataclass(frozen=True, slots=True)
class _Resources:
    """What a seat can still use to complete tickets."""

    links: Mapping[str, Sequence[tuple[Route, str]]]
    """For each city, the routes that the seat can use, and where they lead."""
    own: frozenset[str]
    open: frozenset[str]
    standing: tuple[str, ...]
    """Cities of its stations."""
    sites: frozenset[str]
    """Cities where it could build one."""
    trains: int
    stations: int
    turns: int | None
    """Turns left to it; None before the last round."""


def _resources(table: Table, seat: int) -> _Resources:
    board, opened = table.board, open_routes(table, seat)
    free = free_cities(table)
    return _Resources(
        links=_links(board.routes_in(table.claimed | opened)),
        own=frozenset(route.id for route in board.routes_in(table.routes[seat])),
        open=frozenset(route.id for route in board.routes_in(opened)),
        standing=table.stations[seat],
        sites=frozenset(city for city, bit in board.city_bit.items() if free & bit),
        trains=table.trains[seat],
        stations=table.rules.stations - len(table.stations[seat]),
        turns=_turns(table, seat),
    )


def _links(routes: Sequence[Route]) -> dict[str, list[tuple[Route, str]]]:
    links: dict[str, list[tuple[Route, str]]] = {}
    for route in routes:
        links.setdefault(route.a, []).append((route, route.b))
        links.setdefault(route.b, []).append((route, route.a))
    return links


def _turns(table: Table, seat: int) -> int | None:
    """How many turns a seat has left, the present one included."""
    if table.over:
        return 0
    if table.turns_left is None or table.seat is None:
        return None
    turns = range(table.seat, table.seat + table.turns_left + 1)
    return sum(turn % table.players == seat for turn in turns)


def _path_status(resources: _Resources, ticket: Ticket) -> TicketStatus:
    costs = [(reached.built, trains) for reached, trains in _arrivals(resources, ticket)]
    if not costs:
        return TicketStatus(ticket.number, "cut-off")
    stations, trains = min(costs)
    return TicketStatus(ticket.number, "possible", trains, stations)


def _arrivals(resources: _Resources, ticket: Ticket) -> Iterator[tuple[_Reached, int]]:
    """Every use of stations and turns that reaches the ticket's second city, with the fewest trains."""
    start = _Reached(ticket.a, 0, 0, 0)
    fewest, ahead = {start: 0}, [(0, start)]
    while ahead:
        trains, reached = heappop(ahead)
        if trains > fewest[reached]:
            continue
        if reached.city == ticket.b:
            yield reached, trains
            continue
        for spaces, further in _steps(resources, reached):
            total = trains + spaces
            if total <= resources.trains and total < fewest.get(further, resources.trains + 1):
                fewest[further] = total
                heappush(ahead, (total, further))


def _steps(resources: _Resources, reached: _Reached) -> Iterator[tuple[int, _Reached]]:
    """The next cities, and the trains that it takes to get there."""
    can_act = resources.turns is None or reached.turns < resources.turns
    turns = reached.turns if resources.turns is None else reached.turns + 1
    for route, there in resources.links.get(reached.city, ()):
        if route.id in resources.own:
            yield 0, reached._replace(city=there)
        elif route.id in resources.open:
            if can_act:
                yield route.length, reached._replace(city=there, turns=turns)
        else:
            yield from (
                (0, reached._replace(city=there, lent=lent)) for lent in _lent(resources, reached, route)
            )
            if can_act and reached.built < resources.stations and resources.sites & {route.a, route.b}:
                yield 0, reached._replace(city=there, built=reached.built + 1, turns=turns)


def _lent(resources: _Resources, reached: _Reached, route: Route) -> Iterator[int]:
    """The sets of stations that have lent a route after one more of them lends this one."""
    for number, city in enumerate(resources.standing):
        if city in (route.a, route.b) and not reached.lent >> number & 1:
            yield reached.lent | 1 << number
