"""The channels, messages and pictures of the local page."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select

from bot.model.identity import Chat, Person
from bot.store.part import StorePart
from bot.store.schema import channels, pictures, posts
from bot.store.statements import Cells, add, matches
from bot.store.values import Channel, Post

PICTURED = 200
"""How many of the newest messages of a chat keep their pictures."""


class PageStore(StorePart):
    """Channels, posts and their pictures."""

    async def open_channel(self, channel: Channel) -> bool:
        """Make a channel and return True; an existing channel stays unchanged."""
        values = {"title": channel.title, "owner": str(channel.owner), "opened_at": channel.opened_at}
        return await self._database.write(add, channels, _key(channel.chat), values)

    async def channels(self, platform: str) -> tuple[Channel, ...]:
        """The channels of a platform, the first opened first."""
        query = select(channels).where(channels.c.platform == platform)
        rows = await self._database.rows(query.order_by(channels.c.opened_at, channels.c.chat))
        return tuple(
            Channel(Chat(row.platform, row.chat), row.title, Person.parse(row.owner), row.opened_at)
            for row in rows
        )

    async def post(
        self, chat: Chat, key: str, data: str, at: datetime, pngs: Mapping[str, bytes] | None = None
    ) -> int | None:
        """Write a message to a chat and return its number, or None if the chat has the key already.

        `pngs` are its pictures, each under a key that cannot be guessed.
        """
        return await self._database.write(_post, _key(chat), key, {"at": at, "data": data}, pngs or {})

    async def picture(self, key: str) -> bytes | None:
        """A picture of one of the newest 200 messages of a chat, or None."""
        return await self._database.value(select(pictures.c.png).where(pictures.c.key == key))

    async def posts(self, chat: Chat, after: int = 0, limit: int = 200) -> tuple[Post, ...]:
        """The messages of a chat after number `after`, in order; only the newest `limit`."""
        columns = posts.c.number, posts.c.key, posts.c.at, posts.c.data
        query = select(*columns).where(matches(posts, _key(chat)), posts.c.number > after)
        rows = await self._database.rows(query.order_by(posts.c.number.desc()).limit(limit))
        return tuple(Post(*row) for row in reversed(rows))


def _post(
    connection: Connection, chat: Cells, key: str, values: Cells, pngs: Mapping[str, bytes]
) -> int | None:
    last = connection.scalar(select(func.max(posts.c.number)).where(matches(posts, chat)))
    number = (last or 0) + 1
    if not add(connection, posts, {**chat, "key": key}, {"number": number, **values}):
        return None
    for name, png in pngs.items():
        connection.execute(insert(pictures).values(**chat, key=name, number=number, png=png))
    old = matches(pictures, chat), pictures.c.number <= number - PICTURED
    connection.execute(delete(pictures).where(*old))
    return number


def _key(chat: Chat) -> Cells:
    return {"platform": chat.platform, "chat": chat.id}
