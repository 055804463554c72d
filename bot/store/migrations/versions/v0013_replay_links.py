"""Links to replays."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Text

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the table of links."""
    op.create_table(
        "replay_links",
        Column("digest", Text, primary_key=True),
        Column("game", Text, ForeignKey("games.id"), nullable=False),
        Column("platform", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("made_at", Text, nullable=False),
    )
    op.create_index("ix_replay_links_game", "replay_links", ["game"])
