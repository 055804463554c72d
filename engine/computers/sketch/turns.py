"""What a player of a sketch does in a turn: claim what is planned, or draw for it."""

from collections.abc import Iterator
from operator import itemgetter

from engine.board import members
from engine.cards import COLORS
from engine.computers.habits import HABITS
from engine.computers.sketch.cards import LOCOMOTIVE, NONE
from engine.computers.sketch.ground import ANY
from engine.computers.sketch.planning import draw_tickets, wanted
from engine.computers.sketch.seat import NOWHERE, Needs, Seat
from engine.computers.sketch.table import Sketch
from engine.network import connected


def take_turn(sketch: Sketch, seat: Seat) -> None:
    """Do the first that comes to mind."""
    if sketch.turns_left is not None and _claim_last(sketch, seat):
        return
    routes = wanted(sketch, seat)
    if not seat.plan and (_borrow(sketch, seat) or draw_tickets(sketch, seat)):
        return
    needs = Needs(sketch.land, routes, seat.hand, sketch.cards.row)
    if _claim_wanted(sketch, seat, routes, needs) or _claim_to_spare(sketch, seat, routes, needs):
        return
    if not draw(sketch, seat, needs):
        _claim_any(sketch, seat)


def _claim_wanted(sketch: Sketch, seat: Seat, routes: list[int], needs: Needs) -> bool:
    """The best of the routes wanted that can be paid for: its points, the way round, its locomotives."""
    land, cards, locomotives = sketch.land, seat.held, seat.hand[LOCOMOTIVE]
    best, chosen = float("-inf"), NOWHERE
    for route in routes:
        length, ferry, held = land.length[route], land.ferry[route], cards[land.color[route]]
        if ferry <= locomotives and length <= held + locomotives and length <= seat.trains:
            urgency = land.points[route] + land.detours[route]
            urgency -= HABITS.locomotive * max(0, length - held - ferry)
            if urgency > best:
                best, chosen = urgency, route
    if chosen == NOWHERE:
        return False
    sketch.claim(seat, chosen, needs.spare)
    return True


_LONG = 5
"""Cards to spare for a route off the plan, at the least."""


def _claim_to_spare(sketch: Sketch, seat: Seat, routes: list[int], needs: Needs) -> bool:
    """A long route off the plan, paid with cards and trains that the plan does not need."""
    room = seat.trains - sketch.land.spaces(routes)
    if max(needs.spare) < _LONG or room < _LONG:
        return False
    if sketch.time_left() < len(routes) + needs.short / HABITS.useful_cards:
        return False
    worth = {
        route: seat.worth(sketch.land, route, HABITS.loose_end)
        for route in members(sketch.land.long & sketch.board.lengths[room] & ~sketch.closed(seat))
        if route not in routes and _spare(sketch, seat, route, needs)
    }
    best = max(worth, key=worth.__getitem__, default=NOWHERE)
    if best == NOWHERE or worth[best] < HABITS.spare_points:
        return False
    sketch.claim(seat, best, needs.spare)
    return True


def _spare(sketch: Sketch, seat: Seat, route: int, needs: Needs) -> bool:
    land, color = sketch.land, sketch.land.color[route]
    cards = max(needs.spare) if color == ANY else needs.spare[color]
    return land.ferry[route] <= seat.hand[LOCOMOTIVE] and cards >= land.length[route] - land.ferry[route]


def _claim_any(sketch: Sketch, seat: Seat) -> None:
    """The route of most points that can be paid for, where nothing else is left to do."""
    if routes := members(sketch.payable(seat)):
        sketch.claim(seat, max(routes, key=sketch.land.points.__getitem__), seat.hand)


# ---- drawing

_LACKING, _NEARLY, _SPARE, _USELESS = 1.0, 0.3, 0.25, 0.2
_LOCOMOTIVE_NEEDED, _LOCOMOTIVE_USELESS, _LOCOMOTIVE_BLIND = 1.05, 0.05, 1.6
"""What a card is worth that is lacking (and more, the fewer are), that lies with others of its colour, and
that does not; and a locomotive."""


def draw(sketch: Sketch, seat: Seat, needs: Needs) -> bool:
    """Draw cards for a turn. False where there is none."""
    card = _drawn(sketch, seat, needs, second=False)
    if card == NONE:
        return False
    if card in needs.nearest:
        draw_second(sketch, seat)
    elif card != _WHOLE_TURN:
        _drawn(sketch, seat, needs, second=True)
    return True


def draw_second(sketch: Sketch, seat: Seat) -> None:
    """Draw the second card of a turn."""
    needs = Needs(sketch.land, wanted(sketch, seat), seat.hand, sketch.cards.row)
    _drawn(sketch, seat, needs, second=True)


_WHOLE_TURN = 100
"""Instead of a locomotive from the row, which takes the whole turn."""


def _drawn(sketch: Sketch, seat: Seat, needs: Needs, *, second: bool) -> int:
    """Take the face-up card that helps most, or a blind one."""
    cards = sketch.cards
    worth = [_worth(needs, card, second) for card in cards.row]
    best = max(worth, default=0.0)
    if best > 0 and (not cards.any_left or best > _blind(needs)):
        card = cards.taken(worth.index(best))
        seat.hand[card] += 1
        return _WHOLE_TURN if card == LOCOMOTIVE else card
    card = cards.top()
    if card != NONE:
        seat.hand[card] += 1
    return card


def _worth(needs: Needs, card: int, second: bool) -> float:
    if card == NONE:
        return 0.0
    if card == LOCOMOTIVE:
        needed = needs.locomotives > 0 or sum(needs.lacking) == 1
        return 0.0 if second else _LOCOMOTIVE_NEEDED if needed else _LOCOMOTIVE_USELESS
    if card in needs.nearest:
        return _LACKING + _NEARLY / needs.nearest[card]
    return _SPARE if needs.spare[card] else _USELESS


def _blind(needs: Needs) -> float:
    """What the top card of the deck is worth on average."""
    lacking = sum([_LACKING + _NEARLY / cards for cards in needs.nearest.values()])
    others = (len(COLORS) - len(needs.nearest)) * (_SPARE + _USELESS) / 2
    return (lacking + others + _LOCOMOTIVE_BLIND) / (len(COLORS) + 1)


# ---- stations and the last turn

_TUNNEL = 0.7
"""How likely it is that a tunnel can be paid for."""


def _borrow(sketch: Sketch, seat: Seat) -> bool:
    """A station that brings a ticket home which the plan has given up."""
    if not seat.undone or not sketch.can_build(seat):
        return False
    home = _Home(sketch, seat)
    seat.undone = home.wanting
    route, points = _best_lent(sketch, seat, home)
    if points > 0:
        sketch.build(seat, sketch.sites(route)[0])
    return points > 0


def _claim_last(sketch: Sketch, seat: Seat) -> bool:
    """The claim or the station that brings the most points at once."""
    home = _Home(sketch, seat)
    claims = {route: _at_once(sketch, seat, route, home) for route in members(sketch.payable(seat))}
    route = max(claims, key=claims.__getitem__, default=NOWHERE)
    lent, points = _best_lent(sketch, seat, home)
    if points > claims.get(route, 0.0):
        sketch.build(seat, sketch.sites(lent)[0])
    elif route != NOWHERE:
        sketch.claim(seat, route, seat.hand)
    return route != NOWHERE or points > 0


class _Home:
    """What one more route brings: the tickets that it completes."""

    def __init__(self, sketch: Sketch, seat: Seat) -> None:
        board = sketch.board
        self._routes = board.routes
        self._cities = connected(board.routes_in(seat.own))
        self._points: dict[frozenset[str], int] = {}
        """By the two parts of the network that a ticket would have joined, by a city of each."""
        for ticket in map(board.ticket.__getitem__, seat.tickets):
            parts = frozenset((self._part(ticket.a), self._part(ticket.b)))
            if len(parts) > 1:
                self._points[parts] = self._points.get(parts, 0) + ticket.points

    def _part(self, city: str) -> str:
        return self._cities[city][0] if city in self._cities else city

    @property
    def wanting(self) -> bool:
        """Whether any ticket is not completed."""
        return bool(self._points)

    def points(self, route: int) -> int:
        """What tickets gain that are completed with a route: they do not count against the seat any more."""
        if not self._points:
            return 0
        ends = self._routes[route]
        return 2 * self._points.get(frozenset((self._part(ends.a), self._part(ends.b))), 0)


def _at_once(sketch: Sketch, seat: Seat, route: int, home: _Home) -> float:
    worth = seat.worth(sketch.land, route, HABITS.loose_end) + home.points(route)
    return worth * _TUNNEL if sketch.land.tunnel[route] else worth


def _best_lent(sketch: Sketch, seat: Seat, home: _Home) -> tuple[int, float]:
    lent = _lent(sketch, seat, home) if home.wanting and sketch.can_build(seat) else ()
    return max(lent, key=itemgetter(1), default=(NOWHERE, 0.0))


def _lent(sketch: Sketch, seat: Seat, home: _Home) -> Iterator[tuple[int, float]]:
    """Rivals' routes that a station could borrow for tickets, with what that brings."""
    for other in sketch.seats:
        for route in members(0 if other is seat else other.own):
            points = home.points(route)
            if points and sketch.sites(route):
                yield route, points - sketch.rules.station_points
