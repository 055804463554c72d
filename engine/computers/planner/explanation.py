"""Why a move is good, in terms of tickets, routes and rivals."""

from dataclasses import replace

from engine.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.board import members
from engine.computers.planner.claims import detour, reason_off_plan
from engine.computers.planner.draws import route_for
from engine.computers.planner.endgame import station_moves
from engine.computers.planner.route_graph import ends
from engine.computers.planner.turn_context import TurnContext
from engine.computers.reasons import ExplainedMove, MoveReason

_LONG_WAY_ROUND = 12.0
"""A route whose detour costs more points than this is scarce."""


def explained(context: TurnContext, action: Action) -> ExplainedMove:
    """The move with the reason that the plan gives for it."""
    match action:
        case ClaimRoute(route=name):
            route = context.table.board.route_ids.index(name)
            if route in context.plan.routes:
                return for_tickets(context, ExplainedMove(action, "for-tickets", name))
            if (rival := _rival(context, route, least=2)) is not None:
                return ExplainedMove(action, "in-the-way", name, rival=rival)
            return ExplainedMove(action, reason_off_plan(context, route), name)
        case BuildStation():
            moves = (move for _, move in station_moves(context) if move.action == action)
            return next(moves, ExplainedMove(action, "nothing-better"))
        case DrawFaceUp(card=card):
            return ExplainedMove(action, "card-for-route", route_for(context, card))
        case DrawTickets():
            return ExplainedMove(action, "tickets-on-the-way" if context.plan.routes else "more-tickets")
        case PaySurcharge() | DeclineTunnel():
            reason: MoveReason = "pays" if isinstance(action, PaySurcharge) else "cannot-pay"
            return ExplainedMove(action, reason, context.table.tunnel.route if context.table.tunnel else "")
        case KeepTickets(tickets=tickets):
            return ExplainedMove(action, "best-plan", tickets=tickets)
        case _:
            return ExplainedMove(action, "nothing-in-row", route_for(context, ""))


def for_tickets(context: TurnContext, move: ExplainedMove) -> ExplainedMove:
    """A move for tickets with the tickets that its route serves, and with the rival who may want it too."""
    if move.reason != "for-tickets":
        return move
    route = context.table.board.route_ids.index(move.route)
    scarce = detour(context, route) > _LONG_WAY_ROUND
    rival = _rival(context, route, least=1 if scarce else 2)
    reason: MoveReason = "scarce" if scarce else "for-tickets"
    if rival is not None:
        reason = "before-rival"
    plan, rest = context.plan, [other for other in context.plan.routes if other != route]
    points = (context.graph.points(routes, plan.done) for routes in (plan.routes, rest))
    served = [each.number for each, won, less in zip(plan.done, *points, strict=True) if less < won]
    return replace(move, reason=reason, tickets=tuple(served), rival=rival)


def _rival(context: TurnContext, route: int, least: int) -> int | None:
    """The rival whose routes touch the most cities of a route, and `least` of them."""
    table, seat = context.table, context.view.seat
    length, cities = table.board.routes[route].length, ends(table.board)
    touched: dict[int, int] = {}
    for other in range(table.players):
        if other != seat and table.trains[other] >= length:
            reached = {city for owned in members(table.routes[other]) for city in cities[owned]}
            touched[other] = len(reached.intersection(cities[route]))
    nearest = max(touched, key=touched.__getitem__, default=None)
    return nearest if nearest is not None and touched[nearest] >= least else None
