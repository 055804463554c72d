"""The easy computer: it is greedy, and claims what its tickets need along shortest paths."""

from collections.abc import Iterable, Sequence

from engine.actions import (
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.board import GRAY, Route, Ticket
from engine.cards import CARDS, COLORS, LOCOMOTIVE
from engine.chance import Chance
from engine.computers.planner.claims import settle_tunnel
from engine.computers.planner.route_graph import RouteGraph, ticket_ends
from engine.computers.planner.weights import Weights
from engine.computers.random import choose_random
from engine.computers.reasons import ExplainedMove, MoveReason
from engine.game import ChooseTickets
from engine.options import Options, options
from engine.view import View

_BY_LENGTH = Weights(claim=0.0, train=1.0, point=0.0, missing=0.0, tunnel=0.0, ferry=0.0)
"""Weights under which only the spaces of a path count."""

_SPARE = 6
"""Trains held back from a further ticket's path."""

_TEMPTING = (2, 3)
"""A route of at least this many spaces (one of these at random) is claimed even if no ticket needs it."""


def easy_move(view: View, chance: Chance) -> ExplainedMove:
    """Choose by the tickets held. Raises ValueError if the seat has no decision to make."""
    open_now = options(view)
    if isinstance(view.decision, ChooseTickets):
        return _keep(view, view.decision)
    if PaySurcharge in open_now.kinds or DeclineTunnel in open_now.kinds:
        return settle_tunnel(view)
    wanted = _wanted(view)
    return (
        _claim(open_now, wanted, "for-tickets")
        or _claim(open_now, _claimable(view, open_now, chance.pick(_TEMPTING)), "for-points")
        or _draw(view, open_now, wanted)
        or _claim(open_now, _claimable(view, open_now), "for-points")
        or ExplainedMove(choose_random(view, chance), "nothing-better")
    )


def _keep(view: View, choice: ChooseTickets) -> ExplainedMove:
    """Keep as few tickets as allowed, those that need the fewest trains for their points."""
    tickets = [view.table.board.ticket[number] for number in view.offer]
    trains: dict[int, int] = {}
    for ticket in tickets:
        path = _path(view, ticket)
        hopeless = 2 * view.table.rules.trains
        trains[ticket.number] = hopeless if path is None else sum(route.length for route in path)
    best = sorted(tickets, key=lambda ticket: (trains[ticket.number] - ticket.points, ticket.number))
    done = [ticket for ticket in tickets if trains[ticket.number] == 0]
    number = min(choice.keep_most, max(choice.keep, len(done)))
    kept = tuple(sorted(ticket.number for ticket in best[:number]))
    return ExplainedMove(KeepTickets(kept), "short-tickets", tickets=kept)


def _path(view: View, ticket: Ticket) -> Sequence[Route] | None:
    """The routes still to be claimed on a shortest path between a ticket's ends; None without a path.

    Of several goals, a better one is worth a longer path.
    """
    path = RouteGraph(view, _BY_LENGTH).path(*ticket_ends(view.table.board, ticket))
    return None if path is None else [view.table.board.routes[route] for route in path[1]]


def _wanted(view: View) -> list[Route]:
    """The routes that the tickets still need, the tickets of most points first."""
    left = view.table.trains[view.seat or 0]
    tickets = sorted(
        (view.table.board.ticket[number] for number in view.tickets), key=lambda ticket: -ticket.points
    )
    wanted: list[Route] = []
    for ticket in tickets:
        path = _path(view, ticket) or ()
        new = [route for route in path if route not in wanted]
        length = sum(route.length for route in new)
        if length <= left:
            wanted += new
            left -= length
    return wanted


def _claim(open_now: Options, wanted: Sequence[Route], reason: MoveReason) -> ExplainedMove | None:
    """The longest of these routes that can be paid for."""
    claims = open_now.claims
    for route in sorted(wanted, key=lambda route: (-route.length, route.id)):
        if payments := claims.payments(route.id):
            return ExplainedMove(ClaimRoute(route.id, payments[0]), reason, route.id)
    return None


def _claimable(view: View, open_now: Options, length: int = 1) -> list[Route]:
    """Routes of at least this many spaces that can be claimed now."""
    routes = (view.table.board.route[place] for place in open_now.claims.places)
    return [route for route in routes if route.length >= length]


def _draw(view: View, open_now: Options, wanted: Sequence[Route]) -> ExplainedMove | None:
    """A face-up card that a wanted route takes, else the top of the deck; None if no route is wanted."""
    if not wanted and open_now.claims:
        return None
    useful = _useful(view, wanted)
    route = wanted[0].id if wanted else ""
    for action in open_now.of(DrawFaceUp):
        if isinstance(action, DrawFaceUp) and action.card in useful:
            return ExplainedMove(action, "card-for-route", route)
    others = (*open_now.of(DrawDeck), *open_now.of(DrawFaceUp))
    if others:
        return ExplainedMove(others[0], "nothing-in-row", route)
    enough = view.table.trains[view.seat or 0] > _SPARE
    tickets = open_now.of(DrawTickets) if enough else ()
    return ExplainedMove(tickets[0], "more-tickets") if tickets else None


def _useful(view: View, wanted: Iterable[Route]) -> set[str]:
    """Colours that a wanted route is short of; for a gray one, the colour held most."""
    most = max(COLORS, key=lambda color: (view.hand[CARDS.index(color)], color))
    useful = set()
    for route in wanted:
        color = most if route.color == GRAY else route.color
        if view.hand[CARDS.index(color)] < route.length:
            useful.add(color)
        if route.ferry > view.hand[CARDS.index(LOCOMOTIVE)]:
            useful.add(LOCOMOTIVE)
    return useful
