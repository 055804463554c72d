"""Tables for what was begun once and for chats that moved, in place of notes."""

from collections.abc import Mapping

from alembic import op
from sqlalchemy import BigInteger, Column, Text, column, insert, select, table

revision = "0024"
down_revision = "0023"

_NOTES = table("notes", column("name"), column("text"))
_MOVED = "moved-to-"


def upgrade() -> None:
    """Copy the notes. They stay for processes of earlier versions that still run."""
    moved_chats = op.create_table(
        "moved_chats",
        Column("platform", Text, primary_key=True),
        Column("chat", Text, primary_key=True),
        Column("before", Text, nullable=False),
    )
    begun = op.create_table(
        "begun",
        Column("name", Text, primary_key=True),
        Column("id", Text, primary_key=True),
        Column("number", BigInteger, nullable=False),
        Column("process", Text, nullable=False),
    )
    connection = op.get_bind()
    notes: Mapping[str, str] = dict(tuple(row) for row in connection.execute(select(_NOTES)))
    for name, text in notes.items():
        if name.startswith(_MOVED):
            (platform, chat), (_, before) = (one.split(":", 1) for one in (name[len(_MOVED) :], text))
            connection.execute(insert(moved_chats).values(platform=platform, chat=chat, before=before))
        elif name.startswith(("telegram-heard-", "telegram-pressed-")) and not name.endswith("-by"):
            processes = dict(one.split("@") for one in notes.get(f"{name}-by", "").split())
            in_order = name.startswith("telegram-heard-")
            for number, id in enumerate(text.split(), 1):
                cells = {"number": int(id) if in_order else number, "process": processes.get(id, "")}
                connection.execute(insert(begun).values(name=name, id=id, **cells))
    connection.execute(_NOTES.delete().where(_NOTES.c.name.in_(["transactions", "set-back", "last-setback"])))
