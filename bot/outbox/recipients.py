"""The recipients of notices: what is known of a chat or a person before they are told something."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.matches.match import Match
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.model.identity import Chat, Destination, NotifyOn, Person, Ping
from bot.model.message import Mention, PostPictures
from bot.model.port import NOT_HOSTED, Limits, Platform
from bot.model.settings import Starters
from bot.requests.directory import Directory, chats_by_preference, nearest_chat
from bot.shown.picture_service import PictureService
from bot.store import Store
from bot.text.i18n import Phrases

Follower = tuple[Destination, str]
"""A chat or a person, and the match that it follows."""

_IN_PUBLIC: tuple[Ping, ...] = ("channel", "both")
"""The settings with which the chat mentions a person."""

_IN_PRIVATE: tuple[Ping, ...] = ("dm", "both")
"""The settings with which a private message notifies a person."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """What decides how a person hears of a match."""

    person: Person
    ping: Ping = "channel"
    digest: bool = False
    """Whether they want one message a day, not a notification each turn, and can get it."""
    takes_dms: bool = True
    chat: Chat | None = None
    """The chat that mentions them: the first on their platform that takes posts. It is at most one."""
    refusing_chat: Chat | None = None
    """The first on their platform, if none there takes posts at the moment. It may take a reminder by now."""
    own_chat: Chat | None = None
    """Their private chat, if it shows the match: there their panel says what a post would."""
    notify_on: NotifyOn = "here"
    account: Person | None = None
    """The linked account on another platform that is told of their turn."""
    told_elsewhere: bool = False
    """Whether that account was notified of their turn, and they want no second notification."""

    def is_mentioned_in(self, chat: Chat) -> bool:
        """Whether a chat mentions them on their turn: by their setting, or as their DMs are blocked."""
        if self.chat != chat or (self.takes_dms and self.digest):
            return False
        return self.ping in _IN_PUBLIC or (self.ping in _IN_PRIVATE and not self.takes_dms)

    @property
    def is_notified_in_private(self) -> bool:
        """Whether a DM notifies them of their turn: by their setting, or as no chat can mention them."""
        if self.digest:
            return False
        return self.ping in _IN_PRIVATE or (self.ping in _IN_PUBLIC and self.chat is None)

    @property
    def panel_is_post(self) -> bool:
        """Whether their panel notifies them in place of the posts in their private chat."""
        return self.own_chat is not None and self.is_mentioned_in(self.own_chat)

    def is_notified(self, *, of_decision: bool) -> bool:
        """Whether a private message notifies them: of a decision of theirs that begins, or of other news."""
        if of_decision and self.panel_is_post:
            return True
        return self.is_notified_in_private and not (of_decision and self.told_elsewhere)


@dataclass(frozen=True, slots=True)
class Audience:
    """What is known of those who may hear of some steps of a match, besides the log."""

    now: Match
    """The match as it is now; what is told may be older."""
    at: datetime
    people: Mapping[Person, Recipient] = field(default_factory=dict)
    limits: Limits = NOT_HOSTED
    """What the platform of the recipient can do."""
    is_private_chat: bool = False
    """Whether the recipient is the private chat of a player."""
    waiting: tuple[Mention, ...] = ()
    """The people who wait for the next game of the chat; a note does not notify those who are `quiet` now."""


@dataclass(frozen=True, slots=True)
class PostStyle:
    """How the posts of a chat look."""

    phrases: Phrases
    pictures: PictureService
    longest: int = 20_000
    """Letters after which a text is cut, with a line that says where the rest is."""
    wanted: PostPictures | None = "board"
    """The pictures of the board that the post of a turn has."""
    starters: Starters = "host"
    """Who may start the game from its lobby."""
    shares_replays: bool = True
    """Whether a site shows replays: then the post of the end has a button for a link."""


@dataclass(frozen=True, slots=True)
class Recipients:
    """Reads what is known of chats and persons. `allows`: whether the operator lets the bot write to one."""

    repository: MatchRepository
    platforms: Mapping[str, Platform]
    directory: Directory
    allows: Callable[[Destination], Awaitable[bool]]
    unreachable: dict[Follower, datetime] = field(default_factory=dict)
    """The chats and persons that were not reached when they were last tried, and since when."""

    @property
    def store(self) -> Store:
        return self.repository.store

    async def audience(self, to: Destination, match: Match, people: Iterable[Person]) -> Audience:
        """What is known of those who may hear of a match, which is as it is now. `to` is told of it."""
        return Audience(
            match,
            self.repository.clock.now(),
            {person: await self.read(person, match.id, tried=to) for person in people},
            limits=self.platforms[to.platform].limits,
            is_private_chat=isinstance(to, Chat) and await self.is_private_chat(to, match),
        )

    async def read(self, person: Person, game: str, *, tried: Destination | None = None) -> Recipient:
        """What decides how a person hears of a match. Chats that take no posts mention nobody, unless the
        chat is the one that is `tried` again.
        """
        people = self.store.people
        profile = await people.profile(person)
        chats = await chats_by_preference(self.store, person, game)
        here = [chat for chat in chats if chat.platform == person.platform]
        open_here = [chat for chat in here if chat == tried or (chat, game) not in self.unreachable]
        dms = await people.dm_channel(person)
        own = Chat(person.platform, dms) if dms else None
        hosted = self.platforms.get(person.platform)
        return Recipient(
            person,
            ping=profile.ping if profile else "channel",
            digest=bool(profile and profile.digest and hosted and hosted.limits.has_dms),
            takes_dms=not await people.blocks_dms(person),
            chat=next(iter(open_here), None),
            refusing_chat=next(iter(here), None) if not open_here else None,
            own_chat=own if own in chats else None,
            notify_on=profile.notify_on if profile else "here",
            account=await self._other_account(person, profile.notify_on) if profile else None,
        )

    async def _other_account(self, person: Person, wanted: NotifyOn) -> Person | None:
        """The account, linked now, that takes private messages on the platform that a person has chosen."""
        if wanted == "here":
            return None
        for other in (await self.store.people.linked_accounts(person))[1:]:
            is_wanted = other.platform == wanted or (wanted == "both" and other.platform != person.platform)
            platform = self.platforms.get(other.platform)
            takes_dms = platform and platform.limits.has_dms and not await self.store.people.blocks_dms(other)
            if is_wanted and takes_dms:
                return other
        return None

    async def person_phrases(self, person: Person, game: str) -> Phrases:
        """The language that a person chose, or that of the chat where they play, or played."""
        near = await nearest_chat(self.store, person, game)
        place = near or await self.store.people.mentioned_in(game, person)
        return await self.directory.phrases(person, place or await self.store.chats.home_of(game))

    async def style(self, chat: Chat, match: Match, pictures: PictureService) -> PostStyle:
        """How the posts of a chat about a match look."""
        chats, limits = self.store.chats, self.platforms[chat.platform].limits
        wanted = (await chats.settings(chat)).pictures
        starters = await chats.starters(match.id) if match.roster.status is Status.LOBBY else "host"
        phrases, shares = await self.directory.chat_phrases(chat), limits.replays_at is not None
        return PostStyle(phrases, pictures, limits.longest_post, wanted, starters, shares)

    async def is_private_chat(self, chat: Chat, match: Match) -> bool:
        """Whether a chat is the private chat of a player of the match."""
        players = [Person.parse(holder.person) for holder in match.roster.holders if holder.person]
        here = [player for player in players if player.platform == chat.platform]
        return any([await self.store.people.dm_channel(player) == chat.id for player in here])
