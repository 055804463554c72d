"""The local page's channels, messages and pictures; who was there, and what keeps a channel or a person."""

import sqlite3
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.model.identity import Chat, Person
from bot.model.message import PictureKind, PictureSource
from bot.store.files import path_of
from bot.store.part import StorePart
from bot.store.schema import (
    STARTED,
    archived_games,
    audit,
    bookmarks,
    chats,
    dm_channels,
    events,
    games,
    identities,
    outbox,
    persons,
    picture_sources,
    posts,
    replay_links,
    results,
    seats,
    settings,
    waiting,
    webhooks,
)
from bot.store.sqlite import SqliteDatabase
from bot.store.statements import (
    add,
    among,
    key_of,
    matches,
    of_destination,
    of_home,
    put,
    remove,
)
from bot.store.timers import CHAT, PERSON, timer_changes
from bot.store.values import Post

REMOVAL, REMOVAL_WITH_GAMES = "removal", "removal:games"
"""The kinds of timers of channels and persons that the operator wants removed; with the second, their games
are ended first (see bot.web.upkeep).
"""


@dataclass(frozen=True, slots=True)
class PageUse:
    """A channel or a person of the page, and what goes on there."""

    of: Chat | Person
    name: str
    last: datetime | None
    """When the last post was written, or the channel opened; or when the person was there, if known."""
    game: str | None
    """An unfinished game that is shown in the channel, was opened there or is played from there; or one in
    which the person has a seat."""
    posts: int = 0


class PageStore(StorePart):
    """Channels, posts and what their pictures are drawn from."""

    async def open_channel(self, chat: Chat, title: str, owner: Person, at: datetime) -> bool:
        """Make a channel and return True; an existing channel stays unchanged."""

        def write(connection: Connection) -> bool:
            here = matches(chats, key_of(chat)), chats.c.owner.is_not(None)
            if connection.scalar(select(chats.c.chat).where(*here)):
                return False
            put(connection, chats, key_of(chat), {"title": title, "owner": str(owner), "opened_at": at})
            return True

        return await self._database.write(write)

    async def channels(self, platform: str) -> dict[Chat, tuple[str, Person]]:
        """The title and the owner of each channel of a platform, the first opened first."""
        query = select(chats.c.chat, chats.c.title, chats.c.owner).where(_is_channel(platform))
        rows = await self._database.rows(query.order_by(chats.c.opened_at, chats.c.chat))
        return {Chat(platform, id): (title or "", Person.parse(owner or "")) for id, title, owner in rows}

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

        def write(connection: Connection) -> int | None:
            here = key_of(chat)
            last = connection.scalar(select(func.max(posts.c.number)).where(matches(posts, here)))
            number = (last or 0) + 1
            if not add(connection, posts, {**here, "key": key}, {"number": number, "at": at, "data": data}):
                return None
            for name, source in (sources or {}).items():
                place = {"key": name, "number": number, "language": source.language or None}
                moment = {"game": source.game, "seq": source.seq, "since": source.since}
                row = {**here, **place, **moment, "kind": source.kind}
                connection.execute(insert(picture_sources).values(row))
            return number

        return await self._database.write(write)

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
        query = select(*columns).where(matches(posts, key_of(chat)), posts.c.number > after)
        if before is not None:
            query = query.where(posts.c.number < before)
        rows = await self._database.rows(query.order_by(posts.c.number.desc()).limit(limit))
        return tuple(Post(*row) for row in reversed(rows))

    # ---- links to replays

    async def link_replay(self, digest: str, game: str, by: Person, most: int) -> bool:
        """Note a link to the replay of a game; False where the person has made `most` already."""

        def link(connection: Connection) -> bool:
            maker = {"game": game, **key_of(by)}
            made = select(func.count()).select_from(replay_links).where(matches(replay_links, maker))
            if (connection.scalar(made) or 0) >= most:
                return False
            return add(connection, replay_links, {"digest": digest}, maker)

        return await self._database.write(link)

    async def linked_replay(self, digest: str) -> str | None:
        """The game whose replay a link opens; None for one that was never made, or was withdrawn."""
        query = select(replay_links.c.game).where(replay_links.c.digest == digest)
        return await self._database.value(query)

    async def unlink_replay(self, game: str, makers: Collection[Person] | None = None) -> int:
        """Withdraw links to the replay of a game: those that these people made, or all. Returns how many."""
        withdrawn = delete(replay_links).where(replay_links.c.game == game)
        if makers is not None:
            withdrawn = withdrawn.where(among(replay_links, makers))
        return await self._database.execute(withdrawn)

    # ---- who uses it, and what goes

    async def note_visits(self, platform: str, people: Collection[Person], at: datetime) -> None:
        """Note a visit of these people, and of everybody whose last visit is unknown."""
        ids = persons.c.person.in_([person.id for person in people])
        which = or_(ids, and_(persons.c.name != "", persons.c.seen_at.is_(None)))
        noted = update(persons).where(persons.c.platform == platform, which).values(seen_at=at)
        await self._database.execute(noted)

    async def channel_uses(self, platform: str) -> tuple[PageUse, ...]:
        """The channels of a platform and what goes on in them, the first opened first."""
        here = and_(posts.c.platform == chats.c.platform, posts.c.chat == chats.c.chat)
        count = select(func.count()).select_from(posts).where(here).scalar_subquery()
        last = select(posts.c.at).where(here).order_by(posts.c.number.desc()).limit(1).scalar_subquery()
        used = func.coalesce(last, chats.c.opened_at, type_=chats.c.opened_at.type)
        game = _game_at(chats.c.platform, chats.c.chat).scalar_subquery()
        query = select(chats.c.chat, chats.c.title, used, game, count).where(_is_channel(platform))
        rows = await self._database.rows(query.order_by(chats.c.opened_at, chats.c.chat))
        return tuple(PageUse(Chat(platform, chat), *use) for chat, *use in rows)

    async def person_uses(self, platform: str) -> tuple[PageUse, ...]:
        """The persons of a platform who have a name, and what they do, the longest absent first."""
        game = _game_of(persons.c.platform, persons.c.person).scalar_subquery()
        query = select(persons.c.person, persons.c.name, persons.c.seen_at, game)
        query = query.where(persons.c.platform == platform, persons.c.name != "")
        rows = await self._database.rows(query.order_by(persons.c.seen_at.nulls_first(), persons.c.name))
        return tuple(PageUse(Person(platform, id), *use) for id, *use in rows)

    async def remove_channel(self, chat: Chat) -> bool:
        """Remove a channel with its posts; False, and nothing is changed, while it has an unfinished game."""
        return await self._database.write(_remove_channel, chat)

    async def remove_person(self, person: Person) -> bool:
        """Free the name of a person; False, and nothing is changed, while they play in an unfinished game.

        They keep their token if a game, a channel or a linked account refers to them: nobody else can become
        this person, and they can come back and take another name.
        """
        return await self._database.write(_remove_person, person)

    async def want_removal(self, of: Chat | Person, at: datetime, *, ends_games: bool = False) -> None:
        """Note that a channel or a person is to be removed by the program that hosts the page.

        With `ends_games`, their unfinished games end first; otherwise such a game keeps them.
        """
        kind = REMOVAL_WITH_GAMES if ends_games else REMOVAL
        await self._database.write_together([*timer_changes(*_owner(of), {kind: at})])

    async def unfinished_games(self, of: Chat | Person) -> tuple[str, ...]:
        """The unfinished games that keep a channel or a person from being removed."""
        games_there = _game_at if isinstance(of, Chat) else _game_of
        query = games_there(of.platform, of.id).limit(None).order_by(games.c.id)
        return tuple(game for (game,) in await self._database.rows(query))

    async def has_only_lobbies(self, chat: Chat) -> bool:
        """Whether games were opened in a channel and none of them has ended, but for lobbies."""
        started = exists().where(events.c.game == games.c.id, events.c.kind == STARTED)
        has_started = or_(started, exists().where(archived_games.c.game == games.c.id))
        query = select(games.c.closed_at, has_started).where(matches(games, of_home(chat)))
        rows = await self._database.rows(query)
        return bool(rows) and not any(closed_at and had_turns for closed_at, had_turns in rows)


@asynccontextmanager
async def open_in_use(url: str) -> AsyncIterator[PageStore]:
    """The page's part of a database that another program has open.

    Only wanted removals may be written: the other program expects no other changes. Raises StoreError.
    """
    database = SqliteDatabase(path_of(url), sqlite3.connect(":memory:"))
    try:
        yield PageStore(database)
    finally:
        await database.close()


def _remove_channel(connection: Connection, chat: Chat) -> bool:
    """Remove a channel, and all its data that a later channel of the same id must not inherit.

    The log of its games stays. They have no home any more.
    """
    if connection.scalar(_game_at(chat.platform, chat.id)) is not None:
        return False
    here = key_of(chat)
    for table in (posts, picture_sources, chats, audit, waiting, webhooks):
        remove(connection, table, here)
    for table in (bookmarks, outbox, settings):
        remove(connection, table, of_destination(chat))
    homeless = {"home_platform": None, "home_chat": None}
    connection.execute(update(games).where(matches(games, of_home(chat))).values(homeless))
    connection.execute(update(seats).where(matches(seats, here)).values(chat=None))
    return True


def _remove_person(connection: Connection, person: Person) -> bool:
    """Take the name of a person; forget them where nothing refers to them."""
    if connection.scalar(_game_of(person.platform, person.id)) is not None:
        return False
    key = key_of(person)
    remove(connection, results, key)
    linked = and_(matches(identities, key), identities.c.human.is_not(None))
    owns = exists().where(chats.c.owner == str(person))
    if connection.scalar(select(or_(exists().where(matches(seats, key)), owns, exists().where(linked)))):
        nameless = {"name": "", "counted_since": None, "seen_at": None}
        connection.execute(update(persons).where(matches(persons, key)).values(nameless))
    else:
        for table in (persons, identities, dm_channels):
            remove(connection, table, key)
        remove(connection, settings, of_destination(person))
    return True


def _game_at(platform: Any, chat: Any) -> Select[str]:
    """An unfinished game that a channel has."""
    here = chats.alias()
    shown = select(here.c.game).where(here.c.platform == platform, here.c.chat == chat).correlate(chats)
    seated = select(seats.c.game).where(seats.c.platform == platform, seats.c.chat == chat).correlate(chats)
    home = and_(games.c.home_platform == platform, games.c.home_chat == chat)
    has = or_(home, games.c.id.in_(shown), games.c.id.in_(seated))
    return select(games.c.id).where(games.c.closed_at.is_(None), has).limit(1)


def _game_of(platform: Any, person: Any) -> Select[str]:
    """An unfinished game in which a person has a seat."""
    seated = select(seats.c.game).where(seats.c.platform == platform, seats.c.person == person)
    seated = seated.correlate(persons)
    return select(games.c.id).where(games.c.closed_at.is_(None), games.c.id.in_(seated)).limit(1)


def _is_channel(platform: str) -> ColumnElement[bool]:
    """The rows of chats that are channels of the page."""
    return and_(chats.c.platform == platform, chats.c.owner.is_not(None))


def _owner(of: Chat | Person) -> tuple[str, str]:
    """The kind and the name of the owner of a timer."""
    return CHAT if isinstance(of, Chat) else PERSON, str(of)
