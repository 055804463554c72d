"""The normal computer: it plans for all its tickets together, and plays towards the plan."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from engine.actions import DrawTickets, KeepTickets
from engine.chance import Chance
from engine.computers.claiming import claimed, claimed_to_spare, explained
from engine.computers.drawing import drawn
from engine.computers.ending import any_claim, borrowed, last_points
from engine.computers.habits import HABITS, Habits
from engine.computers.mind import Mind, tickets_of, turns_left
from engine.computers.plan import plan_for
from engine.computers.settling import settled
from engine.computers.terrain import Terrain
from engine.computers.thought import Motive, Thought
from engine.computers.uniform import choose_random
from engine.game import ChooseTickets, DrawSecondCard, SettleTunnel
from engine.view import View


def think_normal(view: View, chance: Chance, habits: Habits = HABITS) -> Thought:
    """Choose by a plan. Raises ValueError where nothing is asked of the seat."""
    match view.decision:
        case ChooseTickets() as choice:
            return _kept(view, choice, habits)
        case SettleTunnel():
            return settled(view)
        case None:
            raise ValueError("nothing is asked of this seat")
        case _:
            mind = Mind(view, habits)
            thought = planned(mind)
            return explained(mind, thought) if thought else at_a_loss(view, chance)


def at_a_loss(view: View, chance: Chance) -> Thought:
    """Anything that can be done, where nothing comes to mind."""
    return Thought(choose_random(view, chance), Motive.NOTHING_BETTER)


def planned(mind: Mind) -> Thought | None:
    """What to do in a turn: the first that comes to mind."""
    if isinstance(mind.view.decision, DrawSecondCard):
        ideas = [drawn]
    elif mind.table.last_round:
        ideas = [last_points, more_tickets, claimed, drawn, any_claim]
    else:
        ideas = [borrowed, more_tickets, claimed, claimed_to_spare, drawn, any_claim]
    return next(filter(None, (idea(mind) for idea in ideas)), None)


def more_tickets(mind: Mind) -> Thought | None:
    """Further tickets, when all are done or lost and there is time for more."""
    habits = mind.habits
    time = mind.trains >= habits.trains_for_tickets and mind.turns_left >= habits.turns_for_tickets
    if mind.plan.routes or not time or DrawTickets not in mind.options.kinds:
        return None
    return Thought(DrawTickets(), Motive.MORE_TICKETS)


_LEFT_OVER = 5
"""Trains that a good choice of tickets leaves over, for ways round."""


def _kept(view: View, choice: ChooseTickets, habits: Habits) -> Thought:
    """The tickets whose plan, together with those held, is worth most."""
    best = best_tickets(view, choice, habits)[0]
    return Thought(KeepTickets(best), Motive.BEST_PLAN, tickets=best)


def best_tickets(view: View, choice: ChooseTickets, habits: Habits) -> list[tuple[int, ...]]:
    """Every allowed choice of tickets, the best first."""
    terrain, left = Terrain(view, habits), turns_left(view.table, habits)
    spare = view.table.trains[view.seat or 0] - _LEFT_OVER

    def worth(numbers: Sequence[int]) -> float:
        plan = plan_for(terrain, tickets_of(view, (*view.tickets, *numbers)), left)
        return plan.value - habits.crowding * max(0, plan.trains - spare)

    return sorted(_allowed(view, choice), key=worth, reverse=True)


def _allowed(view: View, choice: ChooseTickets) -> Iterable[tuple[int, ...]]:
    sizes = range(choice.keep, choice.keep_most + 1)
    return (kept for size in sizes for kept in combinations(sorted(view.offer), size))
