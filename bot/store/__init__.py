"""The store: the log of each game and all other data, in a file that one program locks, or on a server.

`Store.open` opens it. Arguments and results are the values of `bot.store.values`.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Self

from sqlalchemy import DateTime, func, select

from bot.store.archives import ArchiveStore
from bot.store.begun import BegunStore
from bot.store.chats import ChatStore
from bot.store.copies import copy_database
from bot.store.database import Database
from bot.store.files import path_of, revision_to_read, take_lock
from bot.store.heartbeat import HeartbeatStore
from bot.store.leases import LeaseStore
from bot.store.local import PageStore
from bot.store.log import GameLog
from bot.store.migrations import REVISION
from bot.store.notes import DATABASE_ID, EVENT_SHAPES, WRITTEN_BY, Shapes, read_shapes, sign
from bot.store.outbox import OutboxStore
from bot.store.people import PersonStore
from bot.store.personal import PersonalStore
from bot.store.results import ResultStore
from bot.store.reviews import ReviewStore
from bot.store.schema import notes
from bot.store.servers import is_server
from bot.store.snapshots import SnapshotStore
from bot.store.sqlite import SqliteDatabase
from bot.store.table_copies import check_empty, copy_tables, finish_copy, is_unfinished
from bot.store.timers import TimerStore
from bot.store.values import (
    Conflict,
    Derived,
    Entry,
    NoticeRow,
    NoticeState,
    OtherGame,
    Post,
    Result,
    RowUpdates,
    StoreError,
    UnreadableGame,
)
from bot.version import VERSION

if TYPE_CHECKING:
    from bot.store.postgres import PostgresDatabase

__all__ = [
    "Conflict",
    "Derived",
    "Entry",
    "NoticeRow",
    "NoticeState",
    "OtherGame",
    "Post",
    "Result",
    "RowUpdates",
    "Store",
    "StoreError",
    "UnreadableGame",
]


class Store:
    """All data that outlives the program. `async with await Store.open(url)` closes it at the end.

    Each method of a part is one transaction: all of it is on the disk when the method returns, or none of it.
    A write that the disk refuses raises StoreError. A write is finished even when its caller is cancelled.
    """

    def __init__(self, database: Database, folder: TemporaryDirectory[str] | None = None) -> None:
        self.log = GameLog(database)
        self.archives = ArchiveStore(database)
        self.begun = BegunStore(database)
        self.chats = ChatStore(database)
        self.people = PersonStore(database)
        self.personal = PersonalStore(database)
        self.outbox = OutboxStore(database)
        self.page = PageStore(database)
        self.leases = LeaseStore(database)
        self.results = ResultStore(database)
        self.reviews = ReviewStore(database)
        self.snapshots = SnapshotStore(database)
        self.timers = TimerStore(database)
        self.heartbeat = HeartbeatStore(database)
        self.database = database
        self._folder = folder

    @classmethod
    async def open(cls, url: str, shapes: Mapping[str, int] | None = None, *, for_copy: bool = False) -> Self:
        """Open the database at `url`, and make or upgrade its tables.

        It is `sqlite:///path`, a file that is made if it is missing, or `postgresql+asyncpg://host/database`.
        `shapes` are the newest shapes of events that this program reads, by kind. Raises StoreError with one
        sentence for the operator: the URL is of another kind, or the file is locked by another program,
        damaged, not ours, not writable, or written by a newer version. Without `for_copy` it is raised for an
        unfinished copy too (see bot.store.table_copies).
        """
        if is_server(url):
            database: Database = _postgres(url)
        else:
            path = path_of(url)
            database = SqliteDatabase(path, take_lock(path))
        async with _closed_after_errors(database):
            await database.prepare(shapes)
            if not for_copy:
                await _check_whole(database)
            store = cls(database)
            if await store.written_by() != VERSION:
                await store.sign()
        return store

    @classmethod
    async def open_existing(cls, url: str, shapes: Mapping[str, int] | None = None) -> Self:
        """Open a database that has its tables. Raises StoreError as `open` does, and if it has none."""
        if is_server(url):
            await (await cls.open_to_read(url, shapes)).close()
        else:
            revision_to_read(path_of(url), shapes)
        return await cls.open(url, shapes)

    @classmethod
    async def open_to_read(cls, url: str, shapes: Mapping[str, int] | None = None) -> Self:
        """Open the database at `url` and change nothing; another program may be writing it.

        A file of an earlier revision is read from an upgraded copy. Raises StoreError as `open` does, and if
        there is no such database.
        """
        if is_server(url):
            server = _postgres(url, writable=False)
            async with _closed_after_errors(server):
                await server.check_readable(shapes)
                await _check_whole(server)
            return cls(server)
        path, folder = path_of(url), TemporaryDirectory()
        try:
            if revision_to_read(path, shapes) != REVISION:
                earlier, path = path, Path(folder.name) / path.name
                copy_database(earlier, path)
                copy = SqliteDatabase(path, take_lock(path))
                try:
                    await copy.prepare(keep_copy=False)
                finally:
                    await copy.close()
            file = SqliteDatabase(path, None)
            async with _closed_after_errors(file):
                await _check_whole(file)
        except BaseException:
            folder.cleanup()
            raise
        return cls(file, folder)

    @property
    def name(self) -> str:
        """What sentences call the database: its file, or `games at db.example.org`."""
        return str(self.database.path)

    async def copy_to(self, other: "Store") -> Mapping[str, int]:
        """Copy everything to an empty database. Returns the number of rows by table.

        Raises StoreError, also where other processes have either of them, or the other one is not empty. The
        other one is of no use until `finish_copy`.
        """
        for store in (self, other):
            if await store.leases.processes():
                raise StoreError(f"Other processes have the database {store.name}; stop them first.")
        await check_empty(other.database)
        return await copy_tables(self.database, other.database)

    async def finish_copy(self) -> None:
        """Note that what was copied into this database is whole."""
        await self.database.write(finish_copy)

    async def now(self) -> datetime:
        """What the clock of a server shows, in UTC."""
        now = await self.database.value(select(func.clock_timestamp(type_=DateTime)))
        assert now
        return now.astimezone(UTC)

    # ---- which program wrote the database

    async def id(self) -> str:
        """The id of this database, which no copy has."""
        return await self._note(DATABASE_ID)

    async def written_by(self) -> str:
        """The version of the program that last opened it for writing; "" for an early one."""
        return await self._note(WRITTEN_BY)

    async def sign(self) -> None:
        """Note that this version writes it. Raises StoreError where nothing can be written."""
        await self.database.write(sign)

    async def event_shapes(self) -> Shapes:
        """The newest shape of each kind of event in it."""
        return read_shapes(await self._note(EVENT_SHAPES))

    async def _note(self, name: str) -> str:
        return await self.database.value(select(notes.c.text).where(notes.c.name == name)) or ""

    # ---- the end

    async def close(self) -> None:
        """Finish what has begun, then release the file: another program may open it now."""
        await self.database.close()
        if self._folder:
            self._folder.cleanup()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


@asynccontextmanager
async def _closed_after_errors(database: Database) -> AsyncIterator[None]:
    """Close a database if what is done with it fails."""
    try:
        yield
    except BaseException:
        await database.close()
        raise


async def _check_whole(database: Database) -> None:
    if await is_unfinished(database):
        raise StoreError(
            f"The database {database.path} is an unfinished copy: repeat `stationmaster migrate`, or name"
            " another database."
        )


def _postgres(url: str, *, writable: bool = True) -> "PostgresDatabase":
    """A database on a server. What it needs is imported only here: most programs have a file."""
    from bot.store.postgres import PostgresDatabase

    return PostgresDatabase(url, writable=writable)
