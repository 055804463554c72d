"""Determinization: deal the hidden cards and tickets at random, to make a game that fits a View."""

from collections.abc import Iterator, Sequence
from itertools import islice

from engine.cards import COLORS, EMPTY_SLOT, LOCOMOTIVE, Counts, counts, letters
from engine.chance import Chance
from engine.game import ChooseTickets, Decision, Game, Table
from engine.network import connected
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
    tickets = _Tickets(view, chance)
    return Game(
        table=table,
        seq=max((decision.revision for decision in table.decisions if decision), default=1),
        hands=hands,
        tickets=tuple(map(tickets.held, range(table.players))),
        offers=tuple(map(tickets.offer, range(table.players))),
        aside=tuple(map(tickets.aside, range(table.players))),
        refused=tuple(map(tickets.refused, range(table.players))),
        seed=_seed(chance),
        deck="".join(cards),
        discards=discards,
        ticket_deck=tickets.deck(),
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


class _Tickets:
    """The tickets that a seat does not see. Everybody is dealt as many of them as the table shows."""

    def __init__(self, view: View, chance: Chance) -> None:
        self._view = view
        self._chance = chance
        self._table = table = view.table
        variant, bonus = table.rules.variant, table.bonus
        piles = [table.board.pile(variant, long=long, bonus=bonus) for long in (True, False)]
        seen = {*view.tickets, *view.offer}
        self._pool = chance.shuffled([number for pile in piles for number in pile if number not in seen])

    def held(self, player: int) -> tuple[int, ...]:
        """Tickets kept. Other players are more likely to hold tickets that fit their routes."""
        if player == self._view.seat:
            return self._view.tickets
        odds = _odds(self._table, player, self._pool)
        # Weighted sampling: a ticket's number is nearer to 1 with higher odds, and the highest are held.
        drawn = {number: (self._chance.below(_RANGE) / _RANGE) ** (1 / odds[number]) for number in self._pool}
        best = sorted(self._pool, key=drawn.__getitem__, reverse=True)
        return self._taken(best[: self._table.tickets[player]])

    def offer(self, player: int) -> tuple[int, ...]:
        """Tickets to choose from."""
        if player == self._view.seat:
            return self._view.offer
        return next(map(self._dealt, _deals(self._table.rules, self._table.decisions[player])), ())

    def aside(self, player: int) -> tuple[tuple[int, ...], ...]:
        """Starting tickets that will be offered later."""
        later = islice(_deals(self._table.rules, self._table.decisions[player]), 1, None)
        return tuple(map(self._dealt, later))

    def refused(self, player: int) -> tuple[int, ...]:
        """Starting tickets that go under the deck when everybody has chosen."""
        table = self._table
        deal = table.rules.deals[-1]
        if not table.choosing or table.decisions[player] or deal.refused == "box":
            return ()
        return self._regular(max(0, deal.regular - table.tickets[player]))

    def deck(self) -> tuple[int, ...]:
        """The ticket deck."""
        return self._regular(self._table.ticket_deck)

    def _dealt(self, deal: Deal) -> tuple[int, ...]:
        long = [number for number in self._pool if self._table.board.ticket[number].long]
        return (*self._taken(long[: deal.long]), *self._regular(deal.regular))

    def _regular(self, size: int) -> tuple[int, ...]:
        regular = [number for number in self._pool if not self._table.board.ticket[number].long]
        return self._taken(regular[:size])

    def _taken(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """These tickets, no longer in the pool."""
        self._pool = [number for number in self._pool if number not in numbers]
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
        done = ticket.b in cities.get(ticket.a, ())
        touched = (ticket.a in cities) + (ticket.b in cities)
        odds[ticket.number] = (_CONNECTED if done else _TOUCHED[touched]) * (_LONG if ticket.long else 1)
    return odds


def _seed(chance: Chance) -> str:
    return "".join(f"{chance.below(1 << 32):08x}" for _ in range(8))
