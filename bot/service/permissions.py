"""Permissions: who may decide about a game, and what the bot may not do in a chat.

Each `require_...` returns, or raises CommandRefused.
"""

from collections.abc import Sequence

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat
from bot.model.message import Message
from bot.service.context import Context
from bot.text.i18n import Phrases
from bot.text.labels import listed


async def require_host(context: Context) -> None:
    """A host of the game (see Roster.hosts), or an admin of its home chat."""
    if context.hosts and context.match:
        return
    if not await _is_at_home(context):
        raise CommandRefused("home-only")
    if not await _is_admin(context):
        raise CommandRefused("host-only")


async def require_player(context: Context) -> None:
    """A player, or anyone who passes `require_host`."""
    if context.seat is None:
        await require_host(context)


async def require_admin(context: Context) -> None:
    """An admin of the chat where the person asks."""
    if not await _is_admin(context):
        raise CommandRefused("chat-admin-only")


async def is_admin_here(context: Context) -> bool:
    """Whether the person is an admin of the chat where they ask."""
    return await _is_admin(context)


async def require_opener(context: Context, chat: Chat) -> None:
    """Somebody who may open games in a chat: everybody, unless its admins keep that to themselves."""
    if (await context.store.chats.settings(chat)).openers != "admins":
        return
    here = chat == context.chat
    if not await (_is_admin(context) if here else context.access.is_admin(context.person, chat)):
        raise CommandRefused("openers-only")


async def require_starter(context: Context) -> None:
    """Somebody who may start the game, as its home chat has set it (see Starters)."""
    match await context.store.chats.starters(context.shown_match.id):
        case "players":
            await require_player(context)
        case "host":
            await require_host(context)
        case "admins":
            if not await is_home_admin(context):
                raise CommandRefused("starters-only")


async def is_home_admin(context: Context) -> bool:
    """Whether the person is an admin of the chat where the game was created, and asks there."""
    return await _is_at_home(context) and await _is_admin(context)


async def require_chat_admin(context: Context) -> None:
    """A host of the game shown in the chat, or an admin of the chat; anyone where it shows none.

    A request can name another game of the person, which gives them no rights here.
    """
    shown = await context.store.chats.game_in(context.chat)
    is_host = context.hosts and context.shown_match.id == shown
    if shown and not is_host and not await _is_admin(context):
        raise CommandRefused("host-only")


async def _is_at_home(context: Context) -> bool:
    return await context.store.chats.home_of(context.shown_match.id) == context.chat


async def _is_admin(context: Context) -> bool:
    if context.is_admin is not None:
        return context.is_admin
    here = context.person.platform == context.chat.platform
    return here and await context.access.is_admin(context.person, context.chat)


async def require_allowed_home(context: Context, match: Match | None) -> None:
    """Require that the operator allows the bot in the home of a match."""
    if match and not await context.access.allows_game(match.id):
        raise CommandRefused("game-stands-still")


def missing_permissions_message(missing: Sequence[str], place: str, phrases: Phrases) -> Message:
    """One sentence for admins that names the permissions that the bot lacks in a chat."""
    names = listed([phrases.say(permission) for permission in missing], phrases)
    return Message(phrases.say("permissions-missing", permissions=names, place=place))
