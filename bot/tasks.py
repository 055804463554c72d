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


class KeyedTasks(Generic[Key]):
    """Runs `work(key)` for each key that is woken. A key that is woken while it runs is run once more.

    Work that fails is repeated after a wait that grows to a minute, and does not delay other keys. `name`
    describes a key in the log.
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

    def wake(self, key: Key) -> None:
        """Run the work of a key, now or after its current run. While the tasks end, nothing is begun."""
        self._due.add(key)
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
                done = await self._done(key)
                if tried := self._attempts.pop(key, None):
                    tried.set()
                if done:
                    wait = _FIRST_WAIT
                else:
                    self._due.add(key)
                    await self._clock.sleep(wait)
                    wait = min(2 * wait, _LONGEST_WAIT)
        finally:
            self._running.discard(key)

    async def _done(self, key: Key) -> bool:
        try:
            await self._work(key)
        except Exception as error:  # noqa: BLE001 - a platform or a disk may fail in any way
            log.warning("%s failed and will be tried again: %s", self._name(key), fault(error))
            return False
        return True


def fault(error: Exception) -> str:
    """What went wrong and where, in one line; the text of an error only if it is `for_operator`: others may
    hold secrets.
    """
    if getattr(error, "for_operator", False):
        return str(error)
    name, frames = type(error).__name__, traceback.extract_tb(error.__traceback__)
    return f"{name} in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else name
