"""Repairs of a broken log: cutting it after an event, or giving what is there new checksums."""

from datetime import datetime

from sqlalchemy import Connection, Text, and_, delete, insert, literal, select, update

from bot.model.message import Topic
from bot.store.archives import bring_back
from bot.store.checksums import COLUMNS, chained
from bot.store.database import written_logs
from bot.store.log_rows import EVENTS, log_of
from bot.store.moments import moment_text
from bot.store.outbox import give_up
from bot.store.schema import bookmarks, log_ends, outbox, removed_events
from bot.store.snapshots import forget_derived
from bot.store.statements import plain, put


def cut_log(connection: Connection, game: str, after: int, at: datetime) -> None:
    """Remove the events after event `after`, and keep them in `removed_events`.

    Its destinations have been told up to there, and its notes are forgotten.
    """
    bring_back(connection, game)
    later, columns = and_(EVENTS.c.game == game, EVENTS.c.seq > after), ("game", *COLUMNS)
    cut = select(literal(moment_text(at), Text), *(EVENTS.c[name] for name in columns)).where(later)
    connection.execute(insert(plain(removed_events)).from_select(["removed_at", *columns], cut))
    connection.execute(delete(EVENTS).where(later))
    _note_end(connection, game, after)
    forget_derived(connection, game)
    written_logs(connection)[game] = 0
    _tell_again(connection, game, after)


def accept_log(connection: Connection, game: str) -> None:
    """Compute the checksums of the events of a game as they are now."""
    bring_back(connection, game)
    rows = log_of(connection, game)
    for row, checksum in zip(rows, chained("", game, rows), strict=True):
        here = EVENTS.c.game == game, EVENTS.c.seq == row[0]
        connection.execute(update(EVENTS).where(*here).values(checksum=checksum))
    _note_end(connection, game, rows[-1][0])
    forget_derived(connection, game)
    written_logs(connection)[game] = 0
    _tell_again(connection, game, rows[-1][0])


def _note_end(connection: Connection, game: str, seq: int) -> None:
    """Note that the log of a game ends with this event."""
    checksum = connection.scalar(select(EVENTS.c.checksum).where(EVENTS.c.game == game, EVENTS.c.seq == seq))
    put(connection, log_ends, {"game": game}, {"seq": seq, "checksum": checksum})


def _tell_again(connection: Connection, game: str, after: int) -> None:
    for table, column in ((bookmarks, bookmarks.c.seq), (outbox, outbox.c.event)):
        later = table.c.game == game, column > after
        connection.execute(update(table).where(*later).values({column: after}))
    give_up(connection, game)
    notes = outbox.c.game == game, outbox.c.topic == Topic.NOTE
    connection.execute(delete(outbox).where(*notes))
