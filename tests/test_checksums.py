"""Checksums: whatever changes in a log outside the program is noticed where the log is read."""

import json
import sqlite3
from hashlib import sha256
from pathlib import Path

import pytest

from bot.store import RowUpdates, Store, UnreadableGame
from tests.stores import ANNEX, cell, edit, entries, open_game, seqs


async def written(url: str, count: int = 6) -> None:
    """A database with two games."""
    async with await Store.open(url) as store:
        await open_game(store, count=count)
        await open_game(store, "g2", ANNEX, count=3)


async def complaint(url: str, game: str = "g1", after: int = 0) -> tuple[int, str]:
    """From which event on a log is broken, and why."""
    async with await Store.open(url) as store:
        with pytest.raises(UnreadableGame) as broken:
            await store.log.read(game, after)
        assert seqs(await store.log.read("g2" if game == "g1" else "g1")) != []
    return broken.value.seq, broken.value.why


def documented(previous: object, game: str, row: tuple[object, ...]) -> str:
    """A checksum as `bot/store/checksums.py` documents it."""
    return sha256(json.dumps([previous, game, *row], separators=(",", ":")).encode()).hexdigest()


async def test_a_checksum_is_what_the_document_says(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store, count=2)
        await store.log.append("g1", 2, entries(3, 2, '{"name":"Анна \\ud83d"}'))
    database = sqlite3.connect(path)
    rows = database.execute("SELECT * FROM events ORDER BY seq").fetchall()
    end = database.execute("SELECT * FROM log_ends").fetchall()
    database.close()
    previous = ""
    for game, *event, checksum in rows:
        previous = documented(previous, game, tuple(event))
        assert checksum == previous
    assert end == [("g1", 4, previous)]


@pytest.mark.parametrize(
    "change",
    ["at = '2026-05-09T12:03:00.123457+00:00'", "at = 'yesterday'", "actor = 'local:eve'",
     "action = 'draw tickets'", "kind = 'Wormhole'", "shape = 99", "shape = 'one'", "data = '{ }'",
     "data = CAST(x'7b80ff7d' AS TEXT)", "data = x'7b7d'", "checksum = upper(checksum)", "checksum = ''"],
)  # fmt: skip
async def test_a_changed_event_is_noticed(change: str, url: str, path: Path) -> None:
    await written(url)
    edit(path, f"UPDATE events SET {change} WHERE game = 'g1' AND seq = 4")
    seq, why = await complaint(url)
    assert (seq, why) in [(4, "event 4 is not as it was written"), (1, "an event is not as it was written")]


@pytest.mark.parametrize(
    ("where", "why"),
    [
        ("seq = 1", "event 1 is missing"),
        ("seq = 3", "event 3 is missing"),
        ("seq = 6", "event 6, the last one, is missing"),
        ("seq > 2", "events 3 to 6, the last ones, are missing"),
        ("seq > 0", "events 1 to 6, the last ones, are missing"),
    ],
)
async def test_a_missing_event_is_noticed(where: str, why: str, url: str, path: Path) -> None:
    await written(url)
    edit(path, f"DELETE FROM events WHERE game = 'g1' AND {where}")
    assert (await complaint(url))[1] == why


async def test_a_missing_or_changed_end_is_noticed(url: str, path: Path) -> None:
    await written(url)
    edit(path, "UPDATE log_ends SET checksum = 'x' WHERE game = 'g1'")
    assert await complaint(url) == (6, "event 6, the last one, is not the noted one")
    edit(path, "DELETE FROM log_ends WHERE game = 'g1'")
    assert await complaint(url) == (7, "the note of its last event is missing")


async def test_an_inserted_event_is_noticed(url: str, path: Path) -> None:
    await written(url)
    edit(
        path,
        "INSERT INTO events SELECT game, 7, at, actor, action, kind, shape, data, '' FROM events LIMIT 1",
    )
    assert await complaint(url) == (7, "event 7 is not as it was written")
    previous = cell(path, "SELECT checksum FROM events WHERE game = 'g1' AND seq = 6")
    row = (7, "2026-05-09T12:01:00.123456+00:00", "local:ada", "draw deck", "CardDrawn", 1, "{}")
    edit(
        path, "UPDATE events SET checksum = ? WHERE game = 'g1' AND seq = 7", documented(previous, "g1", row)
    )
    assert await complaint(url) == (7, "it goes on after event 6, its noted end")


async def test_a_log_in_place_of_another_is_noticed(url: str, path: Path) -> None:
    await written(url)
    edit(path, "DELETE FROM events WHERE game = 'g1' AND seq <= 3")
    edit(path, "UPDATE events SET game = 'g1' WHERE game = 'g2'")
    edit(
        path,
        "INSERT INTO events SELECT 'g2', seq, at, actor, action, kind, shape, data, checksum FROM events",
    )
    async with await Store.open(url) as store:
        with pytest.raises(UnreadableGame, match="game g1 cannot be read: event 1 is not as it was written"):
            await store.log.read("g1")


async def test_a_log_that_is_read_on_is_checked_too(url: str, path: Path) -> None:
    await written(url)
    edit(path, "UPDATE events SET data = '{ }' WHERE game = 'g1' AND seq = 5")
    assert await complaint(url, after=3) == (5, "event 5 is not as it was written")
    edit(path, "DELETE FROM events WHERE game = 'g1' AND seq > 2")
    assert await complaint(url, after=2) == (3, "events 3 to 6, the last ones, are missing")
    assert await complaint(url, after=4) == (4, "event 4 is missing")


async def test_a_game_goes_on_with_its_checksums_after_a_restart(url: str) -> None:
    await written(url)
    for last in (6, 8):
        async with await Store.open(url) as store:
            await store.log.append("g1", last, entries(last + 1, 2), RowUpdates(release=True))
            assert seqs(await store.log.read("g1")) == list(range(1, last + 3))
            assert seqs(await store.log.read("g1", last - 1)) == [last, last + 1, last + 2]
