"""What the players of a sketch are after: ways for their tickets, further tickets, points."""

from collections.abc import Iterable

from engine.board import members
from engine.computers.habits import HABITS
from engine.computers.sketch.cards import LOCOMOTIVE
from engine.computers.sketch.seat import NOWHERE, Seat
from engine.computers.sketch.table import Sketch


def wanted(sketch: Sketch, seat: Seat) -> list[int]:
    """The routes to be claimed next: the plan's or, when that is done, one for its own points."""
    closed = sketch.closed(seat)
    if seat.plan is None or any(closed >> route & 1 for route in seat.plan):
        seat.plan = planned(sketch, seat)
    if seat.plan:
        return seat.plan
    aim = _for_points(sketch, seat)
    return [] if aim == NOWHERE else [aim]


def planned(sketch: Sketch, seat: Seat) -> list[int]:
    """Ways for a player's tickets, the dearest first; what the trains do not suffice for is given up."""
    land, closed = sketch.land, sketch.closed(seat)
    free, room, plan = seat.own, seat.trains, list[int]()
    costs = _costs(sketch, seat)
    tickets = [land.tickets[number] for number in seat.tickets]
    for _, a, b in sorted(tickets, reverse=True):
        way = land.way(a, b, free, closed, costs)
        if way and land.spaces(way) <= room:
            room -= land.spaces(way)
            plan += way
            free |= _set(way)
    return plan


def _costs(sketch: Sketch, seat: Seat) -> list[float]:
    """What each route costs with these cards."""
    land, held, missing = sketch.land, seat.held, HABITS.missing
    return [
        cost + (missing * (length - held[color]) if length > held[color] else 0.0)
        for cost, length, color in zip(land.costs, land.length, land.color, strict=True)
    ]


def _set(routes: Iterable[int]) -> int:
    return sum([1 << route for route in routes])


def _for_points(sketch: Sketch, seat: Seat) -> int:
    """The route that brings the most for the turns that it takes."""
    best, aim = 0.0, NOWHERE
    held, locomotives, left = seat.held, seat.hand[LOCOMOTIVE], sketch.time_left()
    open_now = sketch.board.lengths[seat.trains] & ~sketch.closed(seat)
    for points, length, color, ferry, routes in sketch.land.fares:
        most = points + 2 * HABITS.loose_end
        if most <= best:
            break
        if not routes & open_now:
            continue
        short = max(0, length - ferry - held[color]) + ferry - locomotives
        turns = 1 + max(0, short) / HABITS.useful_cards
        if turns <= left and most > best * turns:
            for route in members(routes & open_now):
                worth = seat.worth(sketch.land, route, HABITS.loose_end) / turns
                if worth > best:
                    best, aim = worth, route
    return aim


def draw_tickets(sketch: Sketch, seat: Seat) -> bool:
    """Further tickets, when all are done or lost and there is time for more."""
    if not sketch.tickets or seat.trains < HABITS.trains_for_tickets:
        return False
    if sketch.time_left() < HABITS.turns_for_tickets:
        return False
    number = sketch.rules.draw_tickets
    offer, sketch.tickets = sketch.tickets[:number], sketch.tickets[number:]
    sketch.tickets += keep(sketch, seat, offer, sketch.rules.keep_tickets)
    return True


_LEFT_OVER = 5
"""Trains that a good choice of tickets leaves over."""


def keep(sketch: Sketch, seat: Seat, offer: Iterable[int], least: int) -> list[int]:
    """Keep the best ticket of an offer, and then every other that still pays; the rest is what comes back."""
    if seat.plan is None:
        seat.plan = planned(sketch, seat)
    left, kept, plan = list(offer), list[int](), seat.plan
    costs = _costs(sketch, seat)
    while left:
        found = [(*_gain(sketch, seat, plan, number, costs), number) for number in left]
        gain, way, number = max(found)
        if len(kept) >= least and gain <= 0:
            break
        kept.append(number)
        left.remove(number)
        plan += way
    seat.tickets = (*seat.tickets, *kept)
    seat.undone = True
    return left


def _gain(
    sketch: Sketch, seat: Seat, plan: list[int], number: int, costs: list[float]
) -> tuple[float, list[int]]:
    """What a ticket brings beside a plan, for the turns that it takes; and its way."""
    land = sketch.land
    points, a, b = land.tickets[number]
    room = seat.trains - land.spaces(plan)
    way = land.way(a, b, seat.own | _set(plan), sketch.closed(seat), costs)
    spaces = room + 1 if way is None else land.spaces(way)
    if way is None or spaces > room:
        return -_HOPELESS - points, []
    turns = len(way) + spaces * _TURNS_A_SPACE
    crowded = HABITS.crowding * max(0, spaces - room + _LEFT_OVER)
    return points + sum([land.points[route] for route in way]) - HABITS.turn * turns - crowded, way


_HOPELESS = 100
_TURNS_A_SPACE = 0.5
"""Turns that it takes to draw the card for a space, some cards being there already."""
