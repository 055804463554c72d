"""The candidates: moves that the search compares with the planner's, the most promising first."""

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.actions import Action, DrawDeck, DrawFaceUp, DrawTickets, KeepTickets
from engine.chance import Chance
from engine.computers.normal import best_tickets
from engine.computers.planner.claims import best_claim, paid_claim, waits
from engine.computers.planner.draws import best_draw
from engine.computers.planner.endgame import best_station
from engine.computers.planner.turn_context import TurnContext
from engine.computers.planner.weights import WEIGHTS
from engine.computers.search.determinize import determinize
from engine.computers.search.rollout import planned_routes
from engine.game import ChooseTickets, TakeTurn
from engine.view import View

_BY_POINTS, _IN_THE_WAY = 5, 3
"""How many of the most valuable claims, and of the claims that rivals probably want, are candidates."""

_WORLDS = 8
"""How many determinized games are made to see what the rivals may want."""


def candidates(view: View, chance: Chance) -> Iterator[Action]:
    """Candidates for this decision, the planner's own included; none for a second card or a tunnel."""
    match view.decision:
        case ChooseTickets() as choice:
            yield from map(KeepTickets, best_tickets(view, choice, WEIGHTS))
        case TakeTurn():
            yield from _in_a_turn(TurnContext(view, WEIGHTS), chance)
        case _:
            pass


def _in_a_turn(context: TurnContext, chance: Chance) -> Iterator[Action]:
    """A station, a card, the best claim of the plan, other claims, tickets, and every other card."""
    moves = filter(None, (best_station(context), best_draw(context), best_claim(context)))
    yield from (move.action for move in moves)
    ids, places = context.table.board.route_ids, context.options.claims.places
    last = context.table.last_round  # in which no claim waits for a card to spare
    payable = [
        route for route in map(ids.index, places) if last or not waits(context, paid_claim(context, route))
    ]
    by_points = sorted(payable, key=context.worth_by_itself, reverse=True)
    yield from (paid_claim(context, route) for route in by_points[:_BY_POINTS])
    yield from (paid_claim(context, route) for route in _in_the_way(context, chance, payable))
    yield from context.options.of(DrawTickets)
    shown = {
        action.card: action for action in context.options.of(DrawFaceUp) if isinstance(action, DrawFaceUp)
    }
    yield from shown.values()
    yield from context.options.of(DrawDeck)


def _in_the_way(context: TurnContext, chance: Chance, routes: Sequence[int]) -> list[int]:
    """The routes that rivals want in most of the determinized games."""
    wanted = Counter(
        route
        for game in (determinize(context.view, chance) for _ in range(_WORLDS))
        for seat, plan in enumerate(planned_routes(game, chance))
        if seat != context.view.seat
        for route in plan
    )
    found = [route for route in routes if wanted[route] > 1]
    return sorted(found, key=lambda route: -wanted[route])[:_IN_THE_WAY]
