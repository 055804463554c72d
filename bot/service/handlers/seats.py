"""Handlers of seats, in a lobby and in a running game."""

from datetime import timedelta
from typing import Annotated

from bot.matches import lobby, seats
from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome, by_status
from bot.matches.recent_steps import steps_after
from bot.matches.roster import Status
from bot.matches.roster_events import PersonTookOver
from bot.model.command_values import Join
from bot.model.commands import Do, Operation
from bot.model.message import Message
from bot.service.context import Context
from bot.service.menus import confirm_leave, sure_of

MOST_TAKEN = 3
_WITHIN = timedelta(hours=1)
"""How often a person may take seats of others in a game, and within what time."""


async def join(command: Join, context: Context) -> Message:
    """Take a seat, or take over from a computer. A linked account keeps the name of its player."""
    match, now = context.shown_match, context.clock.now()
    player = lobby.asked_account(match, context.linked_accounts) or context.player
    name = context.name if player == context.person else await context.directory.name(player)
    contribution = context.contribution(lobby.known_word(command.word))
    hands = await context.store.people.hands_seen(match.id, context.linked_accounts)
    seen = {str(one) for one in (*context.linked_accounts, *hands)}

    await _require_few_takes(context)

    def in_lobby(match: Match) -> Outcome:
        seats.require_no_other_seat(match, player, seen)
        return lobby.join(match, player, name, context.chat, command, contribution)

    return await context.change(
        by_status(in_lobby, lambda match: seats.join(match, player, name, context.chat, now, seen))
    )


async def _require_few_takes(context: Context) -> None:
    """Refuse a person who takes seats again and again: everybody is told each time. Their own is exempt."""
    match, player = context.shown_match, str(context.player)
    if match.roster.status is not Status.RUNNING or match.roster.owned_seat(player) is not None:
        return
    steps = await steps_after(context.repository, match, context.clock.now() - _WITHIN)
    taken = sum(isinstance(step.event, PersonTookOver) and step.event.person == player for step in steps)
    if taken >= MOST_TAKEN:
        raise CommandRefused("taken-enough", most=MOST_TAKEN)


async def leave(command: Annotated[Do, Operation.LEAVE], context: Context) -> Message:
    """Give up a seat; in a running game after a confirmation, because somebody else may take it then."""
    match, player = context.shown_match, context.player
    if command.text == "no":
        return Message(context.phrases.say("not-left"))
    decide = by_status(
        lambda match: lobby.leave(match, player), lambda match: seats.leave(match, player, context.name)
    )
    if match.roster.status is not Status.RUNNING or command.text in ("yes", sure_of(player)):
        return await context.change(decide)
    return confirm_leave(match, player, decide(match), context.phrases)
