"""The easy computer: it claims what its tickets need along shortest paths, then the longest routes."""

from collections.abc import Iterable, Sequence

from engine.actions import (
    Action,
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
from engine.computers.paths import shortest_path
from engine.computers.uniform import choose_random
from engine.game import ChooseTickets
from engine.options import Options, open_routes, options
from engine.view import View

_SPARE = 6
"""Trains held back from a further ticket's path."""


def choose_easy(view: View, chance: Chance) -> Action:
    """Choose by the tickets held. Raises ValueError where nothing is asked of the seat."""
    open_now = options(view)
    if isinstance(view.decision, ChooseTickets):
        return _keep(view, view.decision)
    if PaySurcharge in open_now.kinds or DeclineTunnel in open_now.kinds:
        return (*open_now.of(PaySurcharge), DeclineTunnel())[0]
    wanted = _wanted(view)
    return (
        _claim(open_now, wanted)
        or _draw(view, open_now, wanted)
        or _any_claim(view, open_now)
        or choose_random(view, chance)
    )


def _keep(view: View, choice: ChooseTickets) -> KeepTickets:
    """Keep as few as may be, those that cost the fewest trains for their points."""
    tickets = [view.table.board.ticket[number] for number in view.offer]
    trains = {ticket.number: _trains_needed(view, ticket) for ticket in tickets}
    best = sorted(tickets, key=lambda ticket: (trains[ticket.number] - ticket.points, ticket.number))
    done = [ticket for ticket in tickets if trains[ticket.number] == 0]
    number = min(choice.keep_most, max(choice.keep, len(done)))
    return KeepTickets(tuple(sorted(ticket.number for ticket in best[:number])))


def _trains_needed(view: View, ticket: Ticket) -> int:
    path = _path(view, ticket)
    return 2 * view.table.rules.trains if path is None else sum(route.length for route in path)


def _path(view: View, ticket: Ticket) -> Sequence[Route] | None:
    """The routes still to be claimed on a shortest way between a ticket's cities; None without a way."""
    table, seat = view.table, view.seat or 0
    own = table.board.routes_in(table.routes[seat])
    free = table.board.routes_in(open_routes(table, seat))
    return shortest_path(own, free, ticket.a, ticket.b)


def _wanted(view: View) -> list[Route]:
    """The routes that the tickets still need, of the dearest ticket that can be reached first."""
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


def _claim(open_now: Options, wanted: Sequence[Route]) -> Action | None:
    """The longest of these routes that can be paid for."""
    claims = open_now.claims
    for route in sorted(wanted, key=lambda route: (-route.length, route.id)):
        if ways := claims.payments(route.id):
            return ClaimRoute(route.id, ways[0])
    return None


def _any_claim(view: View, open_now: Options) -> Action | None:
    routes = [view.table.board.route[place] for place in open_now.claims.places]
    return _claim(open_now, routes)


def _draw(view: View, open_now: Options, wanted: Sequence[Route]) -> Action | None:
    """A face-up card that a wanted route takes, else a blind one; nothing where nothing is wanted."""
    if not wanted and open_now.claims:
        return None
    useful = _useful(view, wanted)
    for action in open_now.of(DrawFaceUp):
        if isinstance(action, DrawFaceUp) and action.card in useful:
            return action
    return next(iter((*open_now.of(DrawDeck), *open_now.of(DrawFaceUp), *_tickets(view, open_now))), None)


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


def _tickets(view: View, open_now: Options) -> Sequence[Action]:
    enough = view.table.trains[view.seat or 0] > _SPARE
    return open_now.of(DrawTickets) if enough else ()
