"""What a process carries that has thousands of running games: `python -m bench.processes`.

A process of its own runs the bot on a database of ten thousand running games, copies of a few that were
played, with other ids, chats and people; in every fifth a player is in the middle of a turn. People take
turns at an even pace: they draw one card, and half a second later another one, which ends the turn: it is
posted with pictures, and the next player gets a panel. Twenty actions a second are ten turns. In the first
half of the time each turn is in a game that the bot has not read yet, in the second half the next player of
each game takes a turn. The platform is a pipe between two processes: the times are the bot's own.

- ready: from the start of the process to the answer to a first request, with the imports for both platforms
- answer: from the moment when an action is due to its answer, without pictures
- post: from the moment when the last action of a turn is due to the post in the chat, with its pictures
- round trips: waits for the database, for an action with all that follows from it; on SQLite a read, or a
  whole transaction; on a server each statement, and the begin and the end of a transaction
- new, known: in games that were not read yet, and in the second half
- caught up: when those chats are looked after that were not told all of their game before the start
- memory: resident, at most, looked at twice a second
- actions a second: without a pause, in several games at a time, at the end

With `--database postgresql`, a server of its own is started for it, and the same is measured with one, two
and four processes; people reach each process in turn. With `--share 0.3` each process may use at most 0.3 of
a core (Linux, as root). So a machine with two cores shows what several processes do where each has a core of
its own, and the server and the people have others. Then only the actions a second have a bar.
"""

import argparse
import asyncio
import os
import statistics
import tempfile
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from itertools import chain, cycle
from pathlib import Path
from time import monotonic

from bench.bars import Bars, add_check
from bench.clicks import paced
from bench.copies import Copy, write_games
from bench.piped_client import PipedBot, piped_bot
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

PATIENCE, EVERY = 60.0, 0.5
READY, MOST, ANSWER, TRIPS = 10.0, 500.0, 100.0, 6.0
"""Bars: seconds, megabytes, milliseconds at the 99th percentile, round trips an action."""

FEW, LOOKED = 5, 3.0
"""A process that reads at most FEW times in LOOKED seconds counts as idle."""

TIMES, CORES = 1.6, 2
"""What two processes do, as a multiple of one, where there are more cores than this."""

Figures = dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a process with thousands of running games.")
    parser.add_argument("--games", type=int, default=GAMES, help="running (10000)")
    parser.add_argument("--events", type=int, default=EVENTS, help="of each game (170)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of turns at a pace (30)")
    parser.add_argument("--pace", type=float, default=PACE, help="actions in a second (20)")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4], help="on PostgreSQL (1 2 4)")
    parser.add_argument("--busy", type=float, default=BUSY, help="seconds of turns without a pause (15)")
    parser.add_argument("--share", type=float, default=0, help="of a core for each process (no limit)")
    parser.add_argument("--list", action="store_true", help="print the most frequent statements")
    add_check(parser)
    asyncio.run(_measure(parser.parse_args(), bars := Bars()))
    bars.finish(check=parser.parse_args().check)


async def _measure(options: argparse.Namespace, bars: Bars) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, begun = Path(name), monotonic()
        owners = max(1, options.games // GAMES_OF_OWNER)
        games = await write_games(folder, options.games, options.events, owners, BOARDS)
        size, written = (folder / "scenario.db").stat().st_size, monotonic() - begun
        print(f"{len(games)} games, {size >> 20} MB, written in {written:.0f} s", flush=True)
        if options.database == "sqlite":
            figures = await _measured(f"sqlite:///{folder / 'scenario.db'}", 1, games, options)
            _judge(figures | {"bytes a game": size / len(games)}, bars)
        else:
            await _measure_server(folder / "scenario.db", games, options, bars)


async def _measure_server(path: Path, games: Sequence[Copy], options: argparse.Namespace, bars: Bars) -> None:
    """Measure one process on a server, and several; each number of them has new games to play."""
    found: dict[int, float] = {}
    with bench_server() as server:
        size = await copy_games(path, server)
        print(f"{size >> 20} MB on the server")
        for number, processes in enumerate(options.processes):
            part = games[number :: len(options.processes)]
            figures = await _measured(server.url(DATABASE), processes, part, options)
            print(f"\n{processes} processes")
            _judge(figures | {"bytes a game": size / len(games)}, bars, has_bars=not options.share)
            found[processes] = figures["actions a second"]
    _compare(found, options.share, bars)


def _compare(found: Mapping[int, float], share: float, bars: Bars) -> None:
    """What two processes do, as a multiple of one: they need a core each, or a share, and the rest others."""
    if {1, 2} <= found.keys():
        times, cores = found[2] / found[1], os.cpu_count() or 1
        if cores > CORES * (share or 1):
            print(f"{'two processes, in one':40}{times:>9.2f}   bar {TIMES:g}:", end="")
            print(bars.verdict("two processes, in one", times >= TIMES))
        else:
            print(
                f"{'two processes, in one':40}{times:>9.2f}   no bar: {cores} cores, shared with the server"
            )


async def _measured(url: str, processes: int, games: Sequence[Copy], options: argparse.Namespace) -> Figures:
    async with AsyncExitStack() as stack:
        bots = [
            await stack.enter_async_context(piped_bot(url, "discord", "telegram", share=options.share))
            for _ in range(processes)
        ]
        figures = await Players(bots, games, url).play(options)
    return figures | {"CPU, s": sum(bot.cpu for bot in bots)}


class Players:
    """The people who play, and in how many milliseconds they are answered."""

    def __init__(self, bots: Sequence[PipedBot], games: Sequence[Copy], url: str) -> None:
        self._bots = bots
        self._on_server = not url.startswith("sqlite")
        self._games = _spread([game for game in games if not game.is_half])
        self._route = {game.game: bot for game, bot in zip(games, cycle(bots), strict=False)}
        self._played: deque[Copy] = deque()
        self._taken: dict[str, list[float]] = defaultdict(list)
        self._memory: list[int] = []

    async def play(self, options: argparse.Namespace) -> Figures:
        """Play from the start of the bot on. Returns what was measured."""
        sampling = asyncio.create_task(self._sample())
        await asyncio.gather(*map(self._look, self._bots))
        figures = {"ready, s": monotonic() - self._bots[0].begun}
        figures["caught up, s"] = await self._until_quiet()
        figures |= await self._at_a_pace(options)
        figures |= await self._without_a_pause(options.busy)
        sampling.cancel()
        figures["connections"] = sum(bot.connections() for bot in self._bots)
        return figures | {"memory, MB": max(self._memory)}

    async def _until_quiet(self) -> float:
        """Wait until nothing is read any more. Returns the seconds since the start."""
        before, read = -1, (await self._statements())[READ]
        while read - before > FEW:
            await asyncio.sleep(LOOKED)
            before, read = read, (await self._statements())[READ]
        return monotonic() - self._bots[0].begun

    async def _at_a_pace(self, options: argparse.Namespace) -> Figures:
        """Turns in games that were not read yet, then as many in the same games."""
        turns, pace = round(options.seconds * options.pace / 4), options.pace / 2
        figures = {}
        for kind in "new", "known":
            before, cpu, first = await self._statements(), self._cpu(), monotonic()
            games = [self._next() if kind == "new" else self._again() for _ in range(turns)]
            due = [first + number / pace for number in range(turns)]
            await paced([partial(self._take_turn, *one) for one in zip(games, due, strict=True)], pace)
            found = await self._statements() - before
            figures |= _an_action(kind, found, 2 * turns, on_server=self._on_server)
            figures[f"CPU an action, {kind}, ms"] = 1000 * (self._cpu() - cpu) / (2 * turns)
            if options.list:
                _list(kind, found, 2 * turns)
        return self._times() | figures

    def _cpu(self) -> float:
        return sum(bot.cpu_now() for bot in self._bots)

    async def _statements(self) -> Counter[str]:
        return sum([Counter(await bot.statements()) for bot in self._bots], Counter[str]())

    def _times(self) -> Figures:
        return {
            f"{kind}, {which} ms": figure
            for kind, taken in self._taken.items()
            for which, figure in (("median", statistics.median(taken)), ("p99", _p99(taken)))
        }

    def _next(self) -> Copy:
        """A game that was not read yet."""
        self._played.append(next(self._games))
        return self._played[-1]

    def _again(self) -> Copy:
        """The game in which the last turn is longest ago, at the turn of the next player."""
        game = self._played.popleft()
        return game._replace(player=game.then, revision=game.later)

    async def _without_a_pause(self, seconds: float) -> Figures:
        begun, done = monotonic(), len(self._taken["answer"])
        await asyncio.gather(*(self._play_until(begun + seconds) for _ in range(AT_A_TIME)))
        done = len(self._taken["answer"]) - done
        return {"actions a second": done / (monotonic() - begun)}

    async def _play_until(self, end: float) -> None:
        while (now := monotonic()) < end:
            await self._take_turn(next(self._games), now, between=0)

    async def _take_turn(self, game: Copy, due: float, between: float = BETWEEN) -> None:
        """Draw two cards, and wait for the post."""
        await self._draw(game, game.revision, due)
        posted = [bot.until_posted(game.chat) for bot in self._bots]
        due = max(due + between, monotonic())
        await asyncio.sleep(due - monotonic())
        await self._draw(game, game.revision + DRAWN, due)
        async with asyncio.timeout(PATIENCE):
            (first, *_), _ = await asyncio.wait(posted, return_when=asyncio.FIRST_COMPLETED)
            self._taken["post"].append(1000 * (first.result() - due))

    async def _draw(self, game: Copy, revision: int, due: float) -> None:
        code = CallbackData(game.game, revision, "draw deck").code
        text, at = await self._route[game.game].ask(game.player, game.chat, code=code)
        assert "You drew" in text, text
        self._taken["answer"].append(1000 * (at - due))

    async def _look(self, bot: PipedBot) -> None:
        game = next(self._games)
        await bot.ask(game.player, game.chat, code=CallbackData(game.game, 0, "hand").code)

    async def _sample(self) -> None:
        while True:
            with suppress(FileNotFoundError, KeyError):
                self._memory.append(max(bot.memory() for bot in self._bots))
            await asyncio.sleep(EVERY)


def _spread(games: Sequence[Copy]) -> Iterator[Copy]:
    """The games, each once, far apart from one to the next."""
    stride = max(1, len(games) // 97)
    return chain.from_iterable(games[start::stride] for start in range(stride))


def _an_action(kind: str, found: Counter[str], actions: int, *, on_server: bool) -> Figures:
    reads, commits = found[READ], found[COMMIT]
    statements = found.total() - reads - commits
    trips = statements + commits if on_server else reads
    return {
        f"statements an action, {kind}": statements / actions,
        f"transactions an action, {kind}": commits / actions,
        f"round trips an action, {kind}": (trips + commits) / actions,
    }


def _list(kind: str, found: Counter[str], actions: int) -> None:
    print(f"\n{kind}, by action")
    for statement, count in found.most_common(60):
        print(f"{count / actions:>7.2f}  {statement[:160]}")


def _p99(taken: Sequence[float]) -> float:
    return statistics.quantiles(taken, n=100)[98] if len(taken) > 1 else taken[0]


def _judge(figures: Figures, bars: Bars, *, has_bars: bool = True) -> None:
    limits = {"ready, s": READY, "memory, MB": MOST, "answer, p99 ms": ANSWER}
    limits["round trips an action, known"] = TRIPS
    for name, figure in figures.items():
        bar = limits.get(name) if has_bars else None
        verdict = f"   bar {bar:g}:{bars.verdict(name, figure <= bar)}" if bar else ""
        print(f"{name:40}{figure:>9.1f}{verdict}")


if __name__ == "__main__":
    main()
