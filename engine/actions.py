"""What a player may choose to do."""

from dataclasses import dataclass


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


@dataclass(frozen=True, slots=True)
class BuildStation:
    """Build a station in a city with cards of one's hand."""

    city: str
    cards: str


@dataclass(frozen=True, slots=True)
class PaySurcharge:
    """Pay what the revealed cards add to the price of a tunnel."""

    cards: str


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
