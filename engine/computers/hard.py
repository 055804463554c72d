"""The hard computer: it compares the planner's move with others by playing the game to its end after each."""

from collections.abc import Sequence
from itertools import islice
from math import sqrt, tanh
from statistics import fmean, stdev
from typing import NamedTuple

from engine.actions import Action
from engine.chance import Chance
from engine.computers.normal import normal_move
from engine.computers.planner.claims import settle_tunnel
from engine.computers.planner.turn_context import TurnContext
from engine.computers.planner.weights import WEIGHTS
from engine.computers.reasons import ExplainedMove
from engine.computers.search.candidates import candidates
from engine.computers.search.determinize import determinize
from engine.computers.search.rollout import play_out
from engine.game import ChooseTickets, Game, SettleTunnel
from engine.rulebook import apply
from engine.view import View, view_for

_CANDIDATES = 11
"""How many moves are compared, the planner's own included."""


class HalvingRound(NamedTuple):
    """After `samples`, a move stays in when it is more than `sure` standard errors better than the planner's.

    Of those, the best `most` do. Samples are counted for two players; the more play, the fewer they are.
    """

    samples: int
    sure: float
    most: int


TURN_ROUNDS = (
    HalvingRound(8, -0.2, 6),
    HalvingRound(16, 0.4, 4),
    HalvingRound(32, 0.9, 3),
    HalvingRound(64, 1.4, 2),
    HalvingRound(128, 2.0, 1),
)
"""Successive halving for a turn: the move left after the last round is played."""

TICKET_ROUNDS = (
    HalvingRound(5, -0.5, 6),
    HalvingRound(10, 0.1, 4),
    HalvingRound(20, 0.6, 3),
    HalvingRound(40, 0.9, 2),
    HalvingRound(80, 1.2, 1),
)
"""The rounds for a choice of tickets, which matters more and is easier to judge."""

_LEAST = 2
"""The fewest samples before the first comparison."""

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
    best = _Search(view, chance, moves).best(rounds or usual)
    return first if best == first.action else ExplainedMove(best, "searched")


class _Search:
    """The moves compared, and the results of the rollouts after each, with the same hidden cards."""

    def __init__(self, view: View, chance: Chance, moves: Sequence[Action]) -> None:
        self._view = view
        self._seat = view.seat or 0
        self._chance = chance
        self._plans: dict[Action, tuple[int, ...]] = {}
        """The routes that the seat wants after each move."""
        self._gains: dict[Action, list[float]] = {move: [] for move in moves}
        """How much better each move came out than the first, sample by sample."""

    def best(self, rounds: Sequence[HalvingRound]) -> Action:
        """The best move that is significantly better than the first, or the first."""
        first, *others = self._gains
        played = 0
        for round in rounds:
            samples = max(_LEAST, 2 * round.samples // self._view.table.players)
            for _ in range(samples - played):
                self._play(first, others)
            played = samples
            others = self._better(others, round)
            if not others:
                return first
        return others[0]

    def _better(self, moves: Sequence[Action], round: HalvingRound) -> list[Action]:
        """The moves that stay in, the best first."""
        sure = [move for move in moves if _sureness(self._gains[move]) > round.sure]
        return sorted(sure, key=lambda move: -fmean(self._gains[move]))[: round.most]

    def _play(self, first: Action, others: Sequence[Action]) -> None:
        """Play one sample: the same hidden cards and the same chance for every move."""
        game, seed = determinize(self._view, self._chance), f"{self._chance.below(1 << 32):064x}"
        usual = self._outcome(game, first, seed)
        for move in others:
            self._gains[move].append(self._outcome(game, move, seed) - usual)

    def _outcome(self, game: Game, move: Action, seed: str) -> float:
        """How the game comes out for the seat: about 1 for a clear victory, -1 for a clear defeat."""
        after = self._after(game, move)
        if move not in self._plans:
            self._plans[move] = TurnContext(view_for(after, self._seat), WEIGHTS).plan.routes
        totals = play_out(after, Chance(seed), {self._seat: self._plans[move]})
        rivals = [total for seat, total in enumerate(totals) if seat != self._seat]
        return tanh((totals[self._seat] - max(rivals)) / _CLEAR)

    def _after(self, game: Game, move: Action) -> Game:
        """The game after a move, with its tunnel settled."""
        after, _ = apply(game, self._seat, move)
        if isinstance(after.table.decisions[self._seat], SettleTunnel):
            after, _ = apply(after, self._seat, settle_tunnel(view_for(after, self._seat)).action)
        return after


def _sureness(gains: Sequence[float]) -> float:
    """How many standard errors a move is better than the first."""
    error = stdev(gains) / sqrt(len(gains))
    return fmean(gains) / error if error else 0.0
