"""Whole programs (`stationmaster run`) on one PostgreSQL database, behind a webhook of the fake Telegram."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import asyncpg
from pydantic import SecretStr

from bot.store import Store
from bot.telegram.platform import TelegramPlatform
from tests.fakes.telegram.balancer import HOOK, Balancer
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import TOKEN
from tests.fakes.wire.patience import PATIENCE, until
from tests.fakes.wire.server import free_port
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot

ROOT = Path(__file__).parent.parent

ELSEWHERE = """\
import sys
from datetime import timedelta
from functools import partial
import bot.telegram.platform as telegram
from bot.cli import main
from bot.matches import leases
there = {"base_url": sys.argv.pop(1), "base_file_url": sys.argv.pop(1)}
there["in_private"] = 1000, timedelta(seconds=1)
telegram.TelegramPlatform = partial(telegram.TelegramPlatform, **there)
times = float(sys.argv.pop(1))
for name in ("LASTS", "EVERY", "MARGIN"):
    setattr(leases, name, times * getattr(leases, name))
sys.exit(main())
"""
"""The program, connected to the fake Telegram. Its leases last as long as usual, times a number."""


@dataclass
class Program:
    """One program, and the port where it listens for its webhook."""

    process: asyncio.subprocess.Process
    port: int
    log: Path

    async def kill(self) -> None:
        """End it as `kill -9` does."""
        self.process.kill()
        await self.process.wait()

    def hang(self) -> None:
        """Stop it with all its processes, as a machine does that hangs."""
        os.killpg(self.process.pid, signal.SIGSTOP)

    def wake(self) -> None:
        """Let it go on where it was."""
        os.killpg(self.process.pid, signal.SIGCONT)

    async def stop(self) -> None:
        """Ask it to end."""
        self.process.terminate()
        await asyncio.wait_for(self.process.wait(), PATIENCE)
        assert self.process.returncode == 0, self.log.read_text()


class WatchedTable(TelegramBot):
    """A table in a group, as Telegram and the database show it. Other programs host the bot."""

    async def settle(self) -> None:
        await until(lambda: not self.server.updates.waiting, "an update is left")

    async def wait_a_while(self) -> None:
        await asyncio.sleep(0.01)

    async def actions(self) -> list[str]:
        """The actions of the game, in their order."""
        found = [entry.action for entry in await self.store.log.read((await self.match()).id)]
        return [action for action in found if action]


@asynccontextmanager
async def watched_table(url: str, group: FakeGroup) -> AsyncIterator[WatchedTable]:
    """Watch what programs do with this database in a group. Yields the table."""
    async with await Store.open(url) as store:
        clock = FakeClock()
        platform = TelegramPlatform(SecretStr(TOKEN), clock)
        yield WatchedTable(store, platform, clock, None, group)


@asynccontextmanager
async def started(
    folder: Path, url: str, group: FakeGroup, *, code: Path = ROOT, leases: float = 0.25, webhook: str = HOOK
) -> AsyncIterator[Program]:
    """Start a program, of the version whose `code` is there, and wait for it. It is killed in the end.

    Without a `webhook`, it asks for updates.
    """
    port, server = free_port(), group.server
    about = {
        "DATABASE_URL": url,
        "TELEGRAM_TOKEN": TOKEN,
        **({"TELEGRAM_WEBHOOK": webhook, "TELEGRAM_WEBHOOK_PORT": str(port)} if webhook else {}),
        "PYTHONPATH": str(code),
    }
    command = "-P", "-c", ELSEWHERE, server.base_url, server.base_file_url, str(leases), "run"
    with (log := folder / f"{port}.log").open("wb") as file:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, *command),
            cwd=folder,
            env={**os.environ, **about},
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
    program = Program(process, port, log)
    try:
        await until(
            lambda: process.returncode is not None or "ready as" in log.read_text(), "it does not start"
        )
        assert process.returncode is None, log.read_text()
        yield program
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


@asynccontextmanager
async def locked(url: str, table: str) -> AsyncIterator[asyncpg.Connection]:
    """Let nobody write a table of the database. Yields a connection to it."""
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        async with connection.transaction():
            await connection.execute(f"LOCK TABLE {table} IN EXCLUSIVE MODE")
            yield connection
    finally:
        await connection.close()


async def is_waited_for(connection: asyncpg.Connection) -> bool:
    """Whether somebody waits for a lock."""
    return bool(await connection.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"))


async def share_games(url: str, programs: int) -> None:
    """Wait until the games are shared out among this number of programs."""
    asked = "SELECT count(DISTINCT holder) FROM leases WHERE name LIKE 'games/%'"

    async def is_shared() -> bool:
        return bool(await value(url, asked) == programs)

    await until(is_shared, "the games are not shared out")


async def holder_of(url: str, lease: str) -> str:
    """The name under which a program has a lease."""
    return str(await value(url, f"SELECT holder FROM leases WHERE name = '{lease}'"))


async def value(url: str, query: str) -> object:
    """The value that a query finds."""
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


@asynccontextmanager
async def one_webhook(group: FakeGroup) -> AsyncIterator[Balancer]:
    """A proxy at the public address of the bot."""
    balancer = Balancer()
    async with balancer.running() as proxy:
        group.server.updates.proxies[HOOK] = proxy
        yield balancer
