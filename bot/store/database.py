"""The SQLite file under the store: locking, opening, upgrading, reading and writing it."""

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple, cast

from sqlalchemy import Engine, Executable, Row, Select, Table, create_engine, event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.sql.dml import UpdateBase

from bot.cache import BoundedCache
from bot.store.errors import as_store_errors, sqlite_name
from bot.store.migrations import migrate
from bot.store.values import StoreError

Found = TypeVar("Found")
Given = TypeVarTuple("Given")

WAIT = 5
"""Seconds that SQLite waits for another connection to finish writing."""

THREADS = "store"
"""What the names of the database's threads begin with."""

READERS = 4
"""Connections that read at the same time; each has a thread."""

_KNOWN_ANSWERS = 20_000
"""Answers that are kept until their tables are written."""


def path_of(url: str) -> Path:
    """The file that a URL names, with links resolved. Raises StoreError for anything but an SQLite file."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError("DATABASE_URL is not a URL; write sqlite:///stationmaster.db") from None
    if parsed.drivername not in ("sqlite", "sqlite+aiosqlite"):
        raise StoreError(
            f"DATABASE_URL names {parsed.get_backend_name()}, but games are kept in SQLite only;"
            " write sqlite:///stationmaster.db"
        )
    if parsed.query or parsed.database in (None, "", ":memory:") or str(parsed.database).startswith("file:"):
        raise StoreError("DATABASE_URL must name a file and nothing else; write sqlite:///stationmaster.db")
    return Path(str(parsed.database)).resolve()


def take_lock(path: Path) -> sqlite3.Connection:
    """Lock the database for this program; closing the connection releases it.

    The lock is SQLite's own lock on an empty file next to `path`: the system drops it when the process dies,
    a forked child does not inherit it, and it works within one process too. Raises StoreError if it is taken.
    """
    with as_store_errors(path):
        _check_folder(path)
        beside = path.with_name(path.name + ".lock-file")
        beside.touch(mode=0o600)
        if not os.access(beside, os.W_OK):
            raise StoreError(f"The file {beside}, which shows who has the database, may not be written to.")
        return _locked(path, beside)


def _check_folder(path: Path) -> None:
    if path.is_dir():
        raise StoreError(f"The database {path} is a folder; name a file in it.")
    if not path.parent.is_dir():
        raise StoreError(f"The folder {path.parent} does not exist; make it, or change DATABASE_URL.")


def _locked(path: Path, beside: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        connection.close()
        if sqlite_name(error) == "SQLITE_BUSY":
            raise StoreError(f"Another program has the database {path}; stop it first.") from None
        raise
    return connection


def make_file(path: Path) -> None:
    """Make the file if it is missing, readable for this account only: it holds secrets.

    Raises StoreError if it cannot be written. Only for the holder of the lock: closing a file that SQLite has
    open in the same process would drop SQLite's own locks.
    """
    with as_store_errors(path):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


Job = tuple[Callable[[Connection], Any], asyncio.Future[Any]]
"""A write that waits for its transaction, and its result."""


class Database:
    """A file and its connections: one that writes, first come first served, and several that only read.

    A transaction is finished even if its caller is cancelled: one left half-way would keep SQLite's lock, and
    block every other writer.

    A transaction runs in a thread of the database's own, in one call: otherwise it would wait for the event
    loop again after each statement.
    """

    def __init__(self, path: Path, lock: sqlite3.Connection) -> None:
        self._path = path
        self._lock = lock
        self._write_thread = ThreadPoolExecutor(1, f"{THREADS}-writer")
        self._read_threads = ThreadPoolExecutor(READERS, f"{THREADS}-reader")
        self._writer = create_engine(_url(path), **_options(1))
        self._readers = create_engine(_url(path), **_options(READERS))
        _begin_with(self._writer, "BEGIN IMMEDIATE", "foreign_keys=ON")
        _begin_with(self._readers, "BEGIN", "query_only=ON")
        self._touched = _touched_by(self._writer)
        self._begun: set[asyncio.Task[Any]] = set()
        self._jobs: list[Job] = []
        self._writes: dict[Table, int] = {}
        self._answers = BoundedCache[Hashable, tuple[tuple[int, ...], object]](_KNOWN_ANSWERS)
        self._writing = False

    async def close(self) -> None:
        """Finish what has begun, then release the file. Another program may open it now."""
        while self._begun:
            await asyncio.wait(self._begun)
        for threads, engine in ((self._read_threads, self._readers), (self._write_thread, self._writer)):
            threads.shutdown()
            engine.dispose()
        self._lock.close()

    async def prepare(self) -> None:
        """Check the file, then make or upgrade the tables. Raises StoreError."""
        await self.write(_check_file, self._path)
        await self.write(migrate, self._path)

    async def write(self, work: Callable[[Connection, *Given], Found], *given: *Given) -> Found:
        """Run `work` in a transaction: committed when it returns, rolled back when it raises.

        Writes that come while the disk is busy share the next transaction, and its one wait for the disk. If
        one of them raises, each gets a transaction of its own: `work` may run twice.
        """
        done: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda done: done.exception())  # retrieved, even if the caller is cancelled
        self._jobs.append((lambda writer: work(writer, *given), done))
        if len(self._jobs) == 1 and not self._writing:
            self._begin(self._write_all())
        with as_store_errors(self._path):
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
            for table in self._touched:
                self._writes[table] = self._writes.get(table, 0) + 1
            self._touched.clear()

    def _do_all(self, jobs: Sequence[Job]) -> list[Any]:
        """Run writes in one transaction."""
        with self._writer.begin() as connection:
            return [work(connection) for work, _ in jobs]

    async def rows(self, query: Select[*Given]) -> Sequence[Row[*Given]]:
        """The rows that a query finds."""
        return await self._finish(self._read(query))

    async def _read(self, query: Select[*Given]) -> Sequence[Row[*Given]]:
        return await asyncio.get_running_loop().run_in_executor(self._read_threads, self._found, query)

    def _found(self, query: Select[*Given]) -> Sequence[Row[*Given]]:
        with self._readers.begin() as reader:
            return reader.execute(query).all()

    async def value(self, query: Select[Found]) -> Found | None:
        """The one value that a query finds, or None."""
        return next((row[0] for row in await self.rows(query)), None)

    async def recall(
        self, question: Hashable, tables: Iterable[Table], ask: Callable[[], Awaitable[Found]]
    ) -> Found:
        """What `ask` reads from `tables`; what it read before, unless one of them was written meanwhile."""
        writes = tuple(self._writes.get(table, 0) for table in tables)
        known = self._answers.get(question)
        if known is not None and known[0] == writes:
            return cast(Found, known[1])
        found = await ask()
        self._answers[question] = writes, found
        return found

    async def _finish(self, transaction: Coroutine[Any, Any, Found]) -> Found:
        with as_store_errors(self._path):
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


def _url(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


def _options(connections: int) -> dict[str, Any]:
    """Engine options. Parameters hold hands and seeds, so errors, which are logged, must not show them."""
    about = {"timeout": WAIT, "check_same_thread": False}
    return {"connect_args": about, "pool_size": connections, "max_overflow": 0, "hide_parameters": True}


def _begin_with(engine: Engine, begin: str, pragma: str) -> None:
    """Begin transactions explicitly instead of as the driver does, and wait for the disk at each commit."""

    def connected(connection: DBAPIConnection, _: object) -> None:
        connection.isolation_level = None
        try:
            cursor = connection.cursor()
            for setting in ("journal_mode=WAL", "synchronous=FULL", pragma):
                cursor.execute(f"PRAGMA {setting}")
            cursor.close()
        except BaseException:
            connection.close()  # the pool has not got it yet, so nobody else closes it
            raise

    def begun(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begun)


def _touched_by(engine: Engine) -> set[Table]:
    """A set to which each table that is written is added."""
    touched: set[Table] = set()

    def executing(_: Connection, statement: Executable, *__: object) -> None:
        if isinstance(statement, UpdateBase) and isinstance(statement.table, Table):
            touched.add(statement.table)

    event.listen(engine, "before_execute", executing)
    return touched


def _check_file(connection: Connection, path: Path) -> None:
    if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() != "ok":
        raise StoreError(f"The database {path} is damaged; put back a copy of it.")
