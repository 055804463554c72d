"""A rolling upgrade from an older version and back: `python -m tests.versions FOLDER`, where that version is.

Two programs host one game on PostgreSQL behind one webhook of the fake Telegram. Each is replaced in turn,
by the version here and by the older one again, while people play. Once, a program is killed with a move that
it was brought. In the end `stationmaster doctor` of both versions reads the database.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from bot.outbox.sections import split_into_posts
from tests.fakes.telegram.balancer import Balancer
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.fakes.wire.patience import until
from tests.postgres import programs, started_server
from tests.telegram_bot import TelegramPlayer
from tests.telegram_programs import (
    ROOT,
    Program,
    WatchedTable,
    is_waited_for,
    locked,
    one_webhook,
    share_games,
    started,
    watched_table,
)

MOVES = 6
"""Moves between two changes."""


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
        group = FakeGroup(telegram)
        balancer = await stack.enter_async_context(one_webhook(group))

        async def start(code: Path) -> Program:
            program = await stack.enter_async_context(started(folder, url, group, code=code, leases=0.5))
            balancer.ports.append(program.port)
            return program

        pair = [await start(older), await start(older)]
        await share_games(url, 2)
        async with watched_table(url, group) as table:
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
    async with locked(url, "notes") as connection:
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


if __name__ == "__main__":
    sys.exit(main())
