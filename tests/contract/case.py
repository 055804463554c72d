"""What the contract needs of a platform under test: its messages, its notifications, and its failures."""

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass

from bot.model.identity import Address, Chat, Destination, Person
from bot.model.message import Button, Mention, Message, Picture, Topic
from bot.model.port import Key, Platform
from bot.outbox.notices import Notice, Renewal
from bot.outbox.outbox import Outbox
from bot.store import Entry, RowUpdates, Store
from tests.local_session import png
from tests.scenario import FakeClock

GAME = "aaaaaa"

PICTURE = Picture("board.png", "The board", png(40, 30))
BUTTONS = ((Button("Draw", f"{GAME}.3.draw"), Button("My hand", f"{GAME}.0.hand")),)


@dataclass(frozen=True)
class Shown:
    """A message as people see it."""

    text: str
    buttons: tuple[str, ...] = ()
    pictures: int = 0
    mentions: tuple[str, ...] = ()
    """The ids of the people mentioned in it."""


def told(
    to: Destination,
    topic: Topic,
    seq: int,
    part: str = "",
    *,
    opened: int = 0,
    renewal: Renewal = Renewal.NEEDED,
) -> Notice:
    """A notice about the game, up to event `seq`."""
    kind = topic if topic in (Topic.NOTE, Topic.VOTE) else ""
    name = "" if topic is Topic.PANEL else "-".join(filter(None, (str(seq), kind, part)))
    return Notice(to, Key(GAME, topic, name), seq, part=part, opened=opened, renewal=renewal)


class PlatformCase(ABC):
    """A platform with a chat and a person, and an outbox that sends there."""

    platform: Platform
    chat: Chat
    person: Person
    edits_posts = True
    """Whether a post can be changed. Where it cannot, the page itself hides old buttons."""
    can_be_shut_out = True
    """Whether people can remove the bot, silence it or block it."""
    has_dms = True
    """Whether private messages are messages, and not a part of a page."""
    knows_admins = True
    """Whether the platform can say who is an admin without a request of that person."""

    def __init__(self, store: Store, platform: Platform, clock: FakeClock) -> None:
        self.store = store
        self.clock = clock
        self.platform = platform
        self.outbox = Outbox(store, {platform.name: self.platform}, clock)
        self.place: Address
        """The server or group of the chat."""
        self.reachable: list[Chat] = []
        """The chats that the platform says may be reachable again."""

    async def open_game(self) -> None:
        """Make the game that the messages are about. Nobody reads it."""
        opened = Entry(1, self.clock.now(), "", "", "GameOpened", 1, "{}")
        seats = RowUpdates(seats={0: self.person})
        await self.store.log.open_game(GAME, "europe@1", "", [opened], self.chat, seats)
        for follower in await self.store.outbox.bookmarks(GAME):
            await self.store.outbox.move_bookmark(follower, GAME, 1)

    def became_reachable(self, chats: Collection[Chat]) -> None:
        self.reachable.extend(chats)

    @abstractmethod
    async def shown(self, to: Destination) -> list[Shown]:
        """The bot's messages in the chat or the person's DM, the oldest first."""

    @abstractmethod
    async def notifications(self, to: Destination) -> int:
        """How often the person was notified in the chat or the DM."""

    async def lose_answer(self, to: Destination) -> None:
        """Let the next message be sent, and its answer be lost."""
        raise NotImplementedError

    async def keep_out(self) -> None:
        """Take the bot's permission to write in the chat."""
        raise NotImplementedError

    async def let_in(self) -> None:
        """Give that permission back."""
        raise NotImplementedError

    async def forbid_pictures(self) -> None:
        """Take the bot's permission to send pictures in the chat."""
        raise NotImplementedError

    async def block_dms(self) -> None:
        """Let the person block the bot."""
        raise NotImplementedError

    async def appoint_admin(self) -> None:
        """Make the person an admin of the chat."""
        raise NotImplementedError


def turn(case: PlatformCase, text: str = "Ada is next.") -> Message:
    return Message(text, (PICTURE,), BUTTONS, mentions=(Mention(case.person, "Anna"),))


def your_turn(case: PlatformCase) -> Message:
    """A panel that notifies."""
    return Message("Your turn.", mentions=(Mention(case.person, "Anna"),))
