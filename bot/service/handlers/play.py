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
from engine.actions import Action, DrawDeck, DrawFaceUp
from engine.events import seen_by
from engine.notation import line
from engine.refusals import IllegalAction


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
        return await stale_panel(replace(context, match=match))
    seat = match.roster.seat_of(str(person))
    assert seat is not None
    lead = _gain(match, outcome, seat, context.phrases)
    drew = isinstance(action, DrawFaceUp | DrawDeck)
    return await private_panel(context.pictures, match, seat, context.phrases, lead, with_map=not drew)


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
    return Message(refusal(error, match.table, match.roster.names, context.phrases, action))


async def stale_panel(context: Context) -> Message:
    """The answer to a stale button: the panel as it is now."""
    if context.match is None or context.seat is None:
        return Message(context.phrases.say("not-your-seat"))
    lead = context.phrases.say("stale")
    return await private_panel(context.pictures, context.match, context.seat, context.phrases, lead)


async def mark(command: Mark, context: Context) -> Message:
    """Mark offered tickets."""
    match = context.shown_match
    if context.seat is None:
        raise CommandRefused("not-your-seat")
    return await private_panel(context.pictures, match, context.seat, context.phrases, marked=command.tickets)
