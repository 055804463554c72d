"""Results of finished games, of people who want them counted."""

from alembic import op
from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, Text

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the table of results. Nobody's are counted yet."""
    op.add_column("persons", Column("counted_since", Text))
    op.add_column("persons", Column("counted_from", Text))
    op.create_table(
        "results",
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("platform", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("closed_at", Text, nullable=False),
        Column("ended_at", Text, nullable=False),
        Column("board", Text, nullable=False),
        Column("players", Integer, nullable=False),
        Column("place", Integer),
        Column("score", Integer, nullable=False),
        Column("tickets", Integer, nullable=False),
        Column("completed", Integer, nullable=False),
        Column("path", Integer, nullable=False),
        Column("routes", Text, nullable=False),
        Column("due", Integer, nullable=False),
        Column("in_time", Integer, nullable=False),
        Column("rated", Boolean, nullable=False),
        Column("mu", Float),
        Column("sigma", Float),
    )
    op.create_index("ix_results_platform_person", "results", ["platform", "person"])
