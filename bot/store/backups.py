"""Backups: a copy of the database, made while the program runs, and a copy put back in its place."""

import os
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import closing, suppress
from pathlib import Path

from bot.store import Store
from bot.store.copies import copy_database, new_copy, put_in_place
from bot.store.database_errors import as_store_errors
from bot.store.files import read_only, revision_to_read, take_lock
from bot.store.sqlite import SqliteDatabase
from bot.store.values import StoreError

_BESIDE = "-wal", "-journal", "-shm"
"""The files that SQLite keeps next to a database; the first two belong to its content."""

Ends = dict[str, tuple[int, str]]
"""The number and the checksum of the last event of each game."""


def back_up(path: Path, target: Path, *, force: bool = False) -> None:
    """Copy the database to `target` as it is at one moment; programs may be writing it.

    The copy gets its final name once it is complete and checked. An existing file is only replaced with
    `force`. Raises StoreError.
    """
    revision_to_read(path)
    with as_store_errors(target):
        _check_target(path, target, force=force)
    copy_database(path, target)


def _check_target(path: Path, target: Path, *, force: bool) -> None:
    if target.is_dir():
        raise StoreError(f"{target} is a folder; name a file in it.")
    if not target.parent.is_dir():
        raise StoreError(f"The folder {target.parent} does not exist.")
    others = (path.with_name(path.name + suffix) for suffix in (".lock-file", *_BESIDE))
    if target.resolve() in (path, *others):
        raise StoreError(f"{target} belongs to the database itself; name another file.")
    if target.exists() and not force:
        raise StoreError(f"{target} exists already; name another file, or replace it with --force.")
    log = target.with_name(target.name + "-wal")
    if log.exists() and log.stat().st_size:
        raise StoreError(
            f"{target} is a database that a program has open or did not close; name another file."
        )


async def restore(
    path: Path,
    backup: Path,
    kept: Path,
    shapes: Mapping[str, int],
    resume: Callable[[Store, Collection[str]], Awaitable[None]],
) -> Path | None:
    """Put a backup in place of the database. Returns where the replaced one is kept: `kept` or None.

    `resume` is awaited with the backup's store and the games that have another log in the replaced database:
    all games of the backup if that cannot be read. Raises StoreError if a program has the database open, or
    the file is no database that this program can read.
    """
    lock = take_lock(path)
    try:
        _check_backup(path, backup, shapes)
        with new_copy(backup, path.parent) as copy:
            database = SqliteDatabase(copy, take_lock(copy))
            async with Store(database) as store:
                await database.prepare(keep_copy=False)
                replaced = _ends(path)
                await resume(store, [game for game, end in _ends(copy).items() if replaced.get(game) != end])
            with as_store_errors(path):
                there = _keep(path, kept)
                for suffix in _BESIDE:
                    path.with_name(path.name + suffix).unlink(missing_ok=True)
            put_in_place(copy, path)
    finally:
        lock.close()
    return kept if there else None


def _check_backup(path: Path, backup: Path, shapes: Mapping[str, int]) -> None:
    with as_store_errors(backup):
        if not backup.is_file():
            raise StoreError(f"There is no file {backup}.")
        if backup.resolve() == path:
            raise StoreError(f"{backup} is the database itself; name a backup of it.")
    revision_to_read(backup, shapes)


def _ends(path: Path) -> Ends:
    """The ends of all logs; none if they cannot be read, or there is no database or one without them."""
    try:
        with as_store_errors(path), closing(read_only(path)) as reader:
            return {game: (seq, checksum) for game, seq, checksum in reader.execute("SELECT * FROM log_ends")}
    except (StoreError, sqlite3.Error):
        return {}


def _keep(path: Path, kept: Path) -> bool:
    """Give a database and its write-ahead log a second name. False if there is no database."""
    if not path.exists():
        return False
    with suppress(sqlite3.Error), closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ("", *_BESIDE[:2]):
        file = path.with_name(path.name + suffix)
        if file.exists():
            copy = kept.with_name(kept.name + suffix)
            try:
                os.link(file, copy)
            except FileExistsError:
                raise
            except OSError:  # a file system without links
                shutil.copy2(file, copy)
    return True
