"""Notes to chats: that a setting was changed, that a game is no longer shown, or that it cannot be read."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from bot.clock import Clock
from bot.model.callbacks import NO_GAME
from bot.model.identity import Chat
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.notify.delivery import Delivery
from bot.notify.readers import chat_phrases
from bot.platforms.port import Platform, PostKey
from bot.store import Store, UnreadableGame
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


async def tell_unreadable(
    store: Store, delivery: Delivery, chat: Chat, wrong: UnreadableGame, language: str
) -> None:
    """Tell a chat, once, that its game cannot be read."""
    phrases = await chat_phrases(store, chat, language)
    message = Message(phrases.say("tell-put-aside", game=wrong.game))
    await delivery.post(chat, message, PostKey(wrong.game, Topic.NOTE, wrong.seq))
