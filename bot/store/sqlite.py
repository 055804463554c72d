"""The SQLite file under the store: checking, upgrading, reading and writing it."""

import asyncio
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVarTuple

from sqlalchemy import Engine, Row, Select, create_engine, event
from sqlalchemy.engine import URL, Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.copies import copy_database
from bot.store.database import READERS, Database, Job, do_all
from bot.store.files import WAIT, make_file, uri
from bot.store.migrations import REVISION, migrate
from bot.store.notes import check_version
from bot.store.values import StoreError

logging.getLogger("aiosqlite").setLevel(logging.WARNING)  # its records hold what is written, hands too

Given = TypeVarTuple("Given")

_FREE_PAGES = 256
"""So few free pages, a megabyte, stay in a file."""

_WRITTEN = "journal_mode=WAL", "synchronous=FULL"
"""Settings of a file that is written: each commit waits for the disk."""


class SqliteDatabase(Database):
    """A file and its connections: one that writes, and several that only read, each with a thread.

    A transaction is one call in the thread of its writer. With an await for each statement, as a server needs
    it, an action took 53 ms of processor time instead of 39, and waited 350 ms instead of 15 in a busy loop.

    Without a `lock`, the file is only read; other programs may be writing it.
    """

    path: Path

    def __init__(self, path: Path, lock: sqlite3.Connection | None) -> None:
        url = URL.create("sqlite+aiosqlite", database=str(path))
        read_only = url.set(database=uri(path), query={"mode": "ro", "uri": "true"})
        self._readers = create_async_engine(
            url if lock else read_only,
            isolation_level="AUTOCOMMIT",
            skip_autocommit_rollback=True,
            **_options(READERS),
        )
        _prepare(self._readers.sync_engine, *(_WRITTEN if lock else ()), "query_only=ON")
        event.listen(self._readers.sync_engine, "connect", _read_all_texts)
        self._writer = create_engine(url.set(drivername="sqlite"), **_options(1))
        _prepare(self._writer, *_WRITTEN, "foreign_keys=ON")
        event.listen(self._writer, "begin", _begin)
        super().__init__(path, self._writer, writable=lock is not None)
        self._lock = lock
        self._writing_thread = ThreadPoolExecutor(1, "store writes")

    async def close(self) -> None:
        """Finish what has begun, then release the file. Another program may open it now."""
        await super().close()
        self._writing_thread.shutdown()
        await self._readers.dispose()
        self._writer.dispose()
        if self._lock:
            self._lock.close()

    async def prepare(self, shapes: Mapping[str, int] | None = None, *, keep_copy: bool = True) -> None:
        """Check the file, then make or upgrade the tables.

        A copy is kept before an upgrade, until the next one from the same revision.
        """
        make_file(self.path)
        if await self.write(_check_pages) != "ok":
            raise StoreError(f"The database {self.path} is damaged; put back a copy of it.")
        revision = await self.write(check_version, self.path, shapes)
        if keep_copy and revision not in ("", REVISION):
            kept = self.path.with_name(f"{self.path.name}-revision-{revision}")
            await asyncio.to_thread(copy_database, self.path, kept)
        await self.write(migrate)
        await asyncio.to_thread(_shrink, self.path)

    async def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        def transact() -> list[Any]:
            with self._writer.begin() as connection:
                return do_all(connection, jobs)

        return await asyncio.get_running_loop().run_in_executor(self._writing_thread, transact)

    async def _read(self, query: Select[*Given]) -> Sequence[Row[*Given]]:
        async with self._readers.connect() as reader:
            return (await reader.execute(query)).all()


def _options(connections: int) -> dict[str, Any]:
    """Options of an engine. Errors, which are logged, must not show hands and seeds."""
    return {
        "connect_args": {"timeout": WAIT, "check_same_thread": False},
        "pool_size": connections,
        "max_overflow": 0,
        "hide_parameters": True,
    }


def _prepare(engine: Engine, *settings: str) -> None:
    """Give each new connection these settings."""

    def connected(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None  # the driver begins no transactions
        cursor = connection.cursor()
        try:
            for setting in settings:
                cursor.execute(f"PRAGMA {setting}")
        except BaseException:
            connection.close()  # the pool has not got it yet, so nobody else closes it
            raise
        cursor.close()

    event.listen(engine, "connect", connected)


def _read_all_texts(connection: DBAPIConnection, _: object) -> None:
    """Read also what is not UTF-8, which in a log only breaks the checksum of its event."""
    connection.driver_connection.text_factory = lambda text: text.decode(errors="surrogateescape")


def _begin(connection: Connection) -> None:
    connection.connection.cursor().execute("BEGIN IMMEDIATE")  # a statement of SQLAlchemy costs 20 µs more


def _check_pages(connection: Connection) -> str:
    return str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())


def _shrink(path: Path) -> None:
    """Give back the room of a file most of which is free, as an upgrade or the archive may leave it."""
    with closing(sqlite3.connect(path, timeout=WAIT, isolation_level=None)) as file:
        free, pages = (
            file.execute(f"PRAGMA {one}").fetchone()[0] for one in ("freelist_count", "page_count")
        )
        if free > max(_FREE_PAGES, pages / 2):
            with suppress(sqlite3.OperationalError):  # there is no room for that
                file.execute("VACUUM")
