"""From typed text to a command: `parse` tells its arguments apart, `build` makes the command's value.

`build` never guesses. Where an argument fits several routes, cities or payments, it asks which is meant.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest

from bot.matches.clocks import LONGEST_ALLOWANCE
from bot.matches.outcomes import CommandRefused
from bot.matches.roster import COLORS
from bot.model.command_spec import (
    Argument,
    ArgumentKind,
    CommandCall,
    CommandSpec,
    Trait,
    Value,
    whole_number,
)
from bot.model.command_values import ChangeSetup, Join
from bot.model.commands import SPECS, VIEWS, ChangeSettings, Command, Do, Operation, Play, Query, Show
from bot.model.identity import NOTIFY_ON, PINGS
from bot.model.local_time import known_quiet_hours, known_zone
from bot.model.queries import OTHERWISE
from bot.text import labels, typed_words
from bot.text.i18n import person
from bot.text.place_arguments import LONGEST_PLACE_ECHO, MOST_PLACES, claim, station, without_cards
from bot.text.place_search import cities_meant, routes_meant
from bot.text.request import Request
from bot.text.settings_parser import (
    LONGEST_ECHO,
    chat_settings,
    known,
    known_clock,
    known_language,
    known_pictures,
    one_of,
    require_known,
    switched,
)
from bot.text.truncate import shortened
from engine.actions import (
    ClaimRoute,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.cards import CARDS, LOCOMOTIVE
from engine.game import SettleTunnel
from engine.notation import read_line
from engine.payments import surcharges
from engine.refusals import BadInput

_SPAN = re.compile(r"\d\s*[-–—…]\s*\d")
"""From one number to another: whether those between them are meant too is not known."""

_NAMED = re.compile(r"(?:(.*) )?\w+:(?!//) ?(.*)")
"""Free text with its name, after other arguments; the beginning of a web address is no name."""


# ---- typed text


def parse(text: str) -> CommandCall:
    """Tell word and arguments of a typed command apart, with or without a slash. Raises CommandRefused."""
    spec, word, rest = known_command(text)
    if spec is None:
        raise CommandRefused("no-such-command", word=shortened(word, LONGEST_ECHO))
    split = _by_name if spec.has(Trait.BY_NAME) else _in_order
    return CommandCall(spec.word, split(spec.arguments, rest))


def known_command(text: str) -> tuple[CommandSpec[Command] | None, str, str]:
    """The command that a text gives, if there is one, its word as it is typed, and the rest.

    Code that checks a command before it runs must use this function, to see the same command.
    """
    word, _, rest = " ".join(text.strip().removeprefix("/").split()).partition(" ")
    return SPECS.get(word.lower()), word, rest


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


def build(request: Request, call: CommandCall) -> Command:
    """The command of a call. Raises CommandRefused where its arguments mean nothing in this match."""
    spec = SPECS[call.word]
    return spec.make(call) if spec.make else BUILDERS[call.word](request, call)


def _join(_: Request, call: CommandCall) -> Command:
    typed = call.lower("color")
    color = typed_words.trains(typed) if typed else ""
    return Join(color if color in COLORS else typed, call.text("word"))


def _options(request: Request, call: CommandCall) -> Command:
    """Everything that is given at once; without arguments, what can be chosen."""
    setup = ChangeSetup(
        variant=call.lower("variant") or None,
        bonus=call.names("bonus") if call.lower("bonus") else None,
        starter=_starting_seat(request, call) if call.lower("starter") else None,
        language=known_language(call) if call.lower("language") else None,
        pictures=known_pictures(call),
        clock=known_clock(call),
        away=_known_allowance(call),
        delays_plans=switched("delay", {"delay": call.lower("delay")}),
    )
    return setup if setup != ChangeSetup() else Show(Query.OPTIONS)


def _known_allowance(call: CommandCall) -> int | None:
    """Days of absence that a game allows."""
    typed, days = call.text("away"), call.number("away")
    if typed and (days is None or days > LONGEST_ALLOWANCE):
        raise CommandRefused("no-such-allowance", word=shortened(typed, LONGEST_ECHO), most=LONGEST_ALLOWANCE)
    return days


def _starting_seat(request: Request, call: CommandCall) -> int:
    """The seat that begins; -1 where it is drawn by lot."""
    lot = call.lower("starter") in ("lot", "random")
    return -1 if lot else _seat(request, call.text("starter"))


def _language(_: Request, call: CommandCall) -> Command:
    if not call.text("language") and not call.flag("here"):
        return ChangeSettings()
    language = known_language(call)
    return ChangeSetup(language=language) if call.flag("here") else ChangeSettings(language, is_brief=True)


def _settings(_: Request, call: CommandCall) -> Command:
    given = {name: call.lower(name) for name in call.given}
    require_known(call, given)
    language = known_language(call) if "language" in given else None
    return ChangeSettings(
        language,
        one_of(PINGS, "ping", given),
        switched("confirm", given),
        known("timezone", given, known_zone),
        known("quiet", given, known_quiet_hours),
        switched("digest", given),
        hints=switched("hints", given),
        notify_on=one_of(NOTIFY_ON, "notify", given),
    )


def _seat(request: Request, name: str) -> int:
    """The seat of a player, by their name, its beginning, or the number of the seat (1 for the first)."""
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


def _about_seat(operation: Operation) -> Callable[[Request, CommandCall], Command]:
    """An operation on the seat of a player; without a name, on no seat in particular."""

    def about_seat(request: Request, call: CommandCall) -> Command:
        name = call.text("player")
        return Do(operation, number=_seat(request, name) if name else None)

    return about_seat


def _draw(request: Request, call: CommandCall) -> Command:
    """A slot, a color, "deck", or "tickets"; without an argument, what there is to draw."""
    view, word = request.own_view, call.lower("card")
    if not word:
        return Show(Query.HAND)
    if typed_words.is_deck(word):
        return Play(DrawDeck())
    if typed_words.is_ticket(word):
        return Play(DrawTickets())
    row = view.table.row
    if len(word) == 2 and word[0].isdecimal() and word[1].upper() in CARDS:
        return Play(DrawFaceUp(int(word[0]), word[1].upper()))
    slot = whole_number(word)
    if slot and slot <= len(row):
        return Play(DrawFaceUp(slot, row[slot - 1]))
    card = typed_words.card(word)
    if card is None or card not in row:
        slots = labels.row(row, request.phrases)
        raise CommandRefused("no-such-card", word=shortened(word, LONGEST_ECHO), row=slots)
    return Play(DrawFaceUp(row.index(card) + 1, card))


def _keep(request: Request, call: CommandCall) -> Command:
    """Tickets by their places in the offer, "all" of them, or "none"; what means no set of places shows them.

    The places are those of the list that the person sees. Only the codes of buttons have the tickets' own
    numbers, and they are no typed text.
    """
    offer, word = request.own_view.offer, call.lower("tickets")
    if typed_words.is_all(word) or typed_words.is_none(word):
        return Play(KeepTickets(tuple(sorted(offer)) if typed_words.is_all(word) else ()))
    places = call.numbers("tickets")
    if not places or _SPAN.search(word):
        return Show(Query.HAND)
    wrong = [str(place) for place in places if not 1 <= place <= len(offer)]
    if wrong and offer:
        valid = [str(place) for place in range(1, len(offer) + 1)]
        raise CommandRefused(
            "no-such-tickets",
            wrong=labels.either(wrong, request.phrases),
            valid=labels.listed(valid, request.phrases),
        )
    return Play(KeepTickets(tuple(sorted(offer[place - 1] for place in places) if offer else places)))


def _pay(request: Request, call: CommandCall) -> Command:
    view, typed = request.own_view, call.text("cards")
    rest, cards = without_cards("".join(typed.split()))
    if rest:
        known = ", ".join(labels.lettered_card(letter, request.phrases) for letter in CARDS)
        raise CommandRefused("no-such-cards", word=shortened(typed, LONGEST_ECHO), letters=known)
    decision, tunnel = view.decision, view.table.tunnel
    if cards or tunnel is None or not isinstance(decision, SettleTunnel):
        return Play(PaySurcharge(cards or LOCOMOTIVE))
    ways = surcharges(tunnel.laid, decision.owed, view.hand)
    if not ways:
        raise CommandRefused("cannot-pay-surcharge", owed=decision.owed)
    if len(ways) == 1:
        return Play(PaySurcharge(ways[0]))
    return Show(Query.WHICH_PAYMENT, tuple(f"pay {way}" for way in ways))


def _try(_: Request, call: CommandCall) -> Command:
    """A claim to look at before it is made. Only buttons of earlier versions begin with its word."""
    line = call.text("line")
    try:
        action = read_line(f"claim {line.removeprefix('claim ')}")
    except BadInput:
        raise CommandRefused("no-such-command", word=shortened(line, LONGEST_ECHO)) from None
    return Play(action, is_tried=isinstance(action, ClaimRoute))


def _ways(request: Request, call: CommandCall) -> Command:
    """The ways to pay for a route or a city. Buttons leave out which, unless both have the same name.

    In place of the kind, OTHERWISE asks for every way to pay for a route.
    """
    kind, place, board = call.text("kind"), call.text("place"), request.shown_match.board
    if not place:
        place, kind = kind, "claim" if kind in board.route else "station"
    if place not in board.route and place not in board.city:
        raise CommandRefused("no-such-place", kind="city", words=shortened(place, LONGEST_PLACE_ECHO))
    if kind == OTHERWISE:
        return Show(Query.CLAIMS, (place, OTHERWISE))
    return Show(Query.CLAIMS if kind == "claim" else Query.STATIONS, (place,))


def _board(request: Request, call: CommandCall) -> Command:
    """The whole board, a close-up, both, or words; with a place, its state."""
    if call.text("place"):
        return _text(request, call)
    return Show(VIEWS.get(call.lower("view"), Query.BOARD))


def _text(request: Request, call: CommandCall) -> Command:
    """The board in words; the open routes; or the state of a city or a route."""
    place = call.text("place")
    if not place:
        return Show(Query.TEXT)
    if place.lower() == "open":
        return Show(Query.OPEN_ROUTES)
    board = request.shown_view.table.board
    places = cities_meant(board, place) or routes_meant(board, place)
    if not places:
        raise CommandRefused("no-such-place", kind="city", words=shortened(place, LONGEST_PLACE_ECHO))
    return Show(Query.TEXT, tuple(one.id for one in places[:MOST_PLACES]))


BUILDERS: Mapping[str, Callable[[Request, CommandCall], Command]] = {
    "join": _join,
    "options": _options,
    "variant": _options,
    "bonus": _options,
    "starter": _options,
    "clock": lambda _, call: Do(Operation.CHANGE_CLOCK, known_clock(call) or ""),
    "givetime": _about_seat(Operation.GIVE_TIME),
    "skip": _about_seat(Operation.SKIP_PLAYER),
    "replace": _about_seat(Operation.REPLACE_PLAYER),
    "draw": _draw,
    "claim": claim,
    "station": station,
    "keep": _keep,
    "pay": _pay,
    "try": _try,
    "ways": _ways,
    "board": _board,
    "text": _text,
    "settings": _settings,
    "chatsettings": lambda _, call: chat_settings(call),
    "language": _language,
}
"""The commands whose row has no `make`."""
