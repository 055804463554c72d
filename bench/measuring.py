"""How a bot is measured that is reached over a wire: the same for every platform."""

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

from bench.clicks import paced, synced
from bench.figures import Figures, tell
from bench.tables import Seats, begin

GAMES = 200
STARTING, QUIET = 300.0, 3.0
"""Seconds that the bot may take until everything is told, and of silence that say so."""

PRESSES = 3
"""Presses that a turn takes."""


@dataclass(frozen=True)
class Load:
    """What the bot is given to do: games under way, turns that are measured, turns begun in a second."""

    games: int
    turns: int
    pace: float


Table = TypeVar("Table", bound=Seats)


class Ground(ABC, Generic[Table]):
    """A platform of the tests' own with its tables, and a bot for it in a process of its own."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = tables
        self.figures = Figures()

    @abstractmethod
    def bot(self, *which: str) -> AbstractAsyncContextManager[None]:
        """The bot: the "bare" library, or "ours" with the address of a database."""

    @abstractmethod
    def bare_presses(self) -> Sequence[Callable[[], Awaitable[object]]]:
        """A press at each table that the bare library answers."""

    @abstractmethod
    def clear(self) -> None:
        """Take away what the bare library has answered."""

    @abstractmethod
    def spoken(self) -> int:
        """How often the bot has asked for anything."""

    @abstractmethod
    def is_told(self, table: Table) -> bool:
        """Whether a table knows whose turn it is."""

    @abstractmethod
    async def take_turn(self, table: Table) -> None:
        """Whoever is called draws two cards from the deck, if the bot answers."""


def main(
    about: str,
    measured: Callable[[Load], Coroutine[Any, Any, None]],
    be_the_bot: Callable[..., Coroutine[Any, Any, None]],
) -> None:
    """Read the command line: measure, or be the bot that is measured."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--games", type=int, default=GAMES, help="under way at once (200)")
    parser.add_argument("--turns", type=int, default=2 * GAMES, help="that are measured (400)")
    parser.add_argument("--pace", type=float, default=2.0, help="turns begun in a second (2)")
    parser.add_argument("--bot", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bot:
        asyncio.run(be_the_bot(*options.bot))
    else:
        asyncio.run(measured(Load(options.games, options.turns, options.pace)))


async def measure(ground: Ground[Table], load: Load) -> None:
    """Measure the disk, the bare library and the bot, and print what was found."""
    with tempfile.TemporaryDirectory() as folder:
        ground.figures.taken["disk"] = synced(Path(folder))
        presses = list(islice(cycle(ground.bare_presses()), PRESSES * load.turns))
        async with ground.bot("bare"):
            await paced(presses, PRESSES * load.pace)
        ground.clear()
        url = f"sqlite:///{folder}/bench.db"
        await begin(url, ground.tables)
        async with ground.bot("ours", url):
            async with asyncio.timeout(STARTING):
                await _until_told(ground)
            steps = [partial(ground.take_turn, table) for table in islice(cycle(ground.tables), load.turns)]
            await paced(steps, load.pace)
    ground.figures.given_up = load.turns - len(ground.figures.taken["turn"])
    tell(ground.figures, load.games, load.pace)


async def _until_told(ground: Ground[Table]) -> None:
    """Wait until every table knows whose turn it is, and the bot has nothing more to say."""
    heard = -1
    while heard != ground.spoken() or not all(map(ground.is_told, ground.tables)):
        heard = ground.spoken()
        await asyncio.sleep(QUIET)


@asynccontextmanager
async def in_a_process(module: str, *options: str, ready: Awaitable[object]) -> AsyncIterator[None]:
    """A module's bot in a process of its own, `ready` before it is used, and ended when it is not."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", module, "--bot", *options)
    try:
        await ready
        await asyncio.sleep(1)
        yield
    finally:
        process.terminate()
        await process.wait()
