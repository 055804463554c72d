"""Copies of the database: `stationmaster backup FILE`, `restore FILE` and `migrate SOURCE TARGET`."""

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
from bot.settings import OperatorError, Settings, load_settings
from bot.store import Store, UnreadableGame, backups
from bot.store.files import path_of, url_of
from bot.store.servers import is_server, place_of, server_url


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


# ---- another database

_WIDTH = 20


def add_migrate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    moved = commands.add_parser(
        "migrate",
        help="copy all data to another database, between SQLite and PostgreSQL",
        description="Copy all data to an empty database, and replay each game on both sides."
        " Stop the bot first.",
        epilog="A password in a URL can be seen by others on this machine; PGPASSWORD and ~/.pgpass cannot.",
    )
    moved.add_argument("source", metavar="SOURCE", help="the URL of the database, as in DATABASE_URL")
    moved.add_argument("target", metavar="TARGET", help="the URL of an empty one")
    moved.set_defaults(command=lambda options: asyncio.run(move(options.source, options.target)))


async def move(source: str, target: str) -> int:
    """Copy all data and print a table. Returns 0, or 1 if a game is not the same on both sides.

    Raises StoreError and OperatorError. No program opens the target before all games are the same; until
    then, the copy may be repeated.
    """
    if is_same(source, target):
        raise OperatorError("SOURCE and TARGET are the same database; nothing was copied.")
    async with (
        await Store.open_existing(source, known_shapes()) as before,
        await Store.open(target, known_shapes(), for_copy=True) as after,
    ):
        copied = await before.copy_to(after)
        for table, count in copied.items():
            print(f"{table:{_WIDTH}}{count:>12,}")
        if await _compare(before, after):
            return 1
        await after.finish_copy()
        return 0


def is_same(source: str, target: str) -> bool:
    """Whether two URLs name the same database, as far as they say so. Raises StoreError."""
    if is_server(source) != is_server(target):
        return False
    if is_server(source):
        return place_of(server_url(source)) == place_of(server_url(target))
    first, second = path_of(source), path_of(target)
    return first == second or (first.exists() and second.exists() and first.samefile(second))


async def _compare(before: Store, after: Store) -> int:
    """Replay each game on both sides and say what has come of it."""
    boards = BoardRepository()
    old, new = (MatchRepository(one, boards, Clock()) for one in (before, after))
    games, different, broken = await before.log.all_games(), list[str](), list[str]()
    for game in games:
        first, second = await _replayed(old, game), await _replayed(new, game)
        if first != second:
            different.append(game)
        elif isinstance(first, str):
            broken.append(game)
    print(f"Replayed on both sides: {counted(len(games), 'game')}. Not the same: {len(different)}.")
    for game in broken:
        print(f"Game {game} cannot be read on either side: `stationmaster doctor {game}` says why.")
    for game in different:
        print(f"Game {game} is not the same on both sides. Do not use the new database.")
    return int(bool(different))


async def _replayed(repository: MatchRepository, game: str) -> tuple[Match | None, object] | str:
    """The match after its whole log, and the log with its checksums checked; or why it cannot be read."""
    try:
        log = await repository.store.log.read(game)
        steps, wrong = await repository.fold(game, log)
    except UnreadableGame as error:
        return error.why
    return wrong.why if wrong else (steps[-1].after if steps else None, log)
