"""Cursors that visit the thread of their connection once a query."""

import sqlite3
from collections.abc import Iterable
from typing import Any, cast

import aiosqlite


def whole_cursor(connection: aiosqlite.Connection) -> aiosqlite.Cursor:
    """A cursor that has fetched all rows once it has executed a query.

    aiosqlite's own visits the connection's thread four times: to be made, to execute, to fetch, to close.
    """
    cursor, rows = aiosqlite.Cursor(connection, cast(sqlite3.Cursor, None)), list[Any]()

    async def execute(sql: str, given: Iterable[Any] = ()) -> aiosqlite.Cursor:
        visit = connection._execute(_executed, connection._conn, sql, given)  # type: ignore[no-untyped-call]
        cursor._cursor, rows[:] = await visit
        return cursor

    async def fetchall() -> Iterable[Any]:
        return rows

    async def close() -> None:
        """Drop the rows. The thread has nothing to close."""
        vars(cursor).clear()

    vars(cursor).update(execute=execute, fetchall=fetchall, close=close)
    return cursor


def _executed(connection: sqlite3.Connection, sql: str, given: Any) -> tuple[sqlite3.Cursor, list[Any]]:
    cursor = connection.execute(sql, given)
    return cursor, cursor.fetchall()
