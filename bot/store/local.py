"""The channels, messages and pictures of the local page, and who was there."""

import sqlite3
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, get_args

from sqlalchemy import Connection, delete, exists, func, insert, or_, select

from bot.model.identity import Chat, Person
from bot.model.message import PictureKind, PictureSource
from bot.store.files import path_of
from bot.store.page_schema import channels, picture_sources, posts, removals
from bot.store.page_use import (
    PageUse,
    channel_uses,
    note_visits,
    person_uses,
    remove_channel,
    remove_person,
    unfinished_games,
)
from bot.store.part import StorePart
from bot.store.schema import STARTED, archived_games, events, games, replay_links
from bot.store.sqlite import SqliteDatabase
from bot.store.statements import Cells, add, among, matches
from bot.store.values import Post

_GAME = "game"
"""The kind of a wanted removal that ends a game."""


class PageStore(StorePart):
    """Channels, posts and what their pictures are drawn from."""

    async def open_channel(self, chat: Chat, title: str, owner: Person, at: datetime) -> bool:
        """Make a channel and return True; an existing channel stays unchanged."""
        values = {"title": title, "owner": str(owner), "opened_at": at}
        return await self._database.write(add, channels, _key(chat), values)

    async def channels(self, platform: str) -> dict[Chat, tuple[str, Person]]:
        """The title and the owner of each channel of a platform, the first opened first."""
        query = select(channels).where(channels.c.platform == platform)
        rows = await self._database.rows(query.order_by(channels.c.opened_at, channels.c.chat))
        return {Chat(row.platform, row.chat): (row.title, Person.parse(row.owner)) for row in rows}

    async def post(
        self,
        chat: Chat,
        key: str,
        data: str,
        at: datetime,
        sources: Mapping[str, PictureSource] | None = None,
    ) -> int | None:
        """Write a message to a chat and return its number, or None if the chat has the key already.

        `sources` are what its pictures are drawn from, each under a key that cannot be guessed.
        """
        return await self._database.write(_post, _key(chat), key, {"at": at, "data": data}, sources or {})

    async def picture(self, key: str) -> PictureSource | None:
        """What a picture is drawn from, or None."""
        columns = [picture_sources.c[name] for name in ("kind", "game", "seq", "language", "since")]
        query = select(*columns).where(picture_sources.c.key == key)
        for kind, game, seq, language, since in await self._database.rows(query):
            if kind in get_args(PictureKind):
                return PictureSource(kind, game, seq, language or "", since)
        return None

    async def posts(
        self, chat: Chat, after: int = 0, limit: int = 200, before: int | None = None
    ) -> tuple[Post, ...]:
        """The messages of a chat between two numbers, in order; only the newest `limit`."""
        columns = posts.c.number, posts.c.key, posts.c.at, posts.c.data
        query = select(*columns).where(matches(posts, _key(chat)), posts.c.number > after)
        if before is not None:
            query = query.where(posts.c.number < before)
        rows = await self._database.rows(query.order_by(posts.c.number.desc()).limit(limit))
        return tuple(Post(*row) for row in reversed(rows))

    # ---- links to replays

    async def link_replay(self, digest: str, game: str, by: Person, most: int) -> bool:
        """Note a link to the replay of a game; False where the person has made `most` already."""
        return await self._database.write(_link_replay, digest, game, by, most)

    async def linked_replay(self, digest: str) -> str | None:
        """The game whose replay a link opens; None for one that was never made, or was withdrawn."""
        query = select(replay_links.c.game).where(replay_links.c.digest == digest)
        return await self._database.value(query)

    async def unlink_replay(self, game: str, makers: Collection[Person] | None = None) -> int:
        """Withdraw links to the replay of a game: those that these people made, or all. Returns how many."""
        return await self._database.write(_unlink_replay, game, makers)

    # ---- who uses it, and what goes

    async def note_visits(self, platform: str, people: Collection[Person], at: datetime) -> None:
        """Note a visit of these people, and of everybody whose last visit is unknown."""
        await self._database.write(note_visits, platform, people, at)

    async def channel_uses(self, platform: str) -> tuple[PageUse, ...]:
        """The channels of a platform and what goes on in them, the first opened first."""
        rows = await self._database.rows(channel_uses(platform))
        return tuple(_use(Chat, row) for row in rows)

    async def person_uses(self, platform: str) -> tuple[PageUse, ...]:
        """The persons of a platform who have a name, and what they do, the longest absent first."""
        rows = await self._database.rows(person_uses(platform))
        return tuple(_use(Person, row) for row in rows)

    async def remove_channel(self, chat: Chat) -> bool:
        """Remove a channel with its posts; False, and nothing is changed, while it has an unfinished game."""
        return await self._database.write(remove_channel, chat)

    async def remove_person(self, person: Person) -> bool:
        """Free the name of a person; False, and nothing is changed, while they play in an unfinished game.

        They keep their token if a game, a channel or a linked account refers to them: nobody else can become
        this person, and they can come back and take another name.
        """
        return await self._database.write(remove_person, person)

    async def want_removal(self, of: Chat | Person) -> None:
        """Note that the operator wants a channel or a person removed by the program that hosts the page."""
        await self._database.write(add, removals, _removal(of), {})

    async def wanted_removals(self, platform: str) -> tuple[Chat | Person, ...]:
        """The channels and persons that the operator wants removed."""
        query = select(removals.c.kind, removals.c.id).where(removals.c.platform == platform)
        query = query.where(removals.c.kind != _GAME)
        rows = await self._database.rows(query.order_by(removals.c.kind, removals.c.id))
        return tuple(Chat(platform, id) if kind == "channel" else Person(platform, id) for kind, id in rows)

    async def unfinished_games(self, of: Chat | Person) -> tuple[str, ...]:
        """The unfinished games that keep a channel or a person from being removed."""
        return tuple(game for (game,) in await self._database.rows(unfinished_games(of)))

    async def has_only_lobbies(self, chat: Chat) -> bool:
        """Whether games were opened in a channel and none of them has ended, but for lobbies."""
        home = {"home_platform": chat.platform, "home_chat": chat.id}
        started = exists().where(events.c.game == games.c.id, events.c.kind == STARTED)
        has_started = or_(started, exists().where(archived_games.c.game == games.c.id))
        query = select(games.c.closed_at, has_started).where(matches(games, home))
        rows = await self._database.rows(query)
        return bool(rows) and not any(closed_at and had_turns for closed_at, had_turns in rows)

    async def want_end(self, platform: str, game: str) -> None:
        """Note that the operator wants a game ended by the program that hosts the page."""
        await self._database.write(add, removals, _ending(platform, game), {})

    async def wanted_ends(self, platform: str) -> tuple[str, ...]:
        """The games that the operator wants ended."""
        query = select(removals.c.id).where(removals.c.platform == platform, removals.c.kind == _GAME)
        return tuple(game for (game,) in await self._database.rows(query.order_by(removals.c.id)))

    async def forget_end(self, platform: str, game: str) -> None:
        """Forget that the operator wants a game ended."""
        await self._database.write(_end_removal, _ending(platform, game))

    async def end_removal(self, of: Chat | Person) -> None:
        """Forget that the operator wants something removed."""
        await self._database.write(_end_removal, _removal(of))


@asynccontextmanager
async def open_beside(url: str) -> AsyncIterator[PageStore]:
    """The page's part of a database that another program has open.

    Only wanted removals may be written: the other program expects no other changes. Raises StoreError.
    """
    database = SqliteDatabase(path_of(url), sqlite3.connect(":memory:"))
    try:
        yield PageStore(database)
    finally:
        await database.close()


def _post(
    connection: Connection, chat: Cells, key: str, values: Cells, sources: Mapping[str, PictureSource]
) -> int | None:
    last = connection.scalar(select(func.max(posts.c.number)).where(matches(posts, chat)))
    number = (last or 0) + 1
    if not add(connection, posts, {**chat, "key": key}, {"number": number, **values}):
        return None
    for name, source in sources.items():
        drawn_from = {"kind": source.kind, "game": source.game, "seq": source.seq, "since": source.since}
        row = {**chat, **drawn_from, "key": name, "number": number, "language": source.language or None}
        connection.execute(insert(picture_sources).values(row))
    return number


def _link_replay(connection: Connection, digest: str, game: str, by: Person, most: int) -> bool:
    made = matches(replay_links, {"game": game, "platform": by.platform, "person": by.id})
    if (connection.scalar(select(func.count()).select_from(replay_links).where(made)) or 0) >= most:
        return False
    about = {"game": game, "platform": by.platform, "person": by.id}
    return add(connection, replay_links, {"digest": digest}, about)


def _unlink_replay(connection: Connection, game: str, makers: Collection[Person] | None) -> int:
    withdrawn = delete(replay_links).where(replay_links.c.game == game)
    if makers is not None:
        withdrawn = withdrawn.where(among(replay_links, makers))
    return connection.execute(withdrawn).rowcount


def _use(kind: type[Chat] | type[Person], row: Sequence[Any]) -> PageUse:
    platform, id, name, last, game, *posts = row
    return PageUse(kind(platform, id), name, last, game, *posts)


def _end_removal(connection: Connection, wanted: Cells) -> None:
    connection.execute(delete(removals).where(matches(removals, wanted)))


def _ending(platform: str, game: str) -> Cells:
    return {"platform": platform, "kind": _GAME, "id": game}


def _removal(of: Chat | Person) -> Cells:
    kind = "channel" if isinstance(of, Chat) else "person"
    return {"platform": of.platform, "kind": kind, "id": of.id}


def _key(chat: Chat) -> Cells:
    return {"platform": chat.platform, "chat": chat.id}
