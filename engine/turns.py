"""The Game Turn: how one turn follows another, the last round, and the end."""

from functools import lru_cache

from engine.dealer import Dealer
from engine.events import GameEnded, LastRoundStarted, TurnPassed, TurnStarted
from engine.options import can_begin
from engine.scores import score_sheet

# Events cannot change, so equal ones are shared.
_turn_started = lru_cache(maxsize=256)(TurnStarted)


def begin_first_turn(dealer: Dealer) -> None:
    """Setting the Game Up: all have chosen their starting tickets, and the first turn begins."""
    _begin(dealer, dealer.table.starter or 0)


def end_turn(dealer: Dealer) -> None:
    """End the present turn, and begin the next that somebody can take.

    Game End: when a turn ends with two trains or fewer, everybody, that player included, has one more.
    """
    table = dealer.table
    seat = table.seat or 0
    if table.turns_left is None and table.trains[seat] <= table.rules.last_round_trains:
        dealer.apply_event(LastRoundStarted(seat, table.trains[seat], table.players))
    if dealer.table.turns_left == 0:
        end_game(dealer, stalemate=False)
    else:
        _begin(dealer, (seat + 1) % table.players)


def end_game(dealer: Dealer, *, stalemate: bool) -> None:
    """Calculating Scores: score the game and publish its seed."""
    dealer.apply_event(GameEnded(stalemate, score_sheet(dealer.game), dealer.game.seed))


def _begin(dealer: Dealer, seat: int) -> None:
    left = dealer.table.turns_left
    left = None if left is None else left - 1
    if can_begin(dealer.table, seat, dealer.game.hands[seat]):
        dealer.apply_event(_turn_started(seat, left))
        return
    dealer.apply_event(TurnPassed(seat, left))
    if dealer.table.passes == dealer.table.players:
        end_game(dealer, stalemate=True)
    else:
        end_turn(dealer)
