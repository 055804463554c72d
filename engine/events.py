"""Events: facts about a game that never change meaning, and who may see which field of each.

A field is secret unless its type says otherwise: everybody sees `Public[...]`, only the event's seat sees
`Own[...]`. Events are stored by the name of their class and its shape's version. If the
fields of a kind of event change, its `shape` rises, and `engine.documents` reads the earlier shape too.
"""

from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Annotated, Any, ClassVar, TypeVar, get_type_hints

from engine.sheet import ScoreSheet

T = TypeVar("T")
Public = Annotated[T, "public"]
Own = Annotated[T, "own"]
Secret = Annotated[T, "secret"]


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game begins: the board and variant, the number of players, and the seal on the game's chance."""

    shape: ClassVar[int] = 1
    game_id: Public[str]
    board: Public[str]
    edition: Public[str]
    variant: Public[str]
    bonus: Public[tuple[str, ...]]
    players: Public[int]
    seal: Public[str]
    seed: Secret[str]


@dataclass(frozen=True, slots=True)
class StarterChosen:
    """Who has the first turn: drawn by lot, or named."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    drawn: Public[bool]
    counter: Secret[int]


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """The discards, or all cards at the start, were shuffled and put under what was left of the deck.

    `order` has the top card first.
    """

    shape: ClassVar[int] = 1
    order: Secret[str]
    size: Public[int]
    counter: Secret[int]


@dataclass(frozen=True, slots=True)
class TicketsShuffled:
    """The pile of long or of regular tickets was shuffled; `order` has the top ticket first."""

    shape: ClassVar[int] = 1
    long: Public[bool]
    order: Secret[tuple[int, ...]]
    size: Public[int]
    counter: Secret[int]


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A player's first hand, from the top of the deck."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    cards: Own[str]
    size: Public[int]


@dataclass(frozen=True, slots=True)
class RowFilled:
    """Empty slots were filled from the top of the deck; `row` is the row after."""

    shape: ClassVar[int] = 1
    row: Public[str]
    size: Public[int]


@dataclass(frozen=True, slots=True)
class RowCleared:
    """Three locomotives: the five face-up cards went to the discards."""

    shape: ClassVar[int] = 1
    row: Public[str]


@dataclass(frozen=True, slots=True)
class RowReset:
    """Three locomotives, again and again: the row was cleared and filled several times in a run.

    In place of the RowCleared, DeckShuffled and RowFilled of each time, it says what they led to.
    """

    shape: ClassVar[int] = 1
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


@dataclass(frozen=True, slots=True)
class TicketsSetAside:
    """Starting tickets dealt to a player who sees them only after an earlier choice."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    tickets: Secret[tuple[int, ...]]
    size: Public[int]


@dataclass(frozen=True, slots=True)
class TicketsOffered:
    """A player has tickets to choose from: at least `keep` of them, at most `keep_most`."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    tickets: Own[tuple[int, ...]]
    size: Public[int]
    keep: Public[int]
    keep_most: Public[int]
    starting: Public[bool]
    dealt: Public[int]
    """How many of them came off the ticket deck just now; 0 where they had been set aside."""


@dataclass(frozen=True, slots=True)
class TicketsKept:
    """A player chose. The refused go to the `box`, `aside` until all have chosen, or the `bottom`."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    kept: Own[tuple[int, ...]]
    refused: Own[tuple[int, ...]]
    kept_size: Public[int]
    refused_size: Public[int]
    to: Public[str]


@dataclass(frozen=True, slots=True)
class RefusedReturned:
    """All have chosen: what they refused went under the ticket deck, in this order."""

    shape: ClassVar[int] = 1
    order: Secret[tuple[int, ...]]
    size: Public[int]
    counter: Secret[int]


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """It is a player's turn. `turns_left`: turns to come after this one, once the last round has begun."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    turns_left: Public[int | None]


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A player had no legal action, and the turn passed."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    turns_left: Public[int | None]


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A player took a face-up card and left its slot empty."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    slot: Public[int]
    card: Public[str]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A player drew the top card of the deck, unseen by the others."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    card: Own[str]


@dataclass(frozen=True, slots=True)
class SecondCardDue:
    """The player must draw a second card."""

    shape: ClassVar[int] = 1
    seat: Public[int]


@dataclass(frozen=True, slots=True)
class TunnelRevealed:
    """Cards were laid down for a tunnel, and the deck revealed these; `owed` more cards are asked for."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    route: Public[str]
    laid: Public[str]
    revealed: Public[str]
    owed: Public[int]


@dataclass(frozen=True, slots=True)
class TunnelDeclined:
    """A player left the tunnel and took back the cards laid down."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    route: Public[str]
    cards: Public[str]


@dataclass(frozen=True, slots=True)
class RouteClaimed:
    """A player claimed a route. `cards` is the whole payment, including the cards laid down for a tunnel."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    route: Public[str]
    cards: Public[str]
    trains: Public[int]
    points: Public[int]


@dataclass(frozen=True, slots=True)
class StationBuilt:
    """A player built a station in a city."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    city: Public[str]
    cards: Public[str]


@dataclass(frozen=True, slots=True)
class LastRoundStarted:
    """A player has few trains left: `turns_left` turns follow, this player's last one included."""

    shape: ClassVar[int] = 1
    seat: Public[int]
    trains: Public[int]
    turns_left: Public[int]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over and scored; its seed is public now."""

    shape: ClassVar[int] = 1
    stalemate: Public[bool]
    sheet: Public[ScoreSheet]
    seed: Public[str]


BY_PLAYER, BY_VOTE, BY_ADMIN = "player", "vote", "admin"
"""Causes of MovesUndone: a player took back their last move alone, the table agreed, an admin decided."""


@dataclass(frozen=True, slots=True)
class MovesUndone:
    """Moves were undone, the first of them that of `seat`: the state after event `to` is back.

    Cards and tickets are back where they were then. Every open decision is a new one, and the chance goes on
    from where it is. `state` is the restored state (see engine.documents.state). An admin can also restore
    moves that were undone: then `to` is in them.
    """

    shape: ClassVar[int] = 1
    seat: Public[int]
    to: Public[int]
    cause: Public[str]
    state: Secret[str] = field(repr=False)


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
    | GameEnded
    | MovesUndone
)

_BLANKS: dict[type, Any] = {str: "", int: 0, bool: False, tuple: ()}


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as a seat sees it (None: everybody): fields it may not know are blank ("", 0, False or ()).

    >>> seen_by(CardDrawn(seat=0, card="G"), 1)
    CardDrawn(seat=0, card='')
    """
    kind: type = type(event)
    own = seat is not None and getattr(event, "seat", None) == seat
    hidden = _hidden_fields(kind, own)
    if not hidden:
        return event
    return replace(event, **{name: _BLANKS[type(getattr(event, name))] for name in hidden})


@lru_cache(maxsize=64)
def _hidden_fields(kind: type, own: bool) -> tuple[str, ...]:
    hints = get_type_hints(kind, include_extras=True)
    declared = {name: getattr(hint, "__metadata__", ("secret",))[0] for name, hint in hints.items()}
    seen = ("public", "own") if own else ("public",)
    return tuple(field.name for field in fields(kind) if declared[field.name] not in seen)
