"""One table for all that is due, in games, for people and for the program."""

from datetime import UTC, datetime

from alembic import op
from sqlalchemy import Column, Text

revision = "0023"
down_revision = "0022"

_FOLLOW_DEADLINES = """
CREATE FUNCTION follow_deadlines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM timers WHERE owner_kind = 'game' AND owner = OLD.game AND kind = OLD.kind;
  ELSE
    INSERT INTO timers (owner_kind, owner, kind, due) VALUES ('game', NEW.game, NEW.kind, NEW.due)
    ON CONFLICT (owner_kind, owner, kind) DO UPDATE SET due = excluded.due;
  END IF;
  RETURN NULL;
END $$
"""
_AFTER_EACH = (
    "CREATE TRIGGER follow_deadlines AFTER INSERT OR UPDATE OR DELETE ON deadlines"
    " FOR EACH ROW EXECUTE FUNCTION follow_deadlines()"
)


def upgrade() -> None:
    """Copy what is due. The old table stays for processes of version 0021 that still run: what they write
    there is copied as well.
    """
    op.create_table(
        "timers",
        Column("owner_kind", Text, primary_key=True),
        Column("owner", Text, primary_key=True),
        Column("kind", Text, primary_key=True),
        Column("due", Text, nullable=False),
    )
    op.create_index("ix_timers_due", "timers", ["due"])
    op.execute(
        "INSERT INTO timers (owner_kind, owner, kind, due) SELECT 'game', game, kind, due FROM deadlines"
    )
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    op.execute(
        "INSERT INTO timers (owner_kind, owner, kind, due)"
        f" SELECT 'person', platform || ':' || person, 'digest', COALESCE(digest_due, '{now}') FROM persons"
        " WHERE EXISTS (SELECT 1 FROM settings WHERE settings.kind = 'person' AND name = 'digest'"
        " AND value = 'on' AND settings.platform = persons.platform AND id = persons.person)"
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_FOLLOW_DEADLINES)
        op.execute(_AFTER_EACH)
