"""What the bot says in groups and topics: the lobby, kept up to date, and one new message a turn."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace

from telegram.error import BadRequest, ChatMigrated, NetworkError, TelegramError

from bot.clock import Clock
from bot.model.identity import Chat
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.platforms.port import Key
from bot.platforms.telegram.addresses import ChatId
from bot.platforms.telegram.errors import is_gone, is_refusal, refuses_pictures
from bot.platforms.telegram.places import Places
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.sheets import post_sheet
from bot.store import Sent, Store
from bot.text.i18n import phrases

MOST_RETIRED = 2
"""Old messages that lose their buttons with one post; where Telegram refused that for long, the rest wait."""

RETIRING = 10.0
"""Seconds that taking the buttons from an old message may take: nobody waits for it longer."""

log = logging.getLogger(__name__)


class Public:
    """Speaks in groups. Three calls a turn at the most: the post, its words where pictures are refused, and
    the buttons of the one before.
    """

    def __init__(self, pen: Sender, store: Store, clock: Clock, places: Places, language: str) -> None:
        self._pen = pen
        self._store = store
        self._clock = clock
        self._places = places
        self._language = language

    async def post(self, chat: Chat, message: Message, key: Key) -> None:
        """Say something once for each key. Raises Unreachable; whatever else it raises may pass."""
        try:
            await self._post(chat, message, key)
        except ChatMigrated as moved:
            old = ChatId.of(chat)
            there = ChatId(moved.new_chat_id).address
            await self._places.moved(old.chat, moved.new_chat_id)
            await self._post(there, message, key)
            await self._store.deliveries.move_bookmark(there, key.game, key.seq)
        except TelegramError as error:
            if is_refusal(error) and key.since is None:
                await self._store.deliveries.mark_refused(chat, key.game)
            if not is_gone(error) or self._places.forget(chat):
                raise  # it is tried again, and then it is asked before what is lacking
            raise Unreachable from error

    async def _post(self, chat: Chat, message: Message, key: Key) -> None:
        standing = await self._store.deliveries.sent(chat, key.game)
        said = _said(standing, key) or await self._say(chat, message, key, standing)
        if key.topic is not Topic.NOTE:
            await self._retire(chat, [one for one in standing if one.message != said])

    async def _say(self, chat: Chat, message: Message, key: Key, standing: Sequence[Sent]) -> str:
        """Say what was not said yet, and give the message's number.

        What was tried before and may have come through is said again, without calling anybody.
        """
        spot = ChatId.of(chat)
        said = replace(message, mention=None) if key.since else message
        lobby = next((one for one in reversed(standing) if one.topic is Topic.LOBBY), None)
        if key.topic is Topic.LOBBY and lobby and await self._edited(chat, lobby.message, said, key):
            sent = replace(lobby, key=str(key))
        else:
            id = await self._sent(spot, said, key, await self._name(said))
            sent = Sent(str(id), key.topic, str(key), self._clock.now())
        await self._store.deliveries.save_sent(chat, key.game, sent)
        return sent.message

    async def _sent(self, spot: ChatId, message: Message, key: Key, name: str) -> int:
        """Send a message, without its picture where none may be shown."""
        silent = message.mention is None
        sheet = post_sheet(message, key.game, name, await self._settings(spot.address))
        try:
            return await self._pen.write(spot, sheet, silent=silent)
        except BadRequest as error:
            if not message.pictures or not refuses_pictures(error):
                raise
        log.warning("game %s: pictures are not allowed here", key.game)
        self._places.forget(spot.address)
        return await self._pen.write(spot, replace(sheet, picture=None), silent=silent)

    async def _edited(self, chat: Chat, id: str, message: Message, key: Key) -> bool:
        """Whether the lobby that stands there is up to date now."""
        sheet = post_sheet(message, key.game, "", await self._settings(chat))
        return await self._pen.rewrite(ChatId.of(chat), int(id), sheet, photo=False)

    async def _settings(self, chat: Chat) -> str:
        """What the button is called that shows what else can be chosen."""
        language = await self._store.chats.language(chat) or self._language
        return phrases(language).say("button-options")

    async def _name(self, message: Message) -> str:
        """What the person is called whom a message calls."""
        known = await self._store.people.profile(message.mention) if message.mention else None
        return known.name if known else ""

    async def _retire(self, chat: Chat, old: Iterable[Sent]) -> None:
        """Take the buttons from what was posted before; where that is refused they stay, and are stale."""
        with_buttons = [sent for sent in old if sent.topic is not Topic.NOTE]
        for sent in with_buttons[-MOST_RETIRED:]:
            if await self._stripped(ChatId.of(chat), sent.message):
                await self._store.deliveries.forget_sent(chat, sent.message)

    async def _stripped(self, spot: ChatId, id: str) -> bool:
        """Whether an old message need be tried no more: its buttons are gone, or will not go."""
        try:
            async with asyncio.timeout(RETIRING):
                await self._pen.strip(spot, int(id))
        except BadRequest as error:
            log.info("an old message keeps its buttons: %s", type(error).__name__)
        except (NetworkError, TimeoutError):
            return False
        return True


def _said(standing: Sequence[Sent], key: Key) -> str | None:
    """The message that this key has been said with."""
    same = (one.message for one in standing if one.topic is key.topic and one.key == str(key))
    return next(same, None)
