"""A player's network: the cities it connects, the tickets it completes, and its longest path.

The search for the longest path works backwards. By Euler, connected routes can all be travelled in one go,
each of them once, if at most two of their cities are odd, that is, have an odd number of the routes: the path
starts and stops there. So the search leaves out routes, with as few spaces as possible, until at most two odd
cities remain. A dense network has a few dozen such candidates, but hundreds of thousands of paths.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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
    """The numbers, in order, of the tickets whose two cities these routes connect."""
    cities = connected(routes)
    return tuple(sorted(ticket.number for ticket in tickets if ticket.b in cities.get(ticket.a, ())))


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
    """The spaces (trains) of a longest continuous path over a player's routes, 0 without routes."""
    return sum(route.length for route in _longest(routes))


def _longest(routes: Sequence[Route]) -> list[Route]:
    """The routes of a longest path, in no particular order."""
    numbered = sorted(routes, key=_by_length)
    network = _network(numbered)
    best = _leave_out(network, _whole(network), (0, 0))
    return [numbered[route] for route in members(best[1])]


def _by_length(route: Route) -> tuple[int, str]:
    return route.length, route.id


_NEVER = 1_000_000
"""The loss of a city that has no loose route: more spaces than any board has."""


@dataclass(frozen=True, slots=True)
class _Network:
    """Numbered routes and cities. A set of either is a whole number: bit `i` stands for number `i`."""

    spaces: tuple[int, ...]
    """The length of each route. The shortest has the lowest number, and the lowest bit of a set."""
    ends: tuple[int, ...]
    """For each route, its two cities."""
    routes_at: tuple[int, ...]
    """For each city, its routes."""
    meeting: tuple[int, ...]
    """For each route, the routes at its two cities."""


class _Rest(NamedTuple):
    """What remains of a network while routes are being left out."""

    routes: int
    spaces: int
    loose: int
    """Routes not yet decided on. All the others stay."""
    odd: int
    """The odd cities but those decided to be termini."""
    termini: int
    """How many termini are not yet decided: the path starts at one odd city and stops at another."""


_Path = tuple[int, int]
"""The spaces of a path, and the set of its routes."""


def _network(routes: Sequence[Route]) -> _Network:
    at: dict[str, int] = {}
    for index, route in enumerate(routes):
        at[route.a] = at.get(route.a, 0) | 1 << index
        at[route.b] = at.get(route.b, 0) | 1 << index
    bit = {city: 1 << number for number, city in enumerate(at)}
    return _Network(
        spaces=tuple([route.length for route in routes]),
        ends=tuple([bit[route.a] | bit[route.b] for route in routes]),
        routes_at=tuple(at.values()),
        meeting=tuple([at[route.a] | at[route.b] for route in routes]),
    )


def _whole(network: _Network) -> _Rest:
    everything = (1 << len(network.spaces)) - 1
    odd = sum([1 << city for city, routes in enumerate(network.routes_at) if routes.bit_count() % 2])
    return _Rest(everything, sum(network.spaces), everything, odd, termini=2)


def _leave_out(network: _Network, rest: _Rest, best: _Path) -> _Path:
    """The longest path over routes of `rest`, or `best` where there is none longer."""
    if rest.spaces <= best[0]:
        return best
    city, loss = _next_odd_city(network, rest)
    if rest.spaces - loss <= best[0]:
        return best
    if _piece(network, rest.routes) != rest.routes:
        ways = _pieces(network, rest)
    elif rest.odd.bit_count() <= rest.termini:
        return (rest.spaces, rest.routes)
    else:
        ways = _ways_on(network, rest, city)
    for way in ways:
        best = _leave_out(network, way, best)
    return best


def _next_odd_city(network: _Network, rest: _Rest) -> tuple[int, int]:
    """The odd city with the fewest loose routes, and the least spaces still to be left out.

    Each odd city but the termini loses one loose route or more, and a route can be lost by two of them. Of
    cities with equally few the last is taken: its routes are the longer ones, it is the likelier terminus.
    """
    fewest, chosen, losses = len(network.spaces), 0, []
    for city in members(rest.odd):
        loose = network.routes_at[city] & rest.loose
        losses.append(network.spaces[_lowest(loose)] if loose else _NEVER)
        if loose.bit_count() <= fewest:
            fewest, chosen = loose.bit_count(), city
    losses.sort()
    return chosen, (sum(losses[: len(losses) - rest.termini]) + 1) // 2


def _ways_on(network: _Network, rest: _Rest, city: int) -> list[_Rest]:
    """What to do about an odd city: it is a terminus and all its routes stay, or one of them is left out."""
    routes, spaces, loose, odd, termini = rest
    ways = []
    if termini:
        ways.append(_Rest(routes, spaces, loose & ~network.routes_at[city], odd ^ 1 << city, termini - 1))
    for route in members(network.routes_at[city] & loose):
        loose ^= 1 << route  # Later branches keep this route: this one has every solution without it.
        fewer, shorter = routes ^ 1 << route, spaces - network.spaces[route]
        ways.append(_Rest(fewer, shorter, loose, odd ^ network.ends[route], termini))
    return ways


def _pieces(network: _Network, rest: _Rest) -> list[_Rest]:
    """The pieces that what remains has fallen into, most spaces first: the path lies in one of them.

    Nothing that was to stay may lie in another.
    """
    pieces = []
    elsewhere = rest.routes
    while elsewhere:
        routes = _piece(network, elsewhere)
        elsewhere ^= routes
        if not rest.routes & ~rest.loose & ~routes:
            pieces.append(_narrowed(network, rest, routes))
    return sorted(pieces, key=lambda piece: piece.spaces, reverse=True)


def _piece(network: _Network, routes: int) -> int:
    """The routes that are connected with the first of them."""
    piece = new = routes & -routes
    while new:
        further = network.meeting[_lowest(new)] & routes & ~piece
        piece |= further
        new = new & new - 1 | further
    return piece


def _narrowed(network: _Network, rest: _Rest, routes: int) -> _Rest:
    """Only these routes of what remains."""
    spaces, cities = 0, 0
    for route in members(routes):
        spaces += network.spaces[route]
        cities |= network.ends[route]
    return _Rest(routes, spaces, rest.loose & routes, rest.odd & cities, rest.termini)


def _lowest(places: int) -> int:
    return (places & -places).bit_length() - 1


def _in_order_of_travel(routes: Sequence[Route]) -> list[Route]:
    """Routes that can be travelled in one go, as they follow one another."""
    if not routes:
        return []
    untravelled = _by_city(routes)
    odd = [city for city, leaving in untravelled.items() if len(leaving) % 2]
    return list(_arrivals(min(odd or untravelled), untravelled))[::-1]


def _by_city(routes: Sequence[Route]) -> dict[str, dict[str, Route]]:
    """For each city, its routes by id."""
    cities: dict[str, dict[str, Route]] = {}
    for route in sorted(routes, key=_by_length):
        cities.setdefault(route.a, {})[route.id] = route
        cities.setdefault(route.b, {})[route.id] = route
    return cities


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
