"""The database file: the URL that names it, the lock that one program holds, and how it is opened."""

import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import NullPool, create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.database_errors import as_store_errors, sqlite_name
from bot.store.notes import check_version
from bot.store.servers import is_server
from bot.store.values import StoreError

WAIT = 5
"""Seconds that SQLite waits for another connection to finish writing."""

_LOCK_WAIT = 0.2
"""Seconds that taking the lock waits for a program that only asks whether it is taken."""


_NO_FILE = (
    "DATABASE_URL names PostgreSQL, and this works with SQLite files only. Use its own programs, such as"
    " pg_dump and pg_restore."
)
_NO_DATABASE = (
    "DATABASE_URL names {backend}; write sqlite:///stationmaster.db, or"
    " postgresql+asyncpg://user:password@host/database"
)


def path_of(url: str) -> Path:
    """The file that a URL names, with links resolved. Raises StoreError for anything but an SQLite file."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreError("DATABASE_URL is not a URL; write sqlite:///stationmaster.db") from None
    if parsed.drivername not in ("sqlite", "sqlite+aiosqlite"):
        sentence = _NO_FILE if is_server(url) else _NO_DATABASE
        raise StoreError(sentence.format(backend=parsed.get_backend_name()))
    if parsed.query or parsed.database in (None, "", ":memory:") or str(parsed.database).startswith("file:"):
        raise StoreError("DATABASE_URL must name a file and nothing else; write sqlite:///stationmaster.db")
    return Path(str(parsed.database)).resolve()


def url_of(path: str) -> str:
    """The URL that names a file; its path may contain any characters."""
    return URL.create("sqlite", database=path).render_as_string()


def take_lock(path: Path) -> sqlite3.Connection:
    """Lock the database for this program; closing the connection releases it.

    The lock is SQLite's own lock on an empty file next to `path`: the system drops it when the process dies,
    a forked child does not inherit it, and it works within one process too. Raises StoreError if it is taken.
    """
    with as_store_errors(path):
        if path.is_dir():
            raise StoreError(f"The database {path} is a folder; name a file in it.")
        if not path.parent.is_dir():
            raise StoreError(f"The folder {path.parent} does not exist; make it, or change DATABASE_URL.")
        lock_file = _lock_path(path)
        lock_file.touch(mode=0o600)
        if not os.access(lock_file, os.W_OK):
            raise StoreError(
                f"The file {lock_file}, which shows who has the database, may not be written to."
            )
        connection = sqlite3.connect(
            lock_file, timeout=_LOCK_WAIT, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            connection.close()
            if sqlite_name(error) == "SQLITE_BUSY":
                raise StoreError(f"Another program has the database {path}; stop it first.") from None
            raise
        return connection


def _lock_path(path: Path) -> Path:
    return path.with_name(path.name + ".lock-file")


def is_in_use(path: Path) -> bool:
    """Whether a program has locked the database."""
    try:
        with closing(read_only(_lock_path(path), wait=0)) as connection:
            connection.execute("SELECT * FROM sqlite_master")
    except sqlite3.Error as error:
        return sqlite_name(error) == "SQLITE_BUSY"
    return False


def read_only(path: Path, wait: float = WAIT) -> sqlite3.Connection:
    """A connection that only reads, also while another program writes."""
    return sqlite3.connect(f"{uri(path)}?mode=ro", uri=True, timeout=wait, isolation_level=None)


def revision_to_read(path: Path, shapes: Mapping[str, int] | None = None) -> str:
    """The revision of a database. Raises StoreError if there is none, or if it is not ours or newer.

    `shapes` are the newest shapes of events that this program reads; None: they do not matter.
    """
    with as_store_errors(path):
        if not path.exists():
            raise StoreError(f"There is no database {path} yet; the program makes it when it starts.")
    engine = create_engine("sqlite://", creator=lambda: read_only(path), poolclass=NullPool)
    try:
        with as_store_errors(path), engine.connect() as connection:
            revision = check_version(connection, path, shapes)
    finally:
        engine.dispose()
    if not revision:
        raise StoreError(f"The database {path} is empty; the program fills it when it starts.")
    return revision


def first_damage(path: Path) -> str:
    """What SQLite finds wrong with the structure of the file first, or ""."""
    with as_store_errors(path), closing(read_only(path)) as reader:
        answer = str(reader.execute("PRAGMA quick_check(1)").fetchone()[0])
    return "" if answer == "ok" else answer


def uri(path: Path) -> str:
    """A file as SQLite takes it with parameters."""
    return f"file:{quote(str(path))}"


def make_file(path: Path) -> None:
    """Make the file if it is missing, readable for this account only: it holds secrets.

    Raises StoreError if it cannot be written. Only for the holder of the lock: closing a file that SQLite has
    open in the same process would drop SQLite's own locks.
    """
    with as_store_errors(path):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
