"""A player's network: the cities it connects, the tickets it completes, and its longest path.

The search for the longest path works backwards. By Euler, connected routes can all be travelled in one go,
each of them once, if at most two of their cities are odd, that is, have an odd number of the routes: the path
starts and stops there. So the search leaves out routes, with as few spaces as possible, until at most two odd
cities remain. A dense network has a few dozen such candidates, but hundreds of thousands of paths.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import itemgetter, or_

from engine.board import Route, Ticket, members


def connected(routes: Sequence[Route]) -> Mapping[str, Sequence[str]]:
    """For each city of the routes, the cities that they connect it with, itself among them.

    Connected cities share one sequence, so that its first city can serve as the name of them all.

    >>> connected([europe.route["paris--zurich"]])["zurich"]
    ['paris', 'zurich']
    """
    cities: dict[str, list[str]] = {}
    for route in routes:
        here = cities.setdefault(route.a, [route.a])
        there = cities.setdefault(route.b, [route.b])
        if here is not there:
            here.extend(there)
            cities.update(dict.fromkeys(there, here))
    return cities


def completed(routes: Sequence[Route], tickets: Sequence[Ticket]) -> tuple[int, ...]:
    """The numbers, in order, of the tickets whose ends these routes connect.

    >>> completed([europe.route["athina--smyrna"], europe.route["athina--sofia"]], europe.tickets)
    (20,)
    """
    cities = connected(routes)
    return tuple(sorted(ticket.number for ticket in tickets if ticket_points(ticket, cities)))


def ticket_points(ticket: Ticket, cities: Mapping[str, Sequence[str]]) -> int:
    """What a ticket wins with connected cities (see `connected`): that of the best goal reached; 0 for none.

    >>> cities = connected([europe.route["athina--smyrna"], europe.route["athina--sofia"]])
    >>> ticket_points(europe.ticket[20], cities), ticket_points(europe.ticket[9], cities)
    (5, 0)
    """
    for goal in ticket.goals:
        for start in ticket.start.cities:
            network = cities.get(start)
            if network:
                for city in goal.cities:
                    if city in network:
                        return goal.points
    return 0


def joined_twice(routes: Sequence[Route], tickets: Sequence[Ticket]) -> tuple[int, ...]:
    """The numbers, in order, of the tickets whose ends two separate ways connect.

    Mandala: the ways share no route, but may meet in a city. That is so (Menger) if the ends stay connected
    whichever single route is left out.

    >>> way = [europe.route[name] for name in ("dieppe--london--1", "dieppe--paris")]
    >>> names = "bruxelles--paris--1", "amsterdam--bruxelles", "amsterdam--london"
    >>> other = [europe.route[name] for name in names]
    >>> joined_twice(way, [europe.ticket[73]]), joined_twice(way + other, [europe.ticket[73]])
    ((), (73,))
    """
    joined = [ticket for ticket in tickets if ticket.number in completed(routes, tickets)]
    for route in routes if joined else ():
        still = completed([other for other in routes if other != route], joined)
        joined = [ticket for ticket in joined if ticket.number in still]
    return tuple(sorted(ticket.number for ticket in joined))


def longest_path(routes: Sequence[Route]) -> tuple[Route, ...]:
    """A longest continuous path over a player's routes, route by route as it is travelled.

    "The European Express", "Longest Continuous Path": a path may come through a city any number of times but
    uses no train twice; what counts is its spaces. Of several that are equally long the choice depends on
    the set of routes alone. Without routes there is no path: the result is empty.

    >>> routes = [europe.route[name] for name in ("paris--zurich", "dieppe--paris", "venezia--zurich")]
    >>> [route.id for route in longest_path(routes)]
    ['dieppe--paris', 'paris--zurich', 'venezia--zurich']
    """
    return tuple(_in_order_of_travel(_longest(routes)))


def path_length(routes: Sequence[Route]) -> int:
    """The spaces (trains) of a longest continuous path over a player's routes, 0 without routes.

    >>> path_length([europe.route["paris--zurich"], europe.route["venezia--zurich"]])
    5
    """
    return sum(route.length for route in _longest(routes))


def _longest(routes: Sequence[Route]) -> list[Route]:
    """The routes of a longest path, in no particular order."""
    numbered = sorted(routes, key=_by_length)
    search = _LongestPath(numbered)
    search.run()
    return [numbered[route] for route in members(search.best)]


def _by_length(route: Route) -> tuple[int, str]:
    return route.length, route.id


_NEVER = 1_000_000
"""The loss of a city that has no loose route: more spaces than any board has."""


class _LongestPath:
    """The search. A set of routes or of cities is a whole number: bit `i` stands for number `i`.

    What remains of the network while routes are left out is described by five numbers:

    - `routes`: the set of the routes that remain;
    - `spaces`: their length;
    - `loose`: the set of those not yet decided on; all the others stay;
    - `odd`: the set of the odd cities, but those decided to be termini;
    - `termini`: how many termini are not yet decided: a path starts at one odd city and stops at another.
    """

    __slots__ = ("_ends", "_longest", "_meeting", "_routes_at", "_spaces", "best")

    def __init__(self, routes: Sequence[Route]) -> None:
        """The shortest route comes first, so that it has the lowest bit of a set."""
        at: dict[str, int] = {}
        for index, route in enumerate(routes):
            at[route.a] = at.get(route.a, 0) | 1 << index
            at[route.b] = at.get(route.b, 0) | 1 << index
        bit = {city: 1 << number for number, city in enumerate(at)}
        self._spaces = [route.length for route in routes]
        self._ends = [bit[route.a] | bit[route.b] for route in routes]
        """For each route, its two cities."""
        self._routes_at = list(at.values())
        """For each city, its routes."""
        self._meeting = [at[route.a] | at[route.b] for route in routes]
        """For each route, the routes at its two cities."""
        self.best = 0
        """The routes of the longest path found so far."""
        self._longest = 0
        """Its spaces."""

    def run(self) -> None:
        """Find a longest path over all the routes."""
        everything = (1 << len(self._spaces)) - 1
        odd = sum([1 << city for city, routes in enumerate(self._routes_at) if routes.bit_count() % 2])
        self._leave_out(everything, sum(self._spaces), everything, odd, termini=2)

    def _leave_out(self, routes: int, spaces: int, loose: int, odd: int, termini: int) -> None:
        """Find the longest path over what remains, if it is longer than the best so far."""
        if spaces <= self._longest:
            return
        city, loss = self._next_odd_city(loose, odd, termini)
        if spaces - loss <= self._longest:
            return
        if self._piece(routes) != routes:
            for piece in self._pieces(routes, loose, odd):
                self._leave_out(*piece, termini)
        elif odd.bit_count() <= termini:
            self._longest, self.best = spaces, routes
        else:
            # This odd city is a terminus and all its routes stay, or one of them is left out.
            here = self._routes_at[city]
            if termini:
                self._leave_out(routes, spaces, loose & ~here, odd ^ 1 << city, termini - 1)
            for route in members(here & loose):
                loose ^= 1 << route  # Later branches keep it: this one has every solution without it.
                fewer, shorter = routes ^ 1 << route, spaces - self._spaces[route]
                self._leave_out(fewer, shorter, loose, odd ^ self._ends[route], termini)

    def _next_odd_city(self, loose: int, odd: int, termini: int) -> tuple[int, int]:
        """The odd city with the fewest loose routes, and the least spaces still to be left out.

        Each odd city but the termini loses one loose route or more, and a route can be lost by two of them.
        Of cities with equally few the last is taken: its routes are the longer ones, it is the likelier
        terminus.
        """
        fewest, chosen, losses = len(self._spaces), 0, []
        for city in members(odd):
            here = self._routes_at[city] & loose
            losses.append(self._spaces[_lowest(here)] if here else _NEVER)
            if here.bit_count() <= fewest:
                fewest, chosen = here.bit_count(), city
        losses.sort()
        return chosen, (sum(losses[: len(losses) - termini]) + 1) // 2

    def _pieces(self, routes: int, loose: int, odd: int) -> list[tuple[int, int, int, int]]:
        """The pieces that the routes have fallen into, most spaces first: the path lies in one of them.

        Nothing that was to stay may lie in another. Each piece has its routes, spaces, loose and odd.
        """
        pieces = []
        elsewhere = routes
        while elsewhere:
            piece = self._piece(elsewhere)
            elsewhere ^= piece
            if not routes & ~loose & ~piece:
                inside = members(piece)
                spaces = sum([self._spaces[route] for route in inside])
                cities = reduce(or_, [self._ends[route] for route in inside])
                pieces.append((piece, spaces, loose & piece, odd & cities))
        return sorted(pieces, key=itemgetter(1), reverse=True)

    def _piece(self, routes: int) -> int:
        """The routes that are connected with the first of them."""
        piece = new = routes & -routes
        while new:
            further = self._meeting[_lowest(new)] & routes & ~piece
            piece |= further
            new = new & new - 1 | further
        return piece


def _lowest(places: int) -> int:
    return (places & -places).bit_length() - 1


def _in_order_of_travel(routes: Sequence[Route]) -> list[Route]:
    """Routes that can be travelled in one go, as they follow one another."""
    if not routes:
        return []
    untravelled: dict[str, dict[str, Route]] = {}
    for route in sorted(routes, key=_by_length):
        untravelled.setdefault(route.a, {})[route.id] = route
        untravelled.setdefault(route.b, {})[route.id] = route
    odd = [city for city, leaving in untravelled.items() if len(leaving) % 2]
    return list(_arrivals(min(odd or untravelled), untravelled))[::-1]


def _arrivals(city: str, untravelled: dict[str, dict[str, Route]]) -> Iterator[Route]:
    """The routes of a path from this city, the last one first (Hierholzer's way).

    Ride on until there is no way on, then back up to the last city with a route not yet travelled, and ride
    on from there: the order in which one backs up over the routes is a path over all of them.
    """
    while untravelled[city]:
        _, route = untravelled[city].popitem()
        there = route.b if city == route.a else route.a
        del untravelled[there][route.id]
        yield from _arrivals(there, untravelled)
        yield route
