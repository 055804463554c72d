"""Which process does what only one may do."""

from alembic import op
from sqlalchemy import Column, Float, Text

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the table. It is empty while one process has the database."""
    op.create_table(
        "leases",
        Column("name", Text, primary_key=True),
        Column("holder", Text, nullable=False),
        Column("until", Float, nullable=False),
    )
