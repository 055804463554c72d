"""Which game a chat shows, and the language it speaks."""

from sqlalchemy import ColumnElement, Connection, insert, or_, select, update

from bot.identity import Chat
from bot.schema import chats
from bot.store.database import Database
from bot.store.following import begin_bookmark, last_seq
from bot.store.statements import Cells, matches, put
from bot.store.values import ChatTaken


class Chats(Database):
    """Chats: each shows one game or none."""

    async def game_in(self, chat: Chat) -> str | None:
        """The game that a chat shows."""
        return await self._value(select(chats.c.game).where(matches(chats, _key(chat))))

    async def chats_of(self, game: str) -> tuple[Chat, ...]:
        """The chats that show a game."""
        columns = chats.c.platform, chats.c.chat
        query = select(*columns).where(chats.c.game == game).order_by(*columns)
        return tuple(Chat(*row) for row in await self._rows(query))

    async def bind_chat(self, chat: Chat, game: str) -> None:
        """Show a game in a chat, which is told what happens from now on. Raises ChatTaken."""
        await self._write(_bind_from_now_on, chat, game)

    async def chat_language(self, chat: Chat) -> str | None:
        """The language that was chosen for what is said in public in a chat."""
        return await self._value(select(chats.c.language).where(matches(chats, _key(chat))))

    async def set_chat_language(self, chat: Chat, language: str | None) -> None:
        """Choose the language of a chat, or none."""
        await self._write(put, chats, _key(chat), {"language": language})


def bind(connection: Connection, chat: Chat, game: str, told: int, instead_of: str | None = None) -> None:
    """Show `game` in `chat`, also instead of another, and begin its bookmark at `told` if it has none.

    Raises ChatTaken where the chat shows a third one.
    """
    free = or_(chats.c.game.is_(None), chats.c.game.in_([game, instead_of or game]))
    query = update(chats).where(matches(chats, _key(chat)), free).values(game=game)
    if connection.execute(query).rowcount == 0:
        shown = connection.scalar(select(chats.c.game).where(matches(chats, _key(chat))))
        if shown is not None:
            raise ChatTaken(shown)
        connection.execute(insert(chats).values(**_key(chat), game=game))
    begin_bookmark(connection, chat, game, told)


def _bind_from_now_on(connection: Connection, chat: Chat, game: str) -> None:
    bind(connection, chat, game, last_seq(connection, game))


def unbind(connection: Connection, which: ColumnElement[bool]) -> None:
    """Show no game any more in the chats that `which` picks."""
    connection.execute(update(chats).where(which).values(game=None))


def _key(chat: Chat) -> Cells:
    return {"platform": chat.platform, "chat": chat.id}
