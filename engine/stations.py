"""Train Stations: what they borrow at the end of the game."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.board import Route, Ticket
from engine.network import completed, connected


@dataclass(frozen=True, slots=True)
class BorrowedRoutes:
    """The route that each station borrows, in the order they were built, and what the tickets come to."""

    routes: tuple[Route | None, ...]
    """One for each station; None where it borrows nothing."""
    completed: tuple[int, ...]
    """The numbers of the tickets completed over the player's own and the borrowed routes."""


def borrow(
    own: Sequence[Route], lendable: Sequence[Sequence[Route]], tickets: Sequence[Ticket]
) -> BorrowedRoutes:
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
    loans = [_loans(parts, routes) for routes in lendable]
    groups, wanted = _groups(parts, tickets, loans)
    uses = [_Use((), groups, 0, 0)]
    for offers in loans:
        # Where no ticket can be completed, there is nothing to choose between.
        worth = offers if wanted else ()
        uses = [further for use in uses for further in _with_one_more_station(use, worth, wanted)]
    routes = min(uses, key=_rank).routes
    return BorrowedRoutes(routes, completed([*own, *filter(None, routes)], tickets))


_Loan = tuple[Route, str, str]
"""A route that a station could borrow, and the two parts of the player's network that it would join.

A part goes by the name of its first city, and a city without a route of the player's is a part by itself.
"""


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
            loans.setdefault(frozenset((here, there)), (route, here, there))
    return list(loans.values())


def _part(parts: Mapping[str, Sequence[str]], city: str) -> str:
    return parts[city][0] if city in parts else city


def _groups(
    parts: Mapping[str, Sequence[str]], tickets: Sequence[Ticket], loans: Sequence[Sequence[_Loan]]
) -> tuple[dict[str, _Group], list[Ticket]]:
    """Every part that could be joined to another, each a group by itself, and the tickets that need that."""
    names = {name for offers in loans for _, *joined in offers for name in joined}
    ends = [(_part(parts, ticket.a), _part(parts, ticket.b), ticket) for ticket in tickets]
    wanted = [end for end in ends if end[0] != end[1] and names.issuperset(end[:2])]
    groups = {
        name: _Group(
            (name,),
            sum(1 << index for index, (first, _, _) in enumerate(wanted) if first == name),
            sum(1 << index for index, (_, second, _) in enumerate(wanted) if second == name),
        )
        for name in names
    }
    return groups, [ticket for _, _, ticket in wanted]


def _with_one_more_station(use: _Use, loans: Sequence[_Loan], wanted: Sequence[Ticket]) -> Iterator[_Use]:
    """The ways for one more station: it borrows nothing, or a route that joins two groups."""
    yield _Use((*use.routes, None), use.groups, use.tickets, use.points)
    for route, one_part, other_part in loans:
        here, there = use.groups[one_part], use.groups[other_part]
        if here is not there:
            yield _borrowed(use, route, here, there, wanted)


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
