"""The normal computer: it plans for all its tickets together, and plays towards the plan."""

from collections.abc import Sequence
from itertools import combinations

from engine.actions import DrawTickets, KeepTickets
from engine.chance import Chance
from engine.computers.planner.claims import best_claim, settle_tunnel, spare_claim
from engine.computers.planner.draws import best_draw
from engine.computers.planner.endgame import any_claim, best_station, last_turn_move
from engine.computers.planner.explanation import for_tickets
from engine.computers.planner.plan import plan_for
from engine.computers.planner.route_graph import RouteGraph
from engine.computers.planner.turn_context import TurnContext, tickets_of, turns_left
from engine.computers.planner.weights import WEIGHTS, Weights
from engine.computers.random import choose_random
from engine.computers.reasons import ExplainedMove
from engine.game import ChooseTickets, DrawSecondCard, SettleTunnel
from engine.view import View


def normal_move(view: View, chance: Chance, weights: Weights = WEIGHTS) -> ExplainedMove:
    """Choose by a plan. Raises ValueError if the seat has no decision to make."""
    match view.decision:
        case ChooseTickets() as choice:
            best = best_tickets(view, choice, weights)[0]
            return ExplainedMove(KeepTickets(best), "best-plan", tickets=best)
        case SettleTunnel():
            return settle_tunnel(view)
        case None:
            raise ValueError("nothing is asked of this seat")
        case _:
            context = TurnContext(view, weights)
            move = planned(context)
            return for_tickets(context, move) if move else random_fallback(view, chance)


def random_fallback(view: View, chance: Chance) -> ExplainedMove:
    """A random action, when the planner finds none."""
    return ExplainedMove(choose_random(view, chance), "nothing-better")


def planned(context: TurnContext) -> ExplainedMove | None:
    """What to do in a turn: the first idea that applies."""
    if isinstance(context.view.decision, DrawSecondCard):
        candidates = [best_draw]
    elif context.table.last_round:
        candidates = [last_turn_move, more_tickets, best_claim, best_draw, any_claim]
    else:
        candidates = [best_station, more_tickets, best_claim, spare_claim, best_draw, any_claim]
    return next(filter(None, (idea(context) for idea in candidates)), None)


def more_tickets(context: TurnContext) -> ExplainedMove | None:
    """Further tickets, when all are done or lost and there is time for more."""
    weights = context.weights
    time = context.trains >= weights.trains_for_tickets and context.turns_left >= weights.turns_for_tickets
    if context.plan.routes or not time or DrawTickets not in context.options.kinds:
        return None
    return ExplainedMove(DrawTickets(), "more-tickets")


_LEFT_OVER = 5
"""Trains that a good choice of tickets leaves over, for detours."""


def best_tickets(view: View, choice: ChooseTickets, weights: Weights) -> list[tuple[int, ...]]:
    """Every allowed choice of tickets, first the one whose plan, with the tickets held, is worth most."""
    graph, left = RouteGraph(view, weights), turns_left(view.table, weights)
    spare = view.table.trains[view.seat or 0] - _LEFT_OVER

    def worth(numbers: Sequence[int]) -> float:
        plan = plan_for(graph, tickets_of(view, (*view.tickets, *numbers)), left)
        return plan.value - weights.crowding * max(0, plan.trains - spare)

    sizes = range(choice.keep, choice.keep_most + 1)
    allowed = (kept for size in sizes for kept in combinations(sorted(view.offer), size))
    return sorted(allowed, key=worth, reverse=True)
