"""Whom those who serve people on Telegram can turn to."""

import logging
from collections.abc import Awaitable
from dataclasses import dataclass

from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.platforms.port import CommandService
from bot.platforms.telegram.answers import Answers
from bot.platforms.telegram.dms import DirectMessages
from bot.platforms.telegram.group_replies import GroupReplies
from bot.platforms.telegram.people import People
from bot.platforms.telegram.places import Places
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.update_queue import Later
from bot.store import Store
from bot.text.i18n import Phrases

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Services:
    """The desk and the store, what is known of people and groups, and all ways to answer.

    `link` leads to the private chat, once it is said what for.
    """

    desk: CommandService
    store: Store
    people: People
    places: Places
    letters: DirectMessages
    answers: Answers
    asides: GroupReplies
    pen: Sender
    later: Later
    link: str

    async def say(
        self, person: Person, chat: Chat, line: str, said: Phrases, *, rules: bool | None = None
    ) -> Message:
        """What the desk answers to a line; its pictures may be still to be drawn."""
        return await _guarded(self.desk.text(person, chat, line, is_admin=rules, pictures=False), said)

    async def press(self, person: Person, chat: Chat, code: str, said: Phrases) -> Message:
        """What the desk answers to a button; its pictures may be still to be drawn."""
        return await _guarded(self.desk.click(person, chat, code, pictures=False), said)


async def _guarded(answer: Awaitable[Message], said: Phrases) -> Message:
    """An answer; where it fails, one sentence, and the cause in the log."""
    try:
        return await answer
    except Exception:
        log.exception("Telegram: what somebody asked for failed")
        return Message(said.say("went-wrong"))
