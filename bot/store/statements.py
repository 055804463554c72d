"""Statements that work on both databases."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Table,
    TableClause,
    Text,
    and_,
    column,
    delete,
    literal,
    select,
    table,
    tuple_,
)
from sqlalchemy.dialects import postgresql, sqlite

from bot.model.identity import Person
from bot.store.moments import Moment

Cells = Mapping[str, object]
"""Column names and their values."""

_INSERT: Mapping[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def matches(table: Table, key: Cells) -> ColumnElement[bool]:
    """The rows of `table` that hold `key`."""
    return and_(*(table.c[name] == value for name, value in key.items()))


def among(table: FromClause, people: Collection[Person]) -> ColumnElement[bool]:
    """The rows of `table` that are about one of these people."""
    return tuple_(table.c.platform, table.c.person).in_([(person.platform, person.id) for person in people])


def put(
    connection: Connection,
    table: Table,
    key: Cells,
    values: Cells,
    only_if: ColumnElement[bool] | None = None,
    **options: object,
) -> bool:
    """Insert the row of `key`, which is unique, or update it with `values`; False where `only_if` does not
    hold.
    """
    insert, row = _INSERT[connection.dialect.name](table), {**key, **values}
    if only_if is not None:
        cells = select(*(literal(cell, table.c[name].type) for name, cell in row.items()))
        insert = insert.from_select([*row], cells.where(only_if))
    changed = {name: insert.excluded[name] for name in values}
    statement = insert.on_conflict_do_update(index_elements=[*key], set_=changed)
    given = row if only_if is None else None
    return bool(connection.execute(statement, given, execution_options=options).rowcount)


def add(connection: Connection, table: Table, key: Cells, values: Cells) -> bool:
    """Insert the row of `key`, which is unique, and return True; an existing row stays unchanged."""
    insert = _INSERT[connection.dialect.name](table)
    added = connection.execute(insert.on_conflict_do_nothing(index_elements=[*key]), {**key, **values})
    return bool(added.rowcount)


def remove(connection: Connection, table: Table, key: Cells) -> None:
    """Delete the rows of `key`."""
    connection.execute(delete(table).where(matches(table, key)))


def plain(of: Table) -> TableClause:
    """A table whose moments are read and written as the text that is in the database."""
    types = ((cell.name, Text() if isinstance(cell.type, Moment) else cell.type) for cell in of.columns)
    return table(of.name, *(column(name, type) for name, type in types))
