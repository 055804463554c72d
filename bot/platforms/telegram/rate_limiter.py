"""How fast the bot speaks: Telegram counts what is said in a chat, and one chat's limit delays no other."""

from asyncio import Lock
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

from bot.clock import Clock

MOST = 20
WINDOW = timedelta(minutes=1)
"""So many messages, new or edited, a group may have within so long."""

_TRIES = 5
_KNOWN = 1000
_COUNTED = ("send", "edit", "copy", "forward")

Ask = Callable[..., Coroutine[Any, Any, Any]]


class Lane:
    """What was said in one chat within the last minute, and who waits to speak there: first come first."""

    def __init__(self, clock: Clock, most: int | None) -> None:
        self._clock = clock
        self._most = most
        self._said: deque[datetime] = deque()
        self._closed_until = clock.now()
        self._turn = Lock()

    async def through(self, ask: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Make a call when the chat may have one; told to wait, wait, and make it again."""
        async with self._turn:
            for _ in range(_TRIES - 1):
                await self._opening()
                try:
                    return await ask()
                except RetryAfter as fault:
                    self._closed_until = self._clock.now() + _wait(fault)
            await self._opening()
            return await ask()

    @property
    def idle(self) -> bool:
        """Whether nobody waits here."""
        return not self._turn.locked()

    async def _opening(self) -> None:
        while (wait := self._wait()) > 0:
            await self._clock.sleep(wait)
        self._said.append(self._clock.now())

    def _wait(self) -> float:
        """Seconds until the chat may have another message."""
        now = self._clock.now()
        while self._said and self._said[0] <= now - WINDOW:
            self._said.popleft()
        full = self._most is not None and len(self._said) >= self._most
        opens = max(self._closed_until, self._said[0] + WINDOW) if full else self._closed_until
        return (opens - now).total_seconds()


class RateLimiter(BaseRateLimiter[int]):
    """Lets every chat have its own pace; what is no message passes at once."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lanes: OrderedDict[str, Lane] = OrderedDict()

    async def initialize(self) -> None:
        """Nothing is needed beforehand."""

    async def shutdown(self) -> None:
        """Nothing is left behind."""

    async def process_request(
        self,
        callback: Ask,
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: int | None,
    ) -> Any:
        chat = data.get("chat_id")
        if chat is None or not endpoint.startswith(_COUNTED):
            return await callback(*args, **kwargs)
        return await self._lane(str(chat)).through(lambda: callback(*args, **kwargs))

    def _lane(self, chat: str) -> Lane:
        lane = self._lanes.setdefault(chat, Lane(self._clock, MOST if chat.startswith("-") else None))
        self._lanes.move_to_end(chat)
        oldest = next(iter(self._lanes))
        if len(self._lanes) > _KNOWN and self._lanes[oldest].idle:
            del self._lanes[oldest]
        return lane


def _wait(fault: RetryAfter) -> timedelta:
    """How long Telegram wants to be left alone."""
    wait = fault.retry_after
    return wait if isinstance(wait, timedelta) else timedelta(seconds=wait)
