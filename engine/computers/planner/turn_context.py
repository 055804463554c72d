"""The context of one turn: options, route graph, plan, and the cards it needs, each computed at most once."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from engine.board import Ticket
from engine.cards import LOCOMOTIVE
from engine.computers.planner.card_needs import CardNeeds, card_needs
from engine.computers.planner.plan import Plan, plan_for, turns_for
from engine.computers.planner.route_graph import RouteGraph, held
from engine.computers.planner.weights import Weights
from engine.game import Table
from engine.network import joined_twice
from engine.options import Options, options
from engine.rules import Bonus, Rules
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
        """The routes to be claimed next: the plan's or, when that is done, what brings most points a turn.

        That is one route, or the second way of a mandala.
        """
        if self.plan.routes:
            return self.plan.routes
        routes, hand = self.table.board.routes, self.view.hand
        worth = dict(self.second_ways)
        for route in self.graph.costs:
            claim = routes[route]
            lacking = max(0, claim.length - claim.ferry - held(hand, claim.color))
            short = max(0, lacking + claim.ferry - held(hand, LOCOMOTIVE))
            turns = 1 + short / self.weights.useful_cards
            if claim.length <= self.trains and turns <= self.turns_left:
                worth[route,] = self.worth_by_itself(route) / turns
        return max(worth, key=worth.__getitem__) if worth else ()

    @cached_property
    def second_ways(self) -> Mapping[tuple[int, ...], float]:
        """The routes that make a mandala of a ticket, and the points that they bring a turn."""
        ways = {}
        for ticket in self.tickets if self._mandala else ():
            routes = self.graph.second_way(ticket)
            turns = turns_for(self.graph, routes)
            if routes and self.graph.length(routes) <= self.trains and turns <= self.turns_left:
                points = sum(map(self.points, routes)) + self._mandala_gain(routes)
                ways[routes] = points / turns
        return ways

    @cached_property
    def _mandala(self) -> Bonus | None:
        return self.table.rules.bonus("mandala")

    def _mandala_gain(self, routes: Iterable[int]) -> int:
        """What a seat's bonus for mandalas is more with these routes."""
        bonus, board = self._mandala, self.table.board
        if bonus is None:
            return 0
        own = board.routes_in(self.graph.own)
        more = [*own, *(board.routes[route] for route in routes)]
        before, after = (len(joined_twice(each, self.tickets)) for each in (own, more))
        return bonus.worth(after, most=after) - bonus.worth(before, most=before)

    @cached_property
    def wants(self) -> CardNeeds:
        return card_needs(self.table, self.wanted, self.view.hand, self.table.row, self.weights.spare_cards)

    def points(self, route: int) -> int:
        """The points of a route."""
        return self.table.rules.route_points[self.table.board.routes[route].length]

    def worth_by_itself(self, route: int) -> float:
        """A route's points, and something for a longer path and for mandalas."""
        mandalas = self._mandala_gain([route]) if self._mandala and self.graph.closes_loop(route) else 0
        return self.points(route) + self.weights.loose_end * self.graph.loose_ends(route) + mandalas


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
