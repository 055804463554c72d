"""Routes and cities as people name them, with the cards that pay for them.

Nothing is guessed: where a name fits several routes, or several payments are possible, the result says so.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from bot.requests.request import Request
from bot.text.place_choices import listed_routes
from bot.text.place_search import (
    cities_meant,
    is_word_of_name,
    no_such_route,
    routes_meant,
    without_cards,
)
from engine.actions import ClaimRoute
from engine.board import Board, City, Route
from engine.options import options
from engine.view import View

MOST_PLACES = 4
"""Cities or routes that are described at once, where a text fits several."""

PlaceFound = TypeVar("PlaceFound", City, Route)


@dataclass(frozen=True, slots=True)
class Named:
    """A place as a person named it, and the cards of their own argument, or at the end of the name."""

    place: str
    cards: str

    @property
    def words(self) -> str:
        """All of it."""
        return f"{self.place} {self.cards}".strip()

    def readings(self, board: Board) -> Iterator[tuple[str, str]]:
        """The ways to read it: the name of a place, and the cards that pay for it."""
        if self.cards:
            rest, letters = without_cards("".join(self.cards.split()))
            if letters and not rest:
                yield self.place, letters
            return
        start, cards = without_cards(self.place)
        if cards and not is_word_of_name(board, self.place.split()[-1]):
            yield start, cards
        yield self.place, ""


@dataclass(frozen=True, slots=True)
class WhichRoute:
    """Several routes are meant; the lines are the claims to choose from, as they would be typed."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WaysToPay:
    """One route is meant, which can be paid for in several ways."""

    route: str


@dataclass(frozen=True, slots=True)
class AroundCities:
    """Only cities are named: all their routes are meant."""

    cities: tuple[str, ...]
    payable: bool
    """Whether one of the routes can be claimed now."""


def claim_meant(
    request: Request, view: View, named: Named
) -> ClaimRoute | WhichRoute | WaysToPay | AroundCities:
    """What is meant by the route of a claim. Raises CommandRefused where nothing has this name."""
    board = view.table.board
    routes, cards = _found(board, routes_meant, named)
    if routes and len(cards) == 1 and routes[0].length > 1:  # a card that names a side
        routes, cards = routes_meant(board, named.words) or routes, ""
    if routes:
        return _claim_of(view, _payable(view, routes, cards) or routes, cards)
    cities, cards = cities_named(board, named)
    if not cities:
        readings = (text for text, _ in named.readings(board))
        raise no_such_route(board, named.words, readings, request.phrases)
    ids = tuple(city.id for city in cities)
    around = tuple(route for route in board.routes if route.a in ids or route.b in ids)
    payable = _payable(view, around, cards)
    if payable and cards:
        return _which_route(payable, cards)
    return AroundCities(ids[:MOST_PLACES], bool(payable))


def cities_named(board: Board, named: Named) -> tuple[tuple[City, ...], str]:
    """The cities that a name fits, and the cards after it."""
    return _found(board, cities_meant, named)


def _claim_of(view: View, routes: Sequence[Route], cards: str) -> ClaimRoute | WhichRoute | WaysToPay:
    """The claim, with the only payment; where there are several, what has to be asked."""
    alike = listed_routes(routes)
    routes = [route for route in routes if route.id in alike]
    if len(routes) > 1:
        return _which_route(routes, cards)
    route = routes[0].id
    ways = options(view).claims.payments(route)
    if cards or len(ways) == 1:
        return ClaimRoute(route, cards or ways[0])
    return WaysToPay(route) if ways else ClaimRoute(route, "")


def _which_route(routes: Sequence[Route], cards: str) -> WhichRoute:
    return WhichRoute(tuple(f"claim {route.id} {cards}".strip() for route in routes))


def _payable(view: View, routes: tuple[Route, ...], cards: str) -> tuple[Route, ...]:
    """Those of several routes that can be claimed now, with these cards if there are any."""
    ways = {route: options(view).claims.payments(route.id) for route in routes}
    return tuple(route for route in routes if (cards in ways[route] if cards else ways[route]))


def _found(
    board: Board, find: Callable[[Board, str], tuple[PlaceFound, ...]], named: Named
) -> tuple[tuple[PlaceFound, ...], str]:
    """The places that a name fits, and the cards of their own argument or at its end."""
    for text, cards in named.readings(board):
        if places := find(board, text):
            return places, cards
    return (), ""
