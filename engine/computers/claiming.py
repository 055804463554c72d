"""Which route the planner claims, and with which cards."""

from engine.actions import Action, ClaimRoute
from engine.board import GRAY
from engine.cards import COLORS, LOCOMOTIVE
from engine.computers.mind import Mind
from engine.computers.thought import Motive, Thought
from engine.payments import laid_color

_LONG_WAY_ROUND = 12.0
"""From so many points on, a route is claimed before somebody else does."""


def claimed(mind: Mind) -> Thought | None:
    """The route wanted that it is best to have now; None where none can be paid for."""
    ids, places = mind.table.board.route_ids, set(mind.options.claims.places)
    payable = [route for route in mind.wanted if ids[route] in places]
    if not payable:
        return None
    route = max(payable, key=lambda route: _urgency(mind, route))
    return Thought(paid(mind, route), _motive(mind, route), ids[route], _served(mind, route))


def _urgency(mind: Mind, route: int) -> float:
    """How good it is to claim a route now: its points, the way round without it, the locomotives."""
    extra = paid(mind, route).cards.count(LOCOMOTIVE) - mind.table.board.routes[route].ferry
    worth = mind.points(route) + mind.habits.scarce * _detour(mind, route)
    return worth - mind.habits.locomotive * max(0, extra)


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


def _motive(mind: Mind, route: int) -> Motive:
    if route not in mind.plan.routes:
        return Motive.FOR_POINTS
    return Motive.SCARCE if _detour(mind, route) > _LONG_WAY_ROUND else Motive.FOR_TICKETS


def _served(mind: Mind, route: int) -> tuple[int, ...]:
    """The tickets of the plan that fail without this route."""
    rest = [other for other in mind.plan.routes if other != route]
    return tuple(ticket.number for ticket in mind.plan.done if not mind.terrain.joins(rest, [ticket]))


def claimed_to_spare(mind: Mind) -> Thought | None:
    """A long route off the plan, paid with cards and trains that the plan does not need."""
    if mind.turns_left < mind.plan.turns:
        return None
    worth = {claim: _worth_to_spare(mind, claim) for claim in mind.options.claims}
    best = max(worth, key=worth.__getitem__, default=None)
    if not isinstance(best, ClaimRoute) or worth[best] < mind.habits.spare_points:
        return None
    return Thought(best, Motive.FOR_POINTS, best.route)


def _worth_to_spare(mind: Mind, claim: Action) -> float:
    """What such a claim is worth; nothing where it takes what the plan needs."""
    if not isinstance(claim, ClaimRoute):
        return 0
    route, color = mind.table.board.route[claim.route], laid_color(claim.cards)
    place = mind.table.board.route_ids.index(claim.route)
    room = mind.trains - mind.terrain.length(mind.wanted)
    needed = color == LOCOMOTIVE or claim.cards.count(color) > mind.wants.spare[COLORS.index(color)]
    if needed or place in mind.wanted or route.length > room:
        return 0
    if claim.cards.count(LOCOMOTIVE) > route.ferry:
        return 0
    return mind.worth_by_itself(place) - mind.habits.locomotive * route.ferry
