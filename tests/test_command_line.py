"""The command line: what each command prints, its exit code, and its errors."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import main
from tests.programs import page_program, ran
from tests.scenario import open_scenario
from tests.stores import edit
from tests.tiny_board import changed

ROOT = Path(__file__).parent.parent
SETTINGS = (
    "DATABASE_URL", "DISCORD_TOKEN", "TELEGRAM_TOKEN", "BOARDS", "LOCAL_HOST", "LOCAL_PORT", "CHAT_LANGUAGE",
    "LOG_LEVEL", "COMPUTER_DELAY",
)  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to start the program in, without settings."""
    monkeypatch.chdir(tmp_path)
    for key in SETTINGS:
        monkeypatch.delenv(key, raising=False)
    return tmp_path


@pytest.fixture(scope="module")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a board on which a game is soon over."""
    boards = tmp_path_factory.mktemp("boards")
    (boards / "isle.toml").write_text(changed("trains = 12", "trains = 4"))
    return boards


@pytest.fixture(scope="module")
def record(boards: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record that Anna and Boris were given after their game."""
    folder = tmp_path_factory.mktemp("evening")
    file = folder / "record.json"
    file.write_text(asyncio.run(recorded(folder, boards)))
    return file


async def recorded(folder: Path, boards: Path) -> str:
    async with open_scenario(folder, boards=boards) as scenario:
        anna, boris = await scenario.in_play("Anna", "Boris", game="isle")
        assert (await anna.says("/record")).startswith("The record contains every secret")
        await scenario.play_to_the_end(anna, boris)
        await anna.says("/record")
        ((_, text),) = anna.answer.documents
        return text


# ---- help


@pytest.mark.parametrize(
    "command",
    ["play", "run", "simulate", "export", "verify", "replay", "check", "backup", "restore", "doctor"],
)
def test_help_lists_every_command(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], [command, "--help"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 0
        assert command in capsys.readouterr().out


def test_a_missing_or_unknown_command_prints_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["fly"]):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2
        assert "usage: stationmaster" in capsys.readouterr().err


# ---- records


def test_the_record_of_a_game_in_a_chat_verifies(
    record: Path, boards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed, _ = ran(capsys, "verify", str(record), "--boards", str(boards))
    assert code == 0
    assert re.search(r"Game \w+: \d+ moves, won by seat (1|2|1 and seat 2)\.", printed)


def test_replay_writes_a_gif(
    record: Path, boards: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed, _ = ran(capsys, "replay", str(record), "--boards", str(boards), "-o", "game.gif")
    assert code == 0
    assert re.fullmatch(r"\d+ frames in game\.gif, \d+ KB\.\n", printed)
    with Image.open(folder / "game.gif") as picture:
        assert (picture.format, picture.size) == ("GIF", (800, 640))
        assert getattr(picture, "n_frames", 1) > 3


def test_replay_writes_any_move_as_a_picture(
    record: Path, boards: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last = len(json.loads(record.read_text())["moves"])
    drawn = set()
    for move, file in ((0, "move-000.png"), (1, "move-001.png"), (last, f"move-{last:03}.png")):
        code, printed, _ = ran(capsys, "replay", str(record), "--boards", str(boards), "--move", str(move))
        assert (code, printed) == (0, f"Move {move} in {file}.\n")
        with Image.open(folder / file) as picture:
            assert (picture.format, picture.size) == ("PNG", (1600, 1280))
        drawn.add((folder / file).read_bytes())
    assert len(drawn) == 3


@pytest.mark.parametrize("move", ["-1", "1000"])
def test_a_move_that_the_record_does_not_have_is_refused(
    move: str, record: Path, boards: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, complained = ran(capsys, "replay", str(record), "--boards", str(boards), "--move", move)
    assert code == 2
    assert re.fullmatch(r"This record has moves 1 to \d+; 0 is the setup\.\n", complained)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("content", [None, b"", b"{}", b"[1, 2", b"\xff\xfe\x00", b'{"format": 99}'])
def test_a_file_that_is_not_a_record_is_refused_in_a_sentence(
    command: str, content: bytes | None, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (folder / "record.json").write_bytes(content)
    code, printed, complained = ran(capsys, command, "record.json")
    assert (code, printed) == (2, "")
    assert complained.count("\n") == 1
    assert "record.json" in complained


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_record_of_an_unknown_board_asks_for_its_folder(
    command: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, complained = ran(capsys, command, str(record))
    assert (code, complained) == (2, "There is no board 'isle'; name its folder with --boards.\n")


def test_a_picture_that_cannot_be_written_is_an_error(
    record: Path, boards: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "folder").mkdir()
    for more in ([], ["--move", "1"]):
        code, _, complained = ran(
            capsys, "replay", str(record), "--boards", str(boards), "-o", "folder", *more
        )
        assert (code, complained) == (2, "Cannot write folder: Is a directory.\n")


# ---- check


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_check_shows_what_is_configured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOCAL_PORT", str(free_port()))
    code, printed, _ = ran(capsys, "check")
    assert code == 0
    assert "WRONG" not in printed
    for thing in (
        "settings",
        "europe (4 variants)",
        "usa (4 variants)",
        "stationmaster.db",
        "Discord",
        "Telegram",
    ):
        assert thing in printed


def test_check_shows_what_is_wrong(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "boards").mkdir()
    (folder / "boards" / "broken.toml").write_text("id = 3")
    monkeypatch.setenv("BOARDS", "boards")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///no/such/folder.db")
    monkeypatch.setenv("DISCORD_TOKEN", "a-secret-token")
    monkeypatch.setattr("discord.http.Route.BASE", "http://127.0.0.1:9")  # where nobody answers
    monkeypatch.setenv("CHAT_LANGUAGE", "xx")
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("LOCAL_PORT", str(server.getsockname()[1]))
        code, printed, _ = ran(capsys, "check")
    assert code == 1
    wrong = [line.split("WRONG")[0].strip() for line in printed.splitlines() if "WRONG" in line]
    assert wrong == ["boards", "database", "local page", "Discord", "language"]
    assert "a-secret-token" not in printed


def test_check_shows_an_unknown_setting(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".env").write_text("LOKAL_PORT=80\n")
    code, printed, _ = ran(capsys, "check")
    assert code == 1
    assert printed == "settings   WRONG  LOKAL_PORT in .env is not a setting; did you mean LOCAL_PORT?\n"


# ---- play and run


@pytest.mark.parametrize(
    ("settings", "arguments", "sentence"),
    [
        ({"TELEGRAM_WEBHOOK": "http://a.b"}, ["run"], "TELEGRAM_WEBHOOK should be"),
        ({"CHAT_LANGUAGE": "xx"}, ["run"], "CHAT_LANGUAGE should be one of these: en, ru."),
        ({"LOCAL_PORT": "many"}, ["run"], "LOCAL_PORT should be a port from 1 to 65535"),
        ({}, ["play", "--port", "99999"], "LOCAL_PORT should be a port from 1 to 65535"),
        ({"COMPUTER_DELAY": "-1"}, ["play"], "COMPUTER_DELAY should be seconds from 0 to 60"),
        ({}, ["play", "--database", "no/such/folder.db"], "does not exist; make it, or change DATABASE_URL."),
        ({"DATABASE_URL": "mysql://x"}, ["run"], "DATABASE_URL should be an SQLite file"),
        ({"DATABASE_URL": "postgresql://x"}, ["run"], "DATABASE_URL names no database"),
        ({"DATABASE_URL": "postgresql://x/y"}, ["backup", "file"], "such as pg_dump and pg_restore."),
    ],
)
def test_settings_that_cannot_be_hosted_are_one_sentence_and_exit_code_2(
    settings: dict[str, str],
    arguments: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for key, value in settings.items():
        monkeypatch.setenv(key, value)
    more = ["--no-open"] if arguments[0] == "play" else []
    code, _, complained = ran(capsys, *arguments, *more)
    assert code == 2
    assert sentence in complained
    assert "a-secret-token" not in complained
    assert complained.count("\n") == 1


@pytest.fixture
def program(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """The program, hosting on a free port."""
    with page_program(folder, "--port", "0") as program:
        yield program


@pytest.fixture
def under_way(folder: Path) -> str:
    """A game that has just begun, in a database that no program holds any more."""

    async def begun() -> str:
        async with open_scenario(folder) as scenario:
            await scenario.in_play("Anna", "Boris")
            return (await scenario.match()).id

    return asyncio.run(begun())


def test_a_running_game_is_exported_only_with_unfinished(
    under_way: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder / 'scenario.db'}")
    code, printed, complaint = ran(capsys, "export", under_way)
    assert (code, printed) == (2, "")
    assert (
        complaint
        == f"Game {under_way} is not over: its record would reveal secrets. Use --unfinished to export it.\n"
    )
    code, printed, _ = ran(capsys, "export", under_way, "--unfinished")
    assert (code, json.loads(printed)["game"]) == (0, under_way)
    code, printed, _ = ran(capsys, "export", under_way, "--position")
    assert (code, json.loads(printed)["board"]) == (0, "europe")


def test_an_export_of_a_long_game_writes_nothing_and_complains_of_nothing(
    under_way: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder / 'scenario.db'}")
    monkeypatch.setattr("bot.matches.repository.EVERY", 1)
    edit(folder / "scenario.db", "DELETE FROM snapshots")
    assert ran(capsys, "export", under_way, "--unfinished")[0] == 0
    assert caplog.messages == []


@pytest.mark.parametrize(("files", "code"), [(24, 2), (0, 0)])
def test_too_few_open_files_are_one_sentence_at_the_start(folder: Path, files: int, code: int) -> None:
    limit = f"ulimit -n {files};" if files else "ulimit -S -n 40;"
    command = f'{limit} exec "{sys.executable}" -P -m bot play --port 0 --no-open'
    program = subprocess.Popen(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    if not code:
        assert program.stdout
        assert "Stationmaster is at" in program.stdout.readline()
        program.send_signal(signal.SIGTERM)
    _, complained = program.communicate(timeout=60)
    assert program.returncode == code
    assert "Traceback" not in complained
    if code:
        assert complained.startswith("This program may open 24 files and connections at once, and needs 64;")


def test_an_unknown_game_cannot_be_exported(
    under_way: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, complaint = ran(capsys, "export", under_way)
    assert (code, complaint.startswith("There is no database ")) == (2, True)
    assert not (folder / "stationmaster.db").exists()
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder / 'scenario.db'}")
    assert ran(capsys, "export", "nowhere") == (2, "", "There is no game nowhere.\n")
