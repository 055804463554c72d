"""The high-water mark: a database that went back is noticed at the next start, and a crash is no setback."""

import json
import signal
import subprocess
from pathlib import Path
from random import Random

import pytest

from bot.store import Store
from bot.store.high_water import read_mark
from bot.store.setbacks import last_setback, setback_now
from tests.stores import ADA, ANNEX, cell, edit, entries, open_game, program

WRITE = """
import asyncio, sys
from bot.store import RowUpdates, Store
from tests.stores import ANNEX, LOBBY, NOON, entries, open_game

async def write(url, most):
    async with await Store.open(url) as store:
        if not await store.log.running_games():
            await open_game(store)
            await open_game(store, "g2", ANNEX)
        last = await store.log.last_seq("g1")
        for _ in range(most):
            await store.log.append("g1", last, entries(last + 1))
            await store.deliveries.begin(LOBBY, "g1", last + 1, NOON)
            await store.deliveries.move_bookmark(LOBBY, "g1", last + 1)
            last += 1
            print(last, flush=True)
        await asyncio.sleep(60)

asyncio.run(write(sys.argv[1], int(sys.argv[2])))
"""


def killed(url: str, events: int) -> None:
    """A program writes this many events, and is killed."""
    with program(WRITE, url, str(events)) as writer:
        assert writer.stdout
        for _ in range(events):
            assert writer.stdout.readline()
        writer.send_signal(signal.SIGKILL)


def killed_while_writing(url: str, seconds: float) -> None:
    with program(WRITE, url, "100000") as writer:
        assert writer.stdout
        assert writer.stdout.readline()
        with pytest.raises(subprocess.TimeoutExpired):
            writer.wait(seconds)
        writer.send_signal(signal.SIGKILL)


def wal(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def cut(path: Path, frames: int) -> None:
    """Take the last frames, of one page each, from the write-ahead log."""
    with wal(path).open("r+b") as file:
        file.truncate(wal(path).stat().st_size - frames * (24 + 4096))


def content(path: Path) -> bytes:
    return path.read_bytes()


def remove(path: Path) -> None:
    path.unlink()


def put(path: Path, content: bytes) -> None:
    path.write_bytes(content)


async def sentence(url: str) -> str:
    """What is said when the database is opened."""
    async with await Store.open(url) as store:
        return store.setback


def set_back(path: Path) -> object:
    """The games that are noted to be told."""
    return json.loads(str(cell(path, "SELECT text FROM notes WHERE name = 'set-back'")))


# What is noticed


async def test_a_lost_transaction_is_noticed_once(url: str, path: Path) -> None:
    await (await Store.open(url)).close()
    killed(url, 3)
    cut(path, 1)
    said = setback_now(path)
    assert said.startswith(f"The database {path} has gone back: it has lost its last transactions (")
    assert await sentence(url) == said
    assert await sentence(url) == ""
    assert (setback_now(path), last_setback(path)) == ("", said)


async def test_a_lost_log_of_writes_names_the_games(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store, "g2", ANNEX)
        await open_game(store, "g1")
    killed(url, 3)
    remove(wal(path))
    said = setback_now(path)
    assert "with moves of g1)." in said
    assert await sentence(url) == said
    assert set_back(path) == ["g1"]


async def test_lost_transactions_without_moves_concern_no_game(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store)
    older = content(path)
    async with await Store.open(url) as store:
        await store.deliveries.move_bookmark(ADA, "g1", 2)
        await store.write_note("a", "b")
    put(path, older)
    assert "(1, without any move of a game)." in await sentence(url)
    assert set_back(path) == []


async def test_an_older_copy_may_concern_every_running_game(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store, "g1")
        await open_game(store, "g2", ANNEX)
    older = content(path)
    async with await Store.open(url) as store:
        for number in range(60):
            await store.write_note("a", str(number))
    mark = path.with_name("games.db-high-water")
    kept = [line for line in content(mark).split(b"\n") if not line.startswith(b"5")]
    put(mark, b"\n".join(kept))
    put(path, older)
    assert "perhaps with moves of every running game)." in await sentence(url)
    assert set_back(path) == ["g1", "g2"]


async def test_another_database_in_its_place_is_noticed(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store)
    remove(path)
    assert f"{path} is not the one that the program used here last" in await sentence(url)
    assert await sentence(url) == ""


async def test_a_setback_is_said_again_if_the_program_dies_before_the_mark_is_new(
    url: str, path: Path
) -> None:
    async with await Store.open(url) as store:
        await open_game(store)
    older = content(path)
    async with await Store.open(url) as store:
        await store.log.append("g1", 2, entries(3))
    mark = path.with_name("games.db-high-water")
    before = content(mark)
    put(path, older)
    said = await sentence(url)
    put(mark, before)
    assert await sentence(url) == said
    assert set_back(path) == ["g1"]


# What is no setback


async def test_a_killed_program_leaves_no_setback(url: str, path: Path) -> None:
    chance = Random(5)
    for _ in range(8):
        killed_while_writing(url, chance.random() * 0.05)
        _, transactions = read_mark(path)
        assert setback_now(path) == ""
        assert max(transactions) <= int(str(cell(path, "SELECT text FROM notes WHERE name = 'transactions'")))
        assert await sentence(url) == ""


@pytest.mark.parametrize(
    "left", ["", "database", "database 12", "\0" * 4096, "\n99999 g1;", "nonsense \udcff"]
)
async def test_a_mark_that_says_nothing_is_no_setback(left: str, url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store)
    put(path.with_name("games.db-high-water"), left.encode(errors="surrogateescape"))
    assert await sentence(url) == ""


@pytest.mark.parametrize("left", ["\n99", "\n99999", "\n99999 g1", "\0\0\0\0", "\n9\n99999"])
async def test_a_line_that_was_cut_short_does_not_count(left: str, url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store)
    mark = path.with_name("games.db-high-water")
    put(mark, content(mark) + left.encode())
    assert await sentence(url) == ""
    async with await Store.open(url) as store:
        await store.log.append("g1", 2, entries(3))
        assert store.setback == ""
    assert await sentence(url) == ""


async def test_a_transaction_that_fails_or_changes_nothing_has_no_number(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store)
        _, before = read_mark(path)
        with pytest.raises(Exception, match="has no event 9"):
            await store.log.append("g1", 9, entries(10))
        await store.deliveries.mark_refused(ADA, "g1")
        assert read_mark(path)[1] == before
        await store.log.append("g1", 2, entries(3))
        _, after = read_mark(path)
    (new,) = set(after) - set(before)
    assert (new, after[new]) == (max(before) + 1, ("g1",))


async def test_the_mark_stays_small(url: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.high_water._LONGEST", 2000)
    monkeypatch.setattr("bot.store.high_water.KEPT", 50)
    async with await Store.open(url) as store:
        await open_game(store)
        for number in range(500):
            await store.write_note("a", str(number))
        assert len(read_mark(path)[1]) >= 50
        assert len(content(path.with_name("games.db-high-water"))) < 2100
    edit(path, "UPDATE notes SET text = text - 2 WHERE name = 'transactions'")
    assert "(2, without any move of a game)" in setback_now(path)
