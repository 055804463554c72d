"""A database that went back: how it is noticed, what the operator reads, which games may have lost moves."""

import json
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, select

from bot.store.errors import as_store_errors
from bot.store.files import read_only
from bot.store.high_water import HighWaterMark, Setback, Transactions, mark_path, read_mark, setback
from bot.store.notes import DATABASE_ID, LAST_SETBACK, SET_BACK, TRANSACTIONS, note, write_note
from bot.store.schema import games
from bot.store.sqlite import SqliteDatabase

_LISTED = 20
"""Games that a sentence names."""


async def begin_mark(database: SqliteDatabase, path: Path) -> str:
    """Compare a database with its high-water mark, and number on in both. A sentence if it went back."""
    with as_store_errors(path):
        marked, transactions = read_mark(path)
    id, number, sentence = await database.write(_compare, path, marked, transactions)
    kept = {seq: logs for seq, logs in transactions.items() if seq <= number} if marked == id else {}
    database.count_transactions(HighWaterMark(path, id, kept))
    return sentence


def _compare(
    connection: Connection, path: Path, marked: str, transactions: Transactions
) -> tuple[str, int, str]:
    """The id and the last transaction of a database, and the sentence; the games to be told are noted."""
    id, number = note(connection, DATABASE_ID), int(note(connection, TRANSACTIONS))
    if marked not in ("", id):
        return id, number, _other_database(path)
    lost = setback(transactions, number)
    if lost is None:
        return id, number, ""
    sentence = _sentence(path, lost)
    write_note(connection, LAST_SETBACK, sentence)
    _, games = lost
    add_set_back(connection, games)
    return id, number, sentence


def add_set_back(connection: Connection, some: Collection[str] | None) -> None:
    """Note games that may have lost moves, to be told: those of `some` that are not closed, or all."""
    running = [game for (game,) in connection.execute(select(games.c.id).where(games.c.closed_at.is_(None)))]
    lost = {game for game in running if some is None or game in some}
    before = json.loads(note(connection, SET_BACK) or "[]")
    write_note(connection, SET_BACK, json.dumps(sorted({*before, *lost})))


def remove_set_back(connection: Connection, game: str) -> None:
    """Note that the players of a game were told."""
    left = [other for other in json.loads(note(connection, SET_BACK) or "[]") if other != game]
    write_note(connection, SET_BACK, json.dumps(left))


def setback_now(path: Path) -> str:
    """The sentence about a database that has gone back since a program last wrote it, or ""."""
    with as_store_errors(path):
        marked, transactions = read_mark(path)  # first: the mark of a running program lags behind
        with closing(read_only(path)) as reader:
            id, number = (_noted(reader, name) for name in (DATABASE_ID, TRANSACTIONS))
    if not id or not marked:
        return ""
    if marked != id:
        return _other_database(path)
    lost = setback(transactions, int(number))
    return _sentence(path, lost) if lost else ""


def last_setback(path: Path) -> str:
    """The sentence about the last time that a database was found to have gone back, or ""."""
    with as_store_errors(path), closing(read_only(path)) as reader:
        return _noted(reader, LAST_SETBACK)


def _noted(reader: sqlite3.Connection, name: str) -> str:
    """A note; "" also in a database that has no notes yet."""
    if not reader.execute("SELECT 1 FROM sqlite_master WHERE name = 'notes'").fetchone():
        return ""
    row = reader.execute("SELECT text FROM notes WHERE name = ?", (name,)).fetchone()
    return str(row[0]) if row else ""


def _other_database(path: Path) -> str:
    return (
        f"The database {path} is not the one that the program used here last: {mark_path(path).name} is"
        " of another. If you did not replace it yourself, stop the program and restore a backup."
    )


def _sentence(path: Path, lost: Setback) -> str:
    transactions, games = lost
    match games:
        case None:
            moves = ", perhaps with moves of every running game"
        case ():
            moves = ", without any move of a game"
        case listed:
            more = f" and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
            moves = f", with moves of {', '.join(listed[:_LISTED])}{more}"
    return (
        f"The database {path} has gone back: it has lost its last transactions ({transactions}"
        f"{moves}). An older file was put in its place, or its -wal file is missing. The program"
        " cannot bring them back; the games go on from where they are."
    )
