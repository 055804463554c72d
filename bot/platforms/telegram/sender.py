"""The calls that write: a sheet sent, a sheet in the place of another, pictures and files behind it."""

from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from typing import Any, TypeVar

import telegram
from telegram.error import BadRequest, NetworkError, RetryAfter

from bot.model.message import Picture
from bot.platforms.telegram.chat_id import ChatId
from bot.platforms.telegram.errors import cannot_be_edited, is_lost, is_of_another_kind, is_unchanged
from bot.platforms.telegram.formatted_text import LONGEST_CAPTION, clipped, units
from bot.platforms.telegram.message_layout import Sheet, file_name
from bot.platforms.telegram.photos import Photos, photo_of

_NO_LINKS = telegram.LinkPreviewOptions(is_disabled=True)
_MOST_IN_AN_ALBUM = 10

Sent = TypeVar("Sent", bound=telegram.Message | bool)


class Sender:
    """Writes in the bot's name. Raises what the library raises."""

    def __init__(self, bot: telegram.Bot) -> None:
        self._bot = bot
        self._photos = Photos()

    def is_at_hand(self, sheet: Sheet) -> bool:
        """Whether nothing of a sheet is still to be sent through the line, but words and names."""
        return sheet.picture is None or self._photos.name(sheet.picture) is not None

    async def write(self, spot: ChatId, sheet: Sheet, *, silent: bool = True) -> int:
        """Send a sheet, and give the message's number; the files that belong to it come behind it."""
        about: dict[str, Any] = {
            "chat_id": spot.chat,
            "message_thread_id": spot.topic,
            "disable_notification": silent,
            "reply_markup": sheet.keys,
        }
        said = sheet.script
        if sheet.picture is None:
            sent = await self._bot.send_message(
                text=said.text, entities=said.entities, link_preview_options=_NO_LINKS, **about
            )
        else:
            about |= {"caption": said.text, "caption_entities": said.entities}
            sent = await self._pictured(
                sheet.picture, lambda photo: self._bot.send_photo(photo=photo, **about)
            )
        await self._files(spot, sheet)
        return sent.message_id

    async def rewrite(self, spot: ChatId, id: int, sheet: Sheet, *, photo: bool) -> bool:
        """Put a sheet in a message's place, which perhaps shows a `photo`. False where it cannot be done."""
        for kind in (True,) if sheet.picture else (photo, not photo):
            try:
                await self._edit(spot, id, sheet, photo=kind)
            except BadRequest as error:
                if is_unchanged(error):
                    return True
                if not cannot_be_edited(error):
                    raise
                if not is_of_another_kind(error):
                    return False
            else:
                await self._files(spot, sheet)
                return True
        return False

    async def _edit(self, spot: ChatId, id: int, sheet: Sheet, *, photo: bool) -> None:
        """A photo whose successor has none stays above the words; words that get one are words no more."""
        about: dict[str, Any] = {"chat_id": spot.chat, "message_id": id, "reply_markup": sheet.keys}
        said = sheet.script
        if sheet.picture is not None:
            await self._pictured(
                sheet.picture,
                lambda photo: self._bot.edit_message_media(
                    telegram.InputMediaPhoto(photo, said.text, caption_entities=said.entities), **about
                ),
            )
        elif photo:
            if units(said.text) > LONGEST_CAPTION:
                raise BadRequest("there is no text in the message")
            await self._bot.edit_message_caption(caption=said.text, caption_entities=said.entities, **about)
        else:
            await self._bot.edit_message_text(
                said.text, entities=said.entities, link_preview_options=_NO_LINKS, **about
            )

    async def _pictured(self, picture: Picture, send: Callable[[str | bytes], Awaitable[Sent]]) -> Sent:
        """Send a picture: by its name where Telegram has it already, else the JPEG itself."""
        if name := self._photos.name(picture):
            try:
                return await send(name)
            except BadRequest as error:
                if not is_lost(error):
                    raise
                self._photos.forget(picture)
        sent = await send(await photo_of(picture))
        self._photos.keep(picture, sent)
        return sent

    async def strip(self, spot: ChatId, id: int) -> None:
        """Take the buttons from a message."""
        await self._bot.edit_message_reply_markup(spot.chat, id, reply_markup=None)

    async def erase(self, spot: ChatId, id: int) -> bool:
        """Delete a message, or at least take its buttons; what is gone is gone. False where it stays."""
        try:
            await self._bot.delete_message(spot.chat, id)
        except BadRequest:
            return await self._disarmed(spot, id)
        except (NetworkError, RetryAfter):
            return False
        return True

    async def _disarmed(self, spot: ChatId, id: int) -> bool:
        """Whether a message that cannot be deleted has no buttons any more, or none that could be taken."""
        try:
            await self.strip(spot, id)
        except BadRequest:
            return True
        except (NetworkError, RetryAfter):
            return False
        return True

    async def show(self, spot: ChatId, pictures: Sequence[Picture]) -> None:
        """Send pictures, several of them together, each with the words that stand in for it."""
        photos = [
            telegram.InputMediaPhoto(await photo_of(picture), clipped(picture.alt, LONGEST_CAPTION))
            for picture in pictures[:_MOST_IN_AN_ALBUM]
        ]
        if len(photos) == 1:
            await self._bot.send_photo(
                spot.chat,
                await photo_of(pictures[0]),
                caption=clipped(pictures[0].alt, LONGEST_CAPTION),
                disable_notification=True,
            )
        elif photos:
            await self._bot.send_media_group(spot.chat, photos, disable_notification=True)

    async def show_files(self, spot: ChatId, pictures: Sequence[Picture]) -> None:
        """Send pictures as files, which lose nothing."""
        for picture in pictures:
            await self._file(spot, picture.png, file_name(picture))

    async def _files(self, spot: ChatId, sheet: Sheet) -> None:
        for document in sheet.documents:
            await self._file(spot, document.text.encode(), document.name)

    async def _file(self, spot: ChatId, data: bytes, name: str) -> None:
        await self._bot.send_document(
            spot.chat, BytesIO(data), filename=name, message_thread_id=spot.topic, disable_notification=True
        )
