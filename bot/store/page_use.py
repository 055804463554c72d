"""Who uses the local page: what keeps a channel or a person, and how they are removed."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from bot.model.identity import Chat, Person
from bot.store.deliveries import named
from bot.store.page_schema import channels, picture_sources, posts, visits
from bot.store.schema import (
    audit,
    bookmarks,
    chats,
    dm_channels,
    games,
    identities,
    messages,
    persons,
    results,
    seats,
    webhooks,
)
from bot.store.statements import Cells, matches, put


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


def unfinished_games(of: Chat | Person) -> Select[str]:
    """The unfinished games that a channel or a person has."""
    games_there = _game_at if isinstance(of, Chat) else _game_of
    return games_there(of.platform, of.id).limit(None).order_by(games.c.id)


def channel_uses(platform: str) -> Select[Any]:
    """The address, name, last use, unfinished game and posts of each channel, the first opened first."""
    here = and_(posts.c.platform == channels.c.platform, posts.c.chat == channels.c.chat)
    count = select(func.count()).select_from(posts).where(here).scalar_subquery()
    last = select(posts.c.at).where(here).order_by(posts.c.number.desc()).limit(1).scalar_subquery()
    game = _game_at(channels.c.platform, channels.c.chat).scalar_subquery()
    used = func.coalesce(last, channels.c.opened_at, type_=channels.c.opened_at.type)
    columns = channels.c.platform, channels.c.chat, channels.c.title, used, game, count
    query = select(*columns).where(channels.c.platform == platform)
    return query.order_by(channels.c.opened_at, channels.c.chat)


def person_uses(platform: str) -> Select[Any]:
    """The address, name, last visit and unfinished game of each person, the longest absent first."""
    same = and_(visits.c.platform == persons.c.platform, visits.c.person == persons.c.person)
    game = _game_of(persons.c.platform, persons.c.person).scalar_subquery()
    columns = persons.c.platform, persons.c.person, persons.c.name, visits.c.at, game
    query = select(*columns).select_from(persons.outerjoin(visits, same))
    named_here = persons.c.platform == platform, persons.c.name != ""
    return query.where(*named_here).order_by(visits.c.at, persons.c.name)


def note_visits(connection: Connection, platform: str, people: Collection[Person], at: datetime) -> None:
    """Note that these people are there, and all whose last visit is unknown."""
    known = exists().where(visits.c.platform == persons.c.platform, visits.c.person == persons.c.person)
    unknown = select(persons.c.person).where(persons.c.platform == platform, persons.c.name != "", ~known)
    ids = {one.id for one in people} | set(connection.scalars(unknown))
    for id in sorted(ids):
        put(connection, visits, {"platform": platform, "person": id}, {"at": at})


def remove_channel(connection: Connection, chat: Chat) -> bool:
    """Remove a channel, and all its data that a later channel of the same id must not inherit.

    The log of its games stays. They have no home any more.
    """
    if connection.scalar(_game_at(chat.platform, chat.id)) is not None:
        return False
    here: Cells = {"platform": chat.platform, "chat": chat.id}
    for table in (channels, posts, picture_sources, chats, audit, webhooks):
        connection.execute(delete(table).where(matches(table, here)))
    for table in (bookmarks, messages):
        connection.execute(delete(table).where(matches(table, named(chat))))
    at_home = {"home_platform": chat.platform, "home_chat": chat.id}
    homeless = {"home_platform": None, "home_chat": None}
    connection.execute(update(games).where(matches(games, at_home)).values(homeless))
    connection.execute(update(seats).where(matches(seats, here)).values(chat=None))
    return True


def remove_person(connection: Connection, person: Person) -> bool:
    """Take the name of a person; forget them where nothing refers to them."""
    if connection.scalar(_game_of(person.platform, person.id)) is not None:
        return False
    key: Cells = {"platform": person.platform, "person": person.id}
    connection.execute(delete(results).where(matches(results, key)))
    if _is_referred_to(connection, person, key):
        connection.execute(update(persons).where(matches(persons, key)).values(name="", counted_since=None))
    else:
        for table in (persons, identities, dm_channels):
            connection.execute(delete(table).where(matches(table, key)))
    connection.execute(delete(visits).where(matches(visits, key)))
    return True


def _is_referred_to(connection: Connection, person: Person, key: Cells) -> bool:
    linked = and_(matches(identities, key), identities.c.human.is_not(None))
    references: list[ColumnElement[bool]] = [
        exists().where(matches(seats, key)),
        exists().where(channels.c.owner == str(person)),
        exists().where(linked),
    ]
    return any(connection.scalar(select(one)) for one in references)


def _game_at(platform: Any, chat: Any) -> Select[str]:
    """An unfinished game that a channel has."""
    shown = select(chats.c.game).where(chats.c.platform == platform, chats.c.chat == chat)
    seated = select(seats.c.game).where(seats.c.platform == platform, seats.c.chat == chat)
    shown, seated = shown.correlate(channels), seated.correlate(channels)
    home = and_(games.c.home_platform == platform, games.c.home_chat == chat)
    here = or_(home, games.c.id.in_(shown), games.c.id.in_(seated))
    return select(games.c.id).where(games.c.closed_at.is_(None), here).limit(1)


def _game_of(platform: Any, person: Any) -> Select[str]:
    """An unfinished game in which a person has a seat."""
    seated = select(seats.c.game).where(seats.c.platform == platform, seats.c.person == person)
    seated = seated.correlate(persons)
    return select(games.c.id).where(games.c.closed_at.is_(None), games.c.id.in_(seated)).limit(1)
