"""A load test of the bot on a fake platform, the same for Discord and Telegram.

In order: the disk, the bare library, the bot at an even pace, and then more than it can carry: many presses
in one instant, and for a while twice the turns a second that it carries when all tables are in a hurry.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import Any, Generic, TypeVar

from bench.bars import Bars, bench_parser, p99
from bench.processor import milliseconds_by_process
from bench.tables import Seats, begin

GAMES, TURNS, PACE = 200, 40, 2.0
TURNS_A_TABLE = 2
"""The first turn after a start costs more than those that follow."""

STARTING, CALM = 300.0, 2.0
"""Seconds that the bot may take to send what is due, and those between two measurements."""

PATIENCE = 30.0
"""Seconds after which a click is given up."""

CLICKS, BARE = 3, 30
"""Clicks of a turn, and those by which the bare library is measured."""

TIMES_THE_BARE, SLOWEST_CLICK, SLOWEST_PICTURE, COSTLIEST_TURN = 3.0, 500.0, 1500.0, 80.0
"""Bars: a click's median in medians of the simplest click; 99th percentiles of clicks and pictures, ms;
milliseconds of processor time.
"""

PRESSES, LATEST = 500, 3000.0
"""Presses in one instant, and the bar of the slowest acknowledgement in ms: Discord waits for 3 seconds."""

HURRIED, OVERLOADED = 40, 10.0
"""Turns by which the load that can be carried is measured, and the seconds of twice that load."""

SLOWEST_ACK, NORMAL_AFTER = 1000.0, 10_000.0
"""Bars under twice the load, ms: the 99th percentile of acknowledgements, and until all is normal again."""


@dataclass
class Times:
    """Milliseconds of each kind of path. What a kind begins with from now on is `phase`."""

    taken: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    phase: str = ""

    def note(self, kind: str, begun: float, ended: float) -> None:
        self.taken[f"{self.phase}{kind}"].append(1000 * (ended - begun))


Table = TypeVar("Table", bound=Seats)


class LoadTest(ABC, Generic[Table]):
    """A fake platform with its tables, and a bot in another process."""

    quiet = 2.0
    """Seconds without a request after which the bot has sent what is due."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.tables = tables
        self.times = Times()
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

    def turns(self, number: int, tables: int = 0) -> list[Callable[[], Awaitable[None]]]:
        """This many turns, one table after the other, at the first `tables` of them or at all.

        A turn begins when the one before has ended there.
        """
        places = range(min(tables or number, len(self.tables)))
        return [partial(self._next_turn, place) for place in islice(cycle(places), number)]

    async def _next_turn(self, place: int) -> None:
        async with self._playing[place]:
            await self.take_turn(self.tables[place])

    async def until_told(self) -> None:
        """Wait until every turn is posted and the bot sends nothing more. Raises TimeoutError."""
        before = -1
        async with asyncio.timeout(STARTING):
            while before != self.requests() or not all(map(self.is_told, self.tables)):
                before = self.requests()
                await asyncio.sleep(self.quiet)


def main(
    about: str | None,
    measured: Callable[[argparse.Namespace, Bars], Coroutine[Any, Any, None]],
    run_bot: Callable[..., Coroutine[Any, Any, None]],
) -> None:
    """Read the command line: measure, or run the bot in the other process."""
    parser = bench_parser(about)
    parser.add_argument("--games", type=int, default=GAMES, help=f"under way at once ({GAMES})")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"that are measured ({TURNS})")
    parser.add_argument("--pace", type=float, default=PACE, help=f"turns begun in a second ({PACE:g})")
    parser.add_argument("--bot", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bot:
        asyncio.run(run_bot(*options.bot))
        return
    bars = Bars()
    asyncio.run(measured(options, bars))
    bars.finish(check=options.check)


async def measure(test: LoadTest[Table], options: argparse.Namespace, bars: Bars) -> None:
    """Measure the disk, the bare library and the bot, and print what was found."""
    taken, turns, pace = test.times.taken, options.turns, options.pace
    with tempfile.TemporaryDirectory() as folder:
        taken["disk"] = _synced(Path(folder))
        clicks = list(islice(cycle(test.bare_clicks()), min(CLICKS * turns, BARE)))
        async with test.bot("bare"):
            await paced(clicks, CLICKS * pace)
        test.clear()
        url = f"sqlite:///{folder}/bench.db"
        await begin(url, test.tables)
        async with test.bot("ours", url) as process:
            await test.until_told()
            before = milliseconds_by_process(process)
            await paced(test.turns(turns, max(1, turns // TURNS_A_TABLE)), pace)
            await asyncio.sleep(test.quiet)
            used = milliseconds_by_process(process)
            spent = [now - before.get(id, 0) for id, now in used.items()]
            print(f"{options.games} games, {pace:g} turns begun a second\n")
            print(f"{'milliseconds':20}{'cases':>8}{'median':>9}{'p99':>9}{'most':>9}")
            for kind, found in taken.items():
                figures = statistics.median(found), p99(found), max(found)
                print(f"{kind:20}{len(found):>8}" + "".join(f"{figure:>9.1f}" for figure in figures))
            print()
            medians = [statistics.median(taken[kind]) for kind in ("play", "ok")]
            bars.figure("a click's median, in bare ones", medians[0] / medians[1], TIMES_THE_BARE)
            bars.time("a click, p99", p99(taken["play"]), SLOWEST_CLICK)
            bars.time("a picture, p99", p99(taken["turn"]), SLOWEST_PICTURE)
            bars.figure("turns given up", turns - len(taken["turn"]), 0)
            ended = max(len(taken["turn"]), 1)
            bars.time("processor time of a turn", sum(spent) / ended, COSTLIEST_TURN)
            bars.time("... of the busiest process", max(spent) / ended)
            await _overload(test, bars)


async def _overload(test: LoadTest[Table], bars: Bars) -> None:
    """Press everywhere at once, and take twice as many turns a second as can be carried."""
    taken = test.times.taken
    await asyncio.sleep(CALM)
    test.times.phase = "burst "
    await asyncio.gather(*(test.press(table) for table in islice(cycle(test.tables), PRESSES)))
    await test.until_told()
    acknowledged = taken["burst ack"]
    bars.figure(f"of {PRESSES} presses at once, not acknowledged", PRESSES - len(acknowledged), 0)
    bars.time("... the slowest acknowledgement", max(acknowledged, default=0), LATEST)

    test.times.phase, begun = "hurried ", perf_counter()
    await asyncio.gather(*(turn() for turn in test.turns(min(HURRIED, len(test.tables)))))
    carried = len(taken["hurried turn"]) / (perf_counter() - begun)
    bars.figure("turns carried a second", carried)
    if not carried:
        bars.missed.append("turns carried a second")
        return
    await asyncio.sleep(CALM)
    test.times.phase = "overload "
    turns, begun = max(round(2 * carried * OVERLOADED), 1), perf_counter()
    await paced(test.turns(turns), 2 * carried)
    late = perf_counter() - begun - turns / (2 * carried)
    bars.time("under twice the load: acknowledgements, p99", p99(taken["overload ack"]), SLOWEST_ACK)
    bars.time("... until all is normal", 1000 * max(0.0, late), NORMAL_AFTER)
    bars.figure("... turns given up", turns - len(taken["overload turn"]), 0)


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


async def paced(steps: Sequence[Callable[[], Awaitable[object]]], a_second: float) -> None:
    """Begin a number of steps each second. A step does not wait for the ones before it."""
    begun, running = perf_counter(), []
    for number, step in enumerate(steps):
        await asyncio.sleep(max(0.0, begun + number / a_second - perf_counter()))
        running.append(asyncio.ensure_future(step()))
    await asyncio.gather(*running)


def _synced(folder: Path, times: int = 200) -> list[float]:
    """Milliseconds that it takes to sync one page to the disk, which each write to the log waits for."""
    taken = []
    with (folder / "page").open("wb") as page:
        for _ in range(times):
            page.write(bytes(4096))
            page.flush()
            begun = perf_counter()
            os.fsync(page.fileno())
            taken.append(1000 * (perf_counter() - begun))
    return taken
