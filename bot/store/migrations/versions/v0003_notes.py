"""What the program notes for itself."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "notes",
        Column("name", Text, primary_key=True),
        Column("text", Text, nullable=False),
    )
