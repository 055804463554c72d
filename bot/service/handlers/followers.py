"""Handlers that show one game in several chats, by invitation."""

from dataclasses import replace
from datetime import timedelta
from typing import Literal

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused, Outcome
from bot.matches.recent_steps import steps_after
from bot.matches.repository import UnknownGame
from bot.matches.roster import Status
from bot.matches.roster_events import ChatFollowed
from bot.matches.seats import public_name
from bot.model.commands import BareCommand, Follow
from bot.model.message import Message
from bot.service.access import invitation, invited_game
from bot.service.context import Context
from bot.service.handlers.games import replaceable_game
from bot.service.handlers.replays import share_replay, withdraw_links
from bot.service.permissions import require_allowed_home, require_chat_admin, require_player
from bot.service.replays import can_be_replayed
from bot.store import RowUpdates

MOST_CHATS = 20
"""Chats that show one game."""

MOST_ADDED = 3
_WITHIN = timedelta(hours=1)
"""How many chats one person may add to those that show a game, and within what time."""


async def share(context: Context, *, withdraws: bool = False) -> Message:
    """Tell a player or a host the code of the game; once it has ended, give anybody a link to its replay."""
    match = context.shown_match
    if can_be_replayed(match):
        return await (withdraw_links(context) if withdraws else share_replay(context))
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
    await _require_few_followers(invited, context)
    known, asker = await context.store.people.profile(context.person), replace(context, match=invited)
    updates = RowUpdates(bind=context.chat, instead_of=ended)

    def decide(match: Match) -> Outcome:
        _require_unfinished(match)
        name = public_name(match, asker.player, known.name if known else "")
        event = ChatFollowed(str(context.person), name, context.chat.platform)
        return Outcome((event,), "follows", {"game": match.id}, updates)

    return await asker.change(decide)


async def _require_few_followers(match: Match, context: Context) -> None:
    """Refuse another chat if there are many, or if one person keeps adding them: each one is announced."""
    if len(await context.store.chats.of_game(match.id)) >= MOST_CHATS:
        raise CommandRefused("shown-enough", most=MOST_CHATS)
    steps = await steps_after(context.repository, match, context.clock.now() - _WITHIN)
    added = (step.event.by for step in steps if isinstance(step.event, ChatFollowed))
    if sum(context.is_among((one,)) for one in added) >= MOST_ADDED:
        raise CommandRefused("follows-enough", most=MOST_ADDED)


async def _invited(code: str, context: Context) -> Match:
    """The unfinished match that a code invites to. Raises CommandRefused."""
    try:
        match = await invited_game(context.repository, code)
    except UnknownGame:
        raise CommandRefused("no-such-invitation") from None
    _require_unfinished(match)
    return match


async def unfollow(_: Literal[BareCommand.UNFOLLOW], context: Context) -> Message:
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
