"""Games played out in thought, by planners who keep to their plans as long as they can."""

from dataclasses import replace

from engine.chance import Chance
from engine.computers.habits import HABITS
from engine.computers.mind import Mind
from engine.computers.normal import at_a_loss, planned, think_normal
from engine.computers.plan import Plan
from engine.computers.settling import settled
from engine.computers.thought import Thought
from engine.game import ChooseTickets, Game, SettleTunnel
from engine.options import open_routes
from engine.rulebook import apply
from engine.view import View, view_for

_QUICK = replace(HABITS, scarce=0.0, missing=0.0, ferry=0.0, train=HABITS.train + HABITS.missing)
"""Habits of planners who neither look for ways round at every claim nor replan with every card."""


def played_out(game: Game, chance: Chance) -> Game:
    """The end of a game that planners play on from here."""
    planners = [_Planner(chance) for _ in range(game.table.players)]
    while not game.table.over:
        seat = game.table.waiting_for[0]
        game, _ = apply(game, seat, planners[seat].thought(view_for(game, seat)).action)
    return game


class _Planner:
    """A player who remembers the plan of the last turn."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._plan: Plan | None = None
        self._wanted: tuple[int, ...] = ()

    def thought(self, view: View) -> Thought:
        match view.decision:
            case ChooseTickets():
                self._plan = None
                return think_normal(view, self._chance, _QUICK)
            case SettleTunnel():
                return settled(view)
            case _:
                return self._turn(view)

    def _turn(self, view: View) -> Thought:
        """A turn, by what was planned in the last one, unless somebody else has claimed a part of it."""
        mind = self._remembered(view) or Mind(view, _QUICK)
        self._plan, self._wanted = mind.plan, mind.wanted
        return planned(mind) or at_a_loss(view, self._chance)

    def _remembered(self, view: View) -> Mind | None:
        if self._plan is None:
            return None
        table, seat = view.table, view.seat or 0
        open_now = open_routes(table, seat)
        left = tuple(route for route in self._wanted if not table.routes[seat] >> route & 1)
        if not all(open_now >> route & 1 for route in left):
            return None
        routes = left if self._plan.routes else ()
        return Mind(view, _QUICK, replace(self._plan, routes=routes), left)
