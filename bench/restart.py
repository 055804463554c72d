"""How fast the bot is there again after a restart: `python -m bench.restart`.

A process of its own starts the bot on a database with two thousand running games of 300 events, and clicks at
an even pace from its first moment on, in games that it has not read yet: half of the clicks look at a hand,
half draw a card. The platform is in memory, so the times are the bot's own. Measured are

- ready: from the start of the process, with all imports, to the answer to its first click
- click: from the moment when a click is due to its answer, without pictures
- games: the answer to /games of somebody with 500 running games, for four such people in turn
- CPU time of the process, up to the first answer and in all

With `--cold` all that is derived from the logs is missing, as after an upgrade; there are no bars then.
"""

import argparse
import asyncio
import json
import sqlite3
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from time import monotonic, process_time
from typing import Any

from bench.bars import Bars, add_check
from bench.clicks import paced
from bench.copies import PLATFORM, Copy, write_games
from bot.app import Host
from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Person
from bot.model.message import drawn
from bot.settings import Settings
from bot.store import Store
from tests.memory_platform import MemoryPlatform

GAMES, EVENTS, OWNERS = 2000, 300, 4
SECONDS, PACE = 10.0, 20.0
KINDS = "ready", "click", "hand", "draw", "games"
STRIDE = 7919
"""A prime: how far apart the games of successive clicks are."""
READY, SLOWEST_CLICK, LIST = 3000.0, 500.0, 100.0
"""Bars, in milliseconds: until the first answer, the clicks' 99th percentile, /games."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the bot after a restart.")
    parser.add_argument("--games", type=int, default=GAMES, help="running (2000)")
    parser.add_argument("--events", type=int, default=EVENTS, help="of each game (300)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of clicks (10)")
    parser.add_argument("--pace", type=float, default=PACE, help="clicks in a second (20)")
    parser.add_argument("--cold", action="store_true", help="without snapshots and summaries")
    add_check(parser)
    parser.add_argument("--bot", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bot:
        url, path, begun, clicks = options.bot
        games = [Copy(*row) for row in json.loads(Path(path).read_text())]
        asyncio.run(be_the_bot(url, games, float(begun), int(clicks), options.pace))
    else:
        asyncio.run(_measure(options))


async def _measure(options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, begun = Path(name), monotonic()
        games = await write_games(folder, options.games, options.events, OWNERS)
        (folder / "games.json").write_text(json.dumps(games))
        if options.cold:
            _forget(folder / "scenario.db")
        size = (folder / "scenario.db").stat().st_size >> 20
        print(f"{len(games)} games, {size} MB, written in {monotonic() - begun:.0f} s", flush=True)
        url, clicks = f"sqlite:///{folder / 'scenario.db'}", round(options.seconds * options.pace)
        found = await _run(url, str(folder / "games.json"), str(monotonic()), str(clicks), pace=options.pace)
    _tell(found)
    if not options.cold:
        _judge(found, bars := Bars())
        bars.finish(check=options.check)


def _forget(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for table in ("snapshots", "summaries"):
            database.execute(f"DELETE FROM {table}")


async def _run(*given: str, pace: float) -> dict[str, Any]:
    """What the process with the bot has measured."""
    command = sys.executable, "-m", "bench.restart", "--pace", str(pace), "--bot", *given
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    if process.returncode:
        sys.exit(f"the bot ended with {process.returncode}")
    found: dict[str, Any] = json.loads(output)
    return found


def _tell(found: dict[str, Any]) -> None:
    print(f"\n{'milliseconds':20}{'cases':>8}{'median':>9}{'p99':>9}{'most':>9}")
    for kind in KINDS:
        taken = found[kind]
        figures = statistics.median(taken), _p99(taken), max(taken)
        print(f"{kind:20}{len(taken):>8}" + "".join(f"{figure:>9.1f}" for figure in figures))
    print(f"CPU: {found['cpu_ready']:.1f} s to the first answer, {found['cpu']:.1f} s to the last")
    print(f"CPU of one /games: {statistics.median(found['games_cpu']):.0f} ms")


def _p99(taken: Sequence[float]) -> float:
    return statistics.quantiles(taken, n=100)[98] if len(taken) > 1 else taken[0]


def _judge(found: dict[str, Any], bars: Bars) -> None:
    figures = (
        ("ready, ms", found["ready"][0], READY),
        ("a click's 99th percentile, ms", _p99(found["click"]), SLOWEST_CLICK),
        ("/games, median ms", statistics.median(found["games"]), LIST),
    )
    for name, figure, bar in figures:
        print(f"{name:40}{figure:>9.1f}   bar {bar:g}:{bars.verdict(name, figure <= bar)}")


# ---- the other process


async def be_the_bot(url: str, games: Sequence[Copy], begun: float, clicks: int, pace: float) -> None:
    """Run the bot, click, and print what was measured as JSON."""
    async with await Store.open(url) as store:
        host = Host(store, Settings(_env_file=None))  # type: ignore[call-arg]
        host.add_platform(MemoryPlatform(PLATFORM))
        running = asyncio.create_task(host.run())
        people = People(host, games)
        await people.click(0, begun, "ready")
        people.found["cpu_ready"] = process_time()
        first = monotonic()
        due = [(number, first + (number - 1) / pace) for number in range(1, clicks + 1)]
        await paced([partial(people.click, *click) for click in due], pace)
        for number in range(OWNERS):
            await people.list_games(f"owner{number}")
        people.found["cpu"] = process_time()
        running.cancel()
        await asyncio.wait([running])
    print(json.dumps(people.found))


class People:
    """What people ask, and in how many milliseconds they are answered."""

    def __init__(self, host: Host, games: Sequence[Copy]) -> None:
        self.found: dict[str, Any] = {kind: [] for kind in (*KINDS, "games_cpu")}
        self._host = host
        self._games = games

    async def click(self, number: int, due: float, kind: str = "click") -> None:
        """Click in a game that nobody has asked for yet; the pictures come after the answer."""
        game = self._games[number * STRIDE % len(self._games)]
        draws = number % 2
        code = CallbackData(game.game, *((game.revision, "draw deck") if draws else (0, "hand"))).code
        person, chat = Person(PLATFORM, game.player), Chat(PLATFORM, game.chat)
        message = await self._host.dispatcher.click(person, chat, code, pictures=False)
        for name in {kind, "draw" if draws else "hand"}:
            self.found[name].append(1000 * (monotonic() - due))
        expected = "You drew" if draws else "hand"
        assert expected in message.text, message.text
        await drawn(message)

    async def list_games(self, name: str) -> None:
        """Ask for the games of somebody who has many."""
        begun, cpu = monotonic(), process_time()
        message = await self._host.dispatcher.text(Person(PLATFORM, name), Chat(PLATFORM, "dm"), "/games")
        self.found["games"].append(1000 * (monotonic() - begun))
        self.found["games_cpu"].append(1000 * (process_time() - cpu))
        assert "Ticket to Ride" in message.text, message.text


if __name__ == "__main__":
    main()
