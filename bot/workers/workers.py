"""The pool of worker processes: what takes long runs in one of them, so that the event loop never waits."""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar, cast

from bot.workers import process
from bot.workers.process import LENGTH, framed, pickled

Result = TypeVar("Result")

_LOW_PRIORITY = 10
"""Niceness of what may wait."""


class Workers:
    """A process for each kind of work, so that none waits for work of another kind."""

    def __init__(self) -> None:
        self.searches = Worker()
        self.pictures = Worker()
        self.films = Worker(_LOW_PRIORITY, is_kept=False)

    async def close(self) -> None:
        """End all processes. Who waits for one is cancelled."""
        for worker in (self.searches, self.pictures, self.films):
            await worker.close()


class Worker:
    """A process that runs functions one after the other.

    It is started when it is first needed, and again after it has ended. One that is not kept ends after each
    function, and gives back its memory.
    """

    def __init__(self, niceness: int = 0, *, is_kept: bool = True) -> None:
        self._niceness = niceness
        self._is_kept = is_kept
        self._process: Process | None = None
        self._boards = set[str]()
        """The editions of the boards that the process knows."""
        self._free = asyncio.Lock()
        self._is_ending = False
        """Whether the process was killed, or has ended by itself."""
        self._is_closed = False

    @property
    def process(self) -> int | None:
        """The id of the process, while there is one."""
        return self._process.pid if self._process else None

    async def run(self, function: Callable[[], Result]) -> Result:
        """What a function of a module returns in the process, or raises there.

        Raises ChildProcessError where the process has ended; the next function starts another.
        """
        async with self._free:
            text, boards = await asyncio.to_thread(pickled, function)
            if self._is_closed:
                raise asyncio.CancelledError
            if self._process is None:
                self._process, self._is_ending = await _started(self._niceness), False
            new = {edition: board for edition, board in boards.items() if edition not in self._boards}
            self._boards.update(new)
            try:
                reply = await _answer(self._process, pickle.dumps((text, new)))
            except BaseException as error:
                self._is_ending |= isinstance(error, ChildProcessError)
                await self._end()  # an answer under way would be taken for the next one
                if self._is_closed:
                    raise asyncio.CancelledError from error
                raise
            if not self._is_kept:
                await self._end()
        result, failure = await asyncio.to_thread(pickle.loads, reply)
        if failure is not None:
            raise failure
        return cast(Result, result)

    async def close(self) -> None:
        """End the process, even in the middle of a function, and start no other."""
        self._is_closed = True
        self._kill()
        async with self._free:
            await self._end()

    async def _end(self) -> None:
        self._kill()
        ended, self._process = self._process, None
        self._boards.clear()
        if ended:
            await ended.communicate()

    def _kill(self) -> None:
        """Kill the process, once: a second signal may take its exit from asyncio, which then warns."""
        if self._process and not self._is_ending:
            self._is_ending = True
            with suppress(ProcessLookupError):
                self._process.kill()


async def _started(niceness: int) -> Process:
    """A process that waits for functions.

    `-P` keeps it from running what lies in the working directory. Ctrl+C goes to the bot alone, which ends
    the process.
    """
    ours = str(Path(__file__).parents[2])
    folders = os.pathsep.join(filter(None, (ours, os.environ.get("PYTHONPATH"))))
    command = sys.executable, "-P", "-m", process.__name__, str(niceness)
    environment = {**os.environ, "PYTHONPATH": folders}
    return await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, start_new_session=True, env=environment
    )


async def _answer(worker: Process, request: bytes) -> bytes:
    """What the process replies. Raises ChildProcessError if it has ended."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        worker.stdin.write(framed(request))
        await worker.stdin.drain()
        length = int.from_bytes(await worker.stdout.readexactly(LENGTH))
        return await worker.stdout.readexactly(length)
    except (OSError, asyncio.IncompleteReadError):
        raise ChildProcessError("a worker process has ended") from None
