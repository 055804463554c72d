"""Tasks by key: work that is done for a key when there is news, once at a time for each key."""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

from bot.clock import Clock

_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0

Key = TypeVar("Key")

log = logging.getLogger(__name__)


class TryAgain(Exception):
    """Raised by work that is to be repeated after some seconds, or as soon as its key is woken."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class KeyedTasks(Generic[Key]):
    """Runs `work(key)` for each key that is woken. A key that is woken while it runs is run once more.

    Work that fails is repeated after a wait that grows to a minute, or that it names itself (see TryAgain).
    It does not delay other keys. `name` describes a key in the log.
    """

    def __init__(
        self,
        name: Callable[[Key], str],
        work: Callable[[Key], Awaitable[None]],
        tasks: asyncio.TaskGroup,
        clock: Clock,
    ) -> None:
        self._name = name
        self._work = work
        self._tasks = tasks
        self._clock = clock
        self._due: set[Key] = set()
        self._running: set[Key] = set()
        self._attempts: dict[Key, asyncio.Event] = {}
        self._waiting: dict[Key, asyncio.Event] = {}
        """What ends the wait of a key whose work asked to be repeated."""

    def wake(self, key: Key) -> None:
        """Run the work of a key, now or after its current run. While the tasks end, nothing is begun."""
        self._due.add(key)
        if waiting := self._waiting.get(key):
            waiting.set()
        if key not in self._running:
            run = self._run(key)
            try:
                self._tasks.create_task(run)
            except RuntimeError:
                run.close()
            else:
                self._running.add(key)

    async def attempt(self, key: Key, seconds: float) -> None:
        """Run the work of a key, and wait until it was tried once, for this many seconds at most."""
        tried = self._attempts.setdefault(key, asyncio.Event())
        self.wake(key)
        with suppress(TimeoutError):
            await asyncio.wait_for(tried.wait(), seconds)

    @property
    def running(self) -> frozenset[Key]:
        """The keys whose work is running, or will be repeated."""
        return frozenset(self._running)

    async def _run(self, key: Key) -> None:
        wait = _FIRST_WAIT
        try:
            while key in self._due:
                self._due.discard(key)
                try:
                    await self._work(key)
                except TryAgain as later:
                    self._note_attempt(key)
                    await self._wait(key, later.seconds)
                    self._due.add(key)
                except Exception as error:  # noqa: BLE001 - a platform or a disk may fail in any way
                    log.warning("%s failed and will be tried again: %s", self._name(key), fault(error))
                    self._note_attempt(key)
                    self._due.add(key)
                    await self._clock.sleep(wait)
                    wait = min(2 * wait, _LONGEST_WAIT)
                    continue
                else:
                    self._note_attempt(key)
                wait = _FIRST_WAIT
        finally:
            self._running.discard(key)

    def _note_attempt(self, key: Key) -> None:
        if tried := self._attempts.pop(key, None):
            tried.set()

    async def _wait(self, key: Key, seconds: float) -> None:
        """Wait until a key is woken, for this many seconds at most."""
        if key in self._due:
            return
        woken = self._waiting[key] = asyncio.Event()
        ways = [asyncio.ensure_future(woken.wait()), asyncio.ensure_future(self._clock.sleep(seconds))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._waiting[key]
            for way in ways:
                way.cancel()


def fault(error: Exception) -> str:
    """What went wrong and where, in one line; the text of an error only if it is `for_operator`: others may
    hold secrets. Of several errors at once it is the first.
    """
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    if getattr(error, "for_operator", False):
        return str(error)
    name, frames = type(error).__name__, traceback.extract_tb(error.__traceback__)
    return f"{name} in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else name
