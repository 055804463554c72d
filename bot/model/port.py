"""The port: what the bot asks of a platform. `docs/adding-a-platform.md` walks through it.

An adapter sends, edits and deletes; it knows no game and no store. `bot/outbox/outbox.py` decides for all
platforms what is sent once, edited in place or deleted.
"""

from collections.abc import Awaitable, Callable, Collection
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from bot.model.identity import Address, Chat, Destination, Person
from bot.model.message import Message, Topic
from bot.model.permissions import MissingPermissions


class NotSent(Exception):
    """The platform certainly did not take the message. It may take it later, or at the chat's new address."""


class FilesRefused(NotSent):
    """The platform did not take the message, and may take it without its pictures and documents."""


may_send = ContextVar[Callable[[], bool]]("may_send", default=lambda: True)
"""Whether this process still speaks about the game of the message that is being sent. Of several processes,
another one may by now: a platform that waits before a request asks again after that, and gives the call up.
"""


@dataclass(frozen=True, slots=True)
class Key:
    """Which message it is: one about a game, of a topic, with a name of its own. The same key is never sent
    twice, and counts nothing that only some players may know.
    """

    game: str
    topic: Topic
    name: str

    def __str__(self) -> str:
        return f"{self.game}-{self.name}"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a platform can do, as values."""

    longest_post: int
    """Letters of a post."""
    edits_for: timedelta | None = None
    """A panel older than this is edited only when it says something new of its person, and is a new message
    when a decision of theirs begins; None: it can always be edited."""
    repeats_safely_for: timedelta = timedelta(0)
    """For how long sending the same key again cannot make a second message (Discord's nonce)."""
    has_dms: bool = True
    """Whether a private message reaches a person who is elsewhere; else only posts notify them."""
    finds_sent: bool = False
    """Whether `find_sent` can look for a message after that. Without it, a post in doubt is sent again
    without its mentions."""
    moves_panels: bool = False
    """Whether a panel is sent as a new message when a decision begins, so that it is the newest one."""
    retires_at_once: int | None = None
    """How many old messages lose their buttons with one post; None: all of them."""
    has_threads: bool = False
    """Whether a chat can have threads or topics, each a chat of its own."""
    replays_at: str | None = None
    """The https address of the site that shows replays to its people, "" for the page that they are on."""


async def _at_once() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Watcher:
    """What a platform calls when something changes for the bot there, as soon as it knows."""

    reachable: Callable[[Collection[Chat]], None] = lambda _: None
    """With chats that may have become writable."""
    lost: Callable[[Collection[Chat]], None] = lambda _: None
    """With chats that are deleted or closed, or that removed the bot: it certainly can post nothing there."""
    cut: Callable[[], None] = lambda: None
    """When the platform itself cannot be reached. It may be called several times in a row."""
    back: Callable[[], Awaitable[None]] = _at_once
    """Each time when it can be reached: awaited before the people there are served."""


class Platform(Protocol):
    """A place where people chat."""

    name: str
    """The first part of its addresses: `discord`."""
    limits: Limits

    async def prepared(self, to: Destination, message: Message, key: Key) -> Message:
        """A message with those pictures drawn that it shows there: the others are seen by nobody.

        It is called before each `send` and `edit`, which take what it returns.
        """
        ...

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        """Send a new message and return its id. It notifies nobody when `silent`, else `message.mentioned`.

        For `limits.repeats_safely_for` after a first try, the same key gives the id of the message that the
        first try made; a panel then gets the new content. Raises Unreachable
        and NotSent; after anything else it is unknown whether it was sent. A message with files that is
        refused for a reason of its own, and not because of the chat, raises FilesRefused. A note to a person
        about no game (NO_GAME) is about their account: it is unreachable where they would not see it.
        """
        ...

    async def edit(self, to: Destination, id: str, message: Message, key: Key) -> bool:
        """Show `message` in place of what message `id` shows, in silence.

        False where the platform no longer allows that. True without a call where an answer to its reader
        already shows it there. Raises Unreachable, and FilesRefused as `send` does.
        """
        ...

    async def remove_buttons(self, to: Destination, id: str) -> bool:
        """Take the buttons from a message. True also where that will never work; False: try again later."""
        ...

    async def delete(self, to: Destination, id: str) -> bool:
        """Delete a message, or at least take its buttons. Returns as `remove_buttons` does."""
        ...

    async def find_sent(self, chat: Chat, key: Key, since: datetime) -> str | None:
        """The id of a post with this key that was sent after a moment, or None; if `limits.finds_sent`."""
        ...

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in a chat. Raises Unreachable where there is no such chat for the bot."""
        ...

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether a person is an admin of a chat."""
        ...

    async def place_of(self, chat: Chat) -> Address | None:
        """The server or group that a chat belongs to; None for a private chat, and where it is not known."""
        ...

    async def open_thread(self, chat: Chat, name: str) -> tuple[Chat, str]:
        """Open a thread or a topic of a chat, if `limits.has_threads`; with a text that leads there.

        Raises CommandRefused, with what is missing there, and Unreachable.
        """
        ...

    async def link_to(self, chat: Chat, id: str) -> str:
        """The https address of a message in a chat, for people who are in that chat; "" where it has none."""
        ...

    async def own_chat(self, person: Person, title: str) -> Chat | None:
        """A chat that a person has alone: their private chat, or a channel of theirs with this title.

        None where they must open it first. Raises CommandRefused if the platform refuses to open another one.
        """
        ...

    def watch(self, watcher: Watcher) -> None:
        """Call this watcher from now on. Without a call, the platform counts as reachable."""
        ...


NOT_HOSTED = Limits(longest_post=0)
"""What a platform can do that the program does not host: nothing special."""


class Platforms(dict[str, Platform]):
    """The platforms that the program hosts, by name.

    A game may also have chats and people on a platform that it does not host now. The methods answer for
    these too. Before something is sent there, the sender checks that the platform is hosted.
    """

    def limits_of(self, at: Destination) -> Limits:
        """What the platform of a chat or a person can do: nothing special, if it is not hosted."""
        return self[at.platform].limits if at.platform in self else NOT_HOSTED

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether a person is an admin of a chat."""
        return chat.platform in self and await self[chat.platform].is_admin(person, chat)
