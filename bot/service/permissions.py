"""Who may decide about a game: its host, the admins of its home, and, when it is late, its players."""

from bot.clock import Clock
from bot.matches.outcomes import CommandRefused
from bot.matches.seats import is_overdue
from bot.service.chat_rights import ChatAccess
from bot.store import Store
from bot.text.request import Request


class Permissions:
    """Refuses those who have no say. Each method raises Refused, or returns."""

    def __init__(self, store: Store, grounds: ChatAccess, clock: Clock) -> None:
        self._store = store
        self._grounds = grounds
        self._clock = clock

    async def host(self, request: Request) -> None:
        """The game's host (see Roster.hosts), and the admins of the chat where it is at home."""
        if request.match is None:
            raise CommandRefused("no-game")
        if request.hosts:
            return
        if await self._store.chats.home_of(request.match.id) != request.chat:
            raise CommandRefused("home-only")
        if not await self._rules(request):
            raise CommandRefused("host-only")

    async def player(self, request: Request) -> None:
        """Whoever sits at the table, and those who have a say without a seat."""
        if request.seat is None:
            await self.host(request)

    async def late(self, request: Request, seat: int | None) -> None:
        """Host and admins at any time; any player once the table has waited for a seat for a day."""
        overdue = request.match is not None and is_overdue(request.match, seat, self._clock.now())
        if not (overdue and request.seat is not None):
            await self.host(request)

    async def chat(self, request: Request) -> None:
        """The game's host, and the admins of the chat itself: what it is like there is theirs to decide."""
        if request.match and not request.hosts and not await self._rules(request):
            raise CommandRefused("host-only")

    async def _rules(self, request: Request) -> bool:
        if request.rules is not None:
            return request.rules
        here = request.person.platform == request.chat.platform
        return here and await self._grounds.is_admin(request.person, request.chat)
