"""What a seat may do: the one source of buttons, completions, computers' choices and validation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import overload

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
from engine.board import GRAY
from engine.cards import COLORS, EMPTY_SLOT, LOCOMOTIVE, Counts
from engine.game import ChooseTickets, DrawSecondCard, SettleTunnel, Table, TakeTurn
from engine.payments import route_payments, station_payments, surcharges
from engine.view import View

Kind = type[Action]


@dataclass(frozen=True, slots=True)
class Payable(Sequence[Action]):
    """Actions that cost cards: each place (a route or a city) with its payments, made when asked for."""

    kind: type[ClaimRoute] | type[BuildStation]
    places: tuple[str, ...]
    payments: tuple[tuple[str, ...], ...]
    """For each place, the default first."""

    def __len__(self) -> int:
        return sum(map(len, self.payments))

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        if isinstance(index, slice):
            return tuple(self)[index]
        left = index
        for place, payments in zip(self.places, self.payments, strict=True):
            if left < len(payments):
                return self.kind(place, payments[left])
            left -= len(payments)
        raise IndexError(index)

    def __iter__(self) -> Iterator[Action]:
        for place, payments in zip(self.places, self.payments, strict=True):
            for cards in payments:
                yield self.kind(place, cards)


class Options(Sequence[Action]):
    """Every action that `view`'s seat may choose now, in a fixed order; none where nothing is asked of it."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._by_kind: dict[Kind, Sequence[Action]] = {}

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of action open, without listing the actions."""
        view = self._view
        match view.decision:
            case TakeTurn():
                return turn_kinds(view.table, view.table.seat or 0, view.hand)
            case DrawSecondCard():
                return _draw_kinds(view.table, second=True)
            case ChooseTickets():
                return (KeepTickets,)
            case SettleTunnel():
                return (PaySurcharge, DeclineTunnel) if self.of(PaySurcharge) else (DeclineTunnel,)
            case None:
                return ()

    def of(self, kind: Kind) -> Sequence[Action]:
        """The actions of one kind that is open, the default first; empty where it is not."""
        if kind not in self._by_kind:
            self._by_kind[kind] = _LISTED[kind](self._view) if _asked(self._view, kind) else ()
        return self._by_kind[kind]

    @property
    def claims(self) -> Payable:
        """Routes that can be claimed now, with their payments."""
        return _claims(self._view) if _asked(self._view, ClaimRoute) else Payable(ClaimRoute, (), ())

    @property
    def stations(self) -> Payable:
        """Cities where a station can be built now, with its payments."""
        return _stations(self._view) if _asked(self._view, BuildStation) else Payable(BuildStation, (), ())

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
        return tuple(self)[index]

    def __contains__(self, action: object) -> bool:
        return any(action == option for option in self.of(type(action))) if type(action) in _LISTED else False


def options(view: View) -> Options:
    """What the view's seat may do now."""
    return Options(view)


_ASKED: dict[Kind, tuple[type, ...]] = {
    DrawFaceUp: (TakeTurn, DrawSecondCard),
    DrawDeck: (TakeTurn, DrawSecondCard),
    ClaimRoute: (TakeTurn,),
    DrawTickets: (TakeTurn,),
    BuildStation: (TakeTurn,),
    KeepTickets: (ChooseTickets,),
    PaySurcharge: (SettleTunnel,),
    DeclineTunnel: (SettleTunnel,),
}


def answers(kind: Kind, decision: object) -> bool:
    """Whether actions of a kind answer a decision at all."""
    return isinstance(decision, _ASKED[kind])


def _asked(view: View, kind: Kind) -> bool:
    return answers(kind, view.decision)


def turn_kinds(table: Table, seat: int, hand: Counts) -> tuple[Kind, ...]:
    """The kinds of action with which a seat could begin a turn; with none, the turn passes by itself."""
    kinds = list(_draw_kinds(table, second=False))
    if claimable(table, seat, hand):
        kinds.append(ClaimRoute)
    if table.ticket_deck:
        kinds.append(DrawTickets)
    if can_build(table, seat, hand):
        kinds.append(BuildStation)
    return tuple(kinds)


def _draw_kinds(table: Table, *, second: bool) -> tuple[Kind, ...]:
    kinds: list[Kind] = []
    if drawable_slots(table, second=second):
        kinds.append(DrawFaceUp)
    if table.deck or table.discards:
        kinds.append(DrawDeck)
    return tuple(kinds)


def can_draw(table: Table, *, second: bool) -> bool:
    """Whether any card may be drawn, face-up or blind."""
    return bool(table.deck or table.discards or drawable_slots(table, second=second))


def drawable_slots(table: Table, *, second: bool) -> list[int]:
    """Slots (1 for the first) whose card may be taken; a locomotive never as the second card."""
    barred = (EMPTY_SLOT, LOCOMOTIVE) if second else (EMPTY_SLOT,)
    return [slot for slot, card in enumerate(table.row, 1) if card not in barred]


def open_routes(table: Table, seat: int) -> int:
    """The set of routes that a seat may still claim, whatever they cost.

    Double Routes: one player never owns both sides; with 2 or 3 players the second side closes to everybody.
    """
    board = table.board
    shut = table.claimed | table.closed
    for route in board.routes_in(table.routes[seat] & board.doubles):
        shut |= board.twins[route.id]
    longest = len(board.lengths) - 1
    return board.lengths[min(table.trains[seat], longest)] & ~shut


def claimable(table: Table, seat: int, hand: Counts) -> int:
    """The set of routes that a seat can claim now with these cards."""
    longest = len(table.board.lengths) - 1
    *held, locomotives = hand
    payable = 0
    for color, number in zip(COLORS, held, strict=True):
        payable |= table.board.payable[color][min(number, longest)][min(locomotives, longest)]
    return payable & open_routes(table, seat) if payable else 0


def can_build(table: Table, seat: int, hand: Counts) -> bool:
    """Whether a seat can build a station somewhere now."""
    built = len(table.stations[seat])
    return bool(station_payments(table.rules, built, hand)) and bool(free_cities(table))


def free_cities(table: Table) -> tuple[str, ...]:
    """Ids of the cities without a station."""
    taken = {city for cities in table.stations for city in cities}
    return tuple(city.id for city in table.board.cities if city.id not in taken)


def _face_up(view: View) -> Sequence[Action]:
    row = view.table.row
    second = isinstance(view.decision, DrawSecondCard)
    return tuple(DrawFaceUp(slot, row[slot - 1]) for slot in drawable_slots(view.table, second=second))


def _deck(view: View) -> Sequence[Action]:
    return (DrawDeck(),) if view.table.deck or view.table.discards else ()


def _tickets(view: View) -> Sequence[Action]:
    return (DrawTickets(),) if view.table.ticket_deck else ()


def _claims(view: View) -> Payable:
    table, seat, hand = view.table, view.table.seat or 0, view.hand
    routes = table.board.routes_in(claimable(table, seat, hand))
    return Payable(
        ClaimRoute,
        tuple(route.id for route in routes),
        tuple(route_payments(route, hand) for route in routes),
    )


def _stations(view: View) -> Payable:
    built = len(view.table.stations[view.table.seat or 0])
    payments = station_payments(view.table.rules, built, view.hand)
    cities = free_cities(view.table) if payments else ()
    return Payable(BuildStation, cities, (payments,) * len(cities))


def _keeps(view: View) -> Sequence[Action]:
    choice = view.decision
    return _subsets(view.offer, choice.keep, choice.keep_most) if isinstance(choice, ChooseTickets) else ()


@lru_cache(maxsize=256)
def _subsets(offer: tuple[int, ...], least: int, most: int) -> tuple[Action, ...]:
    return tuple(
        KeepTickets(kept) for size in range(least, most + 1) for kept in combinations(sorted(offer), size)
    )


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
