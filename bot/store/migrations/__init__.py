"""Upgrades a database to the tables of `bot.store.schema`.

A change of the tables is a new file in `versions`, written by hand: copy the last one, give it the next
number as `revision` and the previous one as `down_revision`. A test compares them with `bot.store.schema`.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.store.values import StoreError


def migrate(connection: Connection, path: Path) -> None:
    """Upgrade the database at `path` within the transaction of `connection`.

    Raises StoreError if another program or a newer version of this one made it.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    _check(connection, path, ScriptDirectory.from_config(config))
    command.upgrade(config, "head")


def _check(connection: Connection, path: Path, script: ScriptDirectory) -> None:
    known = {revision.revision for revision in script.walk_revisions()}
    present = MigrationContext.configure(connection).get_current_heads()
    for revision in present:
        if revision not in known:
            raise StoreError(
                f"The database {path} was written by a newer program (revision {revision}); update this one."
            )
    if not present and inspect(connection).get_table_names():
        raise StoreError(f"{path} is another program's database; name another file.")
