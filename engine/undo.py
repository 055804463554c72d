"""Undo: moves are taken back by an event that restores an earlier state.

The order of the decks stays as it was, so who draws again draws the same cards. Only a shuffle is another
one: the counter of the chance never goes back.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.documents.state import read_saved, saved_state
from engine.events import (
    CardTaken,
    Event,
    LastRoundStarted,
    MovesUndone,
    RouteClaimed,
    SecondCardDue,
    StationBuilt,
    TunnelDeclined,
    TurnStarted,
)
from engine.fold import evolve
from engine.game import Game, SettleTunnel
from engine.refusals import BadInput

_OPEN_MOVES = CardTaken, RouteClaimed, StationBuilt, TunnelDeclined
_OPEN = (*_OPEN_MOVES, SecondCardDue, TurnStarted, LastRoundStarted)


def reveals(events: Sequence[Event]) -> bool:
    """Whether a move showed somebody what was hidden: else its player may take it back alone.

    >>> reveals((CardTaken(0, 1, "R"), SecondCardDue(0)))
    False
    """
    return not all(isinstance(event, _OPEN) for event in events)


def open_move_begins(before: Game, event: Event) -> bool:
    """Whether an event is the first of a move that reveals nothing, as far as it can be told by now."""
    seat = before.table.seat
    asked = None if seat is None else before.table.decisions[seat]
    # A tunnel that costs nothing more is claimed by the move that revealed its cards.
    same_move = isinstance(asked, SettleTunnel) and not asked.owed
    return isinstance(event, _OPEN_MOVES) and asked is not None and not same_move


def goes_on_openly(event: Event) -> bool:
    """Whether an event within a move reveals nothing."""
    return isinstance(event, _OPEN)


def undone(game: Game, earlier: Game, seat: int, cause: str) -> tuple[Game, MovesUndone]:
    """The game once it is again as `earlier`, and the event; the first move undone was that of `seat`.

    >>> after = evolve(game, SecondCardDue(0))
    >>> back, event = undone(after, game, 0, "vote")
    >>> back.table.decisions[0].revision == back.seq, event.to == game.seq
    (True, True)
    """
    event = MovesUndone(seat, earlier.seq, cause, saved_state(earlier))
    return evolve(game, event), event


def same_undo(one: MovesUndone, other: MovesUndone) -> bool:
    """Whether two events restore the same; the fields of a state may be written in another way."""
    try:
        same = read_saved(one.state) == read_saved(other.state)
    except BadInput:
        return False
    return same and replace(one, state="") == replace(other, state="")


def seat_of(events: Sequence[Event]) -> int:
    """The seat of the first event that has one: a shuffle may come first. Raises ValueError."""
    seats = [event.seat for event in events if hasattr(event, "seat")]
    if not seats:
        raise ValueError("an action is some seat's")
    return seats[0]


def standing(events: Sequence[Event], first: int = 1) -> frozenset[int]:
    """The numbers of the events that no undo took back; `first` is that of the first of these events.

    >>> standing([SecondCardDue(0), SecondCardDue(0), MovesUndone(0, to=1, cause="vote", state="")])
    frozenset({1})
    """
    stand, at = set(), first + len(events) - 1
    while at >= first:
        event = events[at - first]
        if isinstance(event, MovesUndone):
            at = min(event.to, at - 1)
        else:
            stand.add(at)
            at -= 1
    return frozenset(stand)
