"""Plans: what a player wants to be played when their turn comes.

A plan is typed as a whole, or built with buttons. A button sends `/plan` with one of the texts below. The
plan is then a draft until its player presses "Done".

+ROUTE CARDS, @CITY CARDS, =CARD CARD   another line (claim, station, draw); see bot.matches.plans
if CONDITION                            a condition of the last line
watch, pay NUMBER, undo, done           for all of the plan
"""

from collections.abc import Iterable
from dataclasses import replace

from msgspec import structs

from bot.commands.arguments import PlanArg
from bot.commands.registry import command
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.plans import IF, has_turn_to_plan, is_line, on_turn, own_plan
from bot.matches.roster import Status
from bot.matches.roster_events import PlanMade
from bot.model.callbacks import CallbackData
from bot.model.command import OWN, PRIVATE, PRIVATE_CHAT, TURN
from bot.model.message import Button, Menu, Message
from bot.requests.request import Request
from bot.shown.panels import own_panel
from bot.text import labels
from bot.text.place_choices import best_claims, route_choices
from bot.text.plan_text import (
    check_planned,
    checked_plan,
    condition_text,
    plan_text,
    read_plan,
    typed_plan,
    watched_routes,
)
from engine.cards import CARDS
from engine.options import options
from engine.view import View, view_for

MOST_CHANGES = 60
"""How often a player may change their plan while one turn of the game lasts."""

_MOST_CHOICES = 100
_MOST_PAID = 3
"""Cards that a tunnel can cost more."""

_DELETE = frozenset({"delete", "none", "off", "удалить", "нет"})
_KINDS = {"+": "claim", "@": "station", "=": "draw"}


@command(
    "plan", TURN, discord=OWN, who="player", menus=PRIVATE_CHAT, answer=PRIVATE, changes=True, secret=True
)
async def plan(request: Request, plan: PlanArg = "") -> Message:
    """Show, make, change or delete the plan of a player, or offer what a plan can be made of."""
    _, present = _planned(request, request.shown_match)
    if menu := _menu(request, present, plan):
        return menu
    match, outcome = await request.update(lambda match: _outcome(plan, request, match))
    now = own_plan(match, present.seat)
    if now and now.draft:
        return _draft(replace(request, match=match), now)
    lead = request.phrases.say(outcome.key)
    return await own_panel(request, match, present.seat, lead, with_map=False)


def _planned(request: Request, match: Match) -> tuple[View, PlanMade]:
    """What the person sees of a match, and their plan; an empty draft where they have none.

    Raises CommandRefused where nobody can plan, or they cannot.
    """
    if match.game is None or match.roster.status is Status.LOBBY:
        raise CommandRefused("not-started")
    if match.roster.status is not Status.RUNNING:
        raise CommandRefused("game-is-over")
    seat = match.roster.seat_of(str(request.player))
    if seat is None:
        raise CommandRefused("not-at-table")
    if match.roster.holders[seat].level:
        raise CommandRefused("already-away")
    view = view_for(match.game, seat)
    if not has_turn_to_plan(view):
        raise CommandRefused("plan-no-turn")
    return view, own_plan(match, seat) or PlanMade(seat, draft=True)


def _outcome(text: str, request: Request, match: Match) -> Outcome:
    """The outcome of a text after `/plan` in a match as it is now.

    A plan that is made in the player's own turn is for the turn after it.
    """
    view, plan = _planned(request, match)
    changed = _changed(text, request, view, plan)
    own_turn = view.table.seat == view.seat
    changed = structs.replace(changed, waits=own_turn and bool(changed.lines), playing="")
    key = "plan-saved" if changed.lines else "plan-deleted"
    if changed.lines and match.replanned and match.replanned[plan.seat] >= MOST_CHANGES:
        raise CommandRefused("planned-enough", most=MOST_CHANGES)
    return Outcome((changed,), key) if changed.lines or plan.lines else Outcome((), "plan-none")


def _changed(text: str, request: Request, view: View, plan: PlanMade) -> PlanMade:
    """A plan after a button or a typed text."""
    word, _, rest = text.partition(" ")
    match word.lower():
        case delete if delete in _DELETE and not rest:
            return PlanMade(plan.seat)
        case "undo" if not rest:
            return structs.replace(plan, lines=plan.lines[:-1], draft=True)
        case "done" if not rest:
            return structs.replace(checked_plan(plan), draft=False)
        case "watch" if not rest:
            watched = () if plan.watched else watched_routes(view)
            return structs.replace(checked_plan(plan), watched=watched, draft=True)
        case "pay" if rest.isdecimal() and len(rest) == 1:
            return structs.replace(checked_plan(plan), surcharge=int(rest), draft=True)
        case "if":
            line = _checked_line(f"{checked_plan(plan).lines[-1]}{IF}{rest}", request, view)
            return structs.replace(plan, lines=(*plan.lines[:-1], line), draft=True)
        case another if another[:1] in _KINDS and word:
            line = _checked_line(f"{_KINDS[word[0]]} {word[1:]} {rest}".strip(), request, view)
            return checked_plan(
                structs.replace(plan, lines=tuple(dict.fromkeys((*plan.lines, line))), draft=True)
            )
        case _:
            return read_plan(view, text, request.shown_match.roster.names, request.phrases)


def _checked_line(line: str, request: Request, view: View) -> str:
    if not is_line(view.table.board, line):
        raise CommandRefused("plan-unclear", words=line)
    check_planned(view, line, request.shown_match.roster.names, request.phrases)
    return line


# ---- menus


def _menu(request: Request, plan: PlanMade, text: str) -> Message | None:
    """The answer to a text after `/plan` that changes nothing: the plan or a menu. None for other texts."""
    view = on_turn(request.own_view)
    match text.split():
        case []:
            return _draft(request, plan) if plan.lines else _kinds(request)
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


def _draft(request: Request, plan: PlanMade) -> Message:
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
    line = f"/plan {typed}".rstrip()
    text = say("plan-edit", plan=line)
    return Message(text, buttons=((back,),), editing=form, typed=typed, copied=line)


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
    best = [_button(match, say("plan-deck-twice"), "plan =deck deck")]
    for claim, label in best_claims(view, request.phrases):
        best.append(_button(match, label, f"plan +{claim.route} {claim.cards}"))
    back = _button(match, say("button-back"), "hand")
    return Message(say("plan-how"), buttons=(tuple(best), tuple(row), (back,)))


def _claims(request: Request, view: View) -> Message:
    """The routes that the hand can pay for now, those for the tickets first."""
    choices = [(f"plan ways {route.id}", label) for route, _, label in route_choices(view, request.phrases)]
    if not choices:
        raise CommandRefused("nothing-to-claim")
    return _choice(request, "plan-which-claim", choices)


def _ways(request: Request, view: View, route: str) -> Message:
    """The ways to pay for a route."""
    payments = options(view).claims.payments(route)
    if not payments:
        raise CommandRefused("cannot-pay-now")
    choices = [(f"plan +{route} {cards}", labels.payment_label(cards, request.phrases)) for cards in payments]
    return _choice(request, "plan-which-cards", choices)


def _stations(request: Request, view: View) -> Message:
    """The cities where a station can be built now, paid in the cheapest way."""
    cities = {
        labels.place(view.table.board, city, request.phrases): city for city in options(view).stations.places
    }
    if not cities:
        raise CommandRefused("nothing-to-station")
    return _choice(request, "plan-which-city", [(f"plan @{cities[name]}", name) for name in sorted(cities)])


def _first_cards(request: Request, view: View) -> Message:
    say = request.phrases.say
    choices = [("plan =deck deck", say("plan-deck-twice")), ("plan add draw deck", say("plan-deck"))]
    for card in CARDS:
        code = f"plan ={card}" if view.table.rules.is_whole_draw(card) else f"plan add draw {card}"
        choices.append((code, labels.color_name(card, request.phrases)))
    return _choice(request, "plan-which-first", choices)


def _second_cards(request: Request, view: View, first: str) -> Message:
    phrases = request.phrases
    choices = [(f"plan ={first} deck", phrases.say("plan-deck"))]
    choices += [
        (f"plan ={first} {card} deck", phrases.say("plan-or-deck", card=labels.card(card, phrases)))
        for card in CARDS
        if not view.table.rules.is_whole_draw(card)
    ]
    choices.append((f"plan ={first}", phrases.say("plan-ask-me")))
    return _choice(request, "plan-which-second", choices)


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
    return _choice(request, "plan-which-condition", choices)


def _choice(request: Request, key: str, choices: Iterable[tuple[str, str]]) -> Message:
    match, question = request.shown_match, request.phrases.say(key)
    buttons = tuple(Button(label, CallbackData(match.id, 0, code).code) for code, label in choices)
    back = _button(match, request.phrases.say("button-plan-back"), "plan")
    return Message(question, buttons=((back,),), menus=(Menu(question, buttons[:_MOST_CHOICES]),))


def _button(match: Match, label: str, line: str, style: str = "plain") -> Button:
    return Button(label, CallbackData(match.id, 0, line).code, "main" if style == "main" else "plain")
