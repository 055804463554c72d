"""One ledger for notices, in place of marks on bookmarks, the table of messages, and notes."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from alembic import op
from sqlalchemy import Column, Integer, Text, column, insert, table, text

revision = "0022"
down_revision = "0021"

_PLACE = "kind", "platform", "id", "game", "key"
_CELLS = "topic", "event", "state", "at", "message"
_CALLING = re.compile(r"([a-z]+)-calling-(.+)-([a-z0-9]+)-0(?:-again\d+)?")
"""The name of the note about a panel that was being sent: the platform, the person, and the game."""


def upgrade() -> None:
    """Copy what is noted of messages. What was there before stays for processes of revision 0021."""
    op.create_table(
        "outbox",
        *(Column(name, Text, primary_key=True) for name in _PLACE),
        Column("topic", Text, nullable=False),
        Column("event", Integer, nullable=False),
        Column("state", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("message", Text, nullable=False),
        Column("text", Text, nullable=False, server_default=""),
    )
    op.create_index("ix_outbox_game", "outbox", ["game"])
    op.create_index("ix_outbox_state", "outbox", ["state"])
    outbox = table("outbox", *(column(name) for name in (*_PLACE, *_CELLS)))
    delivered = list(_delivered())
    rows = {row[:5]: row for row in (*delivered, *_posts_under_way(), *_panels_under_way(delivered))}
    if rows:
        names = *_PLACE, *_CELLS
        op.get_bind().execute(insert(outbox), [dict(zip(names, row, strict=True)) for row in rows.values()])


def _rows(query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in op.get_bind().execute(text(query))]


def _delivered() -> Iterator[tuple[object, ...]]:
    """Messages. The key of a panel changed with each edit; now that of a try names the panel before it."""
    for kind, platform, id, message, game, topic, key, at in _rows(
        "SELECT kind, platform, id, message, game, topic, key, at FROM messages ORDER BY at"
    ):
        number = key.removeprefix(f"{game}-").partition("-")[0]
        event = int(number) if number.isdecimal() else 0
        kept = f"{game}-panel-{message}" if topic == "panel" else key
        yield kind, platform, id, game, kept, topic, event, "delivered", at, message


def _posts_under_way() -> Iterator[tuple[object, ...]]:
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    for kind, platform, id, game, telling, tried_at in _rows(
        "SELECT kind, platform, id, game, telling, tried_at FROM bookmarks WHERE telling IS NOT NULL"
    ):
        state = "tried" if tried_at else "refused"
        yield kind, platform, id, game, f"{game}-{telling}", "turn", telling, state, tried_at or now, ""


def _panels_under_way(delivered: list[tuple[object, ...]]) -> Iterator[tuple[object, ...]]:
    """The try to send a panel is named by the panel that it replaces, the last one."""
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    last = {row[:4]: row[-1] for row in delivered if row[5] == "panel"}
    for name, event in _rows("SELECT name, text FROM notes WHERE name LIKE '%-calling-%' AND text <> ''"):
        if found := _CALLING.fullmatch(name):
            place = "person", *found.groups()
            key = f"{found[3]}-after-{last.get(place, 'none')}"
            yield *place, key, "panel", int(event), "tried", now, ""
