"""The calls that write: messages sent, edited and deleted, their pictures and files."""

import logging
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import replace
from hashlib import blake2b
from io import BytesIO
from typing import Any, TypeVar

import telegram
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError

from bot.cache import BoundedCache
from bot.model.message import Picture, drawn_picture
from bot.model.port import NotSent, may_send
from bot.telegram.chat_id import ChatId
from bot.telegram.error_texts import (
    cannot_be_edited,
    is_of_another_kind,
    is_refusal,
    is_unchanged,
    is_unknown_file,
    refuses_reactions,
)
from bot.telegram.formatted_text import LONGEST_CAPTION, OutgoingMessage, shortened, units
from bot.workers.drawings import drawings

ANSWERED = "👌"
"""The reaction to a command whose answer is elsewhere: one of those that every group may allow."""

_UPLOAD = 20.0
"""Seconds that Telegram may take to answer a photo: it takes in the whole picture first."""

_KNOWN = 2000
_MOST_IN_AN_ALBUM = 10
_LONGEST_FILE_NAME = 60
_NO_LINKS = telegram.LinkPreviewOptions(is_disabled=True)

log = logging.getLogger(__name__)

Sent = TypeVar("Sent", bound=telegram.Message | bool)


class Sender:
    """Writes in the name of the bot. Raises what the library raises."""

    def __init__(self, bot: telegram.Bot) -> None:
        self._bot = bot
        self.group_link = invitation(bot)
        """The link that adds the bot to a group."""
        self._file_ids: BoundedCache[Hashable, str] = BoundedCache(_KNOWN)
        """Telegram's ids of pictures that were sent (see `identity`): they are not drawn and sent again."""
        self._fixed: BoundedCache[tuple[int, int], None] = BoundedCache(_KNOWN)
        """Messages that are gone or too old to be changed."""

    def deep_link(self, payload: str) -> str:
        """The link into the private chat that asks for something there."""
        return f"https://t.me/{self._bot.username}?start={payload}"

    def is_uploaded(self, message: OutgoingMessage) -> bool:
        """Whether Telegram has the picture of a message already, if there is one."""
        return message.picture is None or identity(message.picture) in self._file_ids

    async def prepared(self, message: OutgoingMessage) -> OutgoingMessage:
        """A message whose picture, unless Telegram has it, is a JPEG that can be sent at once."""
        picture = message.picture
        return replace(message, picture=await self.prepared_picture(picture)) if picture else message

    async def prepared_picture(self, picture: Picture) -> Picture:
        """A picture as a JPEG that can be sent at once, unless Telegram has it."""
        if (key := identity(picture)) in self._file_ids:
            return picture
        return replace(picture, png=await self._photo_of(picture), draw=None, key=key)

    async def answer_prepared(self, message: OutgoingMessage) -> OutgoingMessage:
        """The same for an answer, which is without its picture where that cannot be drawn."""
        try:
            return await self.prepared(message)
        except Exception:
            log.exception("Telegram: a picture failed")
            return replace(message, picture=None)

    async def send(self, to: ChatId, message: OutgoingMessage, *, silent: bool = True) -> int:
        """Send a message and return its number; its files follow."""
        target: dict[str, Any] = {
            "chat_id": to.chat,
            "message_thread_id": to.topic,
            "disable_notification": silent,
            "reply_markup": message.keyboard,
        }
        if message.picture is None:
            sent = await self._bot.send_message(
                text=message.text, entities=message.entities, link_preview_options=_NO_LINKS, **target
            )
        elif message.picture.name.endswith(".gif"):
            target |= {"caption": message.text, "caption_entities": message.entities}
            film = telegram.InputFile(message.picture.png, message.picture.name)
            sent = await self._bot.send_animation(animation=film, read_timeout=_UPLOAD, **target)
        else:
            target |= {"caption": message.text, "caption_entities": message.entities}
            sent = await self._with_photo(
                message.picture,
                lambda photo: self._bot.send_photo(photo=photo, read_timeout=_UPLOAD, **target),
            )
        await self._send_documents(to, message)
        return sent.message_id

    async def ask(self, to: ChatId, line: str) -> None:
        """Let somebody type, as a reply to this line, what follows it."""
        await self._bot.send_message(to.chat, line, reply_markup=telegram.ForceReply())

    async def edit(self, at: ChatId, id: int, message: OutgoingMessage, *, is_photo: bool) -> bool:
        """Show `message` in place of message `id`, which `is_photo` or not; False if it cannot be edited.

        Messages that are known to be gone are not tried.
        """
        if (at.chat, id) in self._fixed:
            return False
        for kind in (True,) if message.picture else (is_photo, not is_photo):
            try:
                await self._edit(at, id, message, is_photo=kind)
            except BadRequest as error:
                if is_unchanged(error):
                    return True
                if not cannot_be_edited(error):
                    raise
                if not is_of_another_kind(error):
                    self._fixed[at.chat, id] = None
                    return False
            else:
                await self._send_documents(at, message)
                return True
        return False

    async def _edit(self, at: ChatId, id: int, message: OutgoingMessage, *, is_photo: bool) -> None:
        """Without a new picture only a photo's caption is edited; adding one turns a text into a photo."""
        target: dict[str, Any] = {"chat_id": at.chat, "message_id": id, "reply_markup": message.keyboard}
        if message.picture is not None:
            await self._with_photo(
                message.picture,
                lambda photo: self._bot.edit_message_media(
                    telegram.InputMediaPhoto(photo, message.text, caption_entities=message.entities),
                    read_timeout=_UPLOAD,
                    **target,
                ),
            )
        elif is_photo:
            if units(message.text) > LONGEST_CAPTION:
                raise BadRequest("there is no text in the message")
            await self._bot.edit_message_caption(
                caption=message.text, caption_entities=message.entities, **target
            )
        else:
            await self._bot.edit_message_text(
                message.text, entities=message.entities, link_preview_options=_NO_LINKS, **target
            )

    async def _with_photo(self, picture: Picture, call: Callable[[str | bytes], Awaitable[Sent]]) -> Sent:
        """Make a call with a picture: by its file id where Telegram has it, else with the JPEG itself."""
        key = identity(picture)
        if file_id := self._file_ids.get(key):
            try:
                return await call(file_id)
            except BadRequest as error:
                if not is_unknown_file(error):
                    raise
                self._file_ids.pop(key, None)
        sent = await call(await self._photo_of(picture))
        if isinstance(sent, telegram.Message) and sent.photo:
            self._file_ids[key] = sent.photo[-1].file_id
        return sent

    async def _photo_of(self, picture: Picture) -> bytes:
        """A picture as a JPEG within 1280 pixels a side."""
        return await picture.draw(drawings.photo) if picture.draw else picture.png

    async def remove_buttons(self, at: ChatId, id: int) -> bool:
        """Take the buttons from a message. True also where that will never work; False: try again later."""
        if (at.chat, id) in self._fixed:
            return True
        try:
            await self._bot.edit_message_reply_markup(at.chat, id, reply_markup=None)
        except BadRequest:
            return True
        except (NetworkError, RetryAfter, NotSent):
            return False
        return True

    async def delete(self, at: ChatId, id: int) -> bool:
        """Delete a message, or at least take its buttons. Returns as `remove_buttons` does."""
        try:
            await self._bot.delete_message(at.chat, id)
        except BadRequest:
            return await self.remove_buttons(at, id)
        except (NetworkError, RetryAfter):
            return False
        self._fixed[at.chat, id] = None
        return True

    async def react(self, at: ChatId, id: int) -> bool:
        """Mark a message as answered; False where the group forbids that."""
        try:
            await self._bot.set_message_reaction(at.chat, id, ANSWERED)
        except TelegramError as error:
            log.info("Telegram: no reaction to a message (%s)", type(error).__name__)
            return not refuses_reactions(error)
        return True

    async def send_pictures(self, to: ChatId, pictures: Sequence[Picture]) -> None:
        """Send pictures in silence, several of them as an album, each with its alternative text."""
        if len(pictures) == 1:
            await self.send(to, OutgoingMessage(_caption(pictures[0]), picture=pictures[0]))
        elif pictures:
            shown = pictures[:_MOST_IN_AN_ALBUM]
            photos = [telegram.InputMediaPhoto(await self._photo_of(one), _caption(one)) for one in shown]
            await self._bot.send_media_group(
                to.chat, photos, message_thread_id=to.topic, disable_notification=True, read_timeout=_UPLOAD
            )

    async def send_files(self, to: ChatId, pictures: Sequence[Picture]) -> None:
        """Send pictures as files, without loss."""
        for picture in pictures:
            await self._send_file(
                to, (await drawn_picture(picture)).png, shortened(picture.name, _LONGEST_FILE_NAME)
            )

    async def _send_documents(self, to: ChatId, message: OutgoingMessage) -> None:
        """Send the files of a message that was sent, also where another process speaks by now.

        One that is refused is left out: were it tried again, so would be the message.
        """
        before = may_send.set(lambda: True)
        try:
            for name, text in message.documents:
                await self._send_file(to, text.encode(), name)
        except TelegramError as error:
            if not is_refusal(error):
                raise
            log.warning("Telegram: a document was refused (%s)", error)
        finally:
            may_send.reset(before)

    async def _send_file(self, to: ChatId, data: bytes, name: str) -> None:
        await self._bot.send_document(
            to.chat, BytesIO(data), filename=name, message_thread_id=to.topic, disable_notification=True
        )


def invitation(bot: telegram.Bot) -> str:
    """The link that adds the bot to a group."""
    return f"https://t.me/{bot.username}?startgroup=new"


def _caption(picture: Picture) -> str:
    return shortened(picture.alt, LONGEST_CAPTION)


def identity(picture: Picture) -> Hashable:
    """What identifies a picture, drawn or not."""
    return blake2b(picture.png, digest_size=16).digest() if picture.key is None else picture.key
