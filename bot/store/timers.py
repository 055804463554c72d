"""Timers: what is due when, in a game, for a person, or for the program itself."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from weakref import WeakSet

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Update,
    and_,
    delete,
    exists,
    select,
    update,
)

from bot.model.identity import Person
from bot.model.settings import PersonSettings, word_of
from bot.store.database import Database
from bot.store.part import StorePart
from bot.store.schema import log_ends, settings, timers
from bot.store.statements import Cell, Change, add, same, upsert
from bot.store.values import Conflict

GAME, PERSON, CHAT, PROGRAM = "game", "person", "chat", "program"
"""Who can own a timer: a game by its id, a person or a chat by their address, or the program, whose owner is
"".
"""

DIGEST = "digest"
"""The kind of a person's timer for the list of all games that wait for them.

Those of games are in bot.matches.deadlines and bot.matches.seats.
"""

WEBHOOK = "webhook"
"""The kind of a chat's timer to tell its webhook what is new."""

HEARTBEAT = "heartbeat"
"""The kind of the program's timer that says when it has to note the time again (see bot.timers.heartbeat)."""

UNPLANNED = datetime(1970, 1, 1, tzinfo=UTC)
"""When a new digest is due: at the next look, which says when the first one is sent."""


@dataclass(frozen=True, slots=True)
class Timer:
    """What is due: `kind` says what, as `turn:0` for the first seat of a game or `digest` for a person."""

    owner_kind: str
    owner: str
    kind: str
    due: datetime

    @property
    def name(self) -> str:
        """The kind without a seat."""
        return self.kind.partition(":")[0]


class TimerStore(StorePart):
    """Writes, moves and finds timers."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._written = WeakSet[asyncio.Queue[datetime]]()

    async def set(
        self, owner_kind: str, owner: str, due: Mapping[str, datetime | None], after: int | None = None
    ) -> None:
        """Set when each kind is due for an owner (None: never).

        With `after`, raises Conflict if that is not the last event of the game which owns them.
        """

        def write(connection: Connection) -> None:
            end = select(log_ends.c.seq).where(log_ends.c.game == owner)
            if after is not None and connection.scalar(end) != after:
                raise Conflict(owner, after)
            for change in timer_changes(owner_kind, owner, due):
                change.run(connection)

        await self._database.write(write)
        self.tell(due.values())

    async def set_again(self, owner_kind: str, owner: str, kind: str, now: datetime) -> None:
        """Make a timer due now, unless it waits for a later moment.

        Its moment always changes. So if the timer is just being met, the end of that does not remove it.
        """

        def write(connection: Connection) -> None:
            is_it = timers.c.owner_kind == owner_kind, timers.c.owner == owner, timers.c.kind == kind
            due = connection.scalar(select(timers.c.due).where(*is_it).with_for_update())
            if due is None or due <= now:
                at = now - timedelta.resolution if due == now else now
                for change in timer_changes(owner_kind, owner, {kind: at}):
                    change.run(connection)

        await self._database.write(write)
        self.tell([now])

    async def add_digests(self) -> None:
        """Add the timer of each person who wants a digest and has none, as after a process of version 0021,
        which knows no timers, has switched it on.
        """

        def write(connection: Connection) -> None:
            owner = settings.c.platform + ":" + settings.c.id
            query = select(owner).where(
                settings.c.kind == "person",
                settings.c.name == PersonSettings.digest.name,
                settings.c.value == word_of(True),
                ~exists().where(_of(PERSON, owner), timers.c.kind == DIGEST),
            )
            for address in connection.scalars(query).all():
                add_digest(connection, Person.parse(address))

        await self._database.write(write)

    async def move(self, timer: Timer, to: datetime | None) -> None:
        """Set when a timer is due next (None: never), unless somebody has set or removed it meanwhile."""
        row = {"owner_kind": timer.owner_kind, "owner": timer.owner, "kind": timer.kind, "due": timer.due}
        moved = Change(_moved, {**row, "to": to}) if to else Change(_over, row)
        await self._database.write_together([moved])
        self.tell([to])

    async def when(self, owner_kind: str, owner: str, kind: str) -> datetime | None:
        """When a kind is due for an owner; None where it is not."""
        query = select(timers.c.due).where(_of(owner_kind, owner), timers.c.kind == kind)
        return await self._database.value(query)

    async def of_game(self, game: str) -> dict[str, datetime]:
        """When each kind of timer of a game is due."""
        rows = await self._database.rows(select(timers.c.kind, timers.c.due).where(_of(GAME, game)))
        return {row.kind: row.due for row in rows}

    async def due(self, before: datetime) -> tuple[Timer, ...]:
        """The timers that are due at `before` or earlier; the earliest first."""
        query = select(timers.c.owner_kind, timers.c.owner, timers.c.kind, timers.c.due)
        query = query.where(timers.c.due <= before).order_by(timers.c.due, timers.c.owner, timers.c.kind)
        return tuple(Timer(*row) for row in await self._database.rows(query))

    async def first_due(self) -> datetime | None:
        """The first moment at which something is due in a game; None where nothing is."""
        query = select(timers.c.due).where(timers.c.owner_kind == GAME).order_by(timers.c.due).limit(1)
        return await self._database.value(query)

    async def games(self) -> tuple[str, ...]:
        """The games in which something is due at some time."""
        query = select(timers.c.owner).where(timers.c.owner_kind == GAME).distinct().order_by(timers.c.owner)
        return tuple(game for (game,) in await self._database.rows(query))

    def written(self) -> asyncio.Queue[datetime]:
        """A queue that gets the first moment of each change that this process writes from now on."""
        self._written.add(queue := asyncio.Queue[datetime]())
        return queue

    def tell(self, due: Iterable[datetime | None]) -> None:
        """Say that timers with these moments have been written."""
        if first := min(filter(None, due), default=None):
            for queue in self._written:
                queue.put_nowait(first)


def timer_changes(owner_kind: str, owner: str, due: Mapping[str, datetime | None]) -> Iterator[Change]:
    """What sets when each kind is due for an owner (None: never)."""
    key = {"owner_kind": owner_kind, "owner": owner}
    for kind, moment in due.items():
        if moment:
            yield upsert(timers, {**key, "kind": kind}, {"due": moment})
    if over := [kind for kind, moment in due.items() if not moment]:
        yield Change(_stopped, {**key, "kinds": over})


def _stopped(cell: Cell) -> Delete:
    kinds = timers.c.kind.in_(cell(timers.c.kind, "kinds", many=True))
    return delete(timers).where(same(cell, timers, "owner_kind", "owner"), kinds)


def _moved(cell: Cell) -> Update:
    row = same(cell, timers, "owner_kind", "owner", "kind", "due")
    return update(timers).where(row).values(due=cell(timers.c.due, "to"))


def _over(cell: Cell) -> Delete:
    return delete(timers).where(same(cell, timers, "owner_kind", "owner", "kind", "due"))


def add_digest(connection: Connection, person: Person) -> None:
    """Add the timer of a person's digest, in a transaction; one that they have stays as it is."""
    key = {"owner_kind": PERSON, "owner": str(person), "kind": DIGEST}
    add(connection, timers, key, {"due": UNPLANNED})


def stop_timers(connection: Connection, game: str) -> None:
    """Remove all timers of a game, in a transaction."""
    connection.execute(delete(timers).where(_of(GAME, game)))


def has_timers(game: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether something is due in the game that a column names."""
    return exists().where(timers.c.owner_kind == GAME, timers.c.owner == game)


def _of(owner_kind: str, owner: str | ColumnElement[str]) -> ColumnElement[bool]:
    return and_(timers.c.owner_kind == owner_kind, timers.c.owner == owner)
