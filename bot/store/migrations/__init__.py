"""Upgrades a database to the tables of `bot.store.schema`.

A change of the tables is a new file in `versions`, written by hand: copy the last one, give it the next
number as `revision`, in its name too, and the previous one as `down_revision`.

A new database is made from `bot.store.schema` at once. A test compares it with one that has gone through all
revisions. Alembic, which takes a while to import, is imported only where there is something to upgrade.
"""

from pathlib import Path
from secrets import token_hex

from sqlalchemy import Connection, insert, inspect, text

from bot.store.schema import metadata, notes

HERE = Path(__file__).parent
_NOTED_IN = "alembic_version"


def migrate(connection: Connection) -> None:
    """Make the tables, or upgrade them to the latest revision, within the transaction of `connection`."""
    revision, latest = revision_of(connection), known_revisions()[0]
    if not revision:
        _make_tables(connection, latest)
        _write_first_notes(connection)
    elif revision != latest:
        upgrade(connection)


def _make_tables(connection: Connection, revision: str) -> None:
    metadata.create_all(connection, checkfirst=False)
    connection.exec_driver_sql(f"CREATE TABLE {_NOTED_IN} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    connection.execute(text(f"INSERT INTO {_NOTED_IN} VALUES (:revision)"), {"revision": revision})


def _write_first_notes(connection: Connection) -> None:
    first = {"database-id": token_hex(8), "event-shapes": "{}"}
    connection.execute(insert(notes), [{"name": name, "text": text} for name, text in first.items()])


def upgrade(connection: Connection) -> None:
    """Run all revisions that a database has not got, within the transaction of `connection`."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def revision_of(connection: Connection) -> str:
    """The revision of a database; "" if it has none."""
    if not inspect(connection).has_table(_NOTED_IN):
        return ""
    return "".join(connection.exec_driver_sql(f"SELECT version_num FROM {_NOTED_IN}").scalars())


def known_revisions() -> tuple[str, ...]:
    """The revisions that this program knows, the latest first: by the names of their files."""
    files = sorted((HERE / "versions").glob("v*.py"), reverse=True)
    return tuple(path.stem.partition("_")[0].removeprefix("v") for path in files)
