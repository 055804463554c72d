"""The format of positions, key by key. `POSITIONS.md` says what each key means; both give the JSON schema."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from engine.game import Tunnel
from engine.sheet import ScoreSheet
from engine.stored_values import Strict

FORMAT: Final = 1
"""The version of the format; it rises when the meaning of a key changes."""

AND_THE_REST = "..."
"""At the end of a deck: everything that is not placed elsewhere follows."""

Tickets = tuple[int, ...]


class WrittenTurn(Strict, frozen=True, tag_field="kind", tag="take-turn"):
    """To begin a turn."""

    revision: int | None = None


class WrittenSecondCard(Strict, frozen=True, tag_field="kind", tag="second-card"):
    """To draw the second card."""

    revision: int | None = None


class WrittenChoice(Strict, frozen=True, tag_field="kind", tag="choose-tickets"):
    """To choose among the seat's `offers`."""

    revision: int | None = None
    keep: int | None = None
    keep_most: int | None = None
    starting: bool | None = None


class WrittenTunnel(Strict, frozen=True, tag_field="kind", tag="settle-tunnel"):
    """To pay for the `tunnel` or to decline."""

    revision: int | None = None
    owed: int | None = None


WrittenDecision = WrittenTurn | WrittenSecondCard | WrittenChoice | WrittenTunnel
"""A decision as it was written; None means that the key was left out."""

DECISIONS: Mapping[str, WrittenDecision] = {
    "take-turn": WrittenTurn(),
    "second-card": WrittenSecondCard(),
    "choose-tickets": WrittenChoice(),
    "settle-tunnel": WrittenTunnel(),
}
"""What a kind alone stands for."""


class WrittenPosition(Strict, frozen=True, kw_only=True):
    """A position as it was written; None means that the key was left out."""

    format: Literal[1] = FORMAT
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
