"""What stations borrow at the end of the game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.board import Route, Ticket
from engine.network import completed, connected


@dataclass(frozen=True, slots=True)
class Borrowing:
    """The route that each station borrows, in the order they were built, and what the tickets come to."""

    routes: tuple[Route | None, ...]
    """One for each station; None where it borrows nothing."""
    completed: tuple[int, ...]
    """The numbers of the tickets completed over the player's own and the borrowed routes."""


def borrow(own: Sequence[Route], lendable: Sequence[Sequence[Route]], tickets: Sequence[Ticket]) -> Borrowing:
    """The best use of a player's stations: for each at most one of the rivals' routes at its city.

    "Train Stations": the same routes serve all the tickets. `lendable` has the rivals' routes at the city of
    each station, in the order the stations were built. Best is, in this order:

    1. the most points from tickets, completed ones added and the others subtracted;
    2. the most completed tickets;
    3. the fewest borrowed routes;
    4. the smallest route ids: those borrowed are compared one by one in the order of their stations, stations
       that borrow nothing left out;
    5. the earliest stations, where two could borrow the same route.
    """
    parts = connected(own)
    done = completed(own, tickets)
    wanted = [ticket for ticket in tickets if ticket.number not in done]
    loans = [_loans(parts, routes) for routes in lendable]
    nothing = _Use((), _groups(parts, wanted, loans), 0, 0)
    routes = min(_uses(nothing, loans, wanted), key=_rank).routes
    return Borrowing(routes, completed([*own, *filter(None, routes)], tickets))


class _Loan(NamedTuple):
    """A route that a station could borrow, and the two parts of the player's network that it would join.

    A part goes by the name of its first city, and a city without a route of the player's is a part by itself.
    """

    route: Route
    here: str
    there: str


class _Group(NamedTuple):
    """Parts that borrowed routes join."""

    parts: tuple[str, ...]
    starts: int
    """The wanted tickets that have their first city in it: bit `i` is the wanted ticket `i`."""
    ends: int
    """Those that have their second city in it."""


class _Use(NamedTuple):
    """What the stations looked at so far borrow, and what that gains."""

    routes: tuple[Route | None, ...]
    groups: Mapping[str, _Group]
    """The group that each part belongs to."""
    tickets: int
    """The number of wanted tickets completed."""
    points: int


def _loans(parts: Mapping[str, Sequence[str]], routes: Sequence[Route]) -> list[_Loan]:
    """What is worth borrowing: only what joins two parts, and of the routes that join the same two, one."""
    loans: dict[frozenset[str], _Loan] = {}
    for route in sorted(routes, key=lambda route: route.id):
        here, there = _part(parts, route.a), _part(parts, route.b)
        if here != there:
            loans.setdefault(frozenset((here, there)), _Loan(route, here, there))
    return list(loans.values())


def _part(parts: Mapping[str, Sequence[str]], city: str) -> str:
    return parts[city][0] if city in parts else city


def _groups(
    parts: Mapping[str, Sequence[str]], wanted: Sequence[Ticket], loans: Sequence[Sequence[_Loan]]
) -> dict[str, _Group]:
    """Every part that matters, before anything is borrowed: each is a group by itself."""
    starts: dict[str, int] = {
        name: 0 for offers in loans for loan in offers for name in (loan.here, loan.there)
    }
    ends = dict(starts)
    for index, ticket in enumerate(wanted):
        first, second = _part(parts, ticket.a), _part(parts, ticket.b)
        starts[first] = starts.get(first, 0) | 1 << index
        ends[second] = ends.get(second, 0) | 1 << index
    return {name: _Group((name,), starts.get(name, 0), ends.get(name, 0)) for name in starts | ends}


def _uses(use: _Use, loans: Sequence[Sequence[_Loan]], wanted: Sequence[Ticket]) -> Iterator[_Use]:
    """Every use of the stations, station after station."""
    if not loans:
        yield use
        return
    for further in _with_one_more_station(use, loans[0], wanted):
        yield from _uses(further, loans[1:], wanted)


def _with_one_more_station(use: _Use, loans: Sequence[_Loan], wanted: Sequence[Ticket]) -> Iterator[_Use]:
    """The ways for one more station: it borrows nothing, or a route that joins two groups."""
    yield _Use((*use.routes, None), use.groups, use.tickets, use.points)
    for loan in loans:
        here, there = use.groups[loan.here], use.groups[loan.there]
        if here is not there:
            yield _borrowed(use, loan.route, here, there, wanted)


def _borrowed(use: _Use, route: Route, here: _Group, there: _Group, wanted: Sequence[Ticket]) -> _Use:
    """A ticket is completed when its first city is on one side of the route and its second on the other."""
    joined = _Group(here.parts + there.parts, here.starts | there.starts, here.ends | there.ends)
    gained = here.starts & there.ends | there.starts & here.ends
    points = [ticket.points for index, ticket in enumerate(wanted) if gained >> index & 1] if gained else []
    return _Use(
        (*use.routes, route),
        {**use.groups, **dict.fromkeys(joined.parts, joined)},
        use.tickets + len(points),
        use.points + sum(points),
    )


def _rank(use: _Use) -> tuple[int, int, int, list[str], list[bool]]:
    """The smaller, the better. A ticket completed is worth its points twice: the order is the same."""
    ids = [route.id for route in use.routes if route]
    return -use.points, -use.tickets, len(ids), ids, [route is None for route in use.routes]
