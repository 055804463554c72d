"""Train Stations: what they borrow at the end of the game."""

from collections.abc import Iterator, Mapping, Sequence

from engine.board import Route, Ticket, members
from engine.network import completed, connected

BorrowedRoutes = tuple[tuple[Route | None, ...], tuple[int, ...]]
"""The route that each station borrows, in the order they were built (None: it borrows nothing), and the
numbers of the tickets completed over the player's own and the borrowed routes.
"""


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
    # Where no ticket can be completed, there is nothing to choose between.
    worth = loans if wanted else [[] for _ in loans]
    routes, _, _ = min(_uses(worth, groups, wanted), key=_rank)
    return routes, completed([*own, *filter(None, routes)], tickets)


_Loan = tuple[Route, str, str]
"""A route that a station could borrow, and the two parts of the player's network that it would join.

A part goes by the name of its first city, and a city without a route of the player's is a part by itself.
"""

_Group = tuple[tuple[str, ...], int]
"""Parts that borrowed routes join, and the set of the wanted tickets that have one of their cities there: bit
`i` is the wanted ticket `i`.
"""

_Use = tuple[tuple[Route | None, ...], int, int]
"""What each station borrows, and what that gains: points, and the number of tickets completed."""


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
    ends = [({_part(parts, ticket.a), _part(parts, ticket.b)}, ticket) for ticket in tickets]
    wanted = [(pair, ticket) for pair, ticket in ends if len(pair) == 2 and pair <= names]
    groups: dict[str, _Group] = {
        name: ((name,), sum(1 << index for index, (pair, _) in enumerate(wanted) if name in pair))
        for name in names
    }
    return groups, [ticket for _, ticket in wanted]


def _uses(
    loans: Sequence[Sequence[_Loan]], groups: Mapping[str, _Group], wanted: Sequence[Ticket]
) -> Iterator[_Use]:
    """Every use of these stations: the first borrows nothing, or a route that joins two groups."""
    if not loans:
        yield (), 0, 0
        return
    offers, *others = loans
    for routes, points, number in _uses(others, groups, wanted):
        yield (None, *routes), points, number
    for route, one_part, other_part in offers:
        here, there = groups[one_part], groups[other_part]
        if here is not there:
            after, gained = _joined(groups, here, there, wanted)
            for routes, points, number in _uses(others, after, wanted):
                yield (route, *routes), points + sum(gained), number + len(gained)


def _joined(
    groups: Mapping[str, _Group], here: _Group, there: _Group, wanted: Sequence[Ticket]
) -> tuple[Mapping[str, _Group], list[int]]:
    """The groups after joining two, and the points of the tickets completed: those with a city in each."""
    joined = here[0] + there[0], here[1] ^ there[1]
    gained = here[1] & there[1]
    points = [wanted[index].points for index in members(gained)] if gained else []
    return {**groups, **dict.fromkeys(joined[0], joined)}, points


def _rank(use: _Use) -> tuple[int, int, int, list[str], list[bool]]:
    """The smaller, the better. A ticket completed is worth its points twice: the order is the same."""
    routes, points, number = use
    ids = [route.id for route in routes if route]
    return -points, -number, len(ids), ids, [route is None for route in routes]
