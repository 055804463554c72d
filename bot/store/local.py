"""The local chat's own channels and messages."""

from datetime import datetime

from sqlalchemy import Connection, func, select

from bot.identity import Chat, Person
from bot.schema import channels, posts
from bot.store.database import Database
from bot.store.statements import Cells, add, matches
from bot.store.values import Channel, Post


class Local(Database):
    """Channels and posts."""

    async def open_channel(self, channel: Channel) -> bool:
        """Make a channel, and say so; one that is there stays as it is."""
        values = {"title": channel.title, "owner": str(channel.owner), "opened_at": channel.opened_at}
        return await self._write(add, channels, _key(channel.chat), values)

    async def channels(self, platform: str) -> tuple[Channel, ...]:
        """The channels of a platform, the first opened first."""
        query = select(channels).where(channels.c.platform == platform)
        rows = await self._rows(query.order_by(channels.c.opened_at, channels.c.chat))
        return tuple(
            Channel(Chat(row.platform, row.chat), row.title, Person.parse(row.owner), row.opened_at)
            for row in rows
        )

    async def post(self, chat: Chat, key: str, data: str, at: datetime) -> int | None:
        """Write a message into a chat and give its number, or None for a key that the chat has already."""
        return await self._write(_post, _key(chat), key, {"at": at, "data": data})

    async def posts(self, chat: Chat, after: int = 0, limit: int = 200) -> tuple[Post, ...]:
        """The messages of a chat behind number `after`, in order; of more than `limit`, the newest."""
        columns = posts.c.number, posts.c.key, posts.c.at, posts.c.data
        query = select(*columns).where(matches(posts, _key(chat)), posts.c.number > after)
        rows = await self._rows(query.order_by(posts.c.number.desc()).limit(limit))
        return tuple(Post(*row) for row in reversed(rows))


def _post(connection: Connection, chat: Cells, key: str, values: Cells) -> int | None:
    last = connection.scalar(select(func.max(posts.c.number)).where(matches(posts, chat)))
    number = (last or 0) + 1
    return number if add(connection, posts, {**chat, "key": key}, {"number": number, **values}) else None


def _key(chat: Chat) -> Cells:
    return {"platform": chat.platform, "chat": chat.id}
