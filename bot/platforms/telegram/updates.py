"""Updates of Telegram: many at once, those of one chat in order, and none twice."""

from asyncio import Lock
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any
from weakref import WeakValueDictionary

import telegram
from telegram.ext import BaseUpdateProcessor

from bot.cache import BoundedCache
from bot.service.directory import Directory

Later = Callable[[Coroutine[Any, Any, Any]], object]
"""Starts something that the next updates of the chat do not wait for."""

_AT_ONCE = 256
_NOTED = 16
"""Once-only updates of a chat that are recognized after a crash."""
_REMEMBERED = 5000


class PerChatQueue(BaseUpdateProcessor):
    """Handles many updates at once; those of one chat, and so of one game, in their order."""

    def __init__(self) -> None:
        super().__init__(_AT_ONCE)
        self._locks: WeakValueDictionary[object, Lock] = WeakValueDictionary()

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to release."""

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        async with self._locks.setdefault(_chat_of(update), Lock()):
            await coroutine


def _chat_of(update: object) -> object:
    """The chat that an update is about; one that is about none is about the person who sent it."""
    if not isinstance(update, telegram.Update):
        return None
    chat, user = update.effective_chat, update.effective_user
    return chat.id if chat else user.id if user else None


class HandledUpdates:
    """Recognizes commands and clicks that Telegram delivers again, as it does after a crash.

    - Most may safely run twice: they only show something, set what they set before, or are buttons of
      actions, whose revision makes them stale. They are remembered in memory only: a crash forgets them,
      and their next delivery is answered.
    - Once-only ones do more if they run twice: typed actions, which have no revision, and commands with
      `Trait.CHANGES`, such as /computer. They are noted in the database before they run. After a crash
      they do not run again; the person is told to check whether they were done.
    """

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        self._remembered: BoundedCache[tuple[int, str], None] = BoundedCache(_REMEMBERED)

    def is_repeat(self, chat: int, id: str) -> bool:
        """Whether this process has been given an update before. From now on it has."""
        known = (chat, id) in self._remembered
        self._remembered[chat, id] = None
        return known

    async def begin_command(self, chat: int, message: int) -> bool:
        """Note a typed once-only command; False if it was begun before a restart."""
        name = f"telegram-heard-{chat}"
        known = sorted(map(int, await self._noted(name)))
        is_old = len(known) == _NOTED and message < known[0]
        if is_old or message in known:
            return False
        await self._note(name, map(str, sorted([*known, message])))
        return True

    async def begin_click(self, chat: int, query: str) -> bool:
        """Note a click of a once-only button; False if it was begun before a restart."""
        name = f"telegram-pressed-{chat}"
        known = await self._noted(name)
        if query in known:
            return False
        await self._note(name, [*known, query])
        return True

    async def _noted(self, name: str) -> list[str]:
        return (await self._directory.note(name) or "").split()

    async def _note(self, name: str, ids: Iterable[str]) -> None:
        await self._directory.write_note(name, " ".join(list(ids)[-_NOTED:]))
