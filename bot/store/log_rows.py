"""Events as rows of their table and back, the end of a log, and the games that go on."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, select, union

from bot.store.checksums import COLUMNS, chained
from bot.store.moments import moment_text
from bot.store.schema import archived_games, bookmarks, events, games, log_ends
from bot.store.statements import plain
from bot.store.values import Entry

EVENTS = plain(events)
"""The table of events, with their moments as text."""

AS_TEXT: list[ColumnElement[Any]] = [EVENTS.c[name] for name in COLUMNS]
"""An event as it is written."""

CHECKSUM = len(AS_TEXT) - 1

_UNANNOUNCED = select(bookmarks.c.game).join(
    log_ends, and_(log_ends.c.game == bookmarks.c.game, bookmarks.c.seq < log_ends.c.seq)
)
_UNFINISHED = union(select(games.c.id).where(games.c.closed_at.is_(None)), _UNANNOUNCED)
RUNNING: Select[str] = select(_UNFINISHED.subquery().c.id).order_by("id")
"""The games that are not closed, or whose end was not yet sent everywhere.

It is composed once: that takes several times longer than running it.
"""


def entry_of(row: Sequence[Any]) -> Entry:
    """The event in a row whose moment is text."""
    return Entry(row[0], datetime.fromisoformat(row[1]), *row[2:CHECKSUM])


def rows_of(game: str, previous: str, entries: Sequence[Entry]) -> list[dict[str, object]]:
    """Events as rows, each with its checksum; `previous` is that of the event before them, or ""."""
    values = [{name: getattr(entry, name) for name in Entry.__slots__} for entry in entries]
    texts = [
        [*(row | {"at": moment_text(entry.at)}).values()] for row, entry in zip(values, entries, strict=True)
    ]
    sums = chained(previous, game, texts)
    return [{"game": game, **row, "checksum": sum} for row, sum in zip(values, sums, strict=True)]


def log_end(connection: Connection, game: str) -> tuple[int, str, bool]:
    """The number and the checksum of the last event of a game, and whether its log is archived."""
    query = select(log_ends.c.seq, log_ends.c.checksum, archived_games.c.game)
    query = query.outerjoin(archived_games, archived_games.c.game == log_ends.c.game)
    row = connection.execute(query.where(log_ends.c.game == game)).first()
    return (row[0], row[1], row[2] is not None) if row else (0, "", False)


def log_of(connection: Connection, game: str) -> Sequence[Row[*tuple[Any, ...]]]:
    """The events of a game in its log, as they are written; none where they are archived."""
    query = select(*AS_TEXT).where(EVENTS.c.game == game).order_by(EVENTS.c.seq)
    return connection.execute(query).all()
