"""A whole program that hangs and wakes up behind one webhook of Telegram: nothing is lost, or said twice.

It is stopped by SIGSTOP, with all its processes, and goes on where it was by SIGCONT. Leases last 3 seconds.
"""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.service.leases import part_of
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram, fake_telegram
from tests.fakes.wire.patience import until
from tests.telegram_bot import TelegramPlayer
from tests.telegram_processes import Balancer
from tests.telegram_programs import (
    Program,
    WatchedTable,
    holder_of,
    one_webhook,
    share_games,
    started,
    watched_table,
)

pytestmark = pytest.mark.waits


@pytest.fixture
async def server() -> AsyncIterator[FakeTelegram]:
    """A fake Telegram with the time of the machine, as the programs have it."""
    async with fake_telegram() as one:
        one.rate_limit.enforced = False
        yield one


class Table:
    """A game at a table with a computer, and the two programs that host it."""

    def __init__(self, url: str, watched: WatchedTable, balancer: Balancer) -> None:
        self.url, self.watched, self.balancer = url, watched, balancer
        self.players: list[TelegramPlayer] = []
        self.names: dict[str, Program] = {}
        """The programs, by the names under which they hold leases."""

    async def begin(self) -> None:
        self.players = await self.watched.in_play("Anna", "Boris", board="usa")

    async def holder_and_other(self) -> tuple[Program, Program]:
        """The program that speaks about the game, and the other one."""
        game = (await self.watched.match()).id
        name = await holder_of(self.url, part_of(game))
        (other,) = [program for one, program in self.names.items() if one != name]
        return self.names[name], other

    async def draw(self) -> None:
        """Take a turn: two cards from the deck."""
        for _ in range(2):
            player = (await self.watched.waited_for(*self.players))[0]
            await player.types("draw deck")

    async def turns(self) -> int:
        log = await self.watched.store.log.read((await self.watched.match()).id)
        return sum(entry.kind == "TurnStarted" for entry in log)

    def told(self) -> Counter[str]:
        """How often each turn was told in the group, by the text of its post."""
        return Counter(post.text for post in self.watched.posts if "’s turn" in post.text)

    async def is_told(self) -> bool:
        return len(self.told()) == await self.turns()


@asynccontextmanager
async def hosted(folder: Path, url: str, server: FakeTelegram) -> AsyncIterator[Table]:
    group = FakeGroup(server)
    async with (
        one_webhook(group) as balancer,
        watched_table(url, group) as watched,
        started(folder, url, group) as one,
    ):
        table = Table(url, watched, balancer)
        await share_games(url, 1)
        first = await holder_of(url, "games/0")
        async with started(folder, url, group) as two:
            await share_games(url, 2)
            holders = [await holder_of(url, f"games/{number}") for number in range(16)]
            table.names = {name: one if name == first else two for name in holders}
            balancer.ports = [one.port, two.port]
            await table.begin()
            yield table


async def test_a_post_that_waits_in_a_program_that_hangs_is_sent_by_the_other_one_only(
    tmp_path: Path, postgres_url: str, server: FakeTelegram
) -> None:
    """Telegram has asked it to wait; meanwhile it loses its leases, and wakes up."""
    async with hosted(tmp_path, postgres_url, server) as table:
        holder, other = await table.holder_and_other()
        await until(table.is_told)
        table.balancer.ports = [other.port]
        chat = table.watched.group.id
        limits = [server.faults.add(name, retry_after=1, chat=chat) for name in ("sendPhoto", "sendMessage")]
        await table.draw()
        await until(lambda: not all(limit.times for limit in limits), "nothing is posted")
        holder.hang()
        for limit in limits:
            limit.times = 0
        await share_games(postgres_url, 1)
        await until(table.is_told, "the other one does not go on")
        holder.wake()
        await share_games(postgres_url, 2)
        await table.draw()
        await until(table.is_told)
        assert set(table.told().values()) == {1}, table.told()
