"""Handlers that show one game in several chats, by invitation."""

from dataclasses import replace

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.repository import UnknownGame
from bot.matches.roster import Status
from bot.matches.roster_events import ChatFollowed
from bot.model.commands import Follow, Unfollow
from bot.model.message import Message
from bot.service.access import invitation, invited_game
from bot.service.context import Context
from bot.service.handlers.games import replaceable_game
from bot.service.permissions import require_allowed_home, require_chat_admin, require_player
from bot.store import RowUpdates


async def share(context: Context) -> Message:
    """Tell a player or a host the code of the game."""
    match = context.shown_match
    await require_player(context)
    _require_unfinished(match)
    shown = len(await context.store.chats.of_game(match.id))
    return Message(context.phrases.say("share", code=invitation(match.id, match.roster.secret), count=shown))


async def follow(command: Follow, context: Context) -> Message:
    """Show a game in this chat too, in place of one that is over."""
    invited = await _invited(command.code, context)
    await require_allowed_home(context, invited)
    if context.match and context.match.id == invited.id:
        raise CommandRefused("follows-already")
    ended = await replaceable_game(context, context.chat)
    known = await context.store.people.profile(context.person)
    updates = RowUpdates(bind=context.chat, instead_of=ended)

    def decide(match: Match) -> Outcome:
        _require_unfinished(match)
        event = ChatFollowed(str(context.person), known.name if known else "", context.chat.platform)
        return Outcome((event,), "follows", {"game": match.id}, updates)

    return await replace(context, match=invited).change(decide)


async def _invited(code: str, context: Context) -> Match:
    """The unfinished match that a code invites to. Raises CommandRefused."""
    try:
        match = await invited_game(context.repository, code)
    except UnknownGame:
        raise CommandRefused("no-such-invitation") from None
    _require_unfinished(match)
    return match


async def unfollow(_: Unfollow, context: Context) -> Message:
    """Stop showing the game here, unless this is its home."""
    match = context.shown_match
    if await context.store.chats.home_of(match.id) == context.chat:
        raise CommandRefused("at-home")
    if context.seat is None and not context.is_among(match.roster.followers):
        await require_chat_admin(context)
    await context.store.chats.release(context.chat, match.id)
    return Message(context.phrases.say("unfollowed"))


def _require_unfinished(match: Match) -> None:
    if match.roster.status not in (Status.LOBBY, Status.RUNNING):
        raise CommandRefused("nothing-to-follow")
