"""The channels of the local chat, their posts, and the tabs that show them."""

import asyncio
import json
import re
import secrets
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import cast

from bot.clock import Clock
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat, Person
from bot.model.message import Message, PictureSource
from bot.model.names import legible_title
from bot.model.permissions import Unreachable
from bot.model.profile import Profile
from bot.store import Post, Store
from bot.text.i18n import person, phrases, visible
from bot.web.protocol import (
    JsonObject,
    brief_post_json,
    content_of,
    message_json,
    person_json,
    post_json,
)
from bot.web.tab import Tab

TABLE = "table"
"""The channel that always exists."""

OWN = "practice"
"""What the id of a channel begins with in which its owner plays alone."""

LONGEST_TITLE = 40

MOST_CHANNELS = 50
MOST_OPENED = 10
"""Channels that one person may have opened, and one network since the program started."""

LOOK_BACK = 50
"""How many posts back the program looks, when it starts, for the player that a channel waits for."""

MOST_POSTS = 50
MOST_LETTERS = 200_000
"""Posts that a tab is sent in one line, and letters of their JSON: at least one post, the newest ones."""


@dataclass(slots=True)
class PageChannel:
    """A channel and what tabs are told of it."""

    title: str
    owner: Person
    newest: int = 0
    """The number of its newest post."""
    newest_post: Post | None = None
    """That post, where it was written since the program started."""
    waits_for: frozenset[str] = frozenset()
    """The addresses of the people that its game waits for."""
    opened_from: str = ""
    """The network from which it was opened since the program started."""


class Channels:
    """Channels and posts, written to the store and then pushed to the tabs.

    A lock makes sure that every tab gets the posts of its channel once, in the order of their numbers.
    """

    def __init__(self, store: Store, clock: Clock, platform: str, tabs: Collection[Tab]) -> None:
        """`tabs` are those that are open at any time."""
        self.tabs = tabs
        self.store = store
        self.clock = clock
        self.platform = platform
        self._channels: dict[Chat, PageChannel] = {}
        self._lock = asyncio.Lock()

    def present(self) -> set[Person]:
        """The people who have a tab open."""
        return {tab.profile.person for tab in self.tabs if tab.profile}

    async def owner(self, chat: Chat) -> Person | None:
        """Who opened a channel."""
        async with self._lock:
            channel = (await self._known()).get(chat)
        return channel.owner if channel else None

    async def open_table(self, person: Person) -> Chat:
        """Return the table. The first person to come opens it, in their language."""
        async with self._lock:
            return await self._table(person)

    async def open(self, title: str, owner: Person, network: str = "") -> Chat:
        """Open a channel, and list it in every tab. Raises CommandRefused.

        `network` is where the owner comes from; "" for this machine, which may open as many as there can be.
        """
        title = _title(title)
        async with self._lock:
            await self._check_number(owner, network)
            chat = await self._open(self._free_id(title), title, owner, network)
            self._list_everywhere()
        return chat

    async def own(self, owner: Person, title: str) -> Chat:
        """The channel where a person plays alone, opened if there is none; their tabs turn to it.

        Raises CommandRefused.
        """
        chat = Chat(self.platform, f"{OWN}-{owner.id}")
        async with self._lock:
            if chat not in await self._known():
                await self._check_number(owner, "")
                await self._open(chat.id, _title(title), owner)
                self._list_everywhere()
        for tab in self.tabs:
            if tab.profile and tab.profile.person == owner:
                tab.reply("opened", channel=chat.id)
        return chat

    async def enter(
        self, tab: Tab, id: str, after: int, person: Person, *, draws_table: bool = False
    ) -> None:
        """Show a channel in a tab, from the post after `after` on. Raises CommandRefused."""
        async with self._lock:
            if id == TABLE:
                await self._table(person)
            tab.show(await self._chat(id), after, draws_table=draws_table)

    async def posts_after(self, chat: Chat, after: int) -> Sequence[Post]:
        """The newest posts of a channel after a number, as many as a tab is sent at once."""
        channel = self._channels.get(chat)
        if channel and channel.newest_post and channel.newest == after + 1:
            return (channel.newest_post,)
        return _within_bounds(await self.store.page.posts(chat, after, limit=MOST_POSTS))

    async def posts_before(self, id: str, before: int, *, brief: bool = False) -> list[JsonObject]:
        """The posts of a channel before a number that a tab is sent at once. Raises CommandRefused."""
        async with self._lock:
            chat = await self._chat(id)
        posts = await self.store.page.posts(chat, before=before, limit=MOST_POSTS)
        shown = brief_post_json if brief else post_json
        return [shown(post) for post in _within_bounds(posts)]

    async def remove(self, chat: Chat) -> bool:
        """Remove a channel with its posts; False where it has an unfinished game. Its tabs leave it."""
        async with self._lock:
            if not await self.store.page.remove_channel(chat):
                return False
            self._channels.pop(chat, None)
            for tab in self._tabs_at(chat):
                tab.leave()
            self._list_everywhere()
        return True

    async def talk(self, chat: Chat, profile: Profile, text: str, nonce: str) -> None:
        """Post what a person typed, once for each nonce. Raises CommandRefused where the channel is gone."""
        by = {"by": person_json(profile.person, profile.name), **message_json(Message(text), ())}
        async with self._lock:
            await self._chat(chat.id)
            await self._post(chat, f"talk.{nonce or secrets.token_hex(8)}", by, {})

    async def announce(self, chat: Chat, message: Message, key: str, *, ended: str = "") -> None:
        """Post a message of the bot, once per key. `ended` is the game whose last post this is, if any.

        Raises Unreachable where there is no such channel. Its pictures are not stored: they are drawn again
        from their sources. Of one without a source, which not everybody may see, only the alt text is posted.
        """
        names = [secrets.token_urlsafe(16) if picture.source else "" for picture in message.pictures]
        sources = {
            name: picture.source
            for name, picture in zip(names, message.pictures, strict=True)
            if picture.source
        }
        addresses = [f"/picture/{name}.png" if name else "" for name in names]
        mentions = [person_json(one.person, visible(person(one.name))) for one in message.mentions]
        content = message_json(message, addresses)
        content |= {"mentions": mentions, "over": bool(ended), **({"game": ended} if ended else {})}
        async with self._lock:
            channel = (await self._known()).get(chat)
            if channel is None:
                raise Unreachable(f"there is no channel {chat}")
            if post := await self._post(chat, key, content, sources):
                channel.waits_for = _waited_for([post])
                self._list_everywhere()
                for tab in self._tabs_at(chat):
                    tab.refresh()

    async def _post(
        self, chat: Chat, key: str, content: JsonObject, sources: Mapping[str, PictureSource]
    ) -> Post | None:
        """Write a post and push it; None where this key has been posted before."""
        now = self.clock.now()
        data = json.dumps(content, ensure_ascii=False)
        number = await self.store.page.post(chat, key, data, now, sources)
        if number is None:
            return None
        channel, post = self._channels[chat], Post(number, key, now, data)
        channel.newest, channel.newest_post = number, post
        for tab in self._tabs_at(chat):
            tab.note_posts()
        return post

    def _tabs_at(self, chat: Chat) -> list[Tab]:
        return [tab for tab in self.tabs if tab.chat == chat]

    async def _known(self) -> dict[Chat, PageChannel]:
        """The channels, read from the store when they are first needed."""
        if not self._channels:
            for chat, (title, owner) in (await self.store.page.channels(self.platform)).items():
                posts = await self.store.page.posts(chat, limit=LOOK_BACK)
                newest, waits_for = posts[-1].number if posts else 0, _waited_for(reversed(posts))
                self._channels[chat] = PageChannel(title, owner, newest, waits_for=waits_for)
        return self._channels

    async def _chat(self, id: str) -> Chat:
        """The channel with this id. Raises CommandRefused."""
        chat = Chat(self.platform, id) if id else None
        if chat is None or chat not in await self._known():
            raise CommandRefused("page-no-channel")
        return chat

    async def _check_number(self, owner: Person, network: str) -> None:
        channels = await self._known()
        if len(channels) >= MOST_CHANNELS:
            raise CommandRefused("page-channels-full", count=MOST_CHANNELS)
        own = sum(channel.owner == owner and chat.id != TABLE for chat, channel in channels.items())
        near = sum(channel.opened_from == network for channel in channels.values()) if network else 0
        if max(own, near) >= MOST_OPENED:
            raise CommandRefused("page-opened-enough", count=MOST_OPENED)

    async def _table(self, person: Person) -> Chat:
        table = Chat(self.platform, TABLE)
        if table not in await self._known():
            profile = await self.store.people.profile(person)
            spoken = phrases(profile.language if profile and profile.language else "en")
            await self._open(TABLE, spoken.say("ui-view-table"), person)
        return table

    async def _open(self, id: str, title: str, owner: Person, network: str = "") -> Chat:
        chat = Chat(self.platform, id)
        await self.store.page.open_channel(chat, title, owner, self.clock.now())
        self._channels[chat] = PageChannel(title, owner, opened_from=network)
        return chat

    def _free_id(self, title: str) -> str:
        """A short id made of a title: `USA, late` is `usa-late`."""
        plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
        stem = "-".join(re.findall("[a-z0-9]+", plain))[:24] or "channel"
        taken = {chat.id for chat in self._channels}
        return next(id for n in range(1, 100) if (id := stem if n == 1 else f"{stem}-{n}") not in taken)

    def _list_everywhere(self) -> None:
        for tab in self.tabs:
            tab.note_channels()

    def listed(self, reader: Person) -> list[JsonObject]:
        """The channels as a person sees them."""
        return [
            {
                "id": chat.id,
                "title": channel.title,
                "newest": channel.newest,
                "called": str(reader) in channel.waits_for,
                "own": channel.owner == reader,
            }
            for chat, channel in self._channels.items()
        ]


def _title(typed: str) -> str:
    """The title of a channel, as it is kept. Raises CommandRefused if it is none."""
    if title := legible_title(typed, LONGEST_TITLE):
        return title
    raise CommandRefused("page-title-wrong", most=LONGEST_TITLE)


def _within_bounds(posts: Sequence[Post]) -> Sequence[Post]:
    """The newest of these posts that one line has room for, at least one."""
    letters = [*accumulate(len(post.data) for post in reversed(posts))]
    return posts[-max(1, sum(count <= MOST_LETTERS for count in letters)) :]


def _waited_for(posts: Iterable[Post]) -> frozenset[str]:
    """The people that the bot's last post asks to decide."""
    contents = map(content_of, posts)
    news = next((content for content in contents if "by" not in content), None)
    if news is None or news["over"]:
        return frozenset()
    mentions = cast(list[dict[str, str]], news["mentions"])
    return frozenset(one["id"] for one in mentions)
