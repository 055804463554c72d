"""The SQLite file under the store: checking, upgrading, reading and writing it."""

import asyncio
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVarTuple, cast

import aiosqlite
from sqlalchemy import Engine, Row, Select, create_engine, event
from sqlalchemy.engine import URL, Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.util import greenlet_spawn

from bot.store.copies import copy_before_upgrade, shrink
from bot.store.database import READERS, Database, Job
from bot.store.files import WAIT, uri
from bot.store.migrations import known_revisions, migrate
from bot.store.notes import check_version
from bot.store.values import StoreError

Given = TypeVarTuple("Given")


class SqliteDatabase(Database):
    """A file and its connections: one that writes, and several that only read, each with a thread.

    A transaction that writes runs in a thread of its own, in one call: otherwise it would wait for the event
    loop again after each statement.

    Without a `lock`, the file is only read; other programs may be writing it.
    """

    path: Path

    def __init__(self, path: Path, lock: sqlite3.Connection | None) -> None:
        super().__init__(
            path,
            create_engine(_url("sqlite", path), **_options(1, check_same_thread=False)),
            writable=lock is not None,
        )
        self._lock = lock
        self._write_thread = ThreadPoolExecutor(1, "store")
        from_file = _url("sqlite+aiosqlite", path)
        if lock is None:
            from_file = from_file.set(database=uri(path), query={"mode": "ro", "uri": "true"})
        self._readers = create_engine(from_file, **_options(READERS), **_EACH_BY_ITSELF)
        _set_up(self._writer, (*_WRITTEN, "foreign_keys=ON"))
        begin = "BEGIN IMMEDIATE"
        event.listen(self._writer, "begin", lambda connection: _driver(connection).execute(begin))
        _set_up(self._readers, (*(_WRITTEN if lock else ()), "query_only=ON"))

    async def close(self) -> None:
        """Finish what has begun, then release the file. Another program may open it now."""
        await super().close()
        await greenlet_spawn(self._readers.dispose)
        self._write_thread.shutdown()
        if self._writing_connection:
            self._writing_connection.close()
        self._writer.dispose()
        if self._lock:
            self._lock.close()

    async def prepare(self, shapes: Mapping[str, int] | None = None, *, keep_copy: bool = True) -> None:
        """Check the file, then make or upgrade the tables. A copy is kept before an upgrade."""
        if await self.write(_check_pages) != "ok":
            raise StoreError(f"The database {self.path} is damaged; put back a copy of it.")
        revision = await self.write(check_version, self.path, shapes)
        if keep_copy and revision not in ("", known_revisions()[0]):
            await asyncio.to_thread(copy_before_upgrade, self.path, revision)
        await self.write(migrate)
        assert self._writing_connection
        driver = _driver(self._writing_connection)
        await asyncio.get_running_loop().run_in_executor(self._write_thread, shrink, driver)

    async def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        return await asyncio.get_running_loop().run_in_executor(self._write_thread, self._do_all, jobs)

    def _do_all(self, jobs: Sequence[Job]) -> list[Any]:
        with self._transaction() as connection:
            return [work(connection) for work, _ in jobs]

    def _read_at_once(
        self, query: Select[*Given], given: Mapping[str, object] | None
    ) -> Sequence[Row[*Given]]:
        with self._readers.connect() as reader:
            return reader.execute(query, given).all()


def _url(driver: str, path: Path) -> URL:
    return URL.create(driver, database=str(path))


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _options(connections: int, **more: bool) -> dict[str, Any]:
    """Engine options. Parameters hold hands and seeds, so errors, which are logged, must not show them."""
    arguments = {"timeout": WAIT} | more
    return {"connect_args": arguments, "pool_size": connections, "max_overflow": 0, "hide_parameters": True}


_WRITTEN = "journal_mode=WAL", "synchronous=FULL"
"""Settings of a file that is written: each commit waits for the disk."""


_EACH_BY_ITSELF: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True}
"""Engine options for reading: a query needs no transaction, whose begin and end each visit its thread."""


def _set_up(engine: Engine, pragmas: Sequence[str]) -> None:
    """Give each new connection these settings. The driver begins no transactions."""

    def connected(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None
        if isinstance(driver := getattr(connection, "driver_connection", None), aiosqlite.Connection):
            vars(driver)["cursor"] = partial(_whole_cursor, driver)
        try:
            cursor = connection.cursor()
            for setting in pragmas:
                cursor.execute(f"PRAGMA {setting}")
            cursor.close()
        except BaseException:
            connection.close()  # the pool has not got it yet, so nobody else closes it
            raise

    event.listen(engine, "connect", connected)


def _check_pages(connection: Connection) -> str:
    return str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())


def _whole_cursor(connection: aiosqlite.Connection) -> aiosqlite.Cursor:
    """A cursor that has fetched all rows once it has executed a query.

    aiosqlite's own visits the connection's thread four times: to be made, to execute, to fetch, to close.
    """
    cursor, rows = aiosqlite.Cursor(connection, cast(sqlite3.Cursor, None)), list[Any]()

    def execute_and_fetch(sql: str, given: Any) -> tuple[sqlite3.Cursor, list[Any]]:
        executed = connection._conn.execute(sql, given)
        return executed, executed.fetchall()

    async def execute(sql: str, given: Iterable[Any] = ()) -> aiosqlite.Cursor:
        visit = connection._execute(execute_and_fetch, sql, given)  # type: ignore[no-untyped-call]
        cursor._cursor, rows[:] = await visit
        return cursor

    async def fetchall() -> Iterable[Any]:
        return rows

    async def close() -> None:
        """Drop the rows. The thread has nothing to close."""
        vars(cursor).clear()

    vars(cursor).update(execute=execute, fetchall=fetchall, close=close)
    return cursor
