"""A load test of the bot on a fake platform, the same for Discord and Telegram."""

import asyncio
import sys
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from typing import Generic, TypeVar

from bench.figures import Figures
from bench.tables import Seats

STARTING, QUIET = 300.0, 5.0
"""Seconds that the bot may take to send what is due, and seconds without a request after which it has. A
private chat on Telegram takes nothing for up to four seconds.
"""


@dataclass(frozen=True)
class Load:
    """The load: games under way, turns that are measured, and turns begun in a second."""

    games: int
    turns: int
    pace: float


Table = TypeVar("Table", bound=Seats)


class LoadTest(ABC, Generic[Table]):
    """A fake platform with its tables, and a bot in another process."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = tables
        self.figures = Figures()
        self._playing = [asyncio.Lock() for _ in tables]

    @abstractmethod
    def bot(self, *which: str) -> AbstractAsyncContextManager[int]:
        """The bot: the "bare" library, or "ours" with the URL of a database. The id of its process."""

    @abstractmethod
    def bare_clicks(self) -> Sequence[Callable[[], Awaitable[object]]]:
        """A click at each table that the bare library answers."""

    @abstractmethod
    def clear(self) -> None:
        """Delete the answers of the bare library."""

    @abstractmethod
    def requests(self) -> int:
        """How many requests the bot has made."""

    @abstractmethod
    def is_told(self, table: Table) -> bool:
        """Whether the post of the turn is there."""

    @abstractmethod
    async def press(self, table: Table) -> None:
        """The next player presses Draw, until that is answered."""

    @abstractmethod
    async def take_turn(self, table: Table) -> None:
        """The next player draws two cards from the deck, if the bot answers."""

    def turns(self, number: int) -> list[Callable[[], Awaitable[None]]]:
        """This many turns, one table after the other. A turn begins when the one before has ended there."""
        return [partial(self._next_turn, place) for place in islice(cycle(range(len(self.tables))), number)]

    async def _next_turn(self, place: int) -> None:
        async with self._playing[place]:
            await self.take_turn(self.tables[place])

    async def until_told(self) -> None:
        """Wait until every turn is posted and the bot sends nothing more. Raises TimeoutError."""
        before = -1
        async with asyncio.timeout(STARTING):
            while before != self.requests() or not all(map(self.is_told, self.tables)):
                before = self.requests()
                await asyncio.sleep(QUIET)


@asynccontextmanager
async def in_a_process(module: str, *options: str, ready: Awaitable[object]) -> AsyncIterator[int]:
    """Run the bot of a module in another process, from when it is `ready` to the end of the block."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", module, "--bot", *options)
    try:
        await ready
        await asyncio.sleep(1)
        yield process.pid
    finally:
        process.terminate()
        await process.wait()
