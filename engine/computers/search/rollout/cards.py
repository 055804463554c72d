"""The train cards of a rollout: the deck, the discards and the face-up row."""

from engine.cards import CARDS, COLORS, EMPTY_SLOT
from engine.chance import Chance
from engine.game import Game

LOCOMOTIVE = len(COLORS)
"""A card is its place in CARDS."""
NONE = -1
"""No card: an empty slot, or nothing left to draw."""

_ATTEMPTS = 8
"""How often a row with too many locomotives is cleared."""


class RolloutCards:
    """The cards that nobody holds."""

    __slots__ = ("_chance", "_deck", "_reset", "discards", "row")

    def __init__(self, game: Game, chance: Chance) -> None:
        self._chance = chance
        self._deck = [CARDS.index(card) for card in reversed(game.deck)]
        self._reset = game.table.rules.row_reset
        self.discards = list(game.discards)
        self.row = [NONE if card == EMPTY_SLOT else CARDS.index(card) for card in game.table.row]

    @property
    def any_left(self) -> bool:
        """Whether a blind card can be drawn."""
        return bool(self._deck) or any(self.discards)

    def top(self) -> int:
        """The top card of the deck, which is rebuilt from the discards when it is empty."""
        if not self._deck:
            self._deck = self._chance.shuffled(
                [card for card, number in enumerate(self.discards) for _ in range(number)]
            )
            self.discards = [0] * len(CARDS)
        return self._deck.pop() if self._deck else NONE

    def taken(self, slot: int) -> int:
        """The card of a slot, which is filled again."""
        card, self.row[slot] = self.row[slot], NONE
        self.fill()
        return card

    def revealed(self, color: int, number: int) -> int:
        """How many of so many revealed cards have a colour or are locomotives."""
        owed = 0
        for card in [self.top() for _ in range(number)]:
            if card != NONE:
                owed += card in (color, LOCOMOTIVE)
                self.discards[card] += 1
        return owed

    def discard(self, card: int, number: int) -> None:
        """Lay so many of a card on the discards."""
        self.discards[card] += number

    def fill(self) -> None:
        """Fill the row, and clear it as long as it shows too many locomotives."""
        row = self.row
        for _ in range(_ATTEMPTS):
            for slot, card in enumerate(row):
                if card == NONE:
                    row[slot] = self.top()
            if row.count(LOCOMOTIVE) < self._reset or NONE in row:
                return
            for slot, card in enumerate(row):
                self.discards[card] += 1
                row[slot] = NONE
