"""Who wants hints in their first game."""

from alembic import op
from sqlalchemy import Boolean, Column, true

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the setting. It is on for everybody: those who have finished a game see no hints anyway."""
    op.add_column("persons", Column("hints", Boolean, nullable=False, server_default=true()))
