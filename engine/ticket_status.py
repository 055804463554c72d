"""The status of a player's tickets: completed, still possible, or cut off."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from heapq import heappop, heappush
from typing import NamedTuple

from engine.board import Route, Ticket
from engine.game import Table
from engine.options import free_cities, open_routes
from engine.scores import borrowing
from engine.view import View


class Outlook(StrEnum):
    """Whether a ticket is completed, can be, or cannot."""

    DONE = "done"
    POSSIBLE = "possible"
    CUT_OFF = "cut-off"


@dataclass(frozen=True, slots=True)
class TicketStatus:
    """A ticket's outlook and, where it is possible, what its cheapest way asks for at the least."""

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
    It is possible while some way leads over own routes, routes that the seat may still claim with its trains
    and, a station for each, routes that rivals own; in the last round, with the turns that the seat has left.
    Each ticket is looked at by itself, as if every train, station and turn were for it. What rivals may yet
    claim and lend is not counted. The cheapest way builds the fewest stations, then takes the fewest trains.
    Raises KeyError on a number that the board does not have.

    >>> ticket_status(view, [9])
    (TicketStatus(ticket=9, outlook=<Outlook.POSSIBLE: 'possible'>, trains=10, stations=0),)
    """
    table, seat = view.table, view.seat
    if seat is None:
        return ()
    tickets = [table.board.ticket[number] for number in (view.tickets if numbers is None else numbers)]
    done = borrowing(table, seat, tickets).completed
    means = _means(table, seat)
    return tuple(
        TicketStatus(ticket.number, Outlook.DONE) if ticket.number in done else _prospect(means, ticket)
        for ticket in tickets
    )


class _Stop(NamedTuple):
    """Where a way has come to, and what it has used up."""

    city: str
    lent: int
    """Which standing stations have lent a route: bit `i` is the seat's station `i`."""
    built: int
    """New stations."""
    turns: int
    """Turns for claims and new stations; 0 as long as nobody counts them."""


@dataclass(frozen=True, slots=True)
class _Means:
    """What a seat has for getting about."""

    ways: Mapping[str, Sequence[tuple[Route, str]]]
    """For each city, the routes that are of use to the seat, and where they lead."""
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


def _means(table: Table, seat: int) -> _Means:
    board, opened = table.board, open_routes(table, seat)
    free = free_cities(table)
    return _Means(
        ways=_ways(board.routes_in(table.claimed | opened)),
        own=frozenset(route.id for route in board.routes_in(table.routes[seat])),
        open=frozenset(route.id for route in board.routes_in(opened)),
        standing=table.stations[seat],
        sites=frozenset(city for city, bit in board.city_bit.items() if free & bit),
        trains=table.trains[seat],
        stations=table.rules.stations - len(table.stations[seat]),
        turns=_turns(table, seat),
    )


def _ways(routes: Sequence[Route]) -> dict[str, list[tuple[Route, str]]]:
    ways: dict[str, list[tuple[Route, str]]] = {}
    for route in routes:
        ways.setdefault(route.a, []).append((route, route.b))
        ways.setdefault(route.b, []).append((route, route.a))
    return ways


def _turns(table: Table, seat: int) -> int | None:
    """How many turns a seat has left, the present one included."""
    if table.over:
        return 0
    if table.turns_left is None or table.seat is None:
        return None
    turns = range(table.seat, table.seat + table.turns_left + 1)
    return sum(turn % table.players == seat for turn in turns)


def _prospect(means: _Means, ticket: Ticket) -> TicketStatus:
    costs = [(stop.built, trains) for stop, trains in _arrivals(means, ticket)]
    if not costs:
        return TicketStatus(ticket.number, Outlook.CUT_OFF)
    stations, trains = min(costs)
    return TicketStatus(ticket.number, Outlook.POSSIBLE, trains, stations)


def _arrivals(means: _Means, ticket: Ticket) -> Iterator[tuple[_Stop, int]]:
    """Every way of using things up on which the ticket's second city is reached, with the fewest trains."""
    start = _Stop(ticket.a, 0, 0, 0)
    fewest, ahead = {start: 0}, [(0, start)]
    while ahead:
        trains, stop = heappop(ahead)
        if trains > fewest[stop]:
            continue
        if stop.city == ticket.b:
            yield stop, trains
            continue
        for spaces, further in _steps(means, stop):
            total = trains + spaces
            if total <= means.trains and total < fewest.get(further, means.trains + 1):
                fewest[further] = total
                heappush(ahead, (total, further))


def _steps(means: _Means, stop: _Stop) -> Iterator[tuple[int, _Stop]]:
    """The next cities, and the trains that it takes to get there."""
    can_act = means.turns is None or stop.turns < means.turns
    turns = stop.turns if means.turns is None else stop.turns + 1
    for route, there in means.ways.get(stop.city, ()):
        if route.id in means.own:
            yield 0, stop._replace(city=there)
        elif route.id in means.open:
            if can_act:
                yield route.length, stop._replace(city=there, turns=turns)
        else:
            yield from ((0, stop._replace(city=there, lent=lent)) for lent in _lent(means, stop, route))
            if can_act and stop.built < means.stations and means.sites & {route.a, route.b}:
                yield 0, stop._replace(city=there, built=stop.built + 1, turns=turns)


def _lent(means: _Means, stop: _Stop, route: Route) -> Iterator[int]:
    """Which stations have lent a route once one more of those standing lends this one."""
    for number, city in enumerate(means.standing):
        if city in (route.a, route.b) and not stop.lent >> number & 1:
            yield stop.lent | 1 << number
