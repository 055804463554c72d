"""A program that is killed while a person is being forgotten: the rest is done after the next start."""

import asyncio
import shutil
from itertools import count
from pathlib import Path

import pytest

from bot.operate.backup import count_and_check
from tests.crash_erasure import BORIS, NAME, killed, prepare
from tests.fakes.wire.patience import until
from tests.scenario import MEMORY_CHAT, open_scenario
from tests.test_privacy import mentions_of


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    asyncio.run(prepare(folder))
    return folder


@pytest.mark.timeout(1800)  # it starts a program for each write
@pytest.mark.parametrize("committed", [False, True])
def test_a_kill_in_any_write_leaves_nothing_half_deleted(
    prepared: Path, tmp_path: Path, *, committed: bool
) -> None:
    """Either the person is still there with everything, or nothing is left of them after the next start."""
    gone = 0
    for number in count(1):
        shutil.copytree(prepared, folder := tmp_path / str(number))
        if not killed(folder, number, committed=committed):
            break
        gone += asyncio.run(is_gone(folder))
    assert number > gone >= 6, "each game, the person, and the hands are writes of their own"


async def is_gone(folder: Path) -> bool:
    """Start the program again, and let it finish. Whether the person is gone, with everything."""
    async with open_scenario(folder, boards=folder / "boards") as scenario:

        async def done() -> bool:
            return await scenario.store.personal.erasures() == ()

        await until(done, "the deletion does not go on")
        await scenario.store.sign()  # by then no answer from before the deletion is cached
        await scenario.settle()
        known, names = await scenario.store.people.profile(BORIS), []
        for game in await scenario.store.chats.games_opened_in(MEMORY_CHAT):
            roster = (await scenario.host.repository.read(game)).roster
            names += [name for name in roster.names if name != "Anna"]
        assert len(names) == 2, "a finished game and a running one"
        assert {name == NAME for name in names} == {known is not None}
    if known is None:
        assert mentions_of(folder, NAME, str(BORIS)) == []
        assert mentions_of(folder, f"'{BORIS.id}'") == ["hands"], "so that nobody sees two hands"
    _, _, wrong = await count_and_check(folder / "scenario.db")
    assert wrong == []
    return known is None
