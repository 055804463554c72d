"""Statements that work on every database, for which each has its own dialect."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    CursorResult,
    Delete,
    FromClause,
    Insert,
    Integer,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    delete,
    insert,
    literal_column,
    select,
    tuple_,
    update,
)

from bot.model.identity import Person

Cells = Mapping[str, object]
"""Column names and their values."""

Statement = tuple[str, tuple[object, ...]]
"""A statement as text, with `?` for each parameter, and the parameters."""

_COMPOSED = 200
"""Statements of each kind that are kept; there are as many as tables and keys in use."""


def matches(table: Table, key: Cells) -> ColumnElement[bool]:
    """The rows of `table` that hold `key`."""
    return and_(*(table.c[name] == value for name, value in key.items()))


def among(table: FromClause, people: Collection[Person]) -> ColumnElement[bool]:
    """The rows of `table` that are about one of these people."""
    return tuple_(table.c.platform, table.c.person).in_([(person.platform, person.id) for person in people])


@lru_cache(_COMPOSED)
def located(table: Table, names: tuple[str, ...]) -> ColumnElement[bool]:
    """The rows of `table` that hold a key of these columns, whose cells are the parameters `given(key)`.

    Composing a statement takes longer than running it: what runs often is composed once, with parameters.
    """
    return and_(*(table.c[name] == bindparam(parameter(name)) for name in names))


def given(key: Cells) -> dict[str, object]:
    """The parameters of `located`."""
    return {parameter(name): value for name, value in key.items()}


def parameter(name: str) -> str:
    """The parameter of `located` for a column."""
    return f"key_{name}"


def put(connection: Connection, table: Table, key: Cells, values: Cells) -> None:
    """Update the row of `key` with `values`, or insert it."""
    written = connection.execute(_update(table, tuple(key)), {**given(key), **values})
    if written.rowcount == 0:
        connection.execute(_insert(table), {**key, **values})


def add(connection: Connection, table: Table, key: Cells, values: Cells) -> bool:
    """Insert the row of `key` and return True; an existing row stays unchanged."""
    if connection.execute(_find(table, tuple(key)), given(key)).first() is not None:
        return False
    connection.execute(_insert(table), {**key, **values})
    return True


def remove(connection: Connection, table: Table, key: Cells) -> None:
    """Delete the rows of `key`."""
    connection.execute(_delete(table, tuple(key)), given(key))


def run(
    connection: Connection, statement: str, given: tuple[object, ...] | Sequence[tuple[object, ...]]
) -> CursorResult[*tuple[Any, ...]]:
    """Run a statement that is kept as text, with `?` for each parameter; several times for a list of them.

    What runs at every action is kept so: composing it takes longer than running it.
    """
    style = connection.dialect.paramstyle
    return connection.exec_driver_sql(_spelled(statement, style), given)


@lru_cache(_COMPOSED)
def _spelled(statement: str, style: str) -> str:
    """A statement with its parameters as a driver wants them: `?`, or `$1`, `$2`, ..."""
    if style == "qmark":
        return statement
    first, *others = statement.split("?")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, 1))


@lru_cache(_COMPOSED)
def _update(table: Table, names: tuple[str, ...]) -> Update:
    return update(table).where(located(table, names))


@lru_cache(_COMPOSED)
def _insert(table: Table) -> Insert:
    return insert(table)


@lru_cache(_COMPOSED)
def _find(table: Table, names: tuple[str, ...]) -> Select[int]:
    return select(literal_column("1", Integer)).select_from(table).where(located(table, names))


@lru_cache(_COMPOSED)
def _delete(table: Table, names: tuple[str, ...]) -> Delete:
    return delete(table).where(located(table, names))
