"""What there is in Telegram: people, chats and their messages, and the clock that dates them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import count

from tests.fakes.telegram.contract import Json

ANONYMOUS = 1_087_968_824
"""The sender of an anonymous admin's messages."""

SENDABLE = ("messages", "audios", "documents", "photos", "videos", "video_notes", "voice_notes", "polls")
ELSE = (
    "add_web_page_previews",
    "react_to_messages",
    "edit_tag",
    "change_info",
    "invite_users",
    "pin_messages",
)
EVERYTHING = frozenset(
    [f"can_send_{what}" for what in (*SENDABLE, "other_messages")]
    + [f"can_{what}" for what in (*ELSE, "manage_topics")]
)
"""The permissions that a group may give to all its members."""


class ApiError(Exception):
    """What Telegram answers to a request that it does not carry out. `wrong` ones no program should make."""

    def __init__(self, status: int, description: str, *, wrong: bool = False, **parameters: int) -> None:
        super().__init__(description)
        self.status = status
        self.description = description
        self.wrong = wrong
        self.parameters = parameters


def bad(description: str) -> ApiError:
    """A request that cannot be carried out as things are."""
    return ApiError(400, f"Bad Request: {description}")


def wrong(description: str) -> ApiError:
    """A request that could never be carried out: it fails the test that made it."""
    return ApiError(400, f"Bad Request: {description}", wrong=True)


class Kind(StrEnum):
    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


@dataclass(eq=False)
class Account:
    """Somebody, or the bot. Until they have `started` the bot, it cannot write to them."""

    id: int
    name: str
    username: str = ""
    language: str = "en"
    bot: bool = False
    started: bool = False
    blocked: bool = False


@dataclass(eq=False)
class Topic:
    """A topic of a forum; its id is that of the message that opened it."""

    id: int
    name: str
    closed: bool = False
    gone: bool = False


@dataclass(eq=False)
class FakeChat:
    """A chat. `partner` is whose private chat with the bot it is."""

    id: int
    kind: Kind
    title: str
    partner: Account | None = None
    accounts: list[Account] = field(default_factory=list)
    owner: Account | None = None
    admins: set[Account] = field(default_factory=set)
    hidden: set[Account] = field(default_factory=set)
    """Those admins who are anonymous."""
    muted: list[Account] = field(default_factory=list)
    """Those who may not write here. They stay so when they leave."""
    allowed: frozenset[str] = EVERYTHING
    """What members may do here, and so the bot."""
    bot_is: str = "member"
    """What the bot is here: member, administrator, left or kicked."""
    bot_lacks: frozenset[str] = frozenset()
    """What the bot alone may not do here."""
    forum: bool = False
    general_is_closed: bool = False
    """Whether the topic of a forum that has no number is closed."""
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: list["Post"] = field(default_factory=list)
    moved_to: "FakeChat | None" = None

    @property
    def is_group(self) -> bool:
        return self.kind is not Kind.PRIVATE

    def rules(self, account: Account) -> bool:
        """Whether somebody is an admin here."""
        return account is self.owner or account in self.admins

    @property
    def bot_may(self) -> frozenset[str]:
        """The permissions that the bot has here."""
        return EVERYTHING if self.bot_is == "administrator" else self.allowed - self.bot_lacks


@dataclass(eq=False)
class Media:
    """A picture, an animation or a file in a message, or several uses of it under one id."""

    kind: str
    id: str
    name: str
    data: bytes = field(repr=False)
    size: tuple[int, int] = (1280, 800)


@dataclass(eq=False)
class Post:
    """A message. `text` is the caption where there is media; `pings` are those it called."""

    id: int
    place: FakeChat
    author: Account
    at: datetime
    text: str = ""
    entities: list[Json] = field(default_factory=list)
    media: Media | None = None
    keyboard: list[list[Json]] = field(default_factory=list)
    thread: int | None = None
    pings: tuple[Account, ...] = ()
    silent: bool = False
    protected: bool = False
    album: str = ""
    reply_to: int | None = None
    via_bot: bool = False
    anonymous: bool = False
    about: Json = field(default_factory=dict)
    """What a service message tells."""
    edited_at: datetime | None = None
    edits: int = 0
    reactions: list[str] = field(default_factory=list)
    """Those of the bot."""
    gone: bool = False
    is_deleted_by_bot: bool = False
    accessible: bool = True
    """Whether the bot is still shown what it says, when somebody presses one of its buttons."""

    @property
    def buttons(self) -> list[Json]:
        return [button for row in self.keyboard for button in row]

    @property
    def labels(self) -> list[str]:
        return [button["text"] for button in self.buttons]


class World:
    """Everything, and the numbers that Telegram gives."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self.now = now
        self.accounts: dict[int, Account] = {}
        self.places: dict[int, FakeChat] = {}
        self.files: dict[str, Media] = {}
        self._people = count(5_000_000_001)
        self._groups = count(4_000_000_001)
        self._numbers = count(1)
        self.bot = self.account("Stationmaster", username="stationmaster_bot", bot=True)

    def number(self) -> int:
        """A number that was not given before."""
        return next(self._numbers)

    def account(self, name: str, **about: object) -> Account:
        made = Account(next(self._people), name, **about)  # type: ignore[arg-type]
        self.accounts[made.id] = made
        return made

    def group(self, title: str, owner: Account, kind: Kind = Kind.SUPERGROUP, **about: object) -> FakeChat:
        """A group with the bot in it."""
        number = next(self._groups)
        id = -number if kind is Kind.GROUP else -(10**12 + number)
        made = FakeChat(id, kind, title, accounts=[self.bot, owner], owner=owner, **about)  # type: ignore[arg-type]
        self.places[id] = made
        return made

    def private(self, account: Account) -> FakeChat:
        """Where somebody and the bot talk, whether or not they have begun."""
        if account.id not in self.places:
            self.places[account.id] = FakeChat(account.id, Kind.PRIVATE, account.name, partner=account)
        return self.places[account.id]

    def place(self, id: int) -> FakeChat:
        """A chat that the bot can write to. Raises Declined."""
        if id in self.accounts:
            return self._opened(self.accounts[id])
        place = self.places.get(id)
        if place is None:
            raise bad("chat not found")
        if place.moved_to is not None:
            upgraded = "Bad Request: group chat was upgraded to a supergroup chat"
            raise ApiError(400, upgraded, migrate_to_chat_id=place.moved_to.id)
        if place.bot_is == "kicked":
            raise ApiError(403, f"Forbidden: bot was kicked from the {place.kind} chat")
        if place.bot_is == "left":
            raise ApiError(403, f"Forbidden: bot is not a member of the {place.kind} chat")
        return place

    def _opened(self, account: Account) -> FakeChat:
        if account.bot:
            raise ApiError(403, "Forbidden: bots can't send messages to bots")
        if account.blocked:
            raise ApiError(403, "Forbidden: bot was blocked by the user")
        if not account.started:
            raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
        return self.private(account)

    def message(self, place: FakeChat, id: int, what: str) -> Post:
        """A message that is there. Raises Declined: `message to edit not found`."""
        for post in place.messages:
            if post.id == id and not post.gone:
                return post
        raise bad(f"message to {what} not found")

    def add(self, place: FakeChat, author: Account, **about: object) -> Post:
        """A new message, with the next number in its chat."""
        id = place.messages[-1].id + 1 if place.messages else 1
        post = Post(id, place, author, self.now(), **about)  # type: ignore[arg-type]
        place.messages.append(post)
        return post

    def keep(self, kind: str, name: str, data: bytes, size: tuple[int, int] = (1280, 800)) -> Media:
        """A file that was uploaded, under an id of its own."""
        number = self.number()
        media = Media(kind, f"{kind}-file-{number}", name, data, size)
        self.files[media.id] = media
        return media
