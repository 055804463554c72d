"""Games that cannot be read: found, explained, closed and repaired by `stationmaster doctor`."""

import argparse
import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext

from bot.clock import Clock
from bot.diagnosis_report import removed, report
from bot.matches import repair
from bot.matches.boards import BoardRepository
from bot.matches.diagnosis import Diagnosis, as_it_is, can_go_on, diagnose, last_whole_event
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.matches.unreadable import known_shapes
from bot.settings import OperatorError, Settings, load_settings
from bot.store import Store
from bot.store.examination import all_games, reader_of
from bot.store.files import path_of
from bot.store.migrations import known_revisions
from bot.store.notes import EVENT_SHAPES, WRITTEN_BY, read_shapes
from bot.store.read_only import first_damage, revision_to_read
from bot.store.servers import is_server
from bot.store.setbacks import last_setback, setback_now
from bot.terminal import counted


def add_doctor(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    doctor = commands.add_parser(
        "doctor",
        help="find games that cannot be read, explain and repair them",
        description="Look for games that cannot be read, also while the bot runs, and explain what is wrong"
        " with them. Stop the bot before you close or repair one.",
    )
    doctor.add_argument("game", metavar="GAME", nargs="?", help="only this game")
    doctor.add_argument(
        "--all", action="store_true", help="also follow the logs of closed games, which takes longer"
    )
    change = doctor.add_mutually_exclusive_group()
    change.add_argument("--close", action="store_true", help="close GAME, so that its chat can play another")
    change.add_argument(
        "--repair", action="store_true", help="remove what of GAME cannot be read, and keep a copy of it"
    )
    doctor.add_argument(
        "--accept",
        action="store_true",
        help="with --repair: take all events as they are now, and remove none",
    )
    doctor.set_defaults(command=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    settings, game = load_settings(), options.game
    if (options.close or options.repair) and not game:
        raise OperatorError("Name the game, as in: stationmaster doctor --repair GAME.")
    if options.accept and not options.repair:
        raise OperatorError("--accept goes with --repair.")
    if options.close:
        return asyncio.run(close(settings, game))
    if options.repair:
        return asyncio.run(mend(settings, game, accept=options.accept))
    return asyncio.run(look_at(settings, game) if game else look_at_all(settings, closed=options.all))


# ---- looking


async def look_at_all(settings: Settings, *, closed: bool) -> int:
    """Print what is wrong with the database. Returns 1 if something is, else 0. Raises StoreError."""
    file = None if is_server(settings.database_url) else path_of(settings.database_url)
    revision = revision_to_read(file) if file else known_revisions()[0]
    damage, now = (first_damage(file), setback_now(file)) if file else ("", "")
    async with _opened_to_read(settings) as (repository, reader):
        written_by = await repository.store.note(WRITTEN_BY) or "an early version"
        print(f"database   {file or repository.store.name}, revision {revision}, written by {written_by}")
        if file:
            print(f"structure  {damage or 'ok'}")
            print(f"age        {now or last_setback(file) or 'ok'}")
        games = await _all_games(repository, reader)
        wrong = [found async for found in _unreadable(repository, reader, games, closed=closed)]
        print(f"games      {len(games)}, {f'{len(wrong)} cannot be read' if wrong else 'all can be read'}")
        for found in wrong:
            await _print_report(repository, found)
    return int(bool(damage or now or wrong))


async def _all_games(repository: MatchRepository, reader: sqlite3.Connection | None) -> tuple[str, ...]:
    return all_games(reader) if reader else await repository.store.log.all_games()


async def _unreadable(
    repository: MatchRepository, reader: sqlite3.Connection | None, games: tuple[str, ...], *, closed: bool
) -> AsyncIterator[Diagnosis]:
    """The games that cannot be read. Those that are closed are only followed if `closed`."""
    for game in games:
        follow = closed or await repository.store.log.closed_at(game) is None
        found = await diagnose(repository, reader, game, follow=follow)
        if found.wrong:
            yield await diagnose(repository, reader, game)


async def look_at(settings: Settings, game: str) -> int:
    """Print whether a game can be read, and what is wrong. Returns 1 if it cannot, else 0."""
    async with _opened_to_read(settings) as (repository, reader):
        await _require_known(repository, reader, game)
        found = await diagnose(repository, reader, game)
        if found.wrong:
            await _print_report(repository, found)
            return 1
        assert found.match
        closed = await repository.store.log.closed_at(game)
        events = counted(len(found.rows), "event")
        print(f"Game {game} can be read: {events}, {found.match.roster.status.value}.")
        if closed and found.match.roster.status in (Status.LOBBY, Status.RUNNING):
            print(f"It was closed when it could not be read. Open it: stationmaster doctor --repair {game}")
    return 0


async def _print_report(repository: MatchRepository, found: Diagnosis) -> None:
    shapes = read_shapes(await repository.store.note(EVENT_SHAPES) or "")
    print("", *report(found, await as_it_is(repository, found), shapes), sep="\n")


# ---- changing


async def close(settings: Settings, game: str) -> int:
    """Close a game that cannot be read. Returns 0. Raises OperatorError and StoreError."""
    async with _opened_to_write(settings) as (repository, reader):
        await _require_known(repository, reader, game)
        if (await diagnose(repository, reader, game)).wrong is None:
            raise OperatorError(f"Game {game} can be read; its players can end it with /abort.")
        await repository.store.log.close(game, repository.clock.now())
        print(f"Game {game} is closed. Its chat can play another game.")
    return 0


async def mend(settings: Settings, game: str, *, accept: bool) -> int:
    """Repair a game. Returns 0. Raises OperatorError if it cannot be repaired so, and StoreError."""
    async with _opened_to_write(settings) as (repository, reader):
        await _require_known(repository, reader, game)
        found = await diagnose(repository, reader, game)
        if found.wrong is None:
            await _reopen(repository, found)
        elif accept:
            await _accept(repository, await as_it_is(repository, found))
        else:
            await _cut(repository, found)
    return 0


async def _reopen(repository: MatchRepository, found: Diagnosis) -> None:
    assert found.match
    running = found.match.roster.status in (Status.LOBBY, Status.RUNNING)
    if running and await repository.store.log.closed_at(found.game):
        await repair.reopen(repository.store, found.match, repository.clock.now())
        print(f"Game {found.game} can be read, and is open again. {_TOLD}")
    else:
        print(f"Game {found.game} can be read; there is nothing to repair.")


async def _accept(repository: MatchRepository, found: Diagnosis) -> None:
    if found.wrong or found.match is None or not can_go_on(found.match):
        why = found.wrong.why if found.wrong else "nobody would be asked to act"
        raise OperatorError(f"Game {found.game} cannot be taken as it is: {why}.")
    await repair.accept(repository.store, found, repository.clock.now())
    print(f"Game {found.game} is taken as it is: {counted(len(found.rows), 'event')}. {_TOLD}")


async def _cut(repository: MatchRepository, found: Diagnosis) -> None:
    after = last_whole_event(found)
    if not after:
        raise OperatorError(f"Game {found.game} has no event after which it could go on; --close closes it.")
    await repair.cut(repository.store, found, repository.clock.now())
    print(f"Game {found.game} was cut after event {after}. Removed: {removed(found, after)}.")
    print(f"The table removed_events of {repository.store.name} keeps them. {_TOLD}")


_TOLD = "Its chats are told when the bot starts."


# ---- opening

Opened = tuple[MatchRepository, sqlite3.Connection | None]
"""The games, and what reads an SQLite file as it is."""


@asynccontextmanager
async def _opened_to_read(settings: Settings) -> AsyncIterator[Opened]:
    async with await Store.open_to_read(settings.database_url) as store:
        with _reader_of(store, settings) as reader:
            yield _repository(store, settings), reader


@asynccontextmanager
async def _opened_to_write(settings: Settings) -> AsyncIterator[Opened]:
    async with await Store.open(settings.database_url, known_shapes()) as store:
        if store.setback:
            print(store.setback)
        with _reader_of(store, settings) as reader:
            yield _repository(store, settings), reader


def _repository(store: Store, settings: Settings) -> MatchRepository:
    return MatchRepository(store, BoardRepository(settings.boards), Clock())


def _reader_of(store: Store, settings: Settings) -> AbstractContextManager[sqlite3.Connection | None]:
    """What reads the file as it is; nothing for a database on a server."""
    return nullcontext() if is_server(settings.database_url) else reader_of(store.path)


async def _require_known(repository: MatchRepository, reader: sqlite3.Connection | None, game: str) -> None:
    if game not in await _all_games(repository, reader):
        raise OperatorError(f"There is no game {game}.")
