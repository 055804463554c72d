"""Where people talk on Telegram and who they are, as addresses of the bot."""

from dataclasses import dataclass, replace
from typing import Self

import telegram

from bot.model.call import Asker
from bot.model.identity import ANONYMOUS_ADMIN, Address, Chat, Destination, Person
from bot.requests.directory import Directory
from bot.text.i18n import LANGUAGES, Phrases, phrases

PLATFORM = "telegram"

ANONYMOUS = ANONYMOUS_ADMIN.id
"""The user id that Telegram gives as the sender of an anonymous admin's message."""

_ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class ChatId:
    """Telegram's number of a chat, and of a topic in it. Private chats have positive numbers."""

    chat: int
    topic: int | None = None

    @property
    def address(self) -> Chat:
        """The chat as an address: `telegram:-1001234` or `telegram:-1001234/5`."""
        return Chat(PLATFORM, str(self.chat) if self.topic is None else f"{self.chat}/{self.topic}")

    @property
    def is_private(self) -> bool:
        """Whether it is the private chat of one person with the bot."""
        return self.chat > 0

    @property
    def place(self) -> Address | None:
        """The group, of a topic too; None for a private chat."""
        return None if self.is_private else Address(PLATFORM, str(self.chat))

    @classmethod
    def of(cls, to: Destination) -> Self:
        """The chat that an address names; a person's is their private chat."""
        number, _, topic = to.id.partition("/")
        return cls(int(number), int(topic) if topic else None)

    @classmethod
    def of_message(cls, message: telegram.MaybeInaccessibleMessage) -> Self:
        """The chat of a message. Replies have a thread number too, but only topics are chats of their own."""
        if isinstance(message, telegram.Message) and message.is_topic_message:
            return cls(message.chat.id, message.message_thread_id)
        return cls(message.chat.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramAsker(Asker):
    """Who asks, by name, and in which language they are answered.

    They ask in the chat `at`. `chat` is the one whose game they mean: in private, a group where they play.
    """

    name: str
    at: ChatId
    phrases: Phrases
    is_anonymous: bool = False
    """Whether an admin speaks for the whole group."""


async def meet(
    directory: Directory,
    user: telegram.User,
    at: ChatId,
    game: str | None = None,
    *,
    asked_in: Chat | None = None,
    is_anonymous: bool = False,
) -> TelegramAsker:
    """Note the name of a user who asks something, about a `game` if it is known.

    `asked_in` is the group where they asked for the private answer that they now click on.
    """
    person = person_of(user)
    chat = asked_in or await chat_meant(directory, person, at, game)
    if person.id != ANONYMOUS:
        locale = user.language_code or ""
        await directory.introduce(person, user.full_name, _language(user), locale, chat)
    words = await directory.phrases(person, chat)
    return TelegramAsker(
        person=person,
        name=user.full_name,
        at=at,
        chat=chat,
        phrases=words,
        is_anonymous=is_anonymous,
        is_admin=True if is_anonymous else None,
    )


def as_anonymous(admin: TelegramAsker) -> TelegramAsker:
    """The anonymous admins of a group as one asker. All admins may read the answers."""
    return replace(admin, person=Person(PLATFORM, ANONYMOUS), is_anonymous=True, is_admin=True)


async def chat_meant(directory: Directory, person: Person, at: ChatId, game: str | None = None) -> Chat:
    """The group itself; in private, the chat of the game that is meant, or of the only one that they play."""
    if not at.is_private or await directory.shown_in(at.address):
        return at.address
    return await directory.home(person, game) or at.address


def person_of(user: telegram.User) -> Person:
    """The person of a Telegram user."""
    return Person(PLATFORM, str(user.id))


def app_phrases(user: telegram.User) -> Phrases:
    """The sentences in the language of a user's app."""
    return phrases(_language(user) or _ENGLISH)


def _language(user: telegram.User) -> str | None:
    """The language of a user's app, if the bot speaks it. English is the default and does not count."""
    code = (user.language_code or "").split("-")[0].lower()
    return code if code in LANGUAGES and code != _ENGLISH else None
