"""The log of each game: its events in order, from which everything else about the game is derived."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, Select, delete, func, insert, select, union, update
from sqlalchemy.exc import IntegrityError

from bot.cache import BoundedCache
from bot.model.identity import Chat
from bot.store.chats import bind, show_again, unbind
from bot.store.database import Database
from bot.store.errors import is_repeated
from bot.store.part import StorePart
from bot.store.people import take_seats
from bot.store.schema import boards, bookmarks, chats, deadlines, events, games
from bot.store.snapshots import write_derived
from bot.store.statements import add, matches, put
from bot.store.values import NO_UPDATES, Conflict, Entry, RowUpdates

_KNOWN_ENDS = 20_000
"""Games whose last event is remembered."""


class GameLog(StorePart):
    """Games, their events, and what is due in them."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._ends = BoundedCache[str, int](_KNOWN_ENDS)

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
        await self._database.write(_open_game, game, (edition, text), entries, chat, also)
        self._ends[game] = entries[-1].seq

    async def append(
        self, game: str, after: int, entries: Sequence[Entry], also: RowUpdates = NO_UPDATES
    ) -> None:
        """Write the events that follow event `after`, with consecutive numbers, and the row updates.

        Raises Conflict if event `after + 1` exists already, OtherGame if `also.bind` is not free.
        """
        await self._database.write(_append, game, after, entries, also)
        self._ends[game] = entries[-1].seq

    def has_more(self, game: str, after: int) -> bool:
        """Whether the log may go on after event `after`; False is certain while one program has the file."""
        return self._ends.get(game, after + 1) > after

    async def read(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        """The events of a game in order, from the one after `after` on."""
        columns = [events.c[name] for name in Entry.__slots__]
        query = select(*columns).where(events.c.game == game, events.c.seq > after).order_by(events.c.seq)
        entries = tuple(Entry(*row) for row in await self._database.rows(query))
        # A write that finished meanwhile has noted a later end.
        self._ends[game] = max(self._ends.get(game, 0), entries[-1].seq if entries else after)
        return entries

    async def last_seq(self, game: str) -> int:
        """The number of the last event of a game; 0 for a game that does not exist."""
        last = select(func.max(events.c.seq)).where(events.c.game == game)
        return self._ends.get(game) or await self._database.value(last) or 0

    async def game_edition(self, game: str) -> str:
        """The edition of the board of a game. Raises KeyError when there is no such game."""
        return await self._one(select(games.c.edition).where(games.c.id == game), game)

    async def board_text(self, edition: str) -> str:
        """The text of a board's file as it was in the first game on it. Raises KeyError if there is none."""
        return await self._one(select(boards.c.text).where(boards.c.edition == edition), edition)

    async def running_games(self) -> tuple[str, ...]:
        """The games that are not closed, or whose end was not yet sent everywhere."""
        last = select(func.max(events.c.seq)).where(events.c.game == bookmarks.c.game).scalar_subquery()
        unannounced = select(bookmarks.c.game).where(bookmarks.c.seq < last)
        query = union(select(games.c.id).where(games.c.closed_at.is_(None)), unannounced)
        rows = await self._database.rows(select(query.subquery().c.id).order_by("id"))
        return tuple(game for (game,) in rows)

    async def set_deadlines(self, game: str, due: Mapping[str, datetime | None]) -> None:
        """Set when each kind of deadline is due in a game; None removes it."""
        await self._database.write(_write_deadlines, game, due)

    async def due(self, before: datetime) -> tuple[tuple[str, str], ...]:
        """The games in which something is due at `before` or earlier, and its kind; earliest first."""
        columns = deadlines.c.game, deadlines.c.kind
        query = select(*columns).where(deadlines.c.due <= before).order_by(deadlines.c.due, *columns)
        return tuple((game, kind) for game, kind in await self._database.rows(query))

    async def _one(self, query: Select[str], key: str) -> str:
        found = await self._database.value(query)
        if found is None:
            raise KeyError(key)
        return found


def _last_seq(connection: Connection, game: str) -> int:
    query = select(func.max(events.c.seq)).where(events.c.game == game)
    return connection.scalar(query) or 0


def _open_game(
    connection: Connection,
    game: str,
    board: tuple[str, str],
    entries: Sequence[Entry],
    chat: Chat,
    also: RowUpdates,
) -> None:
    edition, text = board
    _keep_board(connection, edition, text)
    home = {"home_platform": chat.platform, "home_chat": chat.id}
    about = {"edition": edition, "opened_at": entries[0].at, **home}
    if not add(connection, games, {"id": game}, about):
        raise Conflict(game, 0)
    bind(connection, chat, game, 0, also.instead_of)
    _append(connection, game, 0, entries, also)


def _keep_board(connection: Connection, edition: str, text: str) -> None:
    if add(connection, boards, {"edition": edition}, {"text": text}):
        return
    if connection.scalar(select(boards.c.text).where(boards.c.edition == edition)) != text:
        raise ValueError(f"the board {edition} is kept with another text")


def _append(
    connection: Connection, game: str, after: int, entries: Sequence[Entry], also: RowUpdates
) -> None:
    _write_events(connection, game, after, entries)
    take_seats(connection, game, also.seats, after, also.mentioned_in)
    _write_deadlines(connection, game, also.deadlines)
    if also.release:
        unbind(connection, chats.c.game == game)
    if also.bind is not None:
        bind(connection, also.bind, game, after, also.instead_of)
    if also.again:
        show_again(connection, game)
    if also.derived is not None:
        write_derived(connection, game, also.derived)
    if also.closed is not None:
        _close(connection, game, entries[-1].at if also.closed else None)


def _write_deadlines(connection: Connection, game: str, due: Mapping[str, datetime | None]) -> None:
    for kind, moment in due.items():
        key = {"game": game, "kind": kind}
        if moment is None:
            connection.execute(delete(deadlines).where(matches(deadlines, key)))
        else:
            put(connection, deadlines, key, {"due": moment})


def _close(connection: Connection, game: str, at: datetime | None) -> None:
    connection.execute(update(games).where(games.c.id == game).values(closed_at=at))


def _write_events(connection: Connection, game: str, after: int, entries: Sequence[Entry]) -> None:
    numbers = [entry.seq for entry in entries]
    if not numbers or numbers != list(range(after + 1, after + 1 + len(numbers))):
        raise ValueError(f"events numbered {numbers} do not follow event {after}")
    if after > _last_seq(connection, game):
        raise ValueError(f"game {game} has no event {after}")
    rows = [{"game": game} | {name: getattr(entry, name) for name in Entry.__slots__} for entry in entries]
    try:
        connection.execute(insert(events), rows)
    except IntegrityError as error:
        if is_repeated(error):
            raise Conflict(game, after) from None
        raise
