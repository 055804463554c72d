"""From typed text to a command: `parse` tells its arguments apart, `build` makes the command's value.

`build` never guesses. Where an argument fits several routes, cities or payments, it returns a Question.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import TypeVar

from bot.matches.outcomes import CommandRefused
from bot.model.command_spec import Argument, ArgumentKind, CommandCall, Trait, Value, whole_number
from bot.model.commands import (
    SPECS,
    VIEWS,
    ChangeSettings,
    ChangeSetup,
    Command,
    LetComputerPlay,
    Play,
    Preview,
    Query,
    SetLanguage,
    Show,
)
from bot.model.identity import Ping
from bot.text import labels
from bot.text.i18n import LANGUAGES, person
from bot.text.place_search import PlaceSearch, place_search
from bot.text.request import Request
from bot.text.route_choices import listed
from bot.text.truncate import shortened
from engine.actions import (
    BuildStation,
    ClaimRoute,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.board import City, Route
from engine.cards import CARDS, COLOR_NAMES, LOCOMOTIVE, in_order
from engine.game import SettleTunnel
from engine.notation import read_line
from engine.options import options
from engine.payments import surcharges
from engine.refusals import BadInput
from engine.view import View

_CARDS_AT_END = re.compile(rf"(?P<rest>.*?)\s*\b(?P<cards>[{CARDS}]{{1,12}})", re.IGNORECASE | re.DOTALL)
_MOST_PLACES = 4
"""Cities or routes that are described at once, where a text fits several."""
_LONGEST_ECHO = 40
_LONGEST_PLACE_ECHO = 60
"""Letters of a typed text that a refusal repeats."""

_NAMED = re.compile(r"(?:(.*) )?\w+: ?(.*)")
"""Free text with its name, after other arguments."""


@dataclass(frozen=True, slots=True)
class Question:
    """Several things fit what was typed. `lines` are the commands to choose from, as they would be typed."""

    key: str
    lines: tuple[str, ...]


# ---- typed text


def parse(text: str) -> CommandCall:
    """Tell word and arguments of a typed command apart, with or without a slash. Raises CommandRefused."""
    typed = " ".join(text.strip().removeprefix("/").split())
    word, _, rest = typed.partition(" ")
    spec = SPECS.get(word.lower())
    if spec is None:
        raise CommandRefused("no-such-command", word=shortened(word, _LONGEST_ECHO))
    split = _by_name if spec.has(Trait.BY_NAME) else _in_order
    return CommandCall(spec.word, split(spec.arguments, rest))


def _in_order(arguments: Sequence[Argument], rest: str) -> Mapping[str, Value]:
    """The values of arguments that follow each other, as far as they are given.

    Free text at the end can have a name, in any language: `black word:zug`.
    """
    given: dict[str, Value] = {}
    named = _NAMED.fullmatch(rest) if arguments and arguments[-1].kind is ArgumentKind.TEXT else None
    if named:
        rest, given[arguments[-1].name] = named[1] or "", named[2]
        arguments = arguments[:-1]
    for argument in arguments:
        value, rest = rest, ""
        if argument.one_word:
            value, _, rest = value.partition(" ")
        if value and argument.kind is ArgumentKind.FLAG and argument.words:
            given[argument.name] = value.lower() in argument.words
        elif value:
            given[argument.name] = value
    return given


def _by_name(_: Sequence[Argument], rest: str) -> Mapping[str, Value]:
    """Each value follows the name of its argument: `language ru ping dm confirm off`."""
    words = rest.lower().split()
    return dict(zip_longest(words[::2], words[1::2], fillvalue=""))


# ---- building commands


def build(request: Request, call: CommandCall) -> Command | Question:
    """The command of a call. Raises CommandRefused where its arguments mean nothing in this match."""
    spec = SPECS[call.word]
    return spec.make(call) if spec.make else BUILDERS[call.word](request, call)


def _options(request: Request, call: CommandCall) -> Command:
    """Everything that is given at once; without arguments, what can be chosen."""
    language = _known_language(call) if call.lower("language") else None
    setup = ChangeSetup(
        variant=call.lower("variant") or None,
        bonus=call.names("bonus") if call.lower("bonus") else None,
        starter=_starting_seat(request, call) if call.lower("starter") else None,
    )
    if setup != ChangeSetup():
        return replace(setup, language=language)
    return SetLanguage(language, chat=True) if language else Show(Query.OPTIONS)


def _starter(request: Request, call: CommandCall) -> Command:
    return ChangeSetup(starter=_starting_seat(request, call))


def _starting_seat(request: Request, call: CommandCall) -> int:
    """The seat that begins; -1 where it is drawn by lot."""
    lot = call.lower("starter") in ("", "lot", "random")
    return -1 if lot else _seat(request, call.text("starter"))


def _language(_: Request, call: CommandCall) -> Command:
    return SetLanguage(_known_language(call), chat=call.flag("here"))


def _known_language(call: CommandCall) -> str:
    code = call.lower("language")
    if code not in LANGUAGES:
        raise CommandRefused("no-such-language", word=code or "-", languages=", ".join(LANGUAGES))
    return code


def _settings(_: Request, call: CommandCall) -> Command:
    given = {name: call.lower(name) for name in call.given}
    if not set(given) <= {one.name for one in SPECS[call.word].arguments} or "" in given.values():
        word = " ".join(chain(*given.items())).strip()
        raise CommandRefused("no-such-setting", word=shortened(word, _LONGEST_ECHO))
    language = _known_language(call) if "language" in given else None
    ping, confirm = given.get("ping", ""), given.get("confirm", "")
    if ping not in ("", *Ping):
        raise CommandRefused("no-such-setting", word=shortened(f"ping {ping}", _LONGEST_ECHO))
    if confirm not in _SWITCH:
        raise CommandRefused("no-such-setting", word=shortened(f"confirm {confirm}", _LONGEST_ECHO))
    return ChangeSettings(language, Ping(ping) if ping else None, _SWITCH[confirm])


_SWITCH = {"": None, "on": True, "true": True, "off": False, "false": False}


def _seat(request: Request, name: str) -> int:
    """The seat of a player, by their name, its beginning, or the number of the seat (1 for the first)."""
    names = request.shown_match.roster.names
    fits = [seat for seat, known in enumerate(names) if known.casefold().startswith(name.casefold())]
    exact = [seat for seat, known in enumerate(names) if known.casefold() == name.casefold()]
    number = whole_number(name)
    if number and number <= len(names):
        fits = [number - 1]
    if len(exact or fits) != 1:
        known_names = ", ".join(map(person, names)) or "-"
        raise CommandRefused("no-such-player", word=shortened(name, _LONGEST_ECHO), names=known_names)
    return (exact or fits)[0]


def _seat_or_none(request: Request, call: CommandCall) -> int | None:
    name = call.text("player")
    return _seat(request, name) if name else None


def _own_view(request: Request) -> View:
    view = request.shown_view
    if view.seat is None:
        raise CommandRefused("not-at-table")
    return view


def _draw(request: Request, call: CommandCall) -> Command:
    """A slot, a color, "deck", or "tickets"; without an argument, what there is to draw."""
    view, word = _own_view(request), call.lower("card")
    if not word:
        return Show(Query.HAND)
    if word in ("deck", "blind", "card"):
        return Play(DrawDeck())
    if word.startswith("ticket"):
        return Play(DrawTickets())
    row = view.table.row
    if len(word) == 2 and word[0].isdecimal() and word[1].upper() in CARDS:
        return Play(DrawFaceUp(int(word[0]), word[1].upper()))
    slot = whole_number(word)
    if slot and slot <= len(row):
        return Play(DrawFaceUp(slot, row[slot - 1]))
    card = _card(word)
    if card is None or card not in row:
        slots = labels.row(row, request.phrases)
        raise CommandRefused("no-such-card", word=shortened(word, _LONGEST_ECHO), row=slots)
    return Play(DrawFaceUp(row.index(card) + 1, card))


def _card(word: str) -> str | None:
    """A card by its letter or its name."""
    if len(word) == 1:
        return word.upper() if word.upper() in CARDS else None
    return {**COLOR_NAMES, "locomotive": LOCOMOTIVE, "loco": LOCOMOTIVE}.get(word)


def _claim(request: Request, call: CommandCall) -> Command | Question:
    view, named = _own_view(request), _joined(call, "route")
    if not named:
        return Show(Query.CLAIMS)
    search = place_search(view.table.board)
    routes, cards = _found(search, search.routes, call, "route")
    if routes and len(cards) == 1 and routes[0].length > 1:  # a card that names a side
        routes, cards = search.routes(named) or routes, ""
    if not routes and (cities := search.cities(named)):
        return Show(Query.CLAIMS, tuple(city.id for city in cities[:_MOST_PLACES]))
    if not routes:
        raise CommandRefused("no-such-place", kind="route", words=shortened(named, _LONGEST_PLACE_ECHO))
    payable = _payable(view, routes, cards) or routes
    alike = listed(view.table.board, tuple(route.id for route in payable))
    routes = tuple(route for route in payable if route.id in alike)
    if len(routes) > 1:
        return Question("which-route", tuple(f"claim {route.id} {cards}".strip() for route in routes))
    return _claim_of(view, routes[0].id, cards)


def _joined(call: CommandCall, place: str) -> str:
    return f"{call.text(place)} {call.text('cards')}".strip()


def _payable(view: View, routes: tuple[Route, ...], cards: str) -> tuple[Route, ...]:
    """Those of several routes that can be claimed now, with these cards if there are any."""
    ways = {route: options(view).claims.payments(route.id) for route in routes}
    return tuple(route for route in routes if (cards in ways[route] if cards else ways[route]))


Place = TypeVar("Place", City, Route)


def _found(
    search: PlaceSearch, find: Callable[[str], tuple[Place, ...]], call: CommandCall, name: str
) -> tuple[tuple[Place, ...], str]:
    """The places that the argument `name` fits, and the cards of their own argument or at its end."""
    text, cards = call.text(name), call.text("cards")
    if cards:
        rest, letters = _without_cards("".join(cards.split()))
        return (find(text), letters) if letters and not rest else ((), "")
    start, cards = _without_cards(text)
    if cards and not search.is_word_of_name(text.split()[-1]) and (places := find(start)):
        return places, cards
    return find(text), ""


def _without_cards(text: str) -> tuple[str, str]:
    """A text, and the cards at its end."""
    found = _CARDS_AT_END.fullmatch(text)
    return (found["rest"], in_order(found["cards"].upper())) if found else (text, "")


def _claim_of(view: View, route: str, cards: str) -> Command | Question:
    """The claim, with the only payment; where there are several, a question."""
    ways = options(view).claims.payments(route)
    if cards or len(ways) == 1:
        return Play(ClaimRoute(route, cards or ways[0]))
    if ways:
        return Question("which-payment", tuple(f"claim {route} {way}" for way in ways))
    return Play(ClaimRoute(route, ""))


def _station(request: Request, call: CommandCall) -> Command | Question:
    view, named = _own_view(request), _joined(call, "city")
    if not named:
        return Show(Query.STATIONS)
    search = place_search(view.table.board)
    cities, cards = _found(search, search.cities, call, "city")
    if not cities:
        raise CommandRefused("no-such-place", kind="city", words=shortened(named, _LONGEST_PLACE_ECHO))
    if len(cities) > 1:
        return Question("which-city", tuple(f"station {city.id} {cards}".strip() for city in cities))
    ways = options(view).stations.payments(cities[0].id)
    if cards or len(ways) <= 1:
        return Play(BuildStation(cities[0].id, cards or "".join(ways)))
    return Question("which-payment", tuple(f"station {cities[0].id} {way}" for way in ways))


def _keep(request: Request, call: CommandCall) -> Command:
    """Tickets by their numbers, or by their places in the offer; "all" of them, or "none"."""
    offer, word = _own_view(request).offer, call.lower("tickets")
    if word in ("all", "none"):
        return Play(KeepTickets(tuple(sorted(offer)) if word == "all" else ()))
    numbers = call.numbers("tickets")
    if not numbers:
        return Show(Query.HAND)
    if set(numbers).isdisjoint(offer) and all(1 <= number <= len(offer) for number in numbers):
        numbers = tuple(offer[number - 1] for number in numbers)
    return Play(KeepTickets(tuple(sorted(numbers))))


def _pay(request: Request, call: CommandCall) -> Command | Question:
    view, typed = _own_view(request), call.text("cards")
    rest, cards = _without_cards("".join(typed.split()))
    if rest:
        known = ", ".join(labels.card(letter, request.phrases) for letter in CARDS)
        raise CommandRefused("no-such-cards", word=shortened(typed, _LONGEST_ECHO), letters=known)
    decision, tunnel = view.decision, view.table.tunnel
    if cards or tunnel is None or not isinstance(decision, SettleTunnel):
        return Play(PaySurcharge(cards or LOCOMOTIVE))
    ways = surcharges(tunnel.laid, decision.owed, view.hand)
    if not ways:
        raise CommandRefused("cannot-pay-surcharge", owed=decision.owed)
    if len(ways) == 1:
        return Play(PaySurcharge(ways[0]))
    return Question("which-payment", tuple(f"pay {way}" for way in ways))


def _try(_: Request, call: CommandCall) -> Command:
    """A claim to look at before it is made. Buttons leave out its word, which earlier ones have."""
    line = call.text("line")
    try:
        action = read_line(f"claim {line.removeprefix('claim ')}")
    except BadInput:
        raise CommandRefused("no-such-command", word=shortened(line, _LONGEST_ECHO)) from None
    return Preview(action) if isinstance(action, ClaimRoute) else Play(action)


def _ways(request: Request, call: CommandCall) -> Command:
    """The ways to pay for a route or a city. Buttons leave out which, unless both have the same name."""
    kind, place = call.text("kind"), call.text("place")
    if not place:
        board, place = request.match.board if request.match else None, kind
        kind = "claim" if board is not None and place in board.route else "station"
    return Show(Query.CLAIMS if kind == "claim" else Query.STATIONS, (place,))


def _board(request: Request, call: CommandCall) -> Command:
    """The whole board, a close-up, both, or words; with a place, how that stands."""
    if call.text("place"):
        return _text(request, call)
    return Show(VIEWS.get(call.lower("view"), Query.BOARD))


def _text(request: Request, call: CommandCall) -> Command:
    """The board in words; the open routes; or how a city or a route stands."""
    place = call.text("place")
    if not place:
        return Show(Query.TEXT)
    if place.lower() == "open":
        return Show(Query.OPEN_ROUTES)
    search = place_search(request.shown_view.table.board)
    places = search.cities(place) or search.routes(place)
    if not places:
        raise CommandRefused("no-such-place", kind="city", words=shortened(place, _LONGEST_PLACE_ECHO))
    return Show(Query.TEXT, tuple(one.id for one in places[:_MOST_PLACES]))


BUILDERS: Mapping[str, Callable[[Request, CommandCall], Command | Question]] = {
    "options": _options,
    "starter": _starter,
    "skip": lambda request, call: LetComputerPlay(_seat_or_none(request, call)),
    "replace": lambda request, call: LetComputerPlay(_seat_or_none(request, call), until_back=True),
    "draw": _draw,
    "claim": _claim,
    "station": _station,
    "keep": _keep,
    "pay": _pay,
    "try": _try,
    "ways": _ways,
    "board": _board,
    "text": _text,
    "settings": _settings,
    "language": _language,
}
"""The commands whose row has no `make`."""
