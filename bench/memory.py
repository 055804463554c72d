"""How much memory a busy bot takes: `python -m bench.memory`.

A process of its own runs the bot, with Telegram's library imported, and sixty games of three players on both
boards; four of them are played at a time. In each turn the player looks at the hand and the tickets, then
does what a computer would do, and goes on as soon as the pictures of an answer have come; the turn is posted
with pictures, and the next player gets a panel. Measured is
the resident memory of that process and of those that draw and search for it, as the system counts it, twice a
second: when it has answered for the first time, after each quarter of the turns, after half a minute without
a request, and at most. The bar holds for the most. The peak, which is what single pictures need for some
milliseconds, is printed before it. Needs Linux.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.bars import Bars, bench_parser
from bench.copies import Copy, write_games
from bench.piped_client import PipedBot, piped_bot
from bot.clock import Clock
from bot.matches.boards import BoardRepository
from bot.matches.match import Match
from bot.matches.repository import MatchRepository
from bot.model.identity import Person
from bot.store import Store
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.notation import line
from engine.view import view_for

GAMES, TURNS, EVENTS, OWNERS = 60, 240, 30, 60
BOARDS = "europe", "usa"
AT_A_TIME = 4
QUIET, EVERY = 30.0, 0.5
MOST = 220
"""The bar, in megabytes (1,048,576 bytes)."""


def main() -> None:
    parser = bench_parser(__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="in progress (60)")
    parser.add_argument("--turns", type=int, default=TURNS, help="that are played (240)")
    parser.add_argument("--quiet", type=float, default=QUIET, help="seconds of rest at the end (30)")
    options = parser.parse_args()
    asyncio.run(_measure(options, bars := Bars()))
    bars.finish(check=options.check)


async def _measure(options: argparse.Namespace, bars: Bars) -> None:
    with tempfile.TemporaryDirectory() as name:
        games = await write_games(Path(name), options.games, EVENTS, OWNERS, BOARDS)
        url = f"sqlite:///{Path(name) / 'scenario.db'}"
        async with piped_bot(url, "telegram") as bot, await Store.open_to_read(url) as store:
            tables = Tables(bot, MatchRepository(store, BoardRepository(), Clock()), games)
            samples: list[int] = []
            sampling = asyncio.create_task(_sample(bot, samples))
            await tables.play(options.turns)
            await asyncio.sleep(options.quiet)
            _tell("at rest", bot)
            sampling.cancel()
            peak, most = sum(bot.memory(at_most=True)), max(samples)
    pictures = sum(post["pictures"] for post in bot.posts)
    print(f"{options.turns} turns, {pictures} pictures in posts and panels")
    bars.figure("peak, MB", peak)
    bars.figure("at most, MB", most, MOST)


async def _sample(bot: PipedBot, samples: list[int]) -> None:
    while True:
        samples.append(sum(bot.memory()))
        await asyncio.sleep(EVERY)


class Tables:
    """The games, and what is done in them."""

    def __init__(self, bot: PipedBot, repository: MatchRepository, games: list[Copy]) -> None:
        self._bot = bot
        self._repository = repository
        self._games = games
        self._played = 0

    async def play(self, turns: int) -> None:
        """Play this number of turns, several games at a time."""
        await self._bot.ask(self._games[0].player, self._games[0].chat, text="/hand")
        _tell("first answer", self._bot)
        due = iter(range(turns))
        await asyncio.gather(*(self._play_due(due, turns) for _ in range(AT_A_TIME)))

    async def _play_due(self, due: Iterator[int], turns: int) -> None:
        for number in due:
            await self._take_turn(self._games[number % len(self._games)])
            self._played += 1
            if self._played % max(1, turns // 4) == 0:
                _tell(f"{self._played} turns", self._bot)

    async def _take_turn(self, game: Copy) -> None:
        match = turn = await self._read_on(await self._repository.read(game.game))
        for text in ("/hand", "/tickets"):
            await self._look(turn, game, text)
        while match.table and turn.table and match.table.turn == turn.table.turn and match.waiting_for:
            answer, before = await self._look(match, game, f"/{_move(match)}"), match.seq
            match = await self._read_on(match)
            assert match.seq > before, answer

    async def _read_on(self, match: Match) -> Match:
        """The match as the bot has written it. The repository's own memory is for the program that writes."""
        rows = await self._repository.store.log.read(match.id, match.seq)
        steps, _ = await self._repository.fold(match.id, rows, match)
        return steps[-1].after if steps else match

    async def _look(self, match: Match, game: Copy, text: str) -> str:
        person = Person.parse(match.roster.holders[match.waiting_for[0]].person)
        return await self._bot.look(person.id, game.chat, text)


def _move(match: Match) -> str:
    """What a computer would do."""
    assert match.game is not None
    view = view_for(match.game, match.waiting_for[0])
    return line(COMPUTERS["easy"](view, Chance(f"{match.seq:064x}")))


def _tell(when: str, bot: PipedBot) -> None:
    parts = bot.memory()
    print(f"{when:52}{sum(parts):>10}   {' + '.join(map(str, parts))}", flush=True)


if __name__ == "__main__":
    main()
