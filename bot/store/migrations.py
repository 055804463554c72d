"""Makes the tables of a new database, and upgrades those of an earlier revision.

An upgrade adds each table, column and index of `bot.store.schema` that is missing, and takes nothing away. So
processes of the revisions from 0020 on can go on meanwhile. What an earlier revision kept elsewhere is moved
by `bot.store.earlier_revisions`.

To change the tables, change the schema and give REVISION the next number; if rows have to move, add a move.
"""

import json
from secrets import token_hex

from sqlalchemy import Connection, func, insert, inspect, select, text
from sqlalchemy.schema import CreateColumn

from bot.store.earlier_revisions import MOVES
from bot.store.schema import events, metadata, notes

REVISION = "0025"
"""The revision of the tables that this program has."""

_NOTED_IN = "alembic_version"
"""Where a database notes its revision. Earlier programs refuse a newer one that they find here."""


def migrate(connection: Connection) -> None:
    """Make the tables, or upgrade them to the latest revision, within the transaction of `connection`."""
    revision = revision_of(connection)
    if not revision:
        make_tables(connection)
    elif revision != REVISION:
        _add_what_is_missing(connection)
    if revision < "0005":
        _write_first_notes(connection)
    for number, move in MOVES:
        if "" < revision < number:
            move(connection)
    connection.execute(text(f"UPDATE {_NOTED_IN} SET version_num = :revision"), {"revision": REVISION})


def make_tables(connection: Connection) -> None:
    """Make the tables of a new database."""
    metadata.create_all(connection, checkfirst=False)
    connection.exec_driver_sql(f"CREATE TABLE {_NOTED_IN} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    connection.exec_driver_sql(f"INSERT INTO {_NOTED_IN} VALUES ('')")


def _add_what_is_missing(connection: Connection) -> None:
    metadata.create_all(connection)
    for table in metadata.sorted_tables:
        known = {column["name"] for column in inspect(connection).get_columns(table.name)}
        for column in table.columns:
            if column.name not in known:
                added = CreateColumn(column).compile(dialect=connection.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {added}")
        for index in table.indexes:
            index.create(connection, checkfirst=True)


def _write_first_notes(connection: Connection) -> None:
    """Note the id of the database, and the newest shape of each kind of event in it."""
    shapes = select(events.c.kind, func.max(events.c.shape)).group_by(events.c.kind)
    noted = {kind: (shape, "") for kind, shape in connection.execute(shapes)}
    first = {"database-id": token_hex(8), "event-shapes": json.dumps(noted)}
    connection.execute(insert(notes), [{"name": name, "text": text} for name, text in first.items()])


def revision_of(connection: Connection) -> str:
    """The revision of a database; "" if it has none."""
    if not inspect(connection).has_table(_NOTED_IN):
        return ""
    return "".join(connection.exec_driver_sql(f"SELECT version_num FROM {_NOTED_IN}").scalars())
