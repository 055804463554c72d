"""The context of one turn: options, route graph, plan, and the cards it needs, each computed at most once."""

from collections.abc import Iterable, Sequence
from functools import cached_property

from engine.board import Ticket
from engine.cards import LOCOMOTIVE
from engine.computers.planner.card_needs import CardNeeds, card_needs
from engine.computers.planner.plan import Plan, plan_for
from engine.computers.planner.route_graph import RouteGraph, held
from engine.computers.planner.weights import Weights
from engine.game import Table
from engine.options import Options, options
from engine.rules import Rules
from engine.view import View


class TurnContext:
    """One turn of the planner. Routes are numbers: their places in the board's list."""

    def __init__(self, view: View, weights: Weights) -> None:
        self.view = view
        self.table = view.table
        self.weights = weights
        self.trains = view.table.trains[view.seat or 0]

    @cached_property
    def options(self) -> Options:
        return options(self.view)

    @cached_property
    def graph(self) -> RouteGraph:
        return RouteGraph(self.view, self.weights)

    @cached_property
    def tickets(self) -> Sequence[Ticket]:
        return tickets_of(self.view, self.view.tickets)

    @cached_property
    def turns_left(self) -> float:
        return turns_left(self.table, self.weights)

    @cached_property
    def plan(self) -> Plan:
        return plan_for(self.graph, self.tickets, self.turns_left)

    @cached_property
    def wanted(self) -> tuple[int, ...]:
        """The routes to be claimed next: the plan's or, when that is done, the one of most points a turn."""
        if self.plan.routes:
            return self.plan.routes
        routes, hand = self.table.board.routes, self.view.hand
        worth: dict[int, float] = {}
        for route in self.graph.costs:
            claim = routes[route]
            lacking = max(0, claim.length - claim.ferry - held(hand, claim.color))
            short = max(0, lacking + claim.ferry - held(hand, LOCOMOTIVE))
            turns = 1 + short / self.weights.useful_cards
            if claim.length <= self.trains and turns <= self.turns_left:
                worth[route] = self.worth_by_itself(route) / turns
        return (max(worth, key=worth.__getitem__),) if worth else ()

    @cached_property
    def wants(self) -> CardNeeds:
        return card_needs(
            self.table.board, self.wanted, self.view.hand, self.table.row, self.weights.spare_cards
        )

    def points(self, route: int) -> int:
        """The points of a route."""
        return self.table.rules.route_points[self.table.board.routes[route].length]

    def worth_by_itself(self, route: int) -> float:
        """A route's points, and something for a longer path."""
        return self.points(route) + self.weights.loose_end * self.graph.loose_ends(route)


def tickets_of(view: View, numbers: Iterable[int]) -> list[Ticket]:
    """Tickets by their numbers."""
    return [view.table.board.ticket[number] for number in numbers]


_USUAL = 8
"""A player's pace is averaged with this many turns at the usual pace."""
_SLOWEST = 0.6


def turns_left(table: Table, weights: Weights) -> float:
    """About how many turns each player will still have."""
    if table.last_round:
        return 1.0
    return expected_turns(table.rules, weights, table.turn / table.players, table.trains)


def expected_turns(rules: Rules, weights: Weights, rounds: float, trains: Sequence[int]) -> float:
    """About how many turns are left before the last round, by how fast each player's trains run out."""
    ends = []
    for left in trains:
        pace = (rules.trains - left + _USUAL * weights.pace) / (rounds + _USUAL)
        ends.append((left - rules.last_round_trains) / max(pace, _SLOWEST))
    return max(1.0, min(ends) + 1)
