"""Brings a database to the tables of `bot.store.schema`.

A change of the tables is one more file in `versions`, written by hand: copy the last one, give it the next
number as `revision` and the number before as `down_revision`. A test holds them against `bot.store.schema`.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect


class NewerDatabase(Exception):
    """The database was written by a later program than this: it is at `revision`, which is not known here."""

    def __init__(self, revision: str) -> None:
        super().__init__(revision)
        self.revision = revision


class ForeignDatabase(Exception):
    """The database belongs to another program: it has tables, and no revision of ours."""


def migrate(connection: Connection) -> None:
    """Upgrade within the transaction of `connection`; a database of the newest revision stays as it is.

    Raises NewerDatabase, ForeignDatabase.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    _check(connection, ScriptDirectory.from_config(config))
    command.upgrade(config, "head")


def _check(connection: Connection, script: ScriptDirectory) -> None:
    known = {revision.revision for revision in script.walk_revisions()}
    present = MigrationContext.configure(connection).get_current_heads()
    for revision in present:
        if revision not in known:
            raise NewerDatabase(revision)
    if not present and inspect(connection).get_table_names():
        raise ForeignDatabase
