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


class FrontDesk(Protocol):
    """What an adapter asks of the desk where people type commands and press buttons.

    What comes back is for that person only; what happens at the table, the announcer says.
    """

    async def say(self, person: Person, chat: Chat, text: str) -> Message:
        """A command as it was typed, with or without its slash."""
        ...

    async def press(self, person: Person, chat: Chat, code: str) -> Message:
        """The code of a button."""
        ...

    async def complete(self, person: Person, chat: Chat, text: str) -> tuple[str, ...]:
        """Whole lines that what is typed may become: the best first, at most 25."""
        ...

    async def panel(self, person: Person, chat: Chat) -> Message:
        """What the person may see now in the chat: hand, tickets, and what they can do.

        It mentions the person when the table waits for them.
        """
        ...
