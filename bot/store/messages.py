"""The messages that stand at a destination and will be touched again: the lobby, the newest turn, a panel."""

from sqlalchemy import Connection, delete, select

from bot.model.identity import Destination
from bot.model.message import Topic
from bot.store.bookmarks import named
from bot.store.database import Database
from bot.store.schema import messages
from bot.store.statements import Cells, matches, put
from bot.store.values import Sent


class Messages(Database):
    """Which messages of a game stand where. The platform alone knows what its ids mean."""

    async def sent(self, destination: Destination, game: str) -> tuple[Sent, ...]:
        """The messages of a game that stand at a destination, the oldest first."""
        columns = messages.c.message, messages.c.topic, messages.c.key, messages.c.at
        query = select(*columns).where(matches(messages, named(destination)), messages.c.game == game)
        rows = await self._rows(query.order_by(messages.c.at, messages.c.message))
        return tuple(Sent(message, Topic(topic), key, at) for message, topic, key, at in rows)

    async def save_sent(self, destination: Destination, game: str, sent: Sent) -> None:
        """A message of a game stands at a destination."""
        values = {"game": game, "topic": sent.topic, "key": sent.key, "at": sent.at}
        await self._write(put, messages, {**named(destination), "message": sent.message}, values)

    async def forget_sent(self, destination: Destination, *ids: str) -> None:
        """Those messages are gone, or need no touch any more."""
        await self._write(_forget, named(destination), ids)


def _forget(connection: Connection, key: Cells, ids: tuple[str, ...]) -> None:
    connection.execute(delete(messages).where(matches(messages, key), messages.c.message.in_(ids)))
