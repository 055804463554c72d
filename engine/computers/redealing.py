"""What may be hidden from a seat, dealt anew: a game that its View could be the View of."""

from collections.abc import Sequence

from engine.cards import COLORS, EMPTY_SLOT, LOCOMOTIVE, Counts, counts, letters
from engine.chance import Chance
from engine.game import Game, Table
from engine.view import View


def redealt(view: View, chance: Chance) -> Game:
    """A game with other players' cards and tickets, the deck and the discards as chance has them.

    Only for a moment at which nobody but the view's own seat decides.
    """
    table, seat = view.table, view.seat or 0
    cards = _Pack(chance.shuffled(_unseen_cards(view)))
    hands = tuple(
        view.hand if player == seat else cards.hand(size) for player, size in enumerate(table.hands)
    )
    discards = cards.hand(table.discards)
    tickets, ticket_deck = _tickets(view, chance)
    nothing: tuple[tuple[int, ...], ...] = ((),) * table.players
    return Game(
        table=table,
        seq=view.decision.revision if view.decision else 0,
        hands=hands,
        tickets=tickets,
        offers=tuple(view.offer if player == seat else () for player in range(table.players)),
        aside=((),) * table.players,
        refused=nothing,
        seed=_seed(chance),
        deck=cards.rest(),
        discards=discards,
        ticket_deck=ticket_deck,
    )


class _Pack:
    """Cards in an order of their own, dealt from the top."""

    def __init__(self, cards: Sequence[str]) -> None:
        self._cards = "".join(cards)

    def hand(self, size: int) -> Counts:
        dealt, self._cards = self._cards[:size], self._cards[size:]
        return counts("".join(sorted(dealt)))

    def rest(self) -> str:
        return self._cards


def _unseen_cards(view: View) -> str:
    table, rules = view.table, view.table.rules
    seen = letters(view.hand) + table.row.replace(EMPTY_SLOT, "")
    seen += table.tunnel.laid + table.tunnel.revealed if table.tunnel else ""
    every = dict.fromkeys(COLORS, rules.cards_per_color) | {LOCOMOTIVE: rules.locomotives}
    return "".join(card * (number - seen.count(card)) for card, number in every.items())


def _tickets(view: View, chance: Chance) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Tickets for the others, likelier those whose cities their routes touch; and the ticket deck."""
    table, seat = view.table, view.seat or 0
    variant = table.rules.variant
    piles = [table.board.pile(variant, long=long, bonus=table.bonus) for long in (True, False)]
    pool = chance.shuffled([number for pile in piles for number in pile if number not in _own(view)])
    held = []
    for player, size in enumerate(table.tickets):
        taken = view.tickets if player == seat else tuple(_likely(table, player, pool)[:size])
        pool = [number for number in pool if number not in taken]
        held.append(taken)
    regular = [number for number in pool if not table.board.ticket[number].long]
    return tuple(held), tuple(regular[: table.ticket_deck])


def _own(view: View) -> frozenset[int]:
    return frozenset((*view.tickets, *view.offer))


def _likely(table: Table, player: int, pool: Sequence[int]) -> list[int]:
    """A pool of tickets, those first of which a player's routes touch both cities, then one."""
    routes = table.board.routes_in(table.routes[player])
    touched = {city for route in routes for city in (route.a, route.b)}
    ticket = table.board.ticket
    return sorted(pool, key=lambda number: -len(touched & {ticket[number].a, ticket[number].b}))


def _seed(chance: Chance) -> str:
    return "".join(f"{chance.below(1 << 32):08x}" for _ in range(8))
