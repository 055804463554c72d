"""Archived games: the log of a game that ended long ago, compressed into one piece.

It is the JSON list of the events as the table `events` has them, each a list of the columns that
bot.store.checksums names, compressed with zlib. So its checksums are those that were written. Before such a
log is written again, its events are put back.
"""

import json
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from zlib import compress, decompress, error

from sqlalchemy import Connection, Select, delete, exists, insert, select

from bot.store.checksums import COLUMNS, Row, check
from bot.store.database import Database
from bot.store.log_rows import EVENTS, log_end, log_of
from bot.store.part import StorePart
from bot.store.schema import archived_games, bookmarks, events, games, log_ends
from bot.store.snapshots import forget_derived
from bot.store.statements import put, remove
from bot.store.timers import has_timers
from bot.store.values import UnreadableGame

END = "GameEnded"
"""The kind of the event that ends a game."""

_AT, _KIND = COLUMNS.index("at"), COLUMNS.index("kind")
_ADDRESS = re.compile(r"[a-z]+:\S+")


def packed(rows: Iterable[Sequence[object]]) -> bytes:
    """The events of a game in one piece."""
    text = json.dumps([list(row) for row in rows], ensure_ascii=False, separators=(",", ":"))
    return compress(text.encode(errors="surrogateescape"), 9)


def unpacked(game: str, data: bytes) -> tuple[Row, ...]:
    """The events in such a piece. Raises UnreadableGame where it is damaged."""
    try:
        rows = json.loads(decompress(data).decode(errors="surrogateescape"))
        return tuple(tuple(row) for row in rows)
    except (error, ValueError, TypeError):
        raise UnreadableGame(game, 1, "its archived record is damaged") from None


class ArchiveStore(StorePart):
    """Archives games that ended long ago."""

    async def archivable(self, before: datetime, limit: int) -> tuple[str, ...]:
        """Games that were closed before a moment and can be archived, the first closed first."""
        return tuple(game for (game,) in await self._database.rows(_archivable(before, limit)))

    async def archive(self, game: str, before: datetime) -> bool:
        """Archive a game that was closed before a moment; False where it cannot be. Raises UnreadableGame."""

        def write(connection: Connection) -> bool:
            if connection.execute(_archivable(before, 1).where(games.c.id == game)).first() is None:
                return False
            rows, (seq, checksum, _) = log_of(connection, game), log_end(connection, game)
            check(game, rows, (seq, checksum) if seq else None)
            keep_archived(connection, game, rows)
            connection.execute(delete(events).where(events.c.game == game))
            forget_derived(connection, game)
            return True

        return await self._database.write(write)


def _archivable(before: datetime, limit: int) -> Select[str]:
    """Games that were closed before a moment, whose end was told everywhere, and in which nothing is due."""
    ends = select(log_ends.c.seq).where(log_ends.c.game == bookmarks.c.game)
    behind = bookmarks.c.seq < ends.scalar_subquery()
    query = select(games.c.id).where(
        games.c.closed_at < before,
        exists().where(events.c.game == games.c.id),
        ~has_timers(games.c.id),
        ~exists().where(bookmarks.c.game == games.c.id, behind),
    )
    return query.order_by(games.c.closed_at, games.c.id).limit(limit)


def keep_archived(connection: Connection, game: str, rows: Sequence[Row]) -> None:
    """Write the piece of a game, over an earlier one."""
    people = json.dumps(sorted(named_in(rows)), ensure_ascii=False)
    ended = [datetime.fromisoformat(str(row[_AT])) for row in rows if row[_KIND] == END]
    cells = {"people": people, "ended_at": ended[-1] if ended else None, "data": packed(rows)}
    put(connection, archived_games, {"game": game}, cells)


def named_in(rows: Iterable[Row]) -> set[str]:
    """The addresses of people that a log can name: who acted, and what looks like an address in its data."""
    texts = (text for row in rows for text in (str(row[2]), *_texts(json.loads(str(row[6])))))
    return {text for text in texts if _ADDRESS.fullmatch(text)}


def _texts(data: object) -> Iterable[str]:
    match data:
        case str():
            yield data
        case dict():
            for value in data.values():
                yield from _texts(value)
        case list():
            for value in data:
                yield from _texts(value)
        case _:
            return


def archived_rows(connection: Connection, game: str) -> tuple[Row, ...]:
    """The events of an archived game; none where it is not archived. Raises UnreadableGame."""
    data = connection.scalar(select(archived_games.c.data).where(archived_games.c.game == game))
    return unpacked(game, data) if data else ()


async def archived_log(database: Database, game: str, after: int) -> Sequence[Sequence[Any]]:
    """The events of an archived game from event `after` on, each with the noted end of the log."""
    query = select(archived_games.c.data, log_ends.c.seq, log_ends.c.checksum)
    query = query.outerjoin(log_ends, log_ends.c.game == archived_games.c.game)
    for data, *end in await database.rows(query.where(archived_games.c.game == game)):
        return [(*row, *end) for row in unpacked(game, data)[max(0, after - 1) :]]
    return ()


def bring_back(connection: Connection, game: str) -> None:
    """Put the events of an archived game back into the log, before it is written again."""
    if rows := archived_rows(connection, game):
        connection.execute(
            insert(EVENTS), [{"game": game, **dict(zip(COLUMNS, row, strict=True))} for row in rows]
        )
        remove(connection, archived_games, {"game": game})
