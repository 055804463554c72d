"""Which route the planner claims, and with which cards."""

from engine.actions import ClaimRoute, DeclineTunnel, PaySurcharge
from engine.board import GRAY
from engine.cards import COLORS, LOCOMOTIVE, Counts
from engine.computers.planner.turn_context import TurnContext
from engine.computers.reasons import ExplainedMove, MoveReason
from engine.options import options
from engine.payments import laid_color
from engine.view import View

_LONG = 4
"""Shorter routes are never worth a turn of their own."""


def best_claim(context: TurnContext) -> ExplainedMove | None:
    """The most urgent of the wanted routes that can be paid for; None if none can.

    A tunnel waits until the hand has a card to spare.
    """
    ids, places = context.table.board.route_ids, set(context.options.claims.places)
    payable = [route for route in context.wanted if ids[route] in places]
    payable = [route for route in payable if not waits(context, paid_claim(context, route))]
    if not payable:
        return None
    route = max(payable, key=lambda route: urgency(context, route))
    reason: MoveReason = "for-tickets" if route in context.plan.routes else reason_off_plan(context, route)
    return ExplainedMove(paid_claim(context, route), reason, ids[route])


def reason_off_plan(context: TurnContext, route: int) -> MoveReason:
    """Why a route is claimed that no ticket needs."""
    return "second-way" if any(route in way for way in context.second_ways) else "for-points"


def tunnel_odds(context: TurnContext, claim: ClaimRoute) -> float:
    """How likely the hand can pay what a tunnel asks for; 1 for any other route."""
    odds = context.weights.tunnel_odds
    if not context.table.board.route[claim.route].tunnel:
        return 1.0
    return odds[min(_spare_cards(context.view.hand, claim.cards), len(odds) - 1)]


def waits(context: TurnContext, claim: ClaimRoute) -> bool:
    """Whether a claim is one of a tunnel, and leaves too few cards for what it may ask for."""
    tunnel = context.table.board.route[claim.route].tunnel
    return tunnel and _spare_cards(context.view.hand, claim.cards) < context.weights.spare_cards


def _spare_cards(hand: Counts, laid: str) -> int:
    """The cards that a hand can add to these."""
    color, left = laid_color(laid), hand[-1] - laid.count(LOCOMOTIVE)
    return left if color == LOCOMOTIVE else left + hand[COLORS.index(color)] - laid.count(color)


def urgency(context: TurnContext, route: int) -> float:
    """How good it is to claim a route now: its points, the cost of the detour without it, the locomotives."""
    extra = paid_claim(context, route).cards.count(LOCOMOTIVE) - context.table.board.routes[route].ferry
    scarce = context.weights.scarce and context.weights.scarce * detour(context, route)
    return context.points(route) + scarce - context.weights.locomotive * max(0, extra)


def detour(context: TurnContext, route: int) -> float:
    """What the path between the cities of a route would cost more without it."""
    return context.graph.detour(route, set(context.wanted) - {route})


def paid_claim(context: TurnContext, route: int) -> ClaimRoute:
    """The claim of a route, with the cards that the other wanted routes need least."""
    name = context.table.board.route_ids[route]
    claims = [ClaimRoute(name, cards) for cards in context.options.claims.payments(name)]
    return min(
        claims, key=lambda claim: (waits(context, claim), _cost_elsewhere(context, route, claim.cards))
    )


def _cost_elsewhere(context: TurnContext, route: int, cards: str) -> float:
    """What a payment takes from the other routes wanted."""
    locomotives = 2 * context.weights.locomotive * cards.count(LOCOMOTIVE)
    color, claim = laid_color(cards), context.table.board.routes[route]
    if more := len(cards) - claim.length:
        spare = context.wants.spare
        taken = sum(max(0, cards.count(each) - held) for each, held in zip(COLORS, spare, strict=True))
        return locomotives + taken + more
    if color == LOCOMOTIVE or claim.color != GRAY:
        return locomotives
    return locomotives + max(0, cards.count(color) - context.wants.spare[COLORS.index(color)])


def spare_claim(context: TurnContext) -> ExplainedMove | None:
    """A long route off the plan, paid with cards and trains that the plan does not need."""
    if context.turns_left < context.plan.turns:
        return None
    routes = sorted(_spare(context), key=context.worth_by_itself, reverse=True)
    claim = next(filter(None, (_spare_payment(context, route) for route in routes)), None)
    return ExplainedMove(claim, "for-points", claim.route) if claim else None


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


def _spare_payment(context: TurnContext, route: int) -> ClaimRoute | None:
    """A payment that takes nothing that the plan needs, and no locomotive that is not asked for."""
    claim = context.table.board.routes[route]
    for cards in context.options.claims.payments(claim.id):
        color = laid_color(cards)
        fits = color != LOCOMOTIVE and cards.count(color) <= context.wants.spare[COLORS.index(color)]
        if fits and cards.count(LOCOMOTIVE) <= claim.ferry:
            paid = ClaimRoute(claim.id, cards)
            return None if waits(context, paid) else paid
    return None


def settle_tunnel(view: View) -> ExplainedMove:
    """Pay the surcharge if the hand can, else decline."""
    route = view.table.tunnel.route if view.table.tunnel else ""
    if surcharges := options(view).of(PaySurcharge):
        return ExplainedMove(surcharges[0], "pays", route)
    return ExplainedMove(DeclineTunnel(), "cannot-pay", route)
