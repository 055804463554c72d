"""Those who follow the log: how far each destination has been told, and what is due when."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import Connection, delete, func, select, update

from bot.model.identity import Chat, Destination, Person
from bot.store.database import Database
from bot.store.schema import bookmarks, deadlines, events
from bot.store.statements import Cells, add, matches, put
from bot.store.values import Deadline


class Following(Database):
    """Bookmarks and deadlines."""

    async def bookmarks(self, game: str) -> dict[Destination, int]:
        """Every destination that is told of a game, and the last event that each has been told."""
        columns = bookmarks.c.kind, bookmarks.c.platform, bookmarks.c.id, bookmarks.c.seq
        query = select(*columns).where(bookmarks.c.game == game).order_by(*columns)
        return {_destination(*named): seq for *named, seq in await self._rows(query)}

    async def begin_telling(
        self, destination: Destination, game: str, seq: int, now: datetime
    ) -> tuple[int, datetime | None]:
        """A destination is about to be told everything up to `seq`.

        The answer is how far it is to be told, and since when that has been tried: not `seq` and None where
        a try was begun before, which may have come through, unless it `was_refused`.
        """
        return await self._write(_begin_telling, _key(destination, game), seq, now)

    async def was_refused(self, destination: Destination, game: str) -> None:
        """What a destination was about to be told has surely not come through: it is not in doubt."""
        await self._write(_refused, _key(destination, game))

    async def move_bookmark(self, destination: Destination, game: str, seq: int) -> None:
        """A destination has been told everything up to `seq`. A bookmark never goes back."""
        await self._write(_move, _key(destination, game), seq)

    async def set_deadlines(self, game: str, due: Mapping[str, datetime | None]) -> None:
        """Write when each kind is due in a game; None strikes it out."""
        await self._write(write_deadlines, game, due)

    async def due(self, before: datetime) -> tuple[Deadline, ...]:
        """What is due at `before` or earlier, in the order of time."""
        columns = deadlines.c.game, deadlines.c.kind, deadlines.c.due
        query = select(*columns).where(deadlines.c.due <= before).order_by(deadlines.c.due, *columns)
        return tuple(Deadline(*row) for row in await self._rows(query))

    async def next_due(self) -> datetime | None:
        """When the next thing is due."""
        return await self._value(select(deadlines.c.due).order_by(deadlines.c.due).limit(1))


def last_seq(connection: Connection, game: str) -> int:
    """The number of the last event of a game, or 0."""
    query = select(func.max(events.c.seq)).where(events.c.game == game)
    return connection.scalar(query) or 0


def _begin_telling(
    connection: Connection, key: Cells, seq: int, now: datetime
) -> tuple[int, datetime | None]:
    begun = select(bookmarks.c.telling, bookmarks.c.tried_at).where(matches(bookmarks, key))
    for telling, tried_at in connection.execute(begun):
        if telling is not None:
            return telling, tried_at
    behind = matches(bookmarks, key), bookmarks.c.seq < seq
    connection.execute(update(bookmarks).where(*behind).values({"telling": seq, "tried_at": now}))
    return seq, None


def _refused(connection: Connection, key: Cells) -> None:
    connection.execute(update(bookmarks).where(matches(bookmarks, key)).values(tried_at=None))


def _move(connection: Connection, key: Cells, seq: int) -> None:
    behind = matches(bookmarks, key), bookmarks.c.seq < seq
    values = {"seq": seq, "telling": None, "tried_at": None}
    connection.execute(update(bookmarks).where(*behind).values(values))


def begin_bookmark(connection: Connection, destination: Destination, game: str, told: int) -> None:
    """Tell a destination of a game from behind event `told` on; one that is told already stays as it is."""
    add(connection, bookmarks, _key(destination, game), {"seq": told})


def write_deadlines(connection: Connection, game: str, due: Mapping[str, datetime | None]) -> None:
    """Write when each kind is due in a game; None strikes it out."""
    for kind, moment in due.items():
        key = {"game": game, "kind": kind}
        if moment is None:
            connection.execute(delete(deadlines).where(matches(deadlines, key)))
        else:
            put(connection, deadlines, key, {"due": moment})


def _key(destination: Destination, game: str) -> Cells:
    return {**named(destination), "game": game}


def named(destination: Destination) -> Cells:
    """A destination as the cells of a row."""
    kind = "chat" if isinstance(destination, Chat) else "person"
    return {"kind": kind, "platform": destination.platform, "id": destination.id}


def _destination(kind: str, platform: str, id: str) -> Destination:
    return Chat(platform, id) if kind == "chat" else Person(platform, id)
