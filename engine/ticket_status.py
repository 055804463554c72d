"""The status of a player's tickets: completed, still possible, or cut off."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Literal

from engine.board import Ticket
from engine.game import Table
from engine.network import connected, joined_twice, ticket_points
from engine.options import free_cities, open_routes
from engine.scores import borrowing
from engine.view import View

Progress = Literal["done", "possible", "cut-off"]
"""Whether a ticket is completed, can be, or cannot."""


@dataclass(frozen=True, slots=True)
class TicketStatus:
    """A ticket's progress and, if it is possible, what its cheapest path needs."""

    ticket: int
    """By number."""
    progress: Progress
    trains: int = 0
    """Spaces still to be claimed."""
    stations: int = 0
    """Stations still to be built."""
    mandala: bool = False
    """Whether it is done and counts for that bonus, in a variant that has it."""
    points: int = 0
    """What it wins if it is done, else what it costs."""


def ticket_status(view: View, numbers: Sequence[int] | None = None) -> tuple[TicketStatus, ...]:
    """The progress of the seat's tickets, or of these numbers as if it held them all; nothing without a seat.

    A ticket is done if it would be completed were the game over now, with what the seat's stations borrow.
    It is possible while some path leads over own routes, routes that the seat may still claim with its trains
    and, a station for each, routes that rivals own; in the last round, with the turns that the seat has left.
    Each ticket is judged by itself, as if every train, station and turn were for it. What rivals may still
    claim and lend is not counted. The cheapest path builds the fewest stations, then takes the fewest trains.
    Raises KeyError on a number that the board does not have.

    >>> ticket_status(view, [9])
    (TicketStatus(ticket=9, progress='possible', trains=10, stations=0, mandala=False, points=10),)
    """
    table, seat = view.table, view.seat
    if seat is None:
        return ()
    tickets = [table.board.ticket[number] for number in (view.tickets if numbers is None else numbers)]
    own = table.board.routes_in(table.routes[seat])
    borrowed, _ = borrowing(table, seat, tickets)
    cities = connected([*own, *filter(None, borrowed)])
    mandalas = joined_twice(own, tickets) if table.rules.bonus("mandala") else ()
    steps, stations_left = _steps(table, seat), table.rules.stations - len(table.stations[seat])
    most = table.trains[seat], stations_left, turns_left_of(table, seat) or 0
    statuses = []
    for ticket in tickets:
        if points := ticket_points(ticket, cities):
            mandala = ticket.number in mandalas
            statuses.append(TicketStatus(ticket.number, "done", mandala=mandala, points=points))
        elif costs := [(built, trains) for trains, _, built, _ in _arrivals(steps, ticket, most)]:
            stations, trains = min(costs)
            needs = trains, stations
            statuses.append(TicketStatus(ticket.number, "possible", *needs, points=ticket.penalty))
        else:
            statuses.append(TicketStatus(ticket.number, "cut-off", points=ticket.penalty))
    return tuple(statuses)


_Used = tuple[int, int, int, int]
"""What a path has used up, or one step of it: trains, the set of the standing stations that lend a route (bit
`i` is the seat's station `i`), new stations, and turns (0 before the last round, when they do not count).
"""

_Steps = Mapping[str, Sequence[tuple[str, _Used]]]
"""For each city, the cities next to it, and what it takes to get there."""


def _steps(table: Table, seat: int) -> _Steps:
    board, opened = table.board, open_routes(table, seat)
    free, turn = free_cities(table), 0 if turns_left_of(table, seat) is None else 1
    steps: dict[str, list[tuple[str, _Used]]] = {}
    for route in board.routes_in(table.claimed | opened):
        ends = (route.a, route.b)
        bit = board.bit[route.id]
        if bit & table.routes[seat]:
            ways = [(0, 0, 0, 0)]
        elif bit & opened:
            ways = [(route.length, 0, 0, turn)]
        else:
            ways = [
                (0, 1 << station, 0, 0) for station, city in enumerate(table.stations[seat]) if city in ends
            ]
            ways += [(0, 0, 1, turn)] if any(board.city_bit[city] & free for city in ends) else []
        for here, there in (ends, ends[::-1]):
            steps.setdefault(here, []).extend([(there, way) for way in ways])
    return steps


def turns_left_of(table: Table, seat: int) -> int | None:
    """How many turns a seat has left, the present one included; None before the last round."""
    if table.over:
        return 0
    if table.turns_left is None or table.seat is None:
        return None
    turns = range(table.seat, table.seat + table.turns_left + 1)
    return sum(turn % table.players == seat for turn in turns)


def _arrivals(steps: _Steps, ticket: Ticket, most: tuple[int, int, int]) -> Iterator[_Used]:
    """Every use of stations and turns that leads from the ticket's start to a goal, with the fewest trains.

    `most` is how many trains, new stations and turns there are.
    """
    most_trains, most_built, most_turns = most
    goals = {city for goal in ticket.goals for city in goal.cities}
    fewest = {(city, 0, 0, 0): 0 for city in ticket.start.cities}
    ahead = [(0, *start) for start in sorted(fewest)]
    while ahead:
        trains, city, lent, built, turns = heappop(ahead)
        if trains > fewest[city, lent, built, turns]:
            continue
        if city in goals:
            yield trains, lent, built, turns
            continue
        for there, (spaces, lends, builds, acts) in steps.get(city, ()):
            total, further = trains + spaces, (there, lent | lends, built + builds, turns + acts)
            if lent & lends or further[2] > most_built or further[3] > most_turns:
                continue
            if total <= most_trains and total < fewest.get(further, most_trains + 1):
                fewest[further] = total
                heappush(ahead, (total, *further))
