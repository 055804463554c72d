"""Messages that Telegram took although its answer was lost: their copies are found and deleted."""

import logging
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import telegram
from telegram.error import BadRequest, TelegramError

from bot.cache import BoundedCache
from bot.clock import Clock

_SOUGHT_FOR = timedelta(hours=6)
_WINDOW = 30
"""How many ids back from the newest message a copy is sought."""

_TRIED_AT_ONCE = 6
"""Ids that are tried after one message: each takes a call of the chat's limit."""

_KNOWN = 2000

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Lost:
    """Messages of a chat whose answers were lost."""

    since: datetime
    after: int
    """The newest message before them, or 0."""
    texts: set[str] = field(default_factory=set)
    loud: set[str] = field(default_factory=set)
    """Those that may have notified a person in a private chat."""
    tried: set[int] = field(default_factory=set)


class LateCopies:
    """Finds the copy of a message that was sent again because its answer was lost.

    Telegram tells a bot nothing about the bot's own messages, and a copy may appear minutes after the bot has
    given up waiting. But the ids in a chat only grow, and a bot can edit nobody's messages but its own. So
    each time the bot has written in the chat again, the unknown ids since the loss are tried: taking the
    buttons from a message fails if it is somebody else's, and returns its text otherwise. A copy that
    appears after the last message of the bot is found after the next one. What was lost before a restart is
    not sought.

    A deleted message takes its notification along. In a group the players are mentioned again in any case
    (see `Delivery.mentions_again`). In a private chat the copy that notified the person stays, without its
    buttons: the message that was sent after it is silent.
    """

    def __init__(self, bot: telegram.Bot, clock: Clock) -> None:
        self._bot = bot
        self._clock = clock
        self._newest: BoundedCache[int, int] = BoundedCache(_KNOWN)
        self._lost: BoundedCache[int, _Lost] = BoundedCache(_KNOWN)

    def note_lost(self, chat: int, text: str, *, silent: bool) -> None:
        """Note that nobody knows whether a message was sent."""
        lost = self._lost.get(chat) or _Lost(self._clock.now(), self._newest.get(chat, 0))
        lost.texts.add(text.strip())
        if chat > 0 and not silent:
            lost.loud.add(text.strip())
        self._lost[chat] = lost

    def note_sent(self, chat: int, id: int) -> bool:
        """Note a message that was sent. Returns whether a copy of an earlier one should be sought."""
        self._newest[chat] = id
        lost = self._lost.get(chat)
        if lost and self._clock.now() - lost.since >= _SOUGHT_FOR:
            self._lost.pop(chat, None)
            return False
        if lost:
            lost.tried.add(id)
        return lost is not None

    async def remove(self, chat: int) -> None:
        """Seek copies before the newest message, and delete them."""
        lost, newest = self._lost.get(chat), self._newest[chat]
        if lost is None:
            return
        unknown = range(max(lost.after + 1, newest - _WINDOW), newest)
        for id in [one for one in unknown if one not in lost.tried][:_TRIED_AT_ONCE]:
            lost.tried.add(id)
            try:
                await self._remove_if_copy(chat, id, lost)
            except TelegramError as error:
                log.info("Telegram: a copy could not be sought (%s)", type(error).__name__)

    async def _remove_if_copy(self, chat: int, id: int, lost: _Lost) -> None:
        try:
            message = await self._bot.edit_message_reply_markup(chat, id, reply_markup=None)
        except BadRequest:
            return
        if not isinstance(message, telegram.Message):
            return
        text = (message.caption or message.text or "").strip()
        if text in lost.loud:
            lost.loud.remove(text)
        elif text in lost.texts:
            log.info("Telegram: a message had been sent twice; its copy is deleted")
            await self._bot.delete_message(chat, id)
