"""Permissions: who may decide about a game, and what the bot may not do in a chat.

Each `require_...` returns, or raises CommandRefused.
"""

from collections.abc import Sequence

from bot.matches.match import Match
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat
from bot.model.message import Message
from bot.requests.request import Request
from bot.text.i18n import Phrases
from bot.text.labels import listed


async def require_host(request: Request) -> None:
    """A host of the game (see Roster.hosts), or an admin of its home chat."""
    if request.hosts and request.match:
        return
    if not await _is_at_home(request):
        raise CommandRefused("home-only")
    if not await is_admin_here(request):
        raise CommandRefused("host-only")


async def require_player(request: Request) -> None:
    """A player, or anyone who passes `require_host`."""
    if request.seat is None:
        await require_host(request)


async def require_admin(request: Request) -> None:
    """An admin of the chat where the person asks."""
    if not await is_admin_here(request):
        raise CommandRefused("chat-admin-only")


async def require_opener(request: Request, chat: Chat) -> None:
    """Somebody who may open games in a chat: everybody, unless its admins keep that to themselves."""
    if (await request.store.chats.settings(chat)).openers != "admins":
        return
    here = chat == request.chat
    if not await (is_admin_here(request) if here else request.platforms.is_admin(request.person, chat)):
        raise CommandRefused("openers-only")


async def require_starter(request: Request) -> None:
    """Somebody who may start the game, as its home chat has set it (see Starters)."""
    match await request.store.chats.starters(request.shown_match.id):
        case "players":
            await require_player(request)
        case "host":
            await require_host(request)
        case "admins":
            if not await is_home_admin(request):
                raise CommandRefused("starters-only")


async def is_home_admin(request: Request) -> bool:
    """Whether the person is an admin of the chat where the game was created, and asks there."""
    return await _is_at_home(request) and await is_admin_here(request)


async def require_chat_admin(request: Request) -> None:
    """A host of the game shown in the chat, or an admin of the chat; anyone where it shows none.

    A request can name another game of the person, which gives them no rights here.
    """
    shown = await request.store.chats.game_in(request.chat)
    is_host = request.hosts and request.shown_match.id == shown
    if shown and not is_host and not await is_admin_here(request):
        raise CommandRefused("host-only")


async def _is_at_home(request: Request) -> bool:
    return await request.store.chats.home_of(request.shown_match.id) == request.chat


async def is_admin_here(request: Request) -> bool:
    """Whether the person is an admin of the chat where they ask."""
    if request.is_admin is not None:
        return request.is_admin
    here = request.person.platform == request.chat.platform
    return here and await request.platforms.is_admin(request.person, request.chat)


async def require_allowed_home(request: Request, match: Match | None) -> None:
    """Require that the operator allows the bot in the home of a match."""
    if match and not await request.services.allow_list.allows_game(match.id):
        raise CommandRefused("game-stands-still")


def missing_permissions_message(missing: Sequence[str], place: str, phrases: Phrases) -> Message:
    """One sentence for admins that names the permissions that the bot lacks in a chat."""
    names = listed([phrases.say(permission) for permission in missing], phrases)
    return Message(phrases.say("permissions-missing", permissions=names, place=place))
