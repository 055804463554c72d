"""What a process carries that has thousands of running games: `python -m bench.processes`.

A process of its own runs the bot on a database of ten thousand running games, copies of a few that were
played, with other ids, chats and people; in every fifth a player is in the middle of a turn. People take
turns at an even pace: they draw one card, and half a second later another one, which ends the turn: it is
posted with pictures, and the next player gets a panel. Twenty actions a second are ten turns. At first each
turn is in a game that the bot has not read yet, then the next player of each game takes a turn. The platform
is a pipe between two processes: the times are the bot's own.

- ready: from the start of the process to the answer to a first request, with the imports for both platforms
- caught up: when those chats are looked after that were not told all of their game before the start; people
  take turns meanwhile
- answer: from the moment when an action is due to its answer, without pictures
- post: from the moment when the last action of a turn is due to the post in the chat, with its pictures
- processor time: of an action with all that follows from it; and of a second at this pace, in all and by the
  process that uses most: 600 ms are 60 % of a core
- round trips: waits for the database, for an action with all that follows from it; on SQLite a read, or a
  whole transaction; on a server each statement, and the begin and the end of a transaction
- new, known: in games that were not read yet, and in the same games again
- memory: resident, at most, looked at twice a second
- actions a second: without a pause, in several games at a time, at the end

With `--database postgresql`, a server of its own is started for it, and the same is measured with one and two
processes; people reach each process in turn. With `--share 0.3` each process may use at most 0.3 of a core
(Linux, as root). So a machine with two cores shows what several processes do where each has a core of its
own, and the server and the people have others. Then only the actions a second have a bar.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from math import inf
from pathlib import Path
from time import monotonic

from bench.bars import Bars, bench_parser, p99
from bench.copies import Copy, spread, write_games
from bench.load import paced
from bench.piped_client import PipedBot, piped_bot
from bench.processor import milliseconds_by_process
from bench.server_copy import DATABASE, bench_server, copy_games
from bench.statements import COMMIT, READ
from bot.model.callbacks import CallbackData

GAMES, EVENTS, GAMES_OF_OWNER = 10_000, 170, 10
BOARDS = "europe", "usa"
SECONDS, PACE = 30.0, 20.0
BETWEEN, DRAWN = 0.5, 2
"""Seconds from the first card to the second, and the events of the first."""

AT_A_TIME, BUSY = 8, 15.0
"""Turns at a time, and seconds, in which turns are taken without a pause."""

AT_LEAST, LONGEST = 5.0, 120.0
"""Seconds of turns while a restart is caught up, and those after which that is given up."""

PATIENCE, EVERY = 60.0, 0.5
"""Seconds after which a post is given up, and those between two looks at the memory."""

TIME_BARS = {
    "ready": 10_000.0,
    "caught up": 20_000.0,
    "answer while catching up, p99": 150.0,
    "answer, p99": 100.0,
    "processor time of an action, new": 45.0,
    "processor time of an action, known": 45.0,
    "processor time of a second, busiest process": 600.0,
}
"""Milliseconds."""

COUNT_BARS = {
    "actions refused": 0.0,
    "posts given up": 0.0,
    "round trips an action, known": 6.0,
    "memory, MB": 500.0,
}

TIMES, CORES = 1.6, 2
"""What two processes do, as a multiple of one, where there are more cores than this."""


@dataclass
class Figures:
    """What was measured: times in milliseconds, and all else."""

    times: dict[str, float] = field(default_factory=dict)
    counts: dict[str, float] = field(default_factory=dict)

    def judge(self, bars: Bars, *, has_bars: bool = True) -> None:
        """Print all of it, with the bars."""
        for name, time in self.times.items():
            bars.time(name, time, TIME_BARS.get(name) if has_bars else None)
        for name, count in self.counts.items():
            bars.figure(name, count, COUNT_BARS.get(name) if has_bars else None)


def main() -> None:
    parser = bench_parser(__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="running (10000)")
    parser.add_argument("--events", type=int, default=EVENTS, help="of each game (170)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of turns at a pace (30)")
    parser.add_argument("--pace", type=float, default=PACE, help="actions in a second (20)")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2], help="on PostgreSQL (1 2)")
    parser.add_argument("--busy", type=float, default=BUSY, help="seconds of turns without a pause (15)")
    parser.add_argument("--share", type=float, default=0, help="of a core for each process (no limit)")
    parser.add_argument("--list", action="store_true", help="print the most frequent statements")
    options, bars = parser.parse_args(), Bars()
    asyncio.run(_measure(options, bars))
    bars.finish(check=options.check)


async def _measure(options: argparse.Namespace, bars: Bars) -> None:
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder, begun = Path(name), monotonic()
        server = None if options.database == "sqlite" else stack.enter_context(bench_server())
        owners = max(1, options.games // GAMES_OF_OWNER)
        games = await write_games(folder, options.games, options.events, owners, BOARDS)
        path, url, postmaster = folder / "scenario.db", f"sqlite:///{folder / 'scenario.db'}", None
        size = path.stat().st_size
        if server:
            size = await copy_games(path, server)
            postmaster = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
        print(f"{len(games)} games of {size // len(games)} bytes in {monotonic() - begun:.0f} s", flush=True)
        numbers, rates = options.processes if server else [1], dict[int, float]()
        for processes in numbers:
            if server:  # with a copy for each, nothing falls due after the turns of another one
                url = server.url(server.new_database(DATABASE))
            figures = await _measured(url, processes, games, postmaster, options)
            print(f"\n{processes} {'process' if processes == 1 else 'processes'}")
            figures.judge(bars, has_bars=not options.share)
            rates[processes] = figures.counts["actions a second"]
        _compare(rates, options.share, bars)


def _compare(rates: Mapping[int, float], share: float, bars: Bars) -> None:
    """What two processes do, as a multiple of one: they need a core each, or a share, and the rest others."""
    if {1, 2} <= rates.keys():
        name, times, cores = "two processes, in one", rates[2] / rates[1], os.cpu_count() or 1
        has_cores = cores > CORES * (share or 1)
        verdict = (
            f"bar {TIMES:g}:{bars.verdict(name, times >= TIMES)}" if has_cores else f"{cores} cores: no bar"
        )
        print(f"{name:52}{times:>10.2f}   {verdict}")


async def _measured(
    url: str, processes: int, games: Sequence[Copy], postmaster: int | None, options: argparse.Namespace
) -> Figures:
    async with AsyncExitStack() as stack:
        bots = [
            await stack.enter_async_context(piped_bot(url, "discord", "telegram", share=options.share))
            for _ in range(processes)
        ]
        return await Players(bots, games, postmaster).play(options)


class Players:
    """The people who play, and in how many milliseconds they are answered.

    `postmaster` is the process of the server that has the database, if there is one.
    """

    def __init__(self, bots: Sequence[PipedBot], games: Sequence[Copy], postmaster: int | None) -> None:
        self._bots = bots
        self._postmaster = postmaster
        self._games = spread([game for game in games if not game.is_half])
        self._route = {game.game: bot for game, bot in zip(games, cycle(bots), strict=False)}
        self._played: deque[Copy] = deque()
        self._taken: dict[str, list[float]] = defaultdict(list)
        self._memory: list[int] = []
        self._found = Figures(counts={"actions refused": 0, "posts given up": 0})

    async def play(self, options: argparse.Namespace) -> Figures:
        """Play from the start of the bot on. Returns what was measured."""
        sampling, begun = asyncio.create_task(self._sample()), self._bots[0].begun
        times, counts = self._found.times, self._found.counts
        await asyncio.gather(*map(self._look, self._bots))
        times["ready"] = 1000 * (monotonic() - begun)
        await self._while_catching_up(options.pace / 2)
        times["caught up"] = 1000 * (max(bot.caught_up_at or inf for bot in self._bots) - begun)
        times["answer while catching up, p99"] = p99(self._taken["answer"])
        self._taken.clear()
        for kind in "new", "known":
            await self._at_a_pace(kind, options)
        for kind, taken in self._taken.items():
            times |= {f"{kind}, median": statistics.median(taken or [inf]), f"{kind}, p99": p99(taken)}
        counts["actions a second"] = await self._without_a_pause(options.busy)
        sampling.cancel()
        counts["connections"] = sum(bot.connections() for bot in self._bots)
        counts["memory, MB"] = max(self._memory)
        return self._found

    async def _while_catching_up(self, pace: float) -> None:
        """Begin turns at a pace for some time, and until all have been told what they missed."""
        begun = monotonic()
        async with asyncio.TaskGroup() as turns:
            for number, game in enumerate(islice(self._games, round(LONGEST * pace))):
                due = begun + number / pace
                await asyncio.sleep(due - monotonic())
                if due > begun + AT_LEAST and all(bot.caught_up_at for bot in self._bots):
                    break
                turns.create_task(self._take_turn(game, due))

    async def _at_a_pace(self, kind: str, options: argparse.Namespace) -> None:
        """Take turns in games that were not read yet, or as many in the same games."""
        turns, pace = round(options.seconds * options.pace / 4), options.pace / 2
        before, used, first = await self._statements(), self._processor_time(), monotonic()
        on_server = self._server_time()
        if kind == "new":
            games = [next(self._games) for _ in range(turns)]
            self._played.extend(games)
        else:
            again = [self._played.popleft() for _ in range(turns)]
            games = [game._replace(player=game.then, revision=game.later) for game in again]
        due = [first + number / pace for number in range(turns)]
        await paced([partial(self._take_turn, *one) for one in zip(games, due, strict=True)], pace)
        seconds, actions = monotonic() - first, 2 * turns
        spent = [now - used.get(process, 0) for process, now in self._processor_time().items()]
        self._found.times[f"processor time of an action, {kind}"] = sum(spent) / actions
        if self._postmaster:
            spent_there = self._server_time() - on_server
            self._found.times[f"processor time of an action on the server, {kind}"] = spent_there / actions
        if kind == "known":
            self._found.times["processor time of a second"] = sum(spent) / seconds
            self._found.times["processor time of a second, busiest process"] = max(spent) / seconds
        asked = await self._statements() - before
        reads, commits = asked[READ], asked[COMMIT]
        statements = asked.total() - reads - commits
        trips = (statements + commits if self._postmaster else reads) + commits
        self._found.counts[f"statements an action, {kind}"] = statements / actions
        self._found.counts[f"transactions an action, {kind}"] = commits / actions
        self._found.counts[f"round trips an action, {kind}"] = trips / actions
        if options.list:
            print(f"\n{kind}, by action")
            for statement, count in asked.most_common(60):
                print(f"{count / actions:>7.2f}  {statement[:160]}")

    def _processor_time(self) -> dict[int, float]:
        """Milliseconds of processor time that each process of the bots has used."""
        return {id: used for bot in self._bots for id, used in bot.processor_time().items()}

    def _server_time(self) -> float:
        """Milliseconds of processor time that the server of the database has used."""
        return sum(milliseconds_by_process(self._postmaster).values()) if self._postmaster else 0

    async def _statements(self) -> Counter[str]:
        return sum([Counter(await bot.statements()) for bot in self._bots], Counter[str]())

    async def _without_a_pause(self, seconds: float) -> float:
        """How many actions a second are done."""
        begun, done = monotonic(), len(self._taken["answer"])
        await asyncio.gather(*(self._play_until(begun + seconds) for _ in range(AT_A_TIME)))
        return (len(self._taken["answer"]) - done) / (monotonic() - begun)

    async def _play_until(self, end: float) -> None:
        while (now := monotonic()) < end:
            await self._take_turn(next(self._games), now, between=0)

    async def _take_turn(self, game: Copy, due: float, between: float = BETWEEN) -> None:
        """Draw two cards, and wait for the post."""
        if not await self._draw(game, game.revision, due):
            return
        posted = [bot.until_posted(game.chat) for bot in self._bots]
        due = max(due + between, monotonic())
        await asyncio.sleep(due - monotonic())
        if not await self._draw(game, game.revision + DRAWN, due):
            return
        first, _ = await asyncio.wait(posted, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        self._found.counts["posts given up"] += not first
        self._taken["post"] += [1000 * (post.result() - due) for post in first]

    async def _draw(self, game: Copy, revision: int, due: float) -> bool:
        """Draw a card; whether that was done."""
        code = CallbackData(game.game, revision, "draw deck").code
        text, at = await self._route[game.game].ask(game.player, game.chat, code=code)
        self._taken["answer"].append(1000 * (at - due))
        self._found.counts["actions refused"] += "You drew" not in text
        return "You drew" in text

    async def _look(self, bot: PipedBot) -> None:
        game = next(self._games)
        await bot.ask(game.player, game.chat, code=CallbackData(game.game, 0, "hand").code)

    async def _sample(self) -> None:
        while True:
            with suppress(FileNotFoundError, KeyError):
                self._memory.append(max(sum(bot.memory()) for bot in self._bots))
            await asyncio.sleep(EVERY)


if __name__ == "__main__":
    main()
