"""How each event changes a game. Facts only: nothing here knows a rule, so that a rule mended later never
changes what a stored game was.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from engine import events as happened
from engine.board import Board
from engine.cards import CARDS, EMPTY_SLOT, NO_CARDS, added, removed
from engine.events import Event
from engine.game import (
    ChooseTickets,
    Decision,
    DrawSecondCard,
    Game,
    SettleTunnel,
    Table,
    TakeTurn,
    Tunnel,
    state_of,
)

Item = TypeVar("Item")

# Decisions cannot change, so that those of one revision need be made only once for all games.
_take_turn = lru_cache(maxsize=4096)(TakeTurn)
_draw_second_card = lru_cache(maxsize=4096)(DrawSecondCard)

Fields = dict[str, Any]
"""The fields of a draft by their names: of the table, for all to see, and of the game, secrets and all."""


def started(board: Board, event: happened.GameStarted) -> Game:
    """The first moment of a game. Raises KeyError where the board has no such variant."""
    rules = board.variants[event.variant]
    players = event.players
    table = Table(
        board=board,
        rules=rules,
        game_id=event.game_id,
        bonus=event.bonus,
        players=players,
        seal=event.seal,
        row=EMPTY_SLOT * rules.row,
        hands=(0,) * players,
        tickets=(0,) * players,
        trains=(rules.trains,) * players,
        points=(0,) * players,
        routes=(0,) * players,
        stations=((),) * players,
        decisions=(None,) * players,
    )
    nothing: tuple[tuple[Any, ...], ...] = ((),) * players
    game = Game(
        table=replace(table),
        seq=1,
        hands=(NO_CARDS,) * players,
        tickets=nothing,
        offers=nothing,
        aside=nothing,
        refused=nothing,
        seed=event.seed,
    )
    # Copies keep their fields in a dictionary of their own, and give them out faster than originals do.
    return replace(game)


def fold(board: Board, events: Iterable[Event], game: Game | None = None) -> Game:
    """The moment after these events, from the start of the game or from `game` on.

    Raises ValueError where they do not start with GameStarted.
    """
    draft = StateBuilder(game) if game else None
    for event in events:
        if isinstance(event, happened.GameStarted):
            draft = StateBuilder(started(board, event))
        elif draft is None:
            raise ValueError("a game's first event is GameStarted")
        else:
            draft.apply_event(event)
    if draft is None:
        raise ValueError("a game has at least one event")
    return draft.game


def evolve(game: Game, event: Event) -> Game:
    """The moment after an event. The game given stays as it was."""
    draft = StateBuilder(game)
    draft.apply_event(event)
    return draft.game


class StateBuilder:
    """A moment of one's own that events are written on, one after the other: one copy serves them all."""

    __slots__ = ("_secrets", "_shown", "events", "game", "table")

    def __init__(self, game: Game) -> None:
        self._shown: Fields = game.table.__dict__.copy()
        self._secrets: Fields = game.__dict__.copy()
        self.table = self._secrets["table"] = state_of(Table, self._shown)
        self.game = state_of(Game, self._secrets)
        self.events: list[Event] = []

    def apply_event(self, event: Event) -> None:
        """Let an event happen: it moves the draft on."""
        _WRITE[type(event)](self._shown, self._secrets, event)
        self._secrets["seq"] += 1
        self.events.append(event)


def _put(items: tuple[Item, ...], seat: int, item: Item) -> tuple[Item, ...]:
    others = list(items)
    others[seat] = item
    return tuple(others)


def _plus(numbers: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    others = list(numbers)
    others[seat] += more
    return tuple(others)


def _starter_chosen(table: Fields, game: Fields, event: happened.StarterChosen) -> None:
    table["starter"] = event.seat
    game["counter"] = event.counter


def _deck_shuffled(table: Fields, game: Fields, event: happened.DeckShuffled) -> None:
    game["deck"] += event.order
    table["deck"] = len(game["deck"])
    game["discards"] = NO_CARDS
    table["discards"] = 0
    game["counter"] = event.counter


def _tickets_shuffled(table: Fields, game: Fields, event: happened.TicketsShuffled) -> None:
    game["counter"] = event.counter
    if event.long:
        game["long_tickets"] = event.order
    else:
        game["ticket_deck"] = event.order
        table["ticket_deck"] = event.size


def _cards_dealt(table: Fields, game: Fields, event: happened.CardsDealt) -> None:
    _off_the_deck(table, game, event.size)
    _into_hand(table, game, event.seat, event.cards)


def _off_the_deck(table: Fields, game: Fields, size: int) -> None:
    table["deck"] -= size
    game["deck"] = game["deck"][size:]


def _into_hand(table: Fields, game: Fields, seat: int, cards: str) -> None:
    table["hands"] = _plus(table["hands"], seat, len(cards))
    game["hands"] = _put(game["hands"], seat, added(game["hands"][seat], cards))


def _out_of_hand(table: Fields, game: Fields, seat: int, cards: str) -> None:
    table["hands"] = _plus(table["hands"], seat, -len(cards))
    game["hands"] = _put(game["hands"], seat, removed(game["hands"][seat], cards))


def _discarded(table: Fields, game: Fields, cards: str) -> None:
    table["discards"] += len(cards)
    game["discards"] = added(game["discards"], cards)


def _row_filled(table: Fields, game: Fields, event: happened.RowFilled) -> None:
    table["row"] = event.row
    _off_the_deck(table, game, event.size)


def _row_cleared(table: Fields, game: Fields, event: happened.RowCleared) -> None:
    table["row"] = EMPTY_SLOT * len(event.row)
    _discarded(table, game, event.row)


def _off_the_piles(table: Fields, game: Fields, tickets: tuple[int, ...]) -> None:
    """They lay on top, of one pile or of both."""
    for pile in ("ticket_deck", "long_tickets"):
        top = game[pile][: len(tickets)]
        game[pile] = game[pile][sum([ticket in tickets for ticket in top]) :]
    table["ticket_deck"] = len(game["ticket_deck"])


def _tickets_set_aside(table: Fields, game: Fields, event: happened.TicketsSetAside) -> None:
    _off_the_piles(table, game, event.tickets)
    aside = game["aside"]
    game["aside"] = _put(aside, event.seat, (*aside[event.seat], event.tickets))


def _tickets_offered(table: Fields, game: Fields, event: happened.TicketsOffered) -> None:
    seat = event.seat
    if event.dealt:
        _off_the_piles(table, game, event.tickets)
    else:
        game["aside"] = _put(game["aside"], seat, game["aside"][seat][1:])
    game["offers"] = _put(game["offers"], seat, event.tickets)
    choice = ChooseTickets(game["seq"] + 1, event.size, event.keep, event.keep_most, event.starting)
    table["decisions"] = _put(table["decisions"], seat, choice)


def _tickets_kept(table: Fields, game: Fields, event: happened.TicketsKept) -> None:
    seat = event.seat
    table["decisions"] = _put(table["decisions"], seat, None)
    table["tickets"] = _plus(table["tickets"], seat, event.kept_size)
    game["offers"] = _put(game["offers"], seat, ())
    game["tickets"] = _put(game["tickets"], seat, game["tickets"][seat] + event.kept)
    if event.to == "bottom":
        game["ticket_deck"] += event.refused
        table["ticket_deck"] = len(game["ticket_deck"])
    elif event.to == "aside":
        game["refused"] = _put(game["refused"], seat, game["refused"][seat] + event.refused)


def _refused_returned(table: Fields, game: Fields, event: happened.RefusedReturned) -> None:
    game["ticket_deck"] += event.order
    table["ticket_deck"] = len(game["ticket_deck"])
    game["refused"] = ((),) * table["players"]
    game["counter"] = event.counter


def _asked(table: Fields, seat: int, decision: Decision) -> None:
    """Only this seat has anything to decide."""
    decisions: list[Decision | None] = [None] * table["players"]
    decisions[seat] = decision
    table["decisions"] = tuple(decisions)


def _turn_started(table: Fields, game: Fields, event: happened.TurnStarted) -> None:
    _next_turn(table, game, event)
    _asked(table, event.seat, _take_turn(game["seq"] + 1))
    table["passes"] = 0


def _turn_passed(table: Fields, game: Fields, event: happened.TurnPassed) -> None:
    _next_turn(table, game, event)
    table["decisions"] = (None,) * table["players"]
    table["passes"] += 1


def _next_turn(table: Fields, game: Fields, event: happened.TurnStarted | happened.TurnPassed) -> None:
    table["seat"] = event.seat
    table["turn"] += 1
    table["turns_left"] = event.turns_left
    game["long_tickets"] = ()


def _card_taken(table: Fields, game: Fields, event: happened.CardTaken) -> None:
    row, slot = table["row"], event.slot
    table["row"] = row[: slot - 1] + EMPTY_SLOT + row[slot:]
    _into_hand(table, game, event.seat, event.card)


def _card_drawn(table: Fields, game: Fields, event: happened.CardDrawn) -> None:
    _off_the_deck(table, game, 1)
    _into_hand(table, game, event.seat, event.card)


def _second_card_due(table: Fields, game: Fields, event: happened.SecondCardDue) -> None:
    _asked(table, event.seat, _draw_second_card(game["seq"] + 1))


def _tunnel_revealed(table: Fields, game: Fields, event: happened.TunnelRevealed) -> None:
    _out_of_hand(table, game, event.seat, event.laid)
    _off_the_deck(table, game, len(event.revealed))
    table["tunnel"] = Tunnel(event.seat, event.route, event.laid, event.revealed)
    _asked(table, event.seat, SettleTunnel(game["seq"] + 1, event.owed))


def _tunnel_over(table: Fields, game: Fields) -> None:
    """The cards laid down are back in the hand, and those revealed are discarded."""
    if tunnel := table["tunnel"]:
        _into_hand(table, game, tunnel.seat, tunnel.laid)
        _discarded(table, game, tunnel.revealed)
        table["tunnel"] = None


def _tunnel_declined(table: Fields, game: Fields, _: happened.TunnelDeclined) -> None:
    _tunnel_over(table, game)


def _route_claimed(table: Fields, game: Fields, event: happened.RouteClaimed) -> None:
    seat = event.seat
    _tunnel_over(table, game)
    _out_of_hand(table, game, seat, event.cards)
    _discarded(table, game, event.cards)
    table["routes"] = _put(table["routes"], seat, table["routes"][seat] | table["board"].bit[event.route])
    table["trains"] = _plus(table["trains"], seat, -event.trains)
    table["points"] = _plus(table["points"], seat, event.points)
    table["last"] = (seat, event.route)


def _station_built(table: Fields, game: Fields, event: happened.StationBuilt) -> None:
    seat = event.seat
    _out_of_hand(table, game, seat, event.cards)
    _discarded(table, game, event.cards)
    table["stations"] = _put(table["stations"], seat, (*table["stations"][seat], event.city))
    table["last"] = (seat, event.city)


def _last_round_started(table: Fields, game: Fields, event: happened.LastRoundStarted) -> None:
    table["turns_left"] = event.turns_left


def _game_ended(table: Fields, game: Fields, event: happened.GameEnded) -> None:
    table["decisions"] = (None,) * table["players"]
    table["seat"] = None
    table["sheet"] = event.sheet
    table["seed"] = event.seed


_WRITE: dict[type[Event], Callable[[Fields, Fields, Any], None]] = {
    happened.StarterChosen: _starter_chosen,
    happened.DeckShuffled: _deck_shuffled,
    happened.TicketsShuffled: _tickets_shuffled,
    happened.CardsDealt: _cards_dealt,
    happened.RowFilled: _row_filled,
    happened.RowCleared: _row_cleared,
    happened.TicketsSetAside: _tickets_set_aside,
    happened.TicketsOffered: _tickets_offered,
    happened.TicketsKept: _tickets_kept,
    happened.RefusedReturned: _refused_returned,
    happened.TurnStarted: _turn_started,
    happened.TurnPassed: _turn_passed,
    happened.CardTaken: _card_taken,
    happened.CardDrawn: _card_drawn,
    happened.SecondCardDue: _second_card_due,
    happened.TunnelRevealed: _tunnel_revealed,
    happened.TunnelDeclined: _tunnel_declined,
    happened.RouteClaimed: _route_claimed,
    happened.StationBuilt: _station_built,
    happened.LastRoundStarted: _last_round_started,
    happened.GameEnded: _game_ended,
}


def all_cards(game: Game) -> str:
    """Every train card of a moment, wherever it lies, in the order of CARDS."""
    table = game.table
    laid = (table.tunnel.laid + table.tunnel.revealed) if table.tunnel else ""
    loose = game.deck + table.row.replace(EMPTY_SLOT, "") + laid
    piles = [game.discards, *game.hands]
    return "".join(
        card * (loose.count(card) + sum(pile[index] for pile in piles)) for index, card in enumerate(CARDS)
    )
