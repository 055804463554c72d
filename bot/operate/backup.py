"""Backups of the database: `stationmaster backup FILE` and `stationmaster restore FILE`."""

import argparse
import asyncio
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from bot.clock import Clock
from bot.matches.boards import BoardRepository
from bot.matches.match import Match, known_shapes
from bot.matches.outcomes import Outcome
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.roster_events import LOSS, GameResumed
from bot.operate.terminal import counted
from bot.settings import Settings, load_settings
from bot.store import Store, UnreadableGame, backups
from bot.store.files import path_of, url_of


def add_backup(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add both commands to the command line."""
    made = commands.add_parser(
        "backup",
        help="copy the database, also while the bot runs",
        description="Copy the database to a file, also while the bot runs, and check the copy.",
    )
    made.add_argument("file", metavar="FILE", type=Path, help="the file to write")
    made.add_argument("--force", action="store_true", help="replace FILE if it exists")
    made.set_defaults(command=lambda options: back_up(load_settings(), options.file, force=options.force))
    restored = commands.add_parser(
        "restore",
        help="put a backup in place of the database",
        description="Put a backup in place of the database. Stop the bot first. What is replaced is kept.",
    )
    restored.add_argument("file", metavar="FILE", type=Path, help="a file from backup")
    restored.set_defaults(command=lambda options: restore(load_settings(), options.file))


def back_up(settings: Settings, file: Path, *, force: bool) -> int:
    """Copy the database to a file. Returns 0, or 1 if it has games whose events are not as they were written.

    Raises StoreError.
    """
    backups.back_up(path_of(settings.database_url), file, force=force)
    return _report(file, "Wrote")


def restore(settings: Settings, file: Path) -> int:
    """Put a backup in place of the database. Returns as `back_up` does. Raises StoreError.

    Each running game that had other moves in the database says in its chats, at the next start, that moves
    may be missing.
    """
    path = path_of(settings.database_url)
    name = f"{path.name}-before-restore-{Clock().now():%Y%m%d-%H%M%S}"

    async def resume(store: Store, changed: Collection[str]) -> None:
        repository = MatchRepository(store, BoardRepository(settings.boards), Clock())
        for game in changed:
            with suppress(UnreadableGame):
                await repository.update(game, _resumed)

    kept = asyncio.run(backups.restore(path, file, path.with_name(name), known_shapes(), resume))
    code = _report(path, "Restored")
    if kept:
        print(f"What was there before is kept as {kept}.")
    return code


def _resumed(match: Match) -> Outcome:
    is_running = match.roster.status in (Status.LOBBY, Status.RUNNING)
    return Outcome((GameResumed(LOSS),) if is_running else ())


def _report(file: Path, done: str) -> int:
    games, events, wrong = asyncio.run(count_and_check(file))
    megabytes = file.stat().st_size / 1_000_000
    content = f"{counted(games, 'game')}, {counted(events, 'event')}"
    print(f"{done} {file}: {content}, {megabytes:.1f} MB.")
    for game in wrong:
        advice = f"`stationmaster doctor {game.game}` says what can be done"
        print(f"Game {game.game} cannot be read: {game.why}; {advice}.")
    return int(bool(wrong))


async def count_and_check(file: Path) -> tuple[int, int, list[UnreadableGame]]:
    """How many games and events a database has, and the games whose events are not as they were written."""
    events, wrong = 0, []
    async with await Store.open_to_read(url_of(str(file))) as store:
        games = await store.log.all_games()
        for game in games:
            rows, fault = await store.log.examine(game)
            events += len(rows)
            wrong += [fault] if fault else []
    return len(games), events, wrong
