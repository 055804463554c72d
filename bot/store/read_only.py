"""Databases that are only read: while a program has them open, and of earlier revisions."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from sqlalchemy import NullPool, create_engine

from bot.store.copies import copy_database
from bot.store.errors import as_store_errors
from bot.store.files import read_only, take_lock
from bot.store.notes import check_version
from bot.store.sqlite import SqliteDatabase
from bot.store.values import StoreError


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


async def upgraded_copy(path: Path, folder: Path) -> Path:
    """A copy of a database of an earlier revision, upgraded, in a folder of its own. Raises StoreError."""
    copy = folder / path.name
    copy_database(path, copy)
    database = SqliteDatabase(copy, take_lock(copy))
    try:
        await database.prepare(keep_copy=False)
    finally:
        await database.close()
    return copy
