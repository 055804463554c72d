"""A press of a button: who pressed what and where, what the desk says to it, and how it is answered."""

import logging
from dataclasses import dataclass

import telegram
from telegram.error import BadRequest, TelegramError

from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.platforms.telegram import button_codes
from bot.platforms.telegram.chat_id import ChatId
from bot.platforms.telegram.errors import is_too_late
from bot.platforms.telegram.staff import Services
from bot.text.i18n import Phrases
from engine.notation import NotAnAction, read_line

ONCE = ("join", "leave", "start", "computer", "abort", "restore", "skip", "replace", "new")
"""Words that are not said again, neither by a press that is told twice nor to see their answer again."""

_LONG = 60
"""Signs from which on an answer of one line waits until it is closed, instead of passing by."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ButtonClick:
    """A button that somebody has pressed: its code, who it was, and about which chat."""

    query: telegram.CallbackQuery
    code: str
    person: Person
    spot: ChatId
    chat: Chat
    said: Phrases

    @property
    def bare(self) -> str:
        """The code of what is shown, without what else is wanted of it."""
        return button_codes.page_of(self.code)[1].lstrip(button_codes.MORE + button_codes.FILE)

    @property
    def word(self) -> str:
        """The first word of what the button says; "" where it says nothing of ours."""
        return word_of(self.bare)

    @property
    def is_once(self) -> bool:
        """Whether it would do something else if it were told twice; actions are safe by their revision."""
        figure = self.code.startswith(button_codes.ANSWER) and "." in self.code
        return figure or self.word in ONCE

    async def asked(self, staff: Services, code: str) -> Message:
        """What the desk answers to a code."""
        return await staff.press(self.person, self.chat, code, self.said)

    async def panel(self, staff: Services) -> Message:
        """How whoever presses stands."""
        return await staff.say(self.person, self.chat, "hand", self.said)


async def answered(query: telegram.CallbackQuery, text: str = "", url: str | None = None) -> None:
    """Answer a press. Where that is too late, or cannot be, nothing is lost but the sight of it."""
    try:
        await query.answer(text or None, show_alert=len(text) > _LONG or "\n" in text, url=url)
    except BadRequest as error:
        if not is_too_late(error):
            log.warning("Telegram: an answer was not taken")
    except TelegramError as error:
        log.warning("Telegram: an answer did not come through (%s)", type(error).__name__)


def word_of(code: str) -> str:
    """The first word of a code's line."""
    try:
        return CallbackData.read(code).line.partition(" ")[0]
    except ValueError:
        return ""


def again(code: str) -> str | None:
    """The code that shows an answer once more: the same one, or the hand where something was done."""
    try:
        press = CallbackData.read(code)
    except ValueError:
        return None
    if press.line.partition(" ")[0] in ONCE or _is_action(press.line):
        return button_codes.again("hand", press.game)
    return code


def _is_action(line: str) -> bool:
    try:
        read_line(line)
    except NotAnAction:
        return False
    return True
