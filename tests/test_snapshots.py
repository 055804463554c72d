"""Snapshots of matches: reading from one gives the same match as the whole log, and the log always wins."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from bot.matches import snapshots
from bot.matches.clocks import CLOCKS, SeatClock
from bot.matches.match import LogEvent, Match, entries, first_match, follow, log_event
from bot.matches.repository import MatchRepository
from bot.matches.roster import Roster, SeatHolder
from bot.matches.roster_events import (
    BY_CLOCK,
    CLOCK_SET,
    CONCEDED,
    CUT,
    DOWNTIME,
    SKIP,
    ChatFollowed,
    ClockSet,
    ClocksMoved,
    ColorChanged,
    ComputerJoined,
    ComputerTookOver,
    GameAborted,
    GameOpened,
    GameRestored,
    GameResumed,
    PauseSet,
    PersonTookOver,
    PlanMade,
    PlayerJoined,
    PlayerRenamed,
    PlayersAsked,
    SeatAway,
    SeatGivenUp,
    SeatSkipped,
    SeedPublished,
    SetupChanged,
    StartRequested,
    TimeGiven,
    VoteCast,
    VoteOpened,
)
from bot.matches.snapshots import EVERY, derived, read_summary, restored, snapshot_of, summary_of
from bot.model.identity import Chat
from bot.store import Entry, UnreadableGame
from engine.chance import Chance, Contribution
from engine.documents.state import state_of
from engine.game import Game, Table
from tests.random_games import STYLES, VARIANTS, board, opened, steps
from tests.scenario import MEMORY_CHAT, Scenario, open_scenario
from tests.soaked import examples, soaked
from tests.stores import edit, rechain, rows_in

SIX_O_CLOCK = datetime(2026, 3, 1, 18, 0, 0, 123456, tzinfo=UTC)
NAMES = ("Anna", "Boris", "Кира", "Dora", "Emil")


# ---- any snapshot and the rest of the log


def whole_log(title: str, variant: str, players: int, number: int, style: str) -> list[LogEvent]:
    """The log of a random game, its lobby included, with events of people at random places."""
    chance = Chance(f"{number + 7:064x}")
    game, start = opened(title, variant, players, number)
    edition = board(title).edition
    log: list[LogEvent] = [
        GameOpened(
            title,
            edition,
            variant,
            (),
            "hall:anna",
            "5" * 64,
            "6" * 64,
            "7" * 64,
            CLOCKS["2m"],
            30 * 86400,
            is_practice=True,
        ),
        *(
            PlayerJoined(f"hall:{seat}", NAMES[seat], f"color {seat}", Contribution(f"{seat:016x}", "слово"))
            for seat in range(players - 1)
        ),
        PlayersAsked(
            "earlier", (("hall:zoe", "Zoe", "red"),), ("hall:zoe",), SIX_O_CLOCK + timedelta(days=1)
        ),
        ColorChanged(0, "yellow"),
        SetupChanged(variant, (), None, True, True),
        ComputerJoined("easy", "Rocket", "green"),
        StartRequested("Anna", Contribution("", "choo")),
        *start,
    ]
    for step in steps(game, number, style):
        log += [*_of_people(chance, players), *step.events]
    return [*log, ChatFollowed("hall:anna", "", "hall"), SeedPublished("f" * 64)]


def _of_people(chance: Chance, players: int) -> Sequence[LogEvent]:
    """Events of people between two actions; mostly none."""
    seat = chance.pick(tuple(range(players)))
    seldom: dict[int, tuple[LogEvent, ...]] = {
        0: (SeatSkipped(seat, "hall:anna"),),
        1: (ComputerTookOver(seat, "normal", "hall:anna"),),
        2: (PersonTookOver(seat, "hall:new", "Nina"),),
        3: (GameAborted("hall:anna"), GameRestored("hall:anna")),
        4: (ComputerTookOver(seat, "normal", f"hall:{seat}", NAMES[seat]),),
        5: (SeatGivenUp(seat, f"hall:{seat}", NAMES[seat]),),
        6: (GameResumed(CUT),),
        7: (SeatAway(seat, SIX_O_CLOCK + timedelta(days=1)),),
        8: (SeatAway(seat, None), TimeGiven(seat, 300, 0), PauseSet(False)),
        9: (
            PauseSet(True, 600),
            ClocksMoved(400, DOWNTIME, SIX_O_CLOCK),
            ClocksMoved(9, CLOCK_SET, SIX_O_CLOCK),
        ),
        10: (VoteOpened(SKIP, 0, SIX_O_CLOCK + timedelta(days=1), 7, seat), VoteCast(1, False)),
        11: (SeatSkipped(seat, "", cause=BY_CLOCK), ClockSet(CLOCKS["1h"], 86400)),
        12: (PlanMade(seat, ("draw deck deck if row R",), ("a--b",), 2, turns=3),),
        13: (PlanMade(seat, ("draw deck",), waits=True, draft=True),),
        14: (PlayerRenamed(seat, f"hall:{seat}", f"New name {seat}"),),
        15: (ComputerTookOver(seat, "normal", f"hall:{seat}", NAMES[seat], cause=CONCEDED),),
    }
    return seldom.get(chance.pick(tuple(range(60))), ())


def folded(title: str, log: Sequence[LogEvent]) -> tuple[list[Entry], list[Match]]:
    """Fold events, one a minute: the rows of their log, and the match after each."""
    rows = [
        row
        for place, event in enumerate(log)
        for row in entries(place, [event], SIX_O_CLOCK + timedelta(minutes=place))
    ]
    matches: list[Match] = []
    for row, event in zip(rows, log, strict=True):
        if isinstance(event, GameOpened):
            matches.append(first_match("k3f9qp", board(title), event, row.at))
        else:
            matches.append(follow(matches[-1], event, row.at))
    return rows, matches


@pytest.mark.parametrize(("title", "variant"), soaked(VARIANTS, ("europe", "europe"), ("usa", "mega")))
@examples(20)
@given(number=st.integers(0, 2**32), players=st.integers(2, 5), style=st.sampled_from(sorted(STYLES)))
def test_any_snapshot_and_the_rest_of_the_log_make_the_same_match(
    title: str, variant: str, number: int, players: int, style: str
) -> None:
    rows, matches = folded(title, whole_log(title, variant, players, number, style))
    chance = Chance(f"{number + 9:064x}")
    for at in [chance.pick(tuple(range(len(rows)))) for _ in range(8)] + [len(rows) - 1]:
        taken = snapshot_of(matches[at], rows[at])
        assert taken is not None
        match = restored("k3f9qp", taken, rows[at], board(title))
        assert match == matches[at]
        for row, expected in zip(rows[at + 1 : at + 60], matches[at + 1 :], strict=False):
            match = follow(match, log_event(row), row.at)
            assert match == expected


def test_the_logs_here_fill_all_fields_of_a_roster() -> None:
    """What stays as it was by default would be restored without being written."""
    rosters = [
        match.roster
        for number in range(12)
        for match in folded("usa", whole_log("usa", "usa", 4, number, "even"))[1]
    ]
    for kind, objects in (
        (Roster, rosters),
        (SeatHolder, [holder for roster in rosters for holder in roster.holders]),
        (SeatClock, [holder.clock for roster in rosters for holder in roster.holders]),
    ):
        for field in fields(kind):
            if field.name not in ("bonus", "starter"):
                values = [getattr(one, field.name) for one in objects]
                assert any(value != field.default for value in values), field.name


def test_all_that_a_snapshot_holds_is_defined_where_its_version_looks() -> None:
    """A field that is added makes another version: earlier snapshots are not read with it."""
    read = {path.stem for path in snapshots._sources()}
    for kind in _classes(Roster) | _classes(Game) | _classes(Table) | {Match}:
        if kind.__name__ not in ("Board", "Rules"):
            assert kind.__module__.rpartition(".")[2] in read, kind


def _classes(hint: Any) -> set[Any]:
    """The classes that a type is made of; of boards, none of their own."""
    found: set[Any] = set()
    if isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, Struct)):
        found.add(hint)
        if hint.__name__ != "Board":
            found |= {each for part in get_type_hints(hint).values() for each in _classes(part)}
    for item in get_args(hint):
        found |= _classes(item)
    return found


def test_the_version_changes_with_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fold.py").write_text("one")
    monkeypatch.setattr(snapshots, "_sources", lambda: [tmp_path / "fold.py"])
    first = snapshots.digest_of_sources()
    assert snapshots.digest_of_sources() == first
    (tmp_path / "fold.py").write_text("two")
    assert snapshots.digest_of_sources() != first


# ---- in the store


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game of more than two hundred events, which waits for a person."""
    folder = tmp_path_factory.mktemp("long game")

    async def write() -> None:
        async with open_scenario(folder) as scenario:
            await play(scenario, 4 * EVERY + 10)

    asyncio.run(write())
    return folder


@pytest.fixture
async def long_game(played: Path, tmp_path: Path) -> AsyncIterator[Scenario]:
    """That game after a restart, at rest."""
    shutil.copy(played / "scenario.db", tmp_path)
    async with open_scenario(tmp_path) as scenario:
        await scenario.settle()
        yield scenario


async def play(scenario: Scenario, events: int, game: str = "europe") -> None:
    """Play until the log has so many events, or the game is over."""
    await scenario.in_play("Anna", "Boris", game=game)
    await play_on(scenario, events)


async def play_on(scenario: Scenario, events: int) -> None:
    """Play until the log has so many events, or the game is over."""
    participants = [await scenario.add_player(name) for name in ("Anna", "Boris")]
    while (match := await scenario.match()).seq < events and match.waiting_for:
        for participant in await scenario.waited_for(*participants):
            await participant.plays(await participant.thinks())
    await scenario.settle()


def fresh(scenario: Scenario) -> MatchRepository:
    """A repository that has nothing in memory."""
    return MatchRepository(scenario.store, scenario.host.repository.boards, scenario.clock)


class Counted:
    """How many entries of logs are read from the store."""

    def __init__(self, scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entries = 0
        self.reads = 0
        read = scenario.store.log.read

        async def counted(game: str, after: int = 0) -> tuple[Entry, ...]:
            rows = await read(game, after)
            self.entries += len(rows)
            self.reads += 1
            return rows

        monkeypatch.setattr(scenario.store.log, "read", counted)


def change(scenario: Scenario, statement: str, *values: object) -> None:
    """Change the database from outside, as an operator may."""
    edit(scenario.store.database.path, statement, *values)


def look(scenario: Scenario, query: str) -> list[tuple[Any, ...]]:
    return rows_in(scenario.store.database.path, query)


async def test_a_long_game_is_read_from_its_newest_snapshot(
    long_game: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, counted = await long_game.match(), Counted(long_game, monkeypatch)
    assert kept.seq > 4 * EVERY
    match = await fresh(long_game).read(kept.id)
    assert match == kept
    assert counted.entries < EVERY


async def test_steps_are_read_from_the_snapshot_before_them(
    long_game: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await long_game.match()
    change(long_game, "DELETE FROM snapshots WHERE seq > ?", 3 * EVERY)
    expected = await fresh(long_game).steps(kept.id, 0)
    for seq in (0, EVERY - 1, 2 * EVERY + 7, 4 * EVERY):
        counted = Counted(long_game, monkeypatch)
        assert await fresh(long_game).steps(kept.id, seq) == expected[seq:]
        assert counted.entries <= 2 * (kept.seq - seq + 2 * EVERY)


async def test_without_snapshots_and_summaries_everything_is_the_same(long_game: Scenario) -> None:
    kept, anna = await long_game.match(), await long_game.add_player("Anna")
    said = [await anna.says(line) for line in ("/hand", "/games", "/log", "/scores")]
    change(long_game, "DELETE FROM snapshots")
    change(long_game, "DELETE FROM summaries")
    async with open_again(long_game) as again:
        anna = await again.add_player("Anna")
        assert [await anna.says(line) for line in ("/hand", "/games", "/log", "/scores")] == said
        assert whole(await again.match()) == whole(kept)


def whole(match: Match) -> object:
    """Everything about a match except the objects of its board."""
    assert match.game is not None
    return state_of(match.game), match.roster, match.seq, match.at, match.since


@asynccontextmanager
async def open_again(scenario: Scenario) -> AsyncIterator[Scenario]:
    """The bot after a restart."""
    await scenario.stop()
    await scenario.store.close()
    async with open_scenario(scenario.store.database.path.parent) as again:
        yield again


async def test_a_long_log_without_a_snapshot_gets_one_when_it_is_read(
    long_game: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await long_game.match()
    change(long_game, "DELETE FROM snapshots")
    counted = Counted(long_game, monkeypatch)
    assert await fresh(long_game).read(kept.id) == kept
    assert counted.entries == kept.seq
    assert await fresh(long_game).read(kept.id) == kept
    assert counted.entries == kept.seq


SPOILED = {
    "of another version": "UPDATE snapshots SET version = 'other'",
    "without its event": "UPDATE snapshots SET seq = seq + 1000",
    "after another event": "UPDATE snapshots SET digest = 'other'",
    "cut off": "UPDATE snapshots SET data = substr(data, 1, 100)",
    "empty": "UPDATE snapshots SET data = '{}'",
    "with a field that is not known": "UPDATE snapshots SET data = replace(data, 'creator', 'maker')",
    "with another type": 'UPDATE snapshots SET data = replace(data, \'"players":2\', \'"players":"2"\')',
    "of another variant": "UPDATE snapshots SET data = replace(data, '\"europe\"', '\"asia\"')",
    "of a game that has not begun": (
        "UPDATE snapshots SET data = json_set(data, '$.game', NULL, '$.since', json('[]'))"
    ),
}


@pytest.mark.parametrize("spoiled", SPOILED)
async def test_a_snapshot_that_does_not_fit_is_not_read_and_made_again(
    long_game: Scenario, spoiled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await long_game.match()
    change(long_game, SPOILED[spoiled])
    counted = Counted(long_game, monkeypatch)
    assert await fresh(long_game).read(kept.id) == kept
    first = counted.entries
    assert first >= kept.seq, "the whole log, besides what others read meanwhile"
    assert await fresh(long_game).read(kept.id) == kept
    assert counted.entries < first + kept.seq, "the whole log only once"


async def test_what_an_event_says_is_believed_rather_than_the_snapshot_after_it(long_game: Scenario) -> None:
    """An operator mended the last event of which a snapshot was made."""
    kept = await long_game.match()
    (seq,) = look(long_game, "SELECT max(seq) FROM snapshots")[0]
    change(long_game, "UPDATE events SET at = '2026-03-02T00:00:00.000000+00:00' WHERE seq = ?", seq)
    rechain(long_game.store.database.path, kept.id)
    steps = await fresh(long_game).steps(kept.id, seq - 1)
    assert steps[0].at == datetime(2026, 3, 2, tzinfo=UTC)


async def read_again(scenario: Scenario, game: str) -> str:
    """Read a game without anything in memory: "", or what is wrong with it."""
    try:
        await fresh(scenario).read(game)
    except UnreadableGame as wrong:
        return wrong.why
    return ""


BROKEN = {
    "a changed event": ("UPDATE events SET actor = 'other' WHERE seq = ?", 1, "is not as it was written"),
    "a changed checksum": (
        "UPDATE events SET checksum = 'other' WHERE seq = ?",
        0,
        "is not as it was written",
    ),
    "a missing event": ("DELETE FROM events WHERE seq = ?", 1, "is missing"),
    "a missing end": ("DELETE FROM log_ends WHERE ?", 1, "the note of its last event is missing"),
}


@pytest.mark.parametrize("broken", BROKEN)
async def test_a_log_that_is_broken_after_its_snapshot_is_put_aside(long_game: Scenario, broken: str) -> None:
    game = (await long_game.match()).id
    assert await read_again(long_game, game) == ""
    statement, place, why = BROKEN[broken]
    (seq,) = look(long_game, "SELECT max(seq) FROM snapshots")[0]
    change(long_game, statement, seq + place)
    assert why in await read_again(long_game, game)


@pytest.mark.parametrize("cut", [True, False])
async def test_a_repair_of_the_log_removes_what_was_derived_from_it(long_game: Scenario, cut: bool) -> None:
    game = (await long_game.match()).id
    if cut:
        await long_game.store.log.cut(game, 2 * EVERY, SIX_O_CLOCK, ())
    else:
        await long_game.store.log.accept(game, ())
    assert look(long_game, "SELECT seq FROM snapshots") == []
    assert look(long_game, "SELECT seq FROM summaries") == []
    match = await fresh(long_game).read(game)
    assert match == await whole_fold(long_game, game)
    assert (match.seq == 2 * EVERY) is cut


async def test_a_full_disk_costs_the_snapshot_and_not_the_answer(long_game: Scenario) -> None:
    kept = await long_game.match()
    change(long_game, "DELETE FROM snapshots")
    await long_game.store.database.write(
        lambda connection: connection.exec_driver_sql("PRAGMA query_only = ON")
    )
    assert await fresh(long_game).read(kept.id) == kept
    assert look(long_game, "SELECT count(*) FROM snapshots") == [(0,)]


async def test_a_finished_game_keeps_one_snapshot_and_no_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 10)
    async with open_scenario(tmp_path, boards="isle") as scenario:
        await play(scenario, 20, "isle")
        assert len(look(scenario, "SELECT seq FROM snapshots")) == 2
        await play_on(scenario, 100_000)
        kept = await scenario.match()
        assert kept.table is not None
        assert kept.table.over
        assert look(scenario, "SELECT seq FROM snapshots") == [(kept.seq,)]
        assert look(scenario, "SELECT game FROM summaries") == []
        counted = Counted(scenario, monkeypatch)
        assert await fresh(scenario).read(kept.id) == kept
        assert counted.entries == 0


async def test_an_aborted_game_has_a_summary_again_once_it_is_restored(long_game: Scenario) -> None:
    anna = await long_game.add_player("Anna")
    await anna.says("/abort yes")
    assert look(long_game, "SELECT game FROM summaries") == []
    await anna.says("/restore")
    assert len(look(long_game, "SELECT game FROM summaries")) == 1


async def whole_fold(scenario: Scenario, game: str) -> Match:
    """A match as its whole log tells it."""
    rows = await scenario.store.log.read(game)
    first = log_event(rows[0])
    assert isinstance(first, GameOpened)
    match = first_match(game, await scenario.host.repository.board(first.edition), first, rows[0].at)
    for row in rows[1:]:
        match = follow(match, log_event(row), row.at)
    return match


# ---- summaries


@pytest.mark.parametrize("number", range(3))
def test_a_summary_reads_back_and_knows_for_whom_the_game_waits(number: int) -> None:
    _, matches = folded("usa", whole_log("usa", "usa", 3, number, "even"))
    for match in matches:
        summary = summary_of(match)
        assert read_summary(snapshots.summary_text(summary)) == summary
        people = [seat for seat, since in enumerate(summary.waits) if since]
        assert sorted((*people, *match.computers_to_move)) == list(match.waiting_for)
        assert derived(match).computer_moves is bool(match.computers_to_move)


async def test_a_summary_of_an_earlier_event_is_not_used(long_game: Scenario) -> None:
    game = (await long_game.match()).id
    assert list(await long_game.store.snapshots.summaries([game])) == [game]
    change(long_game, "UPDATE summaries SET seq = seq - 1")
    assert await long_game.store.snapshots.summaries([game]) == {}
    boris = await long_game.add_player("Boris")
    assert game in await boris.says("/games", Chat("hall", "elsewhere"))
    assert list(await long_game.store.snapshots.summaries([game])) == [game]


async def test_a_summary_that_was_overtaken_is_not_written(long_game: Scenario) -> None:
    before = await long_game.match()
    anna, boris = await long_game.add_player("Anna"), await long_game.add_player("Boris")
    (player,) = await long_game.waited_for(anna, boris)
    await player.says("/draw deck")
    await long_game.store.snapshots.write(before.id, derived(before))
    assert look(long_game, "SELECT seq FROM summaries") == [((await long_game.match(MEMORY_CHAT)).seq,)]
