"""States and summaries of games, from which they are read faster, and an index on the home of games."""

from alembic import op
from sqlalchemy import Boolean, Column, ForeignKey, Integer, Text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables, empty: the program fills them from the logs."""
    op.create_table(
        "snapshots",
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        Column("seq", Integer, primary_key=True),
        Column("version", Text, nullable=False),
        Column("digest", Text, nullable=False),
        Column("data", Text, nullable=False),
    )
    op.create_table(
        "summaries",
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        Column("seq", Integer, nullable=False),
        Column("version", Text, nullable=False),
        Column("computer_moves", Boolean, nullable=False),
        Column("data", Text, nullable=False),
    )
    op.create_index("ix_games_home_platform_home_chat", "games", ["home_platform", "home_chat"])
