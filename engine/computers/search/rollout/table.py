"""The table of a rollout: where everything lies, and what claims and stations change."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.cards import CARDS, COLORS, EMPTY_SLOT
from engine.chance import Chance
from engine.computers.planner.turn_context import expected_turns
from engine.computers.planner.weights import WEIGHTS
from engine.computers.search.rollout.board_graph import ANY, LOCOMOTIVE, NO_CARD, board_graph
from engine.computers.search.rollout.seat import RolloutSeat
from engine.game import Game
from engine.payments import payable_routes
from engine.scores import score_sheet

_ATTEMPTS = 8
"""How often a row with too many locomotives is cleared."""


class Rollout:
    """A game that is played to its end without events."""

    def __init__(self, game: Game, chance: Chance, plans: Mapping[int, Sequence[int]]) -> None:
        """`plans` are the routes that players, by seat, are known to be after."""
        table = game.table
        self.game = game
        self.board = table.board
        self.rules = table.rules
        self.graph = board_graph(table.board, table.rules.variant)
        self.is_whole_draw = [self.rules.is_whole_draw(card) for card in CARDS]
        """By card: whether it is all that a turn draws, if it is taken from the row."""
        self.row = [NO_CARD if card == EMPTY_SLOT else CARDS.index(card) for card in table.row]
        self._deck = [CARDS.index(card) for card in reversed(game.deck)]
        self._discards = list(game.discards)
        self._chance = chance
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
        routes = payable_routes(self.game.table.fares, seat.hand, with_swaps=False)
        return routes & self.board.lengths[seat.trains] & ~self.closed(seat)

    def time_left(self) -> float:
        """About how many turns each player will still have."""
        if self.turns_left is not None:
            return 1.0
        trains = [seat.trains for seat in self.seats]
        return expected_turns(self.rules, WEIGHTS, self.turn / len(self.seats), trains)

    @property
    def cards_left(self) -> bool:
        """Whether a blind card can be drawn."""
        return bool(self._deck) or any(self._discards)

    def draw(self) -> int:
        """The top card of the deck, which is rebuilt from the discards when it is empty."""
        if not self._deck:
            self._deck = self._chance.shuffled(
                [card for card, number in enumerate(self._discards) for _ in range(number)]
            )
            self._discards = [0] * len(CARDS)
        return self._deck.pop() if self._deck else NO_CARD

    def returned(self, tickets: Sequence[int]) -> None:
        """Put tickets under the ticket deck that were drawn in play and refused, if they stay in the game."""
        if self.rules.refused_in_play != "box":
            self.tickets += tickets

    def take(self, slot: int) -> int:
        """The card of a slot, which is filled again."""
        card, self.row[slot] = self.row[slot], NO_CARD
        self._fill_row()
        return card

    def _fill_row(self) -> None:
        """Fill the row, and clear it as long as it shows too many locomotives."""
        row = self.row
        for _ in range(_ATTEMPTS):
            for slot, card in enumerate(row):
                if card == NO_CARD:
                    row[slot] = self.draw()
            if NO_CARD in row or not self.rules.is_cleared(row.count(LOCOMOTIVE)):
                return
            for slot, card in enumerate(row):
                self._discards[card] += 1
                row[slot] = NO_CARD

    def _reveal(self, color: int) -> int:
        """How many of the cards revealed for a tunnel have a colour or are locomotives."""
        owed = 0
        for card in [self.draw() for _ in range(self.rules.tunnel_reveal)]:
            if card != NO_CARD:
                owed += card in (color, LOCOMOTIVE)
                self._discards[card] += 1
        return owed

    def claim(self, seat: RolloutSeat, route: int, spare: Sequence[int]) -> None:
        """Claim a route, with cards to spare where it is gray; a tunnel may come to nothing."""
        graph, hand = self.graph, seat.hand
        colored = graph.length[route] - graph.ferry[route]
        color = graph.color[route]
        if color == ANY:
            color = _cheapest(hand, colored, spare, graph.takes_locomotives[route])
        cards = min(hand[color], colored)
        locomotives = graph.length[route] - cards
        if graph.tunnel[route]:
            owed = self._reveal(color if cards else LOCOMOTIVE)
            more = min(owed, hand[color] - cards) if cards else 0
            cards, locomotives = cards + more, locomotives + owed - more
        if locomotives <= hand[LOCOMOTIVE]:
            self._pay(seat, color, cards)
            self._pay(seat, LOCOMOTIVE, locomotives)
            self._claimed(seat, route)
        self._fill_row()

    def _pay(self, seat: RolloutSeat, card: int, number: int) -> None:
        seat.hand[card] -= number
        self._discards[card] += number

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
        self._fill_row()

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


def _cheapest(hand: Sequence[int], cards: int, spare: Sequence[int], takes_locomotives: bool) -> int:
    """The colour that pays for a gray route with the fewest locomotives and cards needed elsewhere."""

    def cost(color: int) -> float:
        used = min(cards, hand[color])
        return 2 * WEIGHTS.locomotive * (cards - used) + max(0, used - spare[color])

    held = [color for color in range(len(COLORS)) if hand[color] >= (1 if takes_locomotives else cards)]
    return min(held, key=cost, default=0)
