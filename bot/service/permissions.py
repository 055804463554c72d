"""Permissions: who may decide about a game, and what the bot may do in a chat."""

from collections.abc import Sequence
from typing import Protocol

from bot.clock import Clock
from bot.matches.outcomes import CommandRefused
from bot.matches.seats import is_overdue
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.model.permissions import MissingPermissions
from bot.store import Store
from bot.text.i18n import Phrases
from bot.text.labels import listed
from bot.text.request import Request


class ChatAccess(Protocol):
    """What the service asks of all platforms together."""

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether the person is an admin of the chat."""
        ...

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in the chat, asked afresh. Raises Unreachable."""
        ...

    async def write_again(self, person: Person) -> bool:
        """Send private messages to a person who had blocked them; False if they still do."""
        ...


class Permissions:
    """Checks who may use a command. Each method returns, or raises CommandRefused."""

    def __init__(self, store: Store, access: ChatAccess, clock: Clock) -> None:
        self._store = store
        self._access = access
        self._clock = clock

    async def require_host(self, request: Request) -> None:
        """A host of the game (see Roster.hosts), or an admin of its home chat."""
        if request.hosts and request.match:
            return
        if await self._store.chats.home_of(request.shown_match.id) != request.chat:
            raise CommandRefused("home-only")
        if not await self._is_admin(request):
            raise CommandRefused("host-only")

    async def require_player(self, request: Request) -> None:
        """A player, or anyone who passes `require_host`."""
        if request.seat is None:
            await self.require_host(request)

    async def require_host_unless_overdue(self, request: Request, seat: int | None) -> None:
        """A host; or any player once the game has waited for a seat for a day."""
        overdue = request.match is not None and is_overdue(request.match, seat, self._clock.now())
        if not (overdue and request.seat is not None):
            await self.require_host(request)

    async def require_chat_admin(self, request: Request) -> None:
        """A host of the game shown in the chat, or an admin of the chat; anyone where it shows none."""
        if request.match and not request.hosts and not await self._is_admin(request):
            raise CommandRefused("host-only")

    async def _is_admin(self, request: Request) -> bool:
        if request.is_admin is not None:
            return request.is_admin
        here = request.person.platform == request.chat.platform
        return here and await self._access.is_admin(request.person, request.chat)


def missing_permissions_message(missing: Sequence[str], place: str, phrases: Phrases) -> Message:
    """One sentence for admins that names the permissions that the bot lacks in a chat."""
    names = listed([phrases.say(permission) for permission in missing], phrases)
    return Message(phrases.say("rights-lacking", rights=names, place=place))
