"""`stationmaster doctor`: it finds games that cannot be read, explains them, and repairs or closes them."""

import asyncio
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.model.identity import Chat
from bot.store import Store
from bot.store.migrations import REVISION
from bot.version import VERSION
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.programs import ran
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario, predictable_entropy
from tests.stores import cell, dump, edit, rechain, rows_in

ANNEX = Chat("hall", "annex")

Printed = Callable[..., tuple[int, str]]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of the settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'scenario.db'}")
    return tmp_path / "scenario.db"


@pytest.fixture
def game(path: Path) -> str:
    """A game in play, and another one in a second chat."""
    return asyncio.run(played(path.parent, 8))


async def played(folder: Path, turns: int) -> str:
    async with open_scenario(folder) as scenario:
        anna, _ = await scenario.in_play("Anna", "Boris")
        await anna.says("/new usa", ANNEX)
        await play_turns(scenario, turns)
        return (await scenario.match()).id


async def play_turns(scenario: Scenario, count: int) -> None:
    """Turns as computers would play them: cards, routes and tickets."""
    people = [await scenario.add_player(name) for name in ("Anna", "Boris")]
    while count:
        one = (await scenario.waited_for(*people))[0]
        await one.plays(await one.thinks())
        count -= (await scenario.waited_for(*people))[0].person != one.person
    await scenario.settle()


@pytest.fixture
def printed_by(capsys: pytest.CaptureFixture[str]) -> Printed:
    """Run a command: the exit code, and what was printed."""

    def run(*arguments: str) -> tuple[int, str]:
        code, printed, complained = ran(capsys, "doctor", *arguments)
        return code, printed + complained

    return run


def spoil(path: Path, game: str, change: str, *, seq: int, chained: bool = False) -> None:
    edit(path, f"UPDATE events SET {change} WHERE game = ? AND seq = ?", game, seq)
    if chained:
        rechain(path, game)


def last(path: Path, game: str) -> int:
    return int(str(cell(path, "SELECT max(seq) FROM events WHERE game = ?", game)))


# ---- looking


def test_a_sound_database_is_fine(path: Path, game: str, printed_by: Printed) -> None:
    before = dump(path)
    code, printed = printed_by()
    assert code == 0
    assert f"{path}, revision {REVISION}, written by {VERSION}\n" in printed
    assert "games      2, all can be read\n" in printed
    code, printed = printed_by(game)
    assert (code, printed) == (0, f"Game {game} can be read: {last(path, game)} events, running.\n")
    assert dump(path) == before


def test_a_changed_event_is_explained(path: Path, game: str, printed_by: Printed) -> None:
    spoil(path, game, "data = data || ' '", seq=12)
    before = dump(path)
    for arguments in ((), (game,)):
        code, printed = printed_by(*arguments)
        assert code == 1
        assert f"Game {game} cannot be read: event 12 is not as it was written." in printed
        assert "Events 1 to 11 can be followed." in printed
        assert "\nEvent 12 is a " in printed
        assert ", but " in printed
        assert f"stationmaster doctor --close {game}" in printed
    assert dump(path) == before


def test_an_event_of_a_newer_program_is_explained(path: Path, game: str, printed_by: Printed) -> None:
    spoil(path, game, "kind = 'Wormhole', shape = 3", seq=30, chained=True)
    _, printed = printed_by(game)
    assert f"event 30 is a Wormhole, which version {VERSION} of this program does not know." in printed
    assert "Its checksum is right: a program of ours wrote it like this." in printed
    assert "No program that wrote this database is known to have written a Wormhole in that shape." in printed
    noted = "UPDATE notes SET text = json_insert(text, '$.Wormhole', json('[3, \"7.1\"]'))"
    edit(path, f"{noted} WHERE name = 'event-shapes'")
    _, printed = printed_by(game)
    assert "Version 7.1 was the first to write one into this database" in printed


def test_closed_games_are_checked_and_followed_on_request(path: Path, game: str, printed_by: Printed) -> None:
    edit(path, "UPDATE games SET closed_at = opened_at WHERE id = ?", game)
    spoil(path, game, "kind = 'Wormhole'", seq=30, chained=True)
    assert printed_by()[0] == 0
    assert printed_by("--all")[0] == 1
    spoil(path, game, "kind = 'Wormhole2'", seq=30)
    assert printed_by()[0] == 1


def test_a_damaged_file_is_looked_at_as_far_as_it_goes(path: Path, game: str, printed_by: Printed) -> None:
    edit(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    root = int(str(cell(path, "SELECT rootpage FROM sqlite_master WHERE name = 'ix_messages_game'")))
    content = bytearray(path.read_bytes())
    content[(root - 1) * 4096 : root * 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    code, printed = printed_by()
    assert code == 1
    assert "structure  ok" not in printed
    assert "games      2, all can be read\n" in printed


def test_a_game_is_read_up_to_the_damage_of_the_file(path: Path, game: str, printed_by: Printed) -> None:
    edit(path, "PRAGMA wal_checkpoint(TRUNCATE)")
    content = path.read_bytes()
    late = cell(path, "SELECT checksum FROM events WHERE game = ? AND seq = 40", game)
    page = content.index(str(late).encode()) // 4096
    path.write_bytes(content[: page * 4096] + b"\xa5" * 4096 + content[(page + 1) * 4096 :])
    code, printed = printed_by(game)
    assert code == 1
    assert "the file is damaged where its events are (SQLITE_CORRUPT)" in printed
    assert re.search(r"Events 1 to \d+ can be followed", printed)


def test_an_unknown_game_and_a_missing_database_are_one_sentence(path: Path, printed_by: Printed) -> None:
    assert printed_by() == (2, f"There is no database {path} yet; the program makes it when it starts.\n")
    asyncio.run(played(path.parent, 0))
    for flags in ((), ("--close",), ("--repair",)):
        assert printed_by(*flags, "nowhere") == (2, "There is no game nowhere.\n")
    assert printed_by("--repair") == (2, "Name the game, as in: stationmaster doctor --repair GAME.\n")
    assert printed_by("x", "--accept") == (2, "--accept goes with --repair.\n")


def test_it_looks_while_a_program_runs_and_changes_only_without_one(
    path: Path, game: str, printed_by: Printed
) -> None:
    async def beside() -> list[tuple[int, str]]:
        async with await Store.open(f"sqlite:///{path}"):
            return [
                await asyncio.to_thread(printed_by, *arguments)
                for arguments in ((), (game,), ("--close", game), ("--repair", game))
            ]

    codes = asyncio.run(beside())
    assert [code for code, _ in codes] == [0, 0, 2, 2]
    assert "Another program has the database" in codes[2][1]
    assert "Another program has the database" in codes[3][1]


# ---- closing


def test_close_frees_the_chat_and_repair_opens_the_game_again(
    path: Path, game: str, printed_by: Printed
) -> None:
    assert printed_by("--close", game) == (
        2,
        f"Game {game} can be read; its players can end it with /abort.\n",
    )
    kind = str(cell(path, "SELECT kind FROM events WHERE game = ? AND seq = 20", game))
    spoil(path, game, "kind = 'Wormhole'", seq=20, chained=True)
    assert printed_by("--close", game) == (0, f"Game {game} is closed. Its chat can play another game.\n")
    assert cell(path, "SELECT game FROM chats WHERE chat = 'table'") is None
    spoil(path, game, f"kind = '{kind}'", seq=20, chained=True)
    assert "It was closed when it could not be read." in printed_by(game)[1]
    code, printed = printed_by("--repair", game)
    assert (code, printed) == (
        0,
        f"Game {game} can be read, and is open again. Its chats are told when the bot starts.\n",
    )
    said = asyncio.run(goes_on(path.parent))
    assert said.startswith("The operator of this bot has repaired this game. It goes on from here.\n\nIt’s ")
    assert printed_by("--repair", game) == (0, f"Game {game} can be read; there is nothing to repair.\n")


async def goes_on(folder: Path) -> str:
    """What the chat is told first; then two turns are played."""
    platform = MemoryPlatform()
    async with open_scenario(folder, platform=platform) as scenario:
        await scenario.settle()
        text = plain(platform.by_chat[MEMORY_CHAT][0].text)
        await play_turns(scenario, 2)
        assert len(platform.by_chat[MEMORY_CHAT]) >= 2
    return text


# ---- repairing


def test_a_cut_ends_with_a_whole_action_wherever_the_damage_is(
    path: Path, game: str, printed_by: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = events(path, game)
    for seq in range(20, len(kept) + 1, 3):
        copy = path.parent / str(seq) / "scenario.db"
        copy.parent.mkdir()
        shutil.copy(path, copy)
        monkeypatch.setenv("DATABASE_URL", f"sqlite:///{copy}")
        spoil(copy, game, "data = data || ' '", seq=seq)
        damaged = events(copy, game)
        code, printed = printed_by("--repair", game)
        assert code == 0
        after = int(printed.split("was cut after event ")[1].split(".")[0])
        assert 12 <= after < seq
        assert f"Removed: {len(kept) - after} events from " in printed
        assert events(copy, game)[:after] == kept[:after]
        assert events(copy, game, "removed_events") == damaged[after:]
        said = asyncio.run(goes_on(copy.parent))
        assert said.startswith("Part of this game could not be read, so the operator of this bot removed its")


def events(path: Path, game: str, table: str = "events") -> list[object]:
    columns = "seq, at, actor, action, kind, shape, data, checksum"
    return [*rows_in(path, f"SELECT {columns} FROM {table} WHERE game = ? ORDER BY seq", game)]


@pytest.mark.parametrize("where", ["seq = 30", "seq >= 30", "seq BETWEEN 28 AND 33"])
def test_missing_events_are_said_and_the_rest_is_cut(
    path: Path, game: str, where: str, printed_by: Printed
) -> None:
    edit(path, f"DELETE FROM events WHERE game = ? AND {where}", game)
    code, printed = printed_by(game)
    assert code == 1
    assert "missing" in printed
    code, printed = printed_by("--repair", game)
    assert code == 0
    asyncio.run(goes_on(path.parent))
    assert printed_by()[0] == 0


def test_events_can_be_taken_as_they_are(path: Path, game: str, printed_by: Printed) -> None:
    spoil(path, game, "actor = 'hall:boris'", seq=12)
    _, printed = printed_by(game)
    assert f"stationmaster doctor --repair --accept {game}" in printed
    before = last(path, game)
    assert printed_by("--repair", "--accept", game) == (
        0,
        f"Game {game} is taken as it is: {before} events. Its chats are told when the bot starts.\n",
    )
    assert last(path, game) == before + 1
    assert asyncio.run(goes_on(path.parent)).startswith("The operator of this bot has repaired this game.")


@pytest.mark.parametrize(
    ("change", "why"), [("data = '{}'", "cannot be followed"), ("seq = 1000", "event 12 is missing")]
)
def test_what_means_nothing_cannot_be_taken_as_it_is(
    path: Path, game: str, change: str, why: str, printed_by: Printed
) -> None:
    spoil(path, game, change, seq=12)
    before = dump(path)
    assert f"--accept {game}" not in printed_by(game)[1]
    code, printed = printed_by("--repair", "--accept", game)
    assert code == 2
    assert printed.startswith(f"Game {game} cannot be taken as it is: event 12")
    assert why in printed
    assert dump(path) == before


def test_a_game_without_a_readable_event_can_only_be_closed(
    path: Path, game: str, printed_by: Printed
) -> None:
    spoil(path, game, "data = '{}'", seq=1)
    assert "There is no event after which the game could go on." in printed_by(game)[1]
    code, printed = printed_by("--repair", game)
    assert (code, printed) == (
        2,
        f"Game {game} has no event after which it could go on; --close closes it.\n",
    )
    assert printed_by("--close", game)[0] == 0


def test_a_repaired_game_whose_chat_shows_another_can_be_restored(
    path: Path, game: str, printed_by: Printed
) -> None:
    spoil(path, game, "data = data || ' '", seq=30)

    async def another_game() -> None:
        async with open_scenario(path.parent, draw=predictable_entropy(500)) as scenario:
            await (await scenario.add_player("Dora")).says("/new usa")

    async def restored() -> str:
        async with open_scenario(path.parent) as scenario:
            await scenario.settle()
            dora, anna = await scenario.add_player("Dora"), await scenario.add_player("Anna")
            await dora.says("/abort yes")
            return await Participant(scenario, anna.person).says(f"/restore {game}")

    asyncio.run(another_game())
    assert printed_by("--repair", game)[0] == 0
    assert cell(path, "SELECT closed_at FROM games WHERE id = ?", game) is not None
    assert asyncio.run(restored()) == "The game continues where it stopped."
