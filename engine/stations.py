"""Train Stations: what they borrow at the end of the game."""

from collections.abc import Iterator, Mapping, Sequence, Set

from engine.board import Route, Ticket
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
    names = {name for offers in loans for _, *joined in offers for name in joined}
    wanted = [ways for ticket in tickets if (ways := _ways(parts, ticket, names))]
    # Where no ticket can be completed, there is nothing to choose between.
    worth = loans if wanted else [[] for _ in loans]
    routes, _, _ = min(_uses(worth, {name: (name,) for name in names}, wanted), key=_rank)
    return routes, completed([*own, *filter(None, routes)], tickets)


_Loan = tuple[Route, str, str]
"""A route that a station could borrow, and the two parts of the player's network that it would join.

A part goes by the name of its first city, and a city without a route of the player's is a part by itself.
"""

_Groups = Mapping[str, tuple[str, ...]]
"""For each part that could be joined to another, the parts that borrowed routes join with it."""

_Way = tuple[int, str, str]
"""Two parts that complete a ticket if they are joined, and what that is worth: its points and the penalty."""

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


def _ways(parts: Mapping[str, Sequence[str]], ticket: Ticket, names: Set[str]) -> list[_Way]:
    """How loans can complete a ticket or reach a better goal of it, the best first; none if they cannot.

    What it reaches without loans is the last of them.
    """
    ways = [
        (goal.points + ticket.penalty, _part(parts, start), _part(parts, city))
        for goal in ticket.goals
        for city in goal.cities
        for start in ticket.start.cities
    ]
    joined = next((place for place, (_, here, there) in enumerate(ways, 1) if here == there), len(ways))
    ways = ways[:joined]
    return ways if any(here != there and {here, there} <= names for _, here, there in ways) else []


def _uses(
    loans: Sequence[Sequence[_Loan]], groups: _Groups, wanted: Sequence[Sequence[_Way]]
) -> Iterator[_Use]:
    """Every use of these stations: the first borrows nothing, or a route that joins two groups."""
    if not loans:
        gains = [
            next((gain for gain, here, there in ways if here == there or there in groups.get(here, ())), 0)
            for ways in wanted
        ]
        yield (), sum(gains), len(gains) - gains.count(0)
        return
    offers, *others = loans
    for routes, points, number in _uses(others, groups, wanted):
        yield (None, *routes), points, number
    for route, here, there in offers:
        if there not in groups[here]:
            joined = groups[here] + groups[there]
            for routes, points, number in _uses(others, {**groups, **dict.fromkeys(joined, joined)}, wanted):
                yield (route, *routes), points, number


def _rank(use: _Use) -> tuple[int, int, int, list[str], list[bool]]:
    """The smaller, the better."""
    routes, points, number = use
    ids = [route.id for route in routes if route]
    return -points, -number, len(ids), ids, [route is None for route in routes]
