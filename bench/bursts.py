"""More requests than the machine can carry: many in one instant, and twice its load for a while.

What it can carry is measured in the same run: the turns a second when all tables are in a hurry.
"""

import asyncio
from itertools import cycle, islice
from time import perf_counter

from bench.bars import Bars
from bench.clicks import paced
from bench.figures import p99
from bench.load_test import LoadTest, Table

PRESSES, LATEST = 500, 3000.0
"""Presses in one instant, and the milliseconds in which each must be acknowledged."""

HURRIED, OVERLOADED = 40, 10.0
"""Turns by which the load that can be carried is measured, and the seconds of twice that load."""

SLOWEST_ACK, NORMAL_AFTER = 1000.0, 10.0
"""Limits: the 99th percentile of acknowledgements in ms, and seconds."""

CALM = 2.0
"""Seconds between two measurements."""


async def overloads(test: LoadTest[Table], bars: Bars) -> None:
    """Measure a burst and twice the load, and print what was found."""
    await _burst(test)
    acknowledged = test.figures.taken.get("burst ack", ())
    print(f"\n{'at once':42}{PRESSES:>9} presses; slowest {max(acknowledged, default=0):.0f} ms")
    _tell("presses not acknowledged in 3 s", PRESSES - sum(one <= LATEST for one in acknowledged), 0, bars)
    carried = await _carried(test)
    verdict = bars.verdict("turns carried a second", carried > 0)
    print(f"{'turns carried a second':42}{carried:>9.2f}   bar above 0:{verdict}", flush=True)
    if carried > 0:
        normal_after, given_up = await _overload(test, 2 * carried)
        late = p99(test.figures.taken.get("overload ack", ()))
        _tell("acknowledgements under twice the load, p99", late, SLOWEST_ACK, bars)
        _tell("seconds until all is normal", normal_after, NORMAL_AFTER, bars)
        _tell("turns given up under twice the load", given_up, 0, bars)


def _tell(name: str, found: float, bar: float, bars: Bars) -> None:
    print(f"{name:42}{found:>9.2f}   bar {bar:g}:{bars.verdict(name, found <= bar)}", flush=True)


async def _burst(test: LoadTest[Table]) -> None:
    """Press everywhere at once, and wait until the bot has sent all the answers."""
    await asyncio.sleep(CALM)
    test.figures.phase = "burst "
    await asyncio.gather(*(test.press(table) for table in islice(cycle(test.tables), PRESSES)))
    await test.until_told()


async def _carried(test: LoadTest[Table]) -> float:
    """How many turns a second the machine carries: one turn at each of HURRIED tables, all at once."""
    test.figures.phase, begun = "hurried ", perf_counter()
    await asyncio.gather(*(turn() for turn in test.turns(min(HURRIED, len(test.tables)))))
    return len(test.figures.taken.get("hurried turn", ())) / (perf_counter() - begun)


async def _overload(test: LoadTest[Table], pace: float) -> tuple[float, int]:
    """Begin that many turns a second for a while.

    Returns the seconds from then until none is under way, and how many turns were given up.
    """
    await asyncio.sleep(CALM)
    test.figures.phase = "overload "
    turns, begun = max(round(pace * OVERLOADED), 1), perf_counter()
    await paced(test.turns(turns), pace)
    normal_after = max(0.0, perf_counter() - begun - turns / pace)
    return normal_after, turns - len(test.figures.taken.get("overload turn", ()))
