"""The hard computer: it compares the planner's move with others by playing the game to its end after each."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from math import sqrt, tanh
from statistics import fmean, stdev

from engine.actions import Action, BuildStation, ClaimRoute, DrawFaceUp
from engine.chance import Chance
from engine.computers.normal import normal_move
from engine.computers.planner.claims import settle_tunnel
from engine.computers.planner.explanation import explained
from engine.computers.planner.turn_context import TurnContext, turns_left
from engine.computers.planner.weights import WEIGHTS
from engine.computers.reasons import ExplainedMove
from engine.computers.search.candidates import candidates
from engine.computers.search.determinize import determinize
from engine.computers.search.rollout import play_out
from engine.game import ChooseTickets, Game, SettleTunnel
from engine.rulebook import apply
from engine.view import View, view_for

_CANDIDATES = 17
"""How many moves are compared, the planner's own included."""


HalvingRound = tuple[int, float, int]
"""Samples, lead, survivors. Once each move has this number of samples, those that lead the planner's move by
less than `lead` standard errors are dropped, and of the others only the best `survivors` stay.

Samples are counted for two players; with more players there are fewer.
"""

TURN_ROUNDS = (
    (4, -0.4, 8),
    (8, -0.2, 6),
    (16, 0.4, 4),
    (32, 0.9, 3),
    (64, 1.4, 2),
    (128, 2.0, 1),
)
"""Successive halving for a turn: the move left after the last round is played."""

TICKET_ROUNDS = (
    (5, -0.5, 6),
    (10, 0.1, 4),
    (20, 0.6, 3),
    (40, 0.9, 2),
    (80, 1.2, 1),
)
"""The rounds for a choice of tickets, which matters more and is easier to judge."""

_LEAST = 2
"""The fewest samples before the first comparison."""

_MOST_WORK = 18_000
"""Turns of rollouts for one decision, which take less than a second."""

_SCORING = 15
"""The end of a rollout takes as long as this many turns."""

_CUT_SHORT = 1.5
"""The lead that is enough, in standard errors, when there is no time for further rounds."""

_CLEAR = 25.0
"""A lead of this many points is a clear victory: beyond it, more points count for little."""


def hard_move(view: View, chance: Chance, rounds: Sequence[HalvingRound] = ()) -> ExplainedMove:
    """Choose by a search, in these rounds or the usual ones. Raises ValueError without a decision to make."""
    first = normal_move(view, chance)
    others = [action for action in candidates(view, chance) if action != first.action]
    if not others:
        return first
    moves = [first.action, *islice(dict.fromkeys(others), _CANDIDATES - 1)]
    usual = TICKET_ROUNDS if isinstance(view.decision, ChooseTickets) else TURN_ROUNDS
    best = _best(view, chance, moves, rounds or usual)
    return first if best == first.action else explained(TurnContext(view, WEIGHTS), best)


_REVIEWED = 48
"""Samples that compare a move that was made with a better one."""

_SURE, _GAIN = 2.5, 0.08
"""A move is clearly better by this many standard errors, and by at least this much: about two points."""


def reviewed_move(view: View, chance: Chance, played: Action) -> ExplainedMove:
    """What the search prefers to a move that was made, and its `gain`.

    The gain is 0 where the search prefers nothing clearly.
    """
    best = hard_move(view, chance)
    if _is_alike(best.action, played):
        return best
    samples, plans = max(_LEAST, min(_REVIEWED, _most_rollouts(view) // 2)), WantedRoutes()
    outcomes = (_outcomes(view, chance, [played, best.action], plans) for _ in range(samples))
    gains = [better - usual for usual, better in outcomes]
    gain = fmean(gains)
    is_sure = _standard_errors(gains) >= _SURE or len(set(gains)) == 1
    return replace(best, gain=gain if gain >= _GAIN and is_sure else 0.0)


def _is_alike(one: Action, other: Action) -> bool:
    """Whether two moves do the same: neither the slot of a card nor how a route is paid matters."""
    match one, other:
        case (DrawFaceUp(card=card), DrawFaceUp(card=same)):
            return card == same
        case (ClaimRoute(route=place), ClaimRoute(route=same)) | (
            BuildStation(city=place),
            BuildStation(city=same),
        ):
            return place == same
        case _:
            return one == other


WantedRoutes = dict[Action, tuple[int, ...]]
"""The routes that the seat wants after each move."""


def _best(view: View, chance: Chance, moves: Sequence[Action], rounds: Sequence[HalvingRound]) -> Action:
    """The best move that is significantly better than the first, or the first."""
    first, *others = moves
    gains: dict[Action, list[float]] = {move: [] for move in others}
    plans: WantedRoutes = {}
    played, left = 0, _most_rollouts(view)
    for samples, lead, most in rounds:
        wanted = max(_LEAST, 2 * samples // view.table.players)
        affordable = max(_LEAST, played + left // (1 + len(others)))
        cut_short = affordable < wanted
        for _ in range(min(wanted, affordable) - played):
            usual, *outcomes = _outcomes(view, chance, [first, *others], plans)
            left -= 1 + len(others)
            for move, outcome in zip(others, outcomes, strict=True):
                gains[move].append(outcome - usual)
        played = wanted
        lead = _CUT_SHORT if cut_short else lead
        better = [move for move in others if _standard_errors(gains[move]) > lead]
        others = sorted(better, key=lambda move: -fmean(gains[move]))[:most]
        if cut_short or not others:
            break
    return others[0] if others else first


def _most_rollouts(view: View) -> int:
    """How many rollouts can be played for one decision."""
    turns = turns_left(view.table, WEIGHTS) * view.table.players
    return int(_MOST_WORK / (turns + _SCORING))


def _outcomes(view: View, chance: Chance, moves: Sequence[Action], plans: WantedRoutes) -> list[float]:
    """One sample: how the game comes out after each move, with the same hidden cards and the same chance."""
    game, seed = determinize(view, chance), f"{chance.below(1 << 32):064x}"
    return [_outcome(game, view.seat or 0, move, seed, plans) for move in moves]


def _outcome(game: Game, seat: int, move: Action, seed: str, plans: WantedRoutes) -> float:
    """How the game comes out for the seat: about 1 for a clear victory, -1 for a clear defeat."""
    after, _ = apply(game, seat, move)
    if isinstance(after.table.decisions[seat], SettleTunnel):
        after, _ = apply(after, seat, settle_tunnel(view_for(after, seat)).action)
    if move not in plans:
        plans[move] = TurnContext(view_for(after, seat), WEIGHTS).plan.routes
    totals = play_out(after, Chance(seed), {seat: plans[move]})
    rivals = [total for other, total in enumerate(totals) if other != seat]
    return tanh((totals[seat] - max(rivals)) / _CLEAR)


def _standard_errors(gains: Sequence[float]) -> float:
    """How many standard errors a move is better than the first."""
    error = stdev(gains) / sqrt(len(gains))
    return fmean(gains) / error if error else 0.0
