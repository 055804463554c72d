"""Statements that every database understands, where each has words of its own for them."""

from collections.abc import Collection, Mapping

from sqlalchemy import ColumnElement, Connection, Table, and_, insert, select, tuple_, update

from bot.model.identity import Person

Cells = Mapping[str, object]
"""Column names and what is in them."""


def matches(table: Table, key: Cells) -> ColumnElement[bool]:
    """The rows of `table` that hold `key`."""
    return and_(*(table.c[name] == value for name, value in key.items()))


def among(table: Table, people: Collection[Person]) -> ColumnElement[bool]:
    """The rows of `table` that are about one of these people."""
    return tuple_(table.c.platform, table.c.person).in_([(one.platform, one.id) for one in people])


def put(connection: Connection, table: Table, key: Cells, values: Cells) -> None:
    """Write `values` into the row of `key`, which is made if it is missing."""
    written = connection.execute(update(table).where(matches(table, key)).values(dict(values)))
    if written.rowcount == 0:
        connection.execute(insert(table).values({**key, **values}))


def add(connection: Connection, table: Table, key: Cells, values: Cells) -> bool:
    """Make the row of `key`, and say so; a row that is there stays as it is."""
    found = connection.execute(select(1).select_from(table).where(matches(table, key)))
    if found.first() is not None:
        return False
    connection.execute(insert(table).values({**key, **values}))
    return True
