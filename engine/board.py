"""A board: cities, routes and tickets, with the rules of each of its variants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, combinations
from operator import or_
from typing import NamedTuple

from engine.cards import COLORS
from engine.rules import Payment, Rules

GRAY = ""
"""The colour of a route that takes cards of any one colour."""

PRINTED_LANGUAGE = "en"
"""The language whose sentences have the names that are printed on the board."""


class Price(NamedTuple):
    """What a route or a station costs: a number of cards of one colour."""

    length: int
    color: str
    """Their colour; GRAY: any one."""
    ferry: int = 0
    """How many of them must be locomotives."""
    takes_locomotives: bool = True
    """Whether locomotives stand for cards of the colour."""
    any_cards: int = 0
    """This many cards of any kind stand in for one card; 0: none do."""
    swaps: int = 0
    """For how many of the cards they can: for all, or for those that must be locomotives."""


@dataclass(frozen=True, slots=True)
class City:
    """A city: what it is called on the board and in other languages, and where it lies on the Earth."""

    id: str
    name: str
    names: Mapping[str, str]
    """By language: `{"ru": "Вена"}`."""
    aliases: tuple[str, ...]
    latitude: float
    longitude: float
    """Degrees, north and east positive."""

    def name_in(self, language: str) -> str:
        """What sentences and pictures in a language call it: `name` in English, or where no other is known.

        >>> from engine.boards.files import load_board
        >>> wien = load_board("europe").city["wien"]
        >>> wien.name_in("en"), wien.name_in("ru")
        ('Wien', 'Вена')
        """
        return self.name if language == PRINTED_LANGUAGE else self.names.get(language, self.name)


@dataclass(frozen=True, slots=True)
class Country:
    """A country next to the map. Tickets lead to it: routes reach it at any of its border points."""

    id: str
    name: str
    names: Mapping[str, str]
    """By language, as those of a city."""
    aliases: tuple[str, ...]
    cities: tuple[str, ...]
    """The border points, which are cities of the board. Nothing but routes connects them."""

    def name_in(self, language: str) -> str:
        """What sentences and pictures in a language call it, as for a city."""
        return self.name if language == PRINTED_LANGUAGE else self.names.get(language, self.name)


@dataclass(frozen=True, slots=True)
class Route:
    """Spaces between two cities, claimed by one player as a whole.

    `color` is a card's letter, or GRAY; `ferry` counts the locomotive symbols; `double` is shared by the
    two routes of a double route and empty elsewhere.
    """

    id: str
    a: str
    b: str
    length: int
    color: str
    tunnel: bool = False
    ferry: int = 0
    double: str = ""
    any_cards: int = 0
    """This many cards of any kind stand in for the card of a space; 0: none do."""

    def price(self, payment: Payment) -> Price:
        """Claiming Routes: as many cards as spaces, of the route's colour; Ferries: a locomotive a symbol.

        >>> europe.route["athina--brindisi"].price(Payment())[:3]
        (4, '', 1)
        """
        takes = payment.takes_locomotives(tunnel=self.tunnel, ferry=bool(self.ferry))
        any_cards, swaps = payment.ferry_cards, self.ferry
        if self.any_cards:
            any_cards, swaps = self.any_cards, self.length
        if not any_cards or not swaps:
            any_cards = swaps = 0
        return Price(self.length, self.color, self.ferry, takes, any_cards, swaps)


class TicketEnd(NamedTuple):
    """An end of a ticket: a city, or a country, which is reached at any of its border points."""

    place: str
    """The id of the city or country."""
    cities: tuple[str, ...]
    """The city itself, or the border points."""
    points: int = 0
    """What a ticket is worth that leads to this end."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """A destination ticket. Its number is unique and never changes; an operator's own start at 500.

    It is completed by routes that connect `start` with one of its `goals`. Several of them are countries: the
    best one reached counts, and a ticket that reaches none costs what the least of them is worth.

    >>> europe.ticket[9].a, europe.ticket[9].b, europe.ticket[9].points
    ('essen', 'kyiv', 10)
    """

    number: int
    start: TicketEnd
    goals: tuple[TicketEnd, ...]
    """One city on most boards; of several, those of most points come first."""
    long: bool = False
    decks: tuple[str, ...] = ()
    """The variants that play with it."""
    bonus: str = ""
    """The bonus set that it comes in, such as "orient-express"; a game may add the set to any variant."""

    @property
    def a(self) -> str:
        """The id of the place where it begins."""
        return self.start.place

    @property
    def b(self) -> str:
        """The id of the place that it leads to; of several, that of most points."""
        return self.goals[0].place

    @property
    def points(self) -> int:
        """The most that it can win."""
        return self.goals[0].points

    @property
    def penalty(self) -> int:
        """What it costs if it is not completed."""
        return self.goals[-1].points

    @property
    def cities(self) -> tuple[str, ...]:
        """The ids of all cities at its ends."""
        return tuple(city for end in (self.start, *self.goals) for city in end.cities)


def members(places: int) -> list[int]:
    """The numbers of the bits that are set, the lowest first.

    >>> members(0b1101)
    [0, 2, 3]
    """
    found = []
    while places:
        lowest = places & -places
        found.append(lowest.bit_length() - 1)
        places ^= lowest
    return found


@dataclass(frozen=True, eq=False)
class Fares:
    """What the routes of a board cost in a variant."""

    price: Mapping[str, Price]
    """The price of each route, by its id."""
    priced: tuple[tuple[Price, int], ...]
    """Every price, the shortest first, with the set of routes that have it."""
    payable: tuple[tuple[tuple[int, ...], ...], ...]
    """`payable[locomotives][color][cards]`: the routes that this many cards of one colour pay for.

    Colours are counted in the order of COLORS; no game has more cards than the tables reach. Here no cards of
    any kind stand in for others.
    """

    @cached_property
    def swapped(self) -> tuple[tuple[Price, int], ...]:
        """The prices that can also be paid with cards of any kind."""
        return tuple(each for each in self.priced if each[0].swaps)


def _fares(routes: Mapping[Route, int], payment: Payment, cards: int, locomotives: int) -> Fares:
    """The fares of routes, each with its bit. A game has `cards` of each colour, and `locomotives`."""
    price = {route.id: route.price(payment) for route in routes}
    prices: dict[Price, int] = {}
    for route, bit in routes.items():
        prices[price[route.id]] = prices.get(price[route.id], 0) | bit
    priced = tuple(sorted(prices.items()))
    payable = tuple(
        tuple(_payable(priced, color, cards, held) for color in COLORS) for held in range(locomotives + 1)
    )
    return Fares(price, priced, payable)


def _payable(
    priced: Sequence[tuple[Price, int]], color: str, cards: int, locomotives: int
) -> tuple[int, ...]:
    """The routes that a number of locomotives pay for, with no card of a colour, with one, and so on."""
    new = [0] * (cards + 1)
    for price, routes in priced:
        fewest = max(price.length - locomotives * price.takes_locomotives, 0)
        fits = price.color in (color, GRAY) or not fewest
        if fits and price.ferry <= locomotives and fewest <= cards:
            new[fewest] |= routes
    return tuple(accumulate(new, or_))


@dataclass(frozen=True, eq=False)
class Board:
    """The map that a game is played on. Sets of routes are whole numbers: bit `i` is `routes[i]`.

    >>> europe.route["athina--brindisi"]
    Route(id='athina--brindisi', a='athina', b='brindisi', length=4,
          color='', tunnel=False, ferry=1, double='', any_cards=0)
    >>> [route.id for route in europe.routes_in(europe.routes_at["edinburgh"])]
    ['edinburgh--london--1', 'edinburgh--london--2']
    """

    id: str
    title: str
    edition: str
    """The SHA-256 of the board file's text: two games on one edition are played on the same board."""
    cities: tuple[City, ...] = field(repr=False)
    routes: tuple[Route, ...] = field(repr=False)
    tickets: tuple[Ticket, ...] = field(repr=False)
    variants: Mapping[str, Rules] = field(repr=False)
    """The rules of each variant by its name; the first is the title's own game."""
    countries: tuple[Country, ...] = field(default=(), repr=False)

    @cached_property
    def city(self) -> Mapping[str, City]:
        """Cities by id."""
        return {city.id: city for city in self.cities}

    @cached_property
    def place(self) -> Mapping[str, City | Country]:
        """Cities and countries, where tickets lead, by id."""
        return {**self.city, **{country.id: country for country in self.countries}}

    def label(self, city: str, language: str) -> str:
        """What a map prints next to a city: its name, or that of the country of a border point."""
        return self._printed[city].name_in(language)

    @cached_property
    def _printed(self) -> Mapping[str, City | Country]:
        """By city, what has the name that a map prints."""
        return {**self.city, **{city: country for country in self.countries for city in country.cities}}

    @cached_property
    def route(self) -> Mapping[str, Route]:
        """Routes by id."""
        return {route.id: route for route in self.routes}

    @cached_property
    def ticket(self) -> Mapping[int, Ticket]:
        """Tickets by number."""
        return {ticket.number: ticket for ticket in self.tickets}

    @cached_property
    def bit(self) -> Mapping[str, int]:
        """The set that holds just this route, by its id."""
        return {route.id: 1 << index for index, route in enumerate(self.routes)}

    @cached_property
    def twins(self) -> Mapping[str, int]:
        """The set of the other sides of a double route, by the id of one side; empty for single routes."""
        return {
            route.id: sum(
                self.bit[other.id]
                for other in self.routes
                if route.double and other.double == route.double and other.id != route.id
            )
            for route in self.routes
        }

    @cached_property
    def bonus_sets(self) -> tuple[str, ...]:
        """The names of the bonus sets that the board has tickets of."""
        return tuple(sorted({ticket.bonus for ticket in self.tickets if ticket.bonus}))

    @cached_property
    def city_ids(self) -> tuple[str, ...]:
        """The id of each city."""
        return tuple(city.id for city in self.cities)

    @cached_property
    def city_bit(self) -> Mapping[str, int]:
        """The set that holds just this city, by its id."""
        return {city.id: 1 << index for index, city in enumerate(self.cities)}

    @cached_property
    def route_ids(self) -> tuple[str, ...]:
        """The id of each route."""
        return tuple(route.id for route in self.routes)

    @cached_property
    def routes_at(self) -> Mapping[str, int]:
        """The set of the routes that end in a city, by its id."""
        return {
            city.id: sum(self.bit[route.id] for route in self.routes if city.id in (route.a, route.b))
            for city in self.cities
        }

    def routes_in(self, routes: int) -> list[Route]:
        """The routes of a set, in the board's order."""
        return [self.routes[place] for place in members(routes)]

    def pile(self, variant: str, *, long: bool, bonus: tuple[str, ...] = ()) -> tuple[int, ...]:
        """Numbers of the tickets that a variant plays with, of its long or its regular pile, in number order.

        The bonus sets named join by each ticket's own flag; a long one only where the variant deals long
        tickets.
        """
        wanted = not long or self.variants[variant].deals_long
        return tuple(
            ticket.number
            for ticket in self._numbered
            if ticket.long == long and wanted and (variant in ticket.decks or ticket.bonus in bonus)
        )

    @cached_property
    def _numbered(self) -> list[Ticket]:
        """The tickets by their numbers."""
        return sorted(self.tickets, key=lambda ticket: ticket.number)

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """For each number of trains that a player can have left, the set of routes that are not too long."""
        most = max(rules.trains for rules in self.variants.values())
        return tuple(
            sum(self.bit[route.id] for route in self.routes if route.length <= trains)
            for trains in range(most + 1)
        )

    @cached_property
    def fares(self) -> Mapping[str, Fares]:
        """What the routes cost in each variant, by its name."""
        routes = {route: self.bit[route.id] for route in self.routes}
        cards = max(rules.cards_per_color for rules in self.variants.values())
        locomotives = max(rules.locomotives for rules in self.variants.values())
        payments = {rules.payment for rules in self.variants.values()}
        made = {payment: _fares(routes, payment, cards, locomotives) for payment in payments}
        return {name: made[rules.payment] for name, rules in self.variants.items()}

    def other_sides(self, routes: int) -> int:
        """The other sides of the double routes in a set."""
        sides = 0
        for apart, firsts in self._double_routes:
            sides |= (routes & firsts) << apart | routes >> apart & firsts
        return sides

    @cached_property
    def _double_routes(self) -> tuple[tuple[int, int], ...]:
        """How far apart in `routes` the two sides of a double route are, and the set of the first sides."""
        firsts: dict[int, int] = {}
        for (place, route), (other_place, other) in combinations(enumerate(self.routes), 2):
            if route.double and route.double == other.double:
                apart = other_place - place
                firsts[apart] = firsts.get(apart, 0) | 1 << place
        return tuple(firsts.items())
