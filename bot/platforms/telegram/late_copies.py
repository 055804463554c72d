"""Messages that Telegram took although its answer was lost: their copies are found and deleted."""

import logging
from datetime import timedelta

import telegram
from telegram.error import BadRequest, TelegramError

from bot.clock import Clock

_SOUGHT_FOR = timedelta(hours=6)
_WINDOW = 30
"""How many ids back from the newest message a copy is sought."""

_TRIED_AT_ONCE = 6
"""Ids that are tried after one message: each takes a call of the chat's limit."""

log = logging.getLogger(__name__)


class LateCopies:
    """Finds, in one chat, the copies of messages that were sent again because their answers were lost.

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

    def __init__(self, bot: telegram.Bot, clock: Clock, chat: int) -> None:
        self._bot = bot
        self._clock = clock
        self._chat = chat
        self._newest = 0
        """The newest message of the bot in the chat."""
        self._lost: dict[str, bool] = {}
        """Texts whose answers were lost, and whether they may have notified a person in a private chat."""
        self._since = clock.now()
        self._after = 0
        """When the first of them was lost, and the newest message before it."""
        self._tried: set[int] = set()

    def note_lost(self, text: str, *, silent: bool) -> None:
        """Note that nobody knows whether a message was sent."""
        if not self._lost:
            self._since, self._after = self._clock.now(), self._newest
        is_loud = self._chat > 0 and not silent
        self._lost[text.strip()] = is_loud or self._lost.get(text.strip(), False)

    def note_sent(self, id: int) -> bool:
        """Note a message that was sent. Returns whether a copy of an earlier one should be sought."""
        self._newest = id
        if self._lost and self._clock.now() - self._since >= _SOUGHT_FOR:
            self._lost.clear()
            self._tried.clear()
        if self._lost:
            self._tried.add(id)
        return bool(self._lost)

    async def remove(self) -> None:
        """Seek copies before the newest message, and delete them."""
        if not self._lost:
            return
        unknown = range(max(self._after + 1, self._newest - _WINDOW), self._newest)
        for id in [one for one in unknown if one not in self._tried][:_TRIED_AT_ONCE]:
            self._tried.add(id)
            try:
                await self._remove_if_copy(id)
            except TelegramError as error:
                log.info("Telegram: a copy could not be sought (%s)", type(error).__name__)

    async def _remove_if_copy(self, id: int) -> None:
        try:
            message = await self._bot.edit_message_reply_markup(self._chat, id, reply_markup=None)
        except BadRequest:
            return
        if not isinstance(message, telegram.Message):
            return
        text = (message.caption or message.text or "").strip()
        if self._lost.get(text):
            self._lost[text] = False
        elif text in self._lost:
            log.info("Telegram: a message had been sent twice; its copy is deleted")
            await self._bot.delete_message(self._chat, id)
