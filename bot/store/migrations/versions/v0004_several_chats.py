"""Where a game is at home, in which chat a seat is called, and which accounts are one human's."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0004"
down_revision = "0003"

_HOME = """
UPDATE games SET
    home_platform = (SELECT platform FROM bookmarks WHERE kind = 'chat' AND game = games.id LIMIT 1),
    home_chat = (SELECT id FROM bookmarks WHERE kind = 'chat' AND game = games.id LIMIT 1)
"""
"""Until now a game was shown in one chat."""

_CALLED = """
UPDATE seats SET chat = (
    SELECT home_chat FROM games WHERE games.id = seats.game AND games.home_platform = seats.platform
)
"""


def upgrade() -> None:
    """Add columns to games and seats, and a table; what is known of running games is filled in."""
    op.add_column("games", Column("home_platform", Text))
    op.add_column("games", Column("home_chat", Text))
    op.add_column("seats", Column("chat", Text))
    op.execute(_HOME)
    op.execute(_CALLED)
    op.create_table(
        "identities",
        Column("platform", Text, primary_key=True),
        Column("person", Text, primary_key=True),
        Column("human", Text),
        Column("code_digest", Text, unique=True),
        Column("code_until", Text),
    )
    op.create_index("ix_identities_human", "identities", ["human"])
