"""Deliveries: how far each destination has followed a game, and which messages it has."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from sqlalchemy import Connection, and_, delete, select, update

from bot.model.identity import Chat, Destination, Person
from bot.model.message import Topic
from bot.store.part import StorePart, cached
from bot.store.schema import bookmarks, log_ends, messages, persons, seats
from bot.store.statements import Cells, add, matches, put
from bot.store.values import Sent

_Bookmark = tuple[int, int | None, datetime | None]
"""The last event that was told; the last one of those that are being told, and since when."""

_Bookmarks = Mapping[Destination, _Bookmark]
_Messages = Mapping[Destination, tuple[Sent, ...]]


class DeliveryStore(StorePart):
    """Bookmarks, and the messages that will be edited or deleted later. Only the platform reads their ids."""

    @cached(bookmarks)
    async def _bookmarks(self, game: str) -> _Bookmarks:
        place = bookmarks.c.kind, bookmarks.c.platform, bookmarks.c.id
        query = select(*place, bookmarks.c.seq, bookmarks.c.telling, bookmarks.c.tried_at)
        rows = await self._database.rows(query.where(bookmarks.c.game == game).order_by(*place))
        return MappingProxyType({_destination(*row[:3]): (row[3], row[4], row[5]) for row in rows})

    async def bookmarks(self, game: str) -> Mapping[Destination, int]:
        """Every destination that follows a game, and the last event that each has been sent."""
        return {reader: seq for reader, (seq, *_) in (await self._bookmarks(game)).items()}

    async def behind(self) -> tuple[tuple[Destination, str], ...]:
        """Every destination that has not been sent all events of a game that it follows, and that game."""
        columns = bookmarks.c.kind, bookmarks.c.platform, bookmarks.c.id, bookmarks.c.game
        ended = log_ends.c.game == bookmarks.c.game, bookmarks.c.seq < log_ends.c.seq
        query = select(*columns).join(log_ends, and_(*ended)).order_by(bookmarks.c.game, *columns)
        return tuple((_destination(*named), game) for *named, game in await self._database.rows(query))

    async def begin(
        self, destination: Destination, game: str, seq: int, now: datetime
    ) -> tuple[int, datetime | None]:
        """Note that everything up to `seq` is about to be sent to a destination.

        Returns up to which event to send, and the time of the first attempt. These are `seq` and None, unless
        an earlier attempt was never finished: it may have arrived, unless `mark_refused` was called.
        """
        _, telling, tried_at = (await self._bookmarks(game)).get(destination, (0, None, None))
        if telling is not None and tried_at is not None:
            return telling, tried_at

        def begun(connection: Connection) -> tuple[int, datetime | None]:
            here = matches(bookmarks, _key(destination, game))
            row = connection.execute(select(bookmarks.c.telling, bookmarks.c.tried_at).where(here)).first()
            upto, tried_at = (row.telling or seq, row.tried_at) if row else (seq, None)
            if tried_at is None:
                behind = update(bookmarks).where(here, bookmarks.c.seq < upto)
                connection.execute(behind.values(telling=upto, tried_at=now))
            return upto, tried_at

        return await self._database.write(begun)

    async def begun(self) -> tuple[datetime, ...]:
        """When each message was tried first that is not certain yet."""
        query = select(bookmarks.c.tried_at).where(bookmarks.c.tried_at.is_not(None))
        return tuple(at for (at,) in await self._database.rows(query))

    async def mark_refused(self, destination: Destination, game: str) -> None:
        """Note that the attempt under way has certainly not arrived."""
        here = matches(bookmarks, _key(destination, game))
        await self._database.execute(update(bookmarks).where(here).values(tried_at=None))

    async def was_refused(self, destination: Destination, game: str) -> bool:
        """Whether the last attempt has certainly not arrived, and was not repeated yet."""
        _, telling, tried_at = (await self._bookmarks(game)).get(destination, (0, None, None))
        return telling is not None and tried_at is None

    async def move_bookmark(self, destination: Destination, game: str, seq: int) -> None:
        """Note that a destination has been sent everything up to `seq`. A bookmark never moves back."""
        if (await self.bookmarks(game)).get(destination, seq) < seq:
            await self._database.write(_move, destination, game, seq)

    async def sent(self, destination: Destination, game: str) -> tuple[Sent, ...]:
        """The noted messages of a game at a destination, oldest first."""
        return (await self._messages(game)).get(destination, ())

    @cached(messages)
    async def _messages(self, game: str) -> _Messages:
        found: dict[Destination, tuple[Sent, ...]] = {}
        columns = messages.c.kind, messages.c.platform, messages.c.id
        cells = messages.c.message, messages.c.topic, messages.c.key, messages.c.at
        query = select(*columns, *cells).where(messages.c.game == game)
        rows = await self._database.rows(query.order_by(messages.c.at, messages.c.message))
        for *place, message, topic, key, at in rows:
            where = _destination(*place)
            found[where] = *found.get(where, ()), Sent(message, Topic(topic), key, at)
        return MappingProxyType(found)

    async def save_sent(
        self, destination: Destination, game: str, sent: Sent, upto: int | None = None
    ) -> None:
        """Note a message of a game at a destination, or change what is noted of it.

        Nothing is noted of a person who was forgotten while it was sent. With `upto`, also note that the
        destination has been sent everything up to this event.
        """

        def save(connection: Connection) -> None:
            person = {"platform": destination.platform, "person": destination.id}
            known = (select(table).where(matches(table, person)) for table in (persons, seats))
            if isinstance(destination, Chat) or any(connection.execute(one).first() for one in known):
                cells = {"game": game, "topic": sent.topic, "key": sent.key, "at": sent.at}
                put(connection, messages, {**named(destination), "message": sent.message}, cells)
                if upto is not None:
                    _move(connection, destination, game, upto)

        await self._database.write(save)

    async def forget_sent(self, destination: Destination, game: str, *ids: str) -> None:
        """Forget messages of a game that are deleted, or that will not change again."""
        here = matches(messages, named(destination)), messages.c.message.in_(ids)
        await self._database.execute(delete(messages).where(*here))


def begin_bookmark(connection: Connection, destination: Destination, game: str, seq: int) -> None:
    """Let a destination follow a game from the event after `seq` on; an existing bookmark stays."""
    add(connection, bookmarks, _key(destination, game), {"seq": seq})


def named(destination: Destination) -> Cells:
    """A destination as the cells of a row."""
    kind = "chat" if isinstance(destination, Chat) else "person"
    return {"kind": kind, "platform": destination.platform, "id": destination.id}


def _move(connection: Connection, destination: Destination, game: str, seq: int) -> None:
    behind = matches(bookmarks, _key(destination, game)), bookmarks.c.seq < seq
    told = {"seq": seq, "telling": None, "tried_at": None}
    connection.execute(update(bookmarks).where(*behind).values(told))


def _key(destination: Destination, game: str) -> Cells:
    return {**named(destination), "game": game}


def _destination(kind: str, platform: str, id: str) -> Destination:
    return Chat(platform, id) if kind == "chat" else Person(platform, id)
