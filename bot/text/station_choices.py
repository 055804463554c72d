"""The cities where a seat can build a station, as lists offer them: those for its tickets first, marked."""

from collections.abc import Iterator, Mapping

from bot.text.i18n import Phrases
from bot.text.labels import place
from bot.text.route_choices import FAR, MARKS, ORDER, Use, Ways, distances, ways_of
from engine.board import Ticket
from engine.game import Table
from engine.names import folded
from engine.options import options
from engine.view import View

StationChoice = tuple[str, Use, str]
"""The id of a city, what a station there does for the tickets, and its label: `✅ Wien`."""


def station_choices(view: View, phrases: Phrases) -> tuple[StationChoice, ...]:
    """The cities where the view's seat can build a station now, best first: tickets, then names.

    A station serves a ticket where a rival's route, which it can borrow, makes the way between the ticket's
    cities shorter. Of such cities those come first where more trains are saved.
    """
    cities = options(view).stations.places
    saved = _saved(view) if cities else {}
    found = []
    for city in cities:
        use, trains = saved.get(city, ("none", 0))
        label = f"{MARKS[use]}{place(view.table.board, city, phrases)}"
        found.append((ORDER.index(use), -trains, folded(label), (city, use, label)))
    return tuple(choice for *_, choice in sorted(found))


_Saving = tuple[Use, int]
"""What a station does for the tickets, and how many trains it saves for one of them."""


def _saved(view: View) -> Mapping[str, _Saving]:
    """The best that a station does in each city where it does anything."""
    table, seat = view.table, view.seat
    if seat is None:
        return {}
    ways = ways_of(table, seat)
    best: dict[str, _Saving] = {}
    for number in view.tickets:
        for city, saving in _for_ticket(table, seat, ways, table.board.ticket[number]):
            best[city] = min(saving, best.get(city, saving), key=_rank)
    return best


def _rank(saving: _Saving) -> tuple[int, int]:
    use, trains = saving
    return ORDER.index(use), -trains


def _for_ticket(table: Table, seat: int, ways: Ways, ticket: Ticket) -> Iterator[tuple[str, _Saving]]:
    """The cities of the rivals' routes that shorten the way between the cities of a ticket."""
    left, right = distances(ways, ticket.a), distances(ways, ticket.b)
    shortest = left.get(ticket.b, FAR)
    for rival, routes in enumerate(table.routes):
        for route in table.board.routes_in(routes) if rival != seat else ():
            ends = (route.a, route.b), (route.b, route.a)
            trains = min(left.get(here, FAR) + right.get(there, FAR) for here, there in ends)
            if trains < shortest and trains <= table.trains[seat]:
                saving: _Saving = ("serves" if trains else "completes", shortest - trains)
                yield from ((city, saving) for city in (route.a, route.b))
