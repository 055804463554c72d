"""A program that kills itself with -9 in a chosen write while a person is being forgotten."""

import asyncio
import os
from collections.abc import Callable
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from signal import SIGKILL
from typing import Any

from bot.matches.roster import Status
from bot.model.identity import Person
from bot.store.database import Database
from tests.scenario import Participant, Scenario, open_scenario, waited_for
from tests.situations import tiny_board_folder

NAME, BORIS = "Boris", Person("hall", "boris")
"""Who is forgotten."""


async def prepare(folder: Path) -> None:
    """Boris has finished a game, and plays another one; his statistics are on, and he waits for the next."""
    boards = tiny_board_folder(folder)
    async with open_scenario(folder, boards=boards) as scenario:
        players = await scenario.in_play("Anna", NAME, game="isle")
        boris = _boris(scenario)
        await boris.says("/stats on")
        while (await scenario.match()).roster.status is Status.RUNNING:
            for one in await waited_for(scenario, players):
                await one.says(f"/{await one.thinks()}")
            await scenario.settle()
        await boris.says("/stats")
        await scenario.in_play("Anna", NAME, game="isle")
        await boris.says("/away 2026-12-01")
        await boris.says("/notify")


def killed(folder: Path, number: int, *, committed: bool) -> bool:
    """Forget Boris in a process that is killed in a write, or after it. Whether there were this many."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    erase = partial(_erase, folder, number, committed=committed)
    program = context.Process(target=erase, daemon=True)
    program.start()
    program.join()
    assert program.exitcode in (0, -SIGKILL), program.exitcode
    return program.exitcode != 0


def _erase(folder: Path, number: int, *, committed: bool) -> None:
    asyncio.run(_forget(folder, number, committed=committed))


async def _forget(folder: Path, number: int, *, committed: bool) -> None:
    async with open_scenario(folder, boards=folder / "boards") as scenario:
        await scenario.settle()
        _kill_in(number, committed=committed)
        await _boris(scenario).says("/forgetme yes")
        os._exit(0)


def _boris(scenario: Scenario) -> Participant:
    return Participant(scenario, BORIS)


def _kill_in(number: int, *, committed: bool) -> None:
    """Kill this process in a write from now on, before it is committed, or directly after that."""
    numbers, original = count(1), Database.write

    async def counted(self: Database, work: Callable[..., Any], *given: Any) -> Any:
        is_last = next(numbers) == number
        found = await original(self, _killing(work) if is_last and not committed else work, *given)
        if is_last:
            _kill()
        return found

    Database.write = counted  # type: ignore[method-assign]


def _killing(work: Callable[..., Any]) -> Callable[..., Any]:
    """A write that ends with the kill, before the transaction is committed."""

    def write(*given: Any) -> None:
        work(*given)
        _kill()

    return write


def _kill() -> None:
    os.kill(os.getpid(), SIGKILL)
