"""The numbers and switches of one title and variant: data only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.cards import EMPTY_SLOT, LOCOMOTIVE

RefusedTickets = Literal["box", "bottom", "shuffled"]
"""Where refused tickets go; shuffled ones go to the bottom of the ticket deck too."""

BonusKind = Literal["longest-path", "globetrotter", "mandala"]
"""What a bonus is for: the longest path, the most completed tickets, tickets connected twice over."""

LocomotiveUse = Literal["all-routes", "tunnels-and-ferries", "tunnels"]
"""On which routes locomotives can be played."""

TieBreak = Literal["completed-tickets", "fewest-stations", "longest-path"]
"""Game End: what ranks players of equal points. `Rules.tie_breaks` gives the order."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Starting tickets that a player is offered together.

    `long` and `regular` say how many of each pile; at least `keep` tickets must have been kept in all once
    this offer has been chosen from (those of earlier offers count), and at most `keep_most` of this offer.
    """

    long: int
    regular: int
    keep: int
    keep_most: int
    refused: RefusedTickets


@dataclass(frozen=True, slots=True)
class Payment:
    """How routes are paid for. `Route.price` makes the price of a route from it."""

    locomotives_on: LocomotiveUse = "all-routes"
    ferry_cards: int = 0
    """This many cards of any kind stand in for a locomotive that a ferry asks for; 0: none do."""

    def takes_locomotives(self, *, tunnel: bool, ferry: bool) -> bool:
        """Whether locomotives stand for cards of the colour on a route of this kind.

        >>> Payment("tunnels").takes_locomotives(tunnel=False, ferry=False)
        False
        """
        match self.locomotives_on:
            case "all-routes":
                return True
            case "tunnels-and-ferries":
                return tunnel or ferry
            case "tunnels":
                return tunnel


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus at the end of the game. It counts a figure of each player: spaces of a path, or tickets."""

    kind: BonusKind
    points: tuple[int, ...]
    """One number: for everybody who has the most. For mandalas: for one, for two and so on; the last number
    is also for more.
    """

    def worth(self, figure: int, most: int) -> int:
        """The points of a player whose figure is this, where the highest of all players is `most`.

        >>> [Bonus("longest-path", (10,)).worth(spaces, most=9) for spaces in (9, 8)]
        [10, 0]
        >>> [Bonus("mandala", (5, 10, 20)).worth(tickets, most=4) for tickets in (0, 1, 4)]
        [0, 5, 20]
        """
        if not figure:
            return 0
        if self.kind == "mandala":
            return self.points[min(figure, len(self.points)) - 1]
        return self.points[0] if figure == most else 0


@dataclass(frozen=True, slots=True)
class Rules:
    """How a game is played: what the rule book of a title and a variant says in numbers."""

    variant: str
    title: str
    players_least: int
    players_most: int
    trains: int
    stations: int
    """Stations of each player; 0 where the title has none."""
    station_costs: tuple[int, ...]
    """Cards that the first, second, third station costs."""
    station_points: int
    """Points at the end for each station that was not built."""
    cards_per_color: int
    locomotives: int
    hand: int
    """Cards dealt to each player."""
    row: int
    """Face-up cards."""
    row_locomotive: int
    """How many of a turn's two cards a face-up locomotive counts as, 1 or 2."""
    row_reset: int
    """This many face-up locomotives clear the row; 0: it is never cleared."""
    payment: Payment
    route_points: Mapping[int, int]
    """Points by the length of a route."""
    bonuses: tuple[Bonus, ...]
    """The bonuses at the end of the game, in the order in which a score sheet lists them."""
    tunnel_reveal: int
    last_round_trains: int
    """A turn that ends with this many trains or fewer starts the last round."""
    double_routes_players: int
    """From this number of players on, both sides of a double route are open."""
    deals: tuple[Deal, ...]
    """The starting tickets, offer after offer."""
    draw_tickets: int
    keep_tickets: int
    """At least this many of the tickets drawn in play must be kept."""
    refused_in_play: RefusedTickets
    """Where the others go."""
    tie_breaks: tuple[TieBreak, ...]

    def is_whole_draw(self, card: str) -> bool:
        """Drawing Train Cards: whether a turn draws nothing else once it has taken this card from the row."""
        return card == LOCOMOTIVE and self.row_locomotive == 2

    def barred(self, *, second: bool) -> str:
        """Drawing Train Cards: what cannot be taken from the row, as the first or the second card of a turn.

        >>> rules = europe.variants["europe"]
        >>> rules.barred(second=False), rules.barred(second=True)
        ('-', '-L')
        """
        return EMPTY_SLOT + LOCOMOTIVE if second and self.row_locomotive == 2 else EMPTY_SLOT

    def is_cleared(self, locomotives: int) -> bool:
        """Drawing Train Cards: whether this many face-up locomotives clear the row.

        >>> [europe.variants["europe"].is_cleared(locomotives) for locomotives in (2, 3)]
        [False, True]
        """
        return 0 < self.row_reset <= locomotives

    def bonus(self, kind: BonusKind) -> Bonus | None:
        """The bonus of a kind; None where the variant has no such bonus."""
        return next((bonus for bonus in self.bonuses if bonus.kind == kind), None)

    def bonus_points(self, kind: BonusKind) -> int:
        """The most points that a bonus brings a player; 0 where the variant has none of this kind.

        >>> [europe.variants["europe"].bonus_points(kind) for kind in ("longest-path", "globetrotter")]
        [10, 0]
        """
        bonus = self.bonus(kind)
        return max(bonus.points) if bonus else 0

    def both_sides_open(self, players: int) -> bool:
        """Double Routes: whether two of this many players can share a double route, a side each."""
        return players >= self.double_routes_players

    @property
    def players_range(self) -> str:
        """How many can play, in figures: "2 to 5", or "2"."""
        least, most = self.players_least, self.players_most
        return f"{least} to {most}" if least < most else f"{most}"

    @property
    def deals_long(self) -> bool:
        """Whether this variant has a pile of long tickets."""
        return any(deal.long for deal in self.deals)
