"""What people may type next: values of one argument, and whole lines for the local page.

Only what would be accepted now is suggested.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from bot.matches.clocks import CLOCKS
from bot.matches.plans import on_turn
from bot.matches.reminder_times import SNOOZES
from bot.matches.roster import COLORS
from bot.model.chat_settings import OPENERS, STARTERS
from bot.model.command_spec import ArgumentKind, CommandSpec, Trait
from bot.model.commands import COMMANDS, SPECS, VIEWS, Command
from bot.model.identity import NOTIFY_ON, PINGS
from bot.model.local_time import COMMON_ZONES, DEFAULT_QUIET_HOURS, NO_QUIET_HOURS, zone_names
from bot.model.message import POST_PICTURES
from bot.text import labels
from bot.text.help import TOPICS as HELP_TOPICS
from bot.text.i18n import LANGUAGES, Phrases, person, phrases
from bot.text.place_search import cities_meant, routes_meant, routes_so_far
from bot.text.plan_text import typed_line
from bot.text.request import Request
from bot.text.route_choices import route_choices
from bot.text.rule_topics import TOPICS
from bot.text.station_choices import station_choices
from engine.actions import Action, DrawDeck, DrawFaceUp, KeepTickets, PaySurcharge
from engine.board import Board
from engine.cards import CARDS
from engine.levels import LEVELS
from engine.names import folded
from engine.notation import line
from engine.options import Payable, options
from engine.view import View

MOST = 25


FIXED_VALUES: Mapping[ArgumentKind, Mapping[str, str]] = {
    ArgumentKind.COLOR: {color: f"trains-{color}" for color in COLORS},
    ArgumentKind.LEVEL: {level: f"level-{level}" for level in LEVELS},
    ArgumentKind.PING: {ping: f"ping-{ping}" for ping in PINGS},
    ArgumentKind.NOTIFY: {place: f"notify-{place}" for place in NOTIFY_ON},
    ArgumentKind.WHEN: {when: f"button-snooze-{when}" for when in SNOOZES},
    ArgumentKind.PICTURES: {pictures: f"pictures-{pictures}" for pictures in POST_PICTURES},
    ArgumentKind.CLOCK: {clock: f"clock-{clock}" for clock in CLOCKS},
    ArgumentKind.OPENERS: {who: f"openers-{who}" for who in OPENERS},
    ArgumentKind.STARTERS: {who: f"starters-{who}" for who in STARTERS},
    ArgumentKind.TOPIC: {topic: f"rules-topic-{topic}" for topic in TOPICS},
    ArgumentKind.HELP: {topic: f"help-topic-{topic}" for topic in HELP_TOPICS},
    ArgumentKind.VIEW: {view: f"view-{view}" for view in VIEWS},
}
"""The kinds whose values never change: each value with the key of its phrase."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A value that an argument may have: as people read it, as it is sent, and as they would type it."""

    label: str
    value: str
    words: str = ""
    """Empty where that is `value`."""


def suggestions(
    request: Request, boards: Iterable[Board], kind: ArgumentKind, typed: str = "", place: str = ""
) -> tuple[Suggestion, ...]:
    """The values of an argument that fit what is typed, best first, at most 25.

    `boards` are those that a game can be opened on; `place` is the route or city that cards pay for.
    """
    return tuple(islice(dict.fromkeys(_suggested(request, boards, kind, typed, place)), MOST))


def _suggested(
    request: Request, boards: Iterable[Board], kind: ArgumentKind, typed: str, place: str
) -> Iterable[Suggestion]:
    if kind is ArgumentKind.BOARD:
        return _fitting(typed, _titles(boards, request.phrases))
    if kind in FIXED_VALUES:
        named = FIXED_VALUES[kind].items()
        return _fitting(typed, (Suggestion(request.phrases.say(key), value) for value, key in named))
    if kind in _IN_LOBBY:
        return _fitting(typed, _IN_LOBBY[kind](request))
    if request.view is None or kind not in _IN_PLAY:
        return ()
    return _IN_PLAY[kind](request, request.view, typed, place)


def _fitting(typed: str, every: Iterable[Suggestion]) -> Iterator[Suggestion]:
    """Those that have what is typed in them."""
    wanted = folded(typed)
    return (one for one in every if wanted in folded(one.label) or wanted in folded(one.value))


def _titles(boards: Iterable[Board], phrases: Phrases) -> Iterator[Suggestion]:
    """Boards, each with its variants."""
    for board in boards:
        title = labels.board_title(board.title, phrases)
        for id, rules in board.variants.items():
            variant = labels.board_title(rules.title, phrases)
            label = title if rules.title == board.title else f"{title} · {variant}"
            yield Suggestion(label, f"{board.id} {id}")


def _variants(request: Request) -> list[Suggestion]:
    variants = request.match.board.variants if request.match else {}
    return [
        Suggestion(labels.board_title(rules.title, request.phrases), id) for id, rules in variants.items()
    ]


def _bonus(request: Request) -> list[Suggestion]:
    sets = request.match.board.bonus_sets if request.match else {}
    return [Suggestion(request.phrases.say("bonus-none"), "none"), *(Suggestion(id, id) for id in sets)]


def _players(request: Request) -> list[Suggestion]:
    """All players. The number of the seat is sent, because names can be alike."""
    names = request.match.roster.names if request.match else ()
    shown = map(request.phrases.player, names)
    return [Suggestion(person(name), str(seat), name) for seat, name in enumerate(shown, 1)]


def _starters(request: Request) -> list[Suggestion]:
    return [Suggestion(request.phrases.say("starter-lot"), "lot"), *_players(request)]


def _languages(_: Request) -> list[Suggestion]:
    return [Suggestion(phrases(code).say("language-name"), code) for code in LANGUAGES]


def _zones(_: Request) -> list[Suggestion]:
    """All time zones, the common ones first."""
    names = dict.fromkeys((*COMMON_ZONES, *zone_names()))
    return [Suggestion(name.replace("_", " "), name) for name in names]


def _quiet_hours(request: Request) -> list[Suggestion]:
    return [Suggestion(label, hours) for hours, label in quiet_hours_offered(request.phrases).items()]


def quiet_hours_offered(phrases: Phrases) -> dict[str, str]:
    """Some quiet hours to choose from, each with its label, and none."""
    some = DEFAULT_QUIET_HOURS, "21:00-07:00", "23:00-07:00", "23:00-09:00", "00:00-08:00"
    return {hours: hours for hours in some} | {NO_QUIET_HOURS: phrases.say("quiet-off")}


_IN_LOBBY: Mapping[ArgumentKind, Callable[[Request], list[Suggestion]]] = {
    ArgumentKind.VARIANT: _variants,
    ArgumentKind.BONUS: _bonus,
    ArgumentKind.STARTER: _starters,
    ArgumentKind.PLAYER: _players,
    ArgumentKind.LANGUAGE: _languages,
    ArgumentKind.ZONE: _zones,
    ArgumentKind.QUIET: _quiet_hours,
}
"""Lists that follow from the lobby, and those of personal settings."""


def _draws(request: Request, view: View, typed: str, _: str) -> Iterator[Suggestion]:
    return _actions(request, view, typed, DrawFaceUp, DrawDeck)


def _keeps(request: Request, view: View, typed: str, _: str) -> Iterator[Suggestion]:
    """The sets of tickets that can be kept, by their places in the offer: all of them first, because a chat
    shows `MOST` at a time.
    """
    sets = []
    for action in options(view).of(KeepTickets):
        assert isinstance(action, KeepTickets)
        sets.append([place for place, one in enumerate(view.offer, 1) if one in action.tickets])
    sets.sort(key=lambda places: (len(places) != len(view.offer), len(places), places))
    found = (
        Suggestion(
            labels.action(
                KeepTickets(tuple(sorted(view.offer[place - 1] for place in places))),
                view.table,
                request.phrases,
                view.offer,
            ),
            " ".join(map(str, places)) or "none",
        )
        for places in sets
    )
    return _fitting(typed, found)


def _pays(request: Request, view: View, typed: str, _: str) -> Iterator[Suggestion]:
    return _actions(request, view, typed, PaySurcharge)


def _actions(request: Request, view: View, typed: str, *kinds: type[Action]) -> Iterator[Suggestion]:
    """Actions of these kinds, without the verb of their lines."""
    open_now = options(view)
    every = (
        Suggestion(labels.action(action, view.table, request.phrases), line(action).partition(" ")[2])
        for kind in kinds
        for action in open_now.of(kind)
    )
    return _fitting(typed, every)


def _routes(request: Request, view: View, typed: str, _: str) -> Iterator[Suggestion]:
    """Routes that can be paid for now, by any name of a city; those for the person's tickets first."""
    board, language, wanted = view.table.board, request.phrases.language, folded(typed)
    meant = {route.id for route in routes_so_far(board, typed)}
    for route, _, label in route_choices(view, request.phrases):
        if not wanted or route.id in meant or wanted in folded(label):
            yield Suggestion(label, route.id, labels.route_name(board, route.id, language, numbered=True))


def _cities(request: Request, view: View, typed: str, _: str) -> Iterator[Suggestion]:
    """Cities where a station can be built now, by any of their names; those for one’s tickets first."""
    board, wanted = view.table.board, folded(typed)
    meant = {city.id for city in cities_meant(board, typed)} if wanted else set()
    for city, _, label in station_choices(view, request.phrases):
        if not wanted or city in meant or wanted in folded(label):
            yield Suggestion(label, city, labels.place(board, city, request.phrases))


def _places(request: Request, view: View, typed: str, _: str) -> Iterator[Suggestion]:
    board = view.table.board
    meant = {city.id for city in cities_meant(board, typed)} if typed.strip() else None
    names = ((labels.place(board, city.id, request.phrases), city.id) for city in board.cities)
    every = (Suggestion(name, id, name) for name, id in names)
    wanted = folded(typed)
    for one in sorted(every, key=lambda one: folded(one.label)):
        if meant is None or one.value in meant or wanted in folded(one.label):
            yield one


def _route_cards(request: Request, view: View, typed: str, place: str) -> Iterator[Suggestion]:
    routes = routes_meant(view.table.board, place)
    return _payments(request, typed, options(view).claims, [route.id for route in routes])


def _city_cards(request: Request, view: View, typed: str, place: str) -> Iterator[Suggestion]:
    cities = cities_meant(view.table.board, place)
    return _payments(request, typed, options(view).stations, [city.id for city in cities])


def _payments(request: Request, typed: str, payable: Payable, places: list[str]) -> Iterator[Suggestion]:
    """The ways to pay for the place that is named, the default first."""
    ways = (cards for place in places for cards in payable.payments(place))
    labelled = ((labels.payment_label(cards, request.phrases), cards) for cards in ways)
    return _fitting(typed, (Suggestion(label, cards) for label, cards in labelled))


def _plans(request: Request, view: View, typed: str, _: str) -> Iterator[Suggestion]:
    """Plans that go on from what is typed, by one line more: of draws, and of what the hand can pay for."""
    if view.seat is None:
        return
    begun, _, last = typed.rpartition(";")
    before, wanted = f"{begun.strip()}; " if begun else "", folded(last).split()
    board, phrases, now = view.table.board, request.phrases, on_turn(view)
    cards = dict.fromkeys(card for card in view.table.row if card in CARDS)
    whole = view.table.rules.is_whole_draw
    draws = [f"draw {card}" if whole(card) else f"draw {card} deck" for card in cards]
    claims = [f"claim {route.id}" for route, *_ in route_choices(now, phrases)]
    stations = [f"station {city}" for city, *_ in station_choices(now, phrases)]
    for one in ("draw deck deck", *claims, *draws, "draw tickets", *stations):
        text = typed_line(board, one, phrases)
        if all(word in folded(text) for word in wanted):
            yield Suggestion(f"{before}{text}", f"{before}{text}")


_IN_PLAY: Mapping[ArgumentKind, Callable[[Request, View, str, str], Iterator[Suggestion]]] = {
    ArgumentKind.CARD: _draws,
    ArgumentKind.ROUTE: _routes,
    ArgumentKind.ROUTE_CARDS: _route_cards,
    ArgumentKind.CITY: _cities,
    ArgumentKind.CITY_CARDS: _city_cards,
    ArgumentKind.TICKETS: _keeps,
    ArgumentKind.SURCHARGE: _pays,
    ArgumentKind.PLACE: _places,
    ArgumentKind.PLAN: _plans,
}
"""What can be played now, and where."""


# ---- whole lines


def completions(request: Request, boards: Iterable[Board], text: str) -> tuple[str, ...]:
    """Whole lines that go on from what is typed, best first, at most 25."""
    word, space, rest = text.lstrip().removeprefix("/").partition(" ")
    if not space:
        words = (f"/{spec.word}" for spec in _by_use(request) if spec.has(Trait.TYPED))
        return tuple(islice((one for one in words if one.startswith(f"/{word.lower()}")), MOST))
    spec = SPECS.get(word.lower())
    found = _lines(request, boards, spec, rest.strip()) if spec and spec.has(Trait.TYPED) else ()
    return tuple(islice(dict.fromkeys(found), MOST))


def _by_use(request: Request) -> list[CommandSpec[Command]]:
    """The commands: while a game runs, those of a turn and those that show it come first."""
    first = ("turn", "look") if request.view is not None else ("table", "look")
    places = {section: place for place, section in enumerate(first)}
    return sorted(COMMANDS, key=lambda spec: places.get(spec.section, len(places)))


def _lines(request: Request, boards: Iterable[Board], spec: CommandSpec[Command], rest: str) -> Iterator[str]:
    """The command with each value of its first argument; a place with each way to pay for it."""
    if not spec.arguments or spec.has(Trait.BY_NAME):
        return
    kind, wanted = spec.arguments[0].kind, rest.casefold()
    values = [one.words or one.value for one in _suggested(request, boards, kind, rest, "")]
    values += [words for words in _more_words(request, boards, spec) if words.startswith(wanted)]
    for value in sorted(values, key=lambda value: not value.casefold().startswith(wanted)):
        if kind in _PAID_WITH:
            ways = _suggested(request, boards, _PAID_WITH[kind], "", value)
            yield from (f"/{spec.word} {value} {way.value}" for way in ways)
        else:
            yield f"/{spec.word} {value}"


def _more_words(request: Request, boards: Iterable[Board], spec: CommandSpec[Command]) -> Iterator[str]:
    """What can be typed besides the values of the first argument, or after each of them."""
    first, *others = spec.arguments
    yield from first.words
    for flag in others:
        if flag.words and first.one_word:
            yield from (
                f"{one.value} {flag.words[0]}" for one in _suggested(request, boards, first.kind, "", "")
            )


_PAID_WITH = {
    ArgumentKind.ROUTE: ArgumentKind.ROUTE_CARDS,
    ArgumentKind.CITY: ArgumentKind.CITY_CARDS,
}
