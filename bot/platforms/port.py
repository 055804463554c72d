"""The port: what the announcer asks of a platform."""

from typing import Protocol

from bot.identity import Chat, Person
from bot.message import Message


class Unreachable(Exception):
    """The destination is gone, or refuses the bot for good: nothing more need be said there."""


class Platform(Protocol):
    """A place where people chat. Its adapter turns their words and clicks into calls of the desk."""

    name: str
    """The first part of its chats' and persons' addresses: "local"."""

    async def post(self, chat: Chat, message: Message, key: str) -> None:
        """Say something in public. The same key again is the same message: it is not said twice.

        Raises Unreachable; anything else it raises is tried again later.
        """
        ...

    async def tell(self, person: Person, message: Message, key: str) -> None:
        """Show a person what only they may see: their hand, tickets and what they can do now.

        The newest takes the place of the one before. Raises as `post` does.
        """
        ...

    async def rules_here(self, person: Person, chat: Chat) -> bool:
        """Whether the person is an admin of the chat."""
        ...
