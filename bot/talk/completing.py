"""Completion: whole lines that go on from what is typed, only such as would be accepted now."""

from collections.abc import Iterable, Iterator

from bot.matches.roster import COLORS
from bot.request import Request
from bot.talk.gazetteer import Gazetteer
from bot.talk.phrases import LANGUAGES
from bot.talk.reading import command_words
from bot.talk.words import place as place_name
from engine.actions import (
    BuildStation,
    ClaimRoute,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.board import Board
from engine.computers import COMPUTERS
from engine.names import folded
from engine.notation import line
from engine.options import Payable, options
from engine.view import View

_MOST = 25


def completions(request: Request, text: str, boards: Iterable[Board]) -> tuple[str, ...]:
    """Lines that begin as the text does, or name what it names, best first; at most 25.

    `boards` are those that a game can be opened on.
    """
    words = text.lstrip().removeprefix("/")
    verb, space, rest = words.partition(" ")
    if not space:
        return tuple(f"/{word}" for word in command_words(verb.lower()))[:_MOST]
    found = []
    for candidate in _lines(request, verb.lower(), rest, boards):
        if candidate not in found:
            found.append(candidate)
        if len(found) == _MOST:
            break
    return tuple(found)


def _lines(request: Request, verb: str, rest: str, boards: Iterable[Board]) -> Iterator[str]:
    view = request.view
    if verb in _WORDS:
        yield from _starting(verb, _WORDS[verb], rest)
    elif verb == "new":
        yield from _starting(verb, _titles(boards), rest)
    elif verb in ("skip", "replace", "starter"):
        names = request.match.roster.names if request.match else ()
        yield from _starting(verb, names, rest)
    elif verb == "variant" and request.match:
        yield from _starting(verb, request.match.board.variants, rest)
    elif verb == "text" and view is not None:
        yield from _starting(verb, ["open", *_city_names(view.table.board, request)], rest)
    elif view is not None and view.seat is not None:
        yield from _playing(request, view, verb, rest)


_WORDS = {
    "join": COLORS,
    "computer": (*COMPUTERS, "remove"),
    "language": (*LANGUAGES, *(f"{code} here" for code in LANGUAGES)),
}


def _starting(verb: str, candidates: Iterable[str], rest: str) -> Iterator[str]:
    wanted = rest.strip().casefold()
    return (f"/{verb} {word}" for word in candidates if word.casefold().startswith(wanted))


def _titles(boards: Iterable[Board]) -> list[str]:
    """Boards, each with its variants."""
    return [f"{board.id} {variant}" for board in boards for variant in board.variants]


def _city_names(board: Board, request: Request) -> list[str]:
    return sorted(place_name(board, city.id, request.phrases) for city in board.cities)


def _playing(request: Request, view: View, verb: str, rest: str) -> Iterator[str]:
    open_now = options(view)
    match verb:
        case "draw":
            kinds = DrawFaceUp, DrawDeck, DrawTickets
            lines = [line(action) for kind in kinds for action in open_now.of(kind)]
            yield from (f"/{text}" for text in lines if text.startswith(f"draw {rest}"))
        case "keep":
            lines = [line(action) for action in open_now.of(KeepTickets)]
            yield from (f"/{text}" for text in lines if text.startswith(f"keep {rest}"))
        case "pay":
            yield from (f"/{line(action)}" for action in open_now.of(PaySurcharge))
        case "claim":
            yield from _places(request, view, open_now.claims, ClaimRoute, rest)
        case "station":
            yield from _places(request, view, open_now.stations, BuildStation, rest)
        case _:
            return


def _places(
    request: Request, view: View, payable: Payable, kind: type[ClaimRoute] | type[BuildStation], rest: str
) -> Iterator[str]:
    """Places by their names in the person's language, each with its ways to pay."""
    board = view.table.board
    gazetteer = Gazetteer(board)
    found = gazetteer.routes_so_far(rest) if kind is ClaimRoute else gazetteer.cities(rest)
    meant = [place.id for place in found]
    for place in payable.places:
        name = place_name(board, place, request.phrases)
        if not rest.strip() or place in meant or folded(rest) in folded(name):
            for cards in payable.payments(place):
                yield f"/{line(kind(place, cards))}"
