"""What an ordinary move writes, as statements that a server runs in one round trip."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.exc import IntegrityError

from bot.store.checksums import LogEnd
from bot.store.database import Database
from bot.store.log_rows import rows_of
from bot.store.moments import moment_text
from bot.store.schema import events, log_ends, snapshots, summaries, timers
from bot.store.statements import Statement
from bot.store.values import Derived, Entry, RowUpdates

# A log that does not end there, or that is archived, has no such row: then nothing is written.
_MOVE_END = (
    "UPDATE log_ends SET seq = ?, checksum = ? WHERE game = ? AND seq = ? AND checksum = ?"
    " AND NOT EXISTS (SELECT 1 FROM archived_games WHERE archived_games.game = log_ends.game) RETURNING 1"
)
_EVENT = "game", *Entry.__slots__, "checksum"
_SUMMARY = (
    "INSERT INTO summaries (game, seq, version, computer_moves, data) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, version = excluded.version,"
    " computer_moves = excluded.computer_moves, data = excluded.data"
)
_OLD_SNAPSHOTS = "DELETE FROM snapshots WHERE game = ? AND version <> ? AND seq <> ?"
_SNAPSHOT = (
    "INSERT INTO snapshots (game, seq, version, digest, data) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (game, seq) DO UPDATE SET version = excluded.version, digest = excluded.digest,"
    " data = excluded.data"
)

_TABLES = events, log_ends, timers, summaries, snapshots


def is_ordinary(after: int, entries: Sequence[Entry], also: RowUpdates) -> bool:
    """Whether an ordinary move writes this after event `after`: nobody comes, goes, or is shown a game."""
    numbers = [entry.seq for entry in entries]
    others = also.seats, also.bind, also.release, also.again
    goes_on = also.derived is not None and also.derived.summary is not None and also.closed is None
    return goes_on and not any(others) and numbers == [*range(after + 1, after + 1 + len(numbers))] != []


async def append_at_once(
    database: Database, game: str, end: LogEnd, entries: Sequence[Entry], also: RowUpdates
) -> str | None:
    """Write what an ordinary move writes after the end of a log. Returns the checksum of its last event.

    None, and nothing is written, where the log does not end there, or is archived.
    """
    rows = rows_of(game, end[1], entries)
    seq, checksum = entries[-1].seq, str(rows[-1]["checksum"])
    move = _MOVE_END, (seq, checksum, game, *end)
    places = ", ".join(f"({', '.join('?' for _ in _EVENT)})" for _ in rows)
    cells = (row[name] for row in rows for name in _EVENT)
    texts = tuple(moment_text(cell) if isinstance(cell, datetime) else cell for cell in cells)
    insert = f"INSERT INTO events ({', '.join(_EVENT)}) VALUES {places}", texts
    derived = _derived(game, also.derived) if also.derived else ()
    statements = move, insert, *_timer_statements(game, also.deadlines), *derived
    changes = [(table, game) for table in _TABLES]
    try:
        found = await database.write_together(statements, changes, (game, seq))
    except IntegrityError:  # an event that the log does not have
        return None
    return checksum if found else None


def _timer_statements(game: str, due: Mapping[str, datetime | None]) -> tuple[Statement, ...]:
    """What sets when each kind of timer of a game is due, or removes it."""
    later = {kind: moment for kind, moment in due.items() if moment}
    over = [kind for kind, moment in due.items() if not moment]
    rows = ", ".join("('game', ?, ?, ?)" for _ in later)
    moves = (
        f"INSERT INTO timers (owner_kind, owner, kind, due) VALUES {rows}"
        " ON CONFLICT (owner_kind, owner, kind) DO UPDATE SET due = excluded.due RETURNING 1"
    )
    ends = (
        "DELETE FROM timers WHERE owner_kind = 'game' AND owner = ?"
        f" AND kind IN ({', '.join('?' for _ in over)}) RETURNING 1"
    )
    cells = [cell for kind, moment in later.items() for cell in (game, kind, moment_text(moment))]
    statements: list[Statement] = [(moves, tuple(cells))] if later else []
    statements += [(ends, (game, *over))] if over else []
    return tuple(statements)


def _derived(game: str, derived: Derived) -> tuple[Statement, ...]:
    version = derived.version
    summary = _SUMMARY, (game, derived.seq, version, derived.computer_moves, derived.summary)
    if derived.snapshot is None:
        return (summary,)
    snapshot = game, derived.seq, version, derived.digest, derived.snapshot
    return summary, (_OLD_SNAPSHOTS, (game, version, derived.seq)), (_SNAPSHOT, snapshot)
