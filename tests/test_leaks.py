"""The check for leaks finds what it should."""

import asyncio
import os
import socket
from pathlib import Path

import aiosqlite
import pytest

from tests.leaks import ProcessState, left_open, no_pending_tasks, open_connections


async def test_a_task_that_nobody_awaits_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.leaks.GRACE", 0.01)
    with pytest.raises(AssertionError, match="tasks are left running"):
        async with no_pending_tasks():
            task = asyncio.create_task(_wait_forever())
    task.cancel()


async def _wait_forever() -> None:
    await asyncio.Event().wait()


async def test_a_connection_that_is_open_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.leaks.GRACE", 0.01)
    before = open_connections()
    async with aiosqlite.connect(tmp_path / "some.db"):
        assert len(left_open(before)) == 1
    monkeypatch.undo()
    assert left_open(before) == []


def test_a_changed_environment_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    before = ProcessState()
    monkeypatch.setitem(os.environ, "STATIONMASTER_LEAK", "1")
    assert before.changes() == ["environment"]


async def test_a_socket_that_nobody_closes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.leaks.GRACE", 0.01)
    ours, other = socket.socketpair()
    with other:
        with pytest.raises(AssertionError, match="connections are left open"):
            async with no_pending_tasks():
                _, writer = await asyncio.open_connection(sock=ours)
        writer.close()
        await writer.wait_closed()
