"""One action being played: the moment as it stands, what has happened so far, and the cards on the table."""

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
    """The moment within an action; every event that happens moves it on."""

    __slots__ = ()

    def chance(self) -> Chance:
        """The game's own chance, where it was left."""
        return Chance(self.game.seed, self.game.counter)

    def need_deck(self, cards: int = 1) -> bool:
        """Where the deck has fewer cards, shuffle the discards under it. False where there is still none."""
        if len(self.game.deck) < cards and self.table.discards:
            self.shuffle_deck(letters(self.game.discards))
        return bool(self.game.deck)

    def shuffle_deck(self, cards: str) -> None:
        """Shuffle these cards, given in the order of CARDS, under the deck."""
        chance = self.chance()
        order = "".join(chance.shuffled(cards))
        self.apply_event(DeckShuffled(order, len(order), chance.counter))

    def deal_hand(self, seat: int) -> None:
        """Deal a player the first cards."""
        cards = self.game.deck[: self.table.rules.hand]
        self.apply_event(CardsDealt(seat, cards, len(cards)))

    def complete_row(self) -> None:
        """Fill the face-up row, and clear it as long as it shows three locomotives.

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
        """Only a whole row goes, and only while three coloured cards could make a better one."""
        row, rules = self.table.row, self.table.rules
        if EMPTY_SLOT in row:
            return False
        loose = len(row + self.game.deck) + self.table.discards
        locomotives = (row + self.game.deck).count(LOCOMOTIVE) + self.game.discards[_LOCOMOTIVE]
        return loose - locomotives > rules.row - rules.row_reset

    def shuffle_tickets(self, tickets: tuple[int, ...], *, long: bool) -> None:
        """Make these tickets the long pile or the ticket deck."""
        chance = self.chance()
        order = tuple(chance.shuffled(tickets))
        self.apply_event(TicketsShuffled(long, order, len(order), chance.counter))

    def return_refused(self, tickets: tuple[int, ...], *, shuffled: bool) -> None:
        """Put the refused starting tickets under the ticket deck, as one block."""
        chance = self.chance()
        # In the board's order first, like everything that is shuffled: whose they were makes no difference.
        order = tuple(chance.shuffled(sorted(tickets))) if shuffled else tickets
        self.apply_event(RefusedReturned(order, len(order), chance.counter))

    def choose_starter(self, named: int | None) -> None:
        """Draw who begins; where somebody is named, nothing is drawn."""
        chance = self.chance()
        seat = chance.below(self.table.players) if named is None else named
        self.apply_event(StarterChosen(seat, named is None, chance.counter))
