"""Runs the bot for simulated days or months while calls fail and programs die, and checks all promises.

The clock moves as fast as the programs can follow, a thousand times faster than real time or more. One call
in a hundred fails. Each hour programs are killed with -9, at random instants or in a write of the database;
each day all are stopped and started one after the other, and each week PostgreSQL is killed and started
again. In some runs a program hangs for an hour, or its way to the database. Once a day somebody starts
another program with the same token on Telegram. Then the people play all games to their ends. Each broken
promise is printed: see `tests/chaos/promises.py`.
"""

import asyncio
import logging
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random
from signal import SIGCONT, SIGKILL, SIGSTOP, SIGTERM, SIGUSR1
from time import monotonic, perf_counter

from tests import postgres
from tests.chaos import preload, program
from tests.chaos.clock import BEGIN, CLOCK, time_in, write_time
from tests.chaos.platforms import RunPlatforms
from tests.chaos.promises import ENDED, RESTARTED, Findings, look
from tests.chaos.run import Run
from tests.chaos.tunnel import Tunnel
from tests.stores import URL_FILE
from tests.tiny_board import changed

DAY = 24
"""In hours."""

HOUR = timedelta(hours=1)

HUNG, HUNG_IN_DATABASE = "programs that hung", "programs whose database hung"

STEPS = 4
"""How often the clock moves on in an hour: by less than from one reminder to the next."""

PATIENCE = 300.0
"""Seconds in which a program has to take a step."""

WRITES_WITHIN = 2.0
"""Seconds in which a program that is to die in a write has one; else it is killed."""

ENDS_WITHIN = 20 * DAY
"""Hours of the clock after which a game counts as stalled when nobody is killed any more."""


class Programs:
    """The programs of a run: started, killed, followed."""

    def __init__(self, platforms: RunPlatforms, findings: Findings, tunnels: Sequence[Tunnel]) -> None:
        self._run = run = platforms.run
        self._platforms = platforms
        self._findings = findings
        self._tunnels = tunnels
        self._finishes = False
        self._running = [self._started(share) for share in range(run.programs)]

    def _started(self, share: int) -> ForkServerProcess:
        self._platforms.starts += 1
        start = self._platforms.starts
        return _spawned(partial(program.play, self._run, share, start, finish=self._finishes))

    def move_clock(self) -> None:
        """Move the clock on by a step."""
        write_time(self._run.folder / CLOCK, time_in(self._run.folder / CLOCK) + HOUR / STEPS)

    async def follow(self, without: int | None = None) -> None:
        """Wait until every program has seen the time, or all but one, for whose people nobody waits. One that
        ended by itself is started again.
        """
        now, limit = time_in(self._run.folder / CLOCK), monotonic() + PATIENCE
        others = [share for share in range(self._run.programs) if share != without]
        while behind := [share for share in others if not self._has_seen(share, now)]:
            (self._run.folder / f"{without}.acts").unlink(missing_ok=True)
            for share in others:  # also one that has seen it, and died when it acted again: the others wait
                if not self._running[share].is_alive() and not self._is_done(share):
                    self._count_end(self._running[share])
                    self._running[share] = self._started(share)
            if monotonic() > limit:
                logs = "\n".join(map(self._log_of, behind))
                raise TimeoutError(f"programs {behind} do not go on at {now}:\n{logs}")
            await asyncio.sleep(0.005)

    def _has_seen(self, share: int, now: datetime) -> bool:
        return self._is_done(share) or time_in(self._run.folder / f"{share}.seen") >= now

    def _is_done(self, share: int) -> bool:
        """Whether a program has come to its end: all games are played."""
        return self._finishes and self._running[share].exitcode == 0

    def _count_end(self, ended: ForkServerProcess) -> None:
        """Count a program that has ended. Nobody but itself has killed it, in an erasure."""
        self._findings.figures["kills by themselves" if ended.exitcode == -SIGKILL else ENDED] += 1

    def _log_of(self, share: int) -> str:
        """The last that a program has logged."""
        path = self._run.folder / f"{share}.log"
        return path.read_text()[-10_000:] if path.exists() else ""

    async def kill(self, share: int, within: float, *, in_write: bool) -> None:
        """Kill a program with -9 and start it again: in one of its next writes, or within so many seconds."""
        killed = self._running[share]
        self._findings.figures["kills"] += 1
        self._findings.memory.append(_memory(killed))
        if in_write and killed.pid:
            os.kill(killed.pid, SIGUSR1)
        with suppress(TimeoutError):
            await _ended(killed, within)
            self._findings.figures["kills in a write"] += killed.exitcode == -SIGKILL
        killed.kill()
        await _ended(killed)
        self._running[share] = self._started(share)

    async def hang(self, share: int, *, in_database: bool) -> None:
        """Stop a program as a machine that hangs, or all that it and the database say, for an hour in which
        the others speak about its games. Then it goes on where it was.
        """
        await self.follow()
        await postgres.share_games(self._run.url, self._run.programs)
        self._findings.figures[HUNG_IN_DATABASE if in_database else HUNG] += 1
        hung = self._running[share].pid
        assert hung
        if in_database:
            self._tunnels[share].is_open.clear()
        else:
            os.kill(hung, SIGSTOP)
        await postgres.share_games(self._run.url, self._run.programs - 1)
        for _ in range(STEPS):
            self.move_clock()
            await self.follow(without=share)
        self._tunnels[share].is_open.set()
        os.kill(hung, SIGCONT)

    async def restart(self) -> None:
        """Stop the programs as an operator does, one after the other, and start each again."""
        for share, stopped in enumerate(self._running):
            self._findings.figures["restarts"] += 1
            stopped.terminate()
            await _ended(stopped)
            if stopped.exitcode not in (0, -SIGTERM):  # it had only just begun
                self._count_end(stopped)
            self._running[share] = self._started(share)

    async def meet_rival(self) -> None:
        """Let somebody else start a program with the same token, when this one has run for a while.

        The newer one must stop by itself.
        """
        starts = 0
        while starts != self._platforms.starts:
            starts = self._platforms.starts
            await self.follow()
            self.move_clock()
            await self.follow()
        self._findings.figures["rivals with the same token"] += 1
        rival = _spawned(partial(program.play_rival, self._run))
        with suppress(TimeoutError):
            await _ended(rival)
        if rival.exitcode != 0:
            self._findings.wrong.append("WRONG: a newer program with the same token goes on")
        rival.kill()

    async def finish(self) -> None:
        """Let the people play all games to their ends, and the programs end."""
        self._finishes = True
        await self.restart()
        limit = time_in(self._run.folder / CLOCK) + ENDS_WITHIN * HOUR
        while any(one.exitcode != 0 for one in self._running):
            if time_in(self._run.folder / CLOCK) > limit:
                self._findings.wrong.append("STALLED: the programs do not come to an end")
                break
            await self.follow()
            self.move_clock()

    def stop(self) -> None:
        """Kill what still runs."""
        for one in self._running:
            one.kill()
            one.join()


def _spawned(work: Callable[[], None]) -> ForkServerProcess:
    """Start a process."""
    context = get_context("forkserver")
    context.set_forkserver_preload([preload.__name__])
    started = context.Process(target=work, daemon=True)
    started.start()
    return started


async def _ended(ending: ForkServerProcess, within: float = PATIENCE) -> None:
    """Wait until a program has ended, while the platforms answer it. Raises TimeoutError."""
    async with asyncio.timeout(within):
        while ending.is_alive():  # noqa: ASYNC110 - it is another process
            await asyncio.sleep(0.005)


def _memory(of: ForkServerProcess) -> int:
    """MB that a program takes; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        pages = Path(f"/proc/{of.pid}/statm").read_text("ascii").split()[1]
        return int(pages) * 4096 >> 20
    return 0


async def _lived(run: Run, server: postgres.Server | None) -> Findings:
    (run.folder / "boards").mkdir()
    (run.folder / "boards" / "isle.toml").write_text(changed("trains = 12", "trains = 6"))
    write_time(run.folder / CLOCK, BEGIN)
    async with RunPlatforms(run).running() as platforms, AsyncExitStack() as stack:
        tunnels = [Tunnel(run.url) for _ in range(run.programs)] if run.hangs else []
        urls = [await stack.enter_async_context(tunnel.opened()) for tunnel in tunnels]
        platforms.run = replace(platforms.run, databases=tuple(urls))
        findings = Findings(platforms.run)
        programs = Programs(platforms, findings, tunnels)
        try:
            await _pass_time(platforms, programs, findings, server)
        finally:
            programs.stop()
            findings.wrong += platforms.violations()
        findings.figures["calls that failed"] = platforms.faults.total()
        findings.sent = list(platforms.sent)
    await look(findings)
    return findings


async def _pass_time(
    platforms: RunPlatforms, programs: Programs, findings: Findings, server: postgres.Server | None
) -> None:
    run, chance = platforms.run, Random(platforms.run.seed)
    lasts, kills = 0.0, 0  # how long the last step took in which nothing was killed, in seconds
    for hour in range(run.hours):
        strikes = [chance.randrange(STEPS) for _ in range(run.kills)]
        for step in range(STEPS):
            begun = monotonic()
            await programs.follow()
            programs.move_clock()
            lasts = lasts if kills else monotonic() - begun
            kills = strikes.count(step)
            for number in range(kills):
                in_write = chance.random() < 0.5
                within = WRITES_WITHIN if in_write else chance.uniform(0, lasts)
                await programs.kill((hour + number) % run.programs, within, in_write=in_write)
        for number in range(run.hangs):
            await programs.hang(number % run.programs, in_database=bool(number // run.programs % 2))
        if hour % DAY == 1 and run.programs == 1 and "telegram" in run.platforms and not run.webhook:
            await programs.meet_rival()
        if hour % DAY == DAY - 1:
            platforms.forget_old()
            kills_so_far, messages = findings.figures["kills"], len(platforms.sent)
            print(f"day {hour // DAY + 1}: {kills_so_far} kills, {messages} messages", flush=True)
            await programs.restart()
        if server and hour % run.outage_every == run.outage_every // 2:
            await programs.follow()  # one that has only just started would end without its database
            programs.move_clock()
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
            findings.figures[RESTARTED] += 1
    await programs.finish()


def lived(run: Run, server: postgres.Server | None = None) -> Findings:
    """Let the time of a run pass, look at it, and print what was found."""
    begun = perf_counter()
    logging.getLogger("aiohttp.server").addFilter(_is_fault)
    findings = asyncio.run(_lived(run, server))
    days, seconds = run.hours / DAY, perf_counter() - begun
    print(f"{days:.1f} days, {run.programs} programs, in {seconds:.0f} seconds (seed {run.seed})")
    print(findings)
    print(f"{len(findings.wrong):>8}  broken promises", flush=True)
    return findings


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether something is logged that is not only the end of a connection, as by a kill."""
    return not (record.exc_info and isinstance(record.exc_info[1], ConnectionError))


MONTH = Run(Path(), games=200, hours=30 * DAY, thieves=True)
"""The month of `make soak`. It has no folder of its own."""


def lived_on(wanted: Run, *, on_postgres: bool = False) -> Findings | None:
    """Live on SQLite, or with two programs on PostgreSQL; None where that is not installed.

    Logs, journals and the file of SQLite go to the folder of the run, which is empty. They are deleted if it
    has none.
    """
    installed = postgres.programs()
    if on_postgres and installed is None:
        print("PostgreSQL is not installed: nothing is tried on it.")
        return None
    with ExitStack() as stack:
        folder = wanted.folder
        if folder == Path():
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        run = replace(wanted, folder=folder, programs=2 if on_postgres else 1)
        server = None
        if on_postgres and installed:
            settings = {**postgres.SETTINGS, "fsync": "on", "full_page_writes": "on"}  # it is killed
            server = stack.enter_context(postgres.started_server(installed, settings))
            server.sql("CREATE DATABASE chaos")
            postgres.make_tables(server.url("chaos"))
            (run.folder / URL_FILE).write_text(server.url("chaos"))
        return lived(run, server)


def is_kept(wanted: Run, *, on_postgres: bool = False) -> bool:
    """Whether a run breaks no promise."""
    findings = lived_on(wanted, on_postgres=on_postgres)
    return findings is None or not findings.wrong
