"""What there is in Discord: accounts, guilds, channels, messages; ids are made of the clock."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import discord

Json = dict[str, Any]

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
SUPPRESS_EMBEDS, EPHEMERAL, SILENT, COMPONENTS_V2 = 1 << 2, 1 << 6, 1 << 12, 1 << 15
TEXT, DM, NEWS, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD, FORUM = 0, 1, 5, 10, 11, 12, 15
THREADS = (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)


COMMAND_MENTION = re.compile(r"</([^:<>]+):(\d+)>")
"""A command in a text that a click begins to type: its name, and the id of its first word."""


class ApiError(Exception):
    """What Discord answers to a request that it does not carry out."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"message": message, "code": code}


class FileRefusal(ApiError):
    """The refusal of a file that is as it should be, because a test asks for it."""


@dataclass(eq=False)
class Account:
    """Somebody, or the bot. `dms` is what keeps the bot from writing to them: "open", or see DM_REFUSALS."""

    id: int
    name: str
    locale: str = "en-US"
    bot: bool = False
    dms: str = "open"


@dataclass(eq=False)
class Channel:
    """A place for messages. A thread has a `parent`; a direct conversation a `partner`."""

    id: int
    type: int
    name: str
    guild: "Guild | None" = None
    parent: "Channel | None" = None
    partner: Account | None = None
    denied: dict[int, int] = field(default_factory=dict)
    """Rights taken away here, by account."""
    refuses_files: FileRefusal | None = None
    """The answer to each message with a file, if none is taken here."""
    messages: list["Post"] = field(default_factory=list)
    opened_by: Account | None = None
    """Who opened a thread; the owner of the server, unless it is said."""
    auto_archive: int = 10080
    """Minutes without a message after which a thread is archived."""
    archived_at: datetime | None = None
    archived: bool = False
    locked: bool = False
    gone: bool = False

    @property
    def is_thread(self) -> bool:
        return self.type in THREADS


@dataclass(eq=False)
class Attachment:
    id: int
    filename: str
    description: str
    data: bytes = field(repr=False)


@dataclass(eq=False)
class Post:
    """A message. `only_for` is who sees it where it is ephemeral; `pings` are those it called."""

    id: int
    channel: Channel
    author: Account
    at: datetime
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    nonce: str = ""
    pings: tuple[Account, ...] = ()
    only_for: Account | None = None
    thinking: bool = False
    edited_at: datetime | None = None
    edits: int = 0
    gone: bool = False

    @property
    def parts(self) -> Iterator[Json]:
        """Every component, however deep."""
        yield from _within(self.components)

    @property
    def buttons(self) -> list[Json]:
        return [part for part in self.parts if part["type"] == 2]

    @property
    def labels(self) -> list[str]:
        return [str(button.get("label")) for button in self.buttons]

    @property
    def written(self) -> str:
        """All that is written in it, as the bot wrote it, apart from its buttons."""
        embeds = [str(embed.get(key, "")) for embed in self.embeds for key in ("title", "description")]
        displayed = [str(part["content"]) for part in self.parts if part["type"] == 10]
        return "\n".join(filter(None, [self.content, *embeds, *displayed]))

    @property
    def text(self) -> str:
        """What people read. Mentions of commands show their names."""
        return COMMAND_MENTION.sub(r"/\1", self.written)


def _within(components: list[Json]) -> Iterator[Json]:
    for part in components:
        yield part
        yield from _within(part.get("components", []))
        yield from _within([inner for key in ("component", "accessory") if (inner := part.get(key))])


@dataclass(eq=False)
class Guild:
    """A server. Everybody in it may do what `rights` says, its owner and admins anything."""

    id: int
    name: str
    owner: Account
    rights: int
    accounts: list[Account] = field(default_factory=list)
    admins: set[int] = field(default_factory=set)
    channels: list[Channel] = field(default_factory=list)
    bot_rights: int = 0
    """What the bot may do, by the role that came with it."""
    bot_is_in: bool = True
    bot_silent_until: str | None = None
    """Until when the bot is timed out."""


USUAL = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    use_application_commands=True,
).value


ROLES = 3
"""The numbers after a server's are those of its roles."""


class World:
    """Everything, and the clock that makes its ids."""

    def __init__(self, now: "Any") -> None:
        self.now = now
        self.accounts: dict[int, Account] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self._numbers = count(1)
        self.bot = self.account("Stationmaster", bot=True)

    def id(self, number: int | None = None) -> int:
        """A new snowflake; its number is the next one, unless it is given."""
        moment = int((self.now() - EPOCH) / timedelta(milliseconds=1))
        return (moment << 22) + (next(self._numbers) if number is None else number)

    def account(self, name: str, **about: Any) -> Account:
        made = Account(self.id(), name, **about)
        self.accounts[made.id] = made
        return made

    def guild(self, name: str, owner: Account) -> Guild:
        """A server with the bot in it, which has the rights that everybody has."""
        made = Guild(self.id(), name, owner, USUAL, [self.bot, owner], bot_rights=0)
        self._numbers = count(next(self._numbers) + ROLES)
        self.guilds[made.id] = made
        return made

    def channel(self, guild: Guild | None, name: str, type: int = TEXT, **about: Any) -> Channel:
        made = Channel(self.id(), type, name, guild, **about)
        self.channels[made.id] = made
        if guild is not None:
            guild.channels.append(made)
        return made

    def conversation(self, account: Account) -> Channel:
        """The one place where the bot and somebody talk directly."""
        known = (one for one in self.channels.values() if one.partner is account)
        return next(known, None) or self.channel(None, account.name, DM, partner=account)

    def place(self, id: str) -> Channel:
        """A channel that is there. Raises Declined."""
        channel = self.channels.get(int(id))
        if channel is None or channel.gone:
            raise ApiError(404, 10003, "Unknown Channel")
        if channel.guild is not None and not channel.guild.bot_is_in:
            raise ApiError(403, 50001, "Missing Access")
        return channel

    def message(self, channel: Channel, id: str) -> Post:
        """A message that everybody in a channel can see. Raises Declined."""
        for post in channel.messages:
            if post.id == int(id) and not post.gone and post.only_for is None:
                return post
        raise ApiError(404, 10008, "Unknown Message")


def rights(account: Account, channel: Channel) -> int:
    """What somebody may do in a channel; a thread asks its channel."""
    place = channel.parent or channel
    guild = channel.guild
    if guild is None:
        return USUAL
    if account is guild.owner or account.id in guild.admins:
        return discord.Permissions.all().value
    given = guild.rights | (guild.bot_rights if account.bot else 0)
    return given & ~place.denied.get(account.id, 0) & ~place.denied.get(guild.id, 0)


def need(account: Account, channel: Channel, *names: str) -> None:
    """Raises ApiError if the account cannot see the channel or lacks one of these permissions."""
    held = discord.Permissions(rights(account, channel))
    if not held.view_channel:
        raise ApiError(403, 50001, "Missing Access")
    if account.bot and channel.guild and channel.guild.bot_silent_until and names:
        raise ApiError(403, 50013, "Missing Permissions")
    if not all(getattr(held, name) for name in names):
        raise ApiError(403, 50013, "Missing Permissions")
