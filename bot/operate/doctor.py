"""Games that cannot be read: found, explained, closed and repaired by `stationmaster doctor`."""

import argparse
import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from bot.clock import Clock
from bot.matches import repair
from bot.matches.boards import BoardRepository
from bot.matches.match import known_shapes
from bot.matches.repair import (
    ACTOR,
    AT,
    KIND,
    SEQ,
    SHAPE,
    Diagnosis,
    as_it_is,
    can_go_on,
    diagnose,
    last_whole_event,
)
from bot.matches.repository import MatchRepository
from bot.matches.roster import Status
from bot.operate.terminal import counted
from bot.settings import OperatorError, Settings, load_settings
from bot.store import Store
from bot.store.checksums import checksum
from bot.store.files import first_damage, path_of, revision_to_read
from bot.store.migrations import REVISION
from bot.store.notes import Shapes
from bot.store.servers import is_server
from bot.version import VERSION

_DIGITS = 12
"""Digits of a checksum that are shown."""

_TOLD = "Its chats are told when the bot starts."


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
    """Print what is wrong with the database. Returns 1 if something is, else 0. Raises StoreError.

    The logs of games that are closed are only followed if `closed`.
    """
    file = None if is_server(settings.database_url) else path_of(settings.database_url)
    revision = revision_to_read(file) if file else REVISION
    damage = first_damage(file) if file else ""
    async with _opened_to_read(settings) as repository:
        written_by = await repository.store.written_by() or "an early version"
        print(f"database   {file or repository.store.name}, revision {revision}, written by {written_by}")
        if file:
            print(f"structure  {damage or 'ok'}")
        games = await repository.store.log.all_games()
        wrong = []
        for game in games:
            follow = closed or await repository.store.log.closed_at(game) is None
            if (await diagnose(repository, game, follow=follow)).wrong:
                wrong.append(await diagnose(repository, game))
        print(f"games      {len(games)}, {f'{len(wrong)} cannot be read' if wrong else 'all can be read'}")
        for diagnosis in wrong:
            await _print_report(repository, diagnosis)
    return int(bool(damage or wrong))


async def look_at(settings: Settings, game: str) -> int:
    """Print whether a game can be read, and what is wrong. Returns 1 if it cannot, else 0."""
    async with _opened_to_read(settings) as repository:
        await _require_known(repository, game)
        diagnosis = await diagnose(repository, game)
        if diagnosis.wrong:
            await _print_report(repository, diagnosis)
            return 1
        assert diagnosis.match
        closed = await repository.store.log.closed_at(game)
        events = counted(len(diagnosis.rows), "event")
        print(f"Game {game} can be read: {events}, {diagnosis.match.roster.status.value}.")
        if closed and diagnosis.match.roster.status in (Status.LOBBY, Status.RUNNING):
            print(f"It was closed when it could not be read. Open it: stationmaster doctor --repair {game}")
    return 0


async def _print_report(repository: MatchRepository, diagnosis: Diagnosis) -> None:
    shapes = await repository.store.event_shapes()
    print("", *_report(diagnosis, await as_it_is(repository, diagnosis), shapes), sep="\n")


def _report(diagnosis: Diagnosis, accepted: Diagnosis, shapes: Shapes) -> Iterator[str]:
    """Which event of a game cannot be read, why, and what can be done, as lines.

    `accepted` is the same log as if its checksums were right.
    """
    assert diagnosis.wrong
    game, events = diagnosis.game, {row[SEQ]: row for row in reversed(diagnosis.rows)}
    match diagnosis.steps:
        case ():
            readable = "None of its events can be followed."
        case (_,):
            readable = "Only its first event can be followed."
        case steps:
            readable = f"Events 1 to {len(steps)} can be followed."
    yield f"Game {game} cannot be read: {diagnosis.wrong.why}. {readable}"
    if row := events.get(diagnosis.wrong.seq):
        who = f" by {row[ACTOR]}" if row[ACTOR] else ""
        yield f"Event {row[SEQ]} is a {row[KIND]} in shape {row[SHAPE]}, written at {row[AT]}{who}."
        before = events.get(diagnosis.wrong.seq - 1)
        right, there = checksum(str(before[-1]) if before else "", game, row), str(row[-1])
        if right == there:
            yield "Its checksum is right: a program of ours wrote it like this."
        else:
            yield f"Its checksum is {there[:_DIGITS] or 'empty'}, but {right[:_DIGITS]} would be right."
        shape, version = shapes.get(str(row[KIND]), (0, ""))
        if shape != row[SHAPE]:
            yield f"No program that wrote this database is known to have written a {row[KIND]} in that shape."
        elif not version:
            yield f"The database had such events before version {VERSION}."
        else:
            yield (
                f"Version {version} was the first to write one into this database;"
                " it and later versions read it."
            )
    if accepted.wrong is None and accepted.match and can_go_on(accepted.match):
        yield (
            f"  stationmaster doctor --repair --accept {game}   takes its events ({len(diagnosis.rows)}) as"
            " they are now. Do that only if you know why they differ."
        )
    if after := last_whole_event(diagnosis):
        yield (
            f"  stationmaster doctor --repair {game}   removes {_removed(diagnosis, after)}, and keeps a"
            f" copy of them. The game goes on after event {after}."
        )
    else:
        yield "There is no event after which the game could go on."
    yield f"  stationmaster doctor --close {game}   closes it, and its chat can play another game."


def _removed(diagnosis: Diagnosis, after: int) -> str:
    """Which events a cut removes, by their kinds."""
    rows = [row for row in diagnosis.rows if row[SEQ] not in range(1, after + 1)]
    if not rows:
        return f"nothing that is there: the events after {after} are gone already"
    kinds = ", ".join(f"{count} {kind}" for kind, count in Counter(str(row[KIND]) for row in rows).items())
    return f"{counted(len(rows), 'event')} from {rows[0][AT]} to {rows[-1][AT]} ({kinds})"


# ---- changing


async def close(settings: Settings, game: str) -> int:
    """Close a game that cannot be read. Returns 0. Raises OperatorError and StoreError."""
    async with _opened_to_write(settings) as repository:
        await _require_known(repository, game)
        if (await diagnose(repository, game)).wrong is None:
            raise OperatorError(f"Game {game} can be read; its players can end it with /abort.")
        await repository.store.log.close(game, repository.clock.now())
        print(f"Game {game} is closed. Its chat can play another game.")
    return 0


async def mend(settings: Settings, game: str, *, accept: bool) -> int:
    """Repair a game. Returns 0. Raises OperatorError if it cannot be repaired so, and StoreError."""
    async with _opened_to_write(settings) as repository:
        await _require_known(repository, game)
        diagnosis = await diagnose(repository, game)
        now = repository.clock.now()
        if diagnosis.wrong is None:
            assert diagnosis.match
            is_running = diagnosis.match.roster.status in (Status.LOBBY, Status.RUNNING)
            if is_running and await repository.store.log.closed_at(game):
                await repair.reopen(repository.store, diagnosis.match, now)
                print(f"Game {game} can be read, and is open again. {_TOLD}")
            else:
                print(f"Game {game} can be read; there is nothing to repair.")
        elif accept:
            accepted = await as_it_is(repository, diagnosis)
            if accepted.wrong or accepted.match is None or not can_go_on(accepted.match):
                why = accepted.wrong.why if accepted.wrong else "nobody would be asked to act"
                raise OperatorError(f"Game {game} cannot be taken as it is: {why}.")
            await repair.accept(repository.store, accepted, now)
            print(f"Game {game} is taken as it is: {counted(len(accepted.rows), 'event')}. {_TOLD}")
        else:
            after = last_whole_event(diagnosis)
            if not after:
                raise OperatorError(
                    f"Game {game} has no event after which it could go on; --close closes it."
                )
            await repair.cut(repository.store, diagnosis, now)
            print(f"Game {game} was cut after event {after}. Removed: {_removed(diagnosis, after)}.")
            print(f"The table removed_events of {repository.store.name} keeps them. {_TOLD}")
    return 0


# ---- opening


@asynccontextmanager
async def _opened_to_read(settings: Settings) -> AsyncIterator[MatchRepository]:
    async with await Store.open_to_read(settings.database_url) as store:
        yield MatchRepository(store, BoardRepository(settings.boards), Clock())


@asynccontextmanager
async def _opened_to_write(settings: Settings) -> AsyncIterator[MatchRepository]:
    async with await Store.open(settings.database_url, known_shapes()) as store:
        yield MatchRepository(store, BoardRepository(settings.boards), Clock())


async def _require_known(repository: MatchRepository, game: str) -> None:
    if game not in await repository.store.log.all_games():
        raise OperatorError(f"There is no game {game}.")
