"""What else could be done: the moves that a search compares with the planner's, the likeliest first."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.actions import Action, KeepTickets
from engine.chance import Chance
from engine.computers.normal import best_tickets
from engine.computers.planner.claims import claimed, paid
from engine.computers.planner.draws import drawn
from engine.computers.planner.endgame import borrowed
from engine.computers.planner.turn_context import TurnContext
from engine.computers.planner.weights import WEIGHTS
from engine.computers.search.determinize import determinize
from engine.computers.search.rollout import planned_routes
from engine.game import ChooseTickets, TakeTurn
from engine.view import View

_BY_POINTS, _IN_THE_WAY = 5, 3
"""Claims of most points, and claims of what the rivals probably want, that are looked at."""

_WORLDS = 8
"""So often the hidden cards are dealt anew to see what the rivals may want."""


def candidates(view: View, chance: Chance) -> Iterator[Action]:
    """Moves for this decision, the planner's own among them; a second card and a tunnel are left to it."""
    match view.decision:
        case ChooseTickets() as choice:
            yield from map(KeepTickets, best_tickets(view, choice, WEIGHTS))
        case TakeTurn():
            yield from _in_a_turn(TurnContext(view, WEIGHTS), chance)
        case _:
            pass


def _in_a_turn(context: TurnContext, chance: Chance) -> Iterator[Action]:
    """A station, a card, the best claim of the plan, and other claims."""
    thoughts = filter(None, (borrowed(context), drawn(context), claimed(context)))
    yield from (thought.action for thought in thoughts)
    ids, places = context.table.board.route_ids, context.options.claims.places
    payable = [ids.index(name) for name in places]
    by_points = sorted(payable, key=context.worth_by_itself, reverse=True)
    yield from (paid(context, route) for route in by_points[:_BY_POINTS])
    yield from (paid(context, route) for route in _in_the_way(context, chance, payable))


def _in_the_way(context: TurnContext, chance: Chance, routes: Sequence[int]) -> list[int]:
    """Those of the routes that rivals want in most of the worlds that could be this one."""
    wanted = Counter(
        route
        for game in (determinize(context.view, chance) for _ in range(_WORLDS))
        for seat, plan in enumerate(planned_routes(game, chance))
        if seat != context.view.seat
        for route in plan
    )
    found = [route for route in routes if wanted[route] > 1]
    return sorted(found, key=lambda route: -wanted[route])[:_IN_THE_WAY]
