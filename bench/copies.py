"""Many running games in a database: one is played, and copied under other ids, chats and people."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import chain, product
from pathlib import Path
from string import ascii_lowercase
from typing import Any, NamedTuple

from bot.matches.match import Match
from bot.store import Entry
from bot.store.checksums import COLUMNS, chained
from bot.store.values import entry_digest
from engine.game import Decision, TakeTurn
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario

PLATFORM = MEMORY_CHAT.platform
PLAYERS = "anna", "boris", "clara"

TABLES = {
    "games": "id = ?",
    "events": "game = ?",
    "log_ends": "game = ?",
    "snapshots": "game = ?",
    "summaries": "game = ?",
    "chats": "game = ?",
    "seats": "game = ?",
    "hands": "game = ?",
    "bookmarks": "game = ?",
    "messages": "game = ?",
    "timers": "owner = ?",
    "persons": "? <> ''",
}
"""The tables that know of a game, and which of their rows do."""

_REMINDERS_PLANNED = timedelta(minutes=1)
"""After this time a turn has planned its reminders."""

HALF_TURNS = 5
"""One game of this many is in the middle of a turn that its chat was not told yet."""

Row = dict[str, Any]
Rows = Mapping[str, Sequence[tuple[Row, Sequence[str]]]]
"""Rows by table, each with those of its columns that name a game, a chat or a person."""


class Copy(NamedTuple):
    """A running game: its id, its chat, the player that it waits for, and the revision of their decision.

    `is_half` says whether that player has drawn one card of two. When that turn is over, after cards from the
    deck, the game waits for the player `then`, whose decision has the revision `later`.
    """

    game: str
    chat: str
    player: str
    revision: int
    is_half: bool
    then: str
    later: int


async def write_games(
    folder: Path, games: int, events: int, owners: int, boards: Sequence[str] = ("europe",)
) -> list[Copy]:
    """Fill `folder/scenario.db` with games of `events` events each, on these boards in turn, and return them.

    The creators are `owners` people, who share the games among them; see `owner`.
    """
    path, copies = folder / "scenario.db", []
    played = [await _played(folder, events, board) for board in boards]
    ids = map("".join, product(ascii_lowercase, repeat=6))
    with closing(sqlite3.connect(path)) as database, database:
        for number, id in zip(range(games), ids):  # noqa: B905
            is_half = number % HALF_TURNS == HALF_TURNS - 1
            rows, state = played[number % len(boards)][is_half]
            names = _names(state.game, id, number, games, owners)
            _insert(database, rows, names)
            people = {"player": names[state.player], "then": names[state.then]}
            copies.append(state._replace(game=id, chat=names[state.chat], **people))
    return copies


def spread(games: Sequence[Copy]) -> Iterator[Copy]:
    """The games, each once, far apart from one to the next."""
    stride = max(1, len(games) // 97)
    return chain.from_iterable(games[start::stride] for start in range(stride))


async def _played(folder: Path, events: int, board: str) -> list[tuple[Rows, Copy]]:
    """The rows and the state of a game at the beginning of a turn, and half-way through it; it is removed.

    It is played some minutes ago: nothing of it is due when the bot under measurement starts.
    """
    found, path, clock = [], folder / "scenario.db", FakeClock()
    await clock.move_on(datetime.now(UTC) - clock.now() - 2 * _REMINDERS_PLANNED)
    async with open_scenario(folder, clock=clock) as scenario:
        players = await scenario.in_play(*(name.title() for name in PLAYERS), game=board)
        await _play(scenario, players, events)
        for is_half in (False, True):
            await clock.move_on(_REMINDERS_PLANNED)
            await scenario.settle()
            match, (player,) = await scenario.match(), await scenario.waited_for(*players)
            about = player.person.id, _decision(match).revision, is_half
            found.append((_rows(path, match.id), about))
            await player.says("/draw deck")
        (then,), later = await scenario.waited_for(*players), _decision(await scenario.match()).revision
    with closing(sqlite3.connect(path)) as database, database:
        for table in reversed(TABLES):
            database.execute(f"DELETE FROM {table}")
    return [(rows, Copy(match.id, MEMORY_CHAT.id, *about, then.person.id, later)) for rows, about in found]


def owner(number: int, games: int, owners: int) -> str:
    """Who created the game with this number."""
    return f"owner{number * owners // games}"


async def _play(scenario: Scenario, players: Sequence[Participant], events: int) -> None:
    """Play to the first turn that begins after this many events."""
    while (match := await scenario.match()).seq < events or not isinstance(_decision(match), TakeTurn):
        (player,) = await scenario.waited_for(*players)
        await player.says(f"/{await player.thinks()}")


def _decision(match: Match) -> Decision:
    """The decision that a game waits for."""
    decision = match.table.decisions[match.waiting_for[0]] if match.table else None
    assert decision is not None
    return decision


def _rows(path: Path, game: str) -> Rows:
    with closing(sqlite3.connect(path)) as database:
        database.row_factory = sqlite3.Row
        found = {}
        for table, which in TABLES.items():
            rows = database.execute(f"SELECT * FROM {table} WHERE {which}", (game,))
            found[table] = [(dict(row), _naming(dict(row), game)) for row in rows]
        return found


def _naming(row: Row, game: str) -> list[str]:
    texts = {column: cell for column, cell in row.items() if isinstance(cell, str)}
    names = game, MEMORY_CHAT.id, *PLAYERS
    return [column for column, cell in texts.items() if any(name in cell for name in names)]


def _names(old: str, new: str, number: int, games: int, owners: int) -> Mapping[str, str]:
    """What the names in a copy become."""
    first, *others = PLAYERS
    people = {first: owner(number, games, owners)} | {name: f"{name}{number}" for name in others}
    return {old: new, MEMORY_CHAT.id: f"{MEMORY_CHAT.id}{number}"} | people


def _insert(database: sqlite3.Connection, rows: Rows, names: Mapping[str, str]) -> None:
    copies = {table: [_renamed(*row, names) for row in found] for table, found in rows.items()}
    followed = {row["seq"]: row for row in copies["events"]}
    _chain(copies)
    for snapshot in copies["snapshots"]:
        snapshot["digest"] = _digest(followed[snapshot["seq"]])
    for table, found in copies.items():
        if found:
            columns = ", ".join(found[0])
            marks = ", ".join("?" * len(found[0]))
            or_keep = "OR IGNORE " if table == "persons" else ""
            values = [tuple(row.values()) for row in found]
            database.executemany(f"INSERT {or_keep}INTO {table} ({columns}) VALUES ({marks})", values)


def _chain(copies: Mapping[str, list[Row]]) -> None:
    """Give the events their checksums, and note the end of the log."""
    (end,), rows = copies["log_ends"], copies["events"]
    sums = chained("", end["game"], [[row[name] for name in COLUMNS] for row in rows])
    for row, checksum in zip(rows, sums, strict=True):
        row["checksum"] = checksum
    end["checksum"] = rows[-1]["checksum"]


def _renamed(row: Row, naming: Sequence[str], names: Mapping[str, str]) -> Row:
    """A row with other names: as whole cells, and where a person or a game is named within a text."""
    return row | {column: _cell(row[column], names) for column in naming}


def _cell(cell: str, names: Mapping[str, str]) -> str:
    if cell in names:
        return names[cell]
    for old, new in _within(names):
        if old in cell:
            cell = cell.replace(old, new)
    return cell


def _within(names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """How a person, and a game, are named within a text."""
    game, *_ = names
    yield game, names[game]
    for player in PLAYERS:
        yield f"{PLATFORM}:{player}", f"{PLATFORM}:{names[player]}"


def _digest(row: Row) -> str:
    cells = {name: row[name] for name in Entry.__slots__}
    return entry_digest(Entry(**cells | {"at": datetime.fromisoformat(row["at"])}))
