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
from bot.metrics import RATE_LIMITS
from bot.model.port import NotSent, may_send

ChatRate = tuple[int, timedelta]
"""How many messages, new or edited, a chat takes within which time."""

IN_GROUP: ChatRate = (20, timedelta(minutes=1))
IN_PRIVATE: ChatRate = (4, timedelta(seconds=4))
"""Telegram asks for one message a second, and lets short bursts pass. A turn is four calls: a new message,
the buttons taken from the older one, and two answers.
"""

SOON = timedelta(seconds=5)
"""How long the answer to a click or to typing may wait: later, Telegram takes none."""

_TRIES = 5
_KNOWN = 1000
_COUNTED = ("send", "edit", "copy", "forward")
_ANSWERS = "answer"

Ask = Callable[..., Coroutine[Any, Any, Any]]


class RateLimiter(BaseRateLimiter[int]):
    """Limits each chat by itself; calls that write nothing pass at once.

    An answer to a click is tried once more where Telegram asks for a short wait.
    """

    def __init__(self, clock: Clock, in_private: ChatRate = IN_PRIVATE) -> None:
        self._clock = clock
        self._in_private = in_private
        self._calls = BoundedCache[str, deque[datetime]](_KNOWN)
        """When each chat had its latest calls, as many as it may have in its time."""
        self._closed_until = BoundedCache[str, datetime](_KNOWN)
        """Until when Telegram asked each chat to wait."""
        self._turns: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        """What the calls of one chat wait for, first come first."""

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
        if endpoint.startswith(_ANSWERS):
            return await self._answer(lambda: callback(*args, **kwargs))
        if chat is None or not endpoint.startswith(_COUNTED):
            return await callback(*args, **kwargs)
        return await self._run(str(chat), lambda: callback(*args, **kwargs))

    async def _answer(self, ask: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        try:
            return await ask()
        except RetryAfter as fault:
            if wait_of(fault) > SOON:
                raise
            await self._clock.sleep(wait_of(fault).total_seconds())
        return await ask()

    async def _run(self, chat: str, ask: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Make a call when the chat may have one; if Telegram says to wait, wait and make it again."""
        async with self._turns.setdefault(chat, Lock()):
            for _ in range(_TRIES - 1):
                try:
                    return await self._ask(chat, ask)
                except RetryAfter as fault:
                    RATE_LIMITS.labels("telegram").inc()
                    self._closed_until[chat] = self._clock.now() + wait_of(fault)
            return await self._ask(chat, ask)

    async def _ask(self, chat: str, ask: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        """Make a call in its turn. The limit counts from its end: Telegram may have received it no sooner.

        Raises NotSent where another process has to make it by then.
        """
        most, window = IN_GROUP if chat.startswith("-") else self._in_private
        while (wait := self._opens(chat, most, window) - self._clock.now()) > timedelta():
            await self._clock.sleep(wait.total_seconds())
        if not may_send.get()():
            raise NotSent
        calls = self._calls[chat]
        try:
            return await ask()
        finally:
            calls.append(self._clock.now())
            self._calls[chat] = calls

    def _opens(self, chat: str, most: int, window: timedelta) -> datetime:
        """When the chat may have another message."""
        calls = self._calls.setdefault(chat, deque(maxlen=most))
        opens = self._closed_until.get(chat, self._clock.now())
        return max(opens, calls[0] + window) if len(calls) == most else opens


def wait_of(fault: RetryAfter) -> timedelta:
    """How long Telegram says to wait."""
    wait = fault.retry_after
    return wait if isinstance(wait, timedelta) else timedelta(seconds=wait)
