"""Snapshots and summaries of games: derived from their logs, to find and to read games faster.

The log always wins: a row about an event that the log does not have is ignored.
"""

from collections.abc import Collection, Iterator

from sqlalchemy import Connection, Delete, ScalarSelect, and_, delete, or_, select

from bot.store.log_rows import log_end
from bot.store.part import StorePart
from bot.store.schema import events, games, log_ends, snapshots, summaries
from bot.store.statements import Cell, Change, same, upsert
from bot.store.values import Derived, Entry, entry_digest


class SnapshotStore(StorePart):
    """Snapshots and summaries. To delete all of them only costs speed."""

    async def newest(
        self, game: str, version: str, until: int | None = None
    ) -> tuple[str, Entry, str] | None:
        """The newest snapshot of a game, as JSON, after event `until` at the latest.

        With it come the event that it follows, and the edition of the game's board. None where there is none
        of this version, or its event is another one in the log.
        """
        entries = [events.c[name] for name in Entry.__slots__]
        same = and_(snapshots.c.game == events.c.game, snapshots.c.seq == events.c.seq)
        query = (
            select(snapshots.c.data, snapshots.c.digest, games.c.edition, *entries)
            .select_from(snapshots)
            .join(events, same)
            .join(games, games.c.id == snapshots.c.game)
        )
        query = query.where(snapshots.c.game == game, snapshots.c.version == version)
        if until is not None:
            query = query.where(snapshots.c.seq <= until)
        try:
            rows = await self._database.rows(query.order_by(snapshots.c.seq.desc()).limit(1))
        except (TypeError, ValueError):  # data that this program cannot have written
            return None
        for data, digest, edition, *row in rows:
            entry = Entry(*row)
            return (data, entry, edition) if digest == entry_digest(entry) else None
        return None

    async def summaries(self, of: Collection[str]) -> dict[str, str]:
        """What lists say of these games, by game; without those whose log has gone on since."""
        query = select(summaries.c.game, summaries.c.data).where(summaries.c.game.in_(of))
        rows = await self._database.rows(query.where(summaries.c.seq == _last_seq(summaries.c.game)))
        return {row.game: row.data for row in rows}

    async def for_computers(self, version: str) -> dict[str, bool]:
        """The games in which a computer is to move (True), or that must be read to know it (False)."""
        is_known = and_(
            summaries.c.game == games.c.id,
            summaries.c.version == version,
            summaries.c.seq == _last_seq(games.c.id),
        )
        moves = summaries.c.computer_moves
        query = select(games.c.id, moves).select_from(games).outerjoin(summaries, is_known)
        query = query.where(games.c.closed_at.is_(None), or_(moves.is_(None), moves))
        rows = await self._database.rows(query.order_by(games.c.id))
        return {game: moves is not None for game, moves in rows}

    async def write(self, game: str, derived: Derived) -> None:
        """Write what is derived from the log of a game, unless the log has gone on since."""

        def write(connection: Connection) -> None:
            if log_end(connection, game)[0] == derived.seq:
                for change in derived_changes(game, derived):
                    change.run(connection)

        await self._database.write(write)


def derived_changes(game: str, derived: Derived) -> Iterator[Change]:
    """What writes what is derived from a log; for a game that is over, only its newest snapshot."""
    if derived.summary is None:
        yield Change(_no_summary, {"game": game})
    else:
        cells = {"seq": derived.seq, "version": derived.version, "data": derived.summary}
        yield upsert(summaries, {"game": game}, cells | {"computer_moves": derived.computer_moves})
    if derived.snapshot is not None:
        older = {"game": game, "seq": derived.seq, "version": derived.version}
        yield Change(_no_older_snapshot, older, (derived.summary is None,))
        cells = {"version": derived.version, "digest": derived.digest, "data": derived.snapshot}
        yield upsert(snapshots, {"game": game, "seq": derived.seq}, cells)


def _no_summary(cell: Cell) -> Delete:
    return delete(summaries).where(same(cell, summaries, "game"))


def _no_older_snapshot(cell: Cell, of_all_versions: bool) -> Delete:
    older = delete(snapshots).where(same(cell, snapshots, "game"), snapshots.c.seq != cell(snapshots.c.seq))
    return older if of_all_versions else older.where(snapshots.c.version != cell(snapshots.c.version))


def forget_derived(connection: Connection, game: str) -> None:
    """Delete what is derived from the log of a game, which was changed."""
    for table in (snapshots, summaries):
        connection.execute(delete(table).where(table.c.game == game))


def _last_seq(game: object) -> ScalarSelect[int]:
    """The number of the last event of a game, within another query."""
    return select(log_ends.c.seq).where(log_ends.c.game == game).scalar_subquery()
