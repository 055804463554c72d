"""The store: the log of every game, and what is kept beside it, in one SQLite file that one program holds.

`Store.open` is the only door. What a caller hands in or gets back are the values of `bot.store.values`.
"""

from typing import Self

from bot.store.bookmarks import Following
from bot.store.chats import Chats
from bot.store.database import make_file, path_of, take_lock
from bot.store.local import Local
from bot.store.log import Log
from bot.store.messages import Messages
from bot.store.notes import Notes
from bot.store.people import People
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


class Store(Log, Chats, Following, People, Messages, Local, Notes):
    """Everything that outlives the program. `async with await Store.open(url)` closes it at the end.

    Every method is one transaction: all of it is on the disk when the method returns, or none of it. A write
    that the disk refuses raises StoreError. A write whose caller is cancelled goes to its end all the same.
    """

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at `url` (`sqlite:///path`), make it if it is missing, and upgrade its tables.

        Raises StoreError with one sentence for the operator when that cannot be done: the URL is of another
        kind, another program has the file, the file is damaged, not ours, not writable, or newer than this.
        """
        path = path_of(url)
        store = cls(path, take_lock(path))
        try:
            make_file(path)
            await store._prepare()
        except BaseException:
            await store.close()
            raise
        return store

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
