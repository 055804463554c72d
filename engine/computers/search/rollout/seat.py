"""A player of a rollout, and the cards that the hand lacks for the wanted routes."""

from collections.abc import Iterable, Sequence

from engine.board import members
from engine.cards import COLORS
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
        """A route is the player's from now on."""
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


class RolloutNeeds:
    """What a hand lacks for some routes, and what it can spare. Gray routes take the colour held most."""

    __slots__ = ("lacking", "locomotives", "nearest", "spare")

    def __init__(
        self, graph: BoardGraph, routes: Iterable[int], hand: Sequence[int], row: Sequence[int]
    ) -> None:
        self.spare = list(hand[:LOCOMOTIVE])
        """Cards of each colour that none of the routes needs."""
        self.lacking = [0] * len(COLORS)
        """Cards of each colour still to be drawn."""
        self.nearest: dict[int, int] = {}
        """For each colour that is lacking: how many cards the route lacks that lacks fewest."""
        gray = []
        for route in routes:
            color = graph.color[route]
            if color == ANY:
                gray.append(route)
            else:
                self._set_aside(color, graph.length[route])
        gray.sort(key=graph.length.__getitem__, reverse=True)
        for route in gray:
            self._set_aside(self._most(row), graph.length[route] - graph.ferry[route])
        self.locomotives = sum([graph.ferry[route] for route in gray]) - hand[LOCOMOTIVE]
        """Locomotives that ferries still ask for, if any."""

    def _set_aside(self, color: int, cards: int) -> None:
        short = cards - self.spare[color]
        if short <= 0:
            self.spare[color] = -short
            return
        self.spare[color] = 0
        self.lacking[color] += short
        self.nearest[color] = min(short, self.nearest.get(color, short))

    def _most(self, row: Sequence[int]) -> int:
        """The colour that a gray route is best paid with: held most and, of several, lying in the row."""
        most = max(self.spare)
        shown = [color for color in row if 0 <= color < LOCOMOTIVE and self.spare[color] == most]
        return shown[0] if shown else self.spare.index(most)

    @property
    def short(self) -> int:
        """Cards still to be drawn."""
        return sum(self.lacking) + max(0, self.locomotives)
