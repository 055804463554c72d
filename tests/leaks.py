"""What a test must not leave behind: tasks, database connections, changed settings of the process."""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent

CONNECTION_THREAD = "_connection_worker_thread"
"""What the thread of each open aiosqlite connection runs."""

GRACE = 5.0
"""Seconds for threads and tasks that have been told to end."""


@dataclass(frozen=True)
class ProcessState:
    """Settings that all tests of a process share."""

    folder: Path = field(default_factory=Path.cwd)
    switch_interval: float = field(default_factory=sys.getswitchinterval)
    environment: dict[str, str] = field(default_factory=lambda: _environment())

    def changes(self) -> list[str]:
        """The names of what differs now."""
        now = ProcessState()
        return [name for name in vars(self) if getattr(self, name) != getattr(now, name)]


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"}


def open_connections() -> set[threading.Thread]:
    """The threads of the database connections that are open."""
    return {one for one in threading.enumerate() if CONNECTION_THREAD in one.name}


def left_open(before: set[threading.Thread]) -> list[str]:
    """The connections that were opened since and are not closed, after a grace period."""
    left = open_connections() - before
    for thread in left:
        thread.join(GRACE)
    return [thread.name for thread in left if thread.is_alive()]


def _ours(task: "asyncio.Task[object]") -> bool:
    """Whether a task runs this project's code: libraries end theirs with the loop."""
    code = getattr(task.get_coro(), "cr_code", None)
    return task is not asyncio.current_task() and code is not None and _is_ours(Path(code.co_filename))


def _is_ours(path: Path) -> bool:
    return path.is_relative_to(ROOT) and ".venv" not in path.parts


@asynccontextmanager
async def no_pending_tasks() -> AsyncIterator[None]:
    """Fail when tasks of this project are left that nobody awaited or cancelled, or open connections."""
    before, connected = asyncio.all_tasks(), _connections()
    yield
    left = {task for task in asyncio.all_tasks() - before if _ours(task)}
    if left:
        _, left = await asyncio.wait(left, timeout=GRACE)
    assert not left, f"tasks are left running: {sorted(str(task.get_coro()) for task in left)}"
    begun = asyncio.get_running_loop().time()
    while (opened := _connections() - connected) and asyncio.get_running_loop().time() - begun < GRACE:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert not opened, f"connections are left open: {sorted(map(str, opened))}"


def _connections() -> set[asyncio.BaseTransport]:
    """The connections of the running loop that nobody has closed."""
    transports: Mapping[int, asyncio.BaseTransport] = vars(asyncio.get_running_loop())["_transports"]
    return {transport for transport in transports.values() if not transport.is_closing()}
