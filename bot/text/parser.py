"""What people type, turned into commands. It never guesses: where several things fit, it asks which."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from bot.matches.outcomes import CommandRefused
from bot.model.commands import (
    Abort,
    AddComputer,
    AskWhy,
    ChangeSettings,
    ChangeSetup,
    Check,
    Command,
    Explain,
    Follow,
    Join,
    Leave,
    Link,
    Mark,
    NewGame,
    Play,
    Preview,
    RemoveComputer,
    Replace,
    Restore,
    SetLanguage,
    Share,
    Show,
    Skip,
    Start,
    Unfollow,
    Unlink,
    Ways,
    WriteAgain,
)
from bot.model.identity import Ping
from bot.text import labels
from bot.text.i18n import LANGUAGES, person
from bot.text.place_search import PlaceSearch
from bot.text.request import Request
from engine.actions import (
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.board import City, Route
from engine.cards import CARDS, COLOR_NAMES, LOCOMOTIVE, in_order
from engine.game import SettleTunnel
from engine.notation import NotAnAction, read_line
from engine.options import options
from engine.payments import surcharges
from engine.view import View

_CARDS = re.compile(rf"(?P<rest>.*?)\s*\b(?P<cards>[{CARDS}]{{1,12}})", re.IGNORECASE | re.DOTALL)
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Ask:
    """Words that fit several things: the lines of those to choose from, as they would be typed."""

    key: str
    lines: tuple[str, ...]


Understood = Command | Ask


def read(request: Request, text: str) -> Understood:
    """Read typed words, with or without the slash. Raises CommandRefused where they mean nothing."""
    typed = " ".join(text.strip().removeprefix("/").split())
    verb, _, rest = typed.partition(" ")
    reader = _READERS.get(verb.lower())
    if reader is None:
        raise CommandRefused("no-such-command", word=verb[:40])
    return reader(request, rest)


_UNTYPED = ("mark", "ways", "try")
"""Words of buttons, which nobody need type."""


def command_words(beginning: str) -> tuple[str, ...]:
    """The command words that begin so."""
    return tuple(word for word in _READERS if word.startswith(beginning) and word not in _UNTYPED)


def _new(_request: Request, rest: str) -> Understood:
    board, variant, *bonus = [*rest.lower().split(), "", ""]
    return NewGame(board, variant, tuple(word for word in bonus if word))


def _computer(_: Request, rest: str) -> Understood:
    level = "".join(word for word in rest.lower().split() if word != "add")
    return RemoveComputer() if level in ("remove", "off") else AddComputer(level)


def _starter(request: Request, rest: str) -> Understood:
    lot = rest.lower() in ("", "lot", "random")
    return ChangeSetup(starter=-1 if lot else _seat(request, rest))


def _bonus(_: Request, rest: str) -> Understood:
    names = () if rest.lower() in ("", "none", "off") else tuple(rest.lower().replace(",", " ").split())
    return ChangeSetup(bonus=names)


def _language(_request: Request, rest: str) -> Understood:
    code, _, where = rest.lower().partition(" ")
    if code not in LANGUAGES:
        raise CommandRefused("no-such-language", language=code or "-", languages=", ".join(LANGUAGES))
    return SetLanguage(code, chat=where in ("here", "chat"))


def _settings(_request: Request, rest: str) -> Understood:
    """What is to be set, each thing with its word: `language ru ping dm confirm off`."""
    parts = rest.lower().split()
    given = dict(zip(parts[::2], parts[1::2], strict=False))
    language, ping, confirm = (given.pop(name, None) for name in ("language", "ping", "confirm"))
    if language not in (None, *LANGUAGES):
        raise CommandRefused("no-such-language", language=language or "-", languages=", ".join(LANGUAGES))
    if given or len(parts) % 2 or ping not in (None, *Ping) or confirm not in (None, "on", "off"):
        raise CommandRefused("no-such-setting", word=rest[:40])
    return ChangeSettings(
        language, None if ping is None else Ping(ping), None if confirm is None else confirm == "on"
    )


def _seat(request: Request, name: str) -> int:
    """The seat of a player by name, its beginning, or number (1 for the first)."""
    names = request.match.roster.names if request.match else ()
    fits = [seat for seat, known in enumerate(names) if known.casefold().startswith(name.casefold())]
    exact = [seat for seat, known in enumerate(names) if known.casefold() == name.casefold()]
    if name.isdecimal() and 1 <= int(name) <= len(names):
        fits = [int(name) - 1]
    if len(exact or fits) != 1:
        raise CommandRefused("no-such-player", word=name[:40], names=", ".join(map(person, names)) or "-")
    return (exact or fits)[0]


def _some_seat(request: Request, rest: str) -> int | None:
    return _seat(request, rest) if rest else None


def _view(request: Request) -> View:
    if request.match is None:
        raise CommandRefused("no-game")
    view = request.view
    if view is None:
        raise CommandRefused("not-started")
    if view.seat is None:
        raise CommandRefused("not-at-table")
    return view


def _draw(request: Request, rest: str) -> Understood:
    """A slot, a colour, "deck", or "tickets"; with nothing said, what there is to draw."""
    view, word = _view(request), rest.lower()
    if not word:
        return Show("turn")
    if word in ("deck", "blind", "card"):
        return Play(DrawDeck())
    if word in ("ticket", "tickets"):
        return Play(DrawTickets())
    row = view.table.row
    if len(word) == 2 and word[0].isdecimal() and word[1].upper() in CARDS:
        return Play(DrawFaceUp(int(word[0]), word[1].upper()))
    if word.isdecimal() and 1 <= int(word) <= len(row):
        return Play(DrawFaceUp(int(word), row[int(word) - 1]))
    card = _card(word)
    if card is None or card not in row:
        raise CommandRefused("no-such-card", word=word[:40], row=labels.row(row, request.phrases))
    return Play(DrawFaceUp(row.index(card) + 1, card))


def _card(word: str) -> str | None:
    """A card by its letter or its name."""
    if len(word) == 1:
        return word.upper() if word.upper() in CARDS else None
    return {**COLOR_NAMES, "locomotive": LOCOMOTIVE, "loco": LOCOMOTIVE}.get(word)


def _claim(request: Request, rest: str) -> Understood:
    view = _view(request)
    if not rest:
        return Show("claims")
    place_search = PlaceSearch(view.table.board)
    routes, cards = _found(place_search, place_search.routes, rest)
    if len(cards) == 1 and routes[0].length > 1:  # one letter pays for no such route: a side is meant
        routes, cards = place_search.routes(rest) or routes, ""
    if not routes:
        raise CommandRefused("no-such-place", kind="route", words=rest[:60])
    routes = _open_to(view, routes, cards) or routes
    if len(routes) > 1:
        return Ask("which-route", tuple(f"claim {route.id} {cards}".strip() for route in routes))
    return _paid(view, routes[0].id, cards)


def _open_to(view: View, routes: tuple[Route, ...], cards: str) -> tuple[Route, ...]:
    """Those of several routes that can be claimed now, and with these cards where there are any."""
    ways = {route: options(view).claims.payments(route.id) for route in routes}
    return tuple(route for route in routes if (cards in ways[route] if cards else ways[route]))


Place = TypeVar("Place", City, Route)


def _found(
    place_search: PlaceSearch, find: Callable[[str], tuple[Place, ...]], text: str
) -> tuple[tuple[Place, ...], str]:
    """The places that a text may mean, and the cards at its end, where these are no part of a name."""
    name, cards = _without_cards(text)
    if cards and not place_search.is_word_of_name(text.split()[-1]) and (places := find(name)):
        return places, cards
    return find(text), ""


def _without_cards(text: str) -> tuple[str, str]:
    """What was typed, parted from the cards at its end."""
    found = _CARDS.fullmatch(text)
    return (found["rest"], in_order(found["cards"].upper())) if found else (text, "")


def _paid(view: View, route: str, cards: str) -> Understood:
    """A claim with its payment; with several to choose from and none named, which one."""
    ways = options(view).claims.payments(route)
    if cards or len(ways) == 1:
        return Play(ClaimRoute(route, cards or ways[0]))
    if ways:
        return Ask("which-payment", tuple(f"claim {route} {way}" for way in ways))
    return Play(ClaimRoute(route, ""))


def _station(request: Request, rest: str) -> Understood:
    view = _view(request)
    if not rest:
        return Show("stations")
    place_search = PlaceSearch(view.table.board)
    cities, cards = _found(place_search, place_search.cities, rest)
    if not cities:
        raise CommandRefused("no-such-place", kind="city", words=rest[:60])
    if len(cities) > 1:
        return Ask("which-city", tuple(f"station {city.id} {cards}".strip() for city in cities))
    ways = options(view).stations.payments(cities[0].id)
    if cards or len(ways) <= 1:
        return Play(BuildStation(cities[0].id, cards or "".join(ways)))
    return Ask("which-payment", tuple(f"station {cities[0].id} {way}" for way in ways))


def _keep(request: Request, rest: str) -> Understood:
    """Tickets by their numbers, or by their places in the offer; "all" of them, or "none"."""
    offer = _view(request).offer
    numbers = tuple(int(number) for number in _NUMBER.findall(rest[:60]))
    if rest.lower() in ("all", "none"):
        return Play(KeepTickets(tuple(sorted(offer)) if rest.lower() == "all" else ()))
    if not numbers:
        return Show("turn")
    if set(numbers).isdisjoint(offer) and all(1 <= number <= len(offer) for number in numbers):
        numbers = tuple(offer[number - 1] for number in numbers)
    return Play(KeepTickets(tuple(sorted(numbers))))


def _pay(request: Request, rest: str) -> Understood:
    view = _view(request)
    _, cards = _without_cards(rest)
    decision, tunnel = view.decision, view.table.tunnel
    if cards or tunnel is None or not isinstance(decision, SettleTunnel):
        return Play(PaySurcharge(cards or LOCOMOTIVE))
    ways = surcharges(tunnel.laid, decision.owed, view.hand)
    if not ways:
        raise CommandRefused("cannot-pay-surcharge", owed=decision.owed)
    return Play(PaySurcharge(ways[0])) if len(ways) == 1 else Ask("which-payment", _pay_lines(ways))


def _pay_lines(ways: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"pay {way}" for way in ways)


def _link(_request: Request, rest: str) -> Understood:
    code, _, sure = rest.lower().partition(" ")
    return Link(code, sure=sure == "yes")


def _ticket(_: Request, rest: str) -> Understood:
    return Play(DrawTickets()) if rest.lower() in ("draw", "yes") else Show("ticket")


def _show(what: str) -> Callable[[Request, str], Understood]:
    return lambda _request, _rest: Show(what)


_MOST_PLACES = 4
"""Cities or routes told of at once, where several are meant."""


def _text(request: Request, rest: str) -> Understood:
    """The table in words; the open routes; or how a city or a route stands."""
    if not rest:
        return Show("text")
    if rest.lower() == "open":
        return Show("open")
    if request.match is None or request.view is None:
        raise CommandRefused("no-game" if request.match is None else "not-started")
    place_search = PlaceSearch(request.view.table.board)
    places = place_search.cities(rest) or place_search.routes(rest)
    if not places:
        raise CommandRefused("no-such-place", kind="city", words=rest[:60])
    return Show("text", tuple(place.id for place in places[:_MOST_PLACES]))


def _board(_: Request, rest: str) -> Understood:
    """The board: the whole of it, a close-up, or both."""
    return Show(f"board-{rest.lower()}" if rest.lower() in ("full", "zoom") else "board")


def _why(_: Request, rest: str) -> Understood:
    """A round by its number; without one, the last."""
    return AskWhy(int(rest) if rest.isdecimal() and len(rest) < _DIGITS else None)


_DIGITS = 5


def _always(command: Command) -> Callable[[Request, str], Understood]:
    return lambda _request, _rest: command


def _mark(_: Request, rest: str) -> Understood:
    return Mark(tuple(sorted({int(number) for number in _NUMBER.findall(rest[:60])})))


def _try(_request: Request, rest: str) -> Understood:
    """A claim to be seen before it is made."""
    try:
        action = read_line(rest)
    except NotAnAction:
        raise CommandRefused("no-such-command", word=rest[:40]) from None
    return Preview(action) if isinstance(action, ClaimRoute) else Play(action)


def _ways(_request: Request, rest: str) -> Understood:
    kind, _, place = rest.partition(" ")
    return Ways(kind, place)


_READERS: Mapping[str, Callable[[Request, str], Understood]] = {
    "new": _new,
    "join": lambda _, rest: Join(rest.lower()),
    "leave": _always(Leave()),
    "computer": _computer,
    "variant": lambda _, rest: ChangeSetup(variant=rest.lower()),
    "bonus": _bonus,
    "starter": _starter,
    "options": _show("options"),
    "start": _always(Start()),
    "draw": _draw,
    "claim": _claim,
    "station": _station,
    "ticket": _ticket,
    "keep": _keep,
    "mark": _mark,
    "ways": _ways,
    "try": _try,
    "pay": _pay,
    "decline": _always(Play(DeclineTunnel())),
    "hand": _show("turn"),
    "board": _board,
    "text": _text,
    "tickets": _show("tickets"),
    "scores": _show("scores"),
    "log": _show("log"),
    "why": _why,
    "record": _show("record"),
    "games": _show("games"),
    "help": _show("help"),
    "rules": lambda _, rest: Explain(rest),
    "settings": _settings,
    "share": _always(Share()),
    "follow": lambda _, rest: Follow(rest.lower()),
    "unfollow": _always(Unfollow()),
    "link": _link,
    "unlink": _always(Unlink()),
    "check": _always(Check()),
    "write": _always(WriteAgain()),
    "language": _language,
    "skip": lambda request, rest: Skip(_some_seat(request, rest)),
    "replace": lambda request, rest: Replace(_some_seat(request, rest)),
    "abort": lambda _, rest: Abort(confirmed=rest.lower() == "yes"),
    "restore": lambda _, rest: Restore(rest.lower()),
}
