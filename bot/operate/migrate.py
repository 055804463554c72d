"""All data for another database, SQLite or PostgreSQL: `stationmaster migrate SOURCE TARGET`."""

import argparse
import asyncio

from bot.clock import Clock
from bot.matches.boards import BoardRepository
from bot.matches.match import Match, known_shapes
from bot.matches.repository import MatchRepository
from bot.operate.terminal import counted
from bot.settings import OperatorError
from bot.store import Store, UnreadableGame
from bot.store.files import path_of
from bot.store.servers import is_server, place_of, server_url

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
