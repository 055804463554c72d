"""What admins changed about a chat."""

from alembic import op
from sqlalchemy import Column, Integer, Text

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the table of changes."""
    op.create_table(
        "audit",
        Column("platform", Text, primary_key=True),
        Column("chat", Text, primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("at", Text, nullable=False),
        Column("actor", Text, nullable=False),
        Column("what", Text, nullable=False),
        Column("value", Text, nullable=False),
    )
    op.create_index("ix_audit_at", "audit", ["at"])
