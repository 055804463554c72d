"""`stationmaster check` and `export` look while the bot runs, and change nothing."""

import asyncio
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.cli import main
from bot.store.migrations import REVISION
from tests.programs import page_program
from tests.scenario import open_scenario
from tests.stores import edit, write_first_database


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of the settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'scenario.db'}")
    monkeypatch.setenv("LOCAL_PORT", "0")
    return tmp_path / "scenario.db"


def checked(capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """The exit code of `check`, and what it says of the database."""
    capsys.readouterr()
    code = main(["check"])
    lines = capsys.readouterr().out.splitlines()
    return code, [line.removeprefix("database   ") for line in lines if line.startswith("database")]


def files(folder: Path) -> dict[str, bytes]:
    """Each file of a folder with its content; what SQLite leaves when it has read is empty."""
    found = {one.name: one.read_bytes() for one in folder.iterdir()}
    return {name: content for name, content in found.items() if content and not name.endswith("-shm")}


async def played(folder: Path) -> str:
    async with open_scenario(folder) as scenario:
        await scenario.in_play("Anna", "Boris")
        return (await scenario.match()).id


# ---- the database


def test_a_missing_database_is_not_made(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(capsys) == (0, [f"ok     {path} is made when the program starts"])
    path.touch()
    assert checked(capsys) == (0, [f"ok     {path} is made when the program starts"])
    assert [one.name for one in path.parent.iterdir()] == ["scenario.db"]


def test_a_database_is_shown_with_its_whole_path_and_left_alone(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(played(path.parent))
    before = files(path.parent)
    assert checked(capsys) == (0, [f"ok     {path}, 1 running game"])
    assert files(path.parent) == before


def test_a_database_of_an_earlier_revision_is_not_upgraded(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_first_database(path)
    before = files(path.parent)
    code, (line,) = checked(capsys)
    assert code == 0
    assert line.endswith("1 running game, of revision 0001: the next start upgrades it, and keeps a copy")
    assert main(["export", "aaaaac", "--unfinished"]) == 0
    assert main(["doctor"]) == 0
    assert files(path.parent) == before


def test_a_newer_damaged_or_foreign_database_is_wrong(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(played(path.parent))
    edit(path, "UPDATE alembic_version SET version_num = '9999'")
    code, (line,) = checked(capsys)
    assert (code, "(revision 9999)" in line) == (1, True)
    edit(path, "UPDATE alembic_version SET version_num = ?", REVISION)
    edit(path, "UPDATE notes SET text = '{\"Wormhole\": [1, \"7.1\"]}' WHERE name = 'event-shapes'")
    code, (line,) = checked(capsys)
    assert (code, "was written by version 7.1 of this program (Wormhole in shape 1)" in line) == (1, True)
    path.write_bytes(b"Dear diary, " * 1000)
    code, (line,) = checked(capsys)
    assert (code, "is not a database of this program" in line) == (1, True)


# ---- while a program runs


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[int]:
    """The program, hosting a page; its port."""
    with page_program(folder, *arguments) as program:
        assert program.stdout
        (port,) = re.findall(r"http://[^ ]+:([0-9]+)", program.stdout.readline())
        yield int(port)
        program.send_signal(signal.SIGTERM)
        assert program.wait(30) == 0


def test_check_export_and_doctor_work_while_a_program_runs(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = asyncio.run(played(path.parent))
    with running(path.parent) as port:
        monkeypatch.setenv("LOCAL_PORT", str(port))
        code, lines = checked(capsys)
        assert (code, lines) == (0, [f"ok     {path}, 1 running game, in use by a running program"])
        assert main(["export", game, "--unfinished"]) == 0
        assert '"moves"' in capsys.readouterr().out
        assert main(["doctor"]) == 0
        assert main(["backup", "copy.db"]) == 0


def test_the_database_has_the_name_that_was_given(path: Path, tmp_path: Path) -> None:
    name = "a?b, 50% #1 ä.db"
    with running(tmp_path, "--port", "0", "--database", name):
        pass
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([name, f"{name}.lock-file"])
    assert main(["page", "--database", str(tmp_path / name)]) == 0


def test_a_port_of_the_monitor_that_another_program_has_is_wrong(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        monkeypatch.setenv("MONITOR_PORT", str(port))
        assert main(["check"]) == 1
    [line] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("monitor")]
    way_out = "stop the program that has it, or choose another MONITOR_PORT"
    assert line == f"monitor    WRONG  127.0.0.1:{port} is taken: {way_out}"


# ---- export


def test_a_game_that_cannot_be_read_is_one_sentence(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = asyncio.run(played(path.parent))
    edit(path, "UPDATE events SET kind = 'Wormhole' WHERE seq = 12")
    assert main(["export", game, "--unfinished"]) == 2
    assert capsys.readouterr().err == f"Game {game} cannot be read: event 12 is not as it was written.\n"
    assert main(["export", game, "--position"]) == 2
    assert capsys.readouterr().err == f"Game {game} cannot be read: event 12 is not as it was written.\n"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, []),
        ({"TELEGRAM_APP": "board"}, ["WRONG  APP_ADDRESS is missing"]),
        (
            {"APP_ADDRESS": "https://games.example.org", "DISCORD_CLIENT_SECRET": "s"},
            ["WRONG  no platform has what it needs: see docs/apps.md"],
        ),
    ],
)
def test_check_says_what_the_board_in_telegram_and_discord_lacks(
    path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    settings: dict[str, str],
    said: list[str],
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    capsys.readouterr()
    assert main(["check"]) == (1 if said else 0)
    lines = capsys.readouterr().out.splitlines()
    assert [line.removeprefix("board app  ") for line in lines if line.startswith("board app")] == said
