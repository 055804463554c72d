"""A player's turn in a rollout: claim a planned route, or draw cards for it."""

from collections.abc import Callable
from itertools import product
from operator import itemgetter

from engine.board import members
from engine.cards import COLORS
from engine.computers.planner.card_needs import CardNeeds
from engine.computers.planner.weights import WEIGHTS
from engine.computers.search.rollout.aims import draw_tickets, wanted
from engine.computers.search.rollout.board_graph import ANY, LOCOMOTIVE, NO_CARD
from engine.computers.search.rollout.seat import NOWHERE, RolloutSeat, rollout_needs
from engine.computers.search.rollout.table import Rollout
from engine.network import connected


def take_turn(rollout: Rollout, seat: RolloutSeat) -> None:
    """Play the first idea that applies."""
    if rollout.turns_left is not None and _claim_last(rollout, seat):
        return
    routes = wanted(rollout, seat)
    if not seat.plan and (_borrow(rollout, seat) or draw_tickets(rollout, seat)):
        return
    needs = rollout_needs(rollout.graph, routes, seat.hand, rollout.row)
    if _claim_wanted(rollout, seat, routes, needs) or _claim_to_spare(rollout, seat, routes, needs):
        return
    if not draw(rollout, seat, needs) and (payable := members(rollout.payable(seat))):
        rollout.claim(seat, max(payable, key=rollout.graph.points.__getitem__), seat.hand)


def _claim_wanted(rollout: Rollout, seat: RolloutSeat, routes: list[int], needs: CardNeeds) -> bool:
    """The best of the routes wanted that can be paid for: its points, the way round, its locomotives."""
    graph, cards, locomotives = rollout.graph, seat.held, seat.hand[LOCOMOTIVE]
    best, chosen = float("-inf"), NOWHERE
    for route in routes:
        length, ferry, held = graph.length[route], graph.ferry[route], cards[graph.color[route]]
        joined = held + locomotives * graph.takes_locomotives[route]
        if ferry <= locomotives and graph.collected[route] <= joined and length <= seat.trains:
            urgency = graph.points[route] + graph.detours[route]
            urgency -= WEIGHTS.locomotive * max(0, length - held - ferry)
            if urgency > best:
                best, chosen = urgency, route
    if chosen == NOWHERE:
        return False
    rollout.claim(seat, chosen, needs.spare)
    return True


_LONG = 5
"""Cards to spare for a route off the plan, at the least."""


def _claim_to_spare(rollout: Rollout, seat: RolloutSeat, routes: list[int], needs: CardNeeds) -> bool:
    """A long route off the plan, paid with cards and trains that the plan does not need."""
    room = seat.trains - rollout.graph.spaces(routes)
    if max(needs.spare) < _LONG or room < _LONG:
        return False
    short = sum(needs.lacking) + max(0, needs.locomotives)
    if rollout.time_left() < len(routes) + short / WEIGHTS.useful_cards:
        return False
    worth = {
        route: seat.worth(rollout.graph, route, WEIGHTS.loose_end)
        for route in members(rollout.graph.long & rollout.board.lengths[room] & ~rollout.closed(seat))
        if route not in routes and _spare(rollout, seat, route, needs)
    }
    best = max(worth, key=worth.__getitem__, default=NOWHERE)
    if best == NOWHERE or worth[best] < WEIGHTS.spare_points:
        return False
    rollout.claim(seat, best, needs.spare)
    return True


def _spare(rollout: Rollout, seat: RolloutSeat, route: int, needs: CardNeeds) -> bool:
    graph, color = rollout.graph, rollout.graph.color[route]
    cards = max(needs.spare) if color == ANY else needs.spare[color]
    return (
        graph.ferry[route] <= seat.hand[LOCOMOTIVE] and cards >= graph.collected[route] - graph.ferry[route]
    )


# ---- drawing

_LACKING, _NEARLY, _SPARE, _USELESS = 1.0, 0.3, 0.25, 0.2
_LOCOMOTIVE_NEEDED, _LOCOMOTIVE_USELESS, _LOCOMOTIVE_BLIND = 1.05, 0.05, 1.6
"""What a card is worth that is lacking (and more, the fewer are), that lies with others of its colour, and
that does not; and a locomotive."""


def draw(rollout: Rollout, seat: RolloutSeat, needs: CardNeeds) -> bool:
    """Draw cards for a turn. False where there is none."""
    card = _drawn(rollout, seat, needs, second=False)
    if card == NO_CARD:
        return False
    if card in needs.nearest:
        draw_second(rollout, seat)
    elif card != _WHOLE_TURN:
        _drawn(rollout, seat, needs, second=True)
    return True


def draw_second(rollout: Rollout, seat: RolloutSeat) -> None:
    """Draw the second card of a turn."""
    needs = rollout_needs(rollout.graph, wanted(rollout, seat), seat.hand, rollout.row)
    _drawn(rollout, seat, needs, second=True)


_WHOLE_TURN = 100
"""Instead of a card from the row that takes the whole turn."""


def _drawn(rollout: Rollout, seat: RolloutSeat, needs: CardNeeds, *, second: bool) -> int:
    """Take the face-up card that helps most, or a blind one."""
    whole = rollout.is_whole_draw
    worth = [0.0 if second and whole[card] else _worth(needs, card, whole[card]) for card in rollout.row]
    best = max(worth, default=0.0)
    if best > 0 and (not rollout.cards_left or best > _blind(needs)):
        card = rollout.take(worth.index(best))
        seat.hand[card] += 1
        return _WHOLE_TURN if whole[card] else card
    card = rollout.draw()
    if card != NO_CARD:
        seat.hand[card] += 1
    return card


def _worth(needs: CardNeeds, card: int, is_whole_draw: bool) -> float:
    if card == NO_CARD:
        return 0.0
    if card == LOCOMOTIVE and not is_whole_draw:
        return _LOCOMOTIVE_BLIND
    if card == LOCOMOTIVE:
        needed = needs.locomotives > 0 or sum(needs.lacking) == 1
        return _LOCOMOTIVE_NEEDED if needed else _LOCOMOTIVE_USELESS
    if card in needs.nearest:
        return _LACKING + _NEARLY / needs.nearest[card][0]
    return _SPARE if needs.spare[card] else _USELESS


def _blind(needs: CardNeeds) -> float:
    """What the top card of the deck is worth on average."""
    lacking = sum([_LACKING + _NEARLY / cards for cards, _ in needs.nearest.values()])
    others = (len(COLORS) - len(needs.nearest)) * (_SPARE + _USELESS) / 2
    return (lacking + others + _LOCOMOTIVE_BLIND) / (len(COLORS) + 1)


# ---- stations and the last turn


def _borrow(rollout: Rollout, seat: RolloutSeat) -> bool:
    """A station that completes a ticket which the plan has given up."""
    if not seat.undone or not rollout.can_build(seat):
        return False
    gain = _ticket_gain(rollout, seat)
    seat.undone = gain is not None
    route, points = _best_lent(rollout, seat, gain)
    if points > 0:
        rollout.build(seat, rollout.sites(route)[0])
    return points > 0


def _claim_last(rollout: Rollout, seat: RolloutSeat) -> bool:
    """The claim or the station that brings the most points at once."""
    gain = _ticket_gain(rollout, seat)
    claims = {route: _at_once(rollout, seat, route, gain) for route in members(rollout.payable(seat))}
    route = max(claims, key=claims.__getitem__, default=NOWHERE)
    lent, points = _best_lent(rollout, seat, gain)
    if points > claims.get(route, 0.0):
        rollout.build(seat, rollout.sites(lent)[0])
    elif route != NOWHERE:
        rollout.claim(seat, route, seat.hand)
    return route != NOWHERE or points > 0


TicketGain = Callable[[int], int]
"""What tickets gain that are completed with a route: they do not count against the seat any more."""


def _ticket_gain(rollout: Rollout, seat: RolloutSeat) -> TicketGain | None:
    """What one more route gains by the seat's tickets; None if all of them are completed."""
    routes = rollout.board.routes
    cities = connected(rollout.board.routes_in(seat.own))

    def part(city: str) -> str:
        return cities[city][0] if city in cities else city

    # By the two parts of the network that a ticket would have joined, by a city of each.
    points: dict[frozenset[str], int] = {}
    for ticket in map(rollout.board.ticket.__getitem__, seat.tickets):
        gains: dict[frozenset[str], int] = {}
        for goal in reversed(ticket.goals):
            for start, city in product(ticket.start.cities, goal.cities):
                gains[frozenset((part(start), part(city)))] = goal.points + ticket.penalty
        if all(len(parts) > 1 for parts in gains):
            for parts, more in gains.items():
                points[parts] = points.get(parts, 0) + more

    def gain(route: int) -> int:
        return points.get(frozenset((part(routes[route].a), part(routes[route].b))), 0)

    return gain if points else None


def _at_once(rollout: Rollout, seat: RolloutSeat, route: int, gain: TicketGain | None) -> float:
    worth = seat.worth(rollout.graph, route, WEIGHTS.loose_end) + (gain(route) if gain else 0)
    if not rollout.graph.tunnel[route]:
        return worth
    spare = seat.held[rollout.graph.color[route]] + seat.hand[LOCOMOTIVE] - rollout.graph.length[route]
    return worth * WEIGHTS.tunnel_odds[min(max(0, spare), len(WEIGHTS.tunnel_odds) - 1)]


def _best_lent(rollout: Rollout, seat: RolloutSeat, gain: TicketGain | None) -> tuple[int, float]:
    """The rivals' route that a station borrows best for tickets, and what that brings."""
    if gain is None or not rollout.can_build(seat):
        return NOWHERE, 0.0
    lent: list[tuple[int, float]] = [
        (route, points - rollout.rules.station_points)
        for other in rollout.seats
        for route in members(0 if other is seat else other.own)
        if (points := gain(route)) and rollout.sites(route)
    ]
    return max(lent, key=itemgetter(1), default=(NOWHERE, 0.0))
