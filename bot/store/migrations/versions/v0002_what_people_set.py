"""What people set, where private messages go, which messages stand where, and what is being told."""

from alembic import op
from sqlalchemy import Boolean, Column, ForeignKey, Integer, Text, false, true

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add columns to persons and bookmarks, and two tables."""
    with op.batch_alter_table("persons", recreate="always") as persons:
        persons.add_column(Column("ping", Text, nullable=False, server_default="channel"))
        persons.add_column(Column("confirm", Boolean, nullable=False, server_default=true()))
    with op.batch_alter_table("bookmarks", recreate="always") as bookmarks:
        bookmarks.add_column(Column("telling", Integer))
        bookmarks.add_column(Column("tried_at", Text))
    _messages()
    _letterboxes()


def _messages() -> None:
    op.create_table(
        "messages",
        Column("kind", Text, primary_key=True),
        Column("platform", Text, primary_key=True),
        Column("id", Text, primary_key=True),
        Column("message", Text, primary_key=True),
        Column("game", Text, ForeignKey("games.id"), nullable=False),
        Column("topic", Text, nullable=False),
        Column("key", Text, nullable=False),
        Column("at", Text, nullable=False),
    )
    op.create_index("ix_messages_game", "messages", ["game"])


def _letterboxes() -> None:
    op.create_table(
        "letterboxes",
        Column("platform", Text, primary_key=True),
        Column("person", Text, primary_key=True),
        Column("channel", Text),
        Column("closed", Boolean, nullable=False, server_default=false()),
    )
