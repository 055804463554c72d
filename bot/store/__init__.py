"""The store: the log of each game and all other data, in one SQLite file that one program locks.

`Store.open` opens it. Arguments and results are the values of `bot.store.values`.
"""

from typing import Self

from sqlalchemy import select

from bot.store.chats import ChatStore
from bot.store.database import Database, make_file, path_of, take_lock
from bot.store.deliveries import DeliveryStore
from bot.store.local import PageStore
from bot.store.log import GameLog
from bot.store.people import PersonStore
from bot.store.schema import notes
from bot.store.snapshots import SnapshotStore
from bot.store.statements import put
from bot.store.values import (
    Channel,
    Conflict,
    Derived,
    Entry,
    OtherGame,
    PlayerSeat,
    Post,
    Profile,
    RowUpdates,
    Sent,
    Snapshot,
    StoreError,
)

__all__ = [
    "Channel",
    "Conflict",
    "Derived",
    "Entry",
    "OtherGame",
    "PlayerSeat",
    "Post",
    "Profile",
    "RowUpdates",
    "Sent",
    "Snapshot",
    "Store",
    "StoreError",
]


class Store:
    """All data that outlives the program. `async with await Store.open(url)` closes it at the end.

    Each method of a part is one transaction: all of it is on the disk when the method returns, or none of it.
    A write that the disk refuses raises StoreError. A write is finished even when its caller is cancelled.
    """

    def __init__(self, database: Database) -> None:
        self.log = GameLog(database)
        self.chats = ChatStore(database)
        self.people = PersonStore(database)
        self.deliveries = DeliveryStore(database)
        self.snapshots = SnapshotStore(database)
        self.page = PageStore(database)
        self._database = database

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at `url` (`sqlite:///path`), make it if it is missing, and upgrade its tables.

        Raises StoreError with one sentence for the operator: the URL is of another kind, or the file is
        locked by another program, damaged, not ours, not writable, or written by a newer version.
        """
        path = path_of(url)
        database = Database(path, take_lock(path))
        try:
            make_file(path)
            await database.prepare()
        except BaseException:
            await database.close()
            raise
        return cls(database)

    async def note(self, name: str) -> str | None:
        """What the program has noted for itself under a name."""
        return await self._database.value(select(notes.c.text).where(notes.c.name == name))

    async def write_note(self, name: str, text: str) -> None:
        """Note a text under a name, over what was there before."""
        await self._database.write(put, notes, {"name": name}, {"text": text})

    async def close(self) -> None:
        """Finish what has begun, then release the file: another program may open it now."""
        await self._database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
