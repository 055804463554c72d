"""The store: the log of each game and all other data, in one SQLite file that one program locks.

`Store.open` opens it. Arguments and results are the values of `bot.store.values`.
"""

from typing import Self

from bot.store.chats import ChatStore
from bot.store.database import Database, make_file, path_of, take_lock
from bot.store.deadlines import DeadlineStore
from bot.store.deliveries import DeliveryStore
from bot.store.local import PageStore
from bot.store.log import GameLog
from bot.store.notes import NoteStore
from bot.store.people import PersonStore
from bot.store.values import (
    BothSeated,
    Channel,
    ChatTaken,
    Conflict,
    Deadline,
    Entry,
    Post,
    Profile,
    RowUpdates,
    Sent,
    Sitting,
    StoreError,
    UnknownCode,
)

__all__ = [
    "BothSeated",
    "Channel",
    "ChatTaken",
    "Conflict",
    "Deadline",
    "Entry",
    "Post",
    "Profile",
    "RowUpdates",
    "Sent",
    "Sitting",
    "Store",
    "StoreError",
    "UnknownCode",
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
        self.deadlines = DeadlineStore(database)
        self.notes = NoteStore(database)
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

    async def close(self) -> None:
        """Finish what has begun, then release the file: another program may open it now."""
        await self._database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
