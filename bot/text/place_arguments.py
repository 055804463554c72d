"""Routes and cities among the arguments of a command, with the cards that pay for them."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from bot.matches.outcomes import CommandRefused
from bot.model.command_spec import CommandCall
from bot.model.commands import Command, Play, Query, Show
from bot.text.i18n import Phrases
from bot.text.labels import city, listed
from bot.text.place_search import cities_meant, is_word_of_name, pair_meant, routes_meant
from bot.text.request import Request
from bot.text.route_choices import listed_routes
from bot.text.truncate import shortened
from engine.actions import BuildStation, ClaimRoute
from engine.board import Board, City, Route
from engine.cards import CARDS, in_order
from engine.options import options
from engine.view import View

LONGEST_PLACE_ECHO = 60
"""Letters of a place as it was typed that a refusal repeats."""

MOST_PLACES = 4
"""Cities or routes that are described at once, where a text fits several."""

_CARDS_AT_END = re.compile(rf"(?P<rest>.*?)\s*\b(?P<cards>[{CARDS}]{{1,12}})", re.IGNORECASE | re.DOTALL)

Place = TypeVar("Place", City, Route)


def claim(request: Request, call: CommandCall) -> Command:
    """The claim of a route. A city alone means its routes. Raises CommandRefused."""
    view, named = request.own_view, _joined(call, "route")
    if not named:
        return Show(Query.CLAIMS)
    board = view.table.board
    routes, cards = _found(board, routes_meant, call, "route")
    if routes and len(cards) == 1 and routes[0].length > 1:  # a card that names a side
        routes, cards = routes_meant(board, named) or routes, ""
    if not routes:
        return _claim_at(request, call)
    return _claim_of(view, _payable(view, routes, cards) or routes, cards)


def _claim_at(request: Request, call: CommandCall) -> Command:
    """The routes of a city that can be paid for; if there are none, how all of them stand."""
    view, board = request.own_view, request.own_view.table.board
    cities, cards = _found(board, cities_meant, call, "route")
    if not cities:
        raise _no_route(board, call, request)
    ids = [city.id for city in cities]
    around = tuple(route for route in board.routes if route.a in ids or route.b in ids)
    payable = _payable(view, around, cards)
    if payable and cards:
        return _which_route(payable, cards)
    return Show(Query.CLAIMS if payable else Query.TEXT, tuple(ids[:MOST_PLACES]))


def _no_route(board: Board, call: CommandCall, request: Request) -> CommandRefused:
    """The error that nothing has this name, or that no route joins the two cities."""
    texts = (text for text, _ in _readings(board, call, "route"))
    return no_such_route(board, _joined(call, "route"), texts, request.phrases)


def no_such_route(board: Board, words: str, readings: Iterable[str], phrases: Phrases) -> CommandRefused:
    """The error that no route is meant by these words; where they name two cities, from where routes go."""
    ends = next(filter(None, (pair_meant(board, text) for text in readings)), None)
    if ends is None:
        return CommandRefused("no-such-place", kind="route", words=shortened(words, LONGEST_PLACE_ECHO))
    a, b = (city(board, end.id, phrases.language) for end in ends)
    from_a, from_b = (listed(_neighbours(board, end.id, phrases.language), phrases) for end in ends)
    return CommandRefused("no-route-between", a=a, b=b, from_a=from_a, from_b=from_b)


def _neighbours(board: Board, id: str, language: str) -> list[str]:
    """The cities at the other ends of a city's routes."""
    ends = {route.b if route.a == id else route.a for route in board.routes if id in (route.a, route.b)}
    return sorted(city(board, end, language) for end in ends)


def _claim_of(view: View, routes: Sequence[Route], cards: str) -> Command:
    """The claim, with the only payment; where there are several, a question."""
    alike = listed_routes(routes)
    routes = [route for route in routes if route.id in alike]
    if len(routes) > 1:
        return _which_route(routes, cards)
    route = routes[0].id
    ways = options(view).claims.payments(route)
    if cards or len(ways) == 1:
        return Play(ClaimRoute(route, cards or ways[0]))
    if ways:
        return Show(Query.CLAIMS, (route,))
    return Play(ClaimRoute(route, ""))


def _which_route(routes: Sequence[Route], cards: str) -> Command:
    return Show(Query.WHICH_ROUTE, tuple(f"claim {route.id} {cards}".strip() for route in routes))


def _payable(view: View, routes: tuple[Route, ...], cards: str) -> tuple[Route, ...]:
    """Those of several routes that can be claimed now, with these cards if there are any."""
    ways = {route: options(view).claims.payments(route.id) for route in routes}
    return tuple(route for route in routes if (cards in ways[route] if cards else ways[route]))


def station(request: Request, call: CommandCall) -> Command:
    """A station in a city. Raises CommandRefused."""
    view, named = request.own_view, _joined(call, "city")
    if not named:
        return Show(Query.STATIONS)
    cities, cards = _found(view.table.board, cities_meant, call, "city")
    if not cities:
        raise CommandRefused("no-such-place", kind="city", words=shortened(named, LONGEST_PLACE_ECHO))
    if len(cities) > 1:
        return Show(Query.WHICH_CITY, tuple(f"station {city.id} {cards}".strip() for city in cities))
    ways = options(view).stations.payments(cities[0].id)
    if cards or len(ways) <= 1:
        return Play(BuildStation(cities[0].id, cards or "".join(ways)))
    return Show(Query.WHICH_PAYMENT, tuple(f"station {cities[0].id} {way}" for way in ways))


def _joined(call: CommandCall, place: str) -> str:
    return f"{call.text(place)} {call.text('cards')}".strip()


def _found(
    board: Board, find: Callable[[Board, str], tuple[Place, ...]], call: CommandCall, name: str
) -> tuple[tuple[Place, ...], str]:
    """The places that the argument `name` fits, and the cards of their own argument or at its end."""
    for text, cards in _readings(board, call, name):
        if places := find(board, text):
            return places, cards
    return (), ""


def _readings(board: Board, call: CommandCall, name: str) -> Iterator[tuple[str, str]]:
    """The ways to read an argument: the name of a place, and the cards that pay for it."""
    text, cards = call.text(name), call.text("cards")
    if cards:
        rest, letters = without_cards("".join(cards.split()))
        if letters and not rest:
            yield text, letters
        return
    start, cards = without_cards(text)
    if cards and not is_word_of_name(board, text.split()[-1]):
        yield start, cards
    yield text, ""


def without_cards(text: str) -> tuple[str, str]:
    """A text, and the cards at its end."""
    found = _CARDS_AT_END.fullmatch(text)
    return (found["rest"], in_order(found["cards"].upper())) if found else (text, "")
