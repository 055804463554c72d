"""What a player may choose to do.

Actions with the same cards in another order are equal.

>>> ClaimRoute("athina--brindisi", "LKKK")
ClaimRoute(route='athina--brindisi', cards='KKKL')
"""

from dataclasses import dataclass
from functools import lru_cache

from engine.cards import CARDS, in_order


@lru_cache(maxsize=4096)
def _sorted(cards: str) -> str:
    """The cards in the order of CARDS. Letters that are no cards stay as they are: the rules refuse them."""
    return in_order(cards) if set(cards) <= set(CARDS) else cards


@dataclass(frozen=True, slots=True)
class DrawFaceUp:
    """Take a face-up card: the slot, 1 for the first, and the card seen there."""

    slot: int
    card: str


@dataclass(frozen=True, slots=True)
class DrawDeck:
    """Take the top card of the deck, unseen."""


@dataclass(frozen=True, slots=True)
class DrawTickets:
    """Draw destination tickets to choose from."""


@dataclass(frozen=True, slots=True)
class KeepTickets:
    """Keep these of the tickets offered, by number, and refuse the others."""

    tickets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClaimRoute:
    """Claim a route with cards from the hand; for a tunnel, lay them down before cards are revealed."""

    route: str
    cards: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", _sorted(self.cards))


@dataclass(frozen=True, slots=True)
class BuildStation:
    """Build a station in a city with cards of one's hand."""

    city: str
    cards: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", _sorted(self.cards))


@dataclass(frozen=True, slots=True)
class PaySurcharge:
    """Pay what the revealed cards add to the price of a tunnel."""

    cards: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", _sorted(self.cards))


@dataclass(frozen=True, slots=True)
class DeclineTunnel:
    """Leave the tunnel: take back the cards laid down and end the turn."""


Action = (
    DrawFaceUp
    | DrawDeck
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | BuildStation
    | PaySurcharge
    | DeclineTunnel
)
