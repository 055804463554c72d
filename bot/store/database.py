"""The SQLite file under the store: finding, holding, opening and upgrading it."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple, cast

from sqlalchemy import Engine, Executable, Row, Select, Table, create_engine, event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.sql.dml import UpdateBase

from bot.store.cache import Memory
from bot.store.errors import sqlite_name, told_plainly
from bot.store.migrations import ForeignDatabase, NewerDatabase, migrate
from bot.store.values import StoreError

Found = TypeVar("Found")
Given = TypeVarTuple("Given")

WAIT = 5
"""Seconds that SQLite waits for another connection to finish writing."""

READERS = 4
"""Connections that read at the same time; each has a thread."""


def path_of(url: str) -> Path:
    """The file that a URL names, links followed. Raises StoreError for anything but an SQLite file."""
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
        raise StoreError(
            "DATABASE_URL must name a file that is kept, and nothing else; write sqlite:///stationmaster.db"
        )
    return Path(str(parsed.database)).resolve()


def take_lock(path: Path) -> sqlite3.Connection:
    """Hold the file beside `path` that says this program has the database; closing the connection lets it go.

    SQLite's own lock on that empty file serves: the system drops it when the process dies, a forked child
    does not inherit it, and it holds within one process too. Raises StoreError when another has it.
    """
    with told_plainly(path):
        _look_at(path)
        beside = path.with_name(path.name + ".lock-file")
        beside.touch(mode=0o600)
        if not os.access(beside, os.W_OK):
            raise StoreError(f"The file {beside}, which shows who has the database, may not be written to.")
        return _locked(path, beside)


def _look_at(path: Path) -> None:
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
    """See that the file is there and can be written; a new one is for this account alone: it holds secrets.

    Raises StoreError when it is not so. For the holder of the lock only: closing a file that SQLite has open
    in the same process would drop SQLite's own locks.
    """
    with told_plainly(path):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be written, and what became of it."""

    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]


class Database:
    """A file and its connections: one that writes, first come first served, and some that only read.

    What has begun goes to its end, also when the one who asked for it is cancelled: a transaction left
    half-way would keep SQLite's lock, and every other writer would wait for it.

    A transaction that writes is done in one go, in a thread of its own: people wait for it, and would wait
    once more at each of its statements whenever the program has other things to do.
    """

    def __init__(self, path: Path, lock: sqlite3.Connection) -> None:
        self.memory = Memory()
        self._path = path
        self._lock = lock
        self._pen = ThreadPoolExecutor(1, "store")
        self._writer = create_engine(_url("sqlite", path), **_options(1, check_same_thread=False))
        self._readers = create_async_engine(_url("sqlite+aiosqlite", path), **_options(READERS))
        _begin_with(self._writer, "BEGIN IMMEDIATE", "foreign_keys=ON")
        _begin_with(self._readers.sync_engine, "BEGIN", "query_only=ON")
        self._touched = _touched_by(self._writer)
        self._begun: set[asyncio.Task[Any]] = set()
        self._jobs: list[Job] = []
        self._writing = False

    async def close(self) -> None:
        """Let what has begun go to its end, then let go of the file. Another program may open it now."""
        while self._begun:
            await asyncio.wait(self._begun)
        await self._readers.dispose()
        self._pen.shutdown()
        self._writer.dispose()
        self._lock.close()

    async def _prepare(self) -> None:
        """Look the file over, then make or upgrade the tables. Raises StoreError."""
        try:
            await self._write(_look_over, self._path)
            await self._write(migrate)
        except NewerDatabase as newer:
            raise StoreError(
                f"The database {self._path} was written by a newer program (revision {newer.revision});"
                " update this one."
            ) from newer
        except ForeignDatabase as foreign:
            raise StoreError(f"{self._path} is another program's database; name another file.") from foreign

    async def _write(self, work: Callable[[Connection, *Given], Found], *given: *Given) -> Found:
        """Do `work` in a transaction: kept when it returns, undone when it raises.

        Those who come while the disk is busy share the next transaction, and its one wait for the disk. Where
        one of them raises, each is given a transaction of its own: `work` may be done twice.
        """
        job = Job(lambda writer: work(writer, *given), asyncio.get_running_loop().create_future())
        job.done.add_done_callback(lambda done: done.exception())  # seen, also when nobody waits any more
        self._jobs.append(job)
        if len(self._jobs) == 1 and not self._writing:
            self._begin(self._write_all())
        with told_plainly(self._path):
            return cast(Found, await asyncio.shield(job.done))

    async def _write_all(self) -> None:
        """Do whatever is to be written, until nothing more has come meanwhile."""
        self._writing = True
        while self._jobs:
            jobs, self._jobs = self._jobs, []
            await self._keep(jobs)
        self._writing = False

    async def _keep(self, jobs: Sequence["Job"]) -> None:
        try:
            found = await self._in_one_go(jobs)
        except Exception as error:  # noqa: BLE001 - whoever asked is told
            if len(jobs) == 1:
                jobs[0].done.set_exception(error)
                return
            for job in jobs:
                await self._keep([job])
        else:
            for job, one in zip(jobs, found, strict=True):
                job.done.set_result(one)

    async def _in_one_go(self, jobs: Sequence["Job"]) -> list[Any]:
        """What came of them; from now on nobody is answered from what was read before."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pen, self._do_all, jobs)
        finally:
            self.memory.written(self._touched)
            self._touched.clear()

    def _do_all(self, jobs: Sequence["Job"]) -> list[Any]:
        """Everything that is to be written, in one transaction."""
        with self._writer.begin() as connection:
            return [job.work(connection) for job in jobs]

    async def _rows(self, query: Select[*Given]) -> Sequence[Row[*Given]]:
        """What a query finds."""
        return await self._finish(self._read(query))

    async def _read(self, query: Select[*Given]) -> Sequence[Row[*Given]]:
        async with self._readers.begin() as reader:
            return (await reader.execute(query)).all()

    async def _value(self, query: Select[Found]) -> Found | None:
        """The one value that a query finds, or None."""
        return next((row[0] for row in await self._rows(query)), None)

    async def _finish(self, transaction: Coroutine[Any, Any, Found]) -> Found:
        with told_plainly(self._path):
            return await asyncio.shield(self._begin(transaction))

    def _begin(self, work: Coroutine[Any, Any, Found]) -> asyncio.Task[Found]:
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._begun.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as seen: whoever asked has it, or is cancelled and wants no answer


def _url(driver: str, path: Path) -> URL:
    return URL.create(driver, database=str(path))


def _options(connections: int, **more: bool) -> dict[str, Any]:
    """So many connections; an error's text goes to the log, and parameters are hands and seeds."""
    about = {"timeout": WAIT} | more
    return {"connect_args": about, "pool_size": connections, "max_overflow": 0, "hide_parameters": True}


def _begin_with(engine: Engine, begin: str, pragma: str) -> None:
    """Have transactions begin as SQLite's do, not as its driver thinks, and have what is kept on the disk."""

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
    """A set that takes in every table that is written."""
    touched: set[Table] = set()

    def executing(_: Connection, statement: Executable, *__: object) -> None:
        if isinstance(statement, UpdateBase) and isinstance(statement.table, Table):
            touched.add(statement.table)

    event.listen(engine, "before_execute", executing)
    return touched


def _look_over(connection: Connection, path: Path) -> None:
    if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one() != "ok":
        raise StoreError(f"The database {path} is damaged; put back a copy of it.")
