"""A whole program that hangs and wakes up behind one webhook of Telegram: nothing is lost, or said twice.

It is stopped by SIGSTOP, with all its processes, and goes on where it was by SIGCONT. Leases last 3 seconds.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from urllib.parse import quote

import pytest

from bot.matches.leases import BUCKETS, part_of
from tests.fakes.telegram.balancer import Balancer
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram, fake_telegram
from tests.fakes.wire.patience import until
from tests.postgres import Server
from tests.telegram_bot import TelegramPlayer
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

SOCKET = ".s.PGSQL.5432"
"""The name of a server's socket in its folder."""


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
        self.programs: tuple[Program, Program]
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

    def told(self) -> int:
        """How many posts in the group tell of a turn."""
        return len([post for post in self.watched.posts if "’s turn" in post.text])

    async def is_told(self) -> bool:
        return self.told() >= await self.turns()

    async def drawn(self) -> int:
        return (await self.watched.actions()).count("draw deck")

    async def has_drawn(self, number: int) -> bool:
        return await self.drawn() == number

    def refusals(self) -> int:
        """How often people were told that the database did not answer."""
        said = [*self.watched.posts, *(post for player in self.players for post in player.user.dms)]
        return len(
            [post for post in said if "Nothing was changed" in post.text or "I could not" in post.text]
        )

    async def plays_on(self) -> None:
        """Take a turn. Each one so far has been told once."""
        await self.draw()
        await until(self.is_told)
        assert self.told() == await self.turns(), [post.text for post in self.watched.posts]


class Tunnel:
    """A way to the server of a database, on which nothing may come through for a while."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server, self.folder = server, folder
        self.is_open = asyncio.Event()
        self.is_open.set()

    def url(self, url: str) -> str:
        """The same database through the tunnel."""
        return url.replace(quote(str(self.server.folder)), quote(str(self.folder)))

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        async with await asyncio.start_unix_server(self._take, self.folder / SOCKET):
            yield

    async def _take(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, forth = await asyncio.open_unix_connection(str(self.server.folder / SOCKET))
        try:
            await asyncio.gather(self._pass_on(near, forth), self._pass_on(far, back))
        finally:
            forth.close()

    async def _pass_on(self, come: asyncio.StreamReader, go: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await come.read(1 << 16):
                await self.is_open.wait()
                go.write(data)
                await go.drain()
        go.close()


@asynccontextmanager
async def hosted(folder: Path, url: str, server: FakeTelegram, other_url: str = "") -> AsyncIterator[Table]:
    """A table whose second program may reach the database in another way."""
    group = FakeGroup(server)
    async with (
        one_webhook(group) as balancer,
        watched_table(url, group) as watched,
        started(folder, url, group) as one,
    ):
        table = Table(url, watched, balancer)
        await share_games(url, 1)
        first = await holder_of(url, "games/0")
        async with started(folder, other_url or url, group) as two:
            await share_games(url, 2)
            holders = [await holder_of(url, f"games/{number}") for number in range(BUCKETS)]
            table.programs = one, two
            table.names = {name: one if name == first else two for name in holders}
            balancer.ports = [one.port, two.port]
            await table.begin()
            await until(table.is_told)
            yield table


async def test_a_post_that_waits_in_a_program_that_hangs_is_sent_by_the_other_one_only(
    tmp_path: Path, postgres_url: str, server: FakeTelegram
) -> None:
    """Telegram has asked it to wait; meanwhile it loses its leases, and wakes up."""
    async with hosted(tmp_path, postgres_url, server) as table:
        holder, other = await table.holder_and_other()
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
        await table.plays_on()


@pytest.mark.soak
async def test_a_program_whose_database_hangs_is_replaced_and_comes_back(
    tmp_path: Path, postgres_url: str, postgres_server: Server, server: FakeTelegram
) -> None:
    """Its connections stay open, and nothing comes through."""
    tunnel = Tunnel(postgres_server, Path(mkdtemp(dir=tmp_path)))
    async with (
        tunnel.opened(),
        hosted(tmp_path, postgres_url, server, tunnel.url(postgres_url)) as table,
    ):
        other, cut = table.programs
        for _ in range(2):
            table.balancer.ports = [other.port]
            tunnel.is_open.clear()
            await share_games(postgres_url, 1)
            await table.draw()
            await until(table.is_told, "the other one does not go on")
            tunnel.is_open.set()
            await share_games(postgres_url, 2)
            table.balancer.ports = [cut.port, other.port]
            await table.plays_on()


@pytest.mark.soak
async def test_a_server_that_is_stopped_under_load_loses_nothing(
    tmp_path: Path, postgres_url: str, postgres_server: Server, server: FakeTelegram
) -> None:
    """A move that comes meanwhile is made once, or its person is told that it is not."""
    async with hosted(tmp_path, postgres_url, server) as table:
        for _ in range(3):
            player, before = (await table.watched.waited_for(*table.players))[0], await table.drawn()
            refusals = table.refusals()
            moving = asyncio.create_task(player.user.says("/draw deck"))
            await asyncio.to_thread(postgres_server.stop)
            await moving
            await asyncio.to_thread(postgres_server.start)

            async def is_answered() -> bool:
                return table.refusals() > refusals or await table.drawn() > before  # noqa: B023

            await until(is_answered, "the move is lost")
            assert await table.drawn() - before <= 1
            await table.plays_on()
