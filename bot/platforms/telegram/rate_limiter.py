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

Rate = tuple[int, timedelta]
"""How many messages, new or edited, a chat takes within which time."""

IN_GROUP: Rate = (20, timedelta(minutes=1))
IN_PRIVATE: Rate = (3, timedelta(seconds=3))
"""Telegram asks for one message a second, and lets short bursts pass."""

_TRIES = 5
_KNOWN = 1000
_COUNTED = ("send", "edit", "copy", "forward")

Ask = Callable[..., Coroutine[Any, Any, Any]]


class ChatLimit:
    """The recent calls of one chat, and those that wait, first come first."""

    def __init__(self, clock: Clock, rate: Rate) -> None:
        self._clock = clock
        self._most, self._window = rate
        self._calls: deque[datetime] = deque()
        self._closed_until = clock.now()
        self._turn = Lock()

    async def run(self, ask: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Make a call when the chat may have one; if Telegram says to wait, wait and make it again."""
        async with self._turn:
            for _ in range(_TRIES - 1):
                try:
                    return await self._run(ask)
                except RetryAfter as fault:
                    self._closed_until = self._clock.now() + _wait(fault)
            return await self._run(ask)

    async def _run(self, ask: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Make a call in its turn. It counts from its end: Telegram may have received it no sooner."""
        while (wait := self._wait()) > 0:
            await self._clock.sleep(wait)
        try:
            return await ask()
        finally:
            self._calls.append(self._clock.now())

    def _wait(self) -> float:
        """Seconds until the chat may have another message."""
        now = self._clock.now()
        while self._calls and self._calls[0] <= now - self._window:
            self._calls.popleft()
        full = len(self._calls) >= self._most
        opens = max(self._closed_until, self._calls[0] + self._window) if full else self._closed_until
        return (opens - now).total_seconds()


class RateLimiter(BaseRateLimiter[int]):
    """Limits each chat by itself; calls that write nothing pass at once."""

    def __init__(self, clock: Clock, in_private: Rate = IN_PRIVATE) -> None:
        self._clock = clock
        self._in_private = in_private
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
        rate = IN_GROUP if chat.startswith("-") else self._in_private
        limit = self._in_use.get(chat) or ChatLimit(self._clock, rate)
        self._recent[chat] = self._in_use[chat] = limit
        return limit


def _wait(fault: RetryAfter) -> timedelta:
    """How long Telegram says to wait."""
    wait = fault.retry_after
    return wait if isinstance(wait, timedelta) else timedelta(seconds=wait)
