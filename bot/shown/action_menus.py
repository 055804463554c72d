"""Menus before an action: where to build, how to pay, and what a claim would cost and score."""

from collections.abc import Sequence
from dataclasses import replace

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.matches.roster import Status
from bot.matches.turns import decide_as
from bot.model.callbacks import CallbackData
from bot.model.message import Button, Menu, Message, Rows, Style
from bot.requests.request import Request
from bot.shown.menus import preview_line
from bot.shown.pictures import preview_picture
from bot.text import labels
from bot.text.alt_text import claim_preview
from bot.text.place_choices import route_choices, station_choices
from engine.actions import BuildStation, ClaimRoute, DrawTickets
from engine.checks import check_due
from engine.options import options
from engine.view import View

OTHERWISE = "+"
"""In place of a kind in a button: every way to pay for a route, instead of the default first."""

_MOST_PLACES = 100

_SHOWN_AT_ONCE = 2
"""More ways to pay for a route than this are behind a button, except the default."""

_MANY = 8
"""More routes than this are easier to find by a city."""


def payable_routes(request: Request, cities: Sequence[str] = ()) -> Message:
    """The routes that the person can claim now, in a menu: those for their tickets first.

    With `cities`, only routes from or to one of them. Choosing one shows the ways to pay. Raises
    CommandRefused, as all these menus do, and IllegalAction where it is not the beginning of the person's
    turn.
    """
    view, match, phrases = _own_turn(request), request.shown_match, request.phrases
    every = route_choices(view, phrases)
    if not every:
        raise CommandRefused("nothing-to-claim")
    places = [choice for choice in every if not cities or {choice[0].a, choice[0].b} & set(cities)]
    if not places:
        names = tuple(labels.city(match.board, city, phrases.language) for city in cities)
        raise CommandRefused("nothing-to-claim-there", cities=labels.either(names, phrases))
    payments = options(view).claims.payments
    choices = [
        Button(
            label,
            _ways_code(match, view, "claim", route.id),
            about=labels.payment_label(payments(route.id)[0], phrases),
        )
        for route, _, label in places
    ]
    hints = ["claim-marks"] if any(use != "none" for _, use, _ in places) else []
    hints += ["claim-by-city"] if len(places) > _MANY else []
    question = phrases.say("choose-claim", count=len(places))
    example = labels.city(match.board, places[0][0].a, phrases.language)
    text = "\n".join([question, *(phrases.say(hint, city=example) for hint in hints)])
    menu = Menu(question, tuple(choices[:_MOST_PLACES]), best=_MANY, find=_find(request, view, "claim"))
    brief = " ".join([question, *(phrases.say(hint, city=example) for hint in hints[-1:])])
    return Message(text, buttons=_back(request), menus=(menu,), brief=brief)


def payable_cities(request: Request) -> Message:
    """The cities where the person can pay for a station now, in a menu: those for their tickets first."""
    view, match, phrases = _own_turn(request), request.shown_match, request.phrases
    places = station_choices(view, phrases)
    if not places:
        raise CommandRefused("nothing-to-station")
    choices = [Button(label, _ways_code(match, view, "station", city)) for city, _, label in places]
    question = phrases.say("choose-station")
    hints = [phrases.say("station-marks")] if any(use != "none" for _, use, _ in places) else []
    menu = Menu(question, tuple(choices[:_MOST_PLACES]), best=_MANY, find=_find(request, view, "station"))
    return Message("\n".join([question, *hints]), buttons=_back(request), menus=(menu,), brief=question)


def ticket_question(request: Request) -> Message:
    """Asks before tickets are drawn: that takes the turn and cannot be undone."""
    view, phrases = _own_turn(request), request.phrases
    if not options(view).of(DrawTickets):
        raise CommandRefused("no-tickets-now")
    code = CallbackData.of(request.shown_match.id, _revision(view), DrawTickets()).code
    label = labels.action(DrawTickets(), view.table, phrases)
    number = min(view.table.rules.draw_tickets, view.table.ticket_deck)
    question = phrases.say("confirm-tickets", count=number, keep=view.table.rules.keep_tickets)
    return Message(question, buttons=((Button(label, code, "main"),), *_back(request)))


def ways_to_pay(request: Request, kind: str, place: str, *, otherwise: bool = False) -> Message:
    """The ways to pay for a route or a station, the default first.

    For a route this shows the default alone, and a button for the others; `otherwise` shows all of them.
    People who confirm claims see the claim with the default at once.
    """
    view = _own_turn(request)
    open_now = options(view)
    payments = (open_now.claims if kind == "claim" else open_now.stations).payments(place)
    if not payments:
        raise CommandRefused("cannot-pay-now")
    if kind != "claim":
        return _ways(request, view, [BuildStation(place, cards) for cards in payments])
    routes = [ClaimRoute(place, cards) for cards in payments]
    if request.profile.confirm and not otherwise:
        return preview(request, routes[0])
    if otherwise or len(routes) <= _SHOWN_AT_ONCE:
        return _ways(request, view, routes)
    default = _ways(request, view, routes[:1])
    row = (*default.menus[0].choices, _otherwise(request, view, place))
    return replace(default, menus=(replace(default.menus[0], choices=row),))


def preview(request: Request, claim: ClaimRoute) -> Message:
    """What a claim costs and scores, for the claimer alone, and a button that makes it.

    Raises IllegalAction where a rule forbids the claim, and CommandRefused where the person has no turn.
    """
    match, phrases = request.shown_match, request.phrases
    decide_as(request.player, match, claim)
    view = _own_turn(request)
    code = CallbackData.of(match.id, _revision(view), claim).code
    row = [Button(phrases.say("button-claim-it"), code, "main")]
    if len(options(view).claims.payments(claim.route)) > 1:
        row.append(_otherwise(request, view, claim.route))
    text = claim_preview(view, claim.route, claim.cards, phrases)
    picture = request.pictures.of(preview_picture(match, view, claim, phrases))
    return Message(text, picture, (tuple(row), *_back(request)))


def _own_turn(request: Request) -> View:
    """What the person may see at the beginning of their turn. Raises CommandRefused, or IllegalAction."""
    match, view = request.shown_match, request.view
    if match.game is None:
        raise CommandRefused("not-started")
    if match.roster.status is Status.ABORTED:
        raise CommandRefused("game-is-over")
    if view is None or view.seat is None:
        raise CommandRefused("not-at-table")
    check_due(view.table, view.seat, DrawTickets)
    return view


def _revision(view: View) -> int:
    return view.decision.revision if view.decision else 0


def _back(request: Request) -> Rows:
    """The button that leads back to the panel."""
    return (
        (Button(request.phrases.say("button-back"), CallbackData(request.shown_match.id, 0, "hand").code),),
    )


def _find(request: Request, view: View, word: str) -> Button:
    """The button that asks for the name of a place, and gives it to a command."""
    code = CallbackData(request.shown_match.id, _revision(view), word).code
    return Button(request.phrases.say("button-find"), code)


def _ways_code(match: Match, view: View, kind: str, place: str) -> str:
    """The code that asks how to pay. The place tells the kind, unless a route has the name of a city."""
    named_alike = kind == "station" and place in match.board.route
    line = f"ways {kind} {place}" if named_alike else f"ways {place}"
    return CallbackData(match.id, _revision(view), line).code


def _otherwise(request: Request, view: View, route: str) -> Button:
    """The button that shows every way to pay for a route."""
    code = CallbackData(request.shown_match.id, _revision(view), f"ways {OTHERWISE} {route}").code
    return Button(request.phrases.say("button-pay-otherwise"), code)


def _ways(request: Request, view: View, actions: Sequence[ClaimRoute | BuildStation]) -> Message:
    """The ways to pay for a place. People who confirm claims see the claim first."""
    match, phrases = request.shown_match, request.phrases
    choices = []
    for number, action in enumerate(actions):
        data = CallbackData.of(match.id, _revision(view), action)
        if request.profile.confirm and isinstance(action, ClaimRoute):
            data = replace(data, line=preview_line(data.line))
        style: Style = "plain" if number else "main"
        choices.append(Button(labels.payment_label(action.cards, phrases), data.code, style))
    place = actions[0].route if isinstance(actions[0], ClaimRoute) else actions[0].city
    question = phrases.say("ways-to-pay", place=labels.place(view.table.board, place, phrases))
    return Message(question, buttons=_back(request), menus=(Menu(question, tuple(choices)),))
