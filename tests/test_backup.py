"""`stationmaster backup` and `restore`: while a program writes, after a kill, and what is refused."""

import asyncio
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.cli import main
from bot.store import Store
from tests.programs import ran
from tests.soaked import soaked
from tests.stores import ANNEX, LOBBY, cell, edit, entries, open_game, program, seqs, write_first_database

ROOT = Path(__file__).parent.parent

WRITE = """
import asyncio, sys
from bot.store import Store
from tests.stores import ANNEX, LOBBY, entries, open_game

async def write(url):
    async with await Store.open(url) as store:
        if not await store.log.running_games():
            await open_game(store, "g1", LOBBY)
            await open_game(store, "g2", ANNEX)
        print("ready", flush=True)
        while True:
            for game in ("g1", "g2"):
                last = await store.log.last_seq(game)
                await store.log.append(game, last, entries(last + 1, 3, '"' + "x" * 300 + '"'))
                print(game, last + 3, flush=True)

asyncio.run(write(sys.argv[1]))
"""

Printed = Callable[..., tuple[int, str]]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of the settings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'games.db'}")
    return tmp_path / "games.db"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


@pytest.fixture
def writer(url: str) -> Iterator[subprocess.Popen[str]]:
    """Another program that writes without a pause."""
    with program(WRITE, url) as writing:
        assert writing.stdout
        assert writing.stdout.readline() == "ready\n"
        reading = threading.Thread(target=writing.stdout.read, daemon=True)
        reading.start()
        yield writing
        writing.kill()
        reading.join()


@pytest.fixture
def printed_by(capsys: pytest.CaptureFixture[str]) -> Printed:
    """Run a command: the exit code, and what was printed."""

    def run(*arguments: str) -> tuple[int, str]:
        code, printed, complained = ran(capsys, *arguments)
        return code, printed + complained

    return run


def written(url: str, last: int = 5) -> None:
    """A database with a game of this many events."""

    async def write() -> None:
        async with await Store.open(url) as store:
            if not await store.log.running_games():
                await open_game(store, "g1", LOBBY)
                await open_game(store, "g2", ANNEX)
            begun = await store.log.last_seq("g1")
            await store.log.append("g1", begun, entries(begun + 1, last - begun))

    asyncio.run(write())


def events(path: Path, game: str = "g1") -> list[object]:
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = connection.execute("SELECT * FROM events WHERE game = ? ORDER BY seq", (game,)).fetchall()
    connection.close()
    return rows


def log_of(url: str, game: str = "g1") -> list[int]:
    async def read() -> list[int]:
        async with await Store.open(url) as store:
            return seqs(await store.log.read(game))

    return asyncio.run(read())


# ---- backup


def test_twenty_backups_while_a_program_writes_are_whole_and_open(
    path: Path, writer: subprocess.Popen[str], printed_by: Printed
) -> None:
    for number in range(20):
        code, printed = printed_by("backup", f"copy{number}.db")
        assert (code, printed.startswith(f"Wrote copy{number}.db: 2 games, ")) == (0, True), printed
    writer.kill()
    writer.wait()
    lengths = []
    for number in range(20):
        copy = path.with_name(f"copy{number}.db")
        for game in ("g1", "g2"):
            there = events(copy, game)
            assert there == events(path, game)[: len(there)]
            assert log_of(f"sqlite:///{copy}", game) == list(range(1, len(there) + 1))
        lengths.append(len(events(copy)))
    assert lengths == sorted(lengths)
    assert lengths[0] < lengths[-1]


def test_a_backup_is_one_file_for_its_owner_alone(path: Path, url: str, printed_by: Printed) -> None:
    written(url)
    code, printed = printed_by("backup", "copy.db")
    assert (code, printed) == (0, "Wrote copy.db: 2 games, 7 events, 0.4 MB.\n")
    copy = path.with_name("copy.db")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert sorted(one.name for one in path.parent.iterdir() if not one.name.startswith("games.db")) == [
        "copy.db"
    ]
    assert cell(copy, "PRAGMA journal_mode") == "delete"


def test_an_existing_file_is_replaced_only_on_request(path: Path, url: str, printed_by: Printed) -> None:
    written(url)
    path.with_name("copy.db").write_text("dear diary")
    code, printed = printed_by("backup", "copy.db")
    assert (code, printed) == (2, "copy.db exists already; name another file, or replace it with --force.\n")
    assert path.with_name("copy.db").read_text() == "dear diary"
    assert printed_by("backup", "copy.db", "--force")[0] == 0
    assert len(events(path.with_name("copy.db"))) == 5


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("games.db", "belongs to the database itself; name another file."),
        ("games.db-wal", "belongs to the database itself; name another file."),
        ("games.db.lock-file", "belongs to the database itself; name another file."),
        (".", "is a folder; name a file in it."),
        ("no/such/folder.db", "The folder no/such does not exist."),
        ("other.db", "other.db is a database that a program has open or did not close; name another file."),
    ],
)
def test_a_backup_destroys_nothing(
    path: Path, url: str, file: str, sentence: str, printed_by: Printed
) -> None:
    written(url)
    path.with_name("other.db").touch()
    path.with_name("other.db-wal").write_text("still in use")
    before = events(path)
    code, printed = printed_by("backup", file, "--force")
    assert code == 2
    assert sentence in printed
    assert printed.count("\n") == 1
    assert events(path) == before


def test_without_room_nothing_is_written(
    path: Path, url: str, monkeypatch: pytest.MonkeyPatch, printed_by: Printed
) -> None:
    written(url)
    assert printed_by("backup", "copy.db")[0] == 0
    before = events(path.with_name("copy.db"))
    written(url, 9)
    monkeypatch.setattr("bot.store.copies.shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    code, printed = printed_by("backup", "copy.db", "--force")
    assert (code, printed) == (2, "There is no room in . for a copy of games.db, which needs 1 MB.\n")
    assert events(path.with_name("copy.db")) == before


FULL = """
import sys
from pathlib import Path
from bot.operate.backup import back_up
from bot.settings import Settings
from bot.store import StoreError
try:
    back_up(Settings(_env_file=None, database_url=sys.argv[1]), Path(sys.argv[2]), force=True)
except StoreError as error:
    print(error)
"""


def test_a_disk_that_fills_up_meanwhile_is_one_sentence(path: Path, url: str, tmp_path: Path) -> None:
    written(url)
    small = tmp_path / "small"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=100k", "none", str(small)]
    mounted = subprocess.run(mount, capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("only root can make a small disk")
    try:
        deaf = FULL.replace(
            "try:", "import shutil\nshutil.disk_usage = lambda _: type('Usage', (), {'free': 1 << 40})\ntry:"
        )
        with program(deaf, url, str(small / "copy.db")) as copying:
            said, complaint = copying.communicate(timeout=60)
        assert (said, complaint) == (
            f"There is no room in {small} for a copy of games.db, which needs 1 MB.\n",
            "",
        )
        assert list(small.iterdir()) == []
    finally:
        subprocess.run(["umount", small], check=True)


def test_a_backup_of_a_broken_game_is_made_and_says_so(path: Path, url: str, printed_by: Printed) -> None:
    written(url)
    edit(path, "UPDATE events SET data = '{ }' WHERE game = 'g1' AND seq = 4")
    code, printed = printed_by("backup", "copy.db")
    assert code == 1
    advice = "`stationmaster doctor g1` says what can be done"
    assert f"Game g1 cannot be read: event 4 is not as it was written; {advice}.\n" in printed
    assert len(events(path.with_name("copy.db"))) == 5


def test_a_damaged_database_is_no_backup(path: Path, url: str, printed_by: Printed) -> None:
    written(url)
    content = path.read_bytes()
    path.write_bytes(content[:20480] + b"\xa5" * 4096 + content[24576:])
    code, printed = printed_by("backup", "copy.db")
    assert code == 2
    assert "is damaged" in printed
    assert not path.with_name("copy.db").exists()


def test_a_database_of_an_earlier_revision_is_copied_as_it_is(path: Path, printed_by: Printed) -> None:
    write_first_database(path)
    assert printed_by("backup", "copy.db")[0] == 0
    for one in (path, path.with_name("copy.db")):
        assert cell(one, "SELECT version_num FROM alembic_version") == "0001"


# ---- restore


def test_a_restored_database_is_the_backup_and_what_was_there_is_kept(
    path: Path, url: str, printed_by: Printed
) -> None:
    written(url, 5)
    printed_by("backup", "copy.db")
    written(url, 9)
    code, printed = printed_by("restore", "copy.db")
    assert code == 0
    first, second = printed.splitlines()
    assert first.startswith(f"Restored {path}: 2 games, 7 events, ")
    kept = Path(second.removeprefix("What was there before is kept as ").removesuffix("."))
    assert len(events(kept)) == 9
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert log_of(url) == [1, 2, 3, 4, 5]


def test_what_was_in_the_log_of_writes_is_kept_too_and_does_not_return(
    path: Path, url: str, writer: subprocess.Popen[str], printed_by: Printed
) -> None:
    assert printed_by("backup", "copy.db")[0] == 0
    length = len(events(path.with_name("copy.db")))
    while len(events(path)) <= length:
        time.sleep(0.05)
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    before = events(path)
    assert len(before) > length
    code, printed = printed_by("restore", "copy.db")
    assert code == 0
    kept = Path(printed.splitlines()[1].removeprefix("What was there before is kept as ").removesuffix("."))
    assert events(kept) == before
    assert log_of(url) == list(range(1, length + 1))


def test_a_damaged_database_is_replaced_and_kept_as_it_is(path: Path, url: str, printed_by: Printed) -> None:
    written(url)
    printed_by("backup", "copy.db")
    path.write_bytes(b"\xa5" * 8192)
    code, printed = printed_by("restore", "copy.db")
    assert code == 0
    kept = Path(printed.splitlines()[1].removeprefix("What was there before is kept as ").removesuffix("."))
    assert kept.read_bytes() == b"\xa5" * 8192
    assert log_of(url) == [1, 2, 3, 4, 5]


def test_a_backup_is_restored_where_there_is_nothing(path: Path, url: str, printed_by: Printed) -> None:
    written(url)
    printed_by("backup", "copy.db")
    for file in path.parent.glob("games.db*"):
        file.unlink()
    code, printed = printed_by("restore", "copy.db")
    assert (code, printed.count("\n")) == (0, 1)
    assert log_of(url) == [1, 2, 3, 4, 5]


def test_a_backup_of_an_earlier_program_is_upgraded(path: Path, url: str, printed_by: Printed) -> None:
    write_first_database(path.with_name("old.db"))
    assert printed_by("restore", "old.db")[0] == 0
    assert cell(path.with_name("old.db"), "SELECT version_num FROM alembic_version") == "0001"
    (game,) = asyncio.run(running(url))
    assert log_of(url, game) == list(range(1, 46)), "with the event that moves may be missing"


async def running(url: str) -> tuple[str, ...]:
    async with await Store.open(url) as store:
        return await store.log.running_games()


def test_a_running_program_refuses_the_restore(
    path: Path, url: str, writer: subprocess.Popen[str], printed_by: Printed
) -> None:
    printed_by("backup", "copy.db")
    code, printed = printed_by("restore", "copy.db")
    assert (code, printed) == (2, f"Another program has the database {path}; stop it first.\n")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "There is no file copy.db."),
        (b"", "The database copy.db is empty"),
        (b"Dear diary, " * 1000, "copy.db is not a database of this program"),
        ("CREATE TABLE recipes (name TEXT)", "copy.db is another program's database; name another one."),
        ("UPDATE alembic_version SET version_num = '9999'", "The database copy.db was written by version"),
        (
            "UPDATE notes SET text = '{\"Wormhole\": [1, \"\"]}' WHERE name = 'event-shapes'",
            "(Wormhole in shape 1)",
        ),
    ],
)
def test_what_is_no_backup_is_refused_and_changes_nothing(
    path: Path, url: str, content: bytes | str | None, sentence: str, printed_by: Printed
) -> None:
    written(url)
    copy = path.with_name("copy.db")
    if isinstance(content, bytes):
        copy.write_bytes(content)
    elif content is not None:
        if "recipes" not in content:
            printed_by("backup", "copy.db")
        edit(copy, content)
    before = {file: file.read_bytes() for file in path.parent.glob("games.db*")}
    code, printed = printed_by("restore", "copy.db")
    assert code == 2
    assert sentence in printed
    assert printed.count("\n") == 1
    assert {file: file.read_bytes() for file in path.parent.glob("games.db*")} == before


def test_the_database_is_no_backup_of_itself(path: Path, url: str, printed_by: Printed) -> None:
    written(url)
    code, printed = printed_by("restore", "games.db")
    assert (code, printed) == (2, "games.db is the database itself; name a backup of it.\n")


KILLED = """
import os, signal, sys
from pathlib import Path
import bot.store.backups, bot.store.copies
from bot.operate.backup import restore
from bot.settings import Settings

steps = [0]
def counted(function):
    def call(*given, **named):
        steps[0] += 1
        if steps[0] == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*given, **named)
    return call

for name in ("unlink", "replace"):
    setattr(Path, name, counted(getattr(Path, name)))
os.link, os.fsync = counted(os.link), counted(os.fsync)
restore(Settings(_env_file=None, database_url=sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.mark.parametrize("step", soaked(range(1, 10), 2, 5, 8))
def test_a_restore_that_is_killed_leaves_the_one_database_or_the_other(
    path: Path, url: str, step: int, printed_by: Printed
) -> None:
    written(url, 5)
    printed_by("backup", "copy.db")
    written(url, 9)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, url, "copy.db", str(step)],
        cwd=path.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert killed.returncode in (0, -9), killed.stderr
    assert len(log_of(url)) in (5, 9)


def test_a_file_and_its_backup_give_back_the_room_that_an_upgrade_has_left(path: Path, url: str) -> None:
    async def opened() -> list[int]:
        async with await Store.open(url) as store:
            if not await store.log.running_games():
                await open_game(store)
            return seqs(await store.log.read("g1"))

    asyncio.run(opened())
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("CREATE TABLE left_by_an_upgrade (data TEXT)")
        connection.execute("INSERT INTO left_by_an_upgrade VALUES (zeroblob(8000000))")
        connection.execute("DROP TABLE left_by_an_upgrade")
    connection.close()
    assert path.stat().st_size > 8_000_000
    assert main(["backup", "copy.db"]) == 0
    assert (path.parent / "copy.db").stat().st_size < 1_000_000
    assert asyncio.run(opened()) == [1, 2]
    assert path.stat().st_size < 1_000_000
