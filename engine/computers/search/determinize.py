"""Determinization: deal the hidden cards and tickets at random, to make a game that fits a View."""

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.board import Board
from engine.cards import COLORS, EMPTY_SLOT, LOCOMOTIVE, Counts, counts, letters
from engine.chance import Chance
from engine.game import ChooseTickets, Decision, Game, Table
from engine.network import connected, ticket_points
from engine.rules import Deal, Rules
from engine.view import View


def determinize(view: View, chance: Chance) -> Game:
    """A game that fits the view, with random hands and tickets of the other players, deck and discards."""
    table, seat = view.table, view.seat or 0
    cards = iter(chance.shuffled(_unseen_cards(view)))
    hands = tuple(
        view.hand if player == seat else _dealt(cards, size) for player, size in enumerate(table.hands)
    )
    discards = _dealt(cards, table.discards)
    players = range(table.players)
    pool = chance.shuffled(_unseen_tickets(view))
    return Game(
        table=table,
        seq=max((decision.revision for decision in table.decisions if decision), default=1),
        hands=hands,
        tickets=tuple([_held(view, chance, pool, player) for player in players]),
        offers=tuple([_offer(view, pool, player) for player in players]),
        aside=tuple([_aside(table, pool, player) for player in players]),
        refused=tuple([_refused(table, pool, player) for player in players]),
        seed="".join(f"{chance.below(1 << 32):08x}" for _ in range(8)),
        deck="".join(islice(cards, table.deck)),
        discards=discards,
        ticket_deck=_regular(table.board, pool, table.ticket_deck),
    )


def _dealt(cards: Iterator[str], size: int) -> Counts:
    """The next cards, as a hand."""
    return counts("".join(sorted(islice(cards, size))))


def _unseen_cards(view: View) -> str:
    """The letters of all cards that the seat does not see."""
    table, rules = view.table, view.table.rules
    seen = letters(view.hand) + table.row.replace(EMPTY_SLOT, "")
    seen += table.tunnel.laid + table.tunnel.revealed if table.tunnel else ""
    every = dict.fromkeys(COLORS, rules.cards_per_color) | {LOCOMOTIVE: rules.locomotives}
    return "".join(card * (number - seen.count(card)) for card, number in every.items())


def _unseen_tickets(view: View) -> list[int]:
    """The numbers of all tickets that the seat does not see."""
    table, seen = view.table, {*view.tickets, *view.offer}
    piles = [table.board.pile(table.rules.variant, long=long, bonus=table.bonus) for long in (True, False)]
    return [number for pile in piles for number in pile if number not in seen]


def _held(view: View, chance: Chance, pool: list[int], player: int) -> tuple[int, ...]:
    """Tickets kept. Other players are more likely to hold tickets that fit their routes."""
    if player == view.seat:
        return view.tickets
    odds = _odds(view.table, player, pool)
    # Weighted sampling: a ticket's number is nearer to 1 with higher odds, and the highest are held.
    drawn = {number: (chance.below(_RANGE) / _RANGE) ** (1 / odds[number]) for number in pool}
    best = sorted(pool, key=drawn.__getitem__, reverse=True)
    return _taken(pool, best[: view.table.tickets[player]])


def _offer(view: View, pool: list[int], player: int) -> tuple[int, ...]:
    """Tickets to choose from."""
    if player == view.seat:
        return view.offer
    deals = _deals(view.table.rules, view.table.decisions[player])
    return _deal(view.table.board, pool, deals[0]) if deals else ()


def _aside(table: Table, pool: list[int], player: int) -> tuple[tuple[int, ...], ...]:
    """Starting tickets that will be offered later."""
    later = _deals(table.rules, table.decisions[player])[1:]
    return tuple([_deal(table.board, pool, deal) for deal in later])


def _refused(table: Table, pool: list[int], player: int) -> tuple[int, ...]:
    """Starting tickets that go under the deck when everybody has chosen."""
    deal = table.rules.deals[-1]
    if not table.choosing or table.decisions[player] or deal.refused == "box":
        return ()
    return _regular(table.board, pool, max(0, deal.regular - table.tickets[player]))


def _deal(board: Board, pool: list[int], deal: Deal) -> tuple[int, ...]:
    long = [number for number in pool if board.ticket[number].long]
    return (*_taken(pool, long[: deal.long]), *_regular(board, pool, deal.regular))


def _regular(board: Board, pool: list[int], size: int) -> tuple[int, ...]:
    regular = [number for number in pool if not board.ticket[number].long]
    return _taken(pool, regular[:size])


def _taken(pool: list[int], numbers: Sequence[int]) -> tuple[int, ...]:
    """These tickets, no longer in the pool."""
    pool[:] = [number for number in pool if number not in numbers]
    return tuple(numbers)


def _deals(rules: Rules, decision: Decision | None) -> Sequence[Deal]:
    """The starting tickets among which a player chooses, and those still to come."""
    if not isinstance(decision, ChooseTickets) or not decision.starting:
        return ()
    sizes = [deal.long + deal.regular for deal in rules.deals]
    return rules.deals[sizes.index(decision.size) :] if decision.size in sizes else ()


_RANGE = 1 << 32

_TOUCHED = (1, 10, 80)
_CONNECTED = 600
_LONG = 8
"""How much likelier a player holds a ticket of which their routes touch one city or both, or which they have
completed; and a long one. Counted in games among planners."""


def _odds(table: Table, player: int, pool: Sequence[int]) -> dict[int, int]:
    """How likely it is that a player holds each ticket of a pool, by the player's routes."""
    cities = connected(table.board.routes_in(table.routes[player]))
    odds = {}
    for ticket in map(table.board.ticket.__getitem__, pool):
        done = ticket_points(ticket, cities)
        goals = (city for goal in ticket.goals for city in goal.cities)
        touched = any(city in cities for city in ticket.start.cities) + any(city in cities for city in goals)
        odds[ticket.number] = (_CONNECTED if done else _TOUCHED[touched]) * (_LONG if ticket.long else 1)
    return odds
