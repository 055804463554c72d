"""What the store holds about people: where it is in every table, read out for them and deleted for them.

Each table is in one of three lists here, and a test fails when a new one is in none: `PERSONAL`, whose rows
belong to people; `IN_LOGS`, which name people in the events of games; and `IMPERSONAL`.
"""

import json
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from itertools import product

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, exists, or_, select, tuple_, update

from bot.model.identity import FORGOTTEN, Person
from bot.store.part import StorePart
from bot.store.renames import EventChange, Rename, rename_in_posts, rewrite
from bot.store.schema import (
    archived_games,
    audit,
    begun,
    boards,
    bookmarks,
    chats,
    dm_channels,
    erasures,
    events,
    games,
    group_answers,
    hands,
    heartbeat,
    identities,
    leases,
    log_ends,
    messages,
    moved_chats,
    notes,
    outages,
    outbox,
    persons,
    picture_sources,
    posts,
    removed_events,
    replay_links,
    results,
    reviews,
    seats,
    settings,
    snapshots,
    summaries,
    timers,
    waiting,
    webhooks,
)
from bot.store.statements import among, key_of, put
from bot.store.timers import PERSON, has_timers

People = Collection[Person]
Owned = Callable[[People], ColumnElement[bool]]
"""The rows of a table that belong to some people."""


def by_account(table: Table) -> Owned:
    """The rows of a table whose columns `platform` and `person` name their owner."""
    return lambda people: among(table, people)


def _of_destination(table: Table) -> Owned:
    """The rows about a person, or about a private chat."""

    def owned(people: People) -> ColumnElement[bool]:
        private = _in_private_chat(table.c.platform, table.c.id)(people)
        return or_(and_(table.c.kind == "person", _addressed(table.c.platform, table.c.id, people)), private)

    return owned


def _in_private_chat(platform: ColumnElement[str], chat: ColumnElement[str]) -> Owned:
    """The rows about a private chat. Telegram calls it by the id of its person."""
    return lambda people: _addressed(
        platform, chat, [person for person in people if person.platform == "telegram"]
    )


def _addressed(platform: ColumnElement[str], id: ColumnElement[str], people: People) -> ColumnElement[bool]:
    return tuple_(platform, id).in_([(person.platform, person.id) for person in people])


def _in_text(column: ColumnElement[str], *patterns: str) -> Owned:
    """The rows whose text matches one of these patterns, filled in with the address of one of the people.

    Only `*` stands for any text.
    """

    def owned(people: People) -> ColumnElement[bool]:
        wanted = []
        for person, pattern in product(people, patterns):
            text = pattern.format(person=person, platform=person.platform, id=person.id)
            for sign in "\\%_":
                text = text.replace(sign, f"\\{sign}")
            wanted.append(column.like(text.replace("*", "%"), escape="\\"))
        return or_(*wanted)

    return owned


PERSONAL: Mapping[Table, Owned] = {
    persons: by_account(persons),
    seats: by_account(seats),
    hands: by_account(hands),
    identities: by_account(identities),
    dm_channels: by_account(dm_channels),
    replay_links: by_account(replay_links),
    results: by_account(results),
    reviews: by_account(reviews),
    group_answers: by_account(group_answers),
    waiting: by_account(waiting),
    erasures: by_account(erasures),
    bookmarks: _of_destination(bookmarks),
    messages: _of_destination(messages),
    outbox: _of_destination(outbox),
    settings: _of_destination(settings),
    timers: lambda people: and_(
        timers.c.owner_kind == PERSON, timers.c.owner.in_([str(person) for person in people])
    ),
    audit: lambda people: audit.c.actor.in_([str(person) for person in people]),
    posts: _in_text(posts.c.data, '*"by": {{"id": "{person}"*'),
    notes: _in_text(
        notes.c.name,
        # Of processes of earlier versions, while others are newer:
        *("{person}-*", "{platform}-asked-in-{id}", "lost-{person}-*", "moved-to-{person}"),
        *("{platform}-calling-{id}", "{platform}-calling-{id}-*"),
        *("{platform}-heard-{id}", "{platform}-heard-{id}-by"),
        *("{platform}-pressed-{id}", "{platform}-pressed-{id}-by"),
    ),
    begun: _in_text(begun.c.name, "{platform}-heard-{id}", "{platform}-pressed-{id}"),
    moved_chats: _in_private_chat(moved_chats.c.platform, moved_chats.c.chat),
    chats: lambda people: or_(
        chats.c.owner.in_([str(person) for person in people]),
        _in_private_chat(chats.c.platform, chats.c.chat)(people),
    ),
    games: _in_private_chat(games.c.home_platform, games.c.home_chat),
    webhooks: _in_private_chat(webhooks.c.platform, webhooks.c.chat),
}
"""By table, which of its rows belong to a person."""

IN_LOGS: Mapping[Table, str] = {
    events: "the moves of games, and who made them",
    removed_events: "events that the operator has cut from a log",
    archived_games: "the logs of games that ended long ago",
}
"""Tables that name people within the log of a game. Their moves are in the file of a person, and the names
are taken from them (see bot.matches.erasure)."""

IMPERSONAL: Mapping[Table, str] = {
    boards: "the files of boards",
    log_ends: "the number and checksum of the last event of each game",
    snapshots: "derived from the log, and deleted when names are taken from it",
    summaries: "derived from the log, and deleted when names are taken from it",
    picture_sources: "what a public picture of a board is drawn from",
    heartbeat: "when the machine was last started",
    outages: "when the program, a platform or the chat of a game stood still",
    leases: "which process of the bot does what",
}
"""Tables that say nothing about a person, and why."""

_CHANGED: Mapping[Table, Mapping[str, object]] = {
    audit: {"actor": f"{FORGOTTEN}:0"},
    chats: {"owner": f"{FORGOTTEN}:0"},
    games: {"home_platform": None, "home_chat": None},
}
"""Tables whose rows stay when their owner is forgotten, with these values; a private chat goes nevertheless.
"""


class PersonalStore(StorePart):
    """Reads out and deletes what is stored about people."""

    async def rows_about(self, people: People) -> dict[str, list[dict[str, object]]]:
        """Every row that belongs to these people, by table."""
        found: dict[str, list[dict[str, object]]] = {}
        for table, owned in PERSONAL.items():
            rows = await self._database.rows(select(table).where(owned(people)))
            if rows:
                found[table.name] = [dict(row._mapping) for row in rows]
        return found

    async def games_naming(self, people: People) -> tuple[str, ...]:
        """The games whose log names one of these people, and those in which they have or had a seat."""
        lines = [str(person) for person in people]
        found: set[str] = set()
        for table in (events, removed_events):
            named = [table.c.data.contains(json.dumps(line, ensure_ascii=False), autoescape=True)
                     for line in lines]  # fmt: skip
            query = select(table.c.game).where(or_(table.c.actor.in_(lines), *named)).distinct()
            found.update(game for (game,) in await self._database.rows(query))
        named = [archived_games.c.people.contains(json.dumps(line, ensure_ascii=False), autoescape=True)
                 for line in lines]  # fmt: skip
        rows = await self._database.rows(select(archived_games.c.game).where(or_(*named)))
        found.update(game for (game,) in rows)
        for table in (seats, hands):
            rows = await self._database.rows(select(table.c.game).where(among(table, people)))
            found.update(game for (game,) in rows)
        return tuple(sorted(found))

    async def ask_erasure(self, people: People, at: datetime) -> None:
        """Note that these people want to be forgotten."""

        def write(connection: Connection) -> None:
            for person in people:
                put(connection, erasures, key_of(person), {"asked_at": at})

        await self._database.write(write)

    async def rewrite(
        self, game: str, person: Person, alias: str, change: EventChange, rename: Rename, at: datetime
    ) -> None:
        """Replace a person by `alias` in the log of a game, and their name in the page's posts about it."""
        await self._database.write(rename_in_posts, game, rename)
        await self._database.write(rewrite, game, person, alias, change, at)

    async def erasures(self) -> tuple[Person, ...]:
        """The people who want to be forgotten."""
        query = select(erasures.c.platform, erasures.c.person).order_by(erasures.c.asked_at)
        return tuple(Person(*row) for row in await self._database.rows(query))

    async def erase(self, person: Person) -> None:
        """Delete every row that belongs to a person, and with the last one that they asked for it."""

        def write(connection: Connection) -> None:
            for table, owned in PERSONAL.items():
                rows = owned([person])
                if table is hands:
                    rows = and_(rows, ~_goes_on())  # or the person could see a second hand of the same game
                if values := _CHANGED.get(table):
                    connection.execute(update(table).where(rows).values(values))
                connection.execute(delete(table).where(rows))  # what is still about the person

        await self._database.write(write)

    async def forget_hands(self) -> None:
        """Delete which hands forgotten people have seen, once the games are over."""
        same = persons.c.platform == hands.c.platform, persons.c.person == hands.c.person
        await self._database.execute(delete(hands).where(~exists().where(*same), ~_goes_on()))


def _goes_on() -> ColumnElement[bool]:
    """Whether the game of a row of `hands` may go on."""
    is_open = exists().where(games.c.id == hands.c.game, games.c.closed_at.is_(None))
    return or_(is_open, has_timers(hands.c.game))
