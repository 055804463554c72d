"""Rollback: an admin sets a game back to the end of a turn."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.matches.match import LogEvent, Match, Step
from bot.matches.outcomes import CommandRefused
from bot.matches.roster import Status
from bot.matches.roster_events import GameRolledBack
from bot.matches.seats import Decider, public_name
from bot.matches.undo import move_seat, moves_that_stand, restored
from engine.events import BY_ADMIN

LASTS = timedelta(days=1)
"""How long a rollback can be taken back."""

MOST, WITHIN = 3, timedelta(hours=1)
"""How often a game can be set back, and within what time: each time everybody is told."""

Move = tuple[Step, ...]

EndedTurn = tuple[int, tuple[Move, ...]]
"""A turn that has ended, counted from 1, and its moves. Turn 0 is the choice of starting tickets."""


def ended_turns(steps: Sequence[Step]) -> list[EndedTurn]:
    """The turns of a match, without those that were undone."""
    turns: list[EndedTurn] = []
    moves: list[Move] = []
    for move in moves_that_stand(steps):
        moves.append(move)
        before, after = move[0].before, move[-1].after.table
        if after and (after.over or not (before and before.table) or before.table.turn != after.turn):
            turns.append((after.turn - (not after.over), tuple(moves)))
            moves = []
    return turns


def before_rollback(steps: Sequence[Step], now: datetime) -> Match | None:
    """The match before its last rollback; None where that was more than a day ago."""
    rollbacks = [step for step in steps if isinstance(step.event, GameRolledBack)]
    return rollbacks[-1].before if rollbacks and now - rollbacks[-1].at < LASTS else None


def lost_moves(steps: Sequence[Step], earlier: Match) -> list[Move]:
    """The moves that going back to an earlier moment would undo."""
    then = {move[0].after.seq for move in moves_that_stand(_until(steps, earlier))}
    return [move for move in moves_that_stand(steps) if move[0].after.seq not in then]


def _until(steps: Sequence[Step], match: Match) -> list[Step]:
    return [step for step in steps if step.after.seq <= match.seq]


def require_rollback(match: Match) -> None:
    """Refuse a game that is not running: one that is over stays as it ended. Raises CommandRefused."""
    if match.game is None or match.roster.status is Status.LOBBY:
        raise CommandRefused("not-started")
    if match.roster.status is Status.ABORTED:
        raise CommandRefused("rollback-aborted")
    if match.roster.status is Status.OVER:
        raise CommandRefused("rollback-over")


def roll_back(
    match: Match, earlier: Match, steps: Sequence[Step], decider: Decider, reason: str, *, again: bool
) -> tuple[LogEvent, ...]:
    """The events that set a match back to an `earlier` moment of it; `steps` are all until now.

    `again` says that this takes back the last rollback.
    """
    moves = lost_moves(steps, earlier) or moves_that_stand(_until(steps, earlier))
    if match.game is None or earlier.table is None or not moves:
        raise CommandRefused("rollback-went-on")
    person, name, _ = decider
    same_clock = match.roster.clock == earlier.roster.clock and match.roster.clock is not None
    event = GameRolledBack(
        str(person),
        public_name(match, person, name),
        last_turn(earlier),
        reason,
        again,
        tuple(holder.clock.bank for holder in earlier.roster.holders) if same_clock else (),
    )
    return event, *restored(match, earlier, move_seat(moves[0]), BY_ADMIN)


def last_turn(match: Match) -> int:
    """The last turn that has ended."""
    table = match.table
    return max(0, table.turn - (not table.over)) if table else 0
