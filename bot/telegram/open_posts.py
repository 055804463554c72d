"""Help and rules in a group: one post that everybody may read, and whose buttons show other topics in it."""

from dataclasses import replace
from datetime import datetime, timedelta

from telegram.error import BadRequest, TelegramError

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.model.identity import Chat
from bot.model.message import Message
from bot.telegram.chat_id import ChatId
from bot.telegram.message_layout import laid_out
from bot.telegram.sender import Sender

NEARBY = timedelta(minutes=1)
"""Within this time the same text is not posted again."""

_KNOWN = 2000


class OpenPosts:
    """Writes these posts. Only the newest of a group stays, as long as the program runs."""

    def __init__(self, sender: Sender, clock: Clock) -> None:
        self._sender = sender
        self._clock = clock
        self._newest: BoundedCache[Chat, tuple[int | None, str, datetime]] = BoundedCache(_KNOWN)
        """The newest of each group, None while it is being sent; its text, and when it was written."""

    async def write(self, at: ChatId, message: Message) -> bool:
        """Post an answer in place of the last one. False if it was just posted."""
        chat, now = at.address, self._clock.now()
        last = self._newest.get(chat)
        if last and last[1] == message.text and now - last[2] < NEARBY:
            return False
        self._newest[chat] = last[0] if last else None, message.text, now
        post = await self._sender.answer_prepared(laid_out(message))
        try:
            try:
                id = await self._sender.send(at, post)
            except BadRequest:
                if post.picture is None:
                    raise
                id = await self._sender.send(at, replace(post, picture=None))
        except TelegramError:
            self._newest.pop(chat, None)
            raise
        self._newest[chat] = id, message.text, now
        if last and last[0] is not None:
            await self._sender.delete(at, last[0])
        return True

    async def turn_page(self, at: ChatId, message: Message, id: int, *, is_photo: bool) -> None:
        """Show another answer in post `id`, or in a new one where that shows a picture that does not fit."""
        post = await self._sender.answer_prepared(laid_out(message))
        if (is_photo and not post.picture) or not await self._sender.edit(at, id, post, is_photo=is_photo):
            await self.write(at, message)
            await self._sender.delete(at, id)
        else:
            self._newest[at.address] = id, message.text, self._clock.now()
