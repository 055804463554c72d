"""Errands: work to be done for a key whenever something new has come, one at a time for each key."""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Generic, TypeVar

from bot.clock import Clock
from bot.store import StoreError

_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0

Key = TypeVar("Key")

log = logging.getLogger(__name__)


class KeyedTasks(Generic[Key]):
    """Runs `errand(key)` for every key that is woken. Woken while it runs, it runs once more.

    An errand that fails is run again after a wait that grows to a minute, and delays no other. `name` says
    in the log what a key is about.
    """

    def __init__(
        self,
        name: Callable[[Key], str],
        errand: Callable[[Key], Awaitable[None]],
        tasks: asyncio.TaskGroup,
        clock: Clock,
    ) -> None:
        self._name = name
        self._errand = errand
        self._tasks = tasks
        self._clock = clock
        self._due: set[Key] = set()
        self._running: set[Key] = set()

    def wake(self, key: Key) -> None:
        """There may be something to do for a key."""
        self._due.add(key)
        if key not in self._running:
            self._running.add(key)
            self._tasks.create_task(self._run(key))

    @property
    def running(self) -> frozenset[Key]:
        """The keys whose errands are being run, or are to be run again."""
        return frozenset(self._running)

    async def _run(self, key: Key) -> None:
        wait = _FIRST_WAIT
        try:
            while key in self._due:
                self._due.discard(key)
                if await self._done(key):
                    wait = _FIRST_WAIT
                else:
                    self._due.add(key)
                    await self._clock.sleep(wait)
                    wait = min(2 * wait, _LONGEST_WAIT)
        finally:
            self._running.discard(key)

    async def _done(self, key: Key) -> bool:
        try:
            await self._errand(key)
        except Exception as error:  # noqa: BLE001 - a platform or a disk may fail in any way
            log.warning("%s failed, and is tried again: %s", self._name(key), fault(error))
            return False
        return True


def fault(error: Exception) -> str:
    """What went wrong, and where, in one line: not what the error says of itself, which may be a secret."""
    if isinstance(error, StoreError):
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(frame.filename).name}, line {frame.lineno}"
