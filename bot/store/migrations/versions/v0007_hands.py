"""Which accounts can have seen which hand: their own, and those of accounts that were linked to theirs."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Text

revision = "0007"
down_revision = "0006"

_OWN = """
INSERT OR IGNORE INTO hands (game, holder, platform, person)
SELECT seats.game, seats.platform || ':' || seats.person, seats.platform, seats.person
FROM seats JOIN games ON games.id = seats.game
WHERE games.closed_at IS NULL OR EXISTS (SELECT 1 FROM deadlines WHERE deadlines.game = games.id)
"""

_LOST = """
INSERT OR IGNORE INTO hands (game, holder, platform, person)
SELECT game, holder, substr(holder, 1, instr(holder, ':') - 1), substr(holder, instr(holder, ':') + 1)
FROM (
    SELECT seated.game AS game, json_extract(seated.data, '$.person') AS holder
    FROM events AS seated JOIN games ON games.id = seated.game
    WHERE seated.kind IN ('PlayerJoined', 'PersonTookOver')
    AND (games.closed_at IS NULL OR EXISTS (SELECT 1 FROM deadlines WHERE deadlines.game = games.id))
    AND EXISTS (SELECT 1 FROM events WHERE events.game = games.id AND events.kind = 'GameStarted')
)
"""
"""Until now the table of seats forgot who had lost one."""

_OF_LINKED = """
INSERT OR IGNORE INTO hands (game, holder, platform, person)
SELECT own.game, own.holder, linked.platform, linked.person
FROM hands AS own
JOIN identities AS mine ON mine.platform = own.platform AND mine.person = own.person
JOIN identities AS linked ON linked.human = mine.human
WHERE NOT (linked.platform = own.platform AND linked.person = own.person)
"""


def upgrade() -> None:
    """Make the table, and fill it in for games that may go on."""
    op.create_table(
        "hands",
        Column("game", Text, ForeignKey("games.id"), primary_key=True),
        Column("holder", Text, primary_key=True),
        Column("platform", Text, primary_key=True),
        Column("person", Text, primary_key=True),
    )
    op.create_index("ix_hands_platform_person", "hands", ["platform", "person"])
    op.execute(_OWN)
    op.execute(_LOST)
    op.execute(_OF_LINKED)
