"""How fast the bot writes: Telegram limits each group, and the limit of one chat delays no other."""

from asyncio import Lock
from collections import deque
from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

from bot.cache import BoundedCache
from bot.clock import Clock

MOST = 20
WINDOW = timedelta(minutes=1)
"""A group takes at most MOST messages, new or edited, within WINDOW."""

_TRIES = 5
_KNOWN = 1000
_COUNTED = ("send", "edit", "copy", "forward")

Ask = Callable[..., Coroutine[Any, Any, Any]]


class ChatLimit:
    """The calls of one chat within the last minute, and those that wait, first come first."""

    def __init__(self, clock: Clock, most: int | None) -> None:
        self._clock = clock
        self._most = most
        self._calls: deque[datetime] = deque()
        self._closed_until = clock.now()
        self._turn = Lock()

    async def run(self, ask: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Make a call when the chat may have one; if Telegram says to wait, wait and make it again."""
        async with self._turn:
            for _ in range(_TRIES - 1):
                await self._wait_for_turn()
                try:
                    return await ask()
                except RetryAfter as fault:
                    self._closed_until = self._clock.now() + _wait(fault)
            await self._wait_for_turn()
            return await ask()

    async def _wait_for_turn(self) -> None:
        while (wait := self._wait()) > 0:
            await self._clock.sleep(wait)
        self._calls.append(self._clock.now())

    def _wait(self) -> float:
        """Seconds until the chat may have another message."""
        now = self._clock.now()
        while self._calls and self._calls[0] <= now - WINDOW:
            self._calls.popleft()
        full = self._most is not None and len(self._calls) >= self._most
        opens = max(self._closed_until, self._calls[0] + WINDOW) if full else self._closed_until
        return (opens - now).total_seconds()


class RateLimiter(BaseRateLimiter[int]):
    """Limits each chat by itself; calls that write nothing pass at once."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._recent = BoundedCache[str, ChatLimit](_KNOWN)
        self._in_use: WeakValueDictionary[str, ChatLimit] = WeakValueDictionary()
        """The recent limits, and those whose calls still wait."""

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""

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
        return await self._limit(str(chat)).run(lambda: callback(*args, **kwargs))

    def _limit(self, chat: str) -> ChatLimit:
        limit = self._in_use.get(chat) or ChatLimit(self._clock, MOST if chat.startswith("-") else None)
        self._recent[chat] = self._in_use[chat] = limit
        return limit


def _wait(fault: RetryAfter) -> timedelta:
    """How long Telegram says to wait."""
    wait = fault.retry_after
    return wait if isinstance(wait, timedelta) else timedelta(seconds=wait)
