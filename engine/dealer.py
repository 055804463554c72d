"""The dealer: shuffles, deals, fills the face-up row, and applies the events of one action to a state."""

from engine.cards import CARDS, EMPTY_SLOT, LOCOMOTIVE, letters
from engine.chance import Chance
from engine.events import (
    CardsDealt,
    DeckShuffled,
    RefusedReturned,
    RowCleared,
    RowFilled,
    StarterChosen,
    TicketsShuffled,
)
from engine.fold import StateBuilder

_LOCOMOTIVE = CARDS.index(LOCOMOTIVE)


class Dealer(StateBuilder):
    """The state while an action is applied, and everything that is done with the decks on the way."""

    __slots__ = ()

    def chance(self) -> Chance:
        """The game's own chance, continued where the last shuffle left it."""
        return Chance(self.game.seed, self.game.counter)

    def need_deck(self, cards: int = 1) -> bool:
        """Drawing Train Cards: if the deck has too few cards, shuffle the discards under it.

        Returns False if the deck is still empty.
        """
        if len(self.game.deck) < cards and self.table.discards:
            self.shuffle_deck(letters(self.game.discards))
        return bool(self.game.deck)

    def shuffle_deck(self, cards: str) -> None:
        """Shuffle these cards, given in the order of CARDS, under the deck."""
        chance = self.chance()
        order = "".join(chance.shuffled(cards))
        self.apply_event(DeckShuffled(order, len(order), chance.counter))

    def deal_hand(self, seat: int) -> None:
        """Setting the Game Up: deal a player the first cards."""
        cards = self.game.deck[: self.table.rules.hand]
        self.apply_event(CardsDealt(seat, cards, len(cards)))

    def complete_row(self) -> None:
        """Fill the face-up row, and clear it while it shows three locomotives.

        Drawing Train Cards: "if at any time three of the five face-up cards are locomotives, all five are
        discarded and five new ones turned".
        """
        if EMPTY_SLOT in self.table.row:
            self._fill_row()
        while self.table.row.count(LOCOMOTIVE) >= self.table.rules.row_reset and self._row_can_go():
            self.apply_event(RowCleared(self.table.row))
            self._fill_row()

    def _fill_row(self) -> None:
        row = self.table.row
        empty = row.count(EMPTY_SLOT)
        if self.need_deck(empty):
            turned = self.game.deck[:empty]
            for card in turned:
                row = row.replace(EMPTY_SLOT, card, 1)
            self.apply_event(RowFilled(row, len(turned)))

    def _row_can_go(self) -> bool:
        """Whether clearing helps: the row is full, and enough coloured cards are left for a better one."""
        row, rules = self.table.row, self.table.rules
        if EMPTY_SLOT in row:
            return False
        loose = len(row + self.game.deck) + self.table.discards
        locomotives = (row + self.game.deck).count(LOCOMOTIVE) + self.game.discards[_LOCOMOTIVE]
        return loose - locomotives > rules.row - rules.row_reset

    def shuffle_tickets(self, tickets: tuple[int, ...], *, long: bool) -> None:
        """Shuffle these tickets into the long pile or the ticket deck."""
        chance = self.chance()
        order = tuple(chance.shuffled(tickets))
        self.apply_event(TicketsShuffled(long, order, len(order), chance.counter))

    def return_refused(self, tickets: tuple[int, ...], *, shuffled: bool) -> None:
        """Put the refused starting tickets under the ticket deck, as one block."""
        chance = self.chance()
        # Sorted first: the result of a shuffle never depends on whose tickets they were.
        order = tuple(chance.shuffled(sorted(tickets))) if shuffled else tickets
        self.apply_event(RefusedReturned(order, len(order), chance.counter))

    def choose_starter(self, named: int | None) -> None:
        """Choose who begins: the seat named, or one drawn by lot."""
        chance = self.chance()
        seat = chance.below(self.table.players) if named is None else named
        self.apply_event(StarterChosen(seat, named is None, chance.counter))
