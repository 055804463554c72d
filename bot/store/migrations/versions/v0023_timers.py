"""One table for all that is due, in games, for people and for the program; when it ran, and outages."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from alembic import op
from sqlalchemy import Column, Float, Text, column, select, table

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
    """Copy what is due, and what was noted of outages. The old table and notes stay for processes of version
    0021 that still run: what they write into the table is copied as well.
    """
    _copy_deadlines()
    _copy_outages()


def _copy_deadlines() -> None:
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
    op.execute(
        "INSERT INTO timers (owner_kind, owner, kind, due) SELECT 'person', platform || ':' || person,"
        f" 'digest', COALESCE(digest_due, '{_text(datetime.now(UTC))}') FROM persons"
        " WHERE EXISTS (SELECT 1 FROM settings WHERE settings.kind = 'person' AND name = 'digest'"
        " AND value = 'on' AND settings.platform = persons.platform AND id = persons.person)"
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_FOLLOW_DEADLINES)
        op.execute(_AFTER_EACH)


def _copy_outages() -> None:
    heartbeat = op.create_table(
        "heartbeat",
        Column("boot", Text, primary_key=True),
        Column("booted_at", Text, nullable=False),
        Column("at", Text, nullable=False),
    )
    outages = op.create_table(
        "outages",
        Column("kind", Text, primary_key=True),
        Column("name", Text, primary_key=True),
        Column("since", Text, nullable=False),
        Column("until", Text),
        Column("jump", Float, nullable=False),
    )
    rows: list[dict[str, object]] = []
    for game, since in _noted("games-standing-still", {}).items():
        rows.append({"kind": "game", "name": game, "since": _moment(since), "until": None})
    for platform, moments in _noted("cut-off-platforms", {}).items():
        since, until = (*map(_moment, moments), None)[:2]
        rows.append({"kind": "platform", "name": platform, "since": since, "until": until})
    ran = [_moment(moment) for moment in _noted("heartbeat", [])]
    jump = timedelta()
    if len(ran) > 1:  # deadlines are being moved by a gap
        since = ran[2] if len(ran) > 2 else min(ran[:2])
        jump = since - ran[0]
        rows.append({"kind": "program", "name": "", "since": since, "until": ran[1]})
    for row in rows:
        texts = {name: _text(cell) if isinstance(cell, datetime) else cell for name, cell in row.items()}
        of_jump = jump.total_seconds() if row["kind"] == "program" else 0.0
        op.execute(outages.insert().values(texts | {"jump": of_jump}))
    if ran:
        boot, booted_at = _noted("clock-at-boot", ["", _text(ran[-1])])
        is_set = len(ran) > 1 and jump  # the clock was set after this was noted
        cells = {
            "boot": "" if is_set else boot,
            "booted_at": _text(_moment(booted_at)),
            "at": _text(ran[:2][-1]),
        }
        op.execute(heartbeat.insert().values(cells))


def _noted(name: str, default: Any) -> Any:
    """What a note says, as JSON."""
    notes = table("notes", column("name"), column("text"))
    text = op.get_bind().scalar(select(notes.c.text).where(notes.c.name == name))
    return json.loads(text) if text else default


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
