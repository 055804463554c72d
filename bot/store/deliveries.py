"""Deliveries: how far each destination has followed a game, and which messages it has."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from sqlalchemy import Connection, Integer, and_, bindparam, delete, exists, or_, select, update

from bot.model.identity import Chat, Destination, Person
from bot.model.message import Topic
from bot.store.part import StorePart, cached
from bot.store.schema import bookmarks, log_ends, messages, persons, seats
from bot.store.statements import Cells, add, given, located, matches, put
from bot.store.values import Sent

_ONE_BOOKMARK = located(bookmarks, ("kind", "platform", "id", "game"))
_UPTO = bindparam("upto", type_=Integer)
_BEHIND = update(bookmarks).where(_ONE_BOOKMARK, bookmarks.c.seq < _UPTO)

_BEGUN = select(bookmarks.c.telling, bookmarks.c.tried_at).where(_ONE_BOOKMARK)
_BEGIN = _BEHIND.values(telling=_UPTO, tried_at=bindparam("now"))
_MOVE = _BEHIND.values(seq=_UPTO, telling=None, tried_at=None)

_FOLLOWING = (
    select(bookmarks.c.kind, bookmarks.c.platform, bookmarks.c.id, bookmarks.c.seq)
    .where(located(bookmarks, ("game",)))
    .order_by(bookmarks.c.kind, bookmarks.c.platform, bookmarks.c.id)
)
_SENT = (
    select(messages.c.message, messages.c.topic, messages.c.key, messages.c.at)
    .where(located(messages, ("kind", "platform", "id", "game")))
    .order_by(messages.c.at, messages.c.message)
)
_ONE_PERSON = "platform", "person"
_KNOWN = select(
    or_(exists().where(located(persons, _ONE_PERSON)), exists().where(located(seats, _ONE_PERSON)))
)
"""Whether somebody has a profile or a seat: a person who was forgotten has neither."""


class DeliveryStore(StorePart):
    """Bookmarks, and the messages that will be edited or deleted later. Only the platform reads their ids."""

    @cached(bookmarks, of_game=True)
    async def bookmarks(self, game: str) -> Mapping[Destination, int]:
        """Every destination that follows a game, and the last event that each has been sent."""
        rows = await self._database.rows(_FOLLOWING, given({"game": game}))
        return MappingProxyType({_destination(*named): seq for *named, seq in rows})

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
        return await self._database.write(_begin, _key(destination, game), seq, now)

    async def begun(self) -> tuple[datetime, ...]:
        """When each message was tried first that is not certain yet."""
        query = select(bookmarks.c.tried_at).where(bookmarks.c.tried_at.is_not(None))
        return tuple(at for (at,) in await self._database.rows(query))

    async def mark_refused(self, destination: Destination, game: str) -> None:
        """Note that the attempt under way has certainly not arrived."""
        await self._database.write(_mark_refused, _key(destination, game))

    async def move_bookmark(self, destination: Destination, game: str, seq: int) -> None:
        """Note that a destination has been sent everything up to `seq`. A bookmark never moves back."""
        if (await self.bookmarks(game)).get(destination, seq) < seq:
            await self._database.write(_move, _key(destination, game), seq)

    async def sent(self, destination: Destination, game: str) -> tuple[Sent, ...]:
        """The noted messages of a game at a destination, oldest first."""
        rows = await self._database.rows(_SENT, given(_key(destination, game)))
        return tuple(Sent(message, Topic(topic), key, at) for message, topic, key, at in rows)

    async def save_sent(
        self, destination: Destination, game: str, sent: Sent, upto: int | None = None
    ) -> None:
        """Note a message of a game at a destination, or change what is noted of it.

        Nothing is noted of a person who was forgotten while it was sent. With `upto`, also note that the
        destination has been sent everything up to this event.
        """
        await self._database.write(_save_sent, destination, game, sent, upto)

    async def forget_sent(self, destination: Destination, *ids: str) -> None:
        """Forget messages that are deleted, or that will not change again."""
        await self._database.write(_forget, named(destination), ids)


def begin_bookmark(connection: Connection, destination: Destination, game: str, seq: int) -> None:
    """Let a destination follow a game from the event after `seq` on; an existing bookmark stays."""
    add(connection, bookmarks, _key(destination, game), {"seq": seq})


def named(destination: Destination) -> Cells:
    """A destination as the cells of a row."""
    kind = "chat" if isinstance(destination, Chat) else "person"
    return {"kind": kind, "platform": destination.platform, "id": destination.id}


def _begin(connection: Connection, key: Cells, seq: int, now: datetime) -> tuple[int, datetime | None]:
    for telling, tried_at in connection.execute(_BEGUN, given(key)):
        if telling is not None and tried_at is not None:
            return telling, tried_at
        seq = telling or seq
    connection.execute(_BEGIN, {**given(key), "upto": seq, "now": now})
    return seq, None


def _mark_refused(connection: Connection, key: Cells) -> None:
    connection.execute(update(bookmarks).where(matches(bookmarks, key)).values(tried_at=None))


def _move(connection: Connection, key: Cells, seq: int) -> None:
    connection.execute(_MOVE, {**given(key), "upto": seq})


def _save_sent(
    connection: Connection, destination: Destination, game: str, sent: Sent, upto: int | None
) -> None:
    values = {"game": game, "topic": sent.topic, "key": sent.key, "at": sent.at}
    if _is_known(connection, destination):
        put(connection, messages, {**named(destination), "message": sent.message}, values)
    if upto is not None:
        _move(connection, _key(destination, game), upto)


def _is_known(connection: Connection, destination: Destination) -> bool:
    """Whether something may be noted of a destination: of a chat always."""
    if isinstance(destination, Chat):
        return True
    person = given({"platform": destination.platform, "person": destination.id})
    return bool(connection.scalar(_KNOWN, person))


def _forget(connection: Connection, key: Cells, ids: tuple[str, ...]) -> None:
    connection.execute(delete(messages).where(matches(messages, key), messages.c.message.in_(ids)))


def _key(destination: Destination, game: str) -> Cells:
    return {**named(destination), "game": game}


def _destination(kind: str, platform: str, id: str) -> Destination:
    return Chat(platform, id) if kind == "chat" else Person(platform, id)
