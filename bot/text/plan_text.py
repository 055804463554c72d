"""A plan in words, and from words: its lines, their conditions, and why a line was not played.

claim Paris - Brest with black, if nobody has claimed Paris - Dieppe; else take red, then blind;
ask me if somebody claims a route my tickets need; pay up to 2, else ask
"""

import re
from collections.abc import Iterator, Sequence

from bot.matches.outcomes import CommandRefused
from bot.matches.plans import (
    IF,
    MOST_CONDITIONS,
    MOST_LINES,
    MOST_TURNS,
    check_line,
    conditions,
    head,
    judged,
    lost_route,
    never_holds,
    on_turn,
)
from bot.matches.roster_events import PlanMade
from bot.text import typed_words
from bot.text.i18n import Phrases
from bot.text.labels import cards, city, either, payment_label, route_name, shown_cards
from bot.text.place_choices import listed_routes, needed_routes
from bot.text.place_search import cities_meant, is_word_of_name, no_such_route, routes_meant, without_cards
from bot.text.refusal_text import refusal
from engine.actions import Action, BuildStation, ClaimRoute
from engine.board import Board, Route
from engine.cards import CARDS, LOCOMOTIVE, in_order
from engine.refusals import IllegalAction
from engine.view import View


def plan_text(board: Board, plan: PlanMade, phrases: Phrases) -> str:
    """A plan in words: its lines by number, and what holds for all of it."""
    say = phrases.say
    lines = [say("plan-title", turns=plan.turns, when="later" if plan.waits else "next")]
    lines += [f"{number}. {line_text(board, line, phrases)}" for number, line in enumerate(plan.lines, 1)]
    if plan.watched:
        lines.append(say("plan-watches"))
    actions = map(head, plan.lines)
    has_tunnel = any(kind == "claim" and board.route[place].tunnel for kind, place, *_ in actions)
    if plan.surcharge or plan.declines or has_tunnel:
        lines.append(say("plan-surcharge", most=plan.surcharge, above="decline" if plan.declines else "ask"))
    if plan.draft:
        lines.append(say("plan-draft"))
    return "\n".join(lines)


def line_text(board: Board, line: str, phrases: Phrases) -> str:
    """A line of a plan in words, with its conditions."""
    ifs = (condition_text(board, condition, phrases) for condition in conditions(line))
    return ", ".join((_action(board, line, phrases), *ifs))


def _action(board: Board, line: str, phrases: Phrases) -> str:
    kind, what, *more = head(line)
    match kind:
        case "claim":
            name = route_name(board, what, phrases.language, numbered=True)
            return phrases.say("plan-claim", route=name, cards=_paid("".join(more), phrases))
        case "station":
            name = city(board, what, phrases.language)
            return phrases.say("plan-station", city=name, cards=_paid("".join(more), phrases))
        case _ if what == "tickets":
            return phrases.say("plan-tickets")
        case _ if [what, *more] == ["deck", "deck"]:
            return phrases.say("plan-draw", first=phrases.say("plan-deck-twice"), second="", ends="one")
        case _:
            second = either([_card(letter, phrases) for letter in more], phrases)
            ends = "one" if what == LOCOMOTIVE else "two" if more else "ask"
            return phrases.say("plan-draw", first=_card(what, phrases), second=second, ends=ends)


def _paid(letters: str, phrases: Phrases) -> str:
    """What pays: `none` stands for the cheapest way."""
    if len(letters) == 1:
        return phrases.say(f"several-{letters}")
    return payment_label(letters, phrases) if letters else "none"


def _card(letter: str, phrases: Phrases) -> str:
    return phrases.say("plan-take-deck") if letter == "deck" else cards(letter, phrases)


def typed_plan(board: Board, plan: PlanMade, phrases: Phrases) -> str:
    """A plan as its player would type it: `read_plan` reads it back."""
    say, above = phrases.say, "decline" if plan.declines else "ask"
    parts = [typed_line(board, line, phrases) for line in plan.lines]
    parts += [say("typed-watch")] if plan.watched else []
    parts += [say("typed-pay", most=plan.surcharge, above=above)] if plan.surcharge or plan.declines else []
    text = "; ".join(parts)
    return say("typed-repeat", lines=text, turns=plan.turns) if plan.turns > 1 else text


def typed_line(board: Board, line: str, phrases: Phrases) -> str:
    """A line of a plan as its player would type it."""
    kind, what, *more = head(line)
    match kind:
        case "claim":
            name = route_name(board, what, phrases.language, numbered=True)
            text = phrases.say("typed-claim", route=name)
        case "station":
            text = phrases.say("typed-station", city=city(board, what, phrases.language))
        case _ if what == "tickets":
            text = phrases.say("typed-tickets")
        case _:
            first, *rest = (
                phrases.say("typed-deck" if card == "deck" else f"card-{card}") for card in (what, *more)
            )
            key = "typed-draw-two" if rest else "typed-draw"
            text = phrases.say(key, first=first, second=either(rest, phrases))
    if kind != "draw" and more:
        text = phrases.say("typed-with", line=text, cards="".join(more))
    for condition in conditions(line):
        kind, what = condition.split()
        if kind == "free":
            name = route_name(board, what, phrases.language, numbered=True)
            text += f" {phrases.say('typed-if-free', route=name)}"
        else:
            text += f" {phrases.say(f'typed-if-{kind}', cards=what)}"
    return text


def condition_text(board: Board, condition: str, phrases: Phrases) -> str:
    """A condition in words."""
    kind, what = condition.split()
    if kind == "free":
        name = route_name(board, what, phrases.language, numbered=True)
        return phrases.say("plan-if-free", route=name)
    return phrases.say(f"plan-if-{kind}", cards=shown_cards(what, phrases))


def why_not_played(view: View, plan: PlanMade, names: Sequence[str], phrases: Phrases) -> str:
    """Why a plan did not play the turn of its seat that has begun."""
    if plan.draft:
        return phrases.say("plan-was-draft")
    if route := lost_route(view, plan):
        name = route_name(view.table.board, route, phrases.language)
        return phrases.say("plan-route-lost", route=name)
    lines = [
        f"{number}. {line_text(view.table.board, line, phrases)}: {_why(view, line, names, phrases)}"
        for number, line in enumerate(plan.lines, 1)
    ]
    return "\n".join([phrases.say("plan-not-played"), *lines])


def _why(view: View, line: str, names: Sequence[str], phrases: Phrases) -> str:
    match judged(view, line):
        case IllegalAction() as error:
            return line_refusal(error, view, line, names, phrases)
        case str(condition):
            kind, what = condition.split()
            if kind != "free":
                return phrases.say(f"plan-unmet-{kind}", cards=shown_cards(what, phrases))
            route = route_name(view.table.board, what, phrases.language, numbered=True)
            return phrases.say("plan-unmet-free", name=names[view.table.owner(what) or 0], route=route)
        case action:
            assert isinstance(action, Action)
            return phrases.say("plan-could-be-played")


def line_refusal(error: IllegalAction, view: View, line: str, names: Sequence[str], phrases: Phrases) -> str:
    """The rule that forbids a line, and what would be legal."""
    kind, place, *_ = head(line)
    builds: dict[str, Action] = {"claim": ClaimRoute(place, ""), "station": BuildStation(place, "")}
    return refusal(error, on_turn(view).table, names, phrases, builds.get(kind), view.hand)


_LONGEST = 500
_MOST_CARDS = 20

_ELSE = r"(?:or\s+)?(?:else|otherwise|иначе)"
_SURCHARGE = re.compile(
    r"\b(?:pay|доплат\w*|плати\w*|заплат\w*)\s+(?:up\s+to\s+|at\s+most\s+|до\s+|не\s+больше\s+)?(\d)\b"
    r"(?:\s+(?:extra\s+)?(?:cards?|карт\w*))?"
    rf"(?:\s*[,;]?\s*{_ELSE}\s+(?:(ask|спрос\w*)|decline|leave|отказ\w*|остав\w*)(?:\s+(?:me|it|меня))?)?",
    re.IGNORECASE,
)
_BETWEEN_LINES = re.compile(rf"\s*;\s*|,?\s+{_ELSE}\s+", re.IGNORECASE)
_FIRST_ELSE = re.compile(rf"{_ELSE}\b[,\s]*", re.IGNORECASE)
_WATCH = re.compile(r"(?:ask|спрос)\w*\b.*(?:ticket|билет)", re.IGNORECASE)
_REPEAT = re.compile(
    r"(?:repeat|повтор\w*)\s+(.*?)(?:,?\s+(?:for\s+|на\s+)?(\d+)\s*(?:turns?|times|ход\w*|раз\w*)?)?",
    re.IGNORECASE,
)
_IF = re.compile(r",?\s*(?:\b(?:only|только)\s+)?\b(?:if|если)\s+", re.IGNORECASE)
_AND = re.compile(r",?\s+(?:and|и)\s+", re.IGNORECASE)
_WITH = re.compile(r"(.*?)\s+(?:with|using|за|с)\s+(.*)", re.IGNORECASE)

_CLAIM = re.compile(r"(?:claim|заним\w*|займ\w*|занять)\s+(.*)", re.IGNORECASE)
_STATION = re.compile(
    r"(?:(?:build|постро\w*|постав\w*)\s+)?(?:a\s+)?(?:station|станци\w*)\s+(?:(?:in|в|во)\s+)?(.*)",
    re.IGNORECASE,
)
_TAKE = r"(?:draw|take|взять|возьм\w*|бер\w*|брать|тян\w*|вытян\w*)"
_TICKETS = re.compile(rf"(?:{_TAKE}\s+)?(?:\d\s+)?(?:new\s+|новые\s+)?(?:tickets?|билет\w*)", re.IGNORECASE)
_DRAW = re.compile(rf"{_TAKE}\b\s*(.*)", re.IGNORECASE)

_FREE = re.compile(
    r"(?:nobody|no one)(?: else)?(?: has)?(?: yet)? (?:claimed|taken|built) (.+)"
    r"|никто(?: ещ[её])? не занял (.+)|(.+?) (?:is|are)(?: still)? free|(.+?) (?:ещ[её] )?свобод\w+",
    re.IGNORECASE,
)
_HOLD = re.compile(
    r"i (?:hold|have)(?: at least)? (.+)|(?:у меня|на руках)(?: есть)?(?: хотя бы)? (.+)", re.IGNORECASE
)
_ROW = re.compile(r"(?:the )?(?:face-up )?row (?:shows|has) (.+)|в ряду(?: есть| лежит)? (.+)", re.IGNORECASE)

_SMALL = frozenset(
    {
        *("a", "an", "the", "one", "1", "card", "cards", "from", "row", "face", "up", "open", "then", "and"),
        *("карта", "карту", "карты", "карт", "одну", "одна", "из", "ряда", "ряд", "открытую", "открытого"),
        *("потом", "затем", "и"),
    }
)
"""Words between the names of cards."""

_TWO = frozenset({"2", "two", "twice", "две", "два", "дважды"})
_OR = frozenset({"or", "или"})


def read_plan(view: View, text: str, names: Sequence[str], phrases: Phrases) -> PlanMade:
    """The plan of a seat in a text; `names` are the players', by seat. Raises CommandRefused."""
    if len(text) > _LONGEST:
        raise CommandRefused("plan-too-long", most=_LONGEST)
    turns, text = _repeated(text)
    paid, text = _surcharge(text)
    watched: tuple[str, ...] = ()
    lines: list[str] = []
    segments = [_FIRST_ELSE.sub("", one.strip(" ,."), count=1) for one in _BETWEEN_LINES.split(text)]
    for segment in filter(None, segments):
        if _WATCH.match(segment):
            watched = watched_routes(view)
        else:
            lines += _lines(view, segment, names, phrases)
    plan = PlanMade(view.seat or 0, tuple(dict.fromkeys(lines)), watched, *paid, turns=turns)
    return checked_plan(plan)


def checked_plan(plan: PlanMade) -> PlanMade:
    """A plan of some lines that make sense together. Raises CommandRefused."""
    if not plan.lines:
        raise CommandRefused("plan-empty")
    if len(plan.lines) > MOST_LINES:
        raise CommandRefused("plan-too-many-lines", most=MOST_LINES)
    draws = all(head(line)[0] == "draw" and head(line)[1] != "tickets" for line in plan.lines)
    if plan.turns > 1 and not draws:
        raise CommandRefused("plan-repeats-draws")
    return plan


def check_planned(view: View, line: str, names: Sequence[str], phrases: Phrases) -> None:
    """Refuse a line that can never be played, with the rule. Raises CommandRefused."""
    same_hand = view.table.seat != view.seat
    kind, first, *more = head(line)
    if kind == "draw" and view.table.rules.is_whole_draw(first) and more:
        raise CommandRefused("plan-locomotive-alone")
    if len(line.split(IF)) - 1 > MOST_CONDITIONS:
        raise CommandRefused("plan-too-many-conditions", most=MOST_CONDITIONS)
    try:
        check_line(view, line, same_hand=same_hand)
    except IllegalAction as error:
        why = line_refusal(error, view, line, names, phrases)
        raise CommandRefused(
            "plan-illegal", line=line_text(view.table.board, line, phrases), why=why
        ) from None
    if condition := never_holds(view, line, same_hand=same_hand):
        raise CommandRefused("plan-never", condition=condition_text(view.table.board, condition, phrases))


def watched_routes(view: View) -> tuple[str, ...]:
    """The routes that the seat's tickets need. Raises CommandRefused where there is none."""
    routes = needed_routes(view)
    if not routes:
        raise CommandRefused("plan-nothing-to-watch")
    return routes


def _repeated(text: str) -> tuple[int, str]:
    """For how many turns a plan holds, and its text without that."""
    found = _REPEAT.fullmatch(text.strip())
    if not found:
        return 1, text
    turns = int(found[2] or MOST_TURNS)
    if not 1 <= turns <= MOST_TURNS:
        raise CommandRefused("plan-repeat-range", most=MOST_TURNS)
    return turns, found[1]


def _surcharge(text: str) -> tuple[tuple[int, bool], str]:
    """The standing answer to a tunnel: the most cards to pay, and whether to decline above that."""
    found = _SURCHARGE.search(text)
    if not found:
        return (0, False), text
    declines = bool(re.search(_ELSE, found[0], re.IGNORECASE)) and not found[2]
    return (int(found[1]), declines), f"{text[: found.start()]};{text[found.end() :]}"


def _lines(view: View, segment: str, names: Sequence[str], phrases: Phrases) -> list[str]:
    """A line of a plan; one for each side of a double route where either may be meant."""
    action, *clauses = _IF.split(segment)
    further = "".join(f"{IF}{one}" for clause in clauses for one in _conditions(view, clause, phrases))
    lines = [f"{line}{further}" for line in _actions(view, action.strip(" ,"), phrases)]
    kept: list[str] = []
    wrong: CommandRefused | None = None
    for line in lines:
        try:
            check_planned(view, line, names, phrases)
            kept.append(line)
        except CommandRefused as error:
            wrong = wrong or error
    if wrong and not kept:
        raise wrong
    return kept


def _actions(view: View, text: str, phrases: Phrases) -> list[str]:
    board = view.table.board
    if _TICKETS.fullmatch(text):
        return ["draw tickets"]
    if found := _STATION.fullmatch(text):
        place, cards = _paid_with(board, found[1])
        return [f"station {_city(board, place)} {cards}".strip()]
    if found := _CLAIM.fullmatch(text):
        place, cards = _paid_with(board, found[1])
        return [f"claim {route} {cards}".strip() for route in _routes(board, place, phrases)]
    if found := _DRAW.fullmatch(text):
        return [f"draw {_draws(found[1])}"]
    raise CommandRefused("plan-unclear", words=text)


def _paid_with(board: Board, text: str) -> tuple[str, str]:
    """A place, and the cards that pay for it: some, a colour, or none."""
    if found := _WITH.fullmatch(text):
        return found[1], _letters(found[2])
    rest, cards = without_cards(text)
    known = is_word_of_name(board, text.split()[-1]) if text.split() else True
    return (rest, cards) if cards and rest and not known else (text, "")


def _letters(text: str) -> str:
    """Cards in words or letters: `3 black and 1 locomotive`, `KKKL`; a colour alone is one letter."""
    joined = "".join(text.split()).upper()
    if joined and not joined.strip(CARDS):
        return in_order(joined)
    letters, count = "", 1
    for word in re.findall(r"\w+", text.lower()):
        if word.isdecimal():
            count = min(int(word), _MOST_CARDS)
        elif card := typed_words.card(word):
            letters, count = letters + card * count, 1
        elif word not in _SMALL:
            raise CommandRefused("plan-no-card", word=word)
    if not letters:
        raise CommandRefused("plan-no-card", word=text)
    return in_order(letters)


def _routes(board: Board, text: str, phrases: Phrases) -> list[str]:
    """The route of this name, or the sides of a double route."""
    found = routes_meant(board, text)
    if not found:
        raise no_such_route(board, text, (text,), phrases)
    if len({_ends(route) for route in found}) > 1:
        names = sorted({route_name(board, one.id, phrases.language, sided=False) for one in found})
        raise CommandRefused("plan-which-place", places=", ".join(names[:4]))
    return listed_routes(found)


def _ends(route: Route) -> frozenset[str]:
    return frozenset((route.a, route.b))


def _city(board: Board, text: str) -> str:
    found = cities_meant(board, text)
    if not found:
        raise CommandRefused("no-such-place", kind="city", words=text)
    if len(found) > 1:
        raise CommandRefused("plan-which-place", places=", ".join(city.name for city in found[:4]))
    return found[0].id


def _draws(text: str) -> str:
    """The cards to draw: `R G deck` is red, and then green or, if there is none, blind."""
    items: list[str] = []
    words = re.findall(r"\w+", text.lower())
    for word in words:
        if word in _SMALL or word in _OR or word in _TWO:
            continue
        card = "deck" if typed_words.means(word, typed_words.DECK) else typed_words.card(word)
        if not card:
            raise CommandRefused("plan-no-card", word=word)
        items.append(card)
    if len(items) == 1 and _TWO & set(words):
        items *= 2
    if not items or (len(items) > 2 and not _OR & set(words)):
        raise CommandRefused("plan-no-card", word=text)
    return " ".join(items)


def _conditions(view: View, text: str, phrases: Phrases) -> Iterator[str]:
    """The conditions of a clause: one, or several with "and" between them."""
    try:
        yield from _condition(view, text.strip(" ,"), phrases)
    except CommandRefused:
        parts = _AND.split(text)
        if len(parts) < 2:
            raise
        for part in parts:
            yield from _condition(view, part.strip(" ,"), phrases)


def _condition(view: View, text: str, phrases: Phrases) -> list[str]:
    if found := _HOLD.fullmatch(text):
        return [f"hold {_letters(_given(found))}"]
    if found := _ROW.fullmatch(text):
        return [f"row {_letters(_given(found))}"]
    if found := _FREE.fullmatch(text):
        return [f"free {route}" for route in _routes(view.table.board, _given(found), phrases)]
    raise CommandRefused("plan-no-condition", words=text)


def _given(found: re.Match[str]) -> str:
    return next(str(one) for one in found.groups() if one)
