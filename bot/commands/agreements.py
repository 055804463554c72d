"""Clocks, votes and undo in a running game."""

from dataclasses import replace
from typing import Annotated

from bot.commands.arguments import FLAG, ClockArg, PlayerArg, TypedNumberArg, TypedTextArg, YesArg
from bot.commands.lobby import change_setup
from bot.commands.registry import command
from bot.matches import seats, votes
from bot.matches.clocks import CLOCKS, TurnClock
from bot.matches.match import MOST_UNDONE, Match, Step
from bot.matches.outcomes import CommandRefused, Decide, Outcome
from bot.matches.roster import Status
from bot.matches.roster_events import CLOCK, END, END_RATED, PAUSE, REPLACE, RESUME, SKIP, UNDO, VoteOpened
from bot.matches.undo import before_last_move, match_at, undo_alone
from bot.model.command import AT_TIMES, OWN, PRIVATE, PRIVATE_CHAT, TABLE, TURN, MenuPlace
from bot.model.message import Message
from bot.model.settings import ChatSettings, GameOptions
from bot.requests.permissions import is_home_admin
from bot.requests.request import Request
from bot.shown.menus import clock_menu, confirm, vote_message
from bot.shown.panels import own_panel
from bot.text.typed_words import whole_number

MOST_QUESTIONS = 3
"""How many votes a person may lately have opened."""

_SEVERAL = 2


@command("clock", TABLE, page=MenuPlace(("player",)), changes=True)
async def clock(request: Request, clock: ClockArg = "") -> Message:
    """Ask the others for another clock, or show the present one. In a lobby, a player chooses it alone."""
    if not clock:
        return clock_menu(request.shown_match, request.phrases)
    if request.shown_match.roster.status is Status.LOBBY:
        return await change_setup(request, GameOptions().having(GameOptions.clock, clock), ChatSettings())
    return await _ask(CLOCK, request, CLOCKS[clock])


@command("pause", TABLE, who="player", changes=True)
async def pause(request: Request) -> Message:
    """Ask the others for a pause."""
    return await _ask(PAUSE, request)


@command("resume", TABLE, who="player", changes=True)
async def resume(request: Request) -> Message:
    """Ask the others to end the pause."""
    return await _ask(RESUME, request)


@command("end", TABLE, who="player", changes=True, confirm=True)
async def end(
    request: Request,
    rated: Annotated[bool, replace(FLAG, one_word=True, words=("rated",))] = False,
    yes: YesArg | None = None,
) -> Message:
    """Ask the others to end the game now. A person who plays against computers alone confirms it first."""
    if yes is False:
        return Message(request.phrases.say("not-aborted"))
    question = END_RATED if rated else END
    if not yes and len(votes.voters(request.shown_match, None)) < _SEVERAL:
        votes.ask(request.shown_match, request.player, question, request.clock.now())
        say = request.phrases.say
        return confirm(request.shown_match, say("ask-end"), say("button-end"), "end now", request.phrases)
    return await _ask(question, request)


async def _ask(question: str, request: Request, clock: TurnClock | None = None) -> Message:
    """Open a vote."""
    player, now = request.player, request.clock.now()
    decide = await _limited(request, lambda match: votes.ask(match, player, question, now, clock=clock))
    return await request.change(decide)


async def _limited(request: Request, ask: Decide, *, about_late: bool = False) -> Decide:
    """A decision that opens no vote where the person has opened too many of late: each notifies the others.

    Votes about late players are counted apart, so that other questions do not keep anybody from them.
    """
    match, player = request.shown_match, str(request.player)

    def is_question(step: Step) -> bool:
        if step.actor != player or not isinstance(step.event, VoteOpened):
            return False
        return (step.event.about is not None) is about_late

    has_asked_enough = await request.repository.count_lately(match, is_question) >= MOST_QUESTIONS

    def decide(match: Match) -> Outcome:
        outcome = ask(match)
        if has_asked_enough and any(isinstance(event, VoteOpened) for event in outcome.events):
            raise CommandRefused("asked-enough", most=MOST_QUESTIONS)
        return outcome

    return decide


@command(
    "undo", TURN, discord=OWN, who="player", menus=PRIVATE_CHAT, page=AT_TIMES, answer=PRIVATE, changes=True
)
async def undo(request: Request, to: TypedTextArg = "") -> Message:
    """Undo one's last move and show the panel, or ask the others for it.

    `to` comes from a button: the number of the event before the move. Any other text undoes nothing.
    """
    before = (whole_number(to) or 0) if to else None
    shown, seat, now = request.shown_match, request.seat, request.clock.now()
    if seat is None or shown.roster.status is not Status.RUNNING:
        raise CommandRefused("not-your-seat" if seat is None else "nothing-to-undo")
    earlier = await before_last_move(request.repository, shown, seat)
    if before is not None and earlier.table and shown.undone == (earlier.table.turn, MOST_UNDONE):
        raise CommandRefused("undone-enough", most=MOST_UNDONE)

    def ask(match: Match) -> Outcome:
        alone = undo_alone(match, request.player, earlier, before)
        return alone or votes.ask(match, request.player, UNDO, now, earlier=earlier)

    match, outcome = await request.update(await _limited(request, ask))
    text = request.phrases.say(outcome.key, **outcome.values)
    return await own_panel(request, match, seat, text) if outcome.key == "done-undo" else Message(text)


@command("givetime", TABLE, who="player", page=AT_TIMES, changes=True)
async def givetime(request: Request, player: PlayerArg | None = None) -> Message:
    """Give a rival more time; without a name, the player who must act."""
    return await request.change(lambda match: votes.give_time(match, request.player, player))


@command("skip", TABLE, who="admin", page=MenuPlace(where="line"), changes=True)
async def skip(request: Request, player: PlayerArg | None = None) -> Message:
    """Let a computer finish a turn."""
    return await _let_computer_play(player, SKIP, request)


@command("replace", TABLE, who="admin", page=MenuPlace(where="line"), changes=True)
async def replace_player(request: Request, player: PlayerArg | None = None) -> Message:
    """Let a computer play a seat until its player comes back."""
    return await _let_computer_play(player, REPLACE, request)


async def _let_computer_play(seat: int | None, question: str, request: Request) -> Message:
    """Let a computer play a seat for a turn (SKIP) or longer (REPLACE).

    An admin of the game's home may decide that. Once the game has waited long enough, any player may ask the
    others, and decides where there is nobody else to ask.
    """
    match, now = request.shown_match, request.clock.now()
    by_right = request.seat is not None and seats.is_overdue(match, seat, now)
    about = seats.waited_for(match, seat) if by_right else None
    alone = by_right and len(votes.voters(match, about)) < _SEVERAL
    is_admin = not alone and await is_home_admin(request)
    if by_right and not alone and not is_admin:

        def ask(match: Match) -> Outcome:
            seats.require_overdue(match, about, now)
            return votes.ask(match, request.player, question, now, about)

        return await request.change(await _limited(request, ask, about_late=True))
    decider = request.player, await request.directory.name(request.person), is_admin
    decide = seats.replace if question == REPLACE else seats.skip
    return await request.change(lambda match: decide(match, seat, decider, now))


@command("vote", TABLE, page=MenuPlace(("player",), at_times=True), changes=True)
async def vote(
    request: Request,
    answer: Annotated[bool, replace(FLAG, one_word=True, words=("yes",))] | None = None,
    number: TypedNumberArg = None,
) -> Message:
    """Vote, or show how the vote stands."""
    shown = request.shown_match
    if answer is None:
        return vote_message(shown, request.phrases)
    to = shown.roster.vote.to if shown.roster.vote else None
    earlier = await match_at(request.repository, shown, to)
    return await request.change(
        lambda match: votes.cast(match, request.player, yes=answer, number=number, earlier=earlier)
    )
