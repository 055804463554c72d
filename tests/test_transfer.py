"""`stationmaster migrate`: all data moves between databases, and running games go on."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, TableClause, delete, func, select

from bot.cli import main
from bot.operate.backup import move
from bot.settings import OperatorError
from bot.store import Store, StoreError, table_copies
from bot.store.database import Database
from bot.store.schema import events, metadata
from tests.memory_platform import MemoryPlatform
from tests.postgres import Server
from tests.scenario import MEMORY_CHAT, FakeClock, Scenario
from tests.stores import open_game


@pytest.fixture
def other_url(request: pytest.FixtureRequest, tmp_path: Path, database_url: str) -> str:
    """An empty database of the other kind."""
    if database_url.startswith("sqlite"):
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path}/other.db"


async def play_on(url: str, platform: MemoryPlatform, clock: FakeClock, *, begin: bool = False) -> None:
    """Begin a game, or take a turn in the one that runs."""
    async with await Store.open(url) as store:
        one = Scenario(store, platform, clock)
        await one.run()
        try:
            people = (
                await one.in_play("Anna", "Boris", game="usa")
                if begin
                else [await one.add_player(name) for name in ("Anna", "Boris")]
            )
            seat = (await one.match()).waiting_for[0]
            (mover,) = [each for each in people if await each.seat() == seat]
            await mover.draws()
            await one.settle()
        finally:
            await one.stop()


async def rows_of(url: str) -> dict[str, list[tuple[object, ...]]]:
    """What all tables hold, but for what a database notes about itself."""
    async with await Store.open_to_read(url) as store:
        database: Database = store.log._database
        found = {}
        for table in metadata.sorted_tables:
            rows = [tuple(row) for row in await database.rows(select(table))]
            own = ("database-id", "transactions")
            found[table.name] = sorted((row for row in rows if row[0] not in own), key=repr)
        return found


async def test_a_running_game_moves_and_goes_on(
    database_url: str, other_url: str, clock: FakeClock, capsys: pytest.CaptureFixture[str]
) -> None:
    platform = MemoryPlatform()
    await play_on(database_url, platform, clock, begin=True)
    before, posts = await rows_of(database_url), len(platform.posts)
    assert await move(database_url, other_url) == 0
    assert await rows_of(other_url) == before
    said = capsys.readouterr().out
    assert "Replayed on both sides: 1 game. Not the same: 0." in said
    assert f"events{len(before['events']):>26}" in said
    await play_on(other_url, platform, clock)
    assert len(platform.posts) == posts + 1
    keys = platform.keys_of(MEMORY_CHAT)
    assert len(keys) == len(set(keys))


async def test_a_database_that_is_not_empty_is_refused(database_url: str, other_url: str) -> None:
    platform, clock = MemoryPlatform(), FakeClock()
    for url in (database_url, other_url):
        await play_on(url, platform, clock, begin=True)
    with pytest.raises(StoreError, match="is not empty; name a new one"):
        await move(database_url, other_url)


async def test_an_interrupted_copy_is_used_by_nobody_and_may_be_repeated(
    database_url: str, other_url: str, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_on(database_url, MemoryPlatform(), clock, begin=True)
    before = await rows_of(database_url)

    insert = table_copies._insert

    def broken(connection: Connection, table: TableClause, rows: Sequence[dict[str, Any]]) -> None:
        if table.name == "events":
            raise RuntimeError
        insert(connection, table, rows)

    with monkeypatch.context() as patched:
        patched.setattr(table_copies, "_insert", broken)
        with pytest.raises(RuntimeError):
            await move(database_url, other_url)
    for opening in (Store.open, Store.open_to_read):
        with pytest.raises(StoreError, match="is an unfinished copy: repeat `stationmaster migrate`"):
            await opening(other_url)
    assert await move(database_url, other_url) == 0
    assert await rows_of(other_url) == before


async def test_a_source_that_does_not_exist_is_not_made(tmp_path: Path, postgres_url: str) -> None:
    for _ in range(2):
        with pytest.raises(StoreError, match=r"There is no database .*misspelt\.db"):
            await move(f"sqlite:///{tmp_path}/misspelt.db", postgres_url)


async def test_an_empty_server_is_no_source(tmp_path: Path, postgres_server: Server) -> None:
    name = postgres_server.new_database("template1")
    with pytest.raises(StoreError, match=f"The database {name} .* is empty"):
        await move(postgres_server.url(name), f"sqlite:///{tmp_path}/new.db")
    assert (
        postgres_server.sql("SELECT count(*) FROM pg_tables WHERE tablename = 'games'", database=name) == "0"
    )
    postgres_server.drop(name)


async def test_a_game_that_is_not_the_same_afterwards_is_found(
    database_url: str,
    other_url: str,
    clock: FakeClock,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await play_on(database_url, MemoryPlatform(), clock, begin=True)
    copy = Store.copy_to

    async def copied(self: Store, other: Store) -> object:
        done = await copy(self, other)
        last = select(func.max(events.c.seq)).scalar_subquery()
        await other.log._database.write(
            lambda connection: connection.execute(delete(events).where(events.c.seq == last)) and None
        )
        return done

    monkeypatch.setattr(Store, "copy_to", copied)
    assert await move(database_url, other_url) == 1
    with pytest.raises(StoreError, match="is an unfinished copy"):
        await Store.open(other_url)
    assert "Do not use the new database" in capsys.readouterr().out


async def test_a_database_that_a_process_has_is_refused(postgres_url: str, tmp_path: Path) -> None:
    async with await Store.open(postgres_url) as store:
        await store.leases.claim("other", ["process/other"], 15.0)
        with pytest.raises(StoreError, match="Other processes have the database"):
            await move(postgres_url, f"sqlite:///{tmp_path}/new.db")


async def test_a_file_that_a_program_has_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/held.db"
    async with await Store.open(url):
        with pytest.raises(StoreError, match="Another program has the database"):
            await move(url, f"sqlite:///{tmp_path}/new.db")


@pytest.mark.parametrize("same", ["games.db", "./games.db", "linked.db"])
async def test_a_copy_to_the_same_file_is_refused_and_nobody_else_is_blamed(
    same: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    async with await Store.open("sqlite:///games.db") as store:
        await open_game(store)
    (tmp_path / "linked.db").hardlink_to("games.db")
    assert await asyncio.to_thread(main, ["migrate", "sqlite:///games.db", f"sqlite:///{same}"]) == 2
    said = capsys.readouterr().err
    assert said == "SOURCE and TARGET are the same database; nothing was copied.\n"


async def test_a_copy_to_the_same_server_is_refused(postgres_url: str) -> None:
    other = postgres_url.replace("postgresql+asyncpg://", "postgres://").replace("@/", ":secret@:5432/")
    with pytest.raises(OperatorError, match="are the same database"):
        await move(postgres_url, other)
