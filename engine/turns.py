"""The Game Turn: how one turn follows another, the last round, and the end."""

from dataclasses import replace
from functools import lru_cache

from engine.events import EndAgreed, Event, GameEnded, LastRoundStarted, TurnPassed, TurnStarted
from engine.fold import StateBuilder
from engine.game import Game, TakeTurn
from engine.options import can_begin
from engine.scores import score_sheet

# Events cannot change, so equal ones are shared.
_turn_started = lru_cache(maxsize=256)(TurnStarted)


def begin_first_turn(state: StateBuilder) -> None:
    """Setting the Game Up: all have chosen their starting tickets, and the first turn begins."""
    _begin(state, state.table.starter or 0)


def end_turn(state: StateBuilder) -> None:
    """End the present turn, and begin the next that somebody can take.

    Game End: when a turn ends with two trains or fewer, everybody, that player included, has one more.
    """
    table = state.table
    seat = table.seat or 0
    if table.turns_left is None and table.trains[seat] <= table.rules.last_round_trains:
        state.apply_event(LastRoundStarted(seat, table.trains[seat], table.players))
    if state.table.turns_left == 0:
        end_game(state, stalemate=False)
    else:
        _begin(state, (seat + 1) % table.players)


def end_game(state: StateBuilder, *, stalemate: bool) -> None:
    """Calculating Scores: score the game and publish its seed."""
    state.apply_event(GameEnded(stalemate, score_sheet(state.game), state.game.seed))


def end_early(game: Game, seat: int) -> tuple[Game, tuple[Event, ...]]:
    """End a running game at once, as a seat asked and the table agreed: it is scored as it stands."""
    state = StateBuilder(game)
    state.apply_event(EndAgreed(seat))
    end_game(state, stalemate=False)
    return state.game, tuple(state.events)


def passed_on(game: Game) -> Game:
    """The Game Turn: the game once the turn has passed from a seat that can do nothing."""
    table, seat = game.table, game.table.seat
    if seat is None or not isinstance(table.decisions[seat], TakeTurn):
        return game
    if can_begin(table, seat, game.hands[seat]):
        return game
    left = None if table.turns_left is None else table.turns_left + 1
    nobody = (None,) * table.players
    before = replace(table, turn=table.turn - 1, turns_left=left, decisions=nobody)
    state = StateBuilder(replace(game, table=before))
    _begin(state, seat)
    return state.game


def _begin(state: StateBuilder, seat: int) -> None:
    left = state.table.turns_left
    left = None if left is None else left - 1
    if can_begin(state.table, seat, state.game.hands[seat]):
        state.apply_event(_turn_started(seat, left))
        return
    state.apply_event(TurnPassed(seat, left))
    if state.table.passes == state.table.players:
        end_game(state, stalemate=True)
    else:
        end_turn(state)
