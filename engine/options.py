"""What a seat may do: the one source of buttons, completions, computers' choices and validation."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, overload

from engine.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.board import GRAY, Price, members
from engine.cards import CARDS, Counts, holds
from engine.game import ChooseTickets, DrawSecondCard, SettleTunnel, Table, TakeTurn
from engine.payments import can_pay, number_of_payments, payable_routes, payments, pays, surcharges
from engine.view import View

Kind = type[Action]
Paid = type[ClaimRoute] | type[BuildStation]


class _Priced(NamedTuple):
    """The set of the places that have one price, in how many ways the hand can pay it, and both together."""

    price: Price
    places: int
    ways: int

    @property
    def actions(self) -> int:
        return self.places.bit_count() * self.ways


class Payable(Sequence[Action]):
    """Claims, or stations, that the hand can pay for: the lowest price first, and each place in all its ways.

    Where cards of any kind stand in for others, it lists some of the ways (`payments`), and has them all: an
    action that the rules accept is `in` it.

    Actions are made only on request: a large hand has thousands of them.
    """

    def __init__(
        self, kind: Paid, hand: Counts, ids: Sequence[str] = (), priced: Sequence[_Priced] = ()
    ) -> None:
        """`ids` are those of all routes, or of all cities: the sets of places are sets of these."""
        self._kind = kind
        self._hand = hand
        self._ids = ids
        self._priced = priced
        self._length = sum([places.bit_count() * ways for _, places, ways in priced])

    @property
    def places(self) -> tuple[str, ...]:
        """Ids of the routes, or of the cities, that can be paid for now."""
        return tuple([self._ids[place] for _, places, _ in self._priced for place in members(places)])

    def payments(self, place: str) -> tuple[str, ...]:
        """Ways to pay for a route or a city, the default first; empty if it cannot be paid for now."""
        bit = 1 << self._ids.index(place) if place in self._ids else 0
        prices = (price for price, places, _ in self._priced if places & bit)
        return next((payments(price, self._hand) for price in prices), ())

    def takes(self, place: str, cards: str) -> bool:
        """Whether the hand can pay for a route or a city now with these cards, listed or not."""
        bit = 1 << self._ids.index(place) if place in self._ids else 0
        return holds(self._hand, cards) and any(
            pays(price, cards) for price, places, _ in self._priced if places & bit
        )

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self)[index]
        number, rows = range(self._length)[index], iter(self._priced)
        while number >= (row := next(rows)).actions:
            number -= row.actions
        place, way = divmod(number, row.ways)
        return self._kind(self._ids[members(row.places)[place]], payments(row.price, self._hand)[way])

    def __iter__(self) -> Iterator[Action]:
        for price, places, _ in self._priced:
            ways = payments(price, self._hand)
            yield from (self._kind(self._ids[place], cards) for place in members(places) for cards in ways)

    def __contains__(self, action: object) -> bool:
        match action:
            case ClaimRoute(place, cards) | BuildStation(place, cards) if isinstance(action, self._kind):
                return not cards.strip(CARDS) and self.takes(place, cards)
            case _:
                return False


class Options(Sequence[Action]):
    """Every action that the seat of `view` may choose now, in a fixed order; empty without a decision."""

    __slots__ = ("_by_kind", "_decision", "_view")

    def __init__(self, view: View) -> None:
        self._view = view
        self._decision = view.decision
        self._by_kind: dict[Kind, Sequence[Action]] = {}

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of action that are legal now, without listing the actions."""
        view = self._view
        match self._decision:
            case TakeTurn():
                table, seat, hand = view.table, view.table.seat or 0, view.hand
                kinds = _draw_kinds(table, second=False)
                kinds += [ClaimRoute] if can_claim(table, seat, hand) else []
                kinds += [DrawTickets] if table.ticket_deck else []
                kinds += [BuildStation] if can_build(table, seat, hand) else []
                return tuple(kinds)
            case DrawSecondCard():
                return tuple(_draw_kinds(view.table, second=True))
            case ChooseTickets():
                return (KeepTickets,)
            case SettleTunnel():
                return (PaySurcharge, DeclineTunnel) if self.of(PaySurcharge) else (DeclineTunnel,)
            case None:
                return ()

    def of(self, kind: Kind) -> Sequence[Action]:
        """The actions of one kind, the default first; empty if none is legal now."""
        listed = self._by_kind.get(kind)
        if listed is None:
            listed = _LISTED[kind](self._view) if isinstance(self._decision, ASKED[kind]) else ()
            self._by_kind[kind] = listed
        return listed

    @property
    def claims(self) -> Payable:
        """Routes that can be claimed now, with their payments."""
        listed = self.of(ClaimRoute)
        return listed if isinstance(listed, Payable) else Payable(ClaimRoute, self._view.hand)

    @property
    def stations(self) -> Payable:
        """Cities where a station can be built now, with its payments.

        >>> options(view).stations.payments("paris")
        ('K', 'R', 'L')
        """
        listed = self.of(BuildStation)
        return listed if isinstance(listed, Payable) else Payable(BuildStation, self._view.hand)

    def __iter__(self) -> Iterator[Action]:
        for kind in self.kinds:
            yield from self.of(kind)

    def __len__(self) -> int:
        return sum(len(self.of(kind)) for kind in self.kinds)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self)[index]
        number = range(len(self))[index]
        kinds = iter(map(self.of, self.kinds))
        while number >= len(listed := next(kinds)):
            number -= len(listed)
        return listed[number]

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and action in self.of(type(action))


def options(view: View) -> Options:
    """What the view's seat may do now.

    >>> options(view).of(ClaimRoute)[0]
    ClaimRoute(route='amsterdam--bruxelles', cards='K')
    >>> DrawFaceUp(2, "W") in options(view)
    False
    >>> options(view).claims.payments("athina--brindisi")
    ('KKKL',)
    """
    return Options(view)


ASKED: Mapping[Kind, tuple[type, ...]] = {
    DrawFaceUp: (TakeTurn, DrawSecondCard),
    DrawDeck: (TakeTurn, DrawSecondCard),
    ClaimRoute: (TakeTurn,),
    DrawTickets: (TakeTurn,),
    BuildStation: (TakeTurn,),
    KeepTickets: (ChooseTickets,),
    PaySurcharge: (SettleTunnel,),
    DeclineTunnel: (SettleTunnel,),
}
"""Which decisions each kind of action answers."""


def can_begin(table: Table, seat: int, hand: Counts) -> bool:
    """The Game Turn: whether a seat has any legal action; if not, the turn passes."""
    return bool(
        can_draw(table, second=False)
        or table.ticket_deck
        or can_claim(table, seat, hand)
        or can_build(table, seat, hand)
    )


def _draw_kinds(table: Table, *, second: bool) -> list[Kind]:
    kinds: list[Kind] = []
    if table.row.strip(table.rules.barred(second=second)):  # something is left
        kinds.append(DrawFaceUp)
    if table.deck or table.discards:
        kinds.append(DrawDeck)
    return kinds


def can_draw(table: Table, *, second: bool) -> bool:
    """Drawing Train Cards: whether there is a card to draw, as the first or the second of a turn."""
    return bool(table.deck or table.discards or _draw_kinds(table, second=second))


def open_routes(table: Table, seat: int) -> int:
    """The set of routes that a seat may still claim, at any price.

    Double Routes: one player never owns both sides; with 2 or 3 players the second side closes to everybody.

    >>> bool(open_routes(game.table, 1) & europe.bit["paris--zurich"])
    False
    """
    board, claimed = table.board, table.claimed
    one_side = table.routes[seat] if table.both_sides_open else claimed
    return board.lengths[table.trains[seat]] & ~(claimed | board.other_sides(one_side))


def can_claim(table: Table, seat: int, hand: Counts) -> bool:
    """Whether a seat can claim anything now with these cards."""
    return bool(open_routes(table, seat) & payable_routes(table.fares, hand))


def can_build(table: Table, seat: int, hand: Counts) -> bool:
    """Whether a seat can build a station somewhere now."""
    cost, built = table.station_cost(seat), sum(map(len, table.stations))
    return bool(cost) and can_pay(cost, hand) and built < len(table.board.cities)


def free_cities(table: Table) -> int:
    """The cities without a station, as bits in the board's order."""
    taken = sum(table.board.city_bit[city] for cities in table.stations for city in cities)
    return (1 << len(table.board.cities)) - 1 - taken


def _face_up(view: View) -> Sequence[Action]:
    barred = view.table.rules.barred(second=isinstance(view.decision, DrawSecondCard))
    return [_take(slot, card) for slot, card in enumerate(view.table.row, 1) if card not in barred]


@lru_cache(maxsize=64)
def _take(slot: int, card: str) -> DrawFaceUp:
    return DrawFaceUp(slot, card)


def _deck(view: View) -> Sequence[Action]:
    return (DrawDeck(),) if view.table.deck or view.table.discards else ()


def _tickets(view: View) -> Sequence[Action]:
    return (DrawTickets(),) if view.table.ticket_deck else ()


def _claims(view: View) -> Payable:
    """Claiming Routes: the open routes that the hand can pay for."""
    table, hand = view.table, view.hand
    board = table.board
    routes = open_routes(table, table.seat or 0) & payable_routes(table.fares, hand)
    priced = [
        _Priced(price, places & routes, number_of_payments(price, hand))
        for price, places in table.fares.priced
        if places & routes
    ]
    return Payable(ClaimRoute, hand, board.route_ids, priced)


def _stations(view: View) -> Payable:
    """Building Train Stations: the first costs 1 card, the second 2 of one colour, the third 3."""
    table, hand = view.table, view.hand
    seat = table.seat or 0
    if not can_build(table, seat, hand):
        return Payable(BuildStation, hand)
    price = Price(table.station_cost(seat), GRAY)
    priced = [_Priced(price, free_cities(table), number_of_payments(price, hand))]
    return Payable(BuildStation, hand, table.board.city_ids, priced)


def _keeps(view: View) -> Sequence[Action]:
    choice = view.decision
    if not isinstance(choice, ChooseTickets):
        return ()
    tickets, sizes = sorted(view.offer), range(choice.keep, choice.keep_most + 1)
    return [KeepTickets(kept) for size in sizes for kept in combinations(tickets, size)]


def _surcharges(view: View) -> Sequence[Action]:
    tunnel, decision = view.table.tunnel, view.decision
    if tunnel is None or not isinstance(decision, SettleTunnel):
        return ()
    return tuple(PaySurcharge(cards) for cards in surcharges(tunnel.laid, decision.owed, view.hand))


def _decline(_: View) -> Sequence[Action]:
    return (DeclineTunnel(),)


_LISTED = {
    DrawFaceUp: _face_up,
    DrawDeck: _deck,
    ClaimRoute: _claims,
    DrawTickets: _tickets,
    BuildStation: _stations,
    KeepTickets: _keeps,
    PaySurcharge: _surcharges,
    DeclineTunnel: _decline,
}
