"""Events: facts about a game that never change meaning, and who may see which field of each.

A field is secret unless its type says otherwise: everybody sees `Public[...]`, only the event's seat sees
`Own[...]`. The classes also declare how events are stored (see `Versioned`).
"""

from functools import lru_cache
from typing import Annotated, Any, TypeVar, get_type_hints

from msgspec.structs import replace

from engine.sheet import ScoreSheet
from engine.stored_values import Versioned

T = TypeVar("T")
Public = Annotated[T, "public"]
Own = Annotated[T, "own"]
Secret = Annotated[T, "secret"]


class GameStarted(Versioned, frozen=True):
    """A game begins: the board and variant, the number of players, and the seal on the game's chance."""

    game_id: Public[str]
    board: Public[str]
    edition: Public[str]
    variant: Public[str]
    bonus: Public[tuple[str, ...]]
    players: Public[int]
    seal: Public[str]
    seed: Secret[str]


class StarterChosen(Versioned, frozen=True):
    """Who has the first turn: drawn by lot, or named."""

    seat: Public[int]
    drawn: Public[bool]
    counter: Secret[int]


class DeckShuffled(Versioned, frozen=True):
    """The discards, or all cards at the start, were shuffled and put under what was left of the deck.

    `order` has the top card first.
    """

    order: Secret[str]
    size: Public[int]
    counter: Secret[int]


class TicketsShuffled(Versioned, frozen=True):
    """The pile of long or of regular tickets was shuffled; `order` has the top ticket first."""

    long: Public[bool]
    order: Secret[tuple[int, ...]]
    size: Public[int]
    counter: Secret[int]


class CardsDealt(Versioned, frozen=True):
    """A player's first hand, from the top of the deck."""

    seat: Public[int]
    cards: Own[str]
    size: Public[int]


class RowFilled(Versioned, frozen=True):
    """Empty slots were filled from the top of the deck; `row` is the row after."""

    row: Public[str]
    size: Public[int]


class RowCleared(Versioned, frozen=True):
    """Three locomotives: the five face-up cards went to the discards."""

    row: Public[str]


class RowReset(Versioned, frozen=True):
    """Three locomotives, again and again: the row was cleared and filled several times in a run.

    In place of the RowCleared, DeckShuffled and RowFilled of each time, it says what they led to.
    """

    times: Public[int]
    row: Public[str]
    """The row after."""
    shuffles: Public[int]
    """How often the discards became a new deck."""
    deck: Secret[str]
    """The deck after, the top card first."""
    discards: Secret[str]
    deck_size: Public[int]
    discards_size: Public[int]
    counter: Secret[int]


class TicketsSetAside(Versioned, frozen=True):
    """Starting tickets dealt to a player who sees them only after an earlier choice."""

    seat: Public[int]
    tickets: Secret[tuple[int, ...]]
    size: Public[int]


class TicketsOffered(Versioned, frozen=True):
    """A player has tickets to choose from: at least `keep` of them, at most `keep_most`."""

    seat: Public[int]
    tickets: Own[tuple[int, ...]]
    size: Public[int]
    keep: Public[int]
    keep_most: Public[int]
    starting: Public[bool]
    dealt: Public[int]
    """How many of them came off the ticket deck just now; 0 where they had been set aside."""


class TicketsKept(Versioned, frozen=True):
    """A player chose. The refused go to the `box`, `aside` until all have chosen, or the `bottom`."""

    seat: Public[int]
    kept: Own[tuple[int, ...]]
    refused: Own[tuple[int, ...]]
    kept_size: Public[int]
    refused_size: Public[int]
    to: Public[str]


class RefusedReturned(Versioned, frozen=True):
    """All have chosen: what they refused went under the ticket deck, in this order."""

    order: Secret[tuple[int, ...]]
    size: Public[int]
    counter: Secret[int]


class TurnStarted(Versioned, frozen=True):
    """It is a player's turn. `turns_left`: turns to come after this one, once the last round has begun."""

    seat: Public[int]
    turns_left: Public[int | None]


class TurnPassed(Versioned, frozen=True):
    """A player had no legal action, and the turn passed."""

    seat: Public[int]
    turns_left: Public[int | None]


class CardTaken(Versioned, frozen=True):
    """A player took a face-up card and left its slot empty."""

    seat: Public[int]
    slot: Public[int]
    card: Public[str]


class CardDrawn(Versioned, frozen=True):
    """A player drew the top card of the deck, unseen by the others."""

    seat: Public[int]
    card: Own[str]


class SecondCardDue(Versioned, frozen=True):
    """The player must draw a second card."""

    seat: Public[int]


class TunnelRevealed(Versioned, frozen=True):
    """Cards were laid down for a tunnel, and the deck revealed these; `owed` more cards are asked for."""

    seat: Public[int]
    route: Public[str]
    laid: Public[str]
    revealed: Public[str]
    owed: Public[int]


class TunnelDeclined(Versioned, frozen=True):
    """A player left the tunnel and took back the cards laid down."""

    seat: Public[int]
    route: Public[str]
    cards: Public[str]


class RouteClaimed(Versioned, frozen=True):
    """A player claimed a route. `cards` is the whole payment, including the cards laid down for a tunnel."""

    seat: Public[int]
    route: Public[str]
    cards: Public[str]
    trains: Public[int]
    points: Public[int]


class StationBuilt(Versioned, frozen=True):
    """A player built a station in a city."""

    seat: Public[int]
    city: Public[str]
    cards: Public[str]


class LastRoundStarted(Versioned, frozen=True):
    """A player has few trains left: `turns_left` turns follow, this player's last one included."""

    seat: Public[int]
    trains: Public[int]
    turns_left: Public[int]


class EndAgreed(Versioned, frozen=True):
    """The table agreed to end the game at once, as `seat` had asked. GameEnded follows."""

    seat: Public[int]


class GameEnded(Versioned, frozen=True):
    """The game is over and scored; its seed is public now."""

    stalemate: Public[bool]
    sheet: Public[ScoreSheet]
    seed: Public[str]


BY_PLAYER, BY_VOTE, BY_ADMIN = "player", "vote", "admin"
"""Causes of MovesUndone: a player took back their last move alone, the table agreed, an admin decided."""


class MovesUndone(Versioned, frozen=True):
    """Moves were undone, the first of them that of `seat`: the state after event `to` is back.

    Cards and tickets are back where they were then. Every open decision is a new one, and the chance goes on
    from where it is. `state` is the restored state (see engine.documents.state). An admin can also restore
    moves that were undone: then `to` is in them.
    """

    seat: Public[int]
    to: Public[int]
    cause: Public[str]
    state: Secret[str]


Event = (
    GameStarted
    | StarterChosen
    | DeckShuffled
    | TicketsShuffled
    | CardsDealt
    | RowFilled
    | RowCleared
    | RowReset
    | TicketsSetAside
    | TicketsOffered
    | TicketsKept
    | RefusedReturned
    | TurnStarted
    | TurnPassed
    | CardTaken
    | CardDrawn
    | SecondCardDue
    | TunnelRevealed
    | TunnelDeclined
    | RouteClaimed
    | StationBuilt
    | LastRoundStarted
    | EndAgreed
    | GameEnded
    | MovesUndone
)

_BLANKS: dict[type, Any] = {str: "", int: 0, bool: False, tuple: ()}


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as a seat sees it (None: everybody): fields it may not know are blank ("", 0, False or ()).

    >>> seen_by(CardDrawn(seat=0, card="G"), 1)
    CardDrawn(seat=0, card='')
    """
    kind = type(event)
    own = seat is not None and getattr(event, "seat", None) == seat
    hidden = _hidden_fields(kind, own)
    if not hidden:
        return event
    return replace(event, **{name: _BLANKS[type(getattr(event, name))] for name in hidden})


@lru_cache(maxsize=64)
def _hidden_fields(kind: type[Versioned], own: bool) -> tuple[str, ...]:
    hints = get_type_hints(kind, include_extras=True)
    declared = {name: getattr(hint, "__metadata__", ("secret",))[0] for name, hint in hints.items()}
    seen = ("public", "own") if own else ("public",)
    return tuple(name for name in kind.__struct_fields__ if declared[name] not in seen)
