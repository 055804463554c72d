"""Errors of the database as one sentence for the operator."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from ssl import SSLCertVerificationError

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

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

MAY_PASS, FOR_A_PERSON = True, False
"""Whether to start again later may help (exit code 3), or somebody has to change something first (2)."""

_POOLER = (
    "A pooler loses prepared statements on the way to the database {path}; docs/operating.md says what to add"
    " to DATABASE_URL ({name})."
)

SERVER_ERRORS: Mapping[str, tuple[str, bool]] = {
    "08": ("The connection to the database {path} was lost ({name}).", MAY_PASS),
    "0A": (
        "The database {path} refuses a statement: it is a standby, or its tables have changed ({name}).",
        FOR_A_PERSON,
    ),
    "25006": (
        "The database {path} may only be read: its server is a standby, or it is set to read-only.",
        FOR_A_PERSON,
    ),
    "25": ("The server has ended a transaction on the database {path} ({name}).", MAY_PASS),
    "26": (_POOLER, FOR_A_PERSON),
    "28": (
        "The server refuses the user or the password for the database {path}; see DATABASE_URL.",
        FOR_A_PERSON,
    ),
    "3D": ("The database {path} does not exist; create it, or change DATABASE_URL.", FOR_A_PERSON),
    "40": ("The database {path} is being written by too many at once ({name}).", MAY_PASS),
    "42P05": (_POOLER, FOR_A_PERSON),
    "42501": (
        "The user of DATABASE_URL may not do this in the database {path}; let it own the database.",
        FOR_A_PERSON,
    ),
    "53100": ("The server's disk is full: nothing can be written to the database {path}.", MAY_PASS),
    "53300": (
        "The server of the database {path} takes no more connections; raise max_connections or a limit.",
        MAY_PASS,
    ),
    "53": ("The server of the database {path} lacks resources ({name}).", MAY_PASS),
    "55P03": ("The database {path} is being written by another program.", MAY_PASS),
    "57": (
        "The server of the database {path} is starting or stopping, or has cancelled a statement ({name}).",
        MAY_PASS,
    ),
    "58": ("The disk of the server fails to read or write the database {path} ({name}).", FOR_A_PERSON),
    "XX": ("The database {path} is damaged, or its server has an error ({name}).", FOR_A_PERSON),
}
"""By PostgreSQL's SQLSTATE of an error, or its class, the first two signs: what to say, and whether it may
pass. docs/operating.md has the same table.
"""

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
        sentence, may_pass = SENTENCES.get("_".join(name.split("_")[:2])), False
        if sentence is None and (known := _of_server(name)):
            sentence, may_pass = known
        if sentence is None and isinstance(error, DBAPIError) and error.connection_invalidated:
            sentence, may_pass = _LOST, True
        if sentence is None:
            raise
        raise _refused(sentence.format(path=path, name=name), may_pass=may_pass) from error
    except NoConnection as error:
        raise _refused(_BUSY.format(path=path), may_pass=True) from error
    except OSError as error:
        name = error.strerror or "no answer"
        if isinstance(path, Path):
            raise StoreError(f"The database {path} cannot be opened: {name}.") from error
        may_pass = not isinstance(error, SSLCertVerificationError)
        raise _refused(_UNREACHABLE.format(path=path, name=name), may_pass=may_pass) from error


_LOST = "The connection to the database {path} was lost."
_BUSY = "All connections to the database {path} are busy, and none has become free in time."
_UNREACHABLE = "The server of the database {path} cannot be reached: {name}."


def _refused(sentence: str, *, may_pass: bool) -> StoreError:
    error = StoreError(sentence)
    error.may_pass = may_pass
    return error


def error_name(error: Exception) -> str:
    """SQLite's name of the error (`SQLITE_CONSTRAINT_UNIQUE`), its SQLSTATE (`23505`), or an empty text."""
    return sqlite_name(error) or str(getattr(getattr(error, "orig", error), "sqlstate", "") or "")


def sqlite_name(error: BaseException | None) -> str:
    """SQLite's name of the error (`SQLITE_CONSTRAINT_UNIQUE`), or an empty text."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(cause, "sqlite_errorname", ""))


def is_repeated(error: Exception) -> bool:
    """Whether a row was refused because its unique key exists already."""
    return error_name(error) in ("SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "23505")


def _of_server(name: str) -> tuple[str, bool] | None:
    return SERVER_ERRORS.get(name) or SERVER_ERRORS.get(name[:2])


def is_refused(error: Exception) -> bool:
    """Whether a row was refused because its unique key exists already, or because it lacks something."""
    return is_repeated(error) or error_name(error) in ("SQLITE_CONSTRAINT_NOTNULL", "23502")


def lost_race(error: Exception) -> bool:
    """Whether a transaction failed because it conflicted with another one. A retry may succeed."""
    return error_name(error) in _RACES


def lost_connection(error: Exception) -> bool:
    """Whether a server was not reached, or the connection to it broke."""
    return isinstance(error, OSError) or (isinstance(error, DBAPIError) and error.connection_invalidated)
