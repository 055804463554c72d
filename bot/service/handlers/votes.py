"""Handlers of clocks, votes and undo in a running game."""

from datetime import timedelta
from typing import Annotated

from bot.matches import seats, votes
from bot.matches.clocks import CLOCKS, TurnClock
from bot.matches.match import MOST_UNDONE, Match
from bot.matches.outcomes import CommandRefused, Decide, Outcome
from bot.matches.recent_steps import steps_after
from bot.matches.roster import Status
from bot.matches.roster_events import VoteOpened
from bot.matches.undo import before_last_move, match_at, undo_alone
from bot.model.command_values import ChangeSetup
from bot.model.commands import Do, Operation
from bot.model.message import Message
from bot.model.vote_questions import CLOCK, PAUSE, REPLACE, RESUME, SKIP, UNDO
from bot.service import rollbacks
from bot.service.context import Context
from bot.service.handlers.lobby import change_setup
from bot.service.own_panel import own_panel
from bot.service.permissions import is_home_admin
from bot.service.vote_posts import clock_menu, vote_message

MOST_QUESTIONS = 3
_WITHIN = timedelta(hours=1)
"""How many votes a person may open, and within what time."""

_RECENT = 90
_SEVERAL = 2


async def pause(_: Annotated[Do, Operation.PAUSE], context: Context) -> Message:
    """Ask the others for a pause."""
    return await _ask(PAUSE, context)


async def resume(_: Annotated[Do, Operation.RESUME], context: Context) -> Message:
    """Ask the others to end the pause."""
    return await _ask(RESUME, context)


async def change_clock(command: Annotated[Do, Operation.CHANGE_CLOCK], context: Context) -> Message:
    """Ask the others for another clock, or show the present one. In a lobby, a player chooses it alone."""
    if not command.text:
        return clock_menu(context.shown_match, context.phrases)
    if context.shown_match.roster.status is Status.LOBBY:
        return await change_setup(ChangeSetup(clock=command.text), context)
    return await _ask(CLOCK, context, CLOCKS.get(command.text))


async def _ask(question: str, context: Context, clock: TurnClock | None = None) -> Message:
    now = context.clock.now()
    return await _put_to_vote(
        context, lambda match: votes.ask(match, context.player, question, now, clock=clock)
    )


async def _put_to_vote(context: Context, ask: Decide, *, about_late: bool = False) -> Message:
    """Open a vote, unless the person has opened too many of late."""
    return await context.change(await _limited(context, ask, about_late=about_late))


async def _limited(context: Context, ask: Decide, *, about_late: bool = False) -> Decide:
    """A decision that opens no vote where the person has opened too many of late: each notifies the others.

    Votes about late players are counted apart, so that other questions do not keep anybody from them.
    """
    has_asked_enough = await _questions_of(context, about_late=about_late) >= MOST_QUESTIONS

    def decide(match: Match) -> Outcome:
        outcome = ask(match)
        if has_asked_enough and any(isinstance(event, VoteOpened) for event in outcome.events):
            raise CommandRefused("asked-enough", most=MOST_QUESTIONS)
        return outcome

    return decide


async def undo(command: Annotated[Do, Operation.UNDO], context: Context) -> Message:
    """Take back one's last move, or ask the others. The answer to an undo is the panel."""
    shown, seat, now = context.shown_match, context.seat, context.clock.now()
    if seat is None or shown.roster.status is not Status.RUNNING:
        raise CommandRefused("not-your-seat" if seat is None else "nothing-to-undo")
    earlier = await before_last_move(context.repository, shown, seat)
    if command.number is not None and earlier.table and shown.undone == (earlier.table.turn, MOST_UNDONE):
        raise CommandRefused("undone-enough", most=MOST_UNDONE)

    def ask(match: Match) -> Outcome:
        alone = undo_alone(match, context.player, earlier, command.number)
        return alone or votes.ask(match, context.player, UNDO, now, earlier=earlier)

    match, outcome = await context.update(await _limited(context, ask))
    text = context.phrases.say(outcome.key, **outcome.values)
    return await own_panel(context, match, seat, text) if outcome.key == "done-undo" else Message(text)


async def roll_back(command: Annotated[Do, Operation.ROLL_BACK], context: Context) -> Message:
    """Set the game back, as an admin."""
    return await rollbacks.roll_back(command.text, context)


async def skip_player(command: Annotated[Do, Operation.SKIP_PLAYER], context: Context) -> Message:
    """Let a computer finish a turn."""
    return await _let_computer_play(command.number, SKIP, context)


async def replace_player(command: Annotated[Do, Operation.REPLACE_PLAYER], context: Context) -> Message:
    """Let a computer play a seat until its player comes back."""
    return await _let_computer_play(command.number, REPLACE, context)


async def _let_computer_play(seat: int | None, question: str, context: Context) -> Message:
    """Let a computer play a seat for a turn (SKIP) or longer (REPLACE).

    An admin of the game's home may decide that. Once the game has waited long enough, any player may ask the
    others, and decides where there is nobody else to ask.
    """
    match, now = context.shown_match, context.clock.now()
    by_right = context.seat is not None and seats.is_overdue(match, seat, now)
    about = seats.waited_for(match, seat) if by_right else None
    alone = by_right and len(votes.voters(match, about)) < _SEVERAL
    is_admin = not alone and await is_home_admin(context)
    if by_right and not alone and not is_admin:

        def ask(match: Match) -> Outcome:
            seats.require_overdue(match, about, now)
            return votes.ask(match, context.player, question, now, about)

        return await _put_to_vote(context, ask, about_late=True)
    decider = context.player, await context.directory.name(context.person), is_admin
    decide = seats.replace if question == REPLACE else seats.skip
    return await context.change(lambda match: decide(match, seat, decider, now))


async def _questions_of(context: Context, *, about_late: bool) -> int:
    """How many votes the person has opened of late, about late players or about anything else."""
    steps = await steps_after(context.repository, context.shown_match, context.clock.now() - _WITHIN)
    own = (step.event for step in steps if step.actor == str(context.player))
    return sum(isinstance(one, VoteOpened) and (one.about is not None) is about_late for one in own)


async def cast_vote(command: Annotated[Do, Operation.CAST_VOTE], context: Context) -> Message:
    """Vote, or show how the vote stands."""
    if command.text:
        yes, number, shown = command.text == "yes", command.number, context.shown_match
        to = shown.roster.vote.to if shown.roster.vote else None
        earlier = await match_at(context.repository, shown, to)
        return await context.change(
            lambda match: votes.cast(match, context.player, yes=yes, number=number, earlier=earlier)
        )
    return vote_message(context.shown_match, context.phrases)


async def give_time(command: Annotated[Do, Operation.GIVE_TIME], context: Context) -> Message:
    """Give a rival more time."""
    return await context.change(lambda match: votes.give_time(match, context.player, command.number))
