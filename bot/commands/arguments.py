"""Arguments of commands: how a value is typed, what is suggested for it, and how it is read.

A parameter of a command names one of the types below: `page: NumberArg = None`. Only what would be accepted
now is suggested.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Annotated, Generic, TypeVar

from bot.matches.clocks import CLOCKS, LONGEST_ALLOWANCE
from bot.matches.outcomes import CommandRefused
from bot.matches.plans import on_turn
from bot.matches.reminder_times import SNOOZES
from bot.matches.roster import COLORS
from bot.model.call import Value
from bot.model.chat_settings import OPENERS, STARTERS, Openers, Starters
from bot.model.identity import NOTIFY_ON, PINGS, NotifyOn, Ping
from bot.model.local_time import (
    COMMON_ZONES,
    DEFAULT_QUIET_HOURS,
    NO_QUIET_HOURS,
    known_quiet_hours,
    known_zone,
    zone_names,
)
from bot.model.message import POST_PICTURES, PostPictures
from bot.model.numbers import whole_number
from bot.service.request import Request
from bot.text import labels, typed_words
from bot.text.i18n import LANGUAGES, Phrases, person, phrases
from bot.text.place_choices import route_choices, station_choices
from bot.text.place_search import cities_meant, routes_meant, routes_so_far
from bot.text.plan_text import typed_line
from bot.text.topics import HELP_TOPICS, RULE_TOPICS
from bot.text.truncate import shortened
from engine.actions import Action, DrawDeck, DrawFaceUp, DrawTickets, KeepTickets, PaySurcharge
from engine.cards import CARDS
from engine.levels import LEVELS
from engine.names import folded
from engine.notation import line
from engine.options import Payable, options
from engine.view import View

MOST = 25
"""Suggestions that are made at once."""

LONGEST_ECHO = 40
"""Letters of a typed text that a refusal repeats."""

BOARD_VIEWS = ("full", "zoom", "legend", "text", "open")
"""The ways to look at the board, by their words."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A value that an argument may have: as people read it, as it is sent, and as they would type it."""

    label: str
    value: str
    words: str = ""
    """Empty where that is `value`."""


Suggest = Callable[[Request, str, str], Iterable[Suggestion]]
"""The values that fit what is typed, best first; the last text is the place that cards pay for."""


@dataclass(frozen=True, slots=True, eq=False)
class Argument(Generic[T]):
    """A kind of argument."""

    read: Callable[[Request, Value, str], T]
    """The value that is meant by what was given; the text is the argument's name. Raises CommandRefused."""
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


def read_text(_: Request, given: Value, __: str) -> str:
    """The text as it is, without space around it."""
    return str(given).strip()


def _word(_: Request, given: Value, __: str) -> str:
    return str(given).strip().lower()


def _number(_: Request, given: Value, __: str) -> int | None:
    return whole_number(str(given).strip())


def _flag(_: Request, given: Value, __: str) -> bool:
    return given in (True, "yes", "on")


def _names(request: Request, given: Value, name: str) -> tuple[str, ...]:
    """Several words, between spaces or commas; none for "none" and "off"."""
    words = _word(request, given, name)
    return () if words in ("none", "off") else tuple(words.replace(",", " ").split())


def _color(_: Request, given: Value, __: str) -> str:
    typed = str(given).strip().lower()
    color = typed_words.trains(typed)
    return color if color in COLORS else typed


def _seat(request: Request, given: Value, _: str) -> int:
    """The seat of a player, by their name, its beginning, or the number of the seat (1 for the first)."""
    name = str(given).strip()
    stored, typed = request.shown_match.roster.names, name.casefold()
    names = tuple(map(request.phrases.player, stored))
    known = [(here.casefold(), there.casefold()) for here, there in zip(names, stored, strict=True)]
    fits = [seat for seat, both in enumerate(known) if any(one.startswith(typed) for one in both)]
    exact = [seat for seat, both in enumerate(known) if typed in both]
    number = whole_number(name)
    if number and number <= len(names):
        fits = [number - 1]
    if len(exact or fits) != 1:
        known_names = ", ".join(map(person, names)) or "-"
        raise CommandRefused("no-such-player", word=shortened(name, LONGEST_ECHO), names=known_names)
    return (exact or fits)[0]


def _starting_seat(request: Request, given: Value, name: str) -> int:
    """The seat that begins; -1 where it is drawn by lot."""
    return -1 if str(given).strip().lower() in ("lot", "random") else _seat(request, given, name)


def _draw(request: Request, given: Value, _: str) -> DrawDeck | DrawTickets | DrawFaceUp:
    """What is drawn: a slot, a color, "deck", or "tickets"."""
    view, word = request.own_view, str(given).strip().lower()
    if typed_words.is_deck(word):
        return DrawDeck()
    if typed_words.is_ticket(word):
        return DrawTickets()
    row = view.table.row
    if len(word) == 2 and word[0].isdecimal() and word[1].upper() in CARDS:
        return DrawFaceUp(int(word[0]), word[1].upper())
    slot = whole_number(word)
    if slot and slot <= len(row):
        return DrawFaceUp(slot, row[slot - 1])
    card = typed_words.card(word)
    if card is None or card not in row:
        slots = labels.row(row, request.phrases)
        raise CommandRefused("no-such-card", word=shortened(word, LONGEST_ECHO), row=slots)
    return DrawFaceUp(row.index(card) + 1, card)


def _allowance(_: Request, given: Value, __: str) -> int:
    """Days of absence that a game allows."""
    typed = str(given).strip()
    days = whole_number(typed)
    if days is None or days > LONGEST_ALLOWANCE:
        raise CommandRefused("no-such-allowance", word=shortened(typed, LONGEST_ECHO), most=LONGEST_ALLOWANCE)
    return days


def _language(_: Request, given: Value, __: str) -> str:
    code = str(given).strip().lower()
    if code not in LANGUAGES:
        raise CommandRefused("no-such-language", word=code, languages=", ".join(LANGUAGES))
    return code


def _clock(_: Request, given: Value, __: str) -> str:
    word = str(given).strip().lower()
    if word not in CLOCKS:
        raise CommandRefused("no-such-clock", word=shortened(word, LONGEST_ECHO), clocks=", ".join(CLOCKS))
    return word


def _pictures(_: Request, given: Value, __: str) -> PostPictures:
    word = str(given).strip().lower()
    known = next((one for one in POST_PICTURES if one == word), None)
    if known is None:
        shown = ", ".join(POST_PICTURES)
        raise CommandRefused("no-such-pictures", word=shortened(word, LONGEST_ECHO), pictures=shown)
    return known


def _one_of(words: tuple[T, ...], key: str) -> Callable[[Request, Value, str], T]:
    """One of these words, or the refusal `key`."""

    def read(_: Request, given: Value, name: str) -> T:
        word = str(given).strip().lower()
        known = next((one for one in words if one == word), None)
        if known is None:
            raise CommandRefused(key, word=shortened(f"{name} {word}", LONGEST_ECHO))
        return known

    return read


def _switch(key: str) -> Callable[[Request, Value, str], bool]:
    """On or off, or the refusal `key`."""

    def read(_: Request, given: Value, name: str) -> bool:
        word = str(given).strip().lower()
        if word not in SWITCH:
            raise CommandRefused(key, word=shortened(f"{name} {word}", LONGEST_ECHO))
        return SWITCH[word]

    return read


SWITCH = {"on": True, "true": True, "off": False, "false": False}


def _known(find: Callable[[str], str]) -> Callable[[Request, Value, str], str]:
    """The value that `find` makes of a text; "" means that there is none."""

    def read(_: Request, given: Value, name: str) -> str:
        if not (value := find(str(given).strip().lower())):
            raise CommandRefused(f"no-such-{name}", word=shortened(str(given).strip().lower(), LONGEST_ECHO))
        return value

    return read


# ---- what is suggested


def fitting(typed: str, every: Iterable[Suggestion]) -> Iterator[Suggestion]:
    """Those that have what is typed in them."""
    wanted = folded(typed)
    return (one for one in every if wanted in folded(one.label) or wanted in folded(one.value))


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
    return fitting(typed, found)


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
    for one in ("draw deck deck", *claims, *draws, "draw tickets", *stations):
        text = typed_line(board, one, phrases)
        if all(word in folded(text) for word in wanted):
            yield Suggestion(f"{before}{text}", f"{before}{text}")


# ---- the arguments


def _listed(values: Iterable[str], key: str) -> Mapping[str, str]:
    return {value: f"{key}-{value}" for value in values}


def _of_list(every: Callable[[Request], Iterable[Suggestion]]) -> Suggest:
    """Suggests those of a list that fit what is typed."""
    return lambda request, typed, _: fitting(typed, every(request))


def _in_play(every: Callable[[Request, View, str, str], Iterator[Suggestion]]) -> Suggest:
    """Suggests what can be played now; nothing before the game has begun."""

    def suggest(request: Request, typed: str, place: str) -> Iterable[Suggestion]:
        return every(request, request.view, typed, place) if request.view else ()

    return suggest


ROUTE_CARDS = Argument(read_text, _in_play(_route_cards))
CITY_CARDS = Argument(read_text, _in_play(_city_cards))
BOARD = Argument(_word, _of_list(_titles))
VARIANT = Argument(_word, _of_list(_variants))
BONUS = Argument(_names, _of_list(_bonus))
STARTER = Argument(_starting_seat, _of_list(_starters))
PLAYER = Argument(_seat, _of_list(_players))
COLOR = Argument(_color, values=_listed(COLORS, "trains"), one_word=True)
LEVEL = Argument(_word, values=_listed(LEVELS, "level"))
CARD = Argument(_draw, _in_play(_draws))
ROUTE = Argument(read_text, _in_play(_routes), required=True, paid_with=ROUTE_CARDS)
CITY = Argument(read_text, _in_play(_cities), required=True, paid_with=CITY_CARDS)
TICKETS = Argument(_word, _in_play(_keeps))
SURCHARGE = Argument(read_text, _in_play(_pays))
PLACE = Argument(read_text, _in_play(_places))
PLAN = Argument(read_text, _in_play(_plans))
TOPIC = Argument(read_text, values=_listed(RULE_TOPICS, "rules-topic"))
HELP = Argument(read_text, values=_listed(HELP_TOPICS, "help-topic"))
VIEW = Argument(_word, values={view: f"view-{view}" for view in BOARD_VIEWS})
WHEN = Argument(_word, values=_listed(SNOOZES, "button-snooze"), one_word=True)
LANGUAGE = Argument(_language, _of_list(_languages), one_word=True)
PING = Argument(_one_of(PINGS, "no-such-setting"), values=_listed(PINGS, "ping"))
NOTIFY = Argument(_one_of(NOTIFY_ON, "no-such-setting"), values=_listed(NOTIFY_ON, "notify"))
OPENERS_OF_CHAT = Argument(_one_of(OPENERS, "no-such-chat-setting"), values=_listed(OPENERS, "openers"))
STARTERS_OF_CHAT = Argument(_one_of(STARTERS, "no-such-chat-setting"), values=_listed(STARTERS, "starters"))
PICTURES = Argument(_pictures, values=_listed(POST_PICTURES, "pictures"))
CLOCK = Argument(_clock, values=_listed(CLOCKS, "clock"))
ZONE = Argument(_known(known_zone), _of_list(_zones))
QUIET = Argument(_known(known_quiet_hours), _of_list(_quiet_hours))
SWITCH_OF_PERSON = Argument(_switch("no-such-setting"), native=bool)
SWITCH_OF_CHAT = Argument(_switch("no-such-chat-setting"), native=bool)
ALLOWANCE = Argument(_allowance, native=int)
FLAG = Argument(_flag, native=bool)
NUMBER = Argument(_number, native=int)
TEXT = Argument(read_text, is_free=True)

TitleArg = Annotated[str, BOARD]
VariantArg = Annotated[str, VARIANT]
BonusArg = Annotated[tuple[str, ...], BONUS]
StarterArg = Annotated[int, STARTER]
PlayerArg = Annotated[int, PLAYER]
ColorArg = Annotated[str, COLOR]
LevelArg = Annotated[str, LEVEL]
DrawArg = Annotated[DrawDeck | DrawTickets | DrawFaceUp, CARD]
RouteArg = Annotated[str, ROUTE]
RouteCardsArg = Annotated[str, ROUTE_CARDS]
CityArg = Annotated[str, CITY]
CityCardsArg = Annotated[str, CITY_CARDS]
TicketsArg = Annotated[str, TICKETS]
SurchargeArg = Annotated[str, SURCHARGE]
PlaceArg = Annotated[str, PLACE]
PlanArg = Annotated[str, PLAN]
TopicArg = Annotated[str, TOPIC]
HelpTopicArg = Annotated[str, HELP]
BoardViewArg = Annotated[str, VIEW]
WhenArg = Annotated[str, WHEN]
LanguageArg = Annotated[str, LANGUAGE]
PingArg = Annotated[Ping, PING]
NotifyArg = Annotated[NotifyOn, NOTIFY]
OpenersArg = Annotated[Openers, OPENERS_OF_CHAT]
StartersArg = Annotated[Starters, STARTERS_OF_CHAT]
PicturesArg = Annotated[PostPictures, PICTURES]
ClockArg = Annotated[str, CLOCK]
ZoneArg = Annotated[str, ZONE]
QuietHoursArg = Annotated[str, QUIET]
PersonSwitchArg = Annotated[bool, SWITCH_OF_PERSON]
ChatSwitchArg = Annotated[bool, SWITCH_OF_CHAT]
AllowanceArg = Annotated[int, ALLOWANCE]
FlagArg = Annotated[bool, FLAG]
NumberArg = Annotated[int | None, NUMBER]
TextArg = Annotated[str, TEXT]

TypedTextArg = Annotated[str, replace(TEXT, only="text")]
"""Text that only people who type, and buttons, give."""

TypedWordArg = Annotated[str, replace(TEXT, only="text", one_word=True)]
TypedNumberArg = Annotated[int | None, replace(NUMBER, only="text")]
WordsArg = Annotated[str, Argument(read_text, only="text")]
"""Text that is taken as it is: it may have a colon in it."""

YesArg = Annotated[bool, replace(FLAG, only="text", words=("yes",))]
"""Whether the person has confirmed it."""
