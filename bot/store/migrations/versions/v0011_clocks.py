"""The turn clock that a chat chooses for its new games."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0011"
down_revision = "0009"


def upgrade() -> None:
    """Add a setting of chats."""
    op.add_column("chats", Column("clock", Text))
