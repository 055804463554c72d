"""Planned turns: how the plan of the seat whose turn begins is played, and when."""

import hashlib
import logging
from datetime import datetime, timedelta

from msgspec.structs import replace

from bot.matches.match import LogEvent, Match
from bot.matches.plans import line_to_play, next_action
from bot.matches.roster import Status
from bot.matches.roster_events import PlanMade
from bot.tasks import fault
from engine.game import TakeTurn
from engine.notation import line
from engine.rulebook import apply
from engine.view import view_for

PlannedMove = tuple[str, str, tuple[LogEvent, ...]]
"""Entries of a log that belong together: who acts, the line of the action, and its events."""

_SHORTEST, _LONGEST = 30.0, 1800.0
"""Seconds that a planned turn waits where the table wants plans to be delayed."""

_PART_OF_TURN = 0.25
"""The most that this takes of the time for a turn."""

log = logging.getLogger(__name__)


def own_plan(match: Match, seat: int | None) -> PlanMade | None:
    """What the player of a seat has planned."""
    return match.plans[seat] if match.plans and seat is not None else None


def plan_plays(match: Match, seat: int) -> bool:
    """Whether a seat's turn has begun and its plan will play it: nobody needs a notification."""
    return match.table is not None and match.table.seat == seat and bool(planned_turn(match))


def has_to_act(match: Match, seat: int) -> bool:
    """Whether the player of a seat has to decide something now, and no computer or plan does it for them."""
    holder, decisions = match.roster.holders[seat], match.table.decisions if match.table else ()
    playing = match.roster.status is Status.RUNNING and not holder.level and not holder.skipped
    return playing and any(decisions[seat : seat + 1]) and not plan_plays(match, seat)


def plan_asks(match: Match, seat: int) -> bool:
    """Whether a plan has begun a turn that its player must finish."""
    plan = own_plan(match, seat)
    if plan is None or not plan.playing or match.game is None or seat not in match.waiting_for:
        return False
    return next_action(view_for(match.game, seat), plan) is None


def planned_turn(match: Match) -> tuple[PlannedMove, ...]:
    """The moves that a plan makes in the turn that has begun; none if its player must decide.

    The player finishes what a plan cannot.
    """
    game, seat = match.game, match.table.seat if match.table else None
    plan = own_plan(match, seat)
    if game is None or seat is None or plan is None or match.roster.status is not Status.RUNNING:
        return ()
    holder = match.roster.holders[seat]
    if holder.by_computer or not isinstance(game.table.decisions[seat], TakeTurn):
        return ()
    chosen = line_to_play(view_for(game, seat), plan)
    if not chosen:
        return ()
    plan, turn = replace(plan, playing=chosen), game.table.turn
    moves: list[PlannedMove] = [(holder.person, "", (plan,))]
    try:
        while game.table.turn == turn and (action := next_action(view_for(game, seat), plan)):
            game, events = apply(game, seat, action)
            moves.append((holder.person, line(action), events))
    except Exception as error:  # noqa: BLE001 - somebody else's action must not fail because of a plan
        log.error("game %s: a plan could not be played: %s", match.id, fault(error))
        return ()
    return tuple(moves)


def plan_due(match: Match) -> datetime | None:
    """When the turn that has begun is played by a plan; None where its player must decide."""
    seat = match.table.seat if match.table else None
    if seat is None or not plan_plays(match, seat):
        return None
    return (match.since[seat] or match.at) + _delay(match, seat)


def _delay(match: Match, seat: int) -> timedelta:
    """How long a planned turn waits, if the table wants that: then nobody can tell a plan from a player who
    thinks.

    The wait is computed from a secret of the game, so it is the same after a restart. It is at most a part of
    the time for a turn.
    """
    decision = match.table.decisions[seat] if match.table else None
    if not match.roster.delays_plans or decision is None:
        return timedelta()
    secret = f"{match.roster.secret}:plan:{seat}:{decision.revision}"
    part = int(hashlib.sha256(secret.encode()).hexdigest()[:8], 16) / (1 << 32)
    clock = match.roster.clock
    longest = min(_LONGEST, clock.turn * _PART_OF_TURN) if clock else _LONGEST
    shortest = min(_SHORTEST, longest / 2)
    return timedelta(seconds=shortest * (longest / shortest) ** part)
