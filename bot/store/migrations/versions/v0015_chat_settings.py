"""Settings of chats, renewed invitations, waiting lists, and the end of idle lobbies."""

from datetime import UTC, datetime, timedelta

from alembic import op
from sqlalchemy import Boolean, Column, Text, bindparam, text

revision = "0015"
down_revision = "0014"

_IDLE = timedelta(days=3)

_IDLE_LOBBIES = """
INSERT INTO deadlines (game, kind, due) SELECT id, 'idle', :due FROM games WHERE closed_at IS NULL
"""


def upgrade() -> None:
    """Add what chats can set. The lobbies that are open have three days from now on.

    The deadline is written for all games that go on: where it means nothing, the program removes it.
    """
    kinds = {"threads": Boolean, "groups_computers": Boolean}
    for name in ("openers", "starters", "default_game", *kinds, "quiet_hours", "zone"):
        op.add_column("chats", Column(name, kinds.get(name, Text)))
    op.add_column("games", Column("invitation", Text))
    op.create_table(
        "waiting",
        Column("platform", Text, primary_key=True),
        Column("chat", Text, primary_key=True),
        Column("person", Text, primary_key=True),
        Column("since", Text, nullable=False),
    )
    op.create_index("ix_waiting_platform_person", "waiting", ["platform", "person"])
    due = (datetime.now(UTC) + _IDLE).isoformat(timespec="microseconds")
    op.get_bind().execute(text(_IDLE_LOBBIES).bindparams(bindparam("due", due)))
