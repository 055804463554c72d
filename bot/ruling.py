"""Who may decide about a game: its host, the admins of its home, and, when it is late, its players."""

from bot.clock import Clock
from bot.matches.deciding import Refused
from bot.matches.seats import is_overdue
from bot.request import Request
from bot.rights import Grounds
from bot.store import Store


class Ruling:
    """Refuses those who have no say. Each method raises Refused, or returns."""

    def __init__(self, store: Store, grounds: Grounds, clock: Clock) -> None:
        self._store = store
        self._grounds = grounds
        self._clock = clock

    async def host(self, request: Request) -> None:
        """The game's host (see Roster.hosts), and the admins of the chat where it is at home."""
        if request.match is None:
            raise Refused("no-game")
        if request.hosts:
            return
        if await self._store.home_of(request.match.id) != request.chat:
            raise Refused("home-only")
        if not await self._rules(request):
            raise Refused("host-only")

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
            raise Refused("host-only")

    async def _rules(self, request: Request) -> bool:
        if request.rules is not None:
            return request.rules
        here = request.person.platform == request.chat.platform
        return here and await self._grounds.rules_here(request.person, request.chat)
