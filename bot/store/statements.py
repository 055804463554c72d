"""Statements that work on both databases: `insert ... on conflict` of PostgreSQL is that of SQLite too."""

from collections.abc import Collection, Mapping
from functools import cache

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
    literal_column,
    select,
    table,
    tuple_,
)
from sqlalchemy.dialects.postgresql import Insert, insert

from bot.model.identity import Person
from bot.store.moments import Moment

Cells = Mapping[str, object]
"""Column names and their values."""


def matches(table: Table, key: Cells) -> ColumnElement[bool]:
    """The rows of `table` that hold `key`."""
    return and_(*(table.c[name] == value for name, value in key.items()))


def among(table: FromClause, people: Collection[Person]) -> ColumnElement[bool]:
    """The rows of `table` that are about one of these people."""
    return tuple_(table.c.platform, table.c.person).in_([(person.platform, person.id) for person in people])


def upsert(table: Table, key: Cells, values: Cells, only_if: ColumnElement[bool] | None = None) -> Insert:
    """What inserts the row of `key`, which is unique, or updates it with `values`, if `only_if` holds."""
    statement, row = insert(table), {**key, **values}
    if only_if is None:
        statement = statement.values(row)
    else:
        cells = select(*(literal(cell, table.c[name].type) for name, cell in row.items()))
        statement = statement.from_select([*row], cells.where(only_if))
    return _or_update(statement, tuple(key), tuple(values))


def put(connection: Connection, table: Table, key: Cells, values: Cells) -> None:
    """Insert the row of `key`, which is unique, or update it with `values`."""
    connection.execute(_put(table, tuple(key), tuple(values)), {**key, **values})


@cache
def _put(table: Table, key: tuple[str, ...], values: tuple[str, ...]) -> Insert:
    """The statement of `put`, made once: SQLAlchemy takes as long to make it as to run it."""
    return _or_update(insert(table), key, values)


def _or_update(statement: Insert, key: tuple[str, ...], values: tuple[str, ...]) -> Insert:
    # `statement.excluded` says the same, but takes longer than all the rest of a statement.
    changed = {name: literal_column(f"excluded.{name}", statement.table.c[name].type) for name in values}
    return statement.on_conflict_do_update(index_elements=[*key], set_=changed)


def add(connection: Connection, table: Table, key: Cells, values: Cells) -> bool:
    """Insert the row of `key`, which is unique, and return True; an existing row stays unchanged."""
    statement = insert(table).values({**key, **values}).on_conflict_do_nothing(index_elements=[*key])
    return bool(connection.execute(statement).rowcount)


def remove(connection: Connection, table: Table, key: Cells) -> None:
    """Delete the rows of `key`."""
    connection.execute(delete(table).where(matches(table, key)))


def plain(of: Table) -> TableClause:
    """A table whose moments are read and written as the text that is in the database."""
    types = ((cell.name, Text() if isinstance(cell.type, Moment) else cell.type) for cell in of.columns)
    return table(of.name, *(column(name, type) for name, type in types))
