"""The channels of the local chat, what is posted there, and the tabs that look on."""

import asyncio
import json
import re
import secrets
import unicodedata
from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.platforms.local.tab import Tab
from bot.platforms.local.wire import Json, Refusal, named, written
from bot.platforms.port import Unreachable
from bot.store import Channel, Post, Profile, Store

TABLE = "table"
"""The channel that is always there."""

MOST_CHANNELS = 50
LONGEST_TITLE = 40
LOOK_BACK = 50
"""How many posts back it is looked for whom a channel calls, when the program starts."""


@dataclass(slots=True)
class Room:
    """A channel, the number of its newest post, and the line of the person whom it calls, or nothing."""

    channel: Channel
    newest: int
    calls: str | None


class Channels:
    """Channels and posts, written to the store and then pushed to the tabs.

    One thing is done at a time, so that every tab is told the posts of its channel in the order of their
    numbers, each once.
    """

    def __init__(self, store: Store, clock: Clock, platform: str) -> None:
        self.tabs: set[Tab] = set()
        self._store = store
        self._clock = clock
        self._platform = platform
        self._rooms: dict[Chat, Room] = {}
        self._one_at_a_time = asyncio.Lock()

    async def owner(self, chat: Chat) -> Person | None:
        """Who opened a channel."""
        async with self._one_at_a_time:
            room = (await self._known()).get(chat)
        return room.channel.owner if room else None

    async def welcome(self, tab: Tab, profile: Profile) -> None:
        """Show a person what channels there are; the table is opened by the first who comes."""
        async with self._one_at_a_time:
            if Chat(self._platform, TABLE) not in await self._known():
                await self._open(TABLE, "Table", profile.person)
            tab.profile = profile
            tab.send("welcome", me=named(profile.person, profile.name), channels=self._listed(profile.person))

    async def open(self, title: str, owner: Person) -> Chat:
        """Make a channel, and list it in every tab. Raises Refusal."""
        title = " ".join(title.split())
        if not 1 <= len(title) <= LONGEST_TITLE or not title.isprintable():
            raise Refusal(f"A channel name must have 1 to {LONGEST_TITLE} characters.")
        async with self._one_at_a_time:
            if len(await self._known()) >= MOST_CHANNELS:
                raise Refusal(f"There are already {MOST_CHANNELS} channels. Use one of them.")
            chat = await self._open(self._free_id(title), title, owner)
            self._list_everywhere()
        return chat

    async def enter(self, tab: Tab, id: str, after: int) -> None:
        """Show a channel in a tab, from behind post `after` on. Raises Refusal."""
        async with self._one_at_a_time:
            room = (await self._known()).get(Chat(self._platform, id)) if id else None
            if room is None:
                raise Refusal("There is no such channel. Choose one from the list.")
            chat = room.channel.chat
            posts = [_shown(post) for post in await self._store.posts(chat, after)]
            tab.show(chat)
            tab.send("posts", channel=id, posts=posts)

    async def talk(self, chat: Chat, profile: Profile, text: str) -> None:
        """Say in public what a person typed."""
        by = {"by": named(profile.person, profile.name), **written(Message(text), ())}
        async with self._one_at_a_time:
            await self._post(self._rooms[chat], f"talk.{secrets.token_hex(8)}", by, {})

    async def announce(self, chat: Chat, message: Message, key: str) -> None:
        """Say something in public that was not said under this key. Raises Unreachable."""
        pngs = {secrets.token_urlsafe(16): picture.png for picture in message.pictures}
        addresses = [f"/picture/{name}.png" for name in pngs]
        content = written(replace(message, menus=()), addresses) | await self._mention(message)
        async with self._one_at_a_time:
            room = (await self._known()).get(chat)
            if room is None:
                raise Unreachable(f"there is no channel {chat}")
            if await self._post(room, key, content, pngs):
                room.calls = str(message.mention) if message.mention else None
                self._list_everywhere()
                self._refresh(chat)

    async def _mention(self, message: Message) -> Json:
        if message.mention is None:
            return {}
        names = await self._store.names([message.mention])
        return {"mention": named(message.mention, names.get(message.mention, ""))}

    async def _post(self, room: Room, key: str, content: Json, pngs: dict[str, bytes]) -> bool:
        """Write a post and push it; False where it was written before."""
        now, chat = self._clock.now(), room.channel.chat
        data = json.dumps(content, ensure_ascii=False)
        number = await self._store.post(chat, key, data, now, pngs)
        if number is None:
            return False
        room.newest = number
        for tab in self._onlookers(chat):
            tab.send("posts", channel=chat.id, posts=[_shown(Post(number, key, now, data))])
        return True

    def _onlookers(self, chat: Chat) -> list[Tab]:
        return [tab for tab in self.tabs if tab.chat == chat]

    def _refresh(self, chat: Chat) -> None:
        for tab in self._onlookers(chat):
            tab.refresh()

    async def _known(self) -> dict[Chat, Room]:
        """The channels, read from the store when they are first asked for."""
        if not self._rooms:
            for channel in await self._store.channels(self._platform):
                posts = await self._store.posts(channel.chat, limit=LOOK_BACK)
                self._rooms[channel.chat] = Room(channel, posts[-1].number if posts else 0, _called_in(posts))
        return self._rooms

    async def _open(self, id: str, title: str, owner: Person) -> Chat:
        chat = Chat(self._platform, id)
        channel = Channel(chat, title, owner, self._clock.now())
        await self._store.open_channel(channel)
        self._rooms[chat] = Room(channel, 0, None)
        return chat

    def _free_id(self, title: str) -> str:
        """A short id made of a title: `USA, late` is `usa-late`."""
        plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
        stem = "-".join(re.findall("[a-z0-9]+", plain))[:24] or "channel"
        taken = {chat.id for chat in self._rooms}
        return next(id for n in range(1, 100) if (id := stem if n == 1 else f"{stem}-{n}") not in taken)

    def _list_everywhere(self) -> None:
        for tab in self.tabs:
            if tab.profile:
                tab.send("channels", channels=self._listed(tab.profile.person))

    def _listed(self, person: Person) -> list[Json]:
        return [
            {
                "id": room.channel.chat.id,
                "title": room.channel.title,
                "newest": room.newest,
                "called": room.calls == str(person),
            }
            for room in self._rooms.values()
        ]


def _shown(post: Post) -> Json:
    content: Json = json.loads(post.data)
    return {"number": post.number, "at": post.at.isoformat(timespec="seconds"), **content}


def _called_in(posts: tuple[Post, ...]) -> str | None:
    """Whom the last announcement among these posts calls."""
    said = (json.loads(post.data) for post in reversed(posts))
    mentions = (content.get("mention") for content in said if "by" not in content)
    mention = next(mentions, None)
    return str(mention["id"]) if mention else None
