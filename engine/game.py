"""A game: its complete state at one point. Only `engine.fold` makes the next state from an event.

A Table and a Game never change once they are handed out. They are not frozen, because the fold copies one and
writes all the events of an action on the copy.
"""

from dataclasses import dataclass
from itertools import compress

from engine.board import Board, Fares
from engine.cards import CARDS, EMPTY_SLOT, NO_CARDS, Counts
from engine.events import GameStarted
from engine.rules import Rules
from engine.sheet import ScoreSheet
from engine.stored_values import Strict, Versioned


class TakeTurn(Versioned, frozen=True):
    """A turn begins: draw cards, claim a route, draw tickets or build a station.

    `revision` of every decision is the number of the event that opened it.
    """

    revision: int


class DrawSecondCard(Versioned, frozen=True):
    """The player has drawn one card and must draw another."""

    revision: int


class ChooseTickets(Versioned, frozen=True):
    """Keep at least `keep` and at most `keep_most` of the `size` tickets offered."""

    revision: int
    size: int
    keep: int
    keep_most: int
    starting: bool


class SettleTunnel(Versioned, frozen=True):
    """Pay `owed` more cards for the tunnel, or decline."""

    revision: int
    owed: int


Decision = TakeTurn | DrawSecondCard | ChooseTickets | SettleTunnel


class Tunnel(Strict, frozen=True):
    """A tunnel that is not settled yet: the cards laid down and the cards revealed lie on the table."""

    seat: int
    route: str
    laid: str
    revealed: str


@dataclass
class Table:
    """What everybody sees. Tuples with one item a player are in the order of seats."""

    board: Board
    rules: Rules
    game_id: str
    bonus: tuple[str, ...]
    players: int
    seal: str
    starter: int | None = None
    seat: int | None = None
    """Whose turn it is; None before the first turn and after the last."""
    turn: int = 0
    """Turns started so far, forced passes included."""
    row: str = ""
    """The face-up cards, slot by slot; "-" is an empty slot."""
    deck: int = 0
    discards: int = 0
    ticket_deck: int = 0
    hands: tuple[int, ...] = ()
    """Cards in each hand, those laid down for a tunnel not counted."""
    tickets: tuple[int, ...] = ()
    """Tickets kept."""
    trains: tuple[int, ...] = ()
    """Trains left."""
    points: tuple[int, ...] = ()
    """Points from routes."""
    routes: tuple[int, ...] = ()
    """The set of each player's routes (`Board.routes_in` lists one)."""
    stations: tuple[tuple[str, ...], ...] = ()
    """The cities of each player's stations, in the order in which they were built."""
    decisions: tuple[Decision | None, ...] = ()
    """The open decision of each seat."""
    tunnel: Tunnel | None = None
    turns_left: int | None = None
    """Once the last round has begun: turns to come after the present one."""
    passes: int = 0
    """Forced passes in a row."""
    last: tuple[int, str] | None = None
    """The last move on the board: the seat, and the route's or city's id."""
    sheet: ScoreSheet | None = None
    seed: str = ""
    """Published with the end."""

    @property
    def over(self) -> bool:
        """Whether the game has ended and is scored."""
        return self.sheet is not None

    @property
    def choosing(self) -> bool:
        """Whether starting tickets are still being chosen."""
        return self.turn == 0 and not self.over

    @property
    def last_round(self) -> bool:
        """Whether the last round has begun."""
        return self.turns_left is not None

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats whose decision is open.

        >>> game.table.waiting_for
        (0,)
        """
        return tuple(compress(range(self.players), self.decisions))

    @property
    def claimed(self) -> int:
        """The set of all routes that have an owner."""
        taken = 0
        for routes in self.routes:
            taken |= routes
        return taken

    def owner(self, route: str) -> int | None:
        """The seat that owns a route, by the route's id.

        >>> game.table.owner("paris--zurich")
        0
        """
        bit = self.board.bit[route]
        return next((seat for seat, routes in enumerate(self.routes) if routes & bit), None)

    def station_at(self, city: str) -> int | None:
        """The seat whose station stands in a city."""
        return next((seat for seat, cities in enumerate(self.stations) if city in cities), None)

    def station_cost(self, seat: int) -> int:
        """Building Train Stations: the cards that a seat's next station costs; 0 where it has none left."""
        built = len(self.stations[seat])
        return self.rules.station_costs[built] if built < self.rules.stations else 0

    @property
    def fares(self) -> Fares:
        """What the routes cost."""
        return self.board.fares[self.rules.variant]

    @property
    def both_sides_open(self) -> bool:
        """Double Routes: whether two players can share a double route, a side each."""
        return self.rules.both_sides_open(self.players)

    @property
    def closed(self) -> int:
        """Double Routes: the unclaimed second sides, which are closed to everybody with 2 or 3 players."""
        if self.both_sides_open:
            return 0
        claimed = self.claimed
        return self.board.other_sides(claimed) & ~claimed


@dataclass
class Game:
    """The state of a game with all its secrets. It never goes to a person: people get a View."""

    table: Table
    seq: int
    """Events so far."""
    hands: tuple[Counts, ...]
    tickets: tuple[tuple[int, ...], ...]
    offers: tuple[tuple[int, ...], ...]
    """Tickets that each player is choosing from, in the order offered."""
    aside: tuple[tuple[tuple[int, ...], ...], ...]
    """Starting tickets of later offers, which their player has not seen yet."""
    refused: tuple[tuple[int, ...], ...]
    """Refused starting tickets, kept aside until the last player has chosen."""
    seed: str
    counter: int = 0
    deck: str = ""
    """The top card first."""
    discards: Counts = NO_CARDS
    ticket_deck: tuple[int, ...] = ()
    """The top ticket first."""
    long_tickets: tuple[int, ...] = ()
    """The long pile while the starting tickets are dealt."""


def started(board: Board, event: GameStarted) -> Game:
    """The first state of a game, before anything is dealt. Raises KeyError for an unknown variant."""
    rules, players = board.variants[event.variant], event.players
    table = Table(
        board=board,
        rules=rules,
        game_id=event.game_id,
        bonus=event.bonus,
        players=players,
        seal=event.seal,
        row=EMPTY_SLOT * rules.row,
        hands=(0,) * players,
        tickets=(0,) * players,
        trains=(rules.trains,) * players,
        points=(0,) * players,
        routes=(0,) * players,
        stations=((),) * players,
        decisions=(None,) * players,
    )
    nothing = ((),) * players
    return Game(
        table=table,
        seq=1,
        hands=(NO_CARDS,) * players,
        tickets=nothing,
        offers=nothing,
        aside=nothing,
        refused=nothing,
        seed=event.seed,
    )


def all_cards(game: Game) -> str:
    """Every train card of a state, wherever it lies, in the order of CARDS."""
    table = game.table
    laid = (table.tunnel.laid + table.tunnel.revealed) if table.tunnel else ""
    loose = game.deck + table.row.replace(EMPTY_SLOT, "") + laid
    piles = [game.discards, *game.hands]
    return "".join(
        card * (loose.count(card) + sum(pile[index] for pile in piles)) for index, card in enumerate(CARDS)
    )
