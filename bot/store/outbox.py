"""The ledger of the outbox: how far each destination has followed a game, and a row for each notice."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Delete, Update, and_, delete, exists, or_, select, update

from bot.model.identity import Chat, Destination, Person
from bot.model.message import POSTS, Topic
from bot.store.part import StorePart, cached
from bot.store.schema import bookmarks, events, log_ends, outbox, persons, seats
from bot.store.statements import Cell, Cells, Change, add, matches, of_destination, same, upsert
from bot.store.values import NoticeRow, NoticeState, StoreError

_UNDER_WAY = NoticeState.TRIED, NoticeState.REFUSED
_CELLS = "topic", "event", "state", "at", "message", "text"
_ROWS = select(*(outbox.c[name] for name in ("kind", "platform", "id", "key", *_CELLS)))


class OutboxStore(StorePart):
    """Bookmarks, and the notices that are under way or delivered. Only the platform reads their ids."""

    @cached(bookmarks)
    async def own_bookmarks(self, game: str) -> dict[Destination, int]:
        """The bookmarks, remembered in the process that speaks about the game: an action asks nine times."""
        return await self.bookmarks(game)

    async def bookmarks(self, game: str) -> dict[Destination, int]:
        """Every destination that follows a game, and the last event that each has been told."""
        columns = bookmarks.c.kind, bookmarks.c.platform, bookmarks.c.id, bookmarks.c.seq
        query = select(*columns).where(bookmarks.c.game == game).order_by(*columns[:3])
        return {_destination(*place): seq for *place, seq in await self._database.rows(query)}

    async def behind(self, silent: Collection[str] = ()) -> tuple[tuple[Destination, str], ...]:
        """Every destination that has not been told all events of a game that it follows, and that game.

        A chat that lacks only events of the `silent` kinds is left out.
        """
        columns = bookmarks.c.kind, bookmarks.c.platform, bookmarks.c.id, bookmarks.c.game
        ended = log_ends.c.game == bookmarks.c.game, bookmarks.c.seq < log_ends.c.seq
        query = select(*columns).join(log_ends, and_(*ended)).order_by(bookmarks.c.game, *columns)
        if silent:
            # By the game of the log's end: so PostgreSQL looks only where something is missing.
            news = events.c.game == log_ends.c.game, events.c.seq > bookmarks.c.seq
            is_news = exists().where(*news, events.c.kind.not_in(silent))
            query = query.where(or_(bookmarks.c.kind != "chat", is_news))
        return tuple((_destination(*place), game) for *place, game in await self._database.rows(query))

    async def move_bookmark(self, to: Destination, game: str, seq: int) -> None:
        """Note that a destination has been told everything up to `seq`. A bookmark never moves back."""
        if (await self.own_bookmarks(game)).get(to, seq) < seq:
            await self._database.finish(self._write(to, game, None, seq))

    async def save(self, to: Destination, game: str, row: NoticeRow, upto: int | None = None) -> None:
        """Write the row of a notice; with `upto`, the destination has been told everything up to this event.

        Nothing is noted of a person who was forgotten meanwhile: they have neither a profile nor a seat.
        """
        await self._database.finish(self._write(to, game, row, upto))

    async def _write(self, to: Destination, game: str, row: NoticeRow | None, upto: int | None) -> None:
        """Write a notice, a bookmark or both, and remember it. Posts under way up to there are given up."""
        rows = await self._notices(game)
        under_way = [one for one in rows.get(to, {}).values() if one.is_post_under_way]
        over = [one.key for one in under_way if upto is not None and one.event <= upto]

        changes = list[Change]()
        if row:
            values = {name: getattr(row, name) for name in _CELLS}
            is_known = _is_receiver_known if isinstance(to, Person) else None
            changes.append(upsert(outbox, {**_key(to, game), "key": row.key}, values, is_known))
        if lost := [key for key in over if not row or key != row.key]:
            changes.append(_forgotten(to, game, lost))
        if upto is not None:
            changes.append(Change(_moved_on, {**_key(to, game), "upto": upto}))
        await self._database.write_together(changes)
        with suppress(StoreError):  # it is written, even if the store is being closed
            here = (await self._notices(game)).setdefault(to, {})
            for key in over:
                here.pop(key, None)
            if row:
                here[row.key] = row
            known = await self.own_bookmarks(game)
            if upto is not None and to in known:
                known[to] = max(known[to], upto)

    async def notices(self, to: Destination, game: str) -> tuple[NoticeRow, ...]:
        """The notices about a game at a destination, oldest first; with NO_GAME, those about no game."""
        query = _ROWS.where(matches(outbox, _key(to, game))).order_by(outbox.c.at, outbox.c.message)
        return tuple(row for _, row in map(_read, await self._database.rows(query)))

    async def own_notices(self, to: Destination, game: str) -> tuple[NoticeRow, ...]:
        """The same, remembered in the process that speaks about the game: an action asks five times."""
        rows = (await self._notices(game)).get(to, {}).values()
        return tuple(sorted(rows, key=lambda row: (row.at, row.message)))

    @cached(outbox)
    async def _notices(self, game: str) -> dict[Destination, dict[str, NoticeRow]]:
        found: dict[Destination, dict[str, NoticeRow]] = {}
        for to, row in map(_read, await self._database.rows(_ROWS.where(outbox.c.game == game))):
            found.setdefault(to, {})[row.key] = row
        return found

    async def texts(self) -> tuple[tuple[Chat, NoticeRow], ...]:
        """The notes to chats that are to be sent, each with its chat."""
        found = map(_read, await self._database.rows(_ROWS.where(outbox.c.text != "")))
        return tuple((to, row) for to, row in found if isinstance(to, Chat))

    async def tried_since(self) -> tuple[datetime, ...]:
        """Since when each notice is tried of which it is not known yet whether it was delivered."""
        query = select(outbox.c.at).where(outbox.c.state == NoticeState.TRIED)
        return tuple(at for (at,) in await self._database.rows(query))

    async def forget(self, to: Destination, game: str, *keys: str) -> None:
        """Forget notices that are deleted, or that will not change again."""
        if keys:
            await self._database.finish(self._forget(to, game, keys))

    async def _forget(self, to: Destination, game: str, keys: Sequence[str]) -> None:
        await self._database.write_together([_forgotten(to, game, keys)])
        with suppress(StoreError):
            here = (await self._notices(game)).get(to, {})
            for key in keys:
                here.pop(key, None)


def begin_bookmark(connection: Connection, to: Destination, game: str, seq: int) -> None:
    """Let a destination follow a game from the event after `seq` on; an existing bookmark stays."""
    add(connection, bookmarks, _key(to, game), {"seq": seq})


def give_up(connection: Connection, game: str, to: Destination | None = None) -> None:
    """Forget the posts under way of a game at its destinations, or at one."""
    key: Cells = {"game": game} if to is None else _key(to, game)
    under_way = outbox.c.topic.in_(POSTS), outbox.c.state.in_(_UNDER_WAY)
    connection.execute(delete(outbox).where(matches(outbox, key), *under_way))


def _forgotten(to: Destination, game: str, keys: Sequence[str]) -> Change:
    return Change(_no_notices, {**_key(to, game), "keys": keys})


_PLACE = "kind", "platform", "id", "game"


def _no_notices(cell: Cell) -> Delete:
    keys = outbox.c.key.in_(cell(outbox.c.key, "keys", many=True))
    return delete(outbox).where(same(cell, outbox, *_PLACE), keys)


def _moved_on(cell: Cell) -> Update:
    """Move a bookmark, unless it is further on."""
    upto = cell(bookmarks.c.seq, "upto")
    behind = same(cell, bookmarks, *_PLACE), bookmarks.c.seq < upto
    return update(bookmarks).where(*behind).values(seq=upto)


def _is_receiver_known(cell: Cell) -> ColumnElement[bool]:
    return is_known(cell(outbox.c.platform), cell(outbox.c.id))


def is_known(platform: ColumnElement[str], id: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a person has a profile or a seat: nothing is noted of somebody who was forgotten."""
    return or_(*(exists().where(of.c.platform == platform, of.c.person == id) for of in (persons, seats)))


def _key(to: Destination, game: str) -> Cells:
    return {**of_destination(to), "game": game}


def _read(row: Sequence[Any]) -> tuple[Destination, NoticeRow]:
    kind, platform, id, key, topic, event, state, at, message, text = row
    notice = NoticeRow(key, Topic(topic), event, NoticeState(state), at, message, text)
    return _destination(kind, platform, id), notice


def _destination(kind: str, platform: str, id: str) -> Destination:
    return Chat(platform, id) if kind == "chat" else Person(platform, id)
