"""What the players of a rollout want: paths for their tickets, more tickets, points."""

from collections.abc import Iterable

from engine.board import members
from engine.computers.planner.weights import WEIGHTS
from engine.computers.search.rollout.board_graph import LOCOMOTIVE
from engine.computers.search.rollout.seat import NOWHERE, RolloutSeat
from engine.computers.search.rollout.table import Rollout


def wanted(rollout: Rollout, seat: RolloutSeat) -> list[int]:
    """The routes to be claimed next: the plan's or, when that is done, one for its own points."""
    closed = rollout.closed(seat)
    if seat.plan is None or any(closed >> route & 1 for route in seat.plan):
        seat.plan = planned(rollout, seat)
    if seat.plan:
        return seat.plan
    aim = _for_points(rollout, seat)
    return [] if aim == NOWHERE else [aim]


def planned(rollout: Rollout, seat: RolloutSeat) -> list[int]:
    """Paths for a player's tickets, the most valuable first, as far as the trains suffice."""
    graph, closed = rollout.graph, rollout.closed(seat)
    free, room, plan = seat.own, seat.trains, list[int]()
    costs = _costs(rollout, seat)
    tickets = [graph.tickets[number] for number in seat.tickets]
    for _, starts, goals in sorted(tickets, reverse=True):
        path, _ = graph.path(starts, goals, free, closed, costs) or ([], 0)
        if path and graph.spaces(path) <= room:
            room -= graph.spaces(path)
            plan += path
            free |= _set(path)
    return plan


def _costs(rollout: Rollout, seat: RolloutSeat) -> list[float]:
    """What each route costs with these cards."""
    graph, held, missing = rollout.graph, seat.held, WEIGHTS.missing
    return [
        cost + (missing * (length - held[color]) if length > held[color] else 0.0)
        for cost, length, color in zip(graph.costs, graph.length, graph.color, strict=True)
    ]


def _set(routes: Iterable[int]) -> int:
    return sum([1 << route for route in routes])


def _for_points(rollout: Rollout, seat: RolloutSeat) -> int:
    """The route with the most points for its turns."""
    best, aim = 0.0, NOWHERE
    held, locomotives, left = seat.held, seat.hand[LOCOMOTIVE], rollout.time_left()
    open_now = rollout.board.lengths[seat.trains] & ~rollout.closed(seat)
    for points, length, color, ferry, routes in rollout.graph.fares:
        most = points + 2 * WEIGHTS.loose_end
        if most <= best:
            break
        if not routes & open_now:
            continue
        short = max(0, length - ferry - held[color]) + ferry - locomotives
        turns = 1 + max(0, short) / WEIGHTS.useful_cards
        if turns <= left and most > best * turns:
            for route in members(routes & open_now):
                worth = seat.worth(rollout.graph, route, WEIGHTS.loose_end) / turns
                if worth > best:
                    best, aim = worth, route
    return aim


def draw_tickets(rollout: Rollout, seat: RolloutSeat) -> bool:
    """Further tickets, when all are done or lost and there is time for more."""
    if not rollout.tickets or seat.trains < WEIGHTS.trains_for_tickets:
        return False
    if rollout.time_left() < WEIGHTS.turns_for_tickets:
        return False
    number = rollout.rules.draw_tickets
    offer, rollout.tickets = rollout.tickets[:number], rollout.tickets[number:]
    rollout.returned(keep(rollout, seat, offer, rollout.rules.keep_tickets))
    return True


_LEFT_OVER = 5
"""Trains that a good choice of tickets leaves over."""


def keep(rollout: Rollout, seat: RolloutSeat, offer: Iterable[int], least: int) -> list[int]:
    """Keep the best ticket of an offer, and then every other that still pays; the rest is what comes back."""
    if seat.plan is None:
        seat.plan = planned(rollout, seat)
    left, kept, plan = list(offer), list[int](), seat.plan
    costs = _costs(rollout, seat)
    while left:
        found = [(*_gain(rollout, seat, plan, number, costs), number) for number in left]
        gain, path, number = max(found)
        if len(kept) >= least and gain <= 0:
            break
        kept.append(number)
        left.remove(number)
        plan += path
    seat.tickets = (*seat.tickets, *kept)
    seat.undone = True
    return left


def _gain(
    rollout: Rollout, seat: RolloutSeat, plan: list[int], number: int, costs: list[float]
) -> tuple[float, list[int]]:
    """What a ticket adds to a plan, less the cost of its turns; and its path."""
    graph = rollout.graph
    points, starts, goals = graph.tickets[number]
    room = seat.trains - graph.spaces(plan)
    found = graph.path(starts, goals, seat.own | _set(plan), rollout.closed(seat), costs)
    path, lost = found or ([], 0)
    spaces = graph.spaces(path) if found else room + 1
    if spaces > room:
        return -_HOPELESS - points, []
    turns = len(path) + spaces * _TURNS_A_SPACE
    crowded = WEIGHTS.crowding * max(0, spaces - room + _LEFT_OVER)
    points += sum([graph.points[route] for route in path]) - lost
    return points - WEIGHTS.turn * turns - crowded, path


_HOPELESS = 100
_TURNS_A_SPACE = 0.5
"""Turns that it takes to draw the card for a space, some cards being there already."""
