"""Checksums of events, the end of each log, events that were cut, and what the store notes about the file."""

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

from alembic import op
from sqlalchemy import Column, Connection, ForeignKey, Integer, Text, text

revision = "0005"
down_revision = "0004"

_LOG = text(
    "SELECT rowid, seq, at, actor, action, kind, shape, data FROM events WHERE game = :game ORDER BY seq"
)
_SET = text("UPDATE events SET checksum = :checksum WHERE rowid = :row")


def upgrade() -> None:
    """Add a column and two tables, and compute the checksums of what is there."""
    op.add_column("events", Column("checksum", Text, nullable=False, server_default=""))
    _ends()
    _removed_events()
    _notes()
    _fill_in(op.get_bind())


def _ends() -> None:
    op.create_table(
        "log_ends",
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        Column("seq", Integer, nullable=False),
        Column("checksum", Text, nullable=False),
    )


def _removed_events() -> None:
    op.create_table(
        "removed_events",
        Column("removed_at", Text, nullable=False),
        Column("game", Text, ForeignKey("games.id"), nullable=False),
        Column("seq", Integer, nullable=False),
        Column("at", Text, nullable=False),
        Column("actor", Text, nullable=False),
        Column("action", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("shape", Integer, nullable=False),
        Column("data", Text, nullable=False),
        Column("checksum", Text, nullable=False),
    )
    op.create_index("ix_removed_events_game", "removed_events", ["game"])


def _notes() -> None:
    """The file's own id, the number of its last transaction, and the newest shape of each kind of event."""
    op.execute("INSERT INTO notes VALUES ('database-id', lower(hex(randomblob(8)))), ('transactions', '0')")
    op.execute(
        "INSERT INTO notes SELECT 'event-shapes', json_group_object(kind, json_array(shape, ''))"
        " FROM (SELECT kind, max(shape) AS shape FROM events GROUP BY kind)"
    )


def _fill_in(connection: Connection) -> None:
    for (game,) in connection.execute(text("SELECT DISTINCT game FROM events")).all():
        changes = list(_checksums(game, connection.execute(_LOG, {"game": game}).all()))
        connection.execute(_SET, changes)
        last = {"game": game} | {name: changes[-1][name] for name in ("seq", "checksum")}
        connection.execute(text("INSERT INTO log_ends VALUES (:game, :seq, :checksum)"), last)


def _checksums(game: str, log: Iterable[Iterable[Any]]) -> Iterator[dict[str, object]]:
    """The checksum of each event of a game, over that of the event before it."""
    previous = ""
    for row, seq, *event in log:
        written = json.dumps([previous, game, seq, *event], separators=(",", ":"), default=repr)
        previous = sha256(written.encode()).hexdigest()
        yield {"row": row, "seq": seq, "checksum": previous}
