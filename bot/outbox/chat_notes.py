"""Notes to chats: that a setting was changed, or that a game is no longer shown."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.matches.repository import MatchRepository
from bot.model.callbacks import NO_GAME
from bot.model.identity import Chat
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.outbox.notices import Notice
from bot.outbox.outbox import Outbox
from bot.platforms.port import Key, Platforms
from bot.randomness import RandomBytes, new_code
from bot.service.leases import Leases
from bot.store import NoticeRow, NoticeState
from bot.tasks import KeyedTasks

ChatNote = tuple[Chat, NoticeRow]

_LEFT_BEHIND = timedelta(seconds=10)
"""A note that has waited this long is that of a process which has ended."""

log = logging.getLogger(__name__)


class ChatNotes:
    """Posts each note once, in silence, also after a restart. A chat that cannot be written to gets none."""

    def __init__(
        self,
        repository: MatchRepository,
        outbox: Outbox,
        platforms: Platforms,
        allows: Callable[[Chat], Awaitable[bool]],
        leases: Leases,
        random_bytes: RandomBytes,
    ) -> None:
        self._ledger, self._clock = repository.store.outbox, repository.clock
        self._outbox = outbox
        self._platforms = platforms
        self._allows = allows
        self._leases = leases
        self._random_bytes = random_bytes
        self._sending: KeyedTasks[ChatNote] | None = None

    async def post(self, chat: Chat, text: str) -> None:
        """Post a sentence about a chat there, soon."""
        key = Key(NO_GAME, Topic.NOTE, new_code(self._random_bytes))
        row = NoticeRow(str(key), key.topic, 0, NoticeState.REFUSED, self._clock.now(), text=text)
        await self._ledger.save(chat, NO_GAME, row)
        if self._sending:
            self._sending.wake((chat, row))

    async def run(self) -> None:
        """Post the notes until cancelled, first those that a stop or another process has left behind."""
        async with asyncio.TaskGroup() as tasks:
            name = "a note to chat {0[0]}".format
            self._sending = sending = KeyedTasks(name, self._send, tasks, self._clock)

            async def send_left_behind() -> None:
                now, is_shared = self._clock.now(), self._leases.is_shared
                for chat, row in await self._ledger.texts():
                    is_left = not is_shared or now - row.at > _LEFT_BEHIND
                    if is_left and self._leases.holds_game(NO_GAME):
                        sending.wake((chat, row))

            await self._leases.catch_up("notes to chats", send_left_behind)

    async def _send(self, note: ChatNote) -> None:
        chat, row = note
        platform = self._platforms.get(chat.platform)
        is_there = any(one.key == row.key for one in await self._ledger.notices(chat, NO_GAME))
        if not is_there or platform is None or not await self._allows(chat):
            return
        try:
            if not (await platform.missing_permissions(chat)).is_silent:
                key = Key(NO_GAME, row.topic, row.key.removeprefix(f"{NO_GAME}-"))
                await self._outbox.deliver(Message(row.text), Notice(chat, key))
        except Unreachable:
            log.info("a chat on %s cannot be told about itself", chat.platform)
        await self._ledger.forget(chat, NO_GAME, row.key)
