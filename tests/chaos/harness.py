"""A simulated month on three platforms, while calls fail, programs are killed and databases restart.

    python -m tests.chaos.harness --games 6 --days 2            # on SQLite
    python -m tests.chaos.harness --games 6 --days 2 --postgres # two processes on PostgreSQL
    python -m tests.chaos.harness --games 6 --days 2 --kills 10 --platform discord  # 480 kills

The platforms are the fakes at the network, and the page: the bot talks to them as it talks to the real ones.
Two processes have no page, which one process serves (see docs/operating.md).

Time moves on as fast as the programs follow, a thousand times faster than it would and more. Of a hundred
calls of a platform one fails. Each hour programs are killed with -9 at random instants, each day all are
stopped and started one after the other, and each week PostgreSQL is killed and started again. Then the people
play all games to their ends. What was promised to them is counted, and each broken promise is printed: see
`tests/chaos/promises.py`.
"""

import argparse
import asyncio
import logging
import sys
import tempfile
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import timedelta
from functools import partial
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random
from time import monotonic, perf_counter

from tests import postgres
from tests.chaos import preload as month_preload
from tests.chaos import program as month_program
from tests.chaos.run import BEGIN, PLATFORMS, Month, time_in, write
from tests.chaos.platforms import MonthPlatforms
from tests.chaos.promises import ENDED, RESTARTED, Found, look
from tests.stores import URL_FILE
from tests.tiny_board import changed

DAY, WEEK = 24, 24 * 7
"""In hours."""

HOUR = timedelta(hours=1)

STEPS = 4
"""How often the clock moves on in an hour: by less than from one reminder to the next."""

PATIENCE = 300.0
"""Seconds in which a program has to take a step."""

ENDS_WITHIN = 10 * DAY
"""Hours of the clock after which a game counts as stalled when nobody is killed any more."""


class Programs:
    """The programs of a month: started, killed, followed."""

    def __init__(self, month: Month, found: Found) -> None:
        self._month = month
        self._found = found
        self._runs = 0
        self._finishes = False
        self._running = [self._started(share) for share in range(month.programs)]

    def _started(self, share: int) -> ForkServerProcess:
        context = get_context("forkserver")
        context.set_forkserver_preload([month_preload.__name__])
        self._runs += 1
        work = partial(month_program.play, self._month, share, self._runs, finish=self._finishes)
        program = context.Process(target=work, daemon=True)
        program.start()
        return program

    def move_clock(self) -> None:
        """Move the clock on by a step."""
        now = time_in(self._month.folder / "clock")
        write(self._month.folder / "clock", (now + HOUR / STEPS).isoformat())

    async def follow(self) -> None:
        """Wait until every program has seen the time. One that ended by itself is started again."""
        now, limit = time_in(self._month.folder / "clock"), monotonic() + PATIENCE
        for share in range(self._month.programs):
            while time_in(self._month.folder / f"{share}.seen") < now:
                if self._finishes and self._running[share].exitcode == 0:
                    break
                if not self._running[share].is_alive():
                    self._found.figures[ENDED] += 1
                    self._running[share] = self._started(share)
                if monotonic() > limit:
                    raise TimeoutError(f"program {share} does not go on at {now}:\n{self._log_of(share)}")
                await asyncio.sleep(0.005)

    def _log_of(self, share: int) -> str:
        """The last that a program has logged."""
        path = self._month.folder / f"{share}.log"
        return path.read_text()[-10_000:] if path.exists() else ""

    async def kill(self, share: int) -> None:
        """Kill a program with -9, and start it again."""
        self._found.figures["kills"] += 1
        self._found.memory.append(_memory(self._running[share]))
        self._running[share].kill()
        await _ended(self._running[share])
        self._running[share] = self._started(share)

    async def restart(self) -> None:
        """Stop the programs as an operator does, one after the other, and start each again."""
        for share, program in enumerate(self._running):
            self._found.figures["restarts"] += 1
            program.terminate()
            await _ended(program)
            if program.exitcode not in (0, -15):  # -15: it had only just begun
                self._found.wrong.append(f"WRONG: a program that was stopped ended with {program.exitcode}")
            self._running[share] = self._started(share)

    async def finish(self) -> None:
        """Let the people play all games to their ends, and the programs end."""
        self._finishes = True
        await self.restart()
        limit = time_in(self._month.folder / "clock") + ENDS_WITHIN * HOUR
        while any(program.is_alive() for program in self._running):
            if time_in(self._month.folder / "clock") > limit:
                self._found.wrong.append("STALLED: the programs do not come to an end")
                break
            await self.follow()
            self.move_clock()

    def stop(self) -> None:
        """Kill what still runs."""
        for program in self._running:
            program.kill()
            program.join()


async def _ended(program: ForkServerProcess) -> None:
    """Wait until a program has ended, while the platforms answer it. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        while program.is_alive():  # noqa: ASYNC110 - it is another process
            await asyncio.sleep(0.005)


def _memory(program: ForkServerProcess) -> int:
    """MB that a program takes; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        pages = Path(f"/proc/{program.pid}/statm").read_text("ascii").split()[1]
        return int(pages) * 4096 >> 20
    return 0


async def lived(month: Month, server: postgres.Server | None = None) -> Found:
    """Let a month pass, and look at it."""
    (month.folder / "boards").mkdir()
    (month.folder / "boards" / "isle.toml").write_text(changed("trains = 12", "trains = 6"))
    write(month.folder / "clock", BEGIN.isoformat())
    async with MonthPlatforms(month).running() as platforms:
        found = Found(platforms.month)
        programs = Programs(platforms.month, found)
        try:
            await _pass_time(platforms, programs, found, server)
        finally:
            programs.stop()
            found.wrong += platforms.violations()
        found.figures["calls that failed"] = platforms.faults.total()
        found.sent = list(platforms.sent)
    await look(platforms.month, found.sent, found)
    return found


async def _pass_time(
    platforms: MonthPlatforms, programs: Programs, found: Found, server: postgres.Server | None
) -> None:
    month, chance = platforms.month, Random(platforms.month.seed)
    lasts, kills = 0.0, 0  # how long the last step took in which nothing was killed, in seconds
    for hour in range(month.hours):
        strikes = [chance.randrange(STEPS) for _ in range(month.kills)]
        for step in range(STEPS):
            begun = monotonic()
            await programs.follow()
            programs.move_clock()
            lasts = lasts if kills else monotonic() - begun
            kills = strikes.count(step)
            for number in range(kills):
                await asyncio.sleep(chance.uniform(0, lasts))
                await programs.kill((hour + number) % month.programs)
        if hour % DAY == DAY - 1:
            platforms.forget_old()
            print(f"day {hour // DAY + 1}: {found.memory[-1]} MB, {len(platforms.sent)} messages", flush=True)
            await programs.restart()
        if server and hour % WEEK == WEEK // 2:
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
            found.figures[RESTARTED] += 1
    await programs.finish()


def passed(month: Month, server: postgres.Server | None = None) -> Found:
    """Let a month pass, look at it, and print what was found."""
    begun = perf_counter()
    logging.getLogger("aiohttp.server").addFilter(_is_fault)
    found = asyncio.run(lived(month, server))
    days, seconds = month.hours / DAY, perf_counter() - begun
    print(f"{days:.1f} days, {month.programs} programs, in {seconds:.0f} seconds (seed {month.seed})")
    print(found)
    print(f"{len(found.wrong):>8}  broken promises", flush=True)
    return found


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether something is logged that is not only the end of a connection, as by a kill."""
    return not (record.exc_info and isinstance(record.exc_info[1], ConnectionError))


WHOLE = Month(Path(), games=200, hours=30 * DAY)
"""The month of `make soak`. It has no folder of its own."""


def main(wanted: Month = WHOLE, *, on_postgres: bool = False) -> int:
    """Let a month pass on SQLite, or with two programs on PostgreSQL. Returns 1 if a promise was broken.

    Logs, journals and the file of SQLite go to its folder, which is empty; they are deleted if it has none.
    """
    installed = postgres.programs()
    if on_postgres and installed is None:
        print("PostgreSQL is not installed: no month passed on it.")
        return 0
    with ExitStack() as stack:
        folder = wanted.folder
        if folder == Path():
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        month = replace(wanted, folder=folder, programs=2 if on_postgres else 1)
        server = None
        if on_postgres and installed:
            settings = {**postgres.SETTINGS, "fsync": "on", "full_page_writes": "on"}  # it is killed
            server = stack.enter_context(postgres.started_server(installed, settings))
            server.sql("CREATE DATABASE month")
            postgres.make_tables(server.url("month"))
            (month.folder / URL_FILE).write_text(server.url("month"))
        return 1 if passed(month, server).wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--days", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1, help="the instants and the choices follow from it")
    parser.add_argument("--kills", type=int, default=1, help="how many in an hour")
    parser.add_argument("--platform", choices=sorted({*PLATFORMS}), default="", help="all games are there")
    parser.add_argument("--postgres", action="store_true", help="two processes on PostgreSQL")
    parser.add_argument(
        "--keep", type=Path, default=Path(), metavar="FOLDER", help="where logs and journals stay"
    )
    given = parser.parse_args()
    hours = round(given.days * DAY)
    month = Month(given.keep, given.games, hours, given.seed, kills=given.kills, only=given.platform)
    sys.exit(main(month, on_postgres=given.postgres))
