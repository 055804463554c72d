"""Handlers of play: actions, and what leads to them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import dropwhile, takewhile

from bot.matches import seats
from bot.matches.match import LogEvent, Match, Step
from bot.matches.outcomes import CommandRefused
from bot.matches.roster_events import RosterEvent
from bot.matches.turns import STALE, decide_as, standing_steps
from bot.model.commands import Play
from bot.model.identity import Person
from bot.model.message import Message
from bot.service import action_menus
from bot.service.context import Context
from bot.service.lessons import refused_move
from bot.service.own_panel import own_panel
from bot.text.history import own_account
from bot.text.i18n import Phrases
from engine.actions import Action, ClaimRoute, DrawDeck, DrawFaceUp
from engine.events import seen_by
from engine.notation import line
from engine.refusals import IllegalAction

_DOUBLE, _RECENT = timedelta(seconds=30), 50
"""A double press: the same button within this time, and within this number of events."""


async def play(command: Play, context: Context) -> Message:
    """Play an action. The answer says what it brought, and what can be done now."""
    person, action = context.player, command.action
    if command.is_tried and isinstance(action, ClaimRoute):
        return await _preview(action, context)
    await _follow_name(context)
    try:
        match, outcome = await context.update(
            lambda match: decide_as(person, match, action, command.revision), line(action)
        )
    except IllegalAction as error:
        return await _not_played(error, action, context)
    seat = match.roster.seat_of(str(person))
    assert seat is not None
    events = outcome.events
    if outcome.key == STALE:
        if not (repeated := await _played_before(command, replace(context, match=match))):
            return await stale_panel(replace(context, match=match))
        events = repeated
    lead = _gain(match, events, seat, context.phrases)
    drew = isinstance(action, DrawFaceUp | DrawDeck)
    return await own_panel(context, match, seat, lead, with_map=not drew)


async def _follow_name(context: Context) -> None:
    """Let the seat have the name that its person has in the chat by now."""
    called = context.directory.called_in(context.person, context.chat)
    if called and seats.renamed(context.shown_match, context.person, called).events:
        await context.repository.update(
            context.shown_match.id,
            lambda match: seats.renamed(match, context.person, called),
            str(context.person),
        )


async def _played_before(command: Play, context: Context) -> tuple[LogEvent, ...]:
    """The events of the same button's press a moment ago: a double press is answered like one press.

    Nothing where the button is stale for another reason.
    """
    match, revision = context.shown_match, command.revision
    if revision is None or match.game is None or match.game.seq - revision > _RECENT:
        return ()
    steps = await context.repository.steps(match.id, max(0, match.seq - _RECENT))
    own = list(dropwhile(lambda step: not _answers(step, context.player, revision), standing_steps(steps)))
    if not own or own[0].action != line(command.action) or context.clock.now() - own[0].at > _DOUBLE:
        return ()
    further = takewhile(lambda step: not step.action and step.actor == own[0].actor, own[1:])
    return own[0].event, *(step.event for step in further)


def _answers(step: Step, player: Person, revision: int) -> bool:
    """Whether a player has made a decision with a step."""
    seat = step.after.roster.seat_of(str(player))
    return bool(
        step.action and step.before and step.actor == str(player) and step.before.asks(seat, revision)
    )


def _gain(match: Match, events: Sequence[LogEvent], seat: int, phrases: Phrases) -> str:
    """What the player gained by an action, cards from the deck included."""
    if match.table is None:
        return ""
    seen = [seen_by(event, seat) for event in events if not isinstance(event, RosterEvent)]
    return own_account(seen, match.table, phrases)


async def _preview(claim: ClaimRoute, context: Context) -> Message:
    """Show a claim before it is made."""
    try:
        return action_menus.preview(context, claim, context.pictures)
    except IllegalAction as error:
        return await _not_played(error, claim, context)


async def _not_played(error: IllegalAction, action: Action, context: Context) -> Message:
    """Which rule forbids an action."""
    match = await context.repository.read(context.shown_match.id)
    if match.table is None:
        raise CommandRefused("not-started")
    return refused_move(error, context, match, action)


async def stale_panel(context: Context) -> Message:
    """The answer to a stale button: the panel as it is now."""
    if context.match is None or context.seat is None:
        return Message(context.phrases.say("not-your-seat"))
    lead = context.phrases.say("stale")
    return await own_panel(context, context.match, context.seat, lead, with_news=True)
