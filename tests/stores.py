"""What the tests of the store share: a game to write, who plays it where, and other programs."""

import gzip
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.model.identity import Chat, Person
from bot.store import Entry, RowUpdates, Store, StoreError
from bot.store.checksums import checksum
from bot.store.files import path_of, take_lock
from bot.store.schema import metadata
from bot.store.sqlite import SqliteDatabase
from bot.store.timers import GAME

DATABASES = Path(__file__).parent / "databases"
"""Databases that earlier versions have written."""

NOON = datetime(2026, 5, 9, 12, 0, 0, 123456, tzinfo=UTC)
LOBBY, ANNEX = Chat("local", "lobby"), Chat("local", "annex")
ADA, BEA = Person("local", "ada"), Person("local", "bea")


def entries(first: int, count: int = 1, data: str = "{}") -> list[Entry]:
    """A batch of events, as an action of Ada's causes it."""
    return [
        Entry(
            seq, NOON + timedelta(minutes=seq), str(ADA), "draw deck" * (seq == first), "CardDrawn", 1, data
        )
        for seq in range(first, first + count)
    ]


async def due_in_games(store: Store, now: datetime) -> tuple[tuple[str, str], ...]:
    """The games in which something is due, and its kind."""
    return tuple(
        (timer.owner, timer.kind) for timer in await store.timers.due(now) if timer.owner_kind == GAME
    )


async def removals(store: Store, now: datetime) -> dict[str, str]:
    """The channels and persons of the page that are to be removed, and the kind of the timer."""
    return {
        timer.owner: timer.kind for timer in await store.timers.due(now) if timer.kind.startswith("removal")
    }


async def open_game(
    store: Store, game: str = "g1", chat: Chat = LOBBY, also: RowUpdates | None = None, count: int = 2
) -> None:
    await store.log.open_game(
        game, "europe@1", "title = 'Europe'", entries(1, count), chat, also or RowUpdates()
    )


URL_FILE = "database-url"
"""The file in a test's folder that names another database than SQLite's in that folder."""


def url_in(folder: Path, name: str) -> str:
    """The URL of the database of a test: a file of this name, unless the folder names another one."""
    named = folder / URL_FILE
    return named.read_text() if named.exists() else f"sqlite:///{folder / name}"


async def opened_beside(url: str) -> Store:
    """The store of another program that has the same database, as if SQLite's lock did not keep it out."""
    if not url.startswith("sqlite"):
        return await Store.open(url)
    path = path_of(url)
    return Store(SqliteDatabase(path, take_lock(path.with_name("no-lock-between-them"))))


def seqs(log: Sequence[Entry]) -> list[int]:
    return [entry.seq for entry in log]


async def refusal(url: str, shapes: Mapping[str, int] | None = None) -> str:
    """The sentence with which a URL is refused."""
    with pytest.raises(StoreError) as caught:
        await Store.open(url, shapes)
    sentence = str(caught.value)
    assert "\n" not in sentence
    return sentence


def program(source: str, *urls: str) -> subprocess.Popen[str]:
    """Another program, with the same database."""
    return subprocess.Popen(
        [sys.executable, "-c", source, *urls],
        cwd=Path(__file__).parent.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def edit(path: Path, statement: str, *values: object) -> None:
    """Change a database behind the program's back."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement, values)
    connection.close()


def rows_in(path: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    """What a query finds in a database."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query, values).fetchall()


def dump(path: Path) -> list[str]:
    """All that a database holds, as statements that make it again."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def write_first_database(path: Path) -> None:
    """A database of the first revision."""
    write_database(path, DATABASES / "v0001.sql")


def write_database(path: Path, file: Path) -> str:
    """A database of an earlier version, from its dump. Returns that."""
    text = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(text.decode())
    return text.decode()


async def limit_pages(store: Store, pages: int) -> None:
    """Limit the database to `pages` pages, or to its present size if that is larger."""
    await store.database.write(
        lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    )


def cell(path: Path, query: str, *values: object) -> object:
    """The first value that a query finds in a database."""
    found = rows_in(path, query, *values)
    return found[0][0] if found else None


def rechain(path: Path, game: str) -> None:
    """Give a changed log valid checksums, as a forger would."""
    connection = sqlite3.connect(path)
    columns = "seq, at, actor, action, kind, shape, data"
    rows = connection.execute(f"SELECT {columns} FROM events WHERE game = ? ORDER BY seq", (game,)).fetchall()
    previous = ""
    with connection:
        for row in rows:
            previous = checksum(previous, game, row)
            where = previous, game, row[0]
            connection.execute("UPDATE events SET checksum = ? WHERE game = ? AND seq = ?", where)
        end = rows[-1][0], previous, game
        connection.execute("UPDATE log_ends SET seq = ?, checksum = ? WHERE game = ?", end)
    connection.close()


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """The statements that the store executes in the meantime."""
    database, executed = store.log._database, list[str]()
    engines = [getattr(one, "sync_engine", one) for one in (database._writer, database._readers)]

    def note(_: object, __: object, statement: str, *___: object) -> None:
        executed.append(statement)

    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    try:
        yield executed
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)


@contextmanager
def full_disk() -> Iterator[None]:
    """Meanwhile the system lets this process write to no file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def mentions_of(folder: Path, *texts: str) -> list[str]:
    """The tables of the database that have one of these texts somewhere."""
    found = []
    with sqlite3.connect(folder / "scenario.db") as connection:
        for table in metadata.tables:
            rows = str(connection.execute(f"SELECT * FROM {table}").fetchall())
            found += [table] if any(text in rows for text in texts) else []
    connection.close()
    return sorted(found)
