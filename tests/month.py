"""A simulated month on three platforms, while calls fail, programs are killed and databases restart.

    python -m tests.month --games 6 --days 2            # on SQLite
    python -m tests.month --games 6 --days 2 --postgres # two processes on PostgreSQL

Time moves on as fast as the programs follow, a thousand times faster than it would and more. Of a hundred
calls of a platform one fails. Each hour a program is killed with -9 at a random instant, each day all are
stopped and started one after the other, and each week PostgreSQL is killed and started again. Then the people
play all games to their ends. What was promised to them is counted, and each broken promise is printed.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, perf_counter, sleep

from bot.app import Host
from bot.matches.records import export
from bot.matches.roster import Status
from bot.store import Entry, Store
from engine.documents.record import read_record
from engine.documents.verify import verify
from engine.events import TurnStarted
from tests import month_preload, month_program, postgres
from tests.crash_runs import _expected
from tests.crash_weeks import Sent, _doubled
from tests.month_platforms import sent_in
from tests.month_program import ACCEPTED, BEGIN, REFUSED, STEP, Month, Press, host_of, journal, time_in, write
from tests.scenario import FakeClock
from tests.stores import URL_FILE
from tests.tiny_board import changed

DAY, WEEK = 24, 24 * 7
"""In hours."""

LONGEST = 0.15
"""Seconds from a step of the clock to a kill: about as long as a program takes for a step."""

PATIENCE = 300.0
"""Seconds in which a program has to take a step."""

ENDS_WITHIN = 10 * DAY
"""Hours of the clock after which a game counts as stalled when nobody is killed any more."""

LONG_TURN = timedelta(hours=2)
"""Each turn that lasts this long must have been notified to its player."""

ENDED, RESTARTED = "programs that ended by themselves", "restarts of the database"

FLAT = 1.25
"""How much more memory the programs of the last quarter may take than those of the second."""


@dataclass
class Found:
    """The results: figures, and broken promises."""

    figures: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    """MB of the programs when they were killed, in order."""

    def __str__(self) -> str:
        figures = [f"{count:>8}  {name}" for name, count in self.figures.items()]
        return "\n".join([*figures, *self.wrong])


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
        write(self._month.folder / "clock", (time_in(self._month.folder / "clock") + STEP).isoformat())

    def follow(self) -> None:
        """Wait until every program has seen the time. One that ended by itself is started again."""
        now, limit = time_in(self._month.folder / "clock"), monotonic() + PATIENCE
        for share in range(self._month.programs):
            while time_in(self._month.folder / f"{share}.seen") < now:
                if self._running[share].exitcode == 0:
                    break
                if not self._running[share].is_alive():
                    self._found.figures[ENDED] += 1
                    self._running[share] = self._started(share)
                if monotonic() > limit:
                    raise TimeoutError(f"program {share} does not go on at {now}")
                sleep(0.005)

    def kill(self, share: int) -> None:
        """Kill a program with -9, and start it again."""
        self._found.figures["kills"] += 1
        self._found.memory.append(_memory(self._running[share]))
        self._running[share].kill()
        self._running[share].join()
        self._running[share] = self._started(share)

    def restart(self) -> None:
        """Stop the programs as an operator does, one after the other, and start each again."""
        for share, program in enumerate(self._running):
            self._found.figures["restarts"] += 1
            program.terminate()
            program.join(PATIENCE)
            if program.exitcode not in (0, -15):  # -15: it had only just begun
                self._found.wrong.append(f"WRONG: a program that was stopped ended with {program.exitcode}")
            self._running[share] = self._started(share)

    def finish(self) -> None:
        """Let the people play all games to their ends, and the programs end."""
        self._finishes = True
        self.restart()
        limit = time_in(self._month.folder / "clock") + ENDS_WITHIN * 4 * STEP
        while any(program.is_alive() for program in self._running):
            if time_in(self._month.folder / "clock") > limit:
                self._found.wrong.append("STALLED: the programs do not come to an end")
                break
            self.follow()
            self.move_clock()
        self.stop()

    def stop(self) -> None:
        """Kill what still runs."""
        for program in self._running:
            program.kill()
            program.join()


def _memory(program: ForkServerProcess) -> int:
    """MB that a program takes; 0 where the system does not say."""
    with suppress(OSError, ValueError, IndexError):
        pages = Path(f"/proc/{program.pid}/statm").read_text("ascii").split()[1]
        return int(pages) * 4096 >> 20
    return 0


def lived(month: Month, server: postgres.Server | None = None) -> Found:
    """Let a month pass."""
    found, chance = Found(), Random(month.seed)
    (month.folder / "boards").mkdir()
    (month.folder / "boards" / "isle.toml").write_text(changed("trains = 12", "trains = 6"))
    write(month.folder / "clock", BEGIN.isoformat())
    (month.folder / "faults").touch()
    programs = Programs(month, found)
    try:
        for hour in range(month.hours):
            _pass_hour(hour, month, programs, chance)
            if hour % DAY == DAY - 1:
                programs.restart()
            if server and hour % WEEK == WEEK // 2:
                server.stop()
                server.start()
                found.figures[RESTARTED] += 1
        programs.finish()
    finally:
        programs.stop()
    return found


def _pass_hour(hour: int, month: Month, programs: Programs, chance: Random) -> None:
    steps = 4
    strikes = chance.randrange(steps)
    for step in range(steps):
        programs.follow()
        programs.move_clock()
        if step == strikes:
            sleep(chance.uniform(0, LONGEST))
            programs.kill(hour % month.programs)


# ---- the promises


async def look(month: Month, found: Found) -> None:
    """Count what was promised, and find what was broken."""
    presses = [
        press for share in range(month.programs) for press in journal(month.folder / f"{share}.journal")
    ]
    sent = list(sent_in(month.folder))
    found.wrong += _doubled(sent, shown_once=False)
    found.figures["messages"] = sum(bool(one["identity"]) for one in sent)
    found.figures["people notified"] = sum(len(one["notified"]) for one in sent)
    found.figures["calls that failed"] = (month.folder / "faults").read_bytes().count(b"\n")
    async with await Store.open(month.url) as store:
        host = host_of(month, store, FakeClock(), Random(0))
        for number in range(month.games):
            games = await store.chats.games_opened_in(month.chat(number))
            if len(games) != 1:
                found.wrong.append(f"WRONG: {len(games)} games were opened in {month.chat(number)}")
            for game in games:
                its = [press for press in presses if press.game == game]
                await _look_at_game(host, game, its, found)
                about = [one for one in sent if str(one["key"]).startswith(f"{game}-")]
                found.wrong += await _untold(host, game, about)
    if found.figures[ENDED]:
        found.wrong.append("WRONG: a program ended by itself")
    _look_at_memory(found)


async def _untold(host: Host, game: str, sent: Sequence[Sent]) -> list[str]:
    """The end if it was not posted, and the long turns of which nobody was notified.

    Posts that are late are combined: not every turn has a post of its own.
    """
    steps = await host.repository.steps(game, 0)
    turns = [step for step in steps if isinstance(step.event, TurnStarted)]
    ends = [*(step.at for step in turns[1:]), steps[-1].at]
    last = (await _expected(host, game))[-1][0]
    wrong = [] if any(one["key"] == last for one in sent) else [f"LOST: the post {last}"]
    for step, end in zip(turns, ends, strict=True):
        person = step.after.roster.holders[step.event.seat].person  # type: ignore[union-attr]
        told = [one["at"] for one in sent if str(person) in one["notified"]]
        during = any(step.at <= datetime.fromisoformat(str(at)) <= end for at in told)
        if person and end - step.at >= LONG_TURN and not during:
            wrong.append(
                f"LOST: nobody was notified of the turn of {person} at event {step.after.seq} of {game}"
            )
    return wrong


async def _look_at_game(host: Host, game: str, presses: Sequence[Press], found: Found) -> None:
    log = await host.repository.store.log.read(game)
    match = await host.repository.read(game)
    accepted = sum(press.answer == ACCEPTED for press in presses)
    found.figures.update({"games": 1, "events": len(log), "presses": len(by_code(presses))})
    found.figures["accepted actions"] += accepted
    found.figures["refused presses"] += sum(press.answer == REFUSED for press in presses)
    found.figures["turns skipped"] += sum(entry.kind == "SeatSkipped" for entry in log)
    found.wrong += lost_or_doubled(presses, log)
    if match.roster.status is not Status.OVER:
        found.wrong.append(f"STALLED: {game}")
    elif fault := verify(read_record(await export(host.repository, game)), match.board):
        found.wrong.append(f"WRONG: {game} does not verify: {fault}")
    else:
        found.figures["records that verify"] += 1


def by_code(presses: Sequence[Press]) -> dict[str, Press]:
    """The presses of a game, each once, with its answer if there was one."""
    last: dict[str, Press] = {}
    for press in presses:
        last[press.code] = replace(press, seq=last.get(press.code, press).seq)
    return last


def lost_or_doubled(presses: Sequence[Press], log: Sequence[Entry]) -> Iterator[str]:
    """What a log has lost of the presses of its people, or has twice, or has although nobody pressed it."""
    once = list(by_code(presses).values())
    made = [entry for entry in log if entry.actor and entry.action]
    for one, (after, until) in zip(once, pairwise([*(one.seq for one in once), len(log)]), strict=True):
        there = [(entry.actor, entry.action) for entry in made if after < entry.seq <= until]
        if not there and one.answer == ACCEPTED:
            yield f"LOST: {one}"
        elif len(there) > 1:
            yield f"TWICE: {one}: the log has {there}"
        elif there and there != [(one.person, one.line)]:
            yield f"WRONG: {one}: the log has {there}"
    early = [entry for entry in made if not once or entry.seq <= once[0].seq]
    yield from (f"WRONG: nobody did {entry.action} at event {entry.seq}" for entry in early)


def _look_at_memory(found: Found) -> None:
    """Compare the programs of the second quarter with those of the last one."""
    quarter = len(found.memory) // 4
    if quarter:
        before, after = median(found.memory[quarter : 2 * quarter]), median(found.memory[-quarter:])
        found.figures["MB of memory in the second quarter"] = int(before)
        found.figures["MB of memory in the last quarter"] = int(after)
        if after > FLAT * before:
            found.wrong.append(f"MEMORY: {before} MB, and {after} MB at the end")


def passed(month: Month, server: postgres.Server | None = None) -> Found:
    """Let a month pass, look at it, and print what was found."""
    begun = perf_counter()
    found = lived(month, server)
    asyncio.run(look(month, found))
    days, seconds = month.hours / DAY, perf_counter() - begun
    print(f"{days:.1f} days, {month.programs} programs, in {seconds:.0f} seconds (seed {month.seed})")
    print(found)
    print(f"{len(found.wrong):>8}  broken promises", flush=True)
    return found


def main(games: int = 200, days: float = 30, seed: int = 1, *, on_postgres: bool = False) -> int:
    """Let a month pass on SQLite, or with two programs on PostgreSQL. Returns 1 if a promise was broken."""
    installed = postgres.programs()
    if on_postgres and installed is None:
        print("PostgreSQL is not installed: no month passed on it.")
        return 0
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        month = Month(Path(name), games, round(days * DAY), seed, 2 if on_postgres else 1)
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
    parser.add_argument("--postgres", action="store_true", help="two processes on PostgreSQL")
    options = parser.parse_args()
    sys.exit(main(options.games, options.days, options.seed, on_postgres=options.postgres))
