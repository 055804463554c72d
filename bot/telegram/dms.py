"""Private chats: panels and notes for their persons, and the answers to what they ask."""

from asyncio import Lock
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import telegram
from telegram.error import BadRequest, Forbidden

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.requests.directory import Directory
from bot.telegram.button_codes import ButtonCode
from bot.telegram.chat_id import ChatId, chat_meant, person_of
from bot.telegram.error_texts import is_blocked, may_refuse_files
from bot.telegram.formatted_text import OutgoingMessage
from bot.telegram.message_layout import hidden_of, laid_out
from bot.telegram.sender import Sender, identity
from bot.telegram.updates import Later
from bot.text.i18n import Phrases

Shown = tuple[OutgoingMessage, Hashable]
"""A message without its picture and files, and the identity of its picture: None for a text, empty for an
unknown picture.
"""

_KNOWN = 2000
_KNOWN_OF_ONE = 12
"""Messages in one private chat whose content is remembered."""

_JUST_NOW = timedelta(minutes=2)
"""Within this time the answer to a press in a group is not repeated for the START that follows it."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link into the private chat that a person was given in a group."""

    payload: str
    chat: Chat
    answered_at: datetime | None
    """When the answer was written in the private chat; None where START shows it."""


class DirectMessages:
    """Writes in private chats. Where a person has not opened theirs, it raises what the library raises.

    The text of an answer comes at once. A picture that must be drawn or uploaded first is added when it is
    ready, in silence: a text message becomes a photo. It is dropped if the message shows something newer.
    Each write holds the person's lock, so that a message shows what was written last. A picture is made ready
    before that.
    """

    def __init__(self, sender: Sender, directory: Directory, later: Later, clock: Clock) -> None:
        self._sender = sender
        self._clock = clock
        self._directory = directory
        self._later = later
        self._shown: BoundedCache[Person, dict[int, Shown]] = BoundedCache(_KNOWN)
        """What the messages of each person show, the last changed at the end. Each edit makes a new tuple."""
        self._answers: BoundedCache[Person, int] = BoundedCache(_KNOWN)
        """The last answer to each person that was asked for in a group."""
        self._asked_in: BoundedCache[Person, tuple[int, Chat] | None] = BoundedCache(_KNOWN)
        """By person: the last answer that was asked for in a group, and that group. Also saved in the store.
        """
        self._led: BoundedCache[Person, Link] = BoundedCache(_KNOWN)
        """By person: the link into this chat that they were given last."""
        self._locks: WeakValueDictionary[Person, Lock] = WeakValueDictionary()

    async def is_open(self, person: Person) -> bool:
        """Whether the person has opened the chat, and has not blocked the bot since."""
        has_chat = await self._directory.dm_channel(person) is not None
        return has_chat and not await self._directory.blocks_dms(person)

    async def note_open(self, person: Person) -> None:
        """The person has opened the chat, or unblocked the bot."""
        await self._directory.note_dm_channel(person, person.id)

    async def words_for(self, person: Person, game: str) -> Phrases:
        """The language of what a person is shown in private of a game, or of their only one if it is ""."""
        meant = await chat_meant(self._directory, person, ChatId.of(person), game or None)
        return await self._directory.phrases(person, meant)

    # ---- links from groups

    def note_led(self, person: Person, payload: str, chat: Chat, *, answered: bool) -> None:
        """Note a press in a group that leads here, and whether it is `answered` here already."""
        self._led[person] = Link(payload, chat, self._clock.now() if answered else None)

    def led_by(self, person: Person, payload: str) -> tuple[Chat, bool] | None:
        """The group of the link that a person has followed by pressing START, and whether what it asks for
        was written here a moment ago; None if they were not given it. The link is forgotten.
        """
        link = self._led.get(person)
        if link is None or link.payload != payload:
            return None
        del self._led[person]
        is_answered = link.answered_at is not None and self._clock.now() - link.answered_at <= _JUST_NOW
        return link.chat, is_answered

    # ---- panels and notes

    async def send(self, person: Person, message: OutgoingMessage, *, silent: bool) -> int:
        """Send a message and return its number. It has no buttons if an answer has overtaken it."""
        message = await self._sender.prepared(message)
        async with self._lock(person):
            _, last = self._playing(person, message.decision[0]) or (0, message)
            if last.as_of > message.as_of:
                message = replace(message, keyboard=None)
            id = await self._send(person, message, silent=silent)
        if not await self.is_open(person):
            await self.note_open(person)
        return id

    async def refresh(self, person: Person, id: int, message: OutgoingMessage, game: str) -> bool:
        """Show `message` in message `id`, and in all others about the same decision; one of them has buttons.

        False where message `id` cannot show it. A message that says it already, or something newer, stays as
        it is. So does message `id` if it is about an earlier decision and an answer below it says all this.
        """
        if not self._is_told(person, id, message):
            shown = self._messages(person).get(id)
            has_picture = shown and message.picture and shown[1] == identity(message.picture)
            message = message if has_picture else await self._sender.prepared(message)
        async with self._lock(person):
            if self._is_told(person, id, message):
                return True
            messages, (_, revision) = self._messages(person), message.decision
            newest, last = self._playing(person, game) or (id, message)
            is_earlier = id not in messages or messages[id][0].decision != message.decision
            if newest > id and revision and is_earlier and last.as_of >= message.as_of:
                return True
            bare = replace(message, keyboard=None)
            same = [one for one, (shown, _) in messages.items() if shown.decision == message.decision]
            for other in same if revision else ():
                update = message if other == newest else replace(bare, picture=None)
                if other != id and not self._is_told(person, other, update):
                    await self._edit(person, other, update, is_photo=True)
            if newest == id or newest not in messages:
                return await self._edit(person, id, message, is_photo=True)
            if not revision and message.as_of[1] > last.decision[1]:
                await self._remove_buttons(person, newest)
            has_buttons = not revision or revision > last.decision[1]
            return await self._edit(person, id, message if has_buttons else bare, is_photo=True)

    async def delete(self, person: Person, id: int) -> bool:
        """Delete a message; False where that must be tried again later."""
        async with self._lock(person):
            return await self._delete(person, id)

    # ---- answers

    async def answer_group(
        self, person: Person, chat: Chat, message: Message, again: ButtonCode | None
    ) -> bool:
        """Answer a question from a group, in place of the last such answer; False where the bot cannot write.

        `again` is the button that shows the answer again.
        """

        async def write(first: OutgoingMessage) -> int:
            id = await self._replace_answer(person, first, stays=message.once)
            await self._note_asked_in(person, id, chat)
            return id

        if not await self._reaches(person, self._answer(person, message, again, 0, write)):
            return False
        if not await self.is_open(person):
            await self.note_open(person)
        return True

    async def answer(self, person: Person, message: Message, again: ButtonCode | None = None) -> None:
        """Answer what was typed in the private chat, below it."""
        await self._answer(person, message, again, 0, lambda first: self._send(person, first))

    async def answer_in_place(
        self,
        person: Person,
        message: Message,
        again: ButtonCode | None,
        page: int,
        *,
        id: int,
        is_photo: bool,
    ) -> None:
        """Answer a click in the message that was clicked, or below it where that cannot be edited."""

        async def write(first: OutgoingMessage) -> int:
            if await self._edit(person, id, first, is_photo=is_photo):
                return id
            sent, chat = await self._send(person, first), await self.asked_in(person, id)
            if chat:
                await self._note_asked_in(person, sent, chat)
            return sent

        await self._answer(person, message, again, page, write)

    async def asked_in(self, person: Person, id: int) -> Chat | None:
        """The group where the person asked for the answer in message `id`; None for any other message.

        Telegram tells the id of the message, which nobody can forge. What is clicked there is meant for that
        group, where people without a seat may ask too.
        """
        if person not in self._asked_in:
            noted = await self._directory.asked_in(person)
            self._asked_in[person] = (int(noted[0]), noted[1]) if noted else None
        asked = self._asked_in[person]
        return asked[1] if asked and asked[0] == id else None

    async def on_left(self, message: telegram.Message) -> None:
        """A person has left a group, or was removed: their private clicks are no longer about it."""
        if message.left_chat_member is None:
            return
        person, group = person_of(message.left_chat_member), message.chat.id
        asked = self._asked_in.get(person)
        if asked and ChatId.of(asked[1]).chat == group:
            self._asked_in[person] = None
        noted = await self._directory.asked_in(person)
        if noted and ChatId.of(noted[1]).chat == group:
            self._asked_in[person] = None
            await self._directory.note_asked_in(person, None, None)

    async def _note_asked_in(self, person: Person, id: int, chat: Chat) -> None:
        """Remember in which group an answer was asked for; save it if the person plays elsewhere."""
        self._asked_in[person] = id, chat
        if await self._directory.home(person) != chat:
            await self._directory.note_asked_in(person, str(id), chat)

    async def send_all_pictures(
        self, person: Person, message: Message, *, only_hidden: bool = False, as_files: bool = False
    ) -> bool:
        """Send the pictures of an answer, or `only_hidden` those behind a button; `as_files` without loss.

        False where the bot cannot write to the person.
        """
        pictures = hidden_of(message) if only_hidden else message.pictures
        send = self._sender.send_files if as_files else self._sender.send_pictures
        return await self._reaches(person, send(ChatId.of(person), pictures))

    async def _reaches(self, person: Person, writing: Awaitable[None]) -> bool:
        """Write to a person; False, which is noted, where the bot cannot."""
        try:
            await writing
        except (Forbidden, BadRequest) as error:
            if not is_blocked(error):
                raise
            await self._directory.note_dms_blocked(person)
            return False
        return True

    async def _answer(
        self,
        person: Person,
        message: Message,
        again: ButtonCode | None,
        page: int,
        write: Callable[[OutgoingMessage], Awaitable[int]],
    ) -> None:
        """Write what is ready of an answer; the rest follows."""
        whole = laid_out(message, again, page, words=await self.words_for(person, message.panel_of))
        first = whole if self._sender.is_uploaded(whole) else replace(whole, picture=None)
        async with self._lock(person):
            try:
                id = await write(first)
            except BadRequest as error:
                if first.picture is None or not may_refuse_files(error):
                    raise
                id = await write(replace(first, picture=None))
            shown = self._messages(person).get(id)
        if whole != first:
            self._later(self._complete(person, id, whole, shown))

    async def _complete(self, person: Person, id: int, whole: OutgoingMessage, shown: object) -> None:
        """Add the picture that was not ready, unless the message shows something newer."""
        if self._messages(person).get(id) is not shown:
            return
        whole = await self._sender.answer_prepared(whole)
        async with self._lock(person):
            if self._messages(person).get(id) is shown:
                await self._edit(person, id, replace(whole, documents=()), is_photo=False)

    async def _replace_answer(self, person: Person, first: OutgoingMessage, *, stays: bool) -> int:
        """Of the answers to questions from groups, only the newest is kept, and one with a decision.

        One that `stays` is not replaced either.
        """
        id = await self._send(person, first)
        last = self._answers.pop(person, None)
        if not stays:
            self._answers[person] = id
        messages = self._messages(person).items()
        if last is not None and last not in [one for one, (shown, _) in messages if shown.plays]:
            await self._delete(person, last)
        return id

    # ---- what messages show

    def _messages(self, person: Person) -> dict[int, Shown]:
        return self._shown.setdefault(person, {})

    def _is_told(self, person: Person, id: int, message: OutgoingMessage) -> bool:
        """Whether message `id` already says this or something newer: it ends with its text, and has all its
        buttons.
        """
        if id not in self._messages(person):
            return False
        shown, _ = self._messages(person)[id]
        says = shown.text.endswith(message.text) and message.codes <= shown.codes
        return says or message.as_of < shown.as_of

    def _playing(self, person: Person, game: str) -> tuple[int, OutgoingMessage] | None:
        """The one message that has buttons that play a game."""
        messages = ((id, shown) for id, (shown, _) in self._messages(person).items() if shown.plays)
        return next(((id, shown) for id, shown in messages if shown.decision[0] == game), None)

    # ---- the calls, made while the lock is held

    def _lock(self, person: Person) -> Lock:
        return self._locks.setdefault(person, Lock())

    async def _send(self, person: Person, message: OutgoingMessage, *, silent: bool = True) -> int:
        id = await self._sender.send(ChatId.of(person), message, silent=silent)
        await self._note(person, id, message, identity(message.picture) if message.picture else None)
        return id

    async def _edit(self, person: Person, id: int, message: OutgoingMessage, *, is_photo: bool) -> bool:
        """Show a message in place of another; only what is different is sent.

        `is_photo` tells whether it is one, where that is not remembered.
        """
        before = self._messages(person).pop(id, None)
        old = before[1] if before else b"" if is_photo else None
        new = identity(message.picture) if message.picture else old
        changed = replace(message, picture=None) if new == old else message
        text = replace(message, picture=None, documents=())
        if not before or changed.picture or message.documents or before[0] != text:
            is_photo = old is not None
            if not await self._sender.edit(ChatId.of(person), id, changed, is_photo=is_photo):
                return False
        await self._note(person, id, message, new)
        return True

    async def _note(self, person: Person, id: int, message: OutgoingMessage, picture: Hashable) -> None:
        """Note what a message shows. If it has buttons that play, the last one that had them loses them."""
        messages, (game, _) = self._messages(person), message.decision
        last, _ = (message.plays and self._playing(person, game)) or (id, message)
        if last != id:
            await self._remove_buttons(person, last)
        messages[id] = replace(message, picture=None, documents=()), picture
        if len(messages) > _KNOWN_OF_ONE:
            del messages[min(messages, key=lambda one: messages[one][0].plays)]  # the oldest without buttons

    async def _remove_buttons(self, person: Person, id: int) -> None:
        """Take the buttons from a message. A picture that is still drawn for it would bring them back."""
        shown, picture = self._messages(person)[id]
        self._messages(person)[id] = replace(shown, keyboard=None), picture
        await self._sender.remove_buttons(ChatId.of(person), id)

    async def _delete(self, person: Person, id: int) -> bool:
        self._messages(person).pop(id, None)
        return await self._sender.delete(ChatId.of(person), id)
