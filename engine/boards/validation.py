"""Validation of a board: what must hold for it as a whole, once each row has been read."""

from collections import Counter
from collections.abc import Iterator

from engine.actions import Action, BuildStation, ClaimRoute, KeepTickets
from engine.board import Board, City, Country, Route, Ticket
from engine.boards.rows import LONGEST_LINE, closest
from engine.cards import CARDS, LOCOMOTIVE
from engine.notation import line
from engine.plain_words import folded
from engine.rules import Rules

Fault = tuple[str, str]
"""The name of the row, and what is wrong with it."""


def faults(board: Board) -> Iterator[Fault]:
    """Everything that makes the board unplayable. Each check expects that the earlier ones found nothing."""
    yield from _names(board)
    for route in board.routes:
        yield from _ends(board, route)
    for country in board.countries:
        yield from _country(board, country)
    for ticket in board.tickets:
        yield from _places(board, ticket)
        yield from _decks(board, ticket)
    yield from _doubles(board)
    yield from _connections(board)
    for rules in board.variants.values():
        yield from _variant(board, rules)
    yield from _lines(board)


def _names(board: Board) -> Iterator[Fault]:
    """No name means two places, in any spelling that people may type."""
    meant: dict[str, City | Country] = {}
    places: tuple[City | Country, ...] = (*board.cities, *board.countries)
    for place in places:
        row = f"{'city' if place.id in board.city else 'country'} {place.id}"
        for name in (place.id, place.name, *place.names.values(), *place.aliases):
            key = folded(name)
            other = meant.setdefault(key, place)
            if not key:
                yield row, f'"{name}" has no letter that anybody could type'
            if other != place:
                yield row, f'"{name}" already means {other.name}'


def _ends(board: Board, route: Route) -> Iterator[Fault]:
    row = f"route {route.id}"
    for city in (route.a, route.b):
        if city not in board.city:
            yield row, f'there is no city "{city}"{closest(city, board.city)}'
    if route.a == route.b:
        yield row, f"it leads from {route.a} to the same city"


def _country(board: Board, country: Country) -> Iterator[Fault]:
    """A country has border points, each of its own."""
    row = f"country {country.id}"
    if not country.cities:
        yield row, "it has no border points in cities"
    for city in country.cities:
        if city not in board.city:
            yield row, f'there is no city "{city}"{closest(city, board.city)}'
        for other in board.countries:
            if other.id != country.id and city in other.cities:
                yield row, f'the border point "{city}" already belongs to {other.name}'


def _places(board: Board, ticket: Ticket) -> Iterator[Fault]:
    row, start = f"ticket {ticket.number}", ticket.start
    for end in (start, *ticket.goals):
        if end.place not in board.place:
            kind = "city or country" if board.countries else "city"
            yield row, f'there is no {kind} "{end.place}"{closest(end.place, board.place)}'
    for goal in ticket.goals:
        if set(goal.cities) & set(start.cities):
            yield row, f"it leads from {start.place} to the same city"


def _decks(board: Board, ticket: Ticket) -> Iterator[Fault]:
    row = f"ticket {ticket.number}"
    for deck in ticket.decks:
        if deck not in board.variants:
            yield row, f'there is no variant "{deck}" to play it in{closest(deck, board.variants)}'
    if not ticket.decks and not ticket.bonus:
        yield row, "it is in no variant's decks and in no bonus set"


def _doubles(board: Board) -> Iterator[Fault]:
    """A double route is two routes between the same two cities, and two such routes are a double route."""
    ends = {route.id: frozenset((route.a, route.b)) for route in board.routes}
    joining = Counter(ends.values())
    named = Counter(route.double for route in board.routes)
    sides = Counter((route.double, ends[route.id]) for route in board.routes if route.double)
    for route in board.routes:
        row, pair = f"route {route.id}", ends[route.id]
        if route.double and named[route.double] != 2:
            yield row, f'the double "{route.double}" must have two sides, not {named[route.double]}'
        if route.double and sides[route.double, pair] != 2:
            yield row, f'the other side of the double "{route.double}" joins other cities'
        if joining[pair] != (2 if route.double else 1):
            yield row, "another route joins the same cities, so that both must name one double"


def _connections(board: Board) -> Iterator[Fault]:
    group = {city.id: {city.id} for city in board.cities}
    for route in board.routes:
        joined = group[route.a] | group[route.b]
        group.update(dict.fromkeys(joined, joined))
    for city in board.cities:
        if group[city.id] == {city.id}:
            yield f"city {city.id}", "no route leads to it"
    for ticket in board.tickets:
        reached = {city for start in ticket.start.cities for city in group[start]}
        for goal in ticket.goals:
            if not reached.intersection(goal.cities):
                yield f"ticket {ticket.number}", f"no routes lead from {ticket.a} to {goal.place}"


def _variant(board: Board, rules: Rules) -> Iterator[Fault]:
    for route in board.routes:
        for fault in _claim_faults(route, rules):
            yield f"route {route.id}", f"{fault} (variant {rules.variant})"
    for long in (True, False):
        dealt = sum(deal.long if long else deal.regular for deal in rules.deals) * rules.players_most
        pile = len(board.pile(rules.variant, long=long))
        if pile < dealt:
            kind = "long" if long else "regular"
            players = f"{rules.players_most} players are dealt {dealt}"
            yield f"variant {rules.variant}", f"it has {pile} {kind} tickets, but {players}"


def _claim_faults(route: Route, rules: Rules) -> Iterator[str]:
    if route.length not in rules.route_points:
        yield f"a route of length {route.length} has no points in route_points"
    if route.length > rules.trains:
        yield f"its {route.length} spaces are more than a player's {rules.trains} trains"
    price = route.price(rules.payment)
    locomotives = rules.locomotives * price.takes_locomotives
    if route.length > rules.cards_per_color + locomotives:
        yield f"its {route.length} spaces are more than one colour and the locomotives together can pay"
    if route.ferry and not price.takes_locomotives:
        yield f"a ferry asks for locomotives, and locomotives_on is {rules.payment.locomotives_on}"
    if route.ferry and route.any_cards:
        yield "a ferry cannot have any_cards: ferry_cards in [rules] says what stands in for its locomotives"
    if route.tunnel and price.swaps:
        yield "cards of any kind cannot stand in for those of a tunnel"
    if route.ferry > route.length:
        yield f"a ferry of {route.length} spaces cannot have {route.ferry} locomotives"
    if route.ferry > rules.locomotives:
        yield f"its {route.ferry} locomotives are more than the {rules.locomotives} of the deck"


def _most_cards(board: Board, route: Route) -> str:
    """Cards that make the longest line of those that pay for a route."""
    prices = [route.price(rules.payment) for rules in board.variants.values()]
    most = max(price.length + max(price.any_cards - 1, 0) * price.swaps for price in prices)
    return (CARDS * most)[:most]


def _lines(board: Board) -> Iterator[Fault]:
    """Every action's line fits a chat's button, with the game and the revision in front of it."""
    highest = max((ticket.number for ticket in board.tickets), default=0)
    deals = (deal.long + deal.regular for rules in board.variants.values() for deal in rules.deals)
    offered = max(*deals, *(rules.draw_tickets for rules in board.variants.values()))
    dearest = max((cost for rules in board.variants.values() for cost in rules.station_costs), default=0)
    longest: dict[str, Action] = {
        f"ticket {highest}": KeepTickets((highest,) * offered),
        **{f"route {r.id}": ClaimRoute(r.id, _most_cards(board, r)) for r in board.routes},
        **{f"city {city.id}": BuildStation(city.id, LOCOMOTIVE * dearest) for city in board.cities},
    }
    for row, action in longest.items():
        if (size := len(line(action).encode())) > LONGEST_LINE:
            yield row, f'"{line(action)}" has {size} bytes, and a button takes {LONGEST_LINE}'
