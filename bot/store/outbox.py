"""The ledger of the outbox: how far each destination has followed a game, and a row for each notice."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select, update

from bot.model.identity import Chat, Destination, Person
from bot.model.message import POSTS, Topic
from bot.store.database import REMEMBERED
from bot.store.part import StorePart, cached
from bot.store.schema import bookmarks, log_ends, outbox, persons, seats
from bot.store.statements import Cells, add, matches, put
from bot.store.values import NoticeRow, NoticeState, StoreError

_UNDER_WAY = NoticeState.TRIED, NoticeState.REFUSED
_CELLS = "topic", "event", "state", "at", "message", "text"
_ROWS = select(*(outbox.c[name] for name in ("kind", "platform", "id", "key", *_CELLS)))


class OutboxStore(StorePart):
    """Bookmarks, and the notices that are under way or delivered. Only the platform reads their ids."""

    @cached(bookmarks)
    async def _bookmarks(self, game: str) -> dict[Destination, int]:
        """The bookmarks of a game, which `_note_told` moves: an action asks for them nine times."""
        columns = bookmarks.c.kind, bookmarks.c.platform, bookmarks.c.id, bookmarks.c.seq
        query = select(*columns).where(bookmarks.c.game == game).order_by(*columns[:3])
        return {_destination(*place): seq for *place, seq in await self._database.rows(query)}

    async def bookmarks(self, game: str) -> Mapping[Destination, int]:
        """Every destination that follows a game, and the last event that each has been told."""
        return {**await self._bookmarks(game)}

    async def behind(self) -> tuple[tuple[Destination, str], ...]:
        """Every destination that has not been told all events of a game that it follows, and that game."""
        columns = bookmarks.c.kind, bookmarks.c.platform, bookmarks.c.id, bookmarks.c.game
        ended = log_ends.c.game == bookmarks.c.game, bookmarks.c.seq < log_ends.c.seq
        query = select(*columns).join(log_ends, and_(*ended)).order_by(bookmarks.c.game, *columns)
        return tuple((_destination(*place), game) for *place, game in await self._database.rows(query))

    async def move_bookmark(self, to: Destination, game: str, seq: int) -> None:
        """Note that a destination has been told everything up to `seq`. A bookmark never moves back."""
        if (await self._bookmarks(game)).get(to, seq) < seq:
            move = partial(_move_bookmark, to=to, game=game, seq=seq)
            await self._database.finish(self._note_told(to, game, seq, move))

    async def _note_told(
        self, to: Destination, game: str, upto: int, write: Callable[[Connection], None]
    ) -> None:
        """Write that a destination has been told everything up to an event, and remember it."""
        await self._database.write(write)
        with suppress(StoreError):  # it is written, even if the store is being closed
            known = await self._bookmarks(game)
            if to in known:
                known[to] = max(known[to], upto)

    async def notices(self, to: Destination, game: str) -> tuple[NoticeRow, ...]:
        """The notices about a game at a destination, oldest first; with NO_GAME, those about no game."""
        query = _ROWS.where(matches(outbox, _key(to, game))).order_by(outbox.c.at, outbox.c.message)
        return tuple(row for _, row in map(_read, await self._database.rows(query)))

    async def texts(self) -> tuple[tuple[Chat, NoticeRow], ...]:
        """The notes to chats that are to be sent, each with its chat."""
        found = map(_read, await self._database.rows(_ROWS.where(outbox.c.text != "")))
        return tuple((to, row) for to, row in found if isinstance(to, Chat))

    async def is_refused(self, to: Destination, game: str) -> bool:
        """Whether a destination did not take a notice about a game, which is to be tried again."""
        return any(row.state is NoticeState.REFUSED for row in await self.notices(to, game))

    async def tried_since(self) -> tuple[datetime, ...]:
        """Since when each notice is tried of which it is not known yet whether it was delivered."""
        query = select(outbox.c.at).where(outbox.c.state == NoticeState.TRIED)
        return tuple(at for (at,) in await self._database.rows(query))

    async def save(self, to: Destination, game: str, row: NoticeRow, upto: int | None = None) -> None:
        """Write the row of a notice; with `upto`, the destination has been told everything up to this event.

        Nothing is noted of a person who was forgotten meanwhile: they have neither a profile nor a seat.
        """

        def write(connection: Connection) -> None:
            if isinstance(to, Person) and not connection.scalar(select(_is_known(to))):
                return
            values = {name: getattr(row, name) for name in _CELLS}
            put(connection, outbox, {**_key(to, game), "key": row.key}, values)
            if upto is not None:
                _move_bookmark(connection, to, game, upto)

        if upto is None:
            await self._database.write(write)
        else:
            await self._database.finish(self._note_told(to, game, upto, write))

    async def forget(self, to: Destination, game: str, *keys: str) -> None:
        """Forget notices that are deleted, or that will not change again."""
        if keys:
            here = matches(outbox, _key(to, game)), outbox.c.key.in_(keys)
            await self._database.execute(delete(outbox).where(*here))


def begin_bookmark(connection: Connection, to: Destination, game: str, seq: int) -> None:
    """Let a destination follow a game from the event after `seq` on; an existing bookmark stays."""
    add(connection, bookmarks, _key(to, game), {"seq": seq})


def give_up(
    connection: Connection, game: str, to: Destination | None = None, upto: int | None = None
) -> None:
    """Forget the posts under way of a game at its destinations, or at one, up to an event."""
    key: Cells = {"game": game} if to is None else _key(to, game)
    which = [matches(outbox, key), outbox.c.topic.in_(POSTS), outbox.c.state.in_(_UNDER_WAY)]
    which += [outbox.c.event <= upto] if upto is not None else []
    connection.execute(delete(outbox).where(*which))


def named(destination: Destination) -> Cells:
    """A destination as the cells of a row."""
    kind = "chat" if isinstance(destination, Chat) else "person"
    return {"kind": kind, "platform": destination.platform, "id": destination.id}


def _move_bookmark(connection: Connection, to: Destination, game: str, seq: int) -> None:
    behind = matches(bookmarks, _key(to, game)), bookmarks.c.seq < seq
    moved = update(bookmarks).where(*behind).values(seq=seq)
    connection.execute(moved.execution_options(**{REMEMBERED: True}))
    give_up(connection, game, to, seq)


def _is_known(person: Person) -> ColumnElement[bool]:
    key = {"platform": person.platform, "person": person.id}
    return or_(*(exists().where(matches(table, key)) for table in (persons, seats)))


def _key(to: Destination, game: str) -> Cells:
    return {**named(to), "game": game}


def _read(row: Sequence[Any]) -> tuple[Destination, NoticeRow]:
    kind, platform, id, key, topic, event, state, at, message, text = row
    notice = NoticeRow(key, Topic(topic), event, NoticeState(state), at, message, text)
    return _destination(kind, platform, id), notice


def _destination(kind: str, platform: str, id: str) -> Destination:
    return Chat(platform, id) if kind == "chat" else Person(platform, id)
