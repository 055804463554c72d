"""Virtual time: weeks of games in seconds. Whenever nothing is left to do, time jumps to the next timer.

Everything runs in one thread, the database too: the same seeds play the same games to the second.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Executor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple

from sqlalchemy import Row, Select, create_engine, event

from bot.clock import Clock
from bot.matches.match import known_shapes
from bot.store import Store
from bot.store.files import make_file, take_lock
from bot.store.sqlite import SqliteDatabase

BEGIN = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
"""When virtual time begins: a Monday evening in Europe."""

_Result = TypeVar("_Result")
_Given = TypeVarTuple("_Given")


class VirtualClock(Clock):
    """The clock of the event loop that runs now."""

    def now(self) -> datetime:
        return BEGIN + timedelta(seconds=asyncio.get_running_loop().time())


class _NoWaiting(selectors.BaseSelector):
    """Waits for no file: the time that it should wait has passed at once."""

    def __init__(self) -> None:
        self.passed = 0.0
        """Seconds that were waited for, in all."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("all tasks wait for one another")
        self.passed += max(0.0, timeout)
        return []

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return selectors.SelectorKey(fileobj, 0, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return selectors.SelectorKey(fileobj, 0, 0, None)

    def get_key(self, fileobj: Any) -> selectors.SelectorKey:
        raise KeyError(fileobj)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return {}


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop on virtual time, without threads: what is meant for one is done at once."""

    def __init__(self) -> None:
        self._waited = _NoWaiting()
        super().__init__(self._waited)

    def time(self) -> float:
        return self._waited.passed

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[[*_Given], _Result], *args: *_Given
    ) -> asyncio.Future[_Result]:
        done: asyncio.Future[_Result] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - the caller gets it, as from a thread
            done.set_exception(error)
        return done


def run(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Run `work` from the beginning of virtual time on."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)


class ImmediateDatabase(SqliteDatabase):
    """A database that is read in the thread of the event loop, and does not wait for the disk."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, take_lock(path))
        event.listen(self._writer, "connect", _wait_for_no_disk)
        self._reader = create_engine(f"sqlite:///{path}", isolation_level="AUTOCOMMIT")
        self._reading = self._reader.connect()

    async def _read(self, query: Select[*_Given]) -> Sequence[Row[*_Given]]:
        return self._reading.execute(query).all()

    async def close(self) -> None:
        self._reading.close()
        self._reader.dispose()
        await super().close()


def _wait_for_no_disk(connection: Any, _: object) -> None:
    connection.execute("PRAGMA synchronous=OFF")


async def open_store(path: Path) -> Store:
    """Open a new database."""
    make_file(path)
    database = ImmediateDatabase(path)
    await database.prepare(known_shapes())
    return Store(database)
