"""Work that takes its turn: a few pieces at a time, what somebody waits for first."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from time import monotonic

in_background = ContextVar("in_background", default=False)
"""Whether the work under way answers nobody: a public post, for example. Tasks inherit it."""

_OFTEN = 4
"""Of this many turns, one goes to work in the background, if there is any: it goes on under any load."""


_REQUESTS, _PATIENCE = 8, 0.5
"""Requests that are worked on at a time, and the seconds after which one counts no longer."""


class WorkQueue:
    """Lets in as many pieces of work at a time as it has `places`. Answers go before work in the background.

    Work that takes longer than `patience` seconds, because it waits for something else, gives up its place.
    """

    def __init__(
        self, places: int, patience: float | None = None, now: Callable[[], float] = monotonic
    ) -> None:
        self._free = self._places = places
        self._under_way = 0
        """Work that has begun and not ended, with or without a place."""
        self._patience = patience
        self._answers: deque[asyncio.Future[None]] = deque()
        self._background: deque[asyncio.Future[None]] = deque()
        self._passed_over = 0
        """How many answers have gone before work in the background that waits."""
        self._now = now
        self._asked: dict[object, float] = {}
        """When each request came that is not done yet, the oldest first, without work in the background."""

    @property
    def is_long(self) -> bool:
        """Whether new work would have to wait, or take long as others do: its person should get an
        acknowledgement first.
        """
        return self._free == 0 or self._under_way >= self._places

    @property
    def oldest_seconds(self) -> float:
        """How long the oldest request has waited and been worked on; 0 if there is none."""
        oldest = next(iter(self._asked.values()), None)
        return 0 if oldest is None else self._now() - oldest

    @asynccontextmanager
    async def turn(self, *, is_later: bool | None = None) -> AsyncIterator[None]:
        """Wait for a place, and hold it during the block. Work that `is_later` lets other work go first; by
        default this is work in the background.
        """
        with self._counted():
            await self._enter(is_later=in_background.get() if is_later is None else is_later)
            self._under_way += 1
            try:
                with ExitStack() as place:
                    place.callback(self._leave)
                    if self._patience:
                        timer = asyncio.get_running_loop().call_later(self._patience, place.close)
                        place.callback(timer.cancel)
                    yield
            finally:
                self._under_way -= 1

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count the age of a request during the block."""
        request = object()
        if not in_background.get():
            self._asked[request] = self._now()
        try:
            yield
        finally:
            self._asked.pop(request, None)

    async def _enter(self, *, is_later: bool) -> None:
        if self._free:
            self._free -= 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        (self._background if is_later else self._answers).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if not mine.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        """Give the place to who is next. Nobody waits while a place is free."""
        if following := self._next():
            following.set_result(None)
        else:
            self._free += 1

    def _next(self) -> asyncio.Future[None] | None:
        """Who is next of those that still wait."""
        for waiting in (self._answers, self._background):
            while waiting and waiting[0].cancelled():
                waiting.popleft()
        is_behind = bool(self._answers and self._background)
        self._passed_over = (self._passed_over + 1) % _OFTEN if is_behind else 0
        if is_behind and self._passed_over == 0:
            return self._background.popleft()
        following = self._answers or self._background
        return following.popleft() if following else None


def request_queue() -> WorkQueue:
    """The queue of what people ask for. More at a time would hold up the acknowledgements of all others."""
    return WorkQueue(_REQUESTS, _PATIENCE)
