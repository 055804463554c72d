"""Errors of SQLite as one sentence for the operator."""

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


@contextmanager
def as_store_errors(path: Path) -> Iterator[None]:
    """Turn errors of the disk or the file into StoreError; other errors pass unchanged."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        name = sqlite_name(error)
        sentence = SENTENCES.get("_".join(name.split("_")[:2]))
        if sentence is None:
            raise
        raise StoreError(sentence.format(path=path, name=name)) from error
    except OSError as error:
        raise StoreError(f"The database {path} cannot be opened: {error.strerror}.") from error


def sqlite_name(error: Exception) -> str:
    """SQLite's name of the error (`SQLITE_CONSTRAINT_UNIQUE`), or an empty text."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(cause, "sqlite_errorname", ""))


def is_repeated(error: Exception) -> bool:
    """Whether a row was refused because its unique key exists already."""
    return sqlite_name(error) in ("SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY")
