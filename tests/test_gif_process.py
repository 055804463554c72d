"""The process that draws the replay of a game."""

import asyncio
import subprocess
from contextlib import suppress
from typing import Any

import pytest

from bot.service import drawing_process, gif_process
from bot.service.gif_process import ReplayDrawing, drawn_apart
from tests.fakes.wire.patience import until
from tests.pictures import seen

DRAWING: ReplayDrawing = [seen(players=2)], ("Anna", "Boris"), ("blue", "red"), "en"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> "list[subprocess.Popen[bytes]]":
    """The processes that are started."""
    processes: list[subprocess.Popen[bytes]] = []
    start = drawing_process.started

    def noted(module: str) -> "subprocess.Popen[bytes]":
        processes.append(start(module))
        return processes[-1]

    monkeypatch.setattr(gif_process, "started", noted)
    return processes


def is_closed(process: "subprocess.Popen[bytes]") -> bool:
    """Whether a process is gone, and its pipes are closed."""
    pipes: list[Any] = [process.stdin, process.stdout]
    return process.returncode is not None and all(pipe.closed for pipe in pipes)


async def test_a_replay_is_a_gif(started: "list[subprocess.Popen[bytes]]") -> None:
    assert (await drawn_apart(DRAWING)).startswith(b"GIF89a")
    assert is_closed(started[0])


async def test_a_replay_that_nobody_waits_for_leaves_no_process(
    started: "list[subprocess.Popen[bytes]]",
) -> None:
    drawing = asyncio.create_task(drawn_apart(DRAWING))
    await until(lambda: bool(started))
    drawing.cancel()
    with suppress(asyncio.CancelledError):
        await drawing
    await until(lambda: is_closed(started[0]))


async def test_a_replay_that_takes_too_long_is_given_up(
    started: "list[subprocess.Popen[bytes]]", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gif_process, "LONGEST", 0.01)
    with pytest.raises(ChildProcessError, match="too long"):
        await drawn_apart(DRAWING)
    assert is_closed(started[0])
