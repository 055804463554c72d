"""Menus and buttons of plans: the panel's, and those that a plan is built with."""

from collections.abc import Iterable

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.plans import on_turn
from bot.matches.roster_events import PlanMade
from bot.model.callbacks import CallbackData
from bot.model.message import Button, Menu, Message, Rows
from bot.requests.request import Request
from bot.text import labels
from bot.text.i18n import Phrases
from bot.text.place_choices import route_choices
from bot.text.plan_text import condition_text, plan_text, typed_plan
from engine.cards import CARDS
from engine.options import options
from engine.view import View

_MOST_CHOICES = 100
_MOST_PAID = 3
"""Cards that a tunnel can cost more."""


def panel_buttons(match: Match, plan: PlanMade | None, phrases: Phrases) -> Rows:
    """The buttons below the panel of a player who waits for others."""
    if plan is None:
        return ((_button(match, phrases.say("button-plan"), "plan add", "main"),),)
    done = (_button(match, phrases.say("button-plan-done"), "plan done", "main"),) if plan.draft else ()
    change = _button(match, phrases.say("button-plan-change"), "plan")
    return ((*done, change, _button(match, phrases.say("button-plan-delete"), "plan delete")),)


def menu(request: Request, plan: PlanMade, text: str) -> Message | None:
    """The answer to a text after `/plan` that changes nothing: the plan or a menu. None for other texts."""
    view = on_turn(request.own_view)
    match text.split():
        case []:
            return draft(request, plan) if plan.lines else _kinds(request)
        case ["edit"]:
            return _editing(request, plan)
        case ["add"]:
            return _kinds(request)
        case ["add", "claim"]:
            return _claims(request, view)
        case ["add", "station"]:
            return _stations(request, view)
        case ["add", "draw"]:
            return _first_cards(request, view)
        case ["add", "draw", first]:
            return _second_cards(request, view, first)
        case ["ways", route]:
            return _ways(request, view, route)
        case ["if"]:
            return _conditions(request, plan)
        case _:
            return None


def draft(request: Request, plan: PlanMade) -> Message:
    """A draft of a plan, with the buttons to extend it."""
    match, say = request.shown_match, request.phrases.say
    text = plan_text(match.board, plan, request.phrases)
    first = [_button(match, say("button-plan-add"), "plan add")]
    first += [_button(match, say("button-plan-if"), "plan if")] if plan.lines else []
    first += [_button(match, say("button-plan-done"), "plan done", "main")] if plan.draft else []
    second = (
        _button(match, say("button-plan-edit"), "plan edit"),
        _button(match, say("button-plan-undo"), "plan undo"),
        _button(match, say("button-plan-delete"), "plan delete"),
    )
    back = _button(match, say("button-back"), "hand")
    return Message(text, buttons=(tuple(first), second, (back,)))


def _editing(request: Request, plan: PlanMade) -> Message:
    """A plan as one would type it, to be changed."""
    match, say = request.shown_match, request.phrases.say
    typed = typed_plan(match.board, plan, request.phrases) if plan.lines else ""
    form = _button(match, say("button-plan-edit"), "plan")
    back = _button(match, say("button-plan-back"), "plan")
    text = say("plan-edit", plan=f"/plan {typed}".rstrip())
    return Message(text, buttons=((back,),), editing=form, typed=typed)


def _kinds(request: Request) -> Message:
    """The kinds of lines."""
    match, view, say = request.shown_match, on_turn(request.own_view), request.phrases.say
    row = [
        _button(
            match, say(f"button-{kind}"), "plan =tickets" if kind == "ticket" else f"plan add {kind}", "main"
        )
        for kind in ("draw", "claim", "ticket", "station")
        if kind != "station" or view.table.rules.stations
    ]
    back = _button(match, say("button-back"), "hand")
    return Message(say("plan-how"), buttons=(tuple(row), (back,)))


def _claims(request: Request, view: View) -> Message:
    """The routes that the hand can pay for now, those for the tickets first."""
    choices = [(f"plan ways {route.id}", label) for route, _, label in route_choices(view, request.phrases)]
    if not choices:
        raise CommandRefused("nothing-to-claim")
    return _menu(request, "plan-which-claim", choices)


def _ways(request: Request, view: View, route: str) -> Message:
    """The ways to pay for a route."""
    payments = options(view).claims.payments(route)
    if not payments:
        raise CommandRefused("cannot-pay-now")
    choices = [(f"plan +{route} {cards}", labels.payment_label(cards, request.phrases)) for cards in payments]
    return _menu(request, "plan-which-cards", choices)


def _stations(request: Request, view: View) -> Message:
    """The cities where a station can be built now, paid in the cheapest way."""
    cities = {
        labels.place(view.table.board, city, request.phrases): city for city in options(view).stations.places
    }
    if not cities:
        raise CommandRefused("nothing-to-station")
    return _menu(request, "plan-which-city", [(f"plan @{cities[name]}", name) for name in sorted(cities)])


def _first_cards(request: Request, view: View) -> Message:
    say = request.phrases.say
    choices = [("plan =deck deck", say("plan-deck-twice")), ("plan add draw deck", say("plan-deck"))]
    for card in CARDS:
        code = f"plan ={card}" if view.table.rules.is_whole_draw(card) else f"plan add draw {card}"
        choices.append((code, labels.color_name(card, request.phrases)))
    return _menu(request, "plan-which-first", choices)


def _second_cards(request: Request, view: View, first: str) -> Message:
    phrases = request.phrases
    choices = [(f"plan ={first} deck", phrases.say("plan-deck"))]
    choices += [
        (f"plan ={first} {card} deck", phrases.say("plan-or-deck", card=labels.card(card, phrases)))
        for card in CARDS
        if not view.table.rules.is_whole_draw(card)
    ]
    choices.append((f"plan ={first}", phrases.say("plan-ask-me")))
    return _menu(request, "plan-which-second", choices)


def _conditions(request: Request, plan: PlanMade) -> Message:
    """The conditions of the last line, and what can be said of the whole plan."""
    board, phrases = request.shown_match.board, request.phrases
    routes = dict.fromkeys(word for line in plan.lines for word in line.split() if word in board.route)
    limits = [f"row {card}" for card in CARDS] + [f"free {route}" for route in (*plan.watched, *routes)]
    choices = [("plan watch", phrases.say("plan-unwatch" if plan.watched else "plan-watches"))]
    choices += [
        (f"plan pay {most}", phrases.say("plan-surcharge", most=most, above="ask"))
        for most in range(_MOST_PAID + 1)
    ]
    choices += [
        (f"plan if {limit}", condition_text(board, limit, phrases)) for limit in dict.fromkeys(limits)
    ]
    return _menu(request, "plan-which-condition", choices)


def _menu(request: Request, key: str, choices: Iterable[tuple[str, str]]) -> Message:
    match, question = request.shown_match, request.phrases.say(key)
    buttons = tuple(Button(label, CallbackData(match.id, 0, code).code) for code, label in choices)
    back = _button(match, request.phrases.say("button-plan-back"), "plan")
    return Message(question, buttons=((back,),), menus=(Menu(question, buttons[:_MOST_CHOICES]),))


def _button(match: Match, label: str, line: str, style: str = "plain") -> Button:
    return Button(label, CallbackData(match.id, 0, line).code, "main" if style == "main" else "plain")
