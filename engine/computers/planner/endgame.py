"""The planner's last turn, and stations for tickets that it could not complete otherwise."""

from collections.abc import Iterator

from engine.actions import BuildStation
from engine.board import Ticket, members
from engine.computers.planner.claims import paid_claim, tunnel_odds
from engine.computers.planner.route_graph import ends, numbers
from engine.computers.planner.turn_context import TurnContext
from engine.computers.reasons import ExplainedMove


def last_turn_move(context: TurnContext) -> ExplainedMove | None:
    """The claim or the station that brings the most points at once."""
    found = [*_claims(context), *station_moves(context)]
    return max(found, key=lambda each: each[0])[1] if found else None


def best_station(context: TurnContext) -> ExplainedMove | None:
    """A station that completes a ticket which the plan has given up."""
    found = list(station_moves(context)) if context.plan.failed and not context.plan.routes else []
    return max(found, key=lambda each: each[0])[1] if found else None


Worth = tuple[float, ExplainedMove]


def _claims(context: TurnContext) -> Iterator[Worth]:
    open_tickets = _open_tickets(context)
    for name in context.options.claims.places:
        route = context.table.board.route_ids.index(name)
        done, gain = _gain(context, route, open_tickets)
        worth = context.worth_by_itself(route) + gain
        claim = paid_claim(context, route)
        yield worth * tunnel_odds(context, claim), ExplainedMove(claim, "last-turn", name, _numbers(done))


def station_moves(context: TurnContext) -> Iterator[Worth]:
    """Stations at a rival's route that completes tickets, if that brings more than the station costs."""
    open_tickets, stations = _open_tickets(context), context.options.stations
    if not open_tickets or not stations:
        return
    number, places = numbers(context.table.board), set(stations.places)
    for route in members(context.table.claimed & ~context.graph.own):
        done, gain = _gain(context, route, open_tickets)
        worth = gain - context.table.rules.station_points
        if worth <= 0:
            continue
        for city in sorted(places):
            if number[city] in ends(context.table.board)[route]:
                action = BuildStation(city, stations.payments(city)[0])
                name = context.table.board.route_ids[route]
                yield worth, ExplainedMove(action, "borrow", name, _numbers(done))


OpenTickets = list[tuple[Ticket, int]]
"""Tickets that can win more than the points they have by now (0 for none)."""


def _open_tickets(context: TurnContext) -> OpenTickets:
    points = zip(context.tickets, context.graph.points((), context.tickets), strict=True)
    return [(ticket, won) for ticket, won in points if won < ticket.points]


def _gain(context: TurnContext, route: int, open_tickets: OpenTickets) -> tuple[list[Ticket], int]:
    """The tickets that win more with one more route, and how much more in all."""
    after = context.graph.points([route], [ticket for ticket, _ in open_tickets])
    more = [
        (ticket, new - (won or -ticket.penalty))
        for (ticket, won), new in zip(open_tickets, after, strict=True)
        if new > won
    ]
    return [ticket for ticket, _ in more], sum(gain for _, gain in more)


def _numbers(tickets: list[Ticket]) -> tuple[int, ...]:
    return tuple(ticket.number for ticket in tickets)


def any_claim(context: TurnContext) -> ExplainedMove | None:
    """The longest route that can be paid for, when nothing else can be done."""
    routes = [context.table.board.route_ids.index(name) for name in context.options.claims.places]
    if not routes:
        return None
    route = max(routes, key=lambda route: (context.points(route), route))
    claim = paid_claim(context, route)
    return ExplainedMove(claim, "nothing-better", claim.route)
