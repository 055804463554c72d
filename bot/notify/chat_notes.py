"""Notes to chats: that a setting was changed, or that a game is no longer shown."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from bot.clock import Clock
from bot.model.callbacks import NO_GAME
from bot.model.identity import Chat
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.platforms.port import Platform, PostKey
from bot.tasks import KeyedTasks

ChatNote = tuple[Chat, str, str]
"""The chat, the sentence, and a word that tells the note from others."""

log = logging.getLogger(__name__)


async def send_notes(
    notes: "asyncio.Queue[ChatNote]",
    platforms: Mapping[str, Platform],
    allows: Callable[[Chat], Awaitable[bool]],
    clock: Clock,
) -> None:
    """Post each note once, in silence, until cancelled. A chat that cannot be written to gets none."""

    async def send(note: ChatNote) -> None:
        chat, text, word = note
        platform = platforms.get(chat.platform)
        if platform is None or not await allows(chat):
            return
        try:
            if not (await platform.missing_permissions(chat)).is_silent:
                key = PostKey(NO_GAME, Topic.NOTE, 0, part=word)
                await platform.send(chat, Message(text), key, silent=True)
        except Unreachable:
            log.info("a chat on %s cannot be told about itself", chat.platform)

    async with asyncio.TaskGroup() as tasks:
        sending = KeyedTasks(lambda note: f"a note to chat {note[0]}", send, tasks, clock)
        while True:
            sending.wake(await notes.get())
