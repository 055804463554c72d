"""Updates of Telegram: which chat they are about, and which were handled before.

Telegram delivers commands and clicks again, as it does after a crash.

- Most may safely run twice: they only show something, set what they set before, or are buttons of actions,
  whose revision makes them stale. They are remembered in memory only: a crash forgets them, and their next
  delivery is answered.
- Once-only ones do more if they run twice: typed actions, which have no revision, and commands with
  `Trait.CHANGES`, such as /computer. They are noted in the database before they run. After a crash they do
  not run again; the person is told to check whether they were done.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import telegram
from telegram.ext import Application

from bot.cache import BoundedCache
from bot.service.directory import Directory

Later = Callable[[Coroutine[Any, Any, Any]], object]
"""Starts something that the next updates of the chat do not wait for."""

_NOTED = 16
"""Once-only updates of a chat that are recognized after a crash."""

HandledUpdates = BoundedCache[tuple[int, str], None]
"""The updates that this process has been given, by their chats and ids."""

REMEMBERED = 5000


def later_of(client: Application[Any, Any, Any, Any, Any, Any], last_tasks: set[asyncio.Task[None]]) -> Later:
    """Starts tasks of the client. It takes none while it stops: those are added to `last_tasks`."""

    def later(work: Coroutine[Any, Any, None]) -> None:
        if client.running:
            client.create_task(work)
        else:
            task = asyncio.create_task(work)
            last_tasks.add(task)
            task.add_done_callback(last_tasks.discard)

    return later


def chat_of(update: telegram.Update) -> int | None:
    """The chat that an update is about; one that is about none is about the person who sent it."""
    chat, user = update.effective_chat, update.effective_user
    return chat.id if chat else user.id if user else None


def is_repeat(handled: HandledUpdates, chat: int, id: str) -> bool:
    """Whether this process has been given an update before. From now on it has."""
    known = (chat, id) in handled
    handled[chat, id] = None
    return known


async def begin_command(directory: Directory, chat: int, message: int) -> bool:
    """Note a typed once-only command; False if it was begun before a restart."""
    name = f"telegram-heard-{chat}"
    known = sorted(map(int, await _noted(directory, name)))
    is_old = len(known) == _NOTED and message < known[0]
    if is_old or message in known:
        return False
    await _note(directory, name, map(str, sorted([*known, message])))
    return True


async def begin_click(directory: Directory, chat: int, query: str) -> bool:
    """Note a click of a once-only button; False if it was begun before a restart."""
    name = f"telegram-pressed-{chat}"
    known = await _noted(directory, name)
    if query in known:
        return False
    await _note(directory, name, [*known, query])
    return True


async def _noted(directory: Directory, name: str) -> list[str]:
    return (await directory.note(name) or "").split()


async def _note(directory: Directory, name: str, ids: Iterable[str]) -> None:
    await directory.write_note(name, " ".join(list(ids)[-_NOTED:]))
