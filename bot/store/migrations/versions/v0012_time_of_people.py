"""Time zones and quiet hours of people, and who wants a digest."""

from alembic import op
from sqlalchemy import Boolean, Column, Text, false

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add what people set about time. The defaults hold for everybody who is known already."""
    op.add_column("persons", Column("zone", Text))
    op.add_column("persons", Column("guessed_zone", Text))
    op.add_column("persons", Column("quiet_hours", Text, nullable=False, server_default="22:00-08:00"))
    op.add_column("persons", Column("digest", Boolean, nullable=False, server_default=false()))
    op.add_column("persons", Column("digest_due", Text))
    op.create_index("ix_persons_digest_due", "persons", ["digest_due"])
