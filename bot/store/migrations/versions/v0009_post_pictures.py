"""What the posts of a chat show of the board, since which event its pieces are new, and titles of chats."""

from alembic import op
from sqlalchemy import Column, Integer, Text

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add a setting and the title of chats, and a column to what pictures are drawn from."""
    op.add_column("chats", Column("pictures", Text))
    op.add_column("chats", Column("title", Text))
    op.add_column("picture_sources", Column("since", Integer))
