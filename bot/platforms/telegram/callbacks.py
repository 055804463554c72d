"""Buttons: whatever is pressed, each press once, and what is pressed in private."""

import asyncio

import telegram

from bot.model.message import Message
from bot.platforms.telegram import button_codes
from bot.platforms.telegram.answers import Answer, with_pictures
from bot.platforms.telegram.chat_id import PLATFORM, ChatId, spot_of
from bot.platforms.telegram.group_presses import GroupPresses
from bot.platforms.telegram.message_layout import hidden_of
from bot.platforms.telegram.pressing import ButtonClick, again, answered
from bot.platforms.telegram.staff import Services

_REMEMBERED = 16
"""Presses of a chat that are known again: more cannot be told twice after a program was cut off."""


class Presses:
    """Serves everybody who presses a button. It trusts no code."""

    def __init__(self, staff: Services) -> None:
        self._staff = staff
        self._in_groups = GroupPresses(staff)

    async def pressed(self, query: telegram.CallbackQuery) -> None:
        """Answer a button, wherever it is, and however old: the wheel of a private one stops at once."""
        if query.message is None or not query.data:
            await answered(query)
            return
        spot = await self._where(query.message, query.data)
        if spot.is_private:
            await asyncio.gather(answered(query), self._serve(query, query.data, spot))
        else:
            await self._serve_in_group(query, query.data, spot)

    async def _serve_in_group(self, query: telegram.CallbackQuery, code: str, spot: ChatId) -> None:
        """Answer a button in a group: also where something fails, its wheel does not turn for ever."""
        try:
            await self._serve(query, code, spot)
        except Exception:
            await answered(query)
            raise

    async def _where(self, message: telegram.MaybeInaccessibleMessage, code: str) -> ChatId:
        """Where a button stands: of what is shown no more, Telegram does not tell in which topic."""
        spot, game = spot_of(message), button_codes.game_of(code)
        if spot.is_private or game is None or message.is_accessible:
            return spot
        chats = [chat for chat in await self._staff.store.chats_of(game) if chat.platform == PLATFORM]
        return next((one for one in map(ChatId.of, chats) if one.chat == spot.chat), spot)

    async def _serve(self, query: telegram.CallbackQuery, code: str, spot: ChatId) -> None:
        people = self._staff.people
        person = await people.met(query.from_user)
        chat = await people.place(person, spot, button_codes.game_of(code))
        press = ButtonClick(query, code, person, spot, chat, await people.spoken_to(person, chat))
        if press.is_once and not await self._is_new(press):
            await answered(query)
        elif spot.is_private:
            await self._in_private(press)
        else:
            await self._in_groups.pressed(press)

    async def _is_new(self, press: ButtonClick) -> bool:
        """Whether a press is told of for the first time; one that is cut off after this is to be repeated."""
        name = f"telegram-pressed-{press.spot.chat}"
        known = (await self._staff.store.note(name) or "").split()
        if press.query.id in known:
            return False
        await self._staff.store.write_note(name, " ".join([*known, press.query.id][-_REMEMBERED:]))
        return True

    async def _in_private(self, press: ButtonClick) -> None:
        """Show the answer in the message that was pressed; more pictures and files come below it."""
        page, code = button_codes.page_of(press.code)
        message = await press.asked(self._staff, press.bare)
        if code.startswith((button_codes.MORE, button_codes.FILE)):
            self._staff.later(self._show(press, message, files=code.startswith(button_codes.FILE)))
        else:
            answer = Answer(message, again(press.bare), page)
            id, photo = _shown(press.query)
            await self._staff.answers.replace(press.person, id, answer, photo=photo)

    async def _show(self, press: ButtonClick, message: Message, *, files: bool) -> None:
        """Send the files of all pictures, or those pictures that lie behind the first."""
        whole = await with_pictures(message)
        pictures = whole.pictures if files else hidden_of(whole)
        await self._staff.answers.show(press.person, pictures, files=files)


def _shown(query: telegram.CallbackQuery) -> tuple[int, bool]:
    """The number of the message that was pressed, and whether it shows a photo, as far as can be seen."""
    message = query.message
    assert message is not None
    return message.message_id, isinstance(message, telegram.Message) and bool(message.photo)
