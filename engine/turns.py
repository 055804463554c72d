"""The Game Turn: how one turn follows another, the last round, and the end."""

from functools import lru_cache

from engine.events import GameEnded, LastRoundStarted, TurnPassed, TurnStarted
from engine.options import can_begin
from engine.play import Play
from engine.scoring import score_sheet

# As an event cannot change, one serves every turn that starts alike.
_turn_started = lru_cache(maxsize=256)(TurnStarted)


def begin_first_turn(play: Play) -> None:
    """Everybody has chosen starting tickets: the starter's turn."""
    _begin(play, play.table.starter or 0)


def end_turn(play: Play) -> None:
    """End the present turn, and begin the next that somebody can take.

    Game End: when a turn ends with two trains or fewer, everybody, that player included, has one more.
    """
    table = play.table
    seat = table.seat or 0
    if table.turns_left is None and table.trains[seat] <= table.rules.last_round_trains:
        play.happen(LastRoundStarted(seat, table.trains[seat], table.players))
    if play.table.turns_left == 0:
        end_game(play, stalemate=False)
    else:
        _begin(play, (seat + 1) % table.players)


def end_game(play: Play, *, stalemate: bool) -> None:
    """Score the game and give away its seed."""
    play.happen(GameEnded(stalemate, score_sheet(play.game), play.game.seed))


def _begin(play: Play, seat: int) -> None:
    left = play.table.turns_left
    left = None if left is None else left - 1
    if can_begin(play.table, seat, play.game.hands[seat]):
        play.happen(_turn_started(seat, left))
        return
    play.happen(TurnPassed(seat, left))
    if play.table.passes == play.table.players:
        end_game(play, stalemate=True)
    else:
        end_turn(play)
