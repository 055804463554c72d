"""Notes to chats: that a setting was changed, or that a game is no longer shown."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.clock import Clock
from bot.model.callbacks import NO_GAME
from bot.model.identity import Chat
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.platforms.port import Platforms, PostKey
from bot.randomness import RandomBytes, new_code
from bot.tasks import KeyedTasks

ChatNote = tuple[Chat, str, str]
"""The chat, the sentence, and a word that tells the note from others."""

log = logging.getLogger(__name__)


class ChatNotes:
    """Posts each note once, in silence. A chat that cannot be written to gets none."""

    def __init__(
        self,
        platforms: Platforms,
        allows: Callable[[Chat], Awaitable[bool]],
        clock: Clock,
        random_bytes: RandomBytes,
    ) -> None:
        self._platforms = platforms
        self._allows = allows
        self._clock = clock
        self._random_bytes = random_bytes
        self._queue: asyncio.Queue[ChatNote] = asyncio.Queue()

    def post(self, chat: Chat, text: str) -> None:
        """Post a sentence about a chat there, soon."""
        self._queue.put_nowait((chat, text, new_code(self._random_bytes)))

    async def run(self) -> None:
        """Post the notes until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            sending = KeyedTasks(lambda note: f"a note to chat {note[0]}", self._send, tasks, self._clock)
            while True:
                sending.wake(await self._queue.get())

    async def _send(self, note: ChatNote) -> None:
        chat, text, word = note
        platform = self._platforms.get(chat.platform)
        if platform is None or not await self._allows(chat):
            return
        try:
            if not (await platform.missing_permissions(chat)).is_silent:
                key = PostKey(NO_GAME, Topic.NOTE, 0, part=word)
                await platform.send(chat, Message(text), key, silent=True)
        except Unreachable:
            log.info("a chat on %s cannot be told about itself", chat.platform)
