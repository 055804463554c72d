"""After a restart few games are read, one after the other, and people do not wait for that."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Select

from bot.model.identity import Chat
from bot.outbox import announcer
from bot.store import Entry
from bot.store.database import READERS
from bot.store.log import GameLog
from bot.store.sqlite import SqliteDatabase
from tests.fakes.wire.patience import PATIENCE, until
from tests.memory_platform import MemoryPlatform
from tests.scenario import Scenario, open_scenario

CHATS = tuple(Chat("hall", f"room {number}") for number in range(6))


@pytest.fixture
def platform() -> MemoryPlatform:
    return MemoryPlatform()


@pytest.fixture
async def games(tmp_path: Path, platform: MemoryPlatform) -> list[str]:
    """Six games that wait for Anna, and of which everything has been told."""
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna = await scenario.add_player("Anna")
        for chat in CHATS:
            for line in ("/new usa", "/computer", "/start", "/keep all"):
                await anna.says(line, chat)
        await scenario.settle()
        return [await game_in(scenario, chat) for chat in CHATS]


async def game_in(scenario: Scenario, chat: Chat) -> str:
    game = await scenario.store.chats.game_in(chat)
    assert game is not None
    return game


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose logs are read, from here on."""
    return counted_reads(monkeypatch)


def counted_reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    read, found = GameLog.read, list[str]()

    async def counted(log: GameLog, game: str, after: int = 0) -> tuple[Entry, ...]:
        found.append(game)
        return await read(log, game, after)

    monkeypatch.setattr(GameLog, "read", counted)
    return found


async def forget_the_last_post(scenario: Scenario, *games: str) -> None:
    """Change the database so that the chats of these games have not been told the last turn."""
    for game in games:
        await changed(scenario, f"DELETE FROM outbox WHERE game = '{game}'")
        await changed(scenario, f"UPDATE bookmarks SET seq = seq - 4 WHERE kind = 'chat' AND game = '{game}'")


async def changed(scenario: Scenario, statement: str) -> None:
    await scenario.store.database.write(lambda connection: connection.exec_driver_sql(statement))


@asynccontextmanager
async def changed_meanwhile(
    folder: Path, change: Callable[[Scenario], Awaitable[None]]
) -> AsyncIterator[MemoryPlatform]:
    """Change the database while no bot runs. The next one has a new platform, which knows no posts."""
    async with open_scenario(folder) as scenario:
        await scenario.stop()
        await change(scenario)
    yield MemoryPlatform()


# ---- what is read


async def test_only_games_with_something_to_do_are_read(
    tmp_path: Path, games: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    untold, for_a_computer = games[2], games[4]

    async def change(scenario: Scenario) -> None:
        await forget_the_last_post(scenario, untold)
        anna = await scenario.add_player("Anna")
        await anna.says("/leave yes", CHATS[4])

    async with changed_meanwhile(tmp_path, change) as platform:
        reads = counted_reads(monkeypatch)
        async with open_scenario(tmp_path, platform=platform) as scenario:
            before = await scenario.store.log.last_seq(for_a_computer)
            await until(lambda: bool(platform.posts))
            await until(lambda: _goes_on(scenario, for_a_computer, before))
            assert set(reads) == {untold, for_a_computer}


async def _goes_on(scenario: Scenario, game: str, after: int) -> bool:
    return await scenario.store.log.last_seq(game) > after


async def _all_summed_up(scenario: Scenario, games: Sequence[str]) -> bool:
    return len(await scenario.store.snapshots.summaries(games)) == len(games)


async def test_without_summaries_each_game_is_read_once_and_with_them_none(
    tmp_path: Path, games: Sequence[str], reads: list[str]
) -> None:
    async def forget(scenario: Scenario) -> None:
        await changed(scenario, "DELETE FROM summaries")

    async with changed_meanwhile(tmp_path, forget):
        reads.clear()
        async with open_scenario(tmp_path) as scenario:
            await until(lambda: _all_summed_up(scenario, games))
        assert sorted(reads) == sorted(games)
        reads.clear()
        async with open_scenario(tmp_path) as scenario:
            await asyncio.sleep(0.2)
        assert reads == []


# ---- people go first


async def test_a_click_is_answered_while_everything_else_waits_for_the_disk(
    tmp_path: Path, games: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reads of all games but one take as long as the test wants."""
    slow, gate, waiting = set(games[1:]), asyncio.Event(), set[str]()
    read = SqliteDatabase._read

    async def held_up(database: SqliteDatabase, query: Select[Any]) -> Sequence[Any]:
        held = slow & set(map(str, query.compile().params.values()))
        if held and "events" in str(query):
            waiting.update(held)
            async with database._readers.connect():
                await gate.wait()
        return await read(database, query)

    async def change(scenario: Scenario) -> None:
        await forget_the_last_post(scenario, *slow)
        await changed(scenario, "DELETE FROM summaries")

    async with changed_meanwhile(tmp_path, change) as platform:
        monkeypatch.setattr(SqliteDatabase, "_read", held_up)
        monkeypatch.setattr(announcer, "_LONG", 60.0)
        async with open_scenario(tmp_path, platform=platform) as scenario:
            try:
                await until(lambda: bool(waiting))
                anna = await scenario.add_player("Anna")
                async with asyncio.timeout(PATIENCE):
                    answer = await anna.presses_code(f"{games[0]}.0.hand", CHATS[0])
                assert "**Your hand**" in answer
                assert 1 <= len(waiting) < READERS
                assert platform.posts == []
            finally:
                gate.set()
            await until(lambda: set(platform.by_chat) == set(CHATS[1:]))


async def test_chats_that_do_not_answer_hold_up_nobody(
    tmp_path: Path, games: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcer, "_LONG", 0.02)

    async def change(scenario: Scenario) -> None:
        await forget_the_last_post(scenario, *games)

    async with changed_meanwhile(tmp_path, change) as platform:
        platform.faults.hanging.update(CHATS[:4])
        async with open_scenario(tmp_path, platform=platform):
            await until(lambda: set(platform.by_chat) == set(CHATS[4:]))


STARTED = """\
import asyncio, sys
from pydantic import SecretStr
from bot import cli
from bot.configured_platforms import platforms_of
from bot.clock import Clock
from bot.matches.leases import Leases
from bot.settings import Settings
from bot.store import Store

async def start(url, *names):
    tokens = {f"{name}_token": SecretStr("1:token") for name in names}
    async with await Store.open(url) as store:
        clock = Clock()
        platforms_of(Settings(_env_file=None, **tokens), clock, Leases(store, clock), "")

asyncio.run(start(*sys.argv[1:]))
print(*({"alembic", "discord", "telegram"} & set(sys.modules)))
"""
"""Opens a database, makes the platforms that have a token, and prints which large libraries were imported."""


@pytest.mark.parametrize("names", [(), ("discord",), ("telegram",)])
async def test_a_start_imports_only_what_it_needs(tmp_path: Path, names: tuple[str, ...]) -> None:
    url = f"sqlite:///{tmp_path / 'scenario.db'}"
    assert await imported(url, *names) == set(names)


async def imported(*given: str) -> set[str]:
    command = sys.executable, "-c", STARTED, *given
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    async with asyncio.timeout(PATIENCE):
        printed, _ = await process.communicate()
    assert process.returncode == 0
    return set(printed.decode().split())
