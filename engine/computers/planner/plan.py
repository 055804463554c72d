"""A plan: the routes that complete the tickets, how long that takes, and what it is worth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import eq

from engine.board import Ticket
from engine.computers.planner.card_needs import card_needs
from engine.computers.planner.route_graph import CheapestPath, RouteGraph, ticket_ends


@dataclass(frozen=True, slots=True)
class Plan:
    """Routes still to be claimed, by number, and the tickets that they complete or fail."""

    routes: tuple[int, ...]
    done: tuple[Ticket, ...]
    failed: tuple[Ticket, ...]
    trains: int
    turns: float
    value: float
    """Points of tickets and routes, less what the turns could have brought elsewhere."""


def plan_for(graph: RouteGraph, tickets: Iterable[Ticket], turns_left: float) -> Plan:
    """The best plan for these tickets; it gives up those that trains or turns are too few for.

    A ticket with several goals is planned for a lesser one before it is given up.
    """
    wanted, failed = list(tickets), list[Ticket]()
    while True:
        plan = _plan(graph, wanted, failed, turns_left)
        if not plan.done or not _excess(graph, plan, turns_left):
            return plan
        given_up = _given_up(graph, plan, turns_left)
        wanted = [ticket for ticket in plan.done if ticket is not given_up]
        (won,) = graph.points(plan.routes, [given_up]) if len(given_up.goals) > 1 else (0,)
        if lesser := tuple(goal for goal in given_up.goals if goal.points < won):
            wanted.append(replace(given_up, goals=lesser))
            failed = list(plan.failed)
        else:
            failed = [*plan.failed, given_up]


def _plan(graph: RouteGraph, tickets: Sequence[Ticket], failed: Sequence[Ticket], turns_left: float) -> Plan:
    weights, rules = graph.weights, graph.view.table.rules
    routes, unreached = _forest(graph, tickets)
    done = tuple(ticket for ticket in tickets if ticket not in unreached)
    lost = (*failed, *unreached)
    turns = turns_for(graph, routes)
    points = sum(_won(graph, routes, done)) - sum(ticket.penalty for ticket in lost)
    points += sum(rules.route_points[graph.board.routes[route].length] for route in routes)
    value = points - weights.turn * turns - weights.late * max(0.0, turns - turns_left)
    return Plan(routes, done, lost, graph.length(routes), turns, value)


def _won(graph: RouteGraph, routes: Sequence[int], done: Sequence[Ticket]) -> Sequence[int]:
    """What the tickets that a plan completes win."""
    if all(len(ticket.goals) == 1 for ticket in done):
        return [ticket.points for ticket in done]
    return list(graph.points(routes, done))


def _excess(graph: RouteGraph, plan: Plan, turns_left: float) -> float:
    """By how much a plan exceeds the trains and turns left; a turn counts twice."""
    trains = graph.view.table.trains[graph.view.seat or 0]
    late = plan.turns - turns_left - graph.weights.slack
    return max(0, plan.trains - trains) + 2 * max(0.0, late)


_WEIGHED = 6
"""With more tickets than this, the one of the fewest points is given up without comparing them all."""


_SAVED = 0.7
"""What each train is worth that giving up a ticket saves."""


def _given_up(graph: RouteGraph, plan: Plan, turns_left: float) -> Ticket:
    """The ticket without which the plan has the least excess, and of several the one that loses least."""
    if len(plan.done) > _WEIGHED:
        return min(plan.done, key=lambda ticket: (ticket.points, ticket.number))

    def loss(ticket: Ticket) -> tuple[float, float]:
        rest = _plan(graph, [other for other in plan.done if other is not ticket], (), turns_left)
        return _excess(graph, rest, turns_left), ticket.points - _SAVED * (plan.trains - rest.trains)

    return min(plan.done, key=loss)


def _forest(graph: RouteGraph, tickets: Sequence[Ticket]) -> tuple[tuple[int, ...], list[Ticket]]:
    """Routes that connect the ends of every ticket, and the tickets that nothing can connect.

    It adds one ticket after the other, always the one that costs least in addition to what is planned.
    """
    planned: dict[int, None] = {}
    waiting = list(tickets)
    paths: dict[int, CheapestPath | None] = {}
    while waiting:
        for ticket in waiting:
            if not paths.get(ticket.number):
                paths[ticket.number] = graph.path(*ticket_ends(graph.board, ticket), planned)
        costs = {ticket.number: path[0] for ticket in waiting if (path := paths[ticket.number])}
        ticket = min(waiting, key=lambda ticket: costs.get(ticket.number, float("inf")))
        path = paths[ticket.number]
        if path is None:
            break
        _, routes = path
        waiting.remove(ticket)
        planned.update(dict.fromkeys(routes))
        if routes:
            paths = {}
    reached = [ticket for ticket in tickets if ticket not in waiting]
    return _pruned(graph, tuple(planned), reached), waiting


def _pruned(graph: RouteGraph, routes: tuple[int, ...], tickets: Sequence[Ticket]) -> tuple[int, ...]:
    """The routes without the unnecessary ones; the most expensive are tried first."""
    if len(tickets) < 2:
        return routes
    points = _won(graph, routes, tickets)
    for route in sorted(routes, key=lambda route: -graph.costs[route]):
        rest = tuple(other for other in routes if other != route)
        if all(map(eq, graph.points(rest, tickets), points)):
            routes = rest
    return routes


def turns_for(graph: RouteGraph, routes: Sequence[int]) -> float:
    """About how many turns it takes to draw the cards for these routes and to claim them."""
    needs = card_needs(graph.view.table, routes, graph.view.hand)
    return len(routes) + needs.short / graph.weights.useful_cards
