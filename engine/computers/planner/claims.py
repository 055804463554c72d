"""Which route the planner claims, and with which cards."""

from dataclasses import replace

from engine.actions import ClaimRoute
from engine.board import GRAY
from engine.cards import COLORS, LOCOMOTIVE
from engine.computers.planner.turn_context import TurnContext
from engine.computers.reasons import ExplainedMove, MoveReason
from engine.payments import laid_color

_LONG_WAY_ROUND = 12.0
"""From so many points on, a route is claimed before somebody else does."""


_LONG = 4
"""Shorter routes are never worth a turn of their own."""


def claimed(context: TurnContext) -> ExplainedMove | None:
    """The route wanted that it is best to have now; None where none can be paid for."""
    ids, places = context.table.board.route_ids, set(context.options.claims.places)
    payable = [route for route in context.wanted if ids[route] in places]
    if not payable:
        return None
    route = max(payable, key=lambda route: urgency(context, route))
    reason = MoveReason.FOR_TICKETS if route in context.plan.routes else MoveReason.FOR_POINTS
    return ExplainedMove(paid(context, route), reason, ids[route])


def urgency(context: TurnContext, route: int) -> float:
    """How good it is to claim a route now: its points, the way round without it, the locomotives."""
    extra = paid(context, route).cards.count(LOCOMOTIVE) - context.table.board.routes[route].ferry
    scarce = context.weights.scarce and context.weights.scarce * _detour(context, route)
    return context.points(route) + scarce - context.weights.locomotive * max(0, extra)


def _detour(context: TurnContext, route: int) -> float:
    return context.graph.detour(route, set(context.wanted) - {route})


def paid(context: TurnContext, route: int) -> ClaimRoute:
    """The claim of a route, paid with what is needed least elsewhere."""
    name = context.table.board.route_ids[route]
    ways = context.options.claims.payments(name)
    return ClaimRoute(name, min(ways, key=lambda cards: _spoiled(context, route, cards)))


def _spoiled(context: TurnContext, route: int, cards: str) -> float:
    """What a payment takes from the other routes wanted."""
    locomotives = 2 * context.weights.locomotive * cards.count(LOCOMOTIVE)
    color = laid_color(cards)
    if color == LOCOMOTIVE or context.table.board.routes[route].color != GRAY:
        return locomotives
    return locomotives + max(0, cards.count(color) - context.wants.spare[COLORS.index(color)])


def explained(context: TurnContext, thought: ExplainedMove) -> ExplainedMove:
    """The thought with the tickets that a claim for tickets serves, and whether the route is scarce."""
    if thought.reason is not MoveReason.FOR_TICKETS:
        return thought
    route = context.table.board.route_ids.index(thought.route)
    scarce = _detour(context, route) > _LONG_WAY_ROUND
    reason = MoveReason.SCARCE if scarce else MoveReason.FOR_TICKETS
    return replace(thought, reason=reason, tickets=_served(context, route))


def _served(context: TurnContext, route: int) -> tuple[int, ...]:
    """The tickets of the plan that fail without this route."""
    rest = [other for other in context.plan.routes if other != route]
    return tuple(ticket.number for ticket in context.plan.done if not context.graph.joins(rest, [ticket]))


def claimed_to_spare(context: TurnContext) -> ExplainedMove | None:
    """A long route off the plan, paid with cards and trains that the plan does not need."""
    if context.turns_left < context.plan.turns:
        return None
    routes = sorted(_spare(context), key=context.worth_by_itself, reverse=True)
    claim = next(filter(None, (_paid_to_spare(context, route) for route in routes)), None)
    return ExplainedMove(claim, MoveReason.FOR_POINTS, claim.route) if claim else None


def _spare(context: TurnContext) -> list[int]:
    """Routes off the plan that are worth it, and short enough for the trains that the plan leaves over."""
    board, room = context.table.board, context.trains - context.graph.length(context.wanted)
    claims = (board.route[name] for name in context.options.claims.places)
    short = [board.route_ids.index(claim.id) for claim in claims if _LONG <= claim.length <= room]
    return [
        route
        for route in short
        if route not in context.wanted and context.worth_by_itself(route) >= context.weights.spare_points
    ]


def _paid_to_spare(context: TurnContext, route: int) -> ClaimRoute | None:
    """A payment that takes nothing that the plan needs, and no locomotive that is not asked for."""
    claim = context.table.board.routes[route]
    for cards in context.options.claims.payments(claim.id):
        color = laid_color(cards)
        fits = color != LOCOMOTIVE and cards.count(color) <= context.wants.spare[COLORS.index(color)]
        if fits and cards.count(LOCOMOTIVE) <= claim.ferry:
            return ClaimRoute(claim.id, cards)
    return None
