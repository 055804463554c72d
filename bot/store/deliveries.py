"""Deliveries: how far each destination has followed a game, and which messages it has."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from sqlalchemy import Connection, and_, select, update

from bot.model.identity import Chat, Destination, Person
from bot.model.message import Topic
from bot.store.moments import moment_text
from bot.store.part import StorePart, cached
from bot.store.schema import bookmarks, log_ends, messages
from bot.store.statements import Cells, Statement, add, given, located, matches
from bot.store.values import Sent

_PLACE = "kind = ? AND platform = ? AND id = ?"
_BEGIN = (
    f"UPDATE bookmarks SET telling = ?, tried_at = ? WHERE {_PLACE} AND game = ?"
    " AND seq < ? AND (telling IS NULL OR tried_at IS NULL) RETURNING 1"
)
_MOVE = (
    f"UPDATE bookmarks SET seq = ?, telling = NULL, tried_at = NULL WHERE {_PLACE} AND game = ? AND seq < ?"
    " RETURNING 1"
)
_SAVE = (
    "INSERT INTO messages (kind, platform, id, game, message, topic, key, at) SELECT ?, ?, ?, ?, ?, ?, ?, ?"
    " WHERE {known} ON CONFLICT (kind, platform, id, message) DO UPDATE SET"
    " game = excluded.game, topic = excluded.topic, key = excluded.key, at = excluded.at RETURNING 1"
)
_SAVE_IN_CHAT = _SAVE.format(known="true")
_SAVE_FOR_PERSON = _SAVE.format(
    known="(EXISTS (SELECT 1 FROM persons WHERE platform = ? AND person = ?)"
    " OR EXISTS (SELECT 1 FROM seats WHERE platform = ? AND person = ?))"
)
"""Somebody has a profile or a seat: a person who was forgotten has neither."""

_FORGET = f"DELETE FROM messages WHERE {_PLACE} AND message IN ({{ids}}) RETURNING 1"

_FOLLOWING = (
    select(
        *(bookmarks.c.kind, bookmarks.c.platform, bookmarks.c.id),
        *(bookmarks.c.seq, bookmarks.c.telling, bookmarks.c.tried_at),
    )
    .where(located(bookmarks, ("game",)))
    .order_by(bookmarks.c.kind, bookmarks.c.platform, bookmarks.c.id)
)
_SENT = (
    select(
        *(messages.c.kind, messages.c.platform, messages.c.id),
        *(messages.c.message, messages.c.topic, messages.c.key, messages.c.at),
    )
    .where(located(messages, ("game",)))
    .order_by(messages.c.at, messages.c.message)
)

_Bookmark = tuple[int, int | None, datetime | None]
"""The last event that was told; the last one of those that are being told, and since when."""

_Bookmarks = Mapping[Destination, _Bookmark]
_Messages = Mapping[Destination, tuple[Sent, ...]]


class DeliveryStore(StorePart):
    """Bookmarks, and the messages that will be edited or deleted later. Only the platform reads their ids."""

    @cached(bookmarks, of_game=True)
    async def _bookmarks(self, game: str) -> _Bookmarks:
        rows = await self._database.rows(_FOLLOWING, given({"game": game}))
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
        upto = telling or seq
        begin = _BEGIN, (upto, moment_text(now), *named(destination).values(), game, upto)
        found = await self._database.write_together([begin], [(bookmarks, game)])
        if found:
            return upto, None

        def begun(connection: Connection) -> tuple[int, datetime | None]:
            under_way = select(bookmarks.c.telling, bookmarks.c.tried_at)
            for row in connection.execute(under_way.where(matches(bookmarks, _key(destination, game)))):
                return row.telling or seq, row.tried_at
            return seq, None

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
            await self._database.write_together([_move(destination, game, seq)], [(bookmarks, game)])

    async def sent(self, destination: Destination, game: str) -> tuple[Sent, ...]:
        """The noted messages of a game at a destination, oldest first."""
        return (await self._messages(game)).get(destination, ())

    @cached(messages, of_game=True)
    async def _messages(self, game: str) -> _Messages:
        found: dict[Destination, tuple[Sent, ...]] = {}
        for *place, message, topic, key, at in await self._database.rows(_SENT, given({"game": game})):
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
        cells = *named(destination).values(), game, sent.message, sent.topic, sent.key, moment_text(sent.at)
        person = destination.platform, destination.id
        save = _SAVE_IN_CHAT if isinstance(destination, Chat) else _SAVE_FOR_PERSON
        statements = [(save, cells if isinstance(destination, Chat) else (*cells, *person, *person))]

        changes = [(messages, game)]
        if upto is not None:
            statements.append(_move(destination, game, upto))
            changes.append((bookmarks, game))
        await self._database.write_together(statements, changes)

    async def forget_sent(self, destination: Destination, game: str, *ids: str) -> None:
        """Forget messages of a game that are deleted, or that will not change again."""
        statement = _FORGET.format(ids=", ".join("?" for _ in ids)), (*named(destination).values(), *ids)
        await self._database.write_together([statement], [(messages, game)])


def begin_bookmark(connection: Connection, destination: Destination, game: str, seq: int) -> None:
    """Let a destination follow a game from the event after `seq` on; an existing bookmark stays."""
    add(connection, bookmarks, _key(destination, game), {"seq": seq})


def named(destination: Destination) -> Cells:
    """A destination as the cells of a row."""
    kind = "chat" if isinstance(destination, Chat) else "person"
    return {"kind": kind, "platform": destination.platform, "id": destination.id}


def _move(destination: Destination, game: str, seq: int) -> Statement:
    return _MOVE, (seq, *named(destination).values(), game, seq)


def _key(destination: Destination, game: str) -> Cells:
    return {**named(destination), "game": game}


def _destination(kind: str, platform: str, id: str) -> Destination:
    return Chat(platform, id) if kind == "chat" else Person(platform, id)
