"""Copies all tables from one database to another, row by row and unchanged; each is SQLite or PostgreSQL."""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Table, TableClause, UniqueConstraint, delete, insert, select, tuple_

from bot.store.database import Database
from bot.store.notes import DATABASE_ID, UNFINISHED_COPY, write_note
from bot.store.schema import leases, metadata, notes
from bot.store.statements import plain
from bot.store.values import StoreError
from bot.version import VERSION

_AT_A_TIME = 500
"""Rows that are read and written together."""

_OWN_NOTES = (DATABASE_ID,)
"""Notes about a database itself: they stay where they are."""

_COPIED = tuple(table for table in metadata.sorted_tables if table is not leases)
"""The tables, each after those that it refers to."""


async def check_empty(database: Database) -> None:
    """Raise StoreError if there are rows in a database, but for notes and those of an unfinished copy."""
    if await is_unfinished(database):
        return
    for table in _COPIED:
        if table is not notes and await database.rows(select(plain(table)).limit(1)):
            raise StoreError(f"The database {database.path} is not empty; name a new one.")


async def copy_tables(source: Database, target: Database) -> Mapping[str, int]:
    """Copy all rows. Returns their number by table. Raises StoreError.

    The target counts as unfinished until `finish_copy` is called.
    """

    def begin(connection: Connection) -> None:
        """Remove what an earlier attempt has copied, and note that the database is not whole."""
        for table in reversed(_COPIED):
            if table is not notes:
                connection.execute(delete(table))
        connection.execute(delete(notes).where(notes.c.name.not_in(_OWN_NOTES)))
        write_note(connection, UNFINISHED_COPY, VERSION)

    await target.write(begin)
    copied = {}
    for table in _COPIED:
        copied[table.name] = 0
        async for rows in _rows(source, table):
            await target.write(_insert, plain(table), rows)
            copied[table.name] += len(rows)
    return copied


async def _rows(database: Database, table: Table) -> AsyncIterator[Sequence[dict[str, Any]]]:
    """All rows of a table in some order, `_AT_A_TIME` rows at a time."""
    cells, after = plain(table), tuple[Any, ...]()
    unique = [rule for rule in table.constraints if isinstance(rule, UniqueConstraint)]
    columns = table.primary_key.columns or (unique[0].columns if unique else ())
    key = [cells.c[column.name] for column in columns]
    while True:
        query = select(cells).order_by(*key).limit(_AT_A_TIME) if key else select(cells)
        if after:
            query = query.where(tuple_(*key) > tuple_(*after))
        rows = [dict(row._mapping) for row in await database.rows(query)]
        copied = [row for row in rows if table is not notes or row["name"] not in _OWN_NOTES]
        if copied:
            yield copied
        if not key or len(rows) < _AT_A_TIME:
            return
        after = tuple(rows[-1][column.name] for column in key)


async def is_unfinished(database: Database) -> bool:
    """Whether a database is a copy that was begun and not finished."""
    return bool(await database.value(select(notes.c.text).where(notes.c.name == UNFINISHED_COPY)))


def finish_copy(connection: Connection) -> None:
    """Note that the copy is whole."""
    connection.execute(delete(notes).where(notes.c.name == UNFINISHED_COPY))


def _insert(connection: Connection, table: TableClause, rows: Sequence[dict[str, Any]]) -> None:
    connection.execute(insert(table), rows)
