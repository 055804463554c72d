"""PostgreSQL under the store. Several processes may use a database at the same time.

Transactions are serializable: each runs as if it were alone, as on SQLite, or it is run again. What a process
remembers is right because each transaction tells the others what it writes (see bot.store.listener).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import lru_cache
from itertools import count
from typing import Any, TypeVar, TypeVarTuple
from weakref import WeakSet

from sqlalchemy import Row, Select, Table, Text, bindparam, event, func, literal, select
from sqlalchemy.engine import URL, Connection, ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.pool import QueuePool

from bot.store.database import READERS, Database, Job, Told, do_all, written_logs
from bot.store.database_errors import (
    SERVER_ERRORS,
    as_store_errors,
    is_refused,
    is_repeated,
    lost_connection,
    lost_race,
)
from bot.store.listener import CHANNEL, ECHO_WITHIN, Listener, ProcessNote, note_text
from bot.store.log_rows import RUNNING
from bot.store.migrations import REVISION, migrate
from bot.store.notes import check_version
from bot.store.schema import metadata
from bot.store.servers import connect_options, name_of, server_url
from bot.store.statements import Change, Make, made
from bot.store.values import StoreError

Found = TypeVar("Found")
Given = TypeVarTuple("Given")

log = logging.getLogger(__name__)

_TRIES = 8
_PAUSE = 0.01
"""How often a transaction is tried, and seconds by which the pause grows each time."""

_ASKED = 30
"""Times, one second apart, that the server is asked after the answer to a commit was lost."""

PROMPT = 2.0
"""Seconds until a connection for leases or for listening counts as lost. A lease lasts for another try."""

_UNKNOWN = (
    "The connection to the database {path} was lost while it was written; it is not known whether the last"
    " change is there."
)

_MIGRATING = 7_304_201_866
"""The advisory lock of the process that makes or upgrades the tables: any number will do."""

_IDLE = "SET idle_in_transaction_session_timeout = '5s'"
"""A process that hangs within a transaction must not hold up the others until they lose their leases."""

_SERIALIZABLE = "SET default_transaction_isolation = 'serializable'"
"""For a statement that is a transaction."""

_ANNOUNCE = "SELECT pg_current_xact_id_if_assigned()::text, pg_notify($1, $2)"
_NUMBER = "SELECT pg_current_xact_id_if_assigned()::text"
_READ_ONLY = select(func.current_setting("transaction_read_only"))
_STATUS = "SELECT pg_xact_status($1::text::xid8)"
_IS_THERE = "SELECT 1"


class PostgresDatabase(Database):
    """A database on a server, and the connections of this process: one writes, several read, one listens."""

    path: str
    is_shared = True

    def __init__(self, url: str, *, writable: bool = True) -> None:
        server = server_url(url)
        self._readers = readers = _engine(server, READERS, "AUTOCOMMIT")
        self._writer = writer = _engine(server, 1, "SERIALIZABLE")
        self._single = writer.execution_options(isolation_level="AUTOCOMMIT")
        """The same connection, for a statement that is a transaction."""
        self._one_at_a_time = asyncio.Lock()
        super().__init__(name_of(server), writer.sync_engine, writable=writable)
        event.listen(writer.sync_engine, "connect", _prepare_writer)
        self._prompt = _engine(server, 2, "AUTOCOMMIT", answer_within=PROMPT)
        """One listens, one claims leases: both go on while a move waits, or while other connections hang."""
        self._engines = readers, writer, self._prompt
        self._drivers = WeakSet[Any]()
        """The connections of this process; asyncpg has no types of its own."""
        for engine in self._engines:
            event.listen(engine.sync_engine, "connect", self._note_driver)
        self._told: list[Told] = []
        self._listener = Listener(self._prompt, readers, self._heard, self._forget, self._catch_up)
        self._listening: asyncio.Task[None] | None = None

    @property
    def hears(self) -> bool:
        return self._listener.hears

    def listen(self, told: Told) -> None:
        self._told.append(told)

    async def close(self) -> None:
        """Finish what has begun, then close all connections."""
        if self._listening:
            self._listening.cancel()
            await asyncio.wait([self._listening])
        await super().close()
        for engine in self._engines:
            await engine.dispose()

    async def prepare(self, shapes: Mapping[str, int] | None = None) -> None:
        """Check the database, then make or upgrade the tables in one transaction, one process at a time."""

        if await self.is_read_only():
            raise StoreError(SERVER_ERRORS["25006"][0].format(path=self.path))
        with as_store_errors(self.path):
            async with self._writer.connect() as connection:
                await connection.execution_options(isolation_level="READ COMMITTED")
                async with connection.begin():  # what was committed while it waited for the lock is seen
                    await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
                    await connection.run_sync(check_version, self.path, shapes)
                    await connection.run_sync(migrate)
        self._listening = asyncio.create_task(self._listener.run())
        with suppress(TimeoutError):
            async with asyncio.timeout(ECHO_WITHIN):
                await self._listener.began.wait()

    async def is_read_only(self) -> bool:
        """Whether the server lets nothing be written: it is a standby, or set so. Asked by a reader: a
        standby refuses the transactions of writers with an error of its own.
        """
        ((answer,),) = await self.rows(_READ_ONLY)
        return bool(answer == "on")

    async def reserve_connections(self) -> None:
        """Open all connections that the process may need, and keep them: a limit shows at the start, and
        not in the middle of a game. Raises StoreError.
        """

        with as_store_errors(self.path):
            async with AsyncExitStack() as opened:
                for engine in self._engines:
                    assert isinstance(engine.pool, QueuePool)
                    for _ in range(engine.pool.size() - engine.pool.checkedout()):
                        await opened.enter_async_context(engine.connect())

    async def check_readable(self, shapes: Mapping[str, int] | None) -> None:
        """Raise StoreError unless the tables are those of this program."""

        with as_store_errors(self.path):
            async with self._readers.connect() as reader:
                revision = await reader.run_sync(check_version, self.path, shapes)
        if revision != REVISION:
            state = f"of an earlier revision, {revision}" if revision else "empty"
            raise StoreError(f"The database {self.path} is {state}; start the program first.")

    def _note_driver(self, connection: DBAPIConnection, _: object) -> None:
        self._drivers.add(connection.driver_connection)

    # ---- writing

    async def write_lease(self, work: Callable[[Connection, *Given], Found], *given: *Given) -> Found:
        """Run `work` where each statement is a transaction of its own, and waits for no other work.

        If no answer comes, but one over a new connection, the connections of this process are half open: all
        are dropped, and what waits for them is treated as after a lost connection.
        """

        async def run_alone() -> Found:
            async with self._prompt.connect() as connection:
                return await connection.run_sync(work, *given)

        before = set(self._drivers)
        try:
            return await self.finish(run_alone())
        except StoreError as error:
            if not isinstance(error.__cause__, TimeoutError):
                raise
        result = await self.finish(run_alone())
        log.warning("the connections to the database %s do not answer any more; new ones are made", self.path)
        for driver in before:
            driver.terminate()
        return result

    async def write_together(self, changes: Sequence[Change]) -> None:
        self.check_writable()
        statement, _, given = _together(changes, tells=False)

        async def run() -> None:
            async with self._readers.connect() as connection:
                await connection.execute(statement, given)

        await self.finish(self._again_if_lost(run))

    async def write_log(self, changes: Sequence[Change], game: str, end: int) -> bool:
        self.check_writable()
        statement, tables, given = _together(changes, tells=True)
        given["note"] = note_text(self._listener.process, map(str, tables), {game: end})

        async def run() -> bool:
            for tried in count(1):
                is_sent = False
                try:
                    async with self._one_at_a_time, self._single.connect() as connection:
                        driver: Any = (await connection.get_raw_connection()).driver_connection
                        is_sent = not driver.is_closed()  # while it lay idle
                        await connection.execute(statement, given)
                    return True
                except (DBAPIError, OSError) as error:
                    is_lost = lost_connection(error)
                    if is_lost and is_sent:  # it may be there: the caller looks
                        await self._ask(_IS_THERE)
                        return False
                    may_go_well = tried == 1 if is_lost else tried < _TRIES and lost_race(error)
                    if is_refused(error) or not may_go_well:
                        raise
                finally:
                    self._writes.update(tables)
                await asyncio.sleep(tried * _PAUSE)
            raise AssertionError

        return await self.finish(run())

    async def _again_if_lost(self, run: Callable[[], Awaitable[Found]]) -> Found:
        """Run something that may be repeated, again where the connection was lost."""
        try:
            return await run()
        except (DBAPIError, OSError) as error:
            if not lost_connection(error):
                raise
        return await run()

    async def _transact(self, jobs: Sequence[Job]) -> list[Any]:
        for tried in range(1, _TRIES):
            try:
                return await self._try(jobs)
            except (DBAPIError, OSError) as error:
                # A key that is taken concerns one of several writes: it is run again by itself.
                may_go_well = lost_race(error) and (len(jobs) == 1 or not is_repeated(error))
                if not (may_go_well or (tried == 1 and lost_connection(error))):
                    raise
            await asyncio.sleep(tried * _PAUSE)
        return await self._try(jobs)

    async def _try(self, jobs: Sequence[Job]) -> list[Any]:
        """Run writes in one transaction, and tell the other processes."""
        number, results = None, list[Any]()
        try:
            async with self._one_at_a_time, self._writer.begin() as connection:
                results = await connection.run_sync(do_all, jobs)
                logs = await connection.run_sync(written_logs)
                tables = (table.name for table in self._touched)
                text = note_text(self._listener.process, tables, logs)
                asked = (_ANNOUNCE, (CHANNEL, text)) if text else (_NUMBER, ())
                number = (await connection.exec_driver_sql(*asked)).scalar()
        except (DBAPIError, OSError) as error:
            if number is None or not lost_connection(error):
                raise
            if await self._ask(_STATUS, str(number)) != "committed":
                raise
        return results

    async def _ask(self, question: str, *given: str) -> object:
        """What the server says after a connection was lost, as soon as it knows. Raises StoreError."""
        for _ in range(_ASKED):
            with suppress(DBAPIError, OSError):
                async with self._readers.connect() as reader:
                    answer = (await reader.exec_driver_sql(question, given)).scalar()
                if answer != "in progress":
                    return answer
            await asyncio.sleep(1)
        raise StoreError(_UNKNOWN.format(path=self.path))

    # ---- reading

    async def _read(self, query: Select[*Given]) -> Sequence[Row[*Given]]:
        """The rows of a query, which is asked again where the connection was lost."""

        async def read() -> Sequence[Row[*Given]]:
            async with self._readers.connect() as reader:
                return (await reader.execute(query)).all()

        return await self._again_if_lost(read)

    # ---- what other processes write

    def _heard(self, note: ProcessNote) -> None:
        """Another process has committed a transaction."""
        if note.tables is None or note.logs is None:
            self._forget()
            return
        names = (name.partition(" ")[0] for name in note.tables)  # earlier versions add a group of games
        self._writes.update(metadata.tables[name] for name in names if name in metadata.tables)
        for game, end in note.logs.items():
            self._tell(game, end)

    def _forget(self) -> None:
        self._answers.clear()
        self._tell("", 0)

    def distrust(self) -> None:
        self._writes.update(metadata.tables.values())  # news of other processes may still be on the way

    async def _catch_up(self) -> None:
        """Tell of every game that goes on: something may have happened in it."""
        for (game,) in await self.rows(RUNNING):
            self._tell(game, 0)

    def _tell(self, game: str, end: int) -> None:
        for told in self._told:
            told(game, end)


def _together(
    changes: Sequence[Change], *, tells: bool
) -> tuple[Select[Any], tuple[Table, ...], dict[str, object]]:
    """Changes as one statement, with the tables that they write, and their values."""
    statement, tables = _composed(tuple((change.make, change.of) for change in changes), tells=tells)
    values = (one.given(number) for number, one in enumerate(changes))
    return statement, tables, {name: cell for cells in values for name, cell in cells.items()}


@lru_cache(1000)
def _composed(
    changes: tuple[tuple[Make, tuple[Hashable, ...]], ...], *, tells: bool
) -> tuple[Select[Any], tuple[Table, ...]]:
    """Changes as one statement, made once for all values, and the tables that they write."""
    statements = [made(make, of, number) for number, (make, of) in enumerate(changes)]
    ctes = [statement.cte(f"change_{number}") for number, statement in enumerate(statements)]
    note = func.pg_notify(CHANNEL, bindparam("note", type_=Text()))
    tables = tuple(statement.table for statement in statements if isinstance(statement.table, Table))
    return select(note if tells else literal(1)).add_cte(*ctes), tables


def _engine(server: URL, connections: int, isolation: str, answer_within: float | None = None) -> AsyncEngine:
    """Errors, which are logged, must show neither parameters nor rows: they hold hands and seeds."""
    url, options = connect_options(server)
    if answer_within is not None:
        options |= {"timeout": answer_within, "command_timeout": answer_within}
    engine = create_async_engine(
        url,
        connect_args=options,
        isolation_level=isolation,
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,
        skip_autocommit_rollback=True,
    )
    event.listen(engine.sync_engine, "handle_error", _without_details)
    event.listen(engine.sync_engine, "before_cursor_execute", _without_nul, retval=True)
    return engine


def _without_nul(
    _: Connection, __: object, statement: str, given: Any, ___: object, many: bool
) -> tuple[str, Any]:
    """Replace the one sign that a text on PostgreSQL cannot have, and that a client may send."""
    clean = [
        tuple(cell.replace("\0", "\ufffd") if isinstance(cell, str) else cell for cell in row)
        for row in (given if many else [given])
    ]
    return statement, clean if many else clean[0]


def _without_details(context: ExceptionContext) -> None:
    """Drop the details of an error of the server: they quote rows."""
    for error in (context.original_exception, context.original_exception.__cause__):
        if getattr(error, "detail", None):
            vars(error)["detail"] = None


def _prepare_writer(connection: DBAPIConnection, _: object) -> None:
    cursor = connection.cursor()
    for setting in (_IDLE, _SERIALIZABLE):
        cursor.execute(setting)  # poolers refuse it as a parameter of the connection
    cursor.close()
    connection.commit()


@compiles(Text, "postgresql")
def _text_in_order_of_bytes(_: Text, __: object, **___: object) -> str:
    """Sort texts as SQLite does, in every language of the server."""
    return 'TEXT COLLATE "C"'
