"""Validation of a state: whether a game, wherever it comes from, can be played on."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain

from engine.boards.rows import closest
from engine.cards import CARDS, EMPTY_SLOT
from engine.game import ChooseTickets, Decision, Game, SettleTunnel, Table, all_cards
from engine.options import open_routes, options
from engine.payments import pays, surcharge
from engine.setup import whole_deck
from engine.view import view_for

_SEED = re.compile(r"[0-9a-f]{64}")


def faults(game: Game) -> Iterator[str]:
    """Everything that is impossible about a state, one sentence each; nothing if it can be played on.

    The routes must be the board's, and every tuple has one item a player.
    """
    yield from faults_before_passing(game)
    if game.table.passes and game.table.waiting_for:  # counted since the last turn that was not passed
        yield "Somebody has something to decide, so that passes is 0."
    for seat in game.table.waiting_for:
        if not options(view_for(game, seat)).kinds:
            yield f"Seat {seat} can do nothing at all, so that its turn would be over."


def faults_before_passing(game: Game) -> Iterator[str]:
    """The same for a state in which a seat may have to pass."""
    for look in _LOOKS:
        yield from look(game)


def _cards(game: Game) -> Iterator[str]:
    """Every train card of the game is in one place at most; cards that are in none are out of the game."""
    there, whole = Counter(all_cards(game)), Counter(whole_deck(game.table.rules))
    for card in CARDS:
        if there[card] > whole[card]:
            yield (
                f"There are {there[card]} cards {card} among deck, discards, row, hands and tunnel, "
                f"and the game has {whole[card]}."
            )


def _row(game: Game) -> Iterator[str]:
    """A slot is filled at once, so that it can only be empty while the deck is."""
    row, slots = game.table.row, game.table.rules.row
    if len(row) != slots or not set(row) <= set(CARDS + EMPTY_SLOT):
        yield f'The row "{row}" must be {slots} letters or "{EMPTY_SLOT}" for an empty slot.'
    if game.deck and (slot := row.find(EMPTY_SLOT) + 1):
        yield f"row: slot {slot} cannot be empty, because the deck has a card for it."


def _tickets(game: Game) -> Iterator[str]:
    """Each ticket is the variant's, and in one place."""
    table = game.table
    board, variant = table.board, table.rules.variant
    piles = [board.pile(variant, long=long, bonus=table.bonus) for long in (False, True)]
    places_of = Counter((*game.ticket_deck, *game.long_tickets))
    for tickets in chain(game.tickets, game.offers, game.refused, *game.aside):
        places_of.update(tickets)
    for number, places in places_of.items():
        if number not in board.ticket:
            yield f"There is no ticket {number} on this board."
        elif not any(number in pile for pile in piles):
            yield f"Ticket {number} is not played with in {variant}."
        elif places > 1:
            yield f"Ticket {number} is in {places} places."


def _routes(game: Game) -> Iterator[str]:
    """Each route has one owner; Double Routes."""
    table = game.table
    board = table.board
    few = table.players < table.rules.double_routes_players
    for route in board.routes:
        owners = [seat for seat, routes in enumerate(table.routes) if routes & board.bit[route.id]]
        if len(owners) > 1:
            yield f"Route {route.id} has two owners, seats {owners[0]} and {owners[1]}."
        later = -board.bit[route.id] * 2  # each pair is checked once
        for other in board.routes_in(board.twins[route.id] & later):
            if owners and table.routes[owners[0]] & board.bit[other.id]:
                yield f"Seat {owners[0]} has both sides of a double route, {route.id} and {other.id}."
            elif owners and few and table.claimed & board.bit[other.id]:
                yield f"With {table.players} players only one of {route.id} and {other.id} can be claimed."


def _trains(game: Game) -> Iterator[str]:
    """A player can have fewer trains than the routes leave: the others are out of the game."""
    table = game.table
    rules = table.rules
    for seat, owned in enumerate(table.routes):
        routes = table.board.routes_in(owned)
        left = rules.trains - sum(route.length for route in routes)
        points = sum(rules.route_points[route.length] for route in routes)
        if left < 0:
            yield f"The routes of seat {seat} take {rules.trains - left} trains, and it had {rules.trains}."
        elif not 0 <= table.trains[seat] <= left:
            yield f"Seat {seat} has {table.trains[seat]} trains, and its routes leave it {left}."
        if table.points[seat] != points:
            yield f"Seat {seat} has {table.points[seat]} points, and its routes are worth {points}."


def _stations(game: Game) -> Iterator[str]:
    table = game.table
    for seat, cities in enumerate(table.stations):
        if len(cities) > table.rules.stations:
            yield f"Seat {seat} has {len(cities)} stations, and a player has {table.rules.stations}."
    for city, number in Counter(city for cities in table.stations for city in cities).items():
        if city not in table.board.city:
            yield f'There is no city "{city}" on this board{closest(city, table.board.city)}.'
        elif number > 1:
            yield f"There are {number} stations in {city}."


def _tunnel(game: Game) -> Iterator[str]:
    """Tunnels: the cards laid down pay for a route that can be claimed, and the owed cards match."""
    table = game.table
    tunnel = table.tunnel
    if tunnel is None:
        return
    route = table.board.route[tunnel.route]
    if not route.tunnel:
        yield f"Route {route.id} is no tunnel."
    elif not table.board.bit[route.id] & open_routes(table, tunnel.seat):
        yield f"Seat {tunnel.seat} may not claim the tunnel {route.id}."
    if not pays(table.fares.price[route.id], tunnel.laid):
        yield f'The cards laid down, "{tunnel.laid}", do not pay for {route.id}.'
    revealed, most = tunnel.revealed, table.rules.tunnel_reveal
    more = game.deck or any(game.discards)
    if len(revealed) > most or (more and len(revealed) < most):
        yield f"A tunnel reveals {most} cards, or all there are, and not {len(revealed)}."
    if not surcharge(tunnel.laid, revealed):
        yield f'The cards revealed, "{revealed}", ask for nothing: the tunnel would be claimed.'


def _decisions(game: Game) -> Iterator[str]:
    """The seat whose turn it is has the decision; before the first turn, all who have not chosen yet."""
    table = game.table
    if table.over:
        if table.waiting_for or table.seat is not None:
            yield "The game is over, so that it can be nobody's turn."
    elif not table.waiting_for:
        yield "The game is not over, and nobody has anything to decide."
    elif table.choosing:
        yield from _choosing(table)
    elif table.waiting_for != (table.seat,):
        turn = "nobody" if table.seat is None else table.seat
        yield f"It is the turn of seat {turn}, and nobody else has anything to decide."
    for seat, decision in enumerate(table.decisions):
        if decision:
            yield from _decision(game, seat, decision)
    if table.tunnel and not isinstance(table.decisions[table.tunnel.seat], SettleTunnel):
        yield f"The tunnel of seat {table.tunnel.seat} waits to be settled, and that is not what it decides."


def _choosing(table: Table) -> Iterator[str]:
    for seat in table.waiting_for:
        decision = table.decisions[seat]
        if not isinstance(decision, ChooseTickets) or not decision.starting:
            yield f"No turn has begun, so that seat {seat} can only choose starting tickets."
    if table.seat is not None or table.tunnel or table.last_round:
        yield "No turn has begun, so that there is no seat at turn, no tunnel and no last round."


def _decision(game: Game, seat: int, decision: Decision) -> Iterator[str]:
    table = game.table
    if not 1 <= decision.revision <= game.seq:
        yield f"The decision of seat {seat} has the revision {decision.revision}, of {game.seq} events."
    if isinstance(decision, SettleTunnel):
        tunnel = table.tunnel
        due = surcharge(tunnel.laid, tunnel.revealed) if tunnel else 0
        if tunnel is None or tunnel.seat != seat:
            yield f"Seat {seat} has no tunnel to settle."
        elif decision.owed != due:
            yield f'The cards revealed, "{tunnel.revealed}", ask for {due} more, not {decision.owed}.'
    elif isinstance(decision, ChooseTickets) and decision.starting and not table.choosing:
        yield f"Turns have begun, so that seat {seat} cannot choose starting tickets."


def _offers(game: Game) -> Iterator[str]:
    """A seat has an offer exactly if it has to choose."""
    for seat, offer in enumerate(game.offers):
        decision = game.table.decisions[seat]
        if not isinstance(decision, ChooseTickets):
            if offer or game.aside[seat]:
                yield f"Seat {seat} has tickets on offer or aside, and does not choose among any."
        elif not offer:
            yield f"Seat {seat} chooses among tickets, and none are offered."
        elif not 0 <= decision.keep <= decision.keep_most <= decision.size == len(offer):
            yield (
                f"Seat {seat} can keep at least {decision.keep} and at most {decision.keep_most} "
                f"of {len(offer)} tickets: that cannot be."
            )


def _set_aside(game: Game) -> Iterator[str]:
    table = game.table
    for seat, aside in enumerate(game.aside):
        if aside and (not table.choosing or len(aside) >= len(table.rules.deals)):
            yield f"Seat {seat} has starting tickets aside that it could not be offered any more."
    if any(game.refused) and not table.choosing:
        yield "Starting tickets that were refused wait for nobody: all have chosen."


def _numbers(game: Game) -> Iterator[str]:
    table = game.table
    if table.turns_left is not None and not 0 <= table.turns_left < table.players:
        yield f"In the last round 0 to {table.players - 1} turns are left, not {table.turns_left}."
    for name, value, least in (
        ("seq", game.seq, 1),
        ("counter", game.counter, 0),
        ("turn", table.turn, 0),
        ("passes", table.passes, 0),
    ):
        if value < least:
            yield f"{name} is at least {least}, not {value}."
    if not _SEED.fullmatch(game.seed):
        yield "The seed is 64 hexadecimal digits, in small letters."


def _last_move(game: Game) -> Iterator[str]:
    if game.table.last:
        seat, place = game.table.last
        own = [route.id for route in game.table.board.routes_in(game.table.routes[seat])]
        if place not in own and place not in game.table.stations[seat]:
            yield f'The last move, seat {seat} at "{place}", is none of its routes and stations.'


def _sheet(game: Game) -> Iterator[str]:
    sheet, players = game.table.sheet, range(game.table.players)
    if sheet and tuple(line.seat for line in sheet.seats) != tuple(players):
        yield f"The score sheet has a line for each seat, 0 to {players[-1]}, in order."
    elif sheet and sheet.winners != tuple(line.seat for line in sheet.seats if line.place == 1):
        yield "The winners of the score sheet are those in the first place."


_LOOKS: tuple[Callable[[Game], Iterator[str]], ...] = (
    _cards,
    _row,
    _tickets,
    _routes,
    _trains,
    _stations,
    _sheet,
    _numbers,
    _tunnel,
    _decisions,
    _offers,
    _set_aside,
    _last_move,
)
