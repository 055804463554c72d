"""The hard computer: the planner, which plays what it could do to the end in thought, and compares."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt, tanh
from statistics import fmean, stdev

from engine.actions import Action, DrawTickets, KeepTickets
from engine.chance import Chance
from engine.computers.claiming import paid, urgency
from engine.computers.drawing import drawn
from engine.computers.ending import borrowed
from engine.computers.habits import HABITS
from engine.computers.mind import Mind
from engine.computers.normal import best_tickets, think_normal
from engine.computers.redealing import redealt
from engine.computers.rollout import played_out
from engine.computers.thought import Motive, Thought
from engine.game import ChooseTickets, Game, TakeTurn
from engine.rulebook import apply
from engine.view import View

_CANDIDATES = 4
"""Moves that are compared, the planner's own among them."""
ROUNDS = 24
"""How often the hidden cards are dealt anew: at most 96 games are played out."""
_LOOKS = {6: 0.0, 12: 0.8, 18: 1.4}
"""After so many rounds, a move is dropped that is not so many standard errors better than the planner's."""
_SURE = 2.0
"""Standard errors by which another move must be better than the planner's."""
_CLEAR = 25.0
"""Points by which a game is won clearly: beyond that, more of them count for little."""


def think_hard(view: View, chance: Chance, rounds: int = ROUNDS) -> Thought:
    """Choose by a search of at most so many rounds. Raises ValueError where nothing is asked of the seat."""
    first = think_normal(view, chance)
    others = [action for action in _others(view) if action != first.action]
    if not others:
        return first
    moves = [first.action, *islice(dict.fromkeys(others), _CANDIDATES - 1)]
    best = _Search(view, chance, moves).best(rounds)
    return first if best == first.action else Thought(best, Motive.SEARCHED)


def _others(view: View) -> Iterator[Action]:
    """What else could be done, the likeliest to be good first."""
    match view.decision:
        case ChooseTickets(starting=False) as choice:
            yield from (KeepTickets(kept) for kept in best_tickets(view, choice, HABITS))
        case TakeTurn():
            yield from _other_turns(Mind(view, HABITS))
        case _:
            pass  # a second card and a tunnel are the planner's


def _other_turns(mind: Mind) -> Iterator[Action]:
    """A station, other claims of the plan, a card, tickets, the claims of most points."""
    ideas = filter(None, (borrowed(mind), drawn(mind)))
    ids, places = mind.table.board.route_ids, mind.options.claims.places
    payable = [ids.index(name) for name in places]
    wanted = sorted((route for route in payable if route in mind.wanted), key=lambda r: -urgency(mind, r))
    yield from (thought.action for thought in ideas)
    yield from (paid(mind, route) for route in wanted[:2])
    yield from mind.options.of(DrawTickets)
    yield from (paid(mind, route) for route in sorted(payable, key=lambda r: -mind.worth_by_itself(r)))


class _Search:
    """Moves, and how games came out that were played on after each, for the same hidden cards."""

    def __init__(self, view: View, chance: Chance, moves: Sequence[Action]) -> None:
        self._view = view
        self._chance = chance
        self._gains: dict[Action, list[float]] = {move: [] for move in moves}
        """By move, how much better it came out than the first, round after round."""

    def best(self, rounds: int) -> Action:
        """The move that is surely better than the first, or the first."""
        first, *others = self._gains
        for number in range(rounds):
            if number in _LOOKS:
                others = [move for move in others if _sureness(self._gains[move]) > _LOOKS[number]]
            if not others:
                return first
            self._play(first, others)
        sure = {move: fmean(self._gains[move]) for move in others if _sureness(self._gains[move]) > _SURE}
        return max(sure, key=sure.__getitem__, default=first)

    def _play(self, first: Action, others: Sequence[Action]) -> None:
        """A round: the same hidden cards, and the same chance, for every move."""
        game, seed = redealt(self._view, self._chance), self._chance.below(1 << 32)
        usual = self._outcome(game, first, seed)
        for move in others:
            self._gains[move].append(self._outcome(game, move, seed) - usual)

    def _outcome(self, game: Game, move: Action, seed: int) -> float:
        """How the game comes out for the seat: about 1 for a clear victory, -1 for a clear defeat."""
        seat = self._view.seat or 0
        after, _ = apply(game, seat, move)
        sheet = played_out(after, Chance(f"{seed:064x}")).table.sheet
        totals = [line.total for line in sheet.seats] if sheet else []
        rivals = [total for player, total in enumerate(totals) if player != seat]
        return tanh((totals[seat] - max(rivals)) / _CLEAR)


def _sureness(gains: Sequence[float]) -> float:
    """How many standard errors a move is better than the first."""
    if len(gains) < 2:
        return 0.0
    error = stdev(gains) / sqrt(len(gains))
    return fmean(gains) / error if error else 0.0
