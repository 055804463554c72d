"""The load test in order: the disk, the bare library, the bot, and then more than it can carry."""

import argparse
import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from bench.bars import Bars, add_check
from bench.bursts import overloads
from bench.clicks import paced, synced
from bench.figures import tell
from bench.load_test import QUIET, Load, LoadTest, Table
from bench.processor import processor_seconds
from bench.tables import begin

GAMES = 200

CLICKS, BARE = 3, 90
"""Clicks of a turn, and those at most by which the bare library is measured."""


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
            before = processor_seconds(process)
            await paced(test.turns(load.turns), load.pace)
            await asyncio.sleep(QUIET)
            spent = processor_seconds(process) - before
            turns = test.figures.taken["turn"]
            test.figures.given_up = load.turns - len(turns)
            test.figures.turn_cost = 1000 * spent / max(len(turns), 1)
            tell(test.figures, load.games, load.pace, bars)
            await overloads(test, bars)
