"""Upgrades a database to the tables of `bot.store.schema`.

A change of the tables is a new file in `versions`, written by hand: copy the last one, give it the next
number as `revision` and the previous one as `down_revision`. A test compares them with `bot.store.schema`.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def migrate(connection: Connection) -> None:
    """Upgrade a database to the latest revision, within the transaction of `connection`."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def revision_of(connection: Connection) -> str:
    """The revision of a database; "" if it has none."""
    return "".join(MigrationContext.configure(connection).get_current_heads())


def known_revisions() -> tuple[str, ...]:
    """The revisions that this program knows, the latest first."""
    script = ScriptDirectory.from_config(_config())
    return tuple(revision.revision for revision in script.walk_revisions())


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
