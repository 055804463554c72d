"""A load test of the bot on a fake platform, the same for Discord and Telegram."""

import argparse
import asyncio
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Generic, TypeVar

from bench.bars import Bars, add_check
from bench.bursts import overloads
from bench.clicks import paced, synced
from bench.figures import Figures, tell
from bench.processor import processor_seconds
from bench.tables import Seats, begin

GAMES = 200
STARTING, QUIET = 300.0, 5.0
"""Seconds that the bot may take to send what is due, and seconds without a request after which it has. A
private chat on Telegram takes nothing for up to four seconds.
"""

CLICKS, BARE = 3, 90
"""Clicks of a turn, and those at most by which the bare library is measured."""


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

    async def until_told(self) -> None:
        """Wait until every turn is posted and the bot sends nothing more. Raises TimeoutError."""
        before = -1
        async with asyncio.timeout(STARTING):
            while before != self.requests() or not all(map(self.is_told, self.tables)):
                before = self.requests()
                await asyncio.sleep(QUIET)


def main(
    about: str,
    measured: Callable[[Load, Bars], Coroutine[Any, Any, None]],
    run_bot: Callable[..., Coroutine[Any, Any, None]],
) -> None:
    """Read the command line: measure, or run the bot in the other process."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--games", type=int, default=GAMES, help="under way at once (200)")
    parser.add_argument("--turns", type=int, help="that are measured (two a game)")
    parser.add_argument("--pace", type=float, default=2.0, help="turns begun in a second (2)")
    parser.add_argument("--bot", nargs="+", help=argparse.SUPPRESS)
    add_check(parser)
    options, bars = parser.parse_args(), Bars()
    if options.bot:
        asyncio.run(run_bot(*options.bot))
    else:
        turns = options.turns or 2 * options.games
        asyncio.run(measured(Load(options.games, turns, options.pace), bars))
        bars.finish(check=options.check)


async def measure(test: LoadTest[Table], load: Load, bars: Bars) -> None:
    """Measure the disk, the bare library and the bot, and print what was found."""
    with tempfile.TemporaryDirectory() as folder:
        test.figures.taken["disk"] = synced(Path(folder))
        clicks = list(islice(cycle(test.bare_clicks()), min(CLICKS * load.turns, BARE)))
        async with test.bot("bare"):
            await paced(clicks, CLICKS * load.pace)
        test.clear()
        url = f"sqlite+aiosqlite:///{folder}/bench.db"
        await begin(url, test.tables)
        async with test.bot("ours", url) as process:
            await test.until_told()
            steps = [partial(test.take_turn, table) for table in islice(cycle(test.tables), load.turns)]
            before = processor_seconds(process)
            await paced(steps, load.pace)
            await asyncio.sleep(QUIET)
            spent = processor_seconds(process) - before
            turns = test.figures.taken["turn"]
            test.figures.given_up = load.turns - len(turns)
            test.figures.turn_cost = 1000 * spent / max(len(turns), 1)
            tell(test.figures, load.games, load.pace, bars)
            await overloads(test, bars)


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
