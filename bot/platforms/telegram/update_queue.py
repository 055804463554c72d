"""Updates side by side, those of one chat one after the other."""

from asyncio import Lock
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from weakref import WeakValueDictionary

import telegram
from telegram.ext import BaseUpdateProcessor

Later = Callable[[Coroutine[Any, Any, Any]], object]
"""Has something done soon, while what comes next in its chat is attended to."""

_AT_ONCE = 256


class Queues:
    """Something to hold for each key: whoever asked first has it first."""

    def __init__(self) -> None:
        self._held: WeakValueDictionary[object, Lock] = WeakValueDictionary()

    def of(self, key: object) -> Lock:
        """The lock of a key."""
        return self._held.setdefault(key, Lock())


class PerChatQueue(BaseUpdateProcessor):
    """Attends to many at once; the words and presses of one chat, and so of one game, in their order."""

    def __init__(self) -> None:
        super().__init__(_AT_ONCE)
        self._queues = Queues()

    async def initialize(self) -> None:
        """Nothing is needed beforehand."""

    async def shutdown(self) -> None:
        """Nothing is left behind."""

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        async with self._queues.of(_about(update)):
            await coroutine


def _about(update: object) -> object:
    """The chat that an update is about; what is about none is about the person who sent it."""
    if not isinstance(update, telegram.Update):
        return None
    chat, user = update.effective_chat, update.effective_user
    return chat.id if chat else user.id if user else None
