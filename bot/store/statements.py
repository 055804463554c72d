"""Statements that work on every database, for which each has its own dialect."""

from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, Connection, FromClause, Table, and_, insert, select, tuple_, update

from bot.model.identity import Person

Cells = Mapping[str, object]
"""Column names and their values."""


def matches(table: Table, key: Cells) -> ColumnElement[bool]:
    """The rows of `table` that hold `key`."""
    return and_(*(table.c[name] == value for name, value in key.items()))


def among(table: FromClause, people: Collection[Person]) -> ColumnElement[bool]:
    """The rows of `table` that are about one of these people."""
    return tuple_(table.c.platform, table.c.person).in_([(one.platform, one.id) for one in people])


def put(connection: Connection, table: Table, key: Cells, values: Cells) -> None:
    """Update the row of `key` with `values`, or insert it."""
    written = connection.execute(update(table).where(matches(table, key)).values(dict(values)))
    if written.rowcount == 0:
        connection.execute(insert(table).values({**key, **values}))


def add(connection: Connection, table: Table, key: Cells, values: Cells) -> bool:
    """Insert the row of `key` and return True; an existing row stays unchanged."""
    found = connection.execute(select(1).select_from(table).where(matches(table, key)))
    if found.first() is not None:
        return False
    connection.execute(insert(table).values({**key, **values}))
    return True
