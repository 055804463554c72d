"""The matches in memory: bounded, and the same as those that are read from the log again."""

import gc
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.clock import WallClock
from bot.matches.boards import BoardRepository
from bot.matches.repository import MatchRepository
from tests.scenario import Evening, evening


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening(tmp_path) as one:
        yield one


async def open_lobbies(hall: Evening, count: int) -> list[str]:
    """Games that are opened and aborted one after the other."""
    games = []
    for _ in range(count):
        [anna] = await hall.seated("Anna", game="usa")
        games.append((await hall.match()).id)
        await anna.says("/abort")
        await anna.says("/abort yes")
    return games


async def test_matches_in_memory_are_bounded_by_their_size(hall: Evening) -> None:
    games = await open_lobbies(hall, 4)
    repository = MatchRepository(hall.store, BoardRepository(), WallClock(), room=45_000)
    matches = [await repository.read(game) for game in games]
    assert list(repository._recent) == games[-2:]
    assert repository._recent.size <= 45_000
    assert [await repository.read(game) for game in games] == matches


async def test_steps_that_have_left_memory_are_read_from_the_log(
    hall: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.repository._RECENT_STEPS", 5)
    await hall.playing("Anna", "Boris")
    game = (await hall.match()).id
    repository = MatchRepository(hall.store, BoardRepository(), WallClock())
    steps = await repository.steps(game, 0)
    assert [step.after.seq for step in steps] == list(range(1, len(steps) + 1))
    assert len(repository._recent[game]) == 5 < len(steps)
    assert await repository.steps(game, steps[-3].after.seq) == steps[-2:]


async def test_locks_that_nobody_holds_take_no_memory(hall: Evening) -> None:
    repository = hall.table.games
    for number in range(1000):
        async with repository.lock(f"game{number}"):
            assert repository.lock(f"game{number}").locked()
    gc.collect()
    assert len(repository._locks) < 10


def test_boards_of_old_editions_are_bounded() -> None:
    boards = BoardRepository()
    text = boards.text(boards.boards["usa"])
    for number in range(200):
        boards._old[f"usa@{number}"] = boards.boards["usa"]
    assert len(boards._old) == 50
    assert boards.keep(text).edition == boards.boards["usa"].edition
    assert boards.kept(boards.boards["europe"].edition) is boards.boards["europe"]
