"""How fast the bot is there again after a restart: `python -m bench.restart`.

A process of its own starts the bot on a database with two thousand running games of 300 events; in every
fifth a player is in the middle of a turn. From its first answer on, people click at an even pace, each time
in a game that the bot has not read yet. Of ten clicks five look at a hand, three draw the first card of a
turn, and two draw the second: the turn is posted with pictures, and the next player gets a panel. The
platform is a pipe between two processes: the times are the bot's own.

- ready: from the start of the process to the answer to a first click, with the imports for both platforms
- click: from the moment when a click is due to its answer, without pictures; then the same by kind of click
- games: the answer to /games of somebody with 500 running games, 24 times for four such people in turn

With `--cold` all that is derived from the logs is missing, as after an upgrade; there are no bars then.
"""

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from time import monotonic

from bench.bars import Bars, bench_parser, p99
from bench.copies import Copy, spread, write_games
from bench.load import paced
from bench.piped_client import PipedBot, piped_bot
from bot.model.callbacks import CallbackData

GAMES, EVENTS, OWNERS = 2000, 300, 4
LISTS = 24
"""How many lists of games are asked for."""
SECONDS, PACE = 10.0, 10.0
LOOK, FIRST, SECOND = "look", "first card", "second card"
MIX = LOOK, FIRST, LOOK, SECOND, LOOK, FIRST, LOOK, SECOND, LOOK, FIRST
ANSWERS = {LOOK: "hand", FIRST: "You drew", SECOND: "You drew"}
READY, SLOWEST_CLICK, LIST = 2500.0, 500.0, 60.0
"""Bars, in milliseconds: until the first answer, the clicks' 99th percentile, /games."""

Found = dict[str, list[float]]
"""Milliseconds by kind."""


def main() -> None:
    parser = bench_parser(__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="running (2000)")
    parser.add_argument("--events", type=int, default=EVENTS, help="of each game (300)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of clicks (10)")
    parser.add_argument("--pace", type=float, default=PACE, help="clicks in a second (10)")
    parser.add_argument("--cold", action="store_true", help="without snapshots and summaries")
    options, bars = parser.parse_args(), Bars()
    asyncio.run(_measure(options, bars))
    bars.finish(check=options.check)


async def _measure(options: argparse.Namespace, bars: Bars) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder, begun = Path(name), monotonic()
        games = await write_games(folder, options.games, options.events, OWNERS)
        if options.cold:
            _forget(folder / "scenario.db")
        size = (folder / "scenario.db").stat().st_size >> 20
        print(f"{len(games)} games, {size} MB, written in {monotonic() - begun:.0f} s", flush=True)
        found: Found = defaultdict(list)
        async with piped_bot(f"sqlite:///{folder / 'scenario.db'}", "discord", "telegram") as bot:
            await People(bot, games, found).come(options.seconds, options.pace)
    print(f"\n{'milliseconds':20}{'cases':>8}{'median':>9}{'p99':>9}{'most':>9}")
    for kind, taken in found.items():
        figures = statistics.median(taken), p99(taken), max(taken)
        print(f"{kind:20}{len(taken):>8}" + "".join(f"{figure:>9.1f}" for figure in figures))
    print(f"{sum(bool(post['pictures']) for post in bot.posts)} posts and panels with pictures\n")
    warm = not options.cold
    bars.time("ready", found["ready"][0], READY if warm else None)
    bars.time("a click, p99", p99(found["click"]), SLOWEST_CLICK if warm else None)
    bars.time("/games, median", statistics.median(found["games"]), LIST if warm else None)


def _forget(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for table in ("snapshots", "summaries"):
            database.execute(f"DELETE FROM {table}")


class People:
    """What people ask, and in how many milliseconds they are answered."""

    def __init__(self, bot: PipedBot, games: Sequence[Copy], found: Found) -> None:
        self._bot = bot
        self._found = found
        self._games = {
            half: spread([game for game in games if game.is_half is half]) for half in (True, False)
        }

    async def come(self, seconds: float, pace: float) -> None:
        """Click from the start of the bot on, then ask for lists."""
        await self._click(LOOK, self._bot.begun, "ready")
        del self._found[LOOK]
        first = monotonic()
        kinds = islice(cycle(MIX), round(seconds * pace))
        due = [(kind, first + number / pace, "click") for number, kind in enumerate(kinds)]
        await paced([partial(self._click, *click) for click in due], pace)
        for number in range(LISTS):
            await self._list(f"owner{number % OWNERS}")

    async def _click(self, kind: str, due: float, name: str) -> None:
        """Click in a game that nobody has asked for yet."""
        game = next(self._games[kind == SECOND])
        line = (0, "hand") if kind == LOOK else (game.revision, "draw deck")
        text, at = await self._bot.ask(game.player, game.chat, code=CallbackData(game.game, *line).code)
        assert ANSWERS[kind] in text, text
        for one in (name, kind):
            self._found[one].append(1000 * (at - due))

    async def _list(self, person: str) -> None:
        """Ask for the games of somebody who has many."""
        begun = monotonic()
        text, at = await self._bot.ask(person, "dm", text="/games")
        assert "Ticket to Ride" in text, text
        self._found["games"].append(1000 * (at - begun))


if __name__ == "__main__":
    main()
