"""Where people talk on Telegram: a chat, or a topic of one, as an address of ours."""

from dataclasses import dataclass
from typing import Self

import telegram

from bot.model.identity import Chat, Person

PLATFORM = "telegram"

ANONYMOUS = "1087968824"
"""Whom Telegram names as the sender of what an anonymous admin writes."""


@dataclass(frozen=True, slots=True)
class ChatId:
    """A chat by Telegram's number, and the topic in it, if it is one. Private chats have positive numbers."""

    chat: int
    topic: int | None = None

    @property
    def address(self) -> Chat:
        """The spot as an address: `telegram:-1001234` or `telegram:-1001234/5`."""
        return Chat(PLATFORM, str(self.chat) if self.topic is None else f"{self.chat}/{self.topic}")

    @property
    def is_private(self) -> bool:
        """Whether it is a conversation of one person with the bot."""
        return self.chat > 0

    @classmethod
    def of(cls, chat: Chat) -> Self:
        """The spot that an address means."""
        number, _, topic = chat.id.partition("/")
        return cls(int(number), int(topic) if topic else None)


def spot_of(message: telegram.MaybeInaccessibleMessage) -> ChatId:
    """Where a message stands. Replies have a thread's number too; only topics are places of their own."""
    topic = message.message_thread_id if isinstance(message, telegram.Message) else None
    is_topic = isinstance(message, telegram.Message) and message.is_topic_message
    return ChatId(message.chat.id, topic if is_topic else None)


def person_of(user: telegram.User) -> Person:
    """An account as a person."""
    return Person(PLATFORM, str(user.id))
