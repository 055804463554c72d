"""Arguments of commands: how a value is typed, what is suggested for it, and how it is read.

A parameter of a command names one of the types below: `page: NumberArg = None`. Only what would be accepted
now is suggested.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Annotated, Any, Generic, TypeVar

from bot.matches.clocks import CLOCKS, LONGEST_ALLOWANCE
from bot.matches.outcomes import CommandRefused
from bot.matches.plans import on_turn
from bot.matches.reminder_times import SNOOZES
from bot.matches.roster import COLORS
from bot.model import settings
from bot.model.local_time import COMMON_ZONES, known_quiet_hours, known_zone, zone_names
from bot.model.settings import Setting, ValueKind
from bot.requests.request import Request
from bot.text import labels, typed_words
from bot.text.i18n import LANGUAGES, person, phrases
from bot.text.place_choices import route_choices, station_choices
from bot.text.place_search import cities_meant, routes_meant, routes_so_far
from bot.text.plan_text import typed_line
from bot.text.setting_text import quiet_hours_offered
from bot.text.topics import HELP_TOPICS, RULE_TOPICS
from bot.text.typed_words import whole_number
from engine.actions import Action, DrawDeck, DrawFaceUp, DrawTickets, KeepTickets, PaySurcharge
from engine.cards import CARDS
from engine.levels import LEVELS
from engine.notation import line
from engine.options import options
from engine.plain_words import folded
from engine.view import View

MOST = 25
"""Suggestions that are made at once."""

BOARD_VIEWS = ("full", "zoom", "legend", "text", "open")
"""The ways to look at the board, by their words."""

T = TypeVar("T")
Word = TypeVar("Word", bound=str)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A value that an argument may have: as people read it, as it is sent, and as they would type it."""

    label: str
    value: str
    words: str = ""
    """Empty where that is `value`."""


Read = Callable[[Request, str, str], T]
"""The value that is meant by a text, without space around it; the last text is the argument's name.

Raises CommandRefused.
"""

Suggest = Callable[[Request, str, str], Iterable[Suggestion]]
"""The values that fit what is typed, best first; the last text is the place that cards pay for."""


@dataclass(frozen=True, slots=True, eq=False)
class Argument(Generic[T]):
    """A kind of argument."""

    read: Read[T]
    suggest: Suggest | None = None
    look_up: Callable[[Request, str], Awaitable[Iterable[Suggestion]]] | None = None
    """As `suggest`, where the store has to be asked."""
    values: Mapping[str, str] = field(default_factory=dict)
    """All values, where they never change, each with the key of its phrase."""
    native: type[str] | type[int] | type[bool] = str
    """The type with which platforms send it, where they know types."""
    only: str = ""
    """The only platform that offers it, or `text` where it can only be typed; empty: all."""
    required: bool = False
    """Whether platforms that know arguments insist on it; who types may leave it out."""
    one_word: bool = False
    """Whether it ends at the next space in typed text. Other arguments take all that follows."""
    words: tuple[str, ...] = ()
    """What can be typed for it besides its suggestions; for a flag, the words that set it."""
    is_free: bool = False
    """Whether it is free text, which can have its name before it: `black word:zug`."""
    paid_with: "Argument[str] | None" = None
    """The argument with the cards that pay for this place."""

    def suggestions(self, request: Request, typed: str = "", place: str = "") -> tuple[Suggestion, ...]:
        """The values that fit what is typed, best first, at most MOST; `place` is what cards pay for."""
        return tuple(islice(dict.fromkeys(self.fitting(request, typed, place)), MOST))

    def fitting(self, request: Request, typed: str = "", place: str = "") -> Iterable[Suggestion]:
        """All values that fit what is typed, best first."""
        if self.values:
            say = request.phrases.say
            return fitting(typed, (Suggestion(say(key), value) for value, key in self.values.items()))
        return self.suggest(request, typed, place) if self.suggest else ()


# ---- how values are read


def read_text(_: Request, text: str, __: str) -> str:
    """The text as it is."""
    return text


def _word(_: Request, text: str, __: str) -> str:
    return text.lower()


def _names(_: Request, text: str, __: str) -> tuple[str, ...]:
    """Several words, between spaces or commas; none for "none" and "off"."""
    words = text.lower()
    return () if words in ("none", "off") else tuple(words.replace(",", " ").split())


def _color(_: Request, text: str, __: str) -> str:
    color = typed_words.trains(text.lower())
    return color if color in COLORS else text.lower()


def _seat(request: Request, text: str, _: str) -> int:
    """The seat of a player, by their name, its beginning, or the number of the seat (1 for the first)."""
    stored, typed, number = request.shown_match.roster.names, text.casefold(), whole_number(text)
    shown = tuple(map(request.phrases.player, stored))
    names = [(here.casefold(), there.casefold()) for here, there in zip(shown, stored, strict=True)]
    seats = [seat for seat, both in enumerate(names) if typed in both]
    if not seats and number and number <= len(names):
        seats = [number - 1]
    elif not seats:
        seats = [seat for seat, both in enumerate(names) if any(name.startswith(typed) for name in both)]
    if len(seats) != 1:
        raise CommandRefused("no-such-player", word=text, names=", ".join(map(person, shown)) or "-")
    return seats[0]


def _starting_seat(request: Request, text: str, name: str) -> int:
    """The seat that begins; -1 where it is drawn by lot."""
    return -1 if text.lower() in ("lot", "random") else _seat(request, text, name)


def _draw(request: Request, text: str, _: str) -> DrawDeck | DrawTickets | DrawFaceUp:
    """What is drawn: a slot, a color, "deck", or "tickets"."""
    row, word = request.own_view.table.row, text.lower()
    if typed_words.means(word, typed_words.DECK):
        return DrawDeck()
    if typed_words.means(word, typed_words.TICKET):
        return DrawTickets()
    if len(word) == 2 and word[0].isdecimal() and word[1].upper() in CARDS:
        return DrawFaceUp(int(word[0]), word[1].upper())
    slot = whole_number(word)
    if slot and slot <= len(row):
        return DrawFaceUp(slot, row[slot - 1])
    card = typed_words.card(word)
    if card is None or card not in row:
        raise CommandRefused("no-such-card", word=word, row=labels.row(row, request.phrases))
    return DrawFaceUp(row.index(card) + 1, card)


def _allowance(_: Request, text: str, __: str) -> int:
    """Days of absence that a game allows."""
    days = whole_number(text)
    if days is None or days > LONGEST_ALLOWANCE:
        raise CommandRefused("no-such-allowance", word=text, most=LONGEST_ALLOWANCE)
    return days


def _one_of(words: Iterable[Word], refusal: str, listed: str = "") -> Read[Word]:
    """One of these words. The refusal has all of them as its value `listed`, or else names the argument."""

    def read(_: Request, text: str, name: str) -> Word:
        for word in words:
            if word == text.lower():
                return word
        if listed:
            raise CommandRefused(refusal, word=text.lower(), **{listed: ", ".join(words)})
        raise CommandRefused(refusal, word=f"{name} {text.lower()}")

    return read


def _switch(refusal: str) -> Read[bool]:
    """On or off."""

    def read(_: Request, text: str, name: str) -> bool:
        if text.lower() not in ("on", "true", "off", "false"):
            raise CommandRefused(refusal, word=f"{name} {text.lower()}")
        return text.lower() in ("on", "true")

    return read


def _known(find: Callable[[str], str]) -> Read[str]:
    """The value that `find` makes of a text; "" means that there is none."""

    def read(_: Request, text: str, name: str) -> str:
        if not (value := find(text.lower())):
            raise CommandRefused(f"no-such-{name}", word=text.lower())
        return value

    return read


# ---- what is suggested


def fitting(typed: str, every: Iterable[Suggestion]) -> Iterator[Suggestion]:
    """Those that have what is typed in them."""
    wanted = folded(typed)
    return (
        suggestion
        for suggestion in every
        if wanted in folded(suggestion.label) or wanted in folded(suggestion.value)
    )


def _titles(request: Request) -> Iterator[Suggestion]:
    """Boards, each with its variants."""
    for board in request.repository.boards.by_id.values():
        title = labels.board_title(board.title, request.phrases)
        for id, rules in board.variants.items():
            variant = labels.board_title(rules.title, request.phrases)
            label = title if rules.title == board.title else f"{title} · {variant}"
            yield Suggestion(label, f"{board.id} {id}")


def _variants(request: Request) -> list[Suggestion]:
    variants = request.match.board.variants if request.match else {}
    titles = {id: labels.board_title(rules.title, request.phrases) for id, rules in variants.items()}
    return [Suggestion(title, id) for id, title in titles.items()]


def _bonus(request: Request) -> list[Suggestion]:
    sets = request.match.board.bonus_sets if request.match else {}
    return [Suggestion(request.phrases.say("bonus-none"), "none"), *(Suggestion(id, id) for id in sets)]


def _players(request: Request) -> list[Suggestion]:
    """All players. The number of the seat is sent, because names can be alike."""
    names = request.match.roster.names if request.match else ()
    shown = map(request.phrases.player, names)
    return [Suggestion(person(name), str(seat), name) for seat, name in enumerate(shown, 1)]


def _zones(_: Request) -> list[Suggestion]:
    """All time zones, the common ones first."""
    names = dict.fromkeys((*COMMON_ZONES, *zone_names()))
    return [Suggestion(name.replace("_", " "), name) for name in names]


def _keeps(request: Request, view: View, typed: str, _: str) -> Iterator[Suggestion]:
    """The sets of tickets that can be kept, by their places in the offer.

    All of them come first, because a chat shows `MOST` at a time.
    """
    kept = []
    for action in options(view).of(KeepTickets):
        assert isinstance(action, KeepTickets)
        places = [place for place, ticket in enumerate(view.offer, 1) if ticket in action.tickets]
        kept.append((len(places) != len(view.offer), len(places), places, action))
    suggestions = (
        Suggestion(
            labels.action(action, view.table, request.phrases, view.offer),
            " ".join(map(str, places)) or "none",
        )
        for *_, places, action in sorted(kept, key=lambda row: row[:3])
    )
    return fitting(typed, suggestions)


def _actions(request: Request, view: View, typed: str, *kinds: type[Action]) -> Iterator[Suggestion]:
    """Actions of these kinds, without the verb of their lines."""
    open_now = options(view)
    every = (
        Suggestion(labels.action(action, view.table, request.phrases), line(action).partition(" ")[2])
        for kind in kinds
        for action in open_now.of(kind)
    )
    return fitting(typed, every)


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
    """Cities, by any of their names."""
    board, wanted = view.table.board, folded(typed)
    meant = {city.id for city in cities_meant(board, typed)} if typed.strip() else None
    names = {city.id: labels.place(board, city.id, request.phrases) for city in board.cities}
    for id, name in sorted(names.items(), key=lambda item: folded(item[1])):
        if meant is None or id in meant or wanted in folded(name):
            yield Suggestion(name, id, name)


def _payments(request: Request, view: View, typed: str, place: str, *, route: bool) -> Iterator[Suggestion]:
    """The ways to pay for the route or the city that is named, the default first."""
    meant, open_now = (routes_meant if route else cities_meant)(view.table.board, place), options(view)
    payable = open_now.claims if route else open_now.stations
    ways = (cards for one in meant for cards in payable.payments(one.id))
    labelled = ((labels.payment_label(cards, request.phrases), cards) for cards in ways)
    return fitting(typed, (Suggestion(label, cards) for label, cards in labelled))


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
    for action in ("draw deck deck", *claims, *draws, "draw tickets", *stations):
        text = typed_line(board, action, phrases)
        if all(word in folded(text) for word in wanted):
            yield Suggestion(f"{before}{text}", f"{before}{text}")


# ---- the kinds of arguments: how each is read, and what is suggested for it


def _listed(values: Iterable[str], key: str) -> Mapping[str, str]:
    """All values, each with the key of its phrase."""
    return {value: f"{key}-{value}" for value in values}


def _choice(words: Iterable[Word], key: str, refusal: str, listed: str = "") -> Argument[Word]:
    """One of a few words, all of which are offered; `key` begins the keys of their phrases."""
    return Argument(_one_of(words, refusal, listed), values=_listed(words, key))


def _of_list(every: Callable[[Request], Iterable[Suggestion]]) -> Suggest:
    """Suggests those of a list that fit what is typed."""
    return lambda request, typed, _: fitting(typed, every(request))


def _in_play(every: Callable[[Request, View, str, str], Iterator[Suggestion]]) -> Suggest:
    """Suggests what can be played now; nothing before the game has begun."""

    def suggest(request: Request, typed: str, place: str) -> Iterable[Suggestion]:
        return every(request, request.view, typed, place) if request.view else ()

    return suggest


def _of_kinds(*kinds: type[Action]) -> Suggest:
    """Suggests the actions of these kinds that can be played now."""
    return _in_play(lambda request, view, typed, _: _actions(request, view, typed, *kinds))


# games and their lobbies

BOARD = Argument(_word, _of_list(_titles))
TitleArg = Annotated[str, BOARD]
VARIANT = Argument(_word, _of_list(_variants))
VariantArg = Annotated[str, VARIANT]
BONUS = Argument(_names, _of_list(_bonus))
BonusArg = Annotated[tuple[str, ...], BONUS]
STARTER = Argument(
    _starting_seat,
    _of_list(lambda request: [Suggestion(request.phrases.say("starter-lot"), "lot"), *_players(request)]),
)
StarterArg = Annotated[int, STARTER]
PlayerArg = Annotated[int, Argument(_seat, _of_list(_players))]
ColorArg = Annotated[str, Argument(_color, values=_listed(COLORS, "trains"), one_word=True)]
LEVEL = Argument(_word, values=_listed(LEVELS, "level"))
LevelArg = Annotated[str, LEVEL]
CLOCK = _choice(CLOCKS, "clock", "no-such-clock", "clocks")
ClockArg = Annotated[str, CLOCK]

# a turn

DrawArg = Annotated[DrawDeck | DrawTickets | DrawFaceUp, Argument(_draw, _of_kinds(DrawFaceUp, DrawDeck))]
ROUTE_CARDS = Argument(read_text, _in_play(partial(_payments, route=True)))
RouteCardsArg = Annotated[str, ROUTE_CARDS]
ROUTE = Argument(read_text, _in_play(_routes), required=True, paid_with=ROUTE_CARDS)
RouteArg = Annotated[str, ROUTE]
CITY_CARDS = Argument(read_text, _in_play(partial(_payments, route=False)))
CityCardsArg = Annotated[str, CITY_CARDS]
CITY = Argument(read_text, _in_play(_cities), required=True, paid_with=CITY_CARDS)
CityArg = Annotated[str, CITY]
TICKETS = Argument(_word, _in_play(_keeps))
TicketsArg = Annotated[str, TICKETS]
SurchargeArg = Annotated[str, Argument(read_text, _of_kinds(PaySurcharge))]
PlanArg = Annotated[str, Argument(read_text, _in_play(_plans))]

# what people look at

PLACE = Argument(read_text, _in_play(_places))
PlaceArg = Annotated[str, PLACE]
BoardViewArg = Annotated[str, Argument(_word, values={view: f"view-{view}" for view in BOARD_VIEWS})]
RuleTopicArg = Annotated[str, Argument(read_text, values=_listed(RULE_TOPICS, "rules-topic"))]
HelpTopicArg = Annotated[str, Argument(read_text, values=_listed(HELP_TOPICS, "help-topic"))]

# settings of persons, chats and games

LANGUAGE = Argument(
    _one_of(LANGUAGES, "no-such-language", "languages"),
    _of_list(lambda _: [Suggestion(phrases(code).say("language-name"), code) for code in LANGUAGES]),
    one_word=True,
)
LanguageArg = Annotated[str, LANGUAGE]
WhenArg = Annotated[str, Argument(_word, values=_listed(SNOOZES, "button-snooze"), one_word=True)]

_OF_KIND: Mapping[ValueKind[Any], Argument[Any]] = {
    settings.LANGUAGE: LANGUAGE,
    settings.CLOCK: CLOCK,
    settings.PICTURES: _choice(settings.PICTURES.words, "pictures", "no-such-pictures", "pictures"),
    settings.ZONE: Argument(_known(known_zone), _of_list(_zones)),
    settings.QUIET_HOURS: Argument(
        _known(known_quiet_hours),
        _of_list(
            lambda request: [Suggestion(*pair[::-1]) for pair in quiet_hours_offered(request.phrases).items()]
        ),
    ),
    settings.DEFAULT_GAME: BOARD,
    settings.VARIANT: VARIANT,
    settings.BONUS: BONUS,
    settings.STARTER: STARTER,
    settings.ALLOWANCE: Argument(_allowance, native=int),
}


def setting_argument(setting: Setting[Any], unknown: str) -> Argument[Any]:
    """How a setting is typed, suggested and refused; `unknown` is the key of the command's own refusal."""
    refusal = unknown or "no-such-setting"
    if setting.kind is settings.SWITCH:
        return Argument(_switch(refusal), native=bool)
    if setting.kind in _OF_KIND or not setting.kind.words:
        return _OF_KIND[setting.kind]
    return _choice(setting.kind.words, setting.word, refusal)


# plain values; a `Typed` one is given only by people who type, and by buttons

FLAG = Argument(lambda _, text, __: text in (str(True), "yes", "on"), native=bool)
FlagArg = Annotated[bool, FLAG]
YesArg = Annotated[bool, replace(FLAG, only="text", words=("yes",))]
"""Whether the person has confirmed it."""

NUMBER = Argument(lambda _, text, __: whole_number(text), native=int)
NumberArg = Annotated[int | None, NUMBER]
TypedNumberArg = Annotated[int | None, replace(NUMBER, only="text")]
TEXT = Argument(read_text, is_free=True)
TextArg = Annotated[str, TEXT]
TypedTextArg = Annotated[str, replace(TEXT, only="text")]
TypedWordArg = Annotated[str, replace(TEXT, only="text", one_word=True)]
WordsArg = Annotated[str, Argument(read_text, only="text")]
"""Text that is taken as it is: it may have a colon in it."""
