"""Copies of a database as of one moment, also while a program writes it."""

import glob
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.database_errors import as_store_errors, sqlite_name
from bot.store.files import first_damage, read_only
from bot.store.values import StoreError

_MEGABYTE = 1 << 20


def copy_database(source: Path, target: Path) -> None:
    """Copy a database to a file for this account only; `target` is replaced once the copy is whole.

    Raises StoreError: there is no room, one of them cannot be opened, or the database is damaged.
    """
    with new_copy(source, target.parent) as copy:
        put_in_place(copy, target)


@contextmanager
def new_copy(source: Path, folder: Path) -> Iterator[Path]:
    """A copy of a database in a folder, found to be sound; removed at the end unless it was put in its place.

    Raises StoreError as `copy_database` does.
    """
    with as_store_errors(source):
        if shutil.disk_usage(folder).free < _size(source):
            raise _no_room(source, folder)
    with as_store_errors(folder / source.name):
        handle, name = tempfile.mkstemp(prefix=f".{source.name}-", suffix=".part", dir=folder)
        os.close(handle)
    try:
        with as_store_errors(source):
            try:
                with closing(read_only(source)) as reader:
                    reader.execute("VACUUM INTO ?", (name,))
            except sqlite3.Error as error:
                if sqlite_name(error) == "SQLITE_FULL":
                    raise _no_room(source, folder) from error
                raise
            if damage := first_damage(Path(name)):
                raise StoreError(f"The database {source} is damaged ({damage}); put back a copy of it.")
        yield Path(name)
    finally:
        for left in folder.glob(f"{glob.escape(Path(name).name)}*"):
            left.unlink(missing_ok=True)


def put_in_place(copy: Path, target: Path) -> None:
    """Give a copy its name, once all of it is on the disk. Raises StoreError."""
    with as_store_errors(target):
        _sync(copy)
        copy.replace(target)
        _sync(target.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _no_room(source: Path, folder: Path) -> StoreError:
    needed = -(-_size(source) // _MEGABYTE)
    return StoreError(f"There is no room in {folder} for a copy of {source.name}, which needs {needed} MB.")


def _size(source: Path) -> int:
    wal = source.with_name(source.name + "-wal")
    return source.stat().st_size + (wal.stat().st_size if wal.exists() else 0)
