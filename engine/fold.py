"""How each event changes a game.

Facts only: nothing here knows a rule, so the fix of a rule never changes a stored game.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar, assert_never

from msgspec.structs import replace

from engine.board import Board
from engine.cards import EMPTY_SLOT, NO_CARDS, added, counts, removed
from engine.documents.state import read_saved
from engine.events import (
    CardDrawn,
    CardsDealt,
    CardTaken,
    DeckShuffled,
    EndAgreed,
    Event,
    GameEnded,
    GameStarted,
    LastRoundStarted,
    MovesUndone,
    RefusedReturned,
    RouteClaimed,
    RowCleared,
    RowFilled,
    RowReset,
    SecondCardDue,
    StarterChosen,
    StationBuilt,
    TicketsKept,
    TicketsOffered,
    TicketsSetAside,
    TicketsShuffled,
    TunnelDeclined,
    TunnelRevealed,
    TurnPassed,
    TurnStarted,
)
from engine.game import (
    ChooseTickets,
    Decision,
    DrawSecondCard,
    Game,
    SettleTunnel,
    Table,
    TakeTurn,
    Tunnel,
    started,
)

Item = TypeVar("Item")
State = TypeVar("State", Game, Table)

# Decisions cannot change, so those of one revision serve all games and seats.
_take_turn = lru_cache(maxsize=4096)(TakeTurn)
_draw_second_card = lru_cache(maxsize=4096)(DrawSecondCard)


def fold(board: Board, events: Iterable[Event], game: Game | None = None) -> Game:
    """The state after these events, from the start of the game or from `game` on.

    Raises ValueError where they do not start with GameStarted.

    >>> fold(europe, [CardDrawn(seat=0, card="G"), SecondCardDue(seat=0)], game).table.decisions
    (DrawSecondCard(revision=3), None)
    """
    builder = StateBuilder(game) if game else None
    for event in events:
        if isinstance(event, GameStarted):
            builder = StateBuilder(started(board, event))
        elif builder is None:
            raise ValueError("a game's first event is GameStarted")
        else:
            builder.apply_event(event)
    if builder is None:
        raise ValueError("a game has at least one event")
    return builder.game


def evolve(game: Game, event: Event) -> Game:
    """The state after an event. The game given stays as it was.

    >>> evolve(game, CardDrawn(seat=0, card="G")).table.hands
    (7, 3)
    """
    builder = StateBuilder(game)
    builder.apply_event(event)
    return builder.game


def _copied(state: State) -> State:
    """A copy, about five times as fast as `dataclasses.replace`."""
    copy = object.__new__(type(state))
    # Not `copy()`: CPython reads all copies of this dictionary faster.
    copy.__dict__ = {**state.__dict__}
    return copy


class StateBuilder:
    """A copy of a state that events are written on; `game` and `table` always show the latest state."""

    __slots__ = ("each_reset", "events", "game", "table")

    def __init__(self, game: Game) -> None:
        self.each_reset = False
        """Whether each reset of a run has events of its own, as in logs of earlier programs."""
        self.game = _copied(game)
        self.table = self.game.table = _copied(game.table)
        self.events: list[Event] = []
        """What has been applied here."""

    def apply_event(self, event: Event) -> None:
        """Change the state by an event. Raises ValueError for GameStarted, which only begins a fold."""
        table, game = self.table, self.game
        # This runs for every event of every game: isinstance takes half the time of `match`, and the events
        # that happen most often come first.
        if isinstance(event, TurnStarted):
            table.seat = event.seat
            table.turn += 1
            table.turns_left = event.turns_left
            table.decisions = _only(table.players, event.seat, _take_turn(game.seq + 1))
            table.passes = 0
            game.long_tickets = ()
        elif isinstance(event, CardTaken):
            row, slot = table.row, event.slot
            table.row = row[: slot - 1] + EMPTY_SLOT + row[slot:]
            _into_hand(table, game, event.seat, event.card)
        elif isinstance(event, RowFilled):
            _off_the_deck(table, game, event.size)
            table.row = event.row
        elif isinstance(event, CardDrawn):
            _off_the_deck(table, game, 1)
            _into_hand(table, game, event.seat, event.card)
        elif isinstance(event, SecondCardDue):
            table.decisions = _only(table.players, event.seat, _draw_second_card(game.seq + 1))
        elif isinstance(event, RouteClaimed):
            seat = event.seat
            _tunnel_over(table, game)
            _out_of_hand(table, game, seat, event.cards)
            _discarded(table, game, event.cards)
            table.routes = _put(table.routes, seat, table.routes[seat] | table.board.bit[event.route])
            table.trains = _plus(table.trains, seat, -event.trains)
            table.points = _plus(table.points, seat, event.points)
            table.last = (seat, event.route)
        elif isinstance(event, DeckShuffled):
            game.deck += event.order
            table.deck = len(game.deck)
            game.discards = NO_CARDS
            table.discards = 0
            game.counter = event.counter
        elif isinstance(event, TunnelRevealed):
            _out_of_hand(table, game, event.seat, event.laid)
            _off_the_deck(table, game, len(event.revealed))
            table.tunnel = Tunnel(event.seat, event.route, event.laid, event.revealed)
            table.decisions = _only(table.players, event.seat, SettleTunnel(game.seq + 1, event.owed))
        elif isinstance(event, TicketsOffered):
            seat = event.seat
            if event.dealt:
                _off_the_piles(table, game, event.tickets)
            else:
                game.aside = _put(game.aside, seat, game.aside[seat][1:])
            game.offers = _put(game.offers, seat, event.tickets)
            choice = ChooseTickets(game.seq + 1, event.size, event.keep, event.keep_most, event.starting)
            table.decisions = _put(table.decisions, seat, choice)
        elif isinstance(event, TicketsKept):
            seat = event.seat
            table.decisions = _put(table.decisions, seat, None)
            table.tickets = _plus(table.tickets, seat, event.kept_size)
            game.offers = _put(game.offers, seat, ())
            game.tickets = _put(game.tickets, seat, game.tickets[seat] + event.kept)
            if event.to == "bottom":
                game.ticket_deck += event.refused
                table.ticket_deck = len(game.ticket_deck)
            elif event.to == "aside":
                game.refused = _put(game.refused, seat, game.refused[seat] + event.refused)
        else:
            _apply_rare(table, game, event)
        game.seq += 1
        self.events.append(event)

    def replace_events(self, first: int, event: Event) -> None:
        """Tell the events from `first` on as one event, which leads to the same state."""
        self.game.seq -= len(self.events) - first - 1
        self.events[first:] = [event]


_RareEvent = (
    GameStarted
    | StationBuilt
    | TunnelDeclined
    | StarterChosen
    | TicketsShuffled
    | CardsDealt
    | RowCleared
    | RowReset
    | TicketsSetAside
    | RefusedReturned
    | TurnPassed
    | LastRoundStarted
    | EndAgreed
    | GameEnded
    | MovesUndone
)


def _apply_rare(table: Table, game: Game, event: _RareEvent) -> None:
    """Write an event of the setup, of the end, or one that most games do not have."""
    match event:
        case StationBuilt(seat, city, cards):
            _out_of_hand(table, game, seat, cards)
            _discarded(table, game, cards)
            table.stations = _put(table.stations, seat, (*table.stations[seat], city))
            table.last = (seat, city)
        case TunnelDeclined() | EndAgreed():
            _tunnel_over(table, game)
        case CardsDealt():
            _off_the_deck(table, game, event.size)
            _into_hand(table, game, event.seat, event.cards)
        case TicketsSetAside(seat, tickets):
            _off_the_piles(table, game, tickets)
            game.aside = _put(game.aside, seat, (*game.aside[seat], tickets))
        case TicketsShuffled():
            game.counter = event.counter
            if event.long:
                game.long_tickets = event.order
            else:
                game.ticket_deck = event.order
                table.ticket_deck = event.size
        case StarterChosen():
            table.starter = event.seat
            game.counter = event.counter
        case RefusedReturned():
            game.ticket_deck += event.order
            table.ticket_deck = len(game.ticket_deck)
            game.refused = ((),) * table.players
            game.counter = event.counter
        case RowCleared():
            table.row = EMPTY_SLOT * len(event.row)
            _discarded(table, game, event.row)
        case RowReset():
            table.row = event.row
            game.deck, table.deck = event.deck, event.deck_size
            game.discards, table.discards = counts(event.discards), event.discards_size
            game.counter = event.counter
        case TurnPassed():
            table.seat = event.seat
            table.turn += 1
            table.turns_left = event.turns_left
            table.decisions = (None,) * table.players
            table.passes += 1
            game.long_tickets = ()
        case LastRoundStarted():
            table.turns_left = event.turns_left
        case GameEnded():
            table.decisions = (None,) * table.players
            table.seat = None
            table.sheet = event.sheet
            table.seed = event.seed
        case MovesUndone():
            # All is as it was, but the chance goes on, and buttons of the earlier decisions stay stale.
            of_table, of_game = read_saved(event.state)
            table.__dict__.update(of_table)
            game.__dict__.update(of_game)
            opened = (one and replace(one, revision=game.seq + 1) for one in table.decisions)
            table.decisions = tuple(opened)
        case GameStarted():
            raise ValueError("a game starts only once")
        case _:
            assert_never(event)


def _put(items: tuple[Item, ...], seat: int, item: Item) -> tuple[Item, ...]:
    others = list(items)
    others[seat] = item
    return tuple(others)


def _plus(numbers: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    others = list(numbers)
    others[seat] += more
    return tuple(others)


def _only(players: int, seat: int, decision: Decision) -> tuple[Decision | None, ...]:
    """One seat has this decision to make, and nobody else has any."""
    decisions: list[Decision | None] = [None] * players
    decisions[seat] = decision
    return tuple(decisions)


def _off_the_deck(table: Table, game: Game, size: int) -> None:
    table.deck -= size
    game.deck = game.deck[size:]


def _into_hand(table: Table, game: Game, seat: int, cards: str) -> None:
    table.hands = _plus(table.hands, seat, len(cards))
    game.hands = _put(game.hands, seat, added(game.hands[seat], cards))


def _out_of_hand(table: Table, game: Game, seat: int, cards: str) -> None:
    table.hands = _plus(table.hands, seat, -len(cards))
    game.hands = _put(game.hands, seat, removed(game.hands[seat], cards))


def _discarded(table: Table, game: Game, cards: str) -> None:
    table.discards += len(cards)
    game.discards = added(game.discards, cards)


def _off_the_piles(table: Table, game: Game, tickets: tuple[int, ...]) -> None:
    """The tickets lay on top, of one pile or of both."""
    game.long_tickets = _below(game.long_tickets, tickets)
    game.ticket_deck = _below(game.ticket_deck, tickets)
    table.ticket_deck = len(game.ticket_deck)


def _below(pile: tuple[int, ...], tickets: tuple[int, ...]) -> tuple[int, ...]:
    """What is left of a pile when these tickets are taken off its top."""
    return pile[sum([ticket in tickets for ticket in pile[: len(tickets)]]) :]


def _tunnel_over(table: Table, game: Game) -> None:
    """The cards laid down are back in the hand, and those revealed are discarded."""
    if tunnel := table.tunnel:
        _into_hand(table, game, tunnel.seat, tunnel.laid)
        _discarded(table, game, tunnel.revealed)
        table.tunnel = None
