"""Archived games, people to forget, webhooks, and where people are notified."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, Text

revision = "0018"
down_revision = "0016"


def upgrade() -> None:
    """Add the tables, and drop a column that nothing reads. Everybody is notified where they play."""
    with op.batch_alter_table("replay_links") as links:
        links.drop_column("made_at")
    op.add_column("persons", Column("notify_on", Text, nullable=False, server_default="here"))
    op.create_table(
        "archived_games",
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        Column("people", Text, nullable=False),
        Column("ended_at", Text),
        Column("data", LargeBinary, nullable=False),
    )
    op.create_table(
        "erasures",
        Column("platform", Text, primary_key=True),
        Column("person", Text, primary_key=True),
        Column("asked_at", Text, nullable=False),
    )
    op.create_table(
        "webhooks",
        Column("platform", Text, primary_key=True),
        Column("chat", Text, primary_key=True),
        Column("url", Text, nullable=False),
        Column("secret", Text, nullable=False),
        Column("told", Text, nullable=False),
        Column("failures", Integer, nullable=False),
    )
