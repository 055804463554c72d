"""What a player can still complete in the turns that are certainly left."""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import product

from engine.board import GRAY, Price, Route
from engine.cards import COLORS, Counts
from engine.game import Table
from engine.network import connected
from engine.options import free_cities, open_routes
from engine.ticket_status import ticket_status, turns_left_of
from engine.view import View

CARDS_A_TURN = 2
"""The most cards that a turn adds to a hand."""

_MOST_CHOICES = 3
"""Grey payments whose colours are all tried; of more, each takes one of the colours held most."""

Need = tuple[int, int]
"""What a ticket needs: turns that build something, and cards that are not in the hand."""

_Step = tuple[str, str, int, Price | None]
"""A step of a path: the network or city that it leads to; the station of the seat, if any, that lends the
route; the trains; and the price, None where nothing is built. A route that a new station would lend takes
no trains; its cost depends on how many stations are built.
"""

_Path = tuple[frozenset[str], int, tuple[Price, ...], int]
"""The networks and stations that a path has used, its trains, its prices, and its new stations."""

_NEW_STATION = Price(0, GRAY)


def least_turns_left(table: Table, seat: int) -> int:
    """How many turns a seat has if it does not end the game itself, the present one included.

    It is exact in the last round. Before that, the rival who can be the first to have few enough trains is
    taken to claim the longest open routes from now on; the last round follows.
    """
    known = turns_left_of(table, seat)
    if known is not None or table.seat is None:
        return known or 0
    ends = [_first_end(table, rival) for rival in range(table.players) if rival != seat]
    last = min((end for end in ends if end is not None), default=table.players * table.trains[seat])
    return sum((table.seat + turn) % table.players == seat for turn in range(last + 1)) + 1


def _first_end(table: Table, rival: int) -> int | None:
    """After how many turns of others this player can begin the last round; None if they never can."""
    longest = max((route.length for route in table.board.routes_in(open_routes(table, rival))), default=0)
    missing = table.trains[rival] - table.rules.last_round_trains
    if missing <= 0 or not longest or table.seat is None:
        return None
    turns = -(-missing // longest)
    return (rival - table.seat) % table.players + (turns - 1) * table.players


def outlook(view: View, turns: int) -> Mapping[int, Need | None]:
    """What each ticket that is not completed needs to be so in this many turns; None: it cannot be.

    A ticket can be completed by a path for which the seat has enough trains, stations and turns. Turns in
    which nothing is built add two cards each, which must be enough for the cards that the hand lacks. Each
    ticket is judged by itself. A tunnel is taken to cost nothing more. Of several ways it is the one that
    lacks the fewest cards, then takes the fewest turns.

    >>> outlook(view, 3), outlook(view, 9)
    ({9: None, 3: None}, {9: (3, 6), 3: (3, 2)})
    """
    if view.seat is None:
        return {}
    board = view.table.board
    own = connected(board.routes_in(view.table.routes[view.seat]))
    # A network goes by the name of the first city that the seat's routes connect.
    home = {city: own[city][0] if city in own else city for city in board.city_ids}
    steps = _steps(view.table, view.seat, home)
    needs: dict[int, Need | None] = {}
    for number in [status.ticket for status in ticket_status(view) if status.progress != "done"]:
        ticket = board.ticket[number]
        starts = {home[city] for city in ticket.start.cities}
        goals = {home[city] for goal in ticket.goals for city in goal.cities}
        paths = _paths(view, steps, starts, goals, turns)
        ways = {(_lacking(view.hand, prices), len(prices)) for prices in paths}
        possible = [(lacks, built) for lacks, built in ways if lacks <= CARDS_A_TURN * (turns - built)]
        lacks, built = min(possible, default=(0, 0))
        needs[number] = (built, lacks) if possible else None
    return needs


def _steps(table: Table, seat: int, home: Mapping[str, str]) -> Mapping[str, Sequence[_Step]]:
    """From each network, the steps to others."""
    board, opened = table.board, open_routes(table, seat)
    steps: dict[str, list[_Step]] = {}
    for route in board.routes_in((table.claimed | opened) & ~table.routes[seat]):
        here, there = home[route.a], home[route.b]
        ways = _ways(table, seat, route, is_open=bool(board.bit[route.id] & opened))
        for start, end in ((here, there), (there, here)) if here != there else ():
            steps.setdefault(start, []).extend((end, *way) for way in ways)
    return steps


def _ways(table: Table, seat: int, route: Route, *, is_open: bool) -> Sequence[tuple[str, int, Price | None]]:
    """How a route can be part of a path: claimed, or borrowed by a station that is built or by a new one."""
    if is_open:
        return [("", route.length, table.fares.price[route.id])]
    ends, free = (route.a, route.b), free_cities(table)
    lent: list[tuple[str, int, Price | None]] = [
        (f"station {city}", 0, None) for city in table.stations[seat] if city in ends
    ]
    can_stand = any(table.board.city_bit[city] & free for city in ends)
    return [*lent, ("", 0, _NEW_STATION)] if can_stand else lent


def _paths(
    view: View, steps: Mapping[str, Sequence[_Step]], starts: Set[str], goals: Set[str], turns: int
) -> Iterator[tuple[Price, ...]]:
    """The prices of each path from a network to a goal that can be built in this many turns."""
    table, seat = view.table, view.seat or 0
    least, costs = _least_builds(steps, goals), table.rules.station_costs[len(table.stations[seat]) :]
    ahead: list[tuple[str, _Path]] = [(start, (frozenset({start}), 0, (), 0)) for start in starts]
    while ahead:
        here, (used, trains, prices, built) = ahead.pop()
        if here in goals:
            yield prices
            continue
        for there, lender, spaces, price in steps.get(here, ()):
            known = {there, lender} - {""}
            new = price == _NEW_STATION
            if used & known or trains + spaces > table.trains[seat] or (new and built == len(costs)):
                continue
            paid = (*prices, Price(costs[built], GRAY) if new else price) if price else prices
            if len(paid) + least.get(there, turns + 1) <= turns:
                ahead.append((there, (used | known, trains + spaces, paid, built + new)))


def _least_builds(steps: Mapping[str, Sequence[_Step]], goals: Set[str]) -> Mapping[str, int]:
    """From each network, how many turns that build something it takes at least to reach one of these."""
    least, ahead = dict.fromkeys(goals, 0), list(goals)
    for here in ahead:
        for there, _, _, price in steps.get(here, ()):
            builds = least[here] + (price is not None)
            if builds < least.get(there, builds + 1):
                least[there] = builds
                ahead.append(there)
    return least


def _lacking(hand: Counts, prices: Sequence[Price]) -> int:
    """How many cards a hand lacks to pay all of these, at least."""
    gray = sorted((price for price in prices if price.color == GRAY), reverse=True)
    held = sorted(COLORS, key=lambda color: -hand[COLORS.index(color)])
    tried = held if len(gray) <= _MOST_CHOICES else held[:_MOST_CHOICES]
    fixed = [price for price in prices if price.color != GRAY]
    return min(
        _lacks(
            hand, [*fixed, *(price._replace(color=color) for price, color in zip(gray, chosen, strict=True))]
        )
        for chosen in product(tried, repeat=len(gray))
    )


def _lacks(hand: Counts, prices: Sequence[Price]) -> int:
    """The same for prices that each name a colour: locomotives stand in for what is missing of it.

    Where cards of any kind stand in for others, these are taken to be there: the hand must only have as many
    cards as there are spaces.
    """
    ferries = sum(max(0, price.ferry - price.swaps) for price in prices)
    missing = lost = 0
    for color, held in zip(COLORS, hand, strict=False):
        only, either = (
            sum(
                price.length - max(price.ferry, price.swaps)
                for price in prices
                if price.color == color and price.takes_locomotives == takes
            )
            for takes in (False, True)
        )
        lost += max(0, only - held)
        missing += max(0, either - max(0, held - only))
    lacks = lost + max(0, ferries - hand[-1]) + max(0, missing - max(0, hand[-1] - ferries))
    return max(lacks, sum(price.length for price in prices) - sum(hand))
