"""A database under the store: what SQLite (bot.store.sqlite) and PostgreSQL (bot.store.postgres) share."""

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Coroutine, Hashable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple, cast

from sqlalchemy import Engine, Executable, Row, Select, Table, event
from sqlalchemy.engine import Connection
from sqlalchemy.sql.dml import UpdateBase

from bot.cache import BoundedCache
from bot.store.database_errors import as_store_errors
from bot.store.statements import Change
from bot.store.values import StoreError

Found = TypeVar("Found")
Given = TypeVarTuple("Given")

READERS = 4
"""Connections that read at the same time."""

_KNOWN_ANSWERS = 20_000
"""Answers that are kept until their tables are written."""

REMEMBERED = "remembered"
"""The execution option of a statement after which what is cached is changed too, instead of dropped.

Other processes drop it.
"""

Job = tuple[Callable[[Connection], Any], asyncio.Future[Any]]
"""A write that waits for its transaction, and its result."""

Told = Callable[[str, int], None]
"""What another process has written: a game, and the number of its last event.

The number is 0 where the log was changed in place: what is remembered of it is no longer right. The game is
"" where writes may have been missed: nothing that is remembered is certain any more.
"""


class Database(ABC):
    """Connections to a database: writes run one after the other, first come first served; reads do not wait.

    A transaction is finished even if its caller is cancelled: an open one would keep its locks and block
    other writers. `path` is the file, or the name of a database that is none.
    """

    is_shared = False
    """Whether several processes may write it."""

    def __init__(self, path: Path | str, writer: Engine, *, writable: bool = True) -> None:
        self.path = path
        self.is_writable = writable
        self._touched = _touched_by(writer)
        self._begun: set[asyncio.Task[Any]] = set()
        self._jobs: list[Job] = []
        self._writes = Counter[Table]()
        self._answers = BoundedCache[Hashable, tuple[list[int], asyncio.Task[Any]]](_KNOWN_ANSWERS)
        self._writing = False
        self._is_closing = False

    @abstractmethod
    async def prepare(self, shapes: Mapping[str, int] | None = None) -> None:
        """Check the database, then make or upgrade the tables. Raises StoreError.

        `shapes` are the newest shapes of events that the program reads.
        """

    @abstractmethod
    async def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        """The results of writes in one transaction, which is rolled back if one of them raises."""

    @abstractmethod
    async def _read(self, query: Select[*Given]) -> Sequence[Row[*Given]]:
        """The rows that a query finds."""

    @property
    def hears(self) -> bool:
        """Whether all writes of other processes become known: only then is anything taken from a cache.

        Nobody else writes a file.
        """
        return True

    def listen(self, told: Told) -> None:  # noqa: B027 - nobody else writes a file
        """Call `told` in the loop after another process has written about a game."""

    async def close(self) -> None:
        """Finish what has begun, then stop reading and writing."""
        self._is_closing = True
        while self._begun:
            await asyncio.wait(self._begun)

    async def write(self, work: Callable[[Connection, *Given], Found], *given: *Given) -> Found:
        """Run `work` in a transaction: committed when it returns, rolled back when it raises.

        Writes that come while the disk is busy share the next transaction, and its one wait for the disk: of
        500 at once, which 500 presses make, each takes 0.3 ms of processor time and not 1.2 on SQLite, 0.7
        and not 1.1 on PostgreSQL. If one of them raises, each gets a transaction of its own: `work` may run
        twice.
        """
        self.check_writable()
        done: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        done.add_done_callback(lambda done: done.exception())  # retrieved, even if the caller is cancelled
        self._jobs.append((lambda writer: work(writer, *given), done))
        if len(self._jobs) == 1 and not self._writing:
            self._begin(self._write_all())
        with as_store_errors(self.path):
            return await asyncio.shield(done)

    def check_writable(self) -> None:
        """Raise StoreError where the database was opened to be read only."""
        if not self.is_writable:
            raise StoreError(f"The database {self.path} is only read here.")

    async def execute(self, statement: UpdateBase) -> int:
        """Run one statement in a transaction. Returns how many rows it has written."""
        return await self.write(lambda connection: connection.execute(statement).rowcount)

    async def write_together(self, changes: Sequence[Change]) -> None:
        """Make changes that need no answer, and of which no two write the same row: all of them, or none.

        On a server they are one statement: an action takes 6 round trips, and not 17. They may be repeated,
        and the caller keeps right what is cached of their tables.
        """
        await self.write(_make, changes, {REMEMBERED: True})

    async def write_log(self, changes: Sequence[Change], game: str, end: int) -> bool:
        """Make such changes, which write the log of a game up to event `end`, once, and tell other processes.

        Returns False where it is not known whether they were made.
        """
        await self.write(_make, changes, {})
        return True

    async def write_lease(self, work: Callable[[Connection, *Given], Found], *given: *Given) -> Found:
        """Run `work`, which claims leases, without waiting for any other write. A file has no leases."""
        raise NotImplementedError

    async def reserve_connections(self) -> None:  # noqa: B027 - only a server limits them
        """Open what reading and writing needs, and keep it."""

    async def is_read_only(self) -> bool:
        """Whether the database lets nothing be written now, as far as it says so."""
        return False

    async def _write_all(self) -> None:
        """Run the waiting writes, until no more have come."""
        self._writing = True
        while self._jobs:
            jobs, self._jobs = self._jobs, []
            await self._keep(jobs)
        self._writing = False

    async def _keep(self, jobs: Sequence[Job]) -> None:
        """Run writes in one transaction. Cached answers about their tables become invalid."""
        try:
            try:
                results = await self._transact(jobs)
            finally:
                self._writes.update(table for table, drops in self._touched.items() if drops)
                self._touched.clear()
        except StoreError as error:  # it may have been committed: it is not tried again
            for _, done in jobs:
                done.set_exception(error)
        except Exception as error:  # noqa: BLE001 - the caller gets it
            if len(jobs) == 1:
                jobs[0][1].set_exception(error)
                return
            for job in jobs:
                await self._keep([job])
        else:
            for (_, done), result in zip(jobs, results, strict=True):
                done.set_result(result)

    async def rows(self, query: Select[*Given]) -> Sequence[Row[*Given]]:
        """The rows that a query finds. Raises StoreError, also once the store is being closed."""
        if self._is_closing:
            raise StoreError(f"The database {self.path} is closed.")
        return await self.finish(self._read(query))

    async def value(self, query: Select[Found]) -> Found | None:
        """The one value that a query finds, or None."""
        return next((row[0] for row in await self.rows(query)), None)

    async def recall(
        self, question: Hashable, tables: Iterable[Table], ask: Callable[[], Coroutine[Any, Any, Found]]
    ) -> Found:
        """The result of `ask`, which reads `tables`. It is kept until one of them is written.

        All who ask meanwhile get the same object. Without that, an action in a game that was read before
        took 110 round trips and not 2 on SQLite, and three times the processor time.
        """
        writes = [self._writes[table] for table in tables]
        kept = self._answers.get(question) if self.hears else None
        if kept is None or kept[0] != writes or (kept[1].done() and kept[1].exception()):
            kept = self._answers[question] = writes, self._begin(ask())
        return cast(Found, await asyncio.shield(kept[1]))

    def distrust(self) -> None:  # noqa: B027 - nobody else writes a file
        """Take nothing from a cache that was read before now. One process knows all that was written."""

    async def finish(self, transaction: Coroutine[Any, Any, Found]) -> Found:
        """The result of some reads and writes, which are finished even if the caller is cancelled."""
        with as_store_errors(self.path):
            return await asyncio.shield(self._begin(transaction))

    def _begin(self, work: Coroutine[Any, Any, Found]) -> asyncio.Task[Found]:
        task = asyncio.create_task(work)
        self._begun.add(task)

        def ended(task: asyncio.Task[Any]) -> None:
            self._begun.discard(task)
            if not task.cancelled():
                task.exception()  # retrieved, even if the caller is cancelled

        task.add_done_callback(ended)
        return task


def _make(connection: Connection, changes: Sequence[Change], options: Mapping[str, bool]) -> None:
    for change in changes:
        change.run(connection, options)


def written_logs(connection: Connection) -> dict[str, int]:
    """The games whose logs the present transaction writes, and their new last events; to be added to.

    The number is 0 for a log that is changed in place, or cut.
    """
    logs: dict[str, int] = connection.info.setdefault("written logs", {})
    return logs


def do_all(connection: Connection, jobs: Sequence[Job]) -> list[Any]:
    """Run writes one after the other in a transaction. Returns their results."""
    written_logs(connection).clear()
    return [work(connection) for work, _ in jobs]


def _touched_by(engine: Engine) -> dict[Table, bool]:
    """A mapping that collects each table that is written, and whether what is cached of it is dropped."""
    touched: dict[Table, bool] = {}

    def executing(
        _: Connection, statement: Executable, __: Any, ___: Any, options: Mapping[str, Any]
    ) -> None:
        if isinstance(statement, UpdateBase) and isinstance(statement.table, Table):
            drops = REMEMBERED not in options
            touched[statement.table] = touched.get(statement.table, False) or drops

    event.listen(engine, "before_execute", executing)
    return touched
