"""Undo: which moves still count, which one a player takes back, and how an admin sets a game back."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import zip_longest

from bot.matches.match import LogEvent, Match, Step
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.roster_events import GameRolledBack, RosterEvent
from bot.matches.seats import Decider, public_name
from bot.matches.turns import standing_steps
from bot.model.identity import Person
from engine.events import BY_ADMIN, BY_PLAYER
from engine.undo import seat_of, undone

_AT_FIRST = 90
"""Entries of a log that are in memory anyway."""


def moves_that_stand(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """The moves in some steps that no undo took back, without the setup."""
    moves: list[list[Step]] = []
    for step in standing_steps(steps):
        if step.action and not isinstance(step.event, RosterEvent):
            moves.append([])
        if moves and not isinstance(step.event, RosterEvent):
            moves[-1].append(step)
    return [tuple(move) for move in moves]


async def before_last_move(repository: MatchRepository, match: Match, seat: int) -> Match:
    """The match before the last move of a seat that was not undone. Raises CommandRefused without one."""
    for reach in (_AT_FIRST, match.seq):
        steps = await repository.steps(match.id, max(0, match.seq - reach))
        until_now = [step for step in steps if step.after.seq <= match.seq]
        own = [move[0].before for move in moves_that_stand(until_now) if move_seat(move) == seat]
        if own and own[-1]:
            return own[-1]
    raise CommandRefused("nothing-to-undo")


def move_seat(move: Sequence[Step]) -> int:
    """The seat whose move it is."""
    return seat_of([step.event for step in move if not isinstance(step.event, RosterEvent)])


async def match_at(repository: MatchRepository, match: Match, to: int | None) -> Match | None:
    """The match after event `to` of its game; None where there is no such event."""
    if to is None:
        return None
    for reach in (_AT_FIRST, match.seq):
        steps = await repository.steps(match.id, max(0, match.seq - reach))
        for step in reversed(steps):
            if step.after.game and step.after.game.seq == to:
                return step.after
    return None


def can_undo_alone(match: Match, seat: int | None) -> bool:
    """Whether the player of a seat can take back their last move alone and at once."""
    running = match.roster.status is Status.RUNNING
    return running and bool(match.undoable) and match.undoable[-1][0] == seat


def undo_alone(match: Match, person: Person, earlier: Match, to: int | None = None) -> Outcome | None:
    """A player takes back their last move, made in the match `earlier`; None where they cannot alone.

    `to` is the event before the move that a button takes back. Raises CommandRefused where that is too late.
    """
    seat = match.roster.seat_of(str(person))
    if earlier.game is None or not can_undo_alone(match, seat) or match.undoable[-1][1] != earlier.game.seq:
        if to is not None:
            raise CommandRefused("undo-too-late")
        return None
    if to not in (None, earlier.game.seq):
        raise CommandRefused("undo-too-late")
    return Outcome(restored(match, earlier, match.undoable[-1][0], BY_PLAYER), "done-undo")


def restored(match: Match, earlier: Match, seat: int, cause: str) -> tuple[LogEvent, ...]:
    """The events that bring back the game of an earlier moment, and plans that are still as they were then.

    The first move that is undone was that of `seat`. Raises CommandRefused where nothing was played.
    """
    if match.game is None or earlier.game is None:
        raise CommandRefused("not-started")
    _, event = undone(match.game, earlier.game, seat, cause)
    pairs = zip_longest(match.plans, earlier.plans)
    return (event, *(plan for plan, before in pairs if plan and plan == before))


# ---- going back by many turns, as an admin

ROLLBACK_LASTS = timedelta(days=1)
"""How long a rollback can be taken back."""

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
    return rollbacks[-1].before if rollbacks and now - rollbacks[-1].at < ROLLBACK_LASTS else None


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
