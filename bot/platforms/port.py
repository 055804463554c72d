"""The port: what the announcer asks of a platform."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from bot.model.identity import Chat, Person
from bot.model.message import Message, Topic
from bot.model.permissions import MissingPermissions
from bot.text.suggestions import Part, Suggestion


class CannotHost(Exception):
    """A platform refuses the program for good: one sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Key:
    """Which message it is, in its chat or for its person: of a game, and with the news up to event `seq`.

    `since` is when it was first tried, where that may have come through without an answer.
    """

    game: str
    topic: Topic
    seq: int
    since: datetime | None = field(default=None, compare=False)

    def __str__(self) -> str:
        note = "-note" if self.topic is Topic.NOTE else ""
        return f"{self.game}-{self.seq}{note}"


OnReachable = Callable[[Collection[Chat]], None]
"""Told of chats where the bot could not speak, and now perhaps can."""


class Platform(Protocol):
    """A place where people chat. Its adapter turns their words and clicks into calls of the desk."""

    name: str
    """The first part of its chats' and persons' addresses: "local"."""

    longest_post: int
    """How many letters a post may have."""

    async def post(self, chat: Chat, message: Message, key: Key) -> None:
        """Say something in public. The same key again is the same message: it is not said twice.

        A lobby takes the place of the one before, where that can be done in silence; a turn takes the buttons
        from whatever was posted before it. Raises Unreachable; anything else it raises is tried again later.
        """
        ...

    async def tell(self, person: Person, message: Message, key: Key) -> None:
        """Show a person what only they may see: their hand, tickets and what they can do now.

        The newest takes the place of the one before, in silence unless it mentions the person. Raises as
        `post` does.
        """
        ...

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in a chat. Raises Unreachable where there is no such chat for the bot."""
        ...

    def watch(self, retry: OnReachable) -> None:
        """Call `retry` from now on with chats that the bot can perhaps speak in again."""
        ...

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether the person is an admin of the chat."""
        ...


class CommandService(Protocol):
    """What an adapter asks of the desk where people type commands and press buttons.

    What comes back is for that person only; what happens at the table, the announcer says.
    """

    async def text(
        self, person: Person, chat: Chat, text: str, *, is_admin: bool | None = None, pictures: bool = True
    ) -> Message:
        """A command as it was typed, with or without its slash.

        `is_admin` tells whether the person is an admin of the chat, where the platform knows that already.
        Without `pictures`, an answer may come before its pictures: `bot.model.message.drawn` adds them.
        """
        ...

    async def click(
        self, person: Person, chat: Chat, code: str, *, is_admin: bool | None = None, pictures: bool = True
    ) -> Message:
        """The code of a button. `is_admin` and `pictures` are as in `text`."""
        ...

    async def complete(self, person: Person, chat: Chat, text: str) -> tuple[str, ...]:
        """Whole lines that what is typed may become: the best first, at most 25."""
        ...

    async def suggest(self, person: Person, chat: Chat, part: Part) -> tuple[Suggestion, ...]:
        """What one part of a command may become: the best first, at most 25."""
        ...

    async def home(self, person: Person, game: str | None = None) -> Chat | None:
        """Where the person plays a game, or the only one that they sit in: a chat that shows it."""
        ...

    async def panel(self, person: Person, chat: Chat) -> Message:
        """What the person may see now in the chat: hand, tickets, and what they can do.

        It mentions the person when the table waits for them.
        """
        ...


class Hosted(Platform, Protocol):
    """A platform that is reached over a line: it is attended to for as long as that holds."""

    async def serve(self, desk: CommandService) -> None:
        """Attend to people until cancelled. Raises CannotHost; whatever else it raises is tried again."""
        ...
