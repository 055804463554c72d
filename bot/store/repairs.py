"""Repairs of a broken log: cutting it after an event, or giving what is there new checksums."""

from datetime import datetime

from sqlalchemy import Connection, case, delete, update

from bot.model.message import Topic
from bot.store.archives import bring_back
from bot.store.checksums import COLUMNS, chained
from bot.store.moments import moment_text
from bot.store.notes import written_logs
from bot.store.schema import bookmarks, messages
from bot.store.snapshots import forget_derived
from bot.store.statements import run

_ALL = ", ".join(COLUMNS)
_REMOVE = (
    f"INSERT INTO removed_events (removed_at, game, {_ALL})"
    f" SELECT ?, game, {_ALL} FROM events WHERE game = ? AND seq > ?"
)
_DELETE = "DELETE FROM events WHERE game = ? AND seq > ?"
_READ = f"SELECT {_ALL} FROM events WHERE game = ? ORDER BY seq"
_SET = "UPDATE events SET checksum = ? WHERE game = ? AND seq = ?"
_END = (
    "INSERT INTO log_ends (game, seq, checksum)"
    " SELECT game, seq, checksum FROM events WHERE game = ? AND seq = ?"
    " ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, checksum = excluded.checksum"
)


def cut_log(connection: Connection, game: str, after: int, at: datetime) -> None:
    """Remove the events after event `after`, and keep them in `removed_events`.

    Its destinations have been told up to there, and its notes are forgotten.
    """
    bring_back(connection, game)
    run(connection, _REMOVE, (moment_text(at), game, after))
    run(connection, _DELETE, (game, after))
    run(connection, _END, (game, after))
    forget_derived(connection, game)
    written_logs(connection)[game] = 0
    _tell_again(connection, game, after)


def accept_log(connection: Connection, game: str) -> None:
    """Compute the checksums of the events of a game as they are now."""
    bring_back(connection, game)
    rows = run(connection, _READ, (game,)).all()
    sums = list(chained("", game, rows))
    run(connection, _SET, [(sum, game, row[0]) for sum, row in zip(sums, rows, strict=True)])
    run(connection, _END, (game, rows[-1][0]))
    forget_derived(connection, game)
    written_logs(connection)[game] = 0
    _tell_again(connection, game, rows[-1][0])


def _tell_again(connection: Connection, game: str, after: int) -> None:
    seq = case((bookmarks.c.seq < after, bookmarks.c.seq), else_=after)
    bookmark = {"seq": seq, "telling": None, "tried_at": None}
    connection.execute(update(bookmarks).where(bookmarks.c.game == game).values(bookmark))
    notes = messages.c.game == game, messages.c.topic == Topic.NOTE
    connection.execute(delete(messages).where(*notes))
