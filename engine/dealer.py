"""The dealer: what is done with the decks while an action is applied to a state."""

from collections.abc import Sequence
from typing import TypeVar

from engine.cards import CARDS, EMPTY_SLOT, LOCOMOTIVE, letters
from engine.chance import Chance
from engine.events import (
    CardsDealt,
    DeckShuffled,
    RefusedReturned,
    RowCleared,
    RowFilled,
    RowReset,
    StarterChosen,
    TicketsShuffled,
)
from engine.fold import StateBuilder

Item = TypeVar("Item")

_LOCOMOTIVE = CARDS.index(LOCOMOTIVE)


def _chance(state: StateBuilder) -> Chance:
    """The game's own chance, continued where the last shuffle left it."""
    return Chance(state.game.seed, state.game.counter)


def need_deck(state: StateBuilder, cards: int = 1) -> bool:
    """Drawing Train Cards: if the deck has too few cards, shuffle the discards under it.

    Returns False if the deck is still empty.
    """
    if len(state.game.deck) < cards and state.table.discards:
        shuffle_deck(state, letters(state.game.discards))
    return bool(state.game.deck)


def shuffle_deck(state: StateBuilder, cards: str, top: str = "") -> None:
    """Shuffle these cards, given in the order of CARDS, under the deck; `top` lies on top of them all."""
    chance = _chance(state)
    order = "".join(_stacked(chance.shuffled(cards), top))
    state.apply_event(DeckShuffled(order, len(order), chance.counter))


def _stacked(items: list[Item], top: Sequence[Item]) -> list[Item]:
    """The items with some of them moved to the top."""
    for item in top:
        items.remove(item)
    return [*top, *items]


def deal_hand(state: StateBuilder, seat: int) -> None:
    """Setting the Game Up: deal a player the first cards."""
    cards = state.game.deck[: state.table.rules.hand]
    state.apply_event(CardsDealt(seat, cards, len(cards)))


def complete_row(state: StateBuilder) -> None:
    """Fill the face-up row, and clear it while it shows too many locomotives.

    Drawing Train Cards: "if at any time three of the five face-up cards are locomotives, all five are
    discarded and five new ones turned".
    """
    if EMPTY_SLOT in state.table.row:
        _fill_row(state)
    table, first = state.table, len(state.events)
    while table.rules.is_cleared(table.row.count(LOCOMOTIVE)) and _row_can_go(state):
        state.apply_event(RowCleared(table.row))
        _fill_row(state)
    if len(state.events) > first and not state.each_reset:
        _join_resets(state, first)


def _join_resets(state: StateBuilder, first: int) -> None:
    """Tell several resets in a run, which begin at an event, as one event."""
    run = state.events[first:]
    if (times := sum(isinstance(event, RowCleared) for event in run)) < 2:
        return
    game = state.game
    reset = RowReset(
        times=times,
        row=state.table.row,
        shuffles=sum(isinstance(event, DeckShuffled) for event in run),
        deck=game.deck,
        discards=letters(game.discards),
        deck_size=len(game.deck),
        discards_size=state.table.discards,
        counter=game.counter,
    )
    state.replace_events(first, reset)


def _fill_row(state: StateBuilder) -> None:
    row = state.table.row
    empty = row.count(EMPTY_SLOT)
    if need_deck(state, empty):
        turned = state.game.deck[:empty]
        for card in turned:
            row = row.replace(EMPTY_SLOT, card, 1)
        state.apply_event(RowFilled(row, len(turned)))


def _row_can_go(state: StateBuilder) -> bool:
    """Whether clearing helps: the row is full, and enough coloured cards are left for a better one."""
    row, rules = state.table.row, state.table.rules
    if EMPTY_SLOT in row:
        return False
    loose = len(row + state.game.deck) + state.table.discards
    locomotives = (row + state.game.deck).count(LOCOMOTIVE) + state.game.discards[_LOCOMOTIVE]
    return loose - locomotives > rules.row - rules.row_reset


def shuffle_tickets(
    state: StateBuilder, tickets: tuple[int, ...], *, long: bool, top: Sequence[int] = ()
) -> None:
    """Shuffle these tickets into the long pile or the ticket deck; those in `top` lie on top."""
    chance = _chance(state)
    order = tuple(_stacked(chance.shuffled(tickets), [ticket for ticket in top if ticket in tickets]))
    state.apply_event(TicketsShuffled(long, order, len(order), chance.counter))


def return_refused(state: StateBuilder, tickets: tuple[int, ...], *, shuffled: bool) -> None:
    """Put the refused tickets that lie aside under the ticket deck, as one block."""
    chance = _chance(state)
    # Sorted first: the result of a shuffle never depends on whose tickets they were.
    order = tuple(chance.shuffled(sorted(tickets))) if shuffled else tickets
    state.apply_event(RefusedReturned(order, len(order), chance.counter))


def choose_starter(state: StateBuilder, named: int | None) -> None:
    """Choose who begins: the seat named, or one drawn by lot."""
    chance = _chance(state)
    seat = chance.below(state.table.players) if named is None else named
    state.apply_event(StarterChosen(seat, named is None, chance.counter))
