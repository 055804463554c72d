"""What is due when in each game."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.store.part import StorePart
from bot.store.schema import deadlines
from bot.store.statements import matches, put
from bot.store.values import Deadline


class DeadlineStore(StorePart):
    """One moment for each kind of deadline of a game."""

    async def set(self, game: str, due: Mapping[str, datetime | None]) -> None:
        """Set when each kind is due in a game; None removes it."""
        await self._database.write(write_deadlines, game, due)

    async def due(self, before: datetime) -> tuple[Deadline, ...]:
        """What is due at `before` or earlier, earliest first."""
        columns = deadlines.c.game, deadlines.c.kind, deadlines.c.due
        query = select(*columns).where(deadlines.c.due <= before).order_by(deadlines.c.due, *columns)
        return tuple(Deadline(*row) for row in await self._database.rows(query))

    async def next_due(self) -> datetime | None:
        """When the next deadline is due."""
        return await self._database.value(select(deadlines.c.due).order_by(deadlines.c.due).limit(1))


def write_deadlines(connection: Connection, game: str, due: Mapping[str, datetime | None]) -> None:
    """Set when each kind is due in a game; None removes it."""
    for kind, moment in due.items():
        key = {"game": game, "kind": kind}
        if moment is None:
            connection.execute(delete(deadlines).where(matches(deadlines, key)))
        else:
            put(connection, deadlines, key, {"due": moment})
