"""Upgrades a database to the tables of `bot.store.schema`.

A change of the tables is a new file in `versions`, written by hand: copy the last one, give it the next
number as `revision`, in its name too, and the previous one as `down_revision`. A test compares them with
`bot.store.schema`.

Alembic, which takes a while to import, is imported only where there is something to upgrade.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect

HERE = Path(__file__).parent
_NOTED_IN = "alembic_version"


def migrate(connection: Connection) -> None:
    """Upgrade a database to the latest revision, within the transaction of `connection`."""
    if revision_of(connection) == known_revisions()[0]:
        return
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
