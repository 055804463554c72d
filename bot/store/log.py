"""The log of each game: its events in order, from which everything else about the game is derived."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Insert,
    Select,
    case,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from bot.cache import BoundedCache
from bot.model.identity import Chat
from bot.store.archives import archived_log, bring_back
from bot.store.chats import bind, show_again, unbind
from bot.store.checksums import LogEnd, check
from bot.store.database import Database, written_logs
from bot.store.database_errors import is_refused, sqlite_name
from bot.store.log_rows import AS_TEXT, CHECKSUM, EVENTS, RUNNING, entry_of, log_end, rows_of
from bot.store.notes import note_shapes
from bot.store.outbox import give_up
from bot.store.part import StorePart
from bot.store.people import take_seats
from bot.store.repairs import accept_log, cut_log
from bot.store.schema import (
    STARTED,
    boards,
    bookmarks,
    events,
    games,
    log_ends,
)
from bot.store.snapshots import derived_changes
from bot.store.statements import Cell, Change, add, of_home, upsert
from bot.store.timers import GAME, stop_timers, timer_changes
from bot.store.values import NO_UPDATES, Conflict, Entry, RowUpdates, StoreError, UnreadableGame

_KNOWN_ENDS = 20_000
"""Games whose last event is remembered, with "" for a checksum that is not known."""

_NO_END: LogEnd = 0, ""


class GameLog(StorePart):
    """Games and their events."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._ends = BoundedCache[str, LogEnd](_KNOWN_ENDS)
        self._shapes: frozenset[tuple[str, int]] = frozenset()
        """Kinds and shapes of events that have been noted."""
        database.listen(self._on_foreign_write)

    async def open_game(
        self,
        game: str,
        edition: str,
        text: str,
        entries: Sequence[Entry],
        chat: Chat,
        also: RowUpdates = NO_UPDATES,
    ) -> None:
        """Write a new game with its first events, and show it in `chat`, its home, from the first event on.

        `text` is the board's file, stored under `edition`; a later game of that edition has the same text.
        Raises OtherGame if the chat shows another game than `also.instead_of`, Conflict if the id is taken.
        """

        def write(connection: Connection) -> str:
            if not add(connection, boards, {"edition": edition}, {"text": text}):
                kept = connection.scalar(select(boards.c.text).where(boards.c.edition == edition))
                if kept != text:
                    raise ValueError(f"the board {edition} is kept with another text")
            cells = {"edition": edition, "opened_at": entries[0].at, **of_home(chat)}
            if not add(connection, games, {"id": game}, cells):
                raise Conflict(game, 0)
            bind(connection, chat, game, 0, also.instead_of)
            return self._append(connection, game, 0, entries, also)

        self._written(game, entries, await self._database.write(write))

    async def append(
        self, game: str, after: int, entries: Sequence[Entry], also: RowUpdates = NO_UPDATES
    ) -> None:
        """Write the events that follow event `after`, with consecutive numbers, and the row updates.

        Raises Conflict if event `after + 1` exists already, OtherGame if `also.bind` is not free.
        """
        end, checksum, is_written = self._ends.get(game, _NO_END), "", False
        is_rare = also.seats or also.bind or also.again or also.release or also.closed is not None
        reads_first = is_rare or self._new_shapes(entries) or not self._database.hears
        try:
            if end[0] == after and end[1] and not reads_first:
                changes, checksum = _changes(game, end, entries, also)
                try:
                    is_written = await self._database.write_log(changes, game, entries[-1].seq)
                except IntegrityError as error:  # the log does not end there any more, or is archived
                    if not is_refused(error):
                        raise
                    checksum = ""
            if not is_written:
                checksum = await self._database.write(self._append, game, after, entries, also, checksum)
        except Conflict:
            self._ends.pop(game, None)  # another program has written
            raise
        self._written(game, entries, checksum)

    def _append(
        self,
        connection: Connection,
        game: str,
        after: int,
        entries: Sequence[Entry],
        also: RowUpdates,
        in_doubt: str = "",
    ) -> str:
        """Write events and row updates in a transaction, which reads first what it needs to know. They may be
        there already if the last one then has the checksum `in_doubt`.

        Returns the checksum of the last event. Raises Conflict.
        """
        seq, previous, archived = log_end(connection, game)
        if archived:
            bring_back(connection, game)
        if after > seq:
            raise ValueError(f"game {game} has no event {after}")
        if after < seq:
            last = events.c.game == game, events.c.seq == entries[-1].seq
            if in_doubt and connection.scalar(select(events.c.checksum).where(*last)) == in_doubt:
                return in_doubt
            raise Conflict(game, after)
        changes, checksum = _changes(game, (after, previous), entries, also)
        for change in changes:
            change.run(connection)
        written_logs(connection)[game] = entries[-1].seq
        if shapes := self._new_shapes(entries):
            note_shapes(connection, shapes)
        take_seats(connection, game, also.seats, after, also.mentioned_in)
        if also.closed is not None:
            _close(connection, game, entries[-1].at if also.closed else None)
        if also.release:
            unbind(connection, {"game": game})
        if also.again:
            show_again(connection, game)
        if also.bind:
            bind(connection, also.bind, game, after, also.instead_of)
        return checksum

    def _new_shapes(self, entries: Sequence[Entry]) -> frozenset[tuple[str, int]]:
        """The kinds and shapes of events that are not noted yet, as far as is known."""
        return frozenset((entry.kind, entry.shape) for entry in entries) - self._shapes

    def _written(self, game: str, entries: Sequence[Entry], checksum: str) -> None:
        end = entries[-1].seq, checksum
        self._ends[game] = max(self._ends.get(game, _NO_END), end)  # what followed may be known already
        self._shapes |= self._new_shapes(entries)

    def has_more(self, game: str, after: int) -> bool:
        """Whether the log may go on after event `after`; on a server others may have just written."""
        return not self._database.hears or self._ends.get(game, (after + 1, ""))[0] > after

    def _on_foreign_write(self, game: str, end: int) -> None:
        """Another process has written (see bot.store.database.Told)."""
        if end:
            self._ends[game] = max(self._ends.get(game, _NO_END), (end, ""))
        elif game:
            self._ends.pop(game, None)
        else:
            self._ends.clear()

    async def read(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        """The events of a game in order, from the one after `after` on. Raises UnreadableGame."""
        rows = await self._rows(game, after)
        noted = (rows[0][-2], rows[0][-1]) if rows and rows[0][-1] else None
        if not rows:
            noted = await self._noted_end(game), ""
            if noted == (0, ""):
                return ()
        before = (after, rows[0][CHECKSUM]) if after and rows and rows[0][0] == after else None
        if after and before is None:
            raise UnreadableGame(game, after, f"event {after} is missing")
        rows = rows[1:] if before else rows
        check(game, rows, noted, before)
        last = (rows[-1][0], rows[-1][CHECKSUM]) if rows else before or _NO_END
        self._ends[game] = max(self._ends.get(game, _NO_END), last)  # a write may have finished meanwhile
        return tuple(entry_of(row) for row in rows)

    async def _rows(self, game: str, after: int) -> Sequence[Sequence[Any]]:
        """The events of a game from `after` on, each with the noted end of the log."""
        query = select(*AS_TEXT, log_ends.c.seq, log_ends.c.checksum)
        query = query.outerjoin(log_ends, log_ends.c.game == EVENTS.c.game)
        query = query.where(EVENTS.c.game == game, EVENTS.c.seq >= after).order_by(EVENTS.c.seq)
        return await self._database.rows(query) or await archived_log(self._database, game, after)

    async def first(self, game: str) -> Entry | None:
        """The first event of a game; None for a game that does not exist, which takes as long to find."""
        columns = [events.c[name] for name in Entry.__slots__]
        query = select(*columns).where(events.c.game == game, events.c.seq == 1)
        entries = [Entry(*row) for row in await self._database.rows(query)]
        entries += [entry_of(row) for row in (await archived_log(self._database, game, 1))[:1]]
        return next(iter(entries), None)

    async def examine(self, game: str) -> tuple[tuple[Sequence[Any], ...], UnreadableGame | None]:
        """The events of a game as the tables have them, as far as they can be read, and what is wrong."""
        rows = list[Sequence[Any]]()
        query = select(*AS_TEXT).where(EVENTS.c.game == game).order_by(EVENTS.c.seq)
        end = select(log_ends.c.seq, log_ends.c.checksum).where(log_ends.c.game == game)
        try:
            rows += await self._database.rows(query)
            if not rows:
                rows += (row[: CHECKSUM + 1] for row in await archived_log(self._database, game, 1))
            check(game, rows, next(((seq, sum) for seq, sum in await self._database.rows(end)), None))
        except UnreadableGame as wrong:
            return tuple(rows), wrong
        except StoreError as error:
            name = sqlite_name(error.__cause__)
            if not name:
                raise
            with suppress(StoreError):  # the events before the damage
                while event := await self._database.rows(query.where(EVENTS.c.seq == len(rows) + 1)):
                    rows += event
            why = f"the file is damaged where its events are ({name})"
            return tuple(rows), UnreadableGame(game, len(rows) + 1, why)
        return tuple(rows), None

    async def all_games(self) -> tuple[str, ...]:
        """All games, the first opened first."""
        query = select(games.c.id).order_by(games.c.opened_at, games.c.id)
        return tuple(game for (game,) in await self._database.rows(query))

    async def last_seq(self, game: str) -> int:
        """The number of the last event of a game; 0 for a game that does not exist."""
        end = self._ends.get(game) if self._database.hears else None
        return end[0] if end else await self._noted_end(game)

    async def _noted_end(self, game: str) -> int:
        return await self._database.value(select(log_ends.c.seq).where(log_ends.c.game == game)) or 0

    async def closed_at(self, game: str) -> datetime | None:
        """When a game was closed, if it is."""
        return await self._database.value(select(games.c.closed_at).where(games.c.id == game))

    async def board_text(self, edition: str) -> str:
        """The text of a board's file as it was in the first game on it. Raises KeyError if there is none."""
        query: Select[str] = select(boards.c.text).where(boards.c.edition == edition)
        text = await self._database.value(query)
        if text is None:
            raise KeyError(edition)
        return text

    async def running_games(self) -> tuple[str, ...]:
        """The games that are not closed, or whose end was not yet sent everywhere."""
        return tuple(game for (game,) in await self._database.rows(RUNNING))

    async def close(self, game: str, at: datetime) -> None:
        """Close a game without an event: no chat shows it, nothing is due in it, and all its news is told."""

        def write(connection: Connection) -> None:
            _close(connection, game, at)
            unbind(connection, {"game": game})
            stop_timers(connection, game)
            seq = log_end(connection, game)[0]
            connection.execute(update(bookmarks).where(bookmarks.c.game == game).values(seq=seq))
            give_up(connection, game)

        await self._database.write(write)

    async def cut(
        self, game: str, after: int, at: datetime, entries: Sequence[Entry], also: RowUpdates = NO_UPDATES
    ) -> None:
        """Remove the events after event `after`, which `removed_events` keeps, and write others instead."""

        def write(connection: Connection) -> None:
            cut_log(connection, game, after, at)
            if entries:
                self._append(connection, game, after, entries, also)

        await self._database.write(write)
        self._ends.pop(game, None)

    async def accept(self, game: str, entries: Sequence[Entry], also: RowUpdates = NO_UPDATES) -> None:
        """Take the events of a game as they are now for those that were written, and write further ones."""

        def write(connection: Connection) -> None:
            accept_log(connection, game)
            if entries:
                self._append(connection, game, entries[0].seq - 1, entries, also)

        await self._database.write(write)
        self._ends.pop(game, None)

    async def count_by_state(self) -> dict[str, int]:
        """How many games are in the lobby, running and closed."""
        started = exists().where(events.c.game == games.c.id, events.c.kind == STARTED)
        state = case((games.c.closed_at.is_not(None), "closed"), (started, "running"), else_="lobby")
        query = select(state.label("state"), func.count()).group_by("state")
        counts = await self._database.rows(query)
        return {"lobby": 0, "running": 0, "closed": 0} | {str(name): int(count) for name, count in counts}


def _close(connection: Connection, game: str, at: datetime | None) -> None:
    """Note when a game was closed, or that it is not."""
    connection.execute(update(games).where(games.c.id == game).values(closed_at=at))


def _event(cell: Cell) -> Insert:
    return insert(events).values({column.name: cell(column) for column in events.c})


def _next_event(cell: Cell) -> Insert:
    """An event after another one. If that is not there, its game is NULL, and it is refused."""
    before = (
        events.c.game == cell(events.c.game),
        events.c.seq == cell(events.c.seq, "after"),
        events.c.checksum == cell(events.c.checksum, "previous"),
    )
    game = select(events.c.game).where(*before).scalar_subquery()
    return _event(cell).values(game=game)


def _changes(game: str, end: LogEnd, entries: Sequence[Entry], also: RowUpdates) -> tuple[list[Change], str]:
    """What writes events after the end of a log, their timers and what is derived from them; no two changes
    write the same row. With them comes the checksum of the last event.

    Where the log does not end there, the first event is refused: its number is taken, or its game is NULL.
    """
    (after, previous), numbers = end, [entry.seq for entry in entries]
    if not numbers or numbers != list(range(after + 1, after + 1 + len(numbers))):
        raise ValueError(f"events numbered {numbers} do not follow event {after}")
    rows = rows_of(game, previous, entries)
    checksum = str(rows[-1]["checksum"])
    follows = {**rows[0], "after": after, "previous": previous}
    changes = [Change(_next_event, follows) if after else Change(_event, rows[0])]
    changes += [Change(_event, row) for row in rows[1:]]
    changes.append(upsert(log_ends, {"game": game}, {"seq": numbers[-1], "checksum": checksum}))
    changes += timer_changes(GAME, game, also.deadlines)
    if also.derived is not None:
        changes += derived_changes(game, also.derived)
    return changes, checksum
