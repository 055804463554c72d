"""Which route the planner claims, and with which cards."""

from dataclasses import replace

from engine.actions import ClaimRoute
from engine.board import GRAY
from engine.cards import COLORS, LOCOMOTIVE
from engine.computers.mind import Mind
from engine.computers.thought import Motive, Thought
from engine.payments import laid_color

_LONG_WAY_ROUND = 12.0
"""From so many points on, a route is claimed before somebody else does."""


_LONG = 4
"""Shorter routes are never worth a turn of their own."""


def claimed(mind: Mind) -> Thought | None:
    """The route wanted that it is best to have now; None where none can be paid for."""
    ids, places = mind.table.board.route_ids, set(mind.options.claims.places)
    payable = [route for route in mind.wanted if ids[route] in places]
    if not payable:
        return None
    route = max(payable, key=lambda route: urgency(mind, route))
    motive = Motive.FOR_TICKETS if route in mind.plan.routes else Motive.FOR_POINTS
    return Thought(paid(mind, route), motive, ids[route])


def urgency(mind: Mind, route: int) -> float:
    """How good it is to claim a route now: its points, the way round without it, the locomotives."""
    extra = paid(mind, route).cards.count(LOCOMOTIVE) - mind.table.board.routes[route].ferry
    scarce = mind.habits.scarce and mind.habits.scarce * _detour(mind, route)
    return mind.points(route) + scarce - mind.habits.locomotive * max(0, extra)


def _detour(mind: Mind, route: int) -> float:
    return mind.terrain.detour(route, set(mind.wanted) - {route})


def paid(mind: Mind, route: int) -> ClaimRoute:
    """The claim of a route, paid with what is needed least elsewhere."""
    name = mind.table.board.route_ids[route]
    ways = mind.options.claims.payments(name)
    return ClaimRoute(name, min(ways, key=lambda cards: _spoiled(mind, route, cards)))


def _spoiled(mind: Mind, route: int, cards: str) -> float:
    """What a payment takes from the other routes wanted."""
    locomotives = 2 * mind.habits.locomotive * cards.count(LOCOMOTIVE)
    color = laid_color(cards)
    if color == LOCOMOTIVE or mind.table.board.routes[route].color != GRAY:
        return locomotives
    return locomotives + max(0, cards.count(color) - mind.wants.spare[COLORS.index(color)])


def explained(mind: Mind, thought: Thought) -> Thought:
    """The thought with the tickets that a claim for tickets serves, and whether the route is scarce."""
    if thought.motive is not Motive.FOR_TICKETS:
        return thought
    route = mind.table.board.route_ids.index(thought.route)
    scarce = _detour(mind, route) > _LONG_WAY_ROUND
    motive = Motive.SCARCE if scarce else Motive.FOR_TICKETS
    return replace(thought, motive=motive, tickets=_served(mind, route))


def _served(mind: Mind, route: int) -> tuple[int, ...]:
    """The tickets of the plan that fail without this route."""
    rest = [other for other in mind.plan.routes if other != route]
    return tuple(ticket.number for ticket in mind.plan.done if not mind.terrain.joins(rest, [ticket]))


def claimed_to_spare(mind: Mind) -> Thought | None:
    """A long route off the plan, paid with cards and trains that the plan does not need."""
    if mind.turns_left < mind.plan.turns:
        return None
    routes = sorted(_spare(mind), key=mind.worth_by_itself, reverse=True)
    claim = next(filter(None, (_paid_to_spare(mind, route) for route in routes)), None)
    return Thought(claim, Motive.FOR_POINTS, claim.route) if claim else None


def _spare(mind: Mind) -> list[int]:
    """Routes off the plan that are worth it, and short enough for the trains that the plan leaves over."""
    board, room = mind.table.board, mind.trains - mind.terrain.length(mind.wanted)
    claims = (board.route[name] for name in mind.options.claims.places)
    short = [board.route_ids.index(claim.id) for claim in claims if _LONG <= claim.length <= room]
    return [
        route
        for route in short
        if route not in mind.wanted and mind.worth_by_itself(route) >= mind.habits.spare_points
    ]


def _paid_to_spare(mind: Mind, route: int) -> ClaimRoute | None:
    """A payment that takes nothing that the plan needs, and no locomotive that is not asked for."""
    claim = mind.table.board.routes[route]
    for cards in mind.options.claims.payments(claim.id):
        color = laid_color(cards)
        fits = color != LOCOMOTIVE and cards.count(color) <= mind.wants.spare[COLORS.index(color)]
        if fits and cards.count(LOCOMOTIVE) <= claim.ferry:
            return ClaimRoute(claim.id, cards)
    return None
