"""The calls that write: a sheet sent, a sheet in the place of another, pictures and files behind it."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import telegram
from telegram.error import BadRequest

from bot.message import Picture
from bot.platforms.telegram.addresses import Spot
from bot.platforms.telegram.faults import cannot_be_edited, is_unchanged
from bot.platforms.telegram.photos import photo_of
from bot.platforms.telegram.sheets import Sheet, file_name
from bot.platforms.telegram.writing import LONGEST_CAPTION, clipped

_NO_LINKS = telegram.LinkPreviewOptions(is_disabled=True)
_MOST_IN_AN_ALBUM = 10


class Pen:
    """Writes in the bot's name. Raises what the library raises."""

    def __init__(self, bot: telegram.Bot) -> None:
        self._bot = bot

    async def write(self, spot: Spot, sheet: Sheet, *, silent: bool = True) -> int:
        """Send a sheet, and give the message's number; the files that belong to it come behind it."""
        about: dict[str, Any] = {
            "chat_id": spot.chat,
            "message_thread_id": spot.topic,
            "disable_notification": silent,
            "reply_markup": sheet.keys,
        }
        said = sheet.script
        if sheet.photo is None:
            sent = await self._bot.send_message(
                text=said.text, entities=said.entities, link_preview_options=_NO_LINKS, **about
            )
        else:
            sent = await self._bot.send_photo(
                photo=sheet.photo, caption=said.text, caption_entities=said.entities, **about
            )
        await self._files(spot, sheet)
        return sent.message_id

    async def rewrite(self, spot: Spot, id: int, sheet: Sheet, *, photo: bool) -> bool:
        """Put a sheet in a message's place, which perhaps shows a `photo`. False where it cannot be done."""
        for kind in (True,) if sheet.photo else (photo, not photo):
            try:
                await self._edit(spot, id, sheet, photo=kind)
            except BadRequest as error:
                if is_unchanged(error):
                    return True
                if not cannot_be_edited(error):
                    raise
            else:
                await self._files(spot, sheet)
                return True
        return False

    async def _edit(self, spot: Spot, id: int, sheet: Sheet, *, photo: bool) -> None:
        """A photo whose successor has none stays above the words; words that get one are words no more."""
        about: dict[str, Any] = {"chat_id": spot.chat, "message_id": id, "reply_markup": sheet.keys}
        said = sheet.script
        if sheet.photo is not None:
            media = telegram.InputMediaPhoto(sheet.photo, said.text, caption_entities=said.entities)
            await self._bot.edit_message_media(media, **about)
        elif photo:
            if len(said.text) > LONGEST_CAPTION:
                raise BadRequest("message can't be edited")
            await self._bot.edit_message_caption(caption=said.text, caption_entities=said.entities, **about)
        else:
            await self._bot.edit_message_text(
                said.text, entities=said.entities, link_preview_options=_NO_LINKS, **about
            )

    async def strip(self, spot: Spot, id: int) -> None:
        """Take the buttons from a message."""
        await self._bot.edit_message_reply_markup(spot.chat, id, reply_markup=None)

    async def erase(self, spot: Spot, id: int) -> None:
        """Delete a message, or at least take its buttons; what is gone is gone."""
        try:
            await self._bot.delete_message(spot.chat, id)
        except BadRequest:
            try:
                await self.strip(spot, id)
            except BadRequest:
                return

    async def show(self, spot: Spot, pictures: Sequence[Picture]) -> None:
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

    async def show_files(self, spot: Spot, pictures: Sequence[Picture]) -> None:
        """Send pictures as files, which lose nothing."""
        for picture in pictures:
            await self._file(spot, picture.png, file_name(picture))

    async def _files(self, spot: Spot, sheet: Sheet) -> None:
        for document in sheet.documents:
            await self._file(spot, document.text.encode(), document.name)

    async def _file(self, spot: Spot, data: bytes, name: str) -> None:
        await self._bot.send_document(
            spot.chat, BytesIO(data), filename=name, message_thread_id=spot.topic, disable_notification=True
        )
