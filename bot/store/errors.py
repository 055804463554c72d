"""Errors of the database as one sentence for the operator."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from bot.store.values import StoreError

SENTENCES = {
    "SQLITE_FULL": "The disk is full: nothing can be written to the database {path}.",
    "SQLITE_IOERR": "The disk fails to read or write the database {path} ({name}).",
    "SQLITE_CORRUPT": "The database {path} is damaged; put back a copy of it.",
    "SQLITE_NOTADB": "{path} is not a database of this program: name another file, or put back a copy of it.",
    "SQLITE_CANTOPEN": "The database {path} cannot be opened; see whether its folder may be written to.",
    "SQLITE_READONLY": "The database {path} may not be written to; see its permissions and its folder's.",
    "SQLITE_PERM": "The database {path} may not be written to; see its permissions and its folder's.",
    "SQLITE_BUSY": "The database {path} is being written by another program.",
    "SQLITE_LOCKED": "The database {path} is being written by another program.",
    "SQLITE_PROTOCOL": "The database {path} is being written by another program.",
}
"""By the first two words of SQLite's name of the error; the rest of the name is only more specific."""

SERVER_SENTENCES = {
    "08": "The connection to the database {path} was lost ({name}).",
    "25006": "The database {path} may only be read: it is a standby, or set to read-only.",
    "28": "The server refuses the user or the password for the database {path}; see DATABASE_URL.",
    "3D": "The database {path} does not exist; create it, or change DATABASE_URL.",
    "40": "The database {path} is being written by too many at once ({name}).",
    "42501": "The user of DATABASE_URL may not do this in the database {path}; let it own the database.",
    "53100": "The server's disk is full: nothing can be written to the database {path}.",
    "53300": "The server of the database {path} takes no more connections; raise max_connections.",
    "53": "The server of the database {path} lacks resources ({name}).",
    "55P03": "The database {path} is being written by another program.",
    "57": "The server of the database {path} is stopping or starting, or has cancelled a statement ({name}).",
    "58": "The disk of the server fails to read or write the database {path} ({name}).",
    "XX": "The database {path} is damaged, or its server has an error ({name}).",
}
"""By PostgreSQL's SQLSTATE of the error, or the first two signs of it."""

_RACES = ("40001", "40P01", "23505")
"""A transaction that could not run as if it were alone, a deadlock, and a key that another one has taken."""


@contextmanager
def as_store_errors(path: Path | str) -> Iterator[None]:
    """Turn errors of the disk, the file or the server into StoreError; other errors pass unchanged.

    `path` is the file, or the name of a database on a server.
    """
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        name = error_name(error)
        sentence = SENTENCES.get("_".join(name.split("_")[:2])) or _of_server(name)
        if sentence is None and isinstance(error, DBAPIError) and error.connection_invalidated:
            sentence = _LOST
        if sentence is None:
            raise
        raise StoreError(sentence.format(path=path, name=name)) from error
    except OSError as error:
        sentence = "The database {path} cannot be opened: {name}." if isinstance(path, Path) else _UNREACHABLE
        refused = StoreError(sentence.format(path=path, name=error.strerror or "no answer"))
        refused.may_pass = sentence is _UNREACHABLE
        raise refused from error


_LOST = "The connection to the database {path} was lost."
_UNREACHABLE = "The server of the database {path} cannot be reached: {name}."


def _of_server(name: str) -> str | None:
    return SERVER_SENTENCES.get(name) or SERVER_SENTENCES.get(name[:2])


def error_name(error: Exception) -> str:
    """SQLite's name of the error (`SQLITE_CONSTRAINT_UNIQUE`), its SQLSTATE (`23505`), or an empty text."""
    return sqlite_name(error) or str(getattr(getattr(error, "orig", error), "sqlstate", "") or "")


def sqlite_name(error: Exception) -> str:
    """SQLite's name of the error (`SQLITE_CONSTRAINT_UNIQUE`), or an empty text."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(cause, "sqlite_errorname", ""))


def is_repeated(error: Exception) -> bool:
    """Whether a row was refused because its unique key exists already."""
    return error_name(error) in ("SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "23505")


def lost_race(error: Exception) -> bool:
    """Whether a transaction failed because it conflicted with another one. A retry may succeed."""
    return error_name(error) in _RACES


def lost_connection(error: Exception) -> bool:
    """Whether a server was not reached, or the connection to it broke."""
    return isinstance(error, OSError) or (isinstance(error, DBAPIError) and error.connection_invalidated)
