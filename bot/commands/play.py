"""A turn: actions, and what leads to them. Nothing is guessed: where a text fits several, the answer asks."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from itertools import dropwhile, takewhile
from typing import Annotated, TypeVar

from bot.commands.arguments import (
    FLAG,
    CityArg,
    CityCardsArg,
    DrawArg,
    RouteArg,
    RouteCardsArg,
    SurchargeArg,
    TicketsArg,
    TypedTextArg,
    TypedWordArg,
)
from bot.commands.look import MOST_PLACES, described, hand, hand_panel
from bot.commands.registry import command
from bot.matches import seats
from bot.matches.match import LogEvent, Step
from bot.matches.outcomes import CommandRefused
from bot.matches.roster_events import RosterEvent
from bot.matches.turns import STALE, decide_as, standing_steps
from bot.model.command import BOTH, FORM, OWN, OWN_PLACE, PRIVATE, PRIVATE_CHAT, TURN
from bot.model.identity import Person
from bot.model.message import Message
from bot.requests.request import Request
from bot.shown import action_menus
from bot.shown.lessons import refused_move
from bot.shown.menus import question_message
from bot.shown.panels import own_panel, ticket_pick
from bot.text import labels, typed_words
from bot.text.history import own_account
from bot.text.place_choices import listed_routes
from bot.text.place_search import cities_meant, is_word_of_name, no_such_route, routes_meant, without_cards
from bot.text.typed_words import numbers_in
from engine.actions import (
    Action,
    BuildStation,
    ClaimRoute,
    DeclineTunnel,
    DrawDeck,
    DrawFaceUp,
    DrawTickets,
    KeepTickets,
    PaySurcharge,
)
from engine.board import Board, City, Route
from engine.cards import CARDS, LOCOMOTIVE
from engine.events import seen_by
from engine.game import ChooseTickets, SettleTunnel
from engine.notation import line, read_line
from engine.options import options
from engine.payments import surcharges
from engine.refusals import BadInput, IllegalAction
from engine.view import View

_SPAN = re.compile(r"\d\s*[-–—…]\s*\d")
"""From one number to another: whether those between them are meant too is not known."""

_move = partial(command, section=TURN, who="player", answer=PRIVATE)
"""A command of a turn."""

PlaceFound = TypeVar("PlaceFound", City, Route)

_DOUBLE, _RECENT = timedelta(seconds=30), 50
"""A double press: the same button within this time, and within this number of events."""


@_move("draw", discord=OWN, menus=BOTH, page=OWN_PLACE, posts=("turn",), first="hand", link=True)
async def draw(request: Request, card: DrawArg | None = None) -> Message:
    """Draw a card or tickets; without an argument, show what there is to draw."""
    if card:
        return await play(request, card)
    _ = request.own_view  # raises CommandRefused before the game, and for those who have no seat
    return await hand.run(request)


@_move(
    "claim", discord=OWN, menus=BOTH, page=OWN_PLACE, posts=("turn",), first="claim", confirm=True, link=True
)
async def claim(request: Request, route: RouteArg = "", cards: RouteCardsArg = "") -> Message:
    """Claim a route with cards from the hand; a city alone means its routes.

    Where several routes or payments are meant, ask which; without a route, show those that can be claimed.
    """
    view, words = request.own_view, f"{route} {cards}".strip()
    if not words:
        return action_menus.payable_routes(request)
    board = view.table.board
    routes, paid = _places_named(board, routes_meant, route, cards)
    if routes and len(paid) == 1 and routes[0].length > 1:  # the card names a side
        routes, paid = routes_meant(board, words) or routes, ""
    if routes:
        alike = listed_routes(_payable(view, routes, paid) or routes)
        if len(alike) > 1:
            return _which_route(request, alike, paid)
        ways = options(view).claims.payments(alike[0])
        if paid or len(ways) <= 1:
            return await play(request, ClaimRoute(alike[0], paid or "".join(ways)))
        return action_menus.ways_to_pay(request, "claim", alike[0])
    cities, paid = _places_named(board, cities_meant, route, cards)
    if not cities:
        readings = (text for text, _ in _readings(board, route, cards))
        raise no_such_route(board, words, readings, request.phrases)
    ids = [city.id for city in cities]
    payable = _payable(view, [one for one in board.routes if one.a in ids or one.b in ids], paid)
    if payable and paid:
        return _which_route(request, [one.id for one in payable], paid)
    if payable:
        return action_menus.payable_routes(request, ids[:MOST_PLACES])
    return Message(described(request, ids[:MOST_PLACES]))


def _which_route(request: Request, routes: Sequence[str], cards: str) -> Message:
    return question_message(request, "which-route", [f"claim {route} {cards}".strip() for route in routes])


def _payable(view: View, routes: Sequence[Route], cards: str) -> list[Route]:
    """Those of several routes that can be claimed now, with these cards if there are any."""
    ways = {route: options(view).claims.payments(route.id) for route in routes}
    return [route for route in routes if (cards in ways[route] if cards else ways[route])]


def _places_named(
    board: Board, find: Callable[[Board, str], tuple[PlaceFound, ...]], place: str, cards: str
) -> tuple[tuple[PlaceFound, ...], str]:
    """The places that a name fits, and the cards of their own argument or at its end."""
    for text, paid in _readings(board, place, cards):
        if places := find(board, text):
            return places, paid
    return (), ""


def _readings(board: Board, place: str, cards: str) -> Iterator[tuple[str, str]]:
    """The ways to read what was typed: the name of a place, and the cards that pay for it."""
    if cards:
        rest, letters = without_cards("".join(cards.split()))
        if letters and not rest:
            yield place, letters
        return
    start, letters = without_cards(place)
    if letters and not is_word_of_name(board, place.split()[-1]):
        yield start, letters
    yield place, ""


@_move(
    "ticket",
    discord=OWN,
    menus=BOTH,
    page=OWN_PLACE,
    posts=("choice", "turn"),
    first="ticket",
    shape=FORM,
    confirm=True,
    link=True,
)
async def ticket(
    request: Request, sure: Annotated[bool, replace(FLAG, words=("draw", "yes"))] = False
) -> Message:
    """Draw tickets, after a question; while tickets are chosen, show the panel."""
    if sure:
        return await play(request, DrawTickets())
    if request.view and isinstance(request.view.decision, ChooseTickets):
        return await hand.run(request)
    return action_menus.ticket_question(request)


@_move("station", discord=OWN, menus=BOTH, page=OWN_PLACE, posts=("turn",), first="station", link=True)
async def station(request: Request, city: CityArg = "", cards: CityCardsArg = "") -> Message:
    """Build a station in a city; without one, show the cities where that is possible."""
    view, words = request.own_view, f"{city} {cards}".strip()
    if not words:
        return action_menus.payable_cities(request)
    cities, paid = _places_named(view.table.board, cities_meant, city, cards)
    if not cities:
        raise CommandRefused("no-such-place", kind="city", words=words)
    if len(cities) > 1:
        lines = [f"station {place.id} {paid}".strip() for place in cities]
        return question_message(request, "which-city", lines)
    place = cities[0].id
    ways = options(view).stations.payments(place)
    if paid or len(ways) <= 1:
        return await play(request, BuildStation(place, paid or "".join(ways)))
    return question_message(request, "which-payment", [f"station {place} {way}" for way in ways])


@_move("keep", menus=PRIVATE_CHAT, page=OWN_PLACE, first="hand", shape=FORM, secret=True)
async def keep(request: Request, tickets: TicketsArg = "") -> Message:
    """Keep tickets by their places in the offer, "all" of them, or "none"; other words show the offer.

    The places are those of the list that the person sees. Only the codes of buttons have the tickets' own
    numbers.
    """
    offer = request.own_view.offer
    if typed_words.means(tickets, typed_words.ALL) or typed_words.means(tickets, typed_words.NONE):
        return await play(
            request, KeepTickets(tuple(sorted(offer)) if typed_words.means(tickets, typed_words.ALL) else ())
        )
    places_named = numbers_in(tickets)
    if not places_named or _SPAN.search(tickets):
        return await hand.run(request)
    wrong = [str(place) for place in places_named if not 1 <= place <= len(offer)]
    if wrong and offer:
        valid = [str(place) for place in range(1, len(offer) + 1)]
        raise CommandRefused(
            "no-such-tickets",
            wrong=labels.either(wrong, request.phrases),
            valid=labels.listed(valid, request.phrases),
        )
    kept = sorted(offer[place - 1] for place in places_named) if offer else places_named
    return await play(request, KeepTickets(tuple(kept)))


@_move("pay", menus=BOTH, page=OWN_PLACE, first="hand")
async def pay(request: Request, cards: SurchargeArg = "") -> Message:
    """Pay the surcharge of a tunnel; where several payments are possible, ask which."""
    rest, paid = without_cards("".join(cards.split()))
    if rest:
        letters = ", ".join(labels.lettered_card(letter, request.phrases) for letter in CARDS)
        raise CommandRefused("no-such-cards", word=cards, letters=letters)
    view = request.own_view
    decision, tunnel = view.decision, view.table.tunnel
    if paid or tunnel is None or not isinstance(decision, SettleTunnel):
        return await play(request, PaySurcharge(paid or LOCOMOTIVE))
    ways = surcharges(tunnel.laid, decision.owed, view.hand)
    if not ways:
        raise CommandRefused("cannot-pay-surcharge", owed=decision.owed)
    if len(ways) == 1:
        return await play(request, PaySurcharge(ways[0]))
    return question_message(request, "which-payment", [f"pay {way}" for way in ways])


@_move("decline", menus=BOTH, page=OWN_PLACE, first="hand")
async def decline(request: Request) -> Message:
    """Decline a tunnel, and take the cards back."""
    return await play(request, DeclineTunnel())


# ---- buttons only


@_move("mark", is_typed=False, secret=True)
async def mark(request: Request, tickets: TicketsArg = "") -> Message:
    """Show the panel with some of the offered tickets marked."""
    panel, view = await hand_panel(request), request.view
    if panel.pick is None or view is None:
        return panel
    pick = ticket_pick(request.shown_match, view, request.phrases, numbers_in(tickets))
    return replace(panel, pick=pick)


@_move("ways", is_typed=False)
async def ways(request: Request, kind: TypedWordArg = "", place: TypedTextArg = "") -> Message:
    """Show the ways to pay for a route or a city.

    A button has the kind, `claim` or `station`, only where a route and a city have the same name. In place of
    the kind, OTHERWISE asks for every way to pay for a route.
    """
    board = request.shown_match.board
    if not place:
        place, kind = kind, "claim" if kind in board.route else "station"
    if place not in board.route and place not in board.city:
        raise CommandRefused("no-such-place", kind="city", words=place)
    otherwise = kind == action_menus.OTHERWISE
    word = "claim" if kind == "claim" or otherwise else "station"
    return action_menus.ways_to_pay(request, word, place, otherwise=otherwise)


@_move("try", is_typed=False, secret=True)
async def look_at_claim(request: Request, line: TypedTextArg = "") -> Message:
    """Show what a claim costs and scores before it is made."""
    try:
        action = read_line(f"claim {line.removeprefix('claim ')}")
    except BadInput:
        raise CommandRefused("no-such-command", word=line) from None
    if not isinstance(action, ClaimRoute):
        return await play(request, action)
    try:
        return action_menus.preview(request, action)
    except IllegalAction as error:
        return await _not_played(error, action, request)


# ---- actions


async def play(request: Request, *actions: Action) -> Message:
    """Play actions, one after the other. The answer says what they brought, and what can be done now.

    Where a rule forbids one after the first, those before it are played: the first card may be the last one.
    """
    person, shown = request.player, request.shown_match
    called = request.directory.called_in(request.person, request.chat)
    if called and seats.renamed(shown, request.person, called).events:  # the name in the chat has changed
        await request.repository.update(
            shown.id, lambda match: seats.renamed(match, request.person, called), str(request.person)
        )
    match, events = shown, tuple[LogEvent, ...]()
    for action in actions:
        decide = partial(decide_as, person, action=action, revision=None if events else request.revision)
        try:
            match, outcome = await request.update(decide, line(action))
        except IllegalAction as error:
            if events:
                break
            return await _not_played(error, action, request)
        if outcome.key == STALE:
            now = replace(request, match=match)
            events = await _played_before(actions, now)
            if not events:
                return await stale_panel(now)
            break
        events += tuple(outcome.events)
    seat = match.roster.seat_of(str(person))
    assert seat is not None
    seen = [seen_by(event, seat) for event in events if not isinstance(event, RosterEvent)]
    lead = own_account(seen, match.table, request.phrases) if match.table else ""
    drew = isinstance(actions[0], DrawFaceUp | DrawDeck)
    return await own_panel(request, match, seat, lead, with_map=not drew)


async def _played_before(actions: Sequence[Action], request: Request) -> tuple[LogEvent, ...]:
    """The events of the same button's press a moment ago: a double press is answered like one press.

    Nothing where the button is stale for another reason.
    """
    match, revision = request.shown_match, request.revision
    if revision is None or match.game is None or match.game.seq - revision > _RECENT:
        return ()
    steps = await request.repository.steps(match.id, max(0, match.seq - _RECENT))
    own = list(dropwhile(lambda step: not _answers(step, request.player, revision), standing_steps(steps)))
    own = list(takewhile(lambda step: step.actor == str(request.player), own))
    moves = [place for place, step in enumerate(own) if step.action]
    played = [own[place].action for place in moves[: len(actions)]]
    if played != [line(action) for action in actions] or request.clock.now() - own[0].at > _DOUBLE:
        return ()
    end = moves[len(actions)] if len(moves) > len(actions) else len(own)
    return tuple(step.event for step in own[:end])


def _answers(step: Step, player: Person, revision: int) -> bool:
    """Whether a player has made a decision with a step."""
    seat = step.after.roster.seat_of(str(player))
    return bool(
        step.action and step.before and step.actor == str(player) and step.before.asks(seat, revision)
    )


async def _not_played(error: IllegalAction, action: Action, request: Request) -> Message:
    """Which rule forbids an action."""
    match = await request.repository.read(request.shown_match.id)
    if match.table is None:
        raise CommandRefused("not-started")
    return refused_move(error, request, match, action)


async def stale_panel(request: Request) -> Message:
    """The answer to a stale button: the panel as it is now."""
    if request.match is None or request.seat is None:
        return Message(request.phrases.say("not-your-seat"))
    lead = request.phrases.say("stale")
    return await own_panel(request, request.match, request.seat, lead, with_news=True)
