"""Seats, in a lobby and in a running game."""

from bot.commands.arguments import ColorArg, TextArg, TypedTextArg
from bot.commands.registry import command
from bot.matches import lobby, seats
from bot.matches.match import Match, Step
from bot.matches.outcomes import Decide, Outcome, by_status
from bot.matches.roster import Status
from bot.matches.roster_events import PersonTookOver
from bot.model.command import ANY_GAME, GAME, GROUP, TABLE, MenuPlace
from bot.model.message import Message
from bot.requests.request import Request
from bot.shown.menus import confirm, sure_of

MOST_TAKEN = 3
"""How often a person may lately have taken seats of others in a game."""


@command(
    "join",
    TABLE,
    discord=GAME,
    menus=GROUP,
    page=MenuPlace(("onlooker",), "main", at_times=True),
    posts=("lobby",),
    game=ANY_GAME,
    changes=True,
    personal=True,
)
async def join(request: Request, color: ColorArg = "", word: TextArg = "") -> Message:
    """Take a seat, or take over from a computer. A linked account keeps the name of its player."""
    match, now = request.shown_match, request.clock.now()
    player = lobby.asked_account(match, request.linked_accounts) or request.player
    name = request.name if player == request.person else await request.directory.name(player)
    contribution = request.contribution(lobby.known_word(word))
    hands = await request.store.people.hands_seen(match.id, request.linked_accounts)
    seen = {str(account) for account in (*request.linked_accounts, *hands)}
    # Everybody is told of each seat that is taken. A player's own may be taken back at any time.
    if match.roster.status is Status.RUNNING and match.roster.owned_seat(str(request.player)) is None:

        def is_taken(step: Step) -> bool:
            return isinstance(step.event, PersonTookOver) and step.event.person == str(request.player)

        await request.require_few(match, MOST_TAKEN, "taken-enough", is_taken)

    def in_lobby(match: Match) -> Outcome:
        seats.require_no_other_seat(match, player, seen)
        joined = lobby.join(match, player, name, request.chat, color, contribution)
        return lobby.start_if_full(match, joined, now, name, contribution)

    return await request.change(
        by_status(in_lobby, lambda match: seats.join(match, player, name, request.chat, now, seen))
    )


@command(
    "leave", TABLE, discord=GAME, who="player", menus=GROUP, posts=("lobby",), changes=True, confirm=True
)
async def leave(request: Request, seat: TypedTextArg = "") -> Message:
    """Give up a seat; in a running game after a confirmation, because somebody else may take it then.

    `seat` answers the question: "no", "yes", or the hash of a player. A button with the hash means "yes" for
    that player; anybody else who presses it is asked first.
    """
    player = request.player
    decide = by_status(
        lambda match: lobby.leave(match, player), lambda match: seats.leave(match, player, request.name)
    )
    return await _confirmed("leave", request, decide, seat.lower())


@command("concede", TABLE, who="player", changes=True, confirm=True)
async def concede(request: Request, seat: TypedTextArg = "") -> Message:
    """Leave a running game for good, after a confirmation; `seat` is as in `leave`."""
    player = request.player
    return await _confirmed("concede", request, lambda match: seats.concede(match, player), seat.lower())


async def _confirmed(word: str, request: Request, decide: Decide, answer: str) -> Message:
    """Give up a seat of a running game if the answer says so; else ask."""
    match, player, say = request.shown_match, request.player, request.phrases.say
    if answer == "no":
        return Message(say("not-left"))
    if match.roster.status is not Status.RUNNING or answer in ("yes", sure_of(player)):
        return await request.change(decide)
    outcome = decide(match)
    question, label = say(f"ask-{outcome.key}", **outcome.values), say(f"button-{word}-game")
    return confirm(match, question, label, word, request.phrases, sure=sure_of(player))
