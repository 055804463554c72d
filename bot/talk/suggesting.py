"""Suggestions: what a part of a command may become while it is typed, only such as would be accepted now."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from bot.request import Request
from bot.talk import words
from bot.talk.gazetteer import Gazetteer
from bot.talk.phrases import person
from engine.actions import Action, DrawDeck, DrawFaceUp, KeepTickets, PaySurcharge
from engine.board import Board
from engine.names import folded
from engine.notation import line
from engine.options import Payable, options
from engine.view import View

MOST = 25


class Field(StrEnum):
    """Which part of which command is being typed."""

    GAME = "game"
    VARIANT = "variant"
    BONUS = "bonus"
    STARTER = "starter"
    PLAYER = "player"
    DRAW = "draw"
    ROUTE = "route"
    ROUTE_CARDS = "route-cards"
    CITY = "city"
    CITY_CARDS = "city-cards"
    KEEP = "keep"
    PAY = "pay"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a command as far as it is typed; `place` is the route or city that the command names."""

    field: Field
    typed: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a part may become: as a person reads it, and as it is sent."""

    label: str
    value: str


def suggestions(request: Request, part: Part, boards: Iterable[Board]) -> tuple[Suggestion, ...]:
    """What a part may become, best first, at most 25. `boards` are those that a game can be opened on."""
    if part.field is Field.GAME:
        found: Iterable[Suggestion] = _fitting(part.typed, _titles(boards))
    elif part.field in _OF_LOBBY:
        found = _fitting(part.typed, _OF_LOBBY[part.field](request))
    elif request.view is None:
        found = ()
    else:
        found = _OF_PLAY[part.field](request, request.view, part)
    return tuple(islice(dict.fromkeys(found), MOST))


def _fitting(typed: str, every: Iterable[Suggestion]) -> Iterator[Suggestion]:
    """Those that have what is typed in them."""
    wanted = folded(typed)
    return (one for one in every if wanted in folded(one.label) or wanted in folded(one.value))


def _titles(boards: Iterable[Board]) -> Iterator[Suggestion]:
    """Boards, each with its variants."""
    for board in boards:
        for id, rules in board.variants.items():
            label = board.title if rules.title == board.title else f"{board.title} · {rules.title}"
            yield Suggestion(label, f"{board.id} {id}")


def _variants(request: Request) -> list[Suggestion]:
    variants = request.match.board.variants if request.match else {}
    return [Suggestion(rules.title, id) for id, rules in variants.items()]


def _bonus(request: Request) -> list[Suggestion]:
    sets = request.match.board.bonus_sets if request.match else {}
    return [Suggestion(request.phrases.say("bonus-none"), "none"), *(Suggestion(id, id) for id in sets)]


def _players(request: Request) -> list[Suggestion]:
    """Everybody at the table, by the number of the seat: names may be alike."""
    names = request.match.roster.names if request.match else ()
    return [Suggestion(person(name), str(seat)) for seat, name in enumerate(names, 1)]


def _starters(request: Request) -> list[Suggestion]:
    return [Suggestion(request.phrases.say("starter-lot"), "lot"), *_players(request)]


_OF_LOBBY: Mapping[Field, Callable[[Request], list[Suggestion]]] = {
    Field.VARIANT: _variants,
    Field.BONUS: _bonus,
    Field.STARTER: _starters,
    Field.PLAYER: _players,
}


def _draws(request: Request, view: View, part: Part) -> Iterator[Suggestion]:
    return _actions(request, view, part, DrawFaceUp, DrawDeck)


def _keeps(request: Request, view: View, part: Part) -> Iterator[Suggestion]:
    return _actions(request, view, part, KeepTickets)


def _pays(request: Request, view: View, part: Part) -> Iterator[Suggestion]:
    return _actions(request, view, part, PaySurcharge)


def _actions(request: Request, view: View, part: Part, *kinds: type[Action]) -> Iterator[Suggestion]:
    """Actions of these kinds, as the line has them behind the verb."""
    open_now = options(view)
    every = (
        Suggestion(words.action(action, view.table, request.phrases), line(action).partition(" ")[2])
        for kind in kinds
        for action in open_now.of(kind)
    )
    return _fitting(part.typed, every)


def _routes(request: Request, view: View, part: Part) -> Iterator[Suggestion]:
    """Routes that can be paid for now, by any name of a city."""
    board, payable = view.table.board, set(options(view).claims.places)
    meant = {route.id for route in Gazetteer(board).routes_so_far(part.typed)}
    every = sorted(
        (Suggestion(words.place(board, id, request.phrases), id) for id in payable),
        key=lambda one: one.label,
    )
    wanted = folded(part.typed)
    for one in every:
        if not wanted or one.value in meant or wanted in folded(one.label):
            yield Suggestion(f"{one.label} · {board.route[one.value].length}", one.value)


def _cities(request: Request, view: View, part: Part) -> Iterator[Suggestion]:
    """Cities where a station can be built now, by any of their names."""
    return _named_cities(request, view, part, options(view).stations.places)


def _places(request: Request, view: View, part: Part) -> Iterator[Suggestion]:
    board = view.table.board
    return _named_cities(request, view, part, tuple(city.id for city in board.cities))


def _named_cities(request: Request, view: View, part: Part, open_now: Iterable[str]) -> Iterator[Suggestion]:
    board = view.table.board
    meant = {city.id for city in Gazetteer(board).cities(part.typed)} if part.typed.strip() else None
    every = (Suggestion(words.place(board, id, request.phrases), id) for id in open_now)
    wanted = folded(part.typed)
    for one in sorted(every, key=lambda one: one.label):
        if meant is None or one.value in meant or wanted in folded(one.label):
            yield one


def _route_cards(request: Request, view: View, part: Part) -> Iterator[Suggestion]:
    routes = Gazetteer(view.table.board).routes(part.place)
    return _payments(request, part, options(view).claims, [route.id for route in routes])


def _city_cards(request: Request, view: View, part: Part) -> Iterator[Suggestion]:
    cities = Gazetteer(view.table.board).cities(part.place)
    return _payments(request, part, options(view).stations, [city.id for city in cities])


def _payments(request: Request, part: Part, payable: Payable, places: list[str]) -> Iterator[Suggestion]:
    """The ways to pay for the place that is named, the default first."""
    ways = (cards for place in places for cards in payable.payments(place))
    return _fitting(part.typed, (Suggestion(words.cards(cards, request.phrases), cards) for cards in ways))


_OF_PLAY: Mapping[Field, Callable[[Request, View, Part], Iterator[Suggestion]]] = {
    Field.DRAW: _draws,
    Field.ROUTE: _routes,
    Field.ROUTE_CARDS: _route_cards,
    Field.CITY: _cities,
    Field.CITY_CARDS: _city_cards,
    Field.KEEP: _keeps,
    Field.PAY: _pays,
    Field.PLACE: _places,
}
