"""Handlers of clocks and votes in a running game."""

from bot.matches import votes
from bot.matches.clocks import CLOCKS
from bot.matches.roster import Status
from bot.model.commands import ChangeSetup
from bot.model.message import Message
from bot.model.table_commands import CLOCK, AskTable, CastVote, GiveTime
from bot.service.context import Context
from bot.service.handlers.lobby import change_setup
from bot.service.vote_posts import clock_menu, vote_message


async def ask_table(command: AskTable, context: Context) -> Message:
    """Ask the others; or show the clock. In a lobby, a player chooses the clock alone."""
    match, now = context.shown_match, context.clock.now()
    if command.question == CLOCK and not command.clock:
        return clock_menu(match, context.phrases)
    if command.question == CLOCK and match.roster.status is Status.LOBBY:
        return await change_setup(ChangeSetup(clock=command.clock), context)
    clock = CLOCKS.get(command.clock)
    return await context.change(
        lambda match: votes.ask(match, context.player, command.question, now, clock=clock)
    )


async def vote(command: CastVote, context: Context) -> Message:
    """Vote, or show how the vote stands."""
    if command.yes is not None:
        yes, number = command.yes, command.number
        return await context.change(lambda match: votes.cast(match, context.player, yes=yes, number=number))
    return vote_message(context.shown_match, context.phrases)


async def give_time(command: GiveTime, context: Context) -> Message:
    """Give a rival more time."""
    return await context.change(lambda match: votes.give_time(match, context.player, command.seat))
