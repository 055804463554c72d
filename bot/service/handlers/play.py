"""Handlers of play: actions, and what leads to them."""

from dataclasses import replace

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.roster_events import RosterEvent
from bot.matches.turns import STALE, decide_as
from bot.model.commands import Mark, Play, Preview
from bot.model.message import Message
from bot.service import action_menus
from bot.service.context import Context
from bot.service.panels import private_panel
from bot.text.errors import refusal
from bot.text.history import own_account
from bot.text.i18n import Phrases
from engine.actions import Action, ClaimRoute, DrawDeck, DrawFaceUp, KeepTickets
from engine.events import CardDrawn, CardTaken, Event, RouteClaimed, seen_by
from engine.notation import line
from engine.refusals import IllegalAction

_RECENT_STEPS = 50
"""After so many events, a button is stale whoever pressed it."""


async def play(command: Play, context: Context) -> Message:
    """Play an action. The answer says what it brought, and what can be done now."""
    person, action = context.player, command.action
    try:
        match, outcome = await context.update(
            lambda match: decide_as(person, match, action, command.revision), line(action)
        )
    except IllegalAction as error:
        return await _not_played(error, action, context)
    if outcome.key == STALE:
        return await _pressed_again(command, replace(context, match=match))
    seat = match.roster.seat_of(str(person))
    assert seat is not None
    lead = _gain(match, outcome, seat, context.phrases)
    new_tickets = isinstance(action, KeepTickets)
    return await private_panel(
        context.pictures,
        match,
        seat,
        context.phrases,
        lead,
        with_map=new_tickets,
        heading=context.heading,
    )


async def _pressed_again(command: Play, context: Context) -> Message:
    """The answer to a second press of a button: what the first one brought; else that the button is stale."""
    match, seat = context.shown_match, context.seat
    if seat is None or match.table is None:
        return await stale_panel(context)
    event = await _answer_to(command.revision or 0, seat, context)
    if event is None or not _is_of(event, command.action):
        return await stale_panel(context)
    brought = own_account([seen_by(event, seat)], match.table, context.phrases)
    return await stale_panel(context, context.phrases.say("pressed-twice", brought=brought))


async def _answer_to(revision: int, seat: int, context: Context) -> Event | None:
    """The first event of the answer to a seat's decision, if that is not long ago."""
    match = context.shown_match
    for step in await context.repository.steps(match.id, max(0, match.seq - _RECENT_STEPS)):
        asked = step.before is not None and step.before.asks(seat, revision)
        if asked and not isinstance(step.event, RosterEvent):
            return step.event
    return None


def _is_of(event: Event, action: Action) -> bool:
    """Whether an event is what an action came to."""
    match action, event:
        case DrawDeck(), CardDrawn():
            return True
        case DrawFaceUp(card=wanted), CardTaken(card=taken):
            return wanted == taken
        case ClaimRoute(route=wanted), RouteClaimed(route=claimed):
            return wanted == claimed
        case _:
            return False


def _gain(match: Match, outcome: Outcome, seat: int, phrases: Phrases) -> str:
    """What the action brought its player, blind cards included."""
    if match.table is None:
        return ""
    events = [seen_by(event, seat) for event in outcome.events if not isinstance(event, RosterEvent)]
    return own_account(events, match.table, phrases)


async def preview(command: Preview, context: Context) -> Message:
    """Show a claim before it is made."""
    try:
        return action_menus.preview(context, command.action, context.pictures)
    except IllegalAction as error:
        return await _not_played(error, command.action, context)


async def _not_played(error: IllegalAction, action: Action, context: Context) -> Message:
    """Which rule forbids an action."""
    match = await context.repository.read(context.shown_match.id)
    if match.table is None:
        raise CommandRefused("not-started")
    hand = context.view.hand if context.view else None
    return Message(refusal(error, match.table, match.roster.names, context.phrases, action, hand))


async def stale_panel(context: Context, lead: str = "") -> Message:
    """The answer to a stale button: the panel as it is now, below `lead` or that the button is stale."""
    if context.match is None or context.seat is None:
        return Message(context.phrases.say("not-your-seat"))
    lead = lead or context.phrases.say("stale")
    return await private_panel(
        context.pictures, context.match, context.seat, context.phrases, lead, heading=context.heading
    )


async def mark(command: Mark, context: Context) -> Message:
    """Mark offered tickets."""
    match = context.shown_match
    if context.seat is None:
        raise CommandRefused("not-your-seat")
    return await private_panel(
        context.pictures,
        match,
        context.seat,
        context.phrases,
        marked=command.tickets,
        heading=context.heading,
    )
