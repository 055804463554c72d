"""The table of a rollout: where everything lies, and what claims and stations change."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.cards import COLORS
from engine.chance import Chance
from engine.computers.planner.turn_context import expected_turns
from engine.computers.planner.weights import WEIGHTS
from engine.computers.search.rollout.board_graph import ANY, board_graph
from engine.computers.search.rollout.cards import LOCOMOTIVE, RolloutCards
from engine.computers.search.rollout.seat import RolloutSeat
from engine.game import Game
from engine.scores import score_sheet


class Rollout:
    """A game that is played to its end without events."""

    def __init__(self, game: Game, chance: Chance, plans: Mapping[int, Sequence[int]]) -> None:
        """`plans` are the routes that players, by seat, are known to be after."""
        table = game.table
        self.game = game
        self.board = table.board
        self.rules = table.rules
        self.graph = board_graph(table.board, table.rules.variant)
        self.cards = RolloutCards(game, chance)
        self.seats = [RolloutSeat(game, self.graph, number) for number in range(table.players)]
        self.tickets = list(game.ticket_deck)
        self.turn = table.turn
        self.turns_left = table.turns_left
        """Once the last round has begun: turns to come after the present one."""
        self._shared = table.both_sides_open
        self._taken = table.claimed if self._shared else table.claimed | table.closed
        for number, routes in plans.items():
            self.seats[number].plan = list(routes)

    def closed(self, seat: RolloutSeat) -> int:
        """The set of the routes that a player cannot claim any more."""
        return self._taken | seat.barred

    def payable(self, seat: RolloutSeat) -> int:
        """The set of the routes that a player can claim now."""
        routes, by_color = 0, self.board.payable[seat.hand[LOCOMOTIVE]]
        for by_cards, cards in zip(by_color, seat.hand, strict=False):
            routes |= by_cards[cards]
        return routes & self.board.lengths[seat.trains] & ~self.closed(seat)

    def time_left(self) -> float:
        """About how many turns each player will still have."""
        if self.turns_left is not None:
            return 1.0
        trains = [seat.trains for seat in self.seats]
        return expected_turns(self.rules, WEIGHTS, self.turn / len(self.seats), trains)

    def claim(self, seat: RolloutSeat, route: int, spare: Sequence[int]) -> None:
        """Claim a route, with cards to spare where it is gray; a tunnel may come to nothing."""
        graph, hand = self.graph, seat.hand
        colored = graph.length[route] - graph.ferry[route]
        color = graph.color[route]
        color = _cheapest(hand, colored, spare) if color == ANY else color
        cards = min(hand[color], colored)
        locomotives = graph.length[route] - cards
        if graph.tunnel[route]:
            owed = self.cards.revealed(color if cards else LOCOMOTIVE, self.rules.tunnel_reveal)
            more = min(owed, hand[color] - cards) if cards else 0
            cards, locomotives = cards + more, locomotives + owed - more
        if locomotives <= hand[LOCOMOTIVE]:
            self._pay(seat, color, cards)
            self._pay(seat, LOCOMOTIVE, locomotives)
            self._claimed(seat, route)
        self.cards.fill()

    def _pay(self, seat: RolloutSeat, card: int, number: int) -> None:
        seat.hand[card] -= number
        self.cards.discard(card, number)

    def _claimed(self, seat: RolloutSeat, route: int) -> None:
        graph = self.graph
        seat.gain(graph, route)
        seat.trains -= graph.length[route]
        seat.points += graph.points[route]
        self._taken |= 1 << route if self._shared else 1 << route | graph.twins[route]
        if seat.plan and route in seat.plan:
            seat.plan.remove(route)
        if seat.plan and graph.spaces(seat.plan) > seat.trains:
            seat.plan = None

    def can_build(self, seat: RolloutSeat) -> bool:
        """Whether a player can pay for one more station."""
        *colors, locomotives = seat.hand
        built = len(seat.built)
        return built < self.rules.stations and max(colors) + locomotives >= self.rules.station_costs[built]

    def sites(self, route: int) -> list[str]:
        """The ends of a route where a station could be built."""
        taken = {city for seat in self.seats for city in seat.built}
        ends = (self.board.routes[route].a, self.board.routes[route].b)
        return [city for city in ends if city not in taken]

    def build(self, seat: RolloutSeat, city: str) -> None:
        """Build a station, with the colour held most."""
        color = max(range(LOCOMOTIVE), key=seat.hand.__getitem__)
        cost = self.rules.station_costs[len(seat.built)]
        cards = min(cost, seat.hand[color])
        self._pay(seat, color, cards)
        self._pay(seat, LOCOMOTIVE, cost - cards)
        seat.built = (*seat.built, city)
        self.cards.fill()

    def totals(self) -> list[int]:
        """Everybody's points if the game ended now."""
        table = replace(
            self.game.table,
            routes=tuple([seat.own for seat in self.seats]),
            points=tuple([seat.points for seat in self.seats]),
            stations=tuple([seat.built for seat in self.seats]),
        )
        game = replace(self.game, table=table, tickets=tuple([seat.tickets for seat in self.seats]))
        return [line.total for line in score_sheet(game).seats]


def _cheapest(hand: Sequence[int], cards: int, spare: Sequence[int]) -> int:
    """The colour that pays for a gray route with the fewest locomotives and cards needed elsewhere."""

    def cost(color: int) -> float:
        used = min(cards, hand[color])
        return 2 * WEIGHTS.locomotive * (cards - used) + max(0, used - spare[color])

    held = [color for color in range(len(COLORS)) if hand[color]]
    return min(held, key=cost, default=0)
