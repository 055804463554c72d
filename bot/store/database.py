"""The SQLite file under the store: checking, upgrading, reading and writing it."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple, cast

import aiosqlite
from sqlalchemy import Engine, Executable, Insert, Row, Select, Table, create_engine, event
from sqlalchemy.engine import URL, Connection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.util import greenlet_spawn

from bot.cache import BoundedCache
from bot.store.copies import copy_before_upgrade
from bot.store.cursors import whole_cursor
from bot.store.errors import as_store_errors
from bot.store.files import WAIT, uri
from bot.store.high_water import HighWaterMark
from bot.store.migrations import known_revisions, migrate
from bot.store.notes import check_version, extended_logs, next_transaction
from bot.store.statements import parameter
from bot.store.values import StoreError

Found = TypeVar("Found")
Given = TypeVarTuple("Given")

READERS = 4
"""Connections that read at the same time; each has a thread."""

_KNOWN_ANSWERS = 20_000
"""Answers that are kept until their tables are written."""

_GAME, _GROUPS = "game", 1024
"""The column of a table that names a game; the groups of games whose writes are counted together."""

Written = tuple[Table, int | None]
"""What was written: rows of the games in one group, or with None any rows of the table."""


Job = tuple[Callable[[Connection], Any], asyncio.Future[Any]]
"""A write that waits for its transaction, and its result."""


class Database:
    """A file and its connections: one that writes, first come first served, and several that only read.

    A transaction is finished even if its caller is cancelled: an open one would keep SQLite's lock and block
    every other writer.

    A transaction that writes runs in a thread of its own, in one call: otherwise it would wait for the event
    loop again after each statement.

    Without a `lock`, the file is only read; other programs may be writing it.
    """

    def __init__(self, path: Path, lock: sqlite3.Connection | None) -> None:
        self.path = path
        self._lock = lock
        self._mark: HighWaterMark | None = None
        self._write_thread = ThreadPoolExecutor(1, "store")
        self._writer = create_engine(_url("sqlite", path), **_options(1, check_same_thread=False))
        from_file = _url("sqlite+aiosqlite", path) if lock else _read_only_url(path)
        self._readers = create_engine(from_file, **_options(READERS), **_EACH_BY_ITSELF)
        _set_up(self._writer, (*_WRITTEN, "foreign_keys=ON"))
        event.listen(self._writer, "begin", _begin_immediately)
        _set_up(self._readers, (*(_WRITTEN if lock else ()), "query_only=ON"))
        self._writing_connection: Connection | None = None
        """Stays open between writes: opening it takes longer than a small write."""
        self._touched = _touched_by(self._writer)
        self._begun: set[asyncio.Task[Any]] = set()
        self._jobs: list[Job] = []
        self._writes: dict[Table | Written, int] = {}
        self._answers = BoundedCache[Hashable, tuple[tuple[int, ...], object]](_KNOWN_ANSWERS)
        self._writing = False
        self._is_closing = False

    async def close(self) -> None:
        """Finish what has begun, then release the file. Another program may open it now."""
        self._is_closing = True
        while self._begun:
            await asyncio.wait(self._begun)
        await greenlet_spawn(self._readers.dispose)
        self._write_thread.shutdown()
        if self._writing_connection:
            self._writing_connection.close()
        self._writer.dispose()
        if self._mark:
            self._mark.close()
        if self._lock:
            self._lock.close()

    async def prepare(self, shapes: Mapping[str, int] | None = None, *, keep_copy: bool = True) -> None:
        """Check the file, then make or upgrade the tables. Raises StoreError.

        `shapes` are the newest shapes of events that the program reads. A copy is kept before an upgrade.
        """
        await self.write(_check_file, self.path)
        revision = await self.write(check_version, self.path, shapes)
        if keep_copy and revision not in ("", known_revisions()[0]):
            await asyncio.to_thread(copy_before_upgrade, self.path, revision)
        await self.write(migrate)

    def count_transactions(self, mark: HighWaterMark) -> None:
        """From now on number the transactions, in the file and in its high-water mark."""
        self._mark = mark

    async def write(self, work: Callable[[Connection, *Given], Found], *given: *Given) -> Found:
        """Run `work` in a transaction: committed when it returns, rolled back when it raises.

        Writes that come while the disk is busy share the next transaction, and its one wait for the disk. If
        one of them raises, each gets a transaction of its own: `work` may run twice.
        """
        if self._lock is None:
            raise StoreError(f"The database {self.path} is only read here.")
        done: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda done: done.exception())  # retrieved, even if the caller is cancelled
        self._jobs.append((lambda writer: work(writer, *given), done))
        if len(self._jobs) == 1 and not self._writing:
            self._begin(self._write_all())
        with as_store_errors(self.path):
            return await asyncio.shield(done)

    async def _write_all(self) -> None:
        """Run the waiting writes, until no more have come."""
        self._writing = True
        while self._jobs:
            jobs, self._jobs = self._jobs, []
            await self._keep(jobs)
        self._writing = False

    async def _keep(self, jobs: Sequence[Job]) -> None:
        try:
            found = await self._in_one_go(jobs)
        except Exception as error:  # noqa: BLE001 - the caller gets it
            if len(jobs) == 1:
                jobs[0][1].set_exception(error)
                return
            for job in jobs:
                await self._keep([job])
        else:
            for (_, done), one in zip(jobs, found, strict=True):
                done.set_result(one)

    async def _in_one_go(self, jobs: Sequence[Job]) -> list[Any]:
        """The results of writes in one transaction. Cached answers about their tables become invalid."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._write_thread, self._do_all, jobs)
        finally:
            for table, group in self._touched:
                for counted in (table, (table, group)):
                    self._writes[counted] = self._writes.get(counted, 0) + 1
            self._touched.clear()

    def _do_all(self, jobs: Sequence[Job]) -> list[Any]:
        """Run writes in one transaction, which gets a number if it changes anything."""
        number = None
        with self._transaction() as connection:
            games = extended_logs(connection)
            games.clear()
            before = _changes(connection)
            found = [work(connection) for work, _ in jobs]
            if self._mark and _changes(connection) != before:
                number = next_transaction(connection)
        if self._mark and number:
            self._mark.note(number, games)
        return found

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """A transaction on the connection that writes. After an error the next one gets a new connection."""
        connection, self._writing_connection = self._writing_connection or self._writer.connect(), None
        try:
            with connection.begin():
                yield connection
        except BaseException:
            connection.close()
            raise
        self._writing_connection = connection

    async def rows(
        self, query: Select[*Given], given: Mapping[str, object] | None = None
    ) -> Sequence[Row[*Given]]:
        """The rows that a query finds, with the values `given` for its parameters.

        Raises StoreError, also once the store is being closed.
        """
        if self._is_closing:
            raise StoreError(f"The database {self.path} is closed.")
        return await self._finish(self._read(query, given))

    async def _read(self, query: Select[*Given], given: Mapping[str, object] | None) -> Sequence[Row[*Given]]:
        return await greenlet_spawn(self._read_at_once, query, given)

    def _read_at_once(
        self, query: Select[*Given], given: Mapping[str, object] | None
    ) -> Sequence[Row[*Given]]:
        """All steps of a query, in the greenlet that this engine needs.

        `sqlalchemy.ext.asyncio` would run each step in a greenlet of its own, and import the whole ORM.
        """
        with self._readers.connect() as reader:
            return reader.execute(query, given).all()

    async def value(self, query: Select[Found]) -> Found | None:
        """The one value that a query finds, or None."""
        return next((row[0] for row in await self.rows(query)), None)

    async def recall(
        self,
        question: Hashable,
        tables: Iterable[Table],
        ask: Callable[[], Awaitable[Found]],
        game: str | None = None,
    ) -> Found:
        """The result of `ask`, which reads `tables`. It is cached until one of them is written.

        With a `game`, `ask` reads the rows of that game only, and rows of others may be written.
        """
        depends_on: list[Table | Written] = [*tables]
        if game is not None:
            depends_on = [(table, group) for table in tables for group in (None, _group(game))]
        writes = tuple(self._writes.get(one, 0) for one in depends_on)
        known = self._answers.get(question)
        if known is not None and known[0] == writes:
            return cast(Found, known[1])
        found = await ask()
        self._answers[question] = writes, found
        return found

    async def _finish(self, transaction: Coroutine[Any, Any, Found]) -> Found:
        with as_store_errors(self.path):
            return await asyncio.shield(self._begin(transaction))

    def _begin(self, work: Coroutine[Any, Any, Found]) -> asyncio.Task[Found]:
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._begun.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, even if the caller is cancelled


def _url(driver: str, path: Path) -> URL:
    return URL.create(driver, database=str(path))


def _read_only_url(path: Path) -> URL:
    return URL.create("sqlite+aiosqlite", database=uri(path), query={"mode": "ro", "uri": "true"})


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _changes(connection: Connection) -> int:
    """How many rows have been written through a connection since it was opened."""
    return _driver(connection).total_changes


def _options(connections: int, **more: bool) -> dict[str, Any]:
    """Engine options. Parameters hold hands and seeds, so errors, which are logged, must not show them."""
    about = {"timeout": WAIT} | more
    return {"connect_args": about, "pool_size": connections, "max_overflow": 0, "hide_parameters": True}


_WRITTEN = "journal_mode=WAL", "synchronous=FULL"
"""Settings of a file that is written: each commit waits for the disk."""


_EACH_BY_ITSELF: dict[str, Any] = {"isolation_level": "AUTOCOMMIT", "skip_autocommit_rollback": True}
"""Engine options for reading: a query needs no transaction, whose begin and end each visit its thread."""


def _set_up(engine: Engine, pragmas: Sequence[str]) -> None:
    """Give each new connection these settings. The driver begins no transactions."""

    def connected(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None
        if isinstance(driver := getattr(connection, "driver_connection", None), aiosqlite.Connection):
            vars(driver)["cursor"] = partial(whole_cursor, driver)
        try:
            cursor = connection.cursor()
            for setting in pragmas:
                cursor.execute(f"PRAGMA {setting}")
            cursor.close()
        except BaseException:
            connection.close()  # the pool has not got it yet, so nobody else closes it
            raise

    event.listen(engine, "connect", connected)


def _begin_immediately(connection: Connection) -> None:
    _driver(connection).execute("BEGIN IMMEDIATE")


def _touched_by(engine: Engine) -> set[Written]:
    """A set to which each table that is written is added, and of which games."""
    touched: set[Written] = set()

    def executing(
        _: Connection, statement: Executable, __: object, given: Mapping[str, object], ___: object
    ) -> None:
        if isinstance(statement, UpdateBase) and isinstance(statement.table, Table):
            touched.add((statement.table, _group(game) if (game := _game_of(statement, given)) else None))

    event.listen(engine, "before_execute", executing)
    return touched


def _game_of(statement: UpdateBase, given: Mapping[str, object]) -> object:
    """The game whose rows alone a statement with these parameters writes; None where that is not known."""
    key = given.get(parameter(_GAME))
    return given.get(_GAME) if isinstance(statement, Insert) else key if _GAME not in given else None


def _group(game: object) -> int:
    return hash(game) % _GROUPS


def _check_file(connection: Connection, path: Path) -> None:
    if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() != "ok":
        raise StoreError(f"The database {path} is damaged; put back a copy of it.")
