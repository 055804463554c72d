"""A rolling upgrade from an older version and back: `python -m tests.versions FOLDER`, where that version is.

Two whole programs host one game on PostgreSQL behind one webhook of the fake Telegram. Each is replaced in
turn, by the version here and by the older one again, while people play. Once, a program is killed with a move
that it was brought. In the end `stationmaster doctor` of both versions reads the database.
"""

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import asyncpg
from pydantic import SecretStr

from bot.outbox.sections import split_into_posts
from bot.store import Store
from bot.telegram.platform import TelegramPlatform
from tests.fakes.telegram.balancer import HOOK, Balancer
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import TOKEN, FakeTelegram, fake_telegram
from tests.fakes.wire.patience import PATIENCE, until
from tests.fakes.wire.server import free_port
from tests.postgres import programs, share_games, started_server
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, TelegramPlayer

ROOT = Path(__file__).parent.parent

MOVES = 6
"""Moves between two changes."""

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
leases.LASTS, leases.EVERY, leases.MARGIN = 6.0, 1.5, 1.5
sys.exit(main())
"""
"""The program, connected to the fake Telegram. Its leases last half as long as usual."""


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


def main() -> int:
    parser = argparse.ArgumentParser(description="A rolling upgrade from an older version, and back.")
    parser.add_argument("folder", type=Path, help="a checkout of the older version")
    return upgraded(parser.parse_args().folder.resolve())


def upgraded(older: Path) -> int:
    """Upgrade from this version and go back to it. Returns an exit code."""
    found = programs()
    assert found, "PostgreSQL is not installed"
    with tempfile.TemporaryDirectory() as folder, started_server(found) as server:
        server.sql("CREATE DATABASE versions")
        return asyncio.run(_upgrade(Path(folder), server.url("versions"), older))


async def _upgrade(folder: Path, url: str, older: Path) -> int:
    async with fake_telegram() as telegram, AsyncExitStack() as stack:
        telegram.rate_limit.enforced = False
        balancer = Balancer()
        telegram.updates.proxies[HOOK] = await stack.enter_async_context(balancer.running())

        async def start(code: Path) -> Program:
            program = await stack.enter_async_context(started(folder, url, telegram, code))
            balancer.ports.append(program.port)
            return program

        pair = [await start(older), await start(older)]
        await share_games(url, 2)
        async with await Store.open(url) as store:
            clock = FakeClock()
            platform = TelegramPlatform(SecretStr(TOKEN), clock)
            table = WatchedTable(store, platform, clock, None, FakeGroup(telegram))
            players = await table.in_play("Anna", "Boris", board="usa")
            for step, (seat, code) in enumerate(((0, ROOT), (1, ROOT), (0, older), (1, older), (1, ROOT))):
                await _play(table, players, f"step {step}")
                await _leave(balancer, pair[seat])
                pair[seat] = await start(code)
                await share_games(url, 2)
                print(f"program {seat + 1} is now that of {code}", flush=True)
            await _play(table, players, "both versions")
            await _kill(url, table, players, balancer, pair[1])
            await _play(table, players, "the older version alone")
            told = await _turns_told(table)
        for program in pair[:1]:
            await program.stop()
        print(*_troubles(folder), f"turns and posts about them: {told}", sep="\n")
        codes = [_doctor(code, url, folder) for code in (older, ROOT)]
    return int(told[0] != told[1] or any(codes))


async def _play(table: WatchedTable, players: list[TelegramPlayer], title: str) -> None:
    """Make some moves, each brought to the next program. Each must be done once."""
    for _ in range(MOVES):
        player, before = (await table.waited_for(*players))[0], len(await table.actions())
        await player.types(await player.thinks())
        await until(partial(_is_told, table), "it is not told")
        assert len(await table.actions()) == before + 1
    print(f"{title}: {MOVES} moves, {len(await table.actions())} actions in all", flush=True)


async def _leave(balancer: Balancer, program: Program) -> None:
    """Stop a program, as in a rolling restart."""
    balancer.ports.remove(program.port)
    await program.stop()


async def _kill(
    url: str, table: WatchedTable, players: list[TelegramPlayer], balancer: Balancer, program: Program
) -> None:
    """Kill a program that was brought a move: the other one makes it."""
    others, balancer.ports = [port for port in balancer.ports if port != program.port], [program.port]
    player, before = (await table.waited_for(*players))[0], len(await table.actions())
    async with locked(url, "begun") as connection:
        move = asyncio.create_task(player.types(await player.thinks()))
        await until(lambda: is_waited_for(connection))
        await program.kill()
    balancer.ports = others
    await move
    assert len(await table.actions()) == before + 1
    print("killed: its move is done by the other program", flush=True)


async def _is_told(table: WatchedTable) -> bool:
    """Whether the group has been told all that has happened."""
    game = (await table.match()).id
    told = (await table.store.outbox.bookmarks(game))[table.home]
    return not split_into_posts(await table.host.repository.steps(game, told))


async def _turns_told(table: WatchedTable) -> tuple[int, int]:
    """How many turns have begun, and how many posts mention whose turn it is."""
    await until(partial(_is_told, table), "it is not told")
    log = await table.store.log.read((await table.match()).id)
    posts = [post for post in table.posts if post.pings and "’s turn" in post.text]
    return sum(entry.kind == "TurnStarted" for entry in log), len(posts)


def _troubles(folder: Path) -> list[str]:
    logs = {path.stem: path.read_text().splitlines() for path in folder.glob("*.log")}
    return [f"{port}: {line}" for port, lines in logs.items() for line in lines if " INFO " not in line]


def _doctor(code: Path, url: str, folder: Path) -> int:
    """What `stationmaster doctor` of a version says about the database, and its exit code."""
    environment = {**os.environ, "DATABASE_URL": url, "PYTHONPATH": str(code)}
    command = sys.executable, "-P", "-m", "bot", "doctor"
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    print(
        f"doctor of {code}: exit code {done.returncode}", done.stdout.strip(), done.stderr.strip(), sep="\n"
    )
    return done.returncode


# ---- programs


@asynccontextmanager
async def started(folder: Path, url: str, server: FakeTelegram, code: Path) -> AsyncIterator[Program]:
    """Start a program, of the version whose `code` is there, and wait for it. It is killed in the end."""
    port = free_port()
    about = {
        "DATABASE_URL": url,
        "TELEGRAM_TOKEN": TOKEN,
        "TELEGRAM_WEBHOOK": HOOK,
        "TELEGRAM_WEBHOOK_PORT": str(port),
        "PYTHONPATH": str(code),
    }
    command = sys.executable, "-P", "-c", ELSEWHERE, server.base_url, server.base_file_url, "run"
    with (log := folder / f"{port}.log").open("wb") as file:
        process = await asyncio.create_subprocess_exec(
            *command,
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


if __name__ == "__main__":
    sys.exit(main())
