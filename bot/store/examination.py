"""Logs as the file has them, row by row, even if they are broken: for backups and for the doctor."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from bot.store.archives import unpacked
from bot.store.checksums import COLUMNS, Row, check
from bot.store.errors import as_store_errors, sqlite_name
from bot.store.files import read_only
from bot.store.values import UnreadableGame

_LOG = f"SELECT {', '.join(COLUMNS)} FROM events WHERE game = ? ORDER BY seq"
_ARCHIVE = "SELECT data FROM archived_games WHERE game = ?"
_END = "SELECT seq, checksum FROM log_ends WHERE game = ?"
_HAS_ARCHIVE = "SELECT 1 FROM sqlite_master WHERE name = 'archived_games'"


@contextmanager
def reader_of(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that reads a database, even where its texts are not UTF-8. Raises StoreError."""
    with as_store_errors(path), closing(read_only(path)) as reader:
        reader.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
        yield reader


def all_games(reader: sqlite3.Connection) -> tuple[str, ...]:
    """The games of a database, the first opened first."""
    return tuple(game for (game,) in reader.execute("SELECT id FROM games ORDER BY opened_at, id"))


def examine(reader: sqlite3.Connection, game: str) -> tuple[tuple[Row, ...], UnreadableGame | None]:
    """The events of a game as far as they can be read, and what is wrong with them."""
    rows: list[Row] = []
    try:
        rows.extend(reader.execute(_LOG, (game,)))
        if not rows and reader.execute(_HAS_ARCHIVE).fetchone():
            for (data,) in reader.execute(_ARCHIVE, (game,)):
                rows.extend(unpacked(game, data))
        noted = reader.execute(_END, (game,)).fetchone()
        check(game, rows, tuple(noted) if noted else None)
    except UnreadableGame as wrong:
        return tuple(rows), wrong
    except sqlite3.DatabaseError as error:
        why = f"the file is damaged where its events are ({sqlite_name(error)})"
        return tuple(rows), UnreadableGame(game, len(rows) + 1, why)
    return tuple(rows), None


def count_and_check(path: Path) -> tuple[int, int, tuple[UnreadableGame, ...]]:
    """How many games and events a database has, and the games whose events are not as they were written."""
    events, wrong = 0, []
    with reader_of(path) as reader:
        games = all_games(reader)
        checked = reader.execute("SELECT 1 FROM sqlite_master WHERE name = 'log_ends'").fetchone()
        if not checked:
            return len(games), reader.execute("SELECT count(*) FROM events").fetchone()[0], ()
        for game in games:
            rows, fault = examine(reader, game)
            events += len(rows)
            wrong += [fault] if fault else []
    return len(games), events, tuple(wrong)
