"""The hard computer: the planner, which plays what it could do to the end in thought, and compares."""

from collections.abc import Sequence
from itertools import islice
from math import sqrt, tanh
from statistics import fmean, stdev
from typing import NamedTuple

from engine.actions import Action
from engine.chance import Chance
from engine.computers.normal import normal_move
from engine.computers.planner.tunnels import settled
from engine.computers.planner.turn_context import TurnContext
from engine.computers.planner.weights import WEIGHTS
from engine.computers.reasons import ExplainedMove, MoveReason
from engine.computers.search.candidates import candidates
from engine.computers.search.determinize import determinize
from engine.computers.search.rollout import play_out
from engine.game import ChooseTickets, Game, SettleTunnel
from engine.rulebook import apply
from engine.view import View, view_for

_CANDIDATES = 11
"""Moves that are compared, the planner's own among them."""


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
"""What is left after the last round is played. In a turn the planner's move is seldom far from the best."""

TICKET_ROUNDS = (
    HalvingRound(5, -0.5, 6),
    HalvingRound(10, 0.1, 4),
    HalvingRound(20, 0.6, 3),
    HalvingRound(40, 0.9, 2),
    HalvingRound(80, 1.2, 1),
)
"""A choice of tickets decides more, and can be judged better."""

_LEAST = 2
"""Samples before a first round, however many players there are."""

_CLEAR = 25.0
"""Points by which a game is won clearly: beyond that, more of them count for little."""


def hard_move(view: View, chance: Chance, rounds: Sequence[HalvingRound] = ()) -> ExplainedMove:
    """Choose by a search, with these rounds or the usual ones. Raises ValueError where nothing is asked."""
    first = normal_move(view, chance)
    others = [action for action in candidates(view, chance) if action != first.action]
    if not others:
        return first
    moves = [first.action, *islice(dict.fromkeys(others), _CANDIDATES - 1)]
    usual = TICKET_ROUNDS if isinstance(view.decision, ChooseTickets) else TURN_ROUNDS
    best = _Search(view, chance, moves).best(rounds or usual)
    return first if best == first.action else ExplainedMove(best, MoveReason.SEARCHED)


class _Search:
    """Moves, and how games came out that were played on after each, for the same hidden cards."""

    def __init__(self, view: View, chance: Chance, moves: Sequence[Action]) -> None:
        self._view = view
        self._seat = view.seat or 0
        self._chance = chance
        self._plans: dict[Action, tuple[int, ...]] = {}
        """By move, the routes that the seat is after then."""
        self._gains: dict[Action, list[float]] = {move: [] for move in moves}
        """By move, how much better it came out than the first, sample after sample."""

    def best(self, rounds: Sequence[HalvingRound]) -> Action:
        """The move that is surely better than the first, or the first."""
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
        """One sample: the same hidden cards, and the same chance, for every move."""
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
        """The game after a move, a tunnel settled."""
        after, _ = apply(game, self._seat, move)
        if isinstance(after.table.decisions[self._seat], SettleTunnel):
            after, _ = apply(after, self._seat, settled(view_for(after, self._seat)).action)
        return after


def _sureness(gains: Sequence[float]) -> float:
    """How many standard errors a move is better than the first."""
    error = stdev(gains) / sqrt(len(gains))
    return fmean(gains) / error if error else 0.0
