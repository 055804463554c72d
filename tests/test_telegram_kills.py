"""`kill -9` of whole programs on Telegram: nothing is lost or done twice.

Two of them share one webhook, or one asks for updates.
"""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

import pytest

from bot.store import Store
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram, fake_telegram
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import of_kind
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramPlayer, telegram_bot
from tests.telegram_processes import Balancer
from tests.telegram_programs import (
    Program,
    WatchedTable,
    is_waited_for,
    locked,
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


@asynccontextmanager
async def two_programs(
    folder: Path, url: str, server: FakeTelegram, leases: float = 0.25
) -> AsyncIterator[tuple[Balancer, WatchedTable, Program, Program]]:
    """Two programs that share the games of a group behind one webhook, and the table there."""
    group = FakeGroup(server)
    async with (
        one_webhook(group) as balancer,
        watched_table(url, group) as table,
        started(folder, url, group, leases=leases) as one,
        started(folder, url, group, leases=leases) as two,
    ):
        await share_games(url, 2)
        balancer.ports = [one.port, two.port]
        yield balancer, table, one, two


async def test_a_move_that_a_killed_program_was_brought_is_done_once_by_the_other(
    tmp_path: Path, postgres_url: str, server: FakeTelegram
) -> None:
    async with two_programs(tmp_path, postgres_url, server) as (balancer, table, one, two):
        players = await table.in_play("Anna", "Boris", board="usa")
        balancer.ports = [one.port]
        await killed_with(one, postgres_url, "begun", table, players[0])
        balancer.ports = [two.port]
        await plays_on(table, players, draws=1)


@pytest.mark.soak
async def test_a_move_that_a_killed_program_had_begun_is_done_at_most_once_and_its_person_is_told(
    tmp_path: Path, postgres_url: str, server: FakeTelegram
) -> None:
    """With leases as long as they are: the other program goes on when they have run out."""
    async with two_programs(tmp_path, postgres_url, server, leases=1.0) as (balancer, table, one, two):
        players = await table.in_play("Anna", "Boris", board="usa")
        balancer.ports = [one.port]
        await killed_with(one, postgres_url, "events", table, players[0])
        balancer.ports, killed = [two.port], monotonic()
        await until(lambda: "interrupted" in players[0].user.last_dm.text, "nobody is told")
        print(f"told after {monotonic() - killed:.1f} seconds")
        done = (await table.actions()).count("draw deck")
        assert done <= 1
        await plays_on(table, players, draws=done)


async def killed_with(
    program: Program, url: str, locks: str, table: WatchedTable, player: TelegramPlayer
) -> None:
    """Kill a program that has been brought a move and waits for the lock of a table of the database.

    The turn has been told: a post that a kill interrupts is repeated, but mentions nobody.
    """
    await until_told(table)
    async with locked(url, locks) as connection:
        await player.user.says("/draw deck")
        await until(lambda: is_waited_for(connection), "the move is not handled")
        await program.kill()


async def plays_on(table: WatchedTable, players: list[TelegramPlayer], draws: int) -> None:
    """Play on after `draws` cards: each further card is drawn once, and each turn is told once."""
    for number in range(draws, draws + 4):

        async def are_drawn() -> bool:
            return (await table.actions()).count("draw deck") == number  # noqa: B023

        await until(are_drawn, "a move is lost")
        await (await table.waited_for(*players))[0].user.says("/draw deck")

    await until_told(table)


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Let nobody write an SQLite file, as a slow disk or another program does."""
    connection = sqlite3.connect(file, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")
    finally:
        connection.close()


def noted_time(file: Path) -> tuple[str, ...] | None:
    """When the time must next be noted. A program notes it first of all, and asks for updates after that."""
    with closing(sqlite3.connect(file)) as connection:
        row: tuple[str, ...] | None = connection.execute(
            "SELECT due FROM timers WHERE kind = 'heartbeat'"
        ).fetchone()
        return row


async def test_a_command_that_a_killed_program_asked_for_is_handled_once_by_the_next(
    tmp_path: Path, server: FakeTelegram
) -> None:
    """It was brought while the file of the database could not be written."""
    group, clock, file = FakeGroup(server), FakeClock(), tmp_path / "bot.db"
    await clock.move_on(datetime.now(UTC) - clock.now())
    url = f"sqlite+aiosqlite:///{file}"
    async with telegram_bot(tmp_path, group, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris", board="usa")
        game = (await bot.match()).id

    async def drawn() -> int:
        async with await Store.open_to_read(url) as store:
            return [entry.action for entry in await store.log.read(game)].count("draw deck")

    before = noted_time(file)
    async with started(tmp_path, url, group, webhook="") as program:
        await until(lambda: noted_time(file) != before, "it does not note that it runs")
        with held(file):
            asked = len(of_kind(server, "getUpdates"))
            await anna.user.says("/draw deck")
            await until(lambda: len(of_kind(server, "getUpdates")) > asked + 1, "it is not asked for")
            await program.kill()
    assert await drawn() == 0
    async with started(tmp_path, url, group, webhook="") as program:
        for number in (1, 2):

            async def are_drawn() -> bool:
                return await drawn() == number  # noqa: B023

            await until(are_drawn, "the move is lost")
            await until(lambda: not server.updates.waiting, "the move is not confirmed")
            if number == 1:
                await anna.user.says("/draw deck")
        await program.stop()
    assert await drawn() == 2


async def until_told(table: WatchedTable) -> None:
    """Wait until each turn has been told in the group, once."""

    async def are_told() -> bool:
        log = await table.store.log.read((await table.match()).id)
        posts = [post for post in table.posts if post.pings and "’s turn" in post.text]
        return len([entry for entry in log if entry.kind == "TurnStarted"]) == len(posts)

    await until(are_told, "a turn is not told, or twice")
