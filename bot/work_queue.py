"""Work that takes its turn: a few pieces at a time, what somebody waits for first."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

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

    def __init__(self, places: int, patience: float | None = None) -> None:
        self._free = places
        self._patience = patience
        self._answers: deque[asyncio.Future[None]] = deque()
        self._background: deque[asyncio.Future[None]] = deque()
        self._since_background = 0

    @property
    def is_long(self) -> bool:
        """Whether new work would have to wait: its person should get an acknowledgement first."""
        return self._free <= 0 or bool(self._answers)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a place, and hold it during the block."""
        await self._enter()
        held = [True]

        def leave() -> None:
            if held:
                held.clear()
                self._leave()

        timer = asyncio.get_running_loop().call_later(self._patience, leave) if self._patience else None
        try:
            yield
        finally:
            if timer:
                timer.cancel()
            leave()

    async def _enter(self) -> None:
        if self._free > 0 and not self._answers:
            self._free -= 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        (self._background if in_background.get() else self._answers).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        """Give a place to who is next."""
        self._free += 1
        while self._free > 0 and (following := self._next()):
            if not following.done():
                self._free -= 1
                following.set_result(None)

    def _next(self) -> asyncio.Future[None] | None:
        if self._background and (not self._answers or self._since_background >= _OFTEN - 1):
            self._since_background = 0
            return self._background.popleft()
        self._since_background += 1
        return self._answers.popleft() if self._answers else None


def request_queue() -> WorkQueue:
    """The queue of what people ask for. More at a time would hold up the acknowledgements of all others."""
    return WorkQueue(_REQUESTS, _PATIENCE)
