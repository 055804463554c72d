"""The format of positions, key by key. `POSITIONS.md` says what each key means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.game import Tunnel
from engine.sheet import ScoreSheet

FORMAT = 1
"""The version of the format; it rises when the meaning of a key changes."""

AND_THE_REST = "..."
"""At the end of a deck: everything that is not placed elsewhere follows."""

Tickets = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WrittenDecision:
    """A decision as it was written; None means that the key was left out."""

    keys_by_kind: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "take-turn": ("kind", "revision"),
        "second-card": ("kind", "revision"),
        "choose-tickets": ("kind", "revision", "keep", "keep_most", "starting"),
        "settle-tunnel": ("kind", "revision", "owed"),
    }

    kind: str
    revision: int | None = None
    keep: int | None = None
    keep_most: int | None = None
    starting: bool | None = None
    owed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenPosition:
    """A position as it was written; None means that the key was left out."""

    format: int = FORMAT
    board: str
    variant: str | None = None
    bonus: tuple[str, ...] = ()
    game: str = "position"
    players: int | None = None
    starter: int | None = None
    turn: int | None = None
    seat: int | None = None
    decisions: tuple[WrittenDecision | str | None, ...] | None = None
    turns_left: int | None = None
    passes: int = 0
    last: tuple[int, str] | None = None
    row: str | None = None
    deck: str | None = None
    discards: str | None = None
    hands: tuple[str, ...] = ()
    tickets: tuple[Tickets, ...] = ()
    offers: tuple[Tickets, ...] = ()
    aside: tuple[tuple[Tickets, ...], ...] = ()
    refused: tuple[Tickets, ...] = ()
    ticket_deck: tuple[int | str, ...] | None = None
    long_tickets: Tickets = ()
    routes: tuple[tuple[str, ...], ...] = ()
    stations: tuple[tuple[str, ...], ...] = ()
    trains: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    tunnel: Tunnel | None = None
    sheet: ScoreSheet | None = None
    seq: int | None = None
    seed: str = "0" * 64
    counter: int = 0

    @property
    def by_seat(self) -> Mapping[str, Sequence[object]]:
        """Every list that has one item for each player, as far as it was written."""
        cards = {"hands": self.hands}
        tickets = {name: getattr(self, name) for name in ("tickets", "offers", "aside", "refused")}
        board = {name: getattr(self, name) or () for name in ("routes", "stations", "trains", "points")}
        return {**cards, **tickets, **board, "decisions": self.decisions or ()}
