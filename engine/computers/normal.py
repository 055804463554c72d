"""The normal computer: it plans for all its tickets together, and plays towards the plan."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from engine.actions import DrawTickets, KeepTickets
from engine.chance import Chance
from engine.computers.planner.claims import claimed, claimed_to_spare, explained
from engine.computers.planner.draws import drawn
from engine.computers.planner.endgame import any_claim, borrowed, last_points
from engine.computers.planner.plan import plan_for
from engine.computers.planner.route_graph import RouteGraph
from engine.computers.planner.tunnels import settled
from engine.computers.planner.turn_context import TurnContext, tickets_of, turns_left
from engine.computers.planner.weights import WEIGHTS, Weights
from engine.computers.random import choose_random
from engine.computers.reasons import ExplainedMove, MoveReason
from engine.game import ChooseTickets, DrawSecondCard, SettleTunnel
from engine.view import View


def normal_move(view: View, chance: Chance, weights: Weights = WEIGHTS) -> ExplainedMove:
    """Choose by a plan. Raises ValueError where nothing is asked of the seat."""
    match view.decision:
        case ChooseTickets() as choice:
            return _kept(view, choice, weights)
        case SettleTunnel():
            return settled(view)
        case None:
            raise ValueError("nothing is asked of this seat")
        case _:
            context = TurnContext(view, weights)
            thought = planned(context)
            return explained(context, thought) if thought else at_a_loss(view, chance)


def at_a_loss(view: View, chance: Chance) -> ExplainedMove:
    """Anything that can be done, where nothing comes to mind."""
    return ExplainedMove(choose_random(view, chance), MoveReason.NOTHING_BETTER)


def planned(context: TurnContext) -> ExplainedMove | None:
    """What to do in a turn: the first that comes to mind."""
    if isinstance(context.view.decision, DrawSecondCard):
        candidates = [drawn]
    elif context.table.last_round:
        candidates = [last_points, more_tickets, claimed, drawn, any_claim]
    else:
        candidates = [borrowed, more_tickets, claimed, claimed_to_spare, drawn, any_claim]
    return next(filter(None, (idea(context) for idea in candidates)), None)


def more_tickets(context: TurnContext) -> ExplainedMove | None:
    """Further tickets, when all are done or lost and there is time for more."""
    weights = context.weights
    time = context.trains >= weights.trains_for_tickets and context.turns_left >= weights.turns_for_tickets
    if context.plan.routes or not time or DrawTickets not in context.options.kinds:
        return None
    return ExplainedMove(DrawTickets(), MoveReason.MORE_TICKETS)


_LEFT_OVER = 5
"""Trains that a good choice of tickets leaves over, for ways round."""


def _kept(view: View, choice: ChooseTickets, weights: Weights) -> ExplainedMove:
    """The tickets whose plan, together with those held, is worth most."""
    best = best_tickets(view, choice, weights)[0]
    return ExplainedMove(KeepTickets(best), MoveReason.BEST_PLAN, tickets=best)


def best_tickets(view: View, choice: ChooseTickets, weights: Weights) -> list[tuple[int, ...]]:
    """Every allowed choice of tickets, the best first."""
    graph, left = RouteGraph(view, weights), turns_left(view.table, weights)
    spare = view.table.trains[view.seat or 0] - _LEFT_OVER

    def worth(numbers: Sequence[int]) -> float:
        plan = plan_for(graph, tickets_of(view, (*view.tickets, *numbers)), left)
        return plan.value - weights.crowding * max(0, plan.trains - spare)

    return sorted(_allowed(view, choice), key=worth, reverse=True)


def _allowed(view: View, choice: ChooseTickets) -> Iterable[tuple[int, ...]]:
    sizes = range(choice.keep, choice.keep_most + 1)
    return (kept for size in sizes for kept in combinations(sorted(view.offer), size))
