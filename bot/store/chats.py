"""The game that each chat shows, its title, and the language and the pictures of its public messages."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.cache import BoundedCache
from bot.model.identity import Chat, Person
from bot.model.message import POST_PICTURES, PostPictures, Topic
from bot.store.database import Database
from bot.store.deliveries import begin_bookmark, named
from bot.store.part import StorePart, cached
from bot.store.schema import bookmarks, channels, chats, games, messages, notes, seats
from bot.store.statements import Cells, add, matches, put
from bot.store.values import OtherGame

_MOVES = 1000


class ChatStore(StorePart):
    """Each chat shows one game or none."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._moved: BoundedCache[Chat, Chat] = BoundedCache(_MOVES)

    async def game_in(self, chat: Chat) -> str | None:
        """The game that a chat shows. A request may still name the address from before a move."""
        shown = await self._game_in(chat)
        moved = self._moved.get(chat)
        return await self.game_in(moved) if shown is None and moved else shown

    @cached(chats)
    async def _game_in(self, chat: Chat) -> str | None:
        return await self._database.value(select(chats.c.game).where(matches(chats, _key(chat))))

    async def is_told_of(self, chat: Chat, game: str) -> bool:
        """Whether a chat shows a game, or showed it until it ended: its posts are still there.

        False for a chat that has stopped following it.
        """
        if await self.game_in(chat) == game:
            return True
        chats = [matches(bookmarks, named(one)) for one in (chat, self._moved_to(chat))]
        query = select(bookmarks.c.game).where(bookmarks.c.game == game, or_(*chats))
        return await self._database.value(query) is not None

    def _moved_to(self, chat: Chat) -> Chat:
        """The present address of a chat that a request may name by an earlier one."""
        while moved := self._moved.get(chat):
            chat = moved
        return chat

    @cached(chats)
    async def of_game(self, game: str) -> tuple[Chat, ...]:
        """The chats that show a game."""
        columns = chats.c.platform, chats.c.chat
        query = select(*columns).where(chats.c.game == game).order_by(*columns)
        return tuple(Chat(*row) for row in await self._database.rows(query))

    async def on_platform(self, platform: str) -> tuple[Chat, ...]:
        """The chats of a platform that show a game."""
        query = select(chats.c.chat).where(chats.c.platform == platform, chats.c.game.is_not(None))
        rows = await self._database.rows(query.order_by(chats.c.chat))
        return tuple(Chat(platform, chat) for (chat,) in rows)

    async def release(self, chat: Chat, game: str) -> None:
        """Stop showing a game in a chat, and following it there."""
        await self._database.write(_release, chat, game)

    @cached(games)
    async def home_of(self, game: str) -> Chat | None:
        """The chat where a game was opened, whose admins may change it."""
        query = select(games.c.home_platform, games.c.home_chat).where(games.c.id == game)
        return next((Chat(*row) for row in await self._database.rows(query) if row[0] is not None), None)

    async def games_opened_in(self, chat: Chat, closed_since: datetime | None = None) -> tuple[str, ...]:
        """The games that were opened in a chat, latest first; or only those closed since a moment."""
        query = select(games.c.id).where(matches(games, _home(chat)))
        if closed_since is not None:
            query = query.where(games.c.closed_at >= closed_since)
        return tuple(game for (game,) in await self._database.rows(query.order_by(games.c.opened_at.desc())))

    async def move(self, old: Chat, new: Chat) -> None:
        """Give a chat a new address, with its games, language and bookmarks.

        Its noted messages are forgotten: they can no longer be edited. A second call does nothing.
        """
        self._moved.pop(new, None)
        self._moved[old] = new
        await self._database.write(_move, old, new)

    @cached(notes)
    async def earlier_addresses(self, chat: Chat) -> tuple[Chat, ...]:
        """The addresses that a chat had before it moved, the latest first."""
        known = [chat]
        query = select(notes.c.text)
        while moved := await self._database.value(query.where(notes.c.name == _move_note(known[-1]))):
            if Chat.parse(moved) in known:
                break
            known.append(Chat.parse(moved))
        return tuple(known[1:])

    @cached(chats)
    async def language(self, chat: Chat) -> str | None:
        """The language that was chosen for the public messages of a chat."""
        return await self._database.value(select(chats.c.language).where(matches(chats, _key(chat))))

    async def set_language(self, chat: Chat, language: str | None) -> None:
        """Set the language of a chat, or None."""
        await self._database.write(put, chats, _key(chat), {"language": language})

    @cached(chats, channels)
    async def title(self, chat: Chat) -> str:
        """How people call a chat, or ""."""
        noted = await self._database.value(select(chats.c.title).where(matches(chats, _key(chat))))
        opened = select(channels.c.title).where(matches(channels, _key(chat)))
        return noted or await self._database.value(opened) or ""

    async def titles(self, person: Person, of: Collection[str]) -> dict[str, str]:
        """How people call the chat where a person plays each of these games, or "".

        Of several chats it is the one where the person joined, else one of their platform, else any; among
        equals the home of the game.
        """
        joined = and_(chats.c.platform == person.platform, chats.c.chat == seats.c.chat)
        home = and_(chats.c.platform == games.c.home_platform, chats.c.chat == games.c.home_chat)
        own = and_(
            seats.c.game == games.c.id, matches(seats, {"platform": person.platform, "person": person.id})
        )
        opened = and_(channels.c.platform == chats.c.platform, channels.c.chat == chats.c.chat)
        shown = chats.join(games, games.c.id == chats.c.game).outerjoin(seats, own)
        title = func.coalesce(func.nullif(chats.c.title, ""), channels.c.title, "")
        query = select(chats.c.game, title).select_from(shown.outerjoin(channels, opened))
        farthest_first = (
            chats.c.platform == person.platform,
            func.coalesce(joined, False),
            func.coalesce(home, False),
            chats.c.platform.desc(),
            chats.c.chat.desc(),
        )
        rows = await self._database.rows(query.where(chats.c.game.in_(of)).order_by(*farthest_first))
        return dict(tuple(row) for row in rows)  # the nearest comes last

    async def set_title(self, chat: Chat, title: str) -> None:
        """Note how people call a chat."""
        await self._database.write(put, chats, _key(chat), {"title": title})

    @cached(chats)
    async def pictures(self, chat: Chat) -> PostPictures:
        """What the posts of a chat show of the board."""
        chosen = await self._database.value(select(chats.c.pictures).where(matches(chats, _key(chat))))
        return next((one for one in POST_PICTURES if one == chosen), "board")

    async def set_pictures(self, chat: Chat, pictures: PostPictures) -> None:
        """Choose what the posts of a chat show of the board."""
        await self._database.write(put, chats, _key(chat), {"pictures": pictures})

    @cached(chats)
    async def clock(self, chat: Chat) -> str | None:
        """The word of the turn clock that was chosen for the new games of a chat."""
        return await self._database.value(select(chats.c.clock).where(matches(chats, _key(chat))))

    async def set_clock(self, chat: Chat, clock: str) -> None:
        """Choose the turn clock of the new games of a chat."""
        await self._database.write(put, chats, _key(chat), {"clock": clock})


def bind(connection: Connection, chat: Chat, game: str, seq: int, instead_of: str | None = None) -> None:
    """Show `game` in `chat`, also in place of `instead_of`, with a bookmark at `seq` if it has none.

    Raises OtherGame if the chat shows any other game.
    """
    free = or_(chats.c.game.is_(None), chats.c.game.in_([game, instead_of or game]))
    query = update(chats).where(matches(chats, _key(chat)), free).values(game=game)
    if connection.execute(query).rowcount == 0:
        shown = connection.scalar(select(chats.c.game).where(matches(chats, _key(chat))))
        if shown is not None:
            raise OtherGame(shown)
        connection.execute(insert(chats).values(**_key(chat), game=game))
    begin_bookmark(connection, chat, game, seq)


def show_again(connection: Connection, game: str) -> None:
    """Show `game` in every chat that followed it; those that show another game stop following."""
    of_game = matches(bookmarks, {"kind": "chat", "game": game})
    same = bookmarks.c.platform == chats.c.platform, bookmarks.c.id == chats.c.chat
    had_bookmark = exists().where(of_game, *same)
    connection.execute(update(chats).where(chats.c.game.is_(None), had_bookmark).values(game=game))
    shows_another = exists().where(*same, chats.c.game != game)
    connection.execute(delete(bookmarks).where(of_game, shows_another))


def _release(connection: Connection, chat: Chat, game: str) -> None:
    unbind(connection, matches(chats, {**_key(chat), "game": game}))
    here = {**named(chat), "game": game}
    connection.execute(delete(bookmarks).where(matches(bookmarks, here)))
    # If the game is shown here again, its lobby is posted again instead of edited far above.
    lobby = matches(messages, {**here, "topic": Topic.LOBBY})
    connection.execute(update(messages).where(lobby).values(topic=Topic.TURN))


def _move(connection: Connection, old: Chat, new: Chat) -> None:
    """Move row by row: existing rows of the new address stay unchanged."""
    columns = chats.c.game, chats.c.language, chats.c.pictures, chats.c.title, chats.c.clock
    for game, *chosen in connection.execute(select(*columns).where(matches(chats, _key(old)))).all():
        connection.execute(delete(chats).where(matches(chats, _key(old))))
        settings = dict(zip((column.name for column in columns[1:]), chosen, strict=True))
        if not add(connection, chats, _key(new), {"game": game, **settings}):
            free = matches(chats, _key(new)), chats.c.game.is_(None)
            connection.execute(update(chats).where(*free).values(game=game))
    was = named(old)
    kept = select(bookmarks.c.game, bookmarks.c.seq).where(matches(bookmarks, was))
    for game, seq in connection.execute(kept).all():
        begin_bookmark(connection, new, game, seq)
    for table in (bookmarks, messages):
        connection.execute(delete(table).where(matches(table, was)))
    put(connection, notes, {"name": _move_note(new)}, {"text": str(old)})
    connection.execute(update(games).where(matches(games, _home(old))).values(_home(new)))
    connection.execute(update(seats).where(matches(seats, _key(old))).values(chat=new.id))


def _move_note(chat: Chat) -> str:
    """The name of the note that says which address a chat had before."""
    return f"moved-to-{chat}"


def unbind(connection: Connection, which: ColumnElement[bool]) -> None:
    """Show no game in the chats that `which` selects."""
    connection.execute(update(chats).where(which).values(game=None))


def _key(chat: Chat) -> Cells:
    return {"platform": chat.platform, "chat": chat.id}


def _home(chat: Chat) -> dict[str, str]:
    return {"home_platform": chat.platform, "home_chat": chat.id}
