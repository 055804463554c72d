"""A player of a rollout, and the cards that the hand lacks for the wanted routes."""

from collections.abc import Iterable, Sequence

from engine.board import members
from engine.computers.planner.card_needs import CardNeeds
from engine.computers.search.rollout.board_graph import ANY, LOCOMOTIVE, BoardGraph
from engine.game import Game

NOWHERE = -1
"""No route."""


class RolloutSeat:
    """A player, who keeps a plan as long as it can be carried out."""

    __slots__ = (
        "barred",
        "built",
        "hand",
        "number",
        "odd",
        "own",
        "plan",
        "points",
        "tickets",
        "trains",
        "undone",
    )

    def __init__(self, game: Game, graph: BoardGraph, number: int) -> None:
        table = game.table
        self.number = number
        self.hand = list(game.hands[number])
        self.tickets = game.tickets[number]
        self.trains = table.trains[number]
        self.points = table.points[number]
        self.built = table.stations[number]
        self.own = 0
        """The set of the player's routes."""
        self.odd = 0
        """The set of the cities with an odd number of them: a path stops there."""
        self.barred = 0
        """The set of the other sides of their double routes."""
        self.plan: list[int] | None = None
        """Routes still to be claimed for the tickets; None where it has to be made (again)."""
        self.undone = True
        """Whether a ticket may be left that is not completed when the plan is done."""
        for route in members(table.routes[number]):
            self.gain(graph, route)

    def gain(self, graph: BoardGraph, route: int) -> None:
        """Add a route to the player's own."""
        a, b = graph.ends[route]
        self.own |= 1 << route
        self.barred |= graph.twins[route]
        self.odd ^= 1 << a | 1 << b

    def worth(self, graph: BoardGraph, route: int, loose_end: float) -> float:
        """A route's points, and something for each end that makes the longest path longer."""
        a, b = graph.ends[route]
        return graph.points[route] + loose_end * ((self.odd >> a & 1) + (self.odd >> b & 1))

    @property
    def held(self) -> tuple[int, ...]:
        """Cards of each colour and, where ANY points to, which is the last place, of the colour held most."""
        *colors, _ = self.hand
        return (*colors, max(colors))


def rollout_needs(
    graph: BoardGraph, routes: Iterable[int], hand: Sequence[int], row: Sequence[int]
) -> CardNeeds:
    """What a hand lacks for these routes: gray ones take the colour held most, tunnels a card to spare."""
    needs, gray = CardNeeds(hand), list[int]()
    for route in routes:
        color = graph.color[route]
        if color == ANY:
            gray.append(route)
        else:
            needs.set_aside(route, color, graph.collected[route])
    gray.sort(key=graph.length.__getitem__, reverse=True)
    for route in gray:
        needs.set_aside(route, _most(needs.spare, row), graph.collected[route] - graph.ferry[route])
        needs.locomotives += graph.ferry[route]
    return needs


def _most(spare: Sequence[int], row: Sequence[int]) -> int:
    """The colour that a gray route is best paid with: held most and, of several, lying in the row."""
    most = max(spare)
    shown = [color for color in row if 0 <= color < LOCOMOTIVE and spare[color] == most]
    return shown[0] if shown else spare.index(most)
