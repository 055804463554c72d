"""Opening the store: its tables, the files that are refused, and the sentences about that."""

import json
import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect

from bot.store import Conflict, Store
from bot.store.migrations import REVISION
from bot.store.schema import metadata
from bot.version import VERSION
from tests.fakes.wire.patience import PATIENCE
from tests.stores import (
    DATABASES,
    cell,
    edit,
    entries,
    open_game,
    program,
    refusal,
    rows_in,
    seqs,
    write_database,
)

OPEN_WITHOUT_RIGHTS = """
import asyncio, os, sys
from bot.store import Store, StoreError

async def open_and_close(url):
    await (await Store.open(url)).close()

asyncio.run(open_and_close(sys.argv[2]))  # what is imported late must be imported while it can be
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    asyncio.run(open_and_close(sys.argv[1]))
except StoreError as error:
    print(error)
"""


# The tables


UPGRADED = sorted(path for path in DATABASES.glob("v*.sql*") if "-" not in path.name)


async def test_a_new_database_has_no_rows_but_its_first_notes(url: str, path: Path) -> None:
    await (await Store.open(url)).close()
    assert rows_in(path, "SELECT * FROM alembic_version") == [(REVISION,)]
    notes = dict(rows_in(path, "SELECT name, text FROM notes"))
    assert re.fullmatch("[0-9a-f]{16}", str(notes.pop("database-id")))
    assert notes == {"event-shapes": "{}", "written-by": VERSION}
    for name in metadata.tables.keys() - {"notes"}:
        assert rows_in(path, f"SELECT * FROM {name}") == []


@pytest.mark.parametrize("file", UPGRADED, ids=lambda file: file.name.partition(".")[0])
async def test_an_upgraded_database_has_all_that_a_new_one_has(url: str, path: Path, file: Path) -> None:
    """A change of the schema without a new revision would leave databases without it."""
    await (await Store.open(url)).close()
    upgraded = path.with_name("upgraded.db")
    write_database(upgraded, file)
    before = parts(upgraded)
    await (await Store.open(f"sqlite:///{upgraded}")).close()
    assert rows_in(upgraded, "SELECT * FROM alembic_version") == [(REVISION,)]
    assert parts(path) <= parts(upgraded)
    taken = {table for table, _ in before - parts(upgraded)}
    if file.name > "v0020":
        assert not taken, "processes of this revision still use it"
    else:
        assert taken <= {"pictures", "replay_links"}


def parts(path: Path) -> set[tuple[str, object]]:
    """The columns of each table, and which of them an index or a rule is about."""
    engine = create_engine(f"sqlite:///{path}")
    found, inspector = set[tuple[str, object]](), inspect(engine)
    for table in inspector.get_table_names():
        found |= {(table, column["name"]) for column in inspector.get_columns(table)}
        for rule in (*inspector.get_unique_constraints(table), *inspector.get_indexes(table)):
            found.add((table, tuple(rule["column_names"])))
        for key in inspector.get_foreign_keys(table):
            found.add((table, (*key["constrained_columns"], key["referred_table"])))
        found.add((table, ("primary", *inspector.get_pk_constraint(table)["constrained_columns"])))
    engine.dispose()
    return found


def table_texts(path: Path) -> dict[str, str]:
    """The SQL of each table and index."""
    return dict(rows_in(path, "SELECT name, sql FROM sqlite_master"))


async def test_opening_again_changes_nothing(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store)
    before = table_texts(path)
    async with await Store.open(url) as store:
        assert await store.log.read("g1") == tuple(entries(1, 2))
    assert table_texts(path) == before


async def test_the_same_file_is_meant_by_the_drivers_own_url(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store)
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store:
        assert await store.log.running_games() == ("g1",)


async def test_writes_wait_for_the_disk(url: str) -> None:
    def settings(connection: Connection) -> list[object]:
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    async with await Store.open(url) as store:
        assert await store.database.write(settings) == ["wal", 2, 1, 5000]


async def test_a_new_database_is_for_its_owner_alone(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store)
        for file in (path, path.with_name("games.db-wal")):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600


# What is refused


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite:///file:x?mode=memory&uri=true"])
async def test_a_database_in_memory_is_refused(url: str) -> None:
    assert "must name a file and nothing else" in await refusal(url)


async def test_another_kind_of_database_is_refused_without_its_password() -> None:
    sentence = await refusal("mysql+asyncmy://ada:s3cret@host/games")
    assert "DATABASE_URL names mysql" in sentence
    assert "s3cret" not in sentence


async def test_what_is_no_url_is_refused_without_repeating_it() -> None:
    assert await refusal("s3cret.db") == "DATABASE_URL is not a URL; write sqlite:///stationmaster.db"


async def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert (
        await refusal(f"sqlite:///{tmp_path}") == f"The database {tmp_path} is a folder; name a file in it."
    )
    assert await refusal("sqlite:////") == "The database / is a folder; name a file in it."


async def test_a_missing_folder_is_refused(tmp_path: Path) -> None:
    assert f"The folder {tmp_path / 'away'} does not exist" in await refusal(
        f"sqlite:///{tmp_path}/away/games.db"
    )
    assert not (tmp_path / "away").exists()


async def test_a_file_that_is_no_database_is_refused_and_left_alone(url: str, path: Path) -> None:
    text = b"Dear diary, " * 1000
    write(path, text)
    assert f"{path} is not a database of this program" in await refusal(url)
    assert content(path) == text


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
async def test_a_damaged_database_is_refused_and_left_alone(url: str, path: Path, share: float) -> None:
    async with await Store.open(url) as store:
        await open_game(store, count=2000)
    whole = content(path)
    begin = int(len(whole) * share) // 4096 * 4096
    damaged = whole[:begin] + b"\xa5" * 4096 + whole[begin + 4096 :]
    write(path, damaged)
    assert await refusal(url) == f"The database {path} is damaged; put back a copy of it."
    assert content(path) == damaged


async def test_a_database_of_a_newer_program_is_refused_and_left_alone(url: str, path: Path) -> None:
    await (await Store.open(url)).close()
    edit(path, "UPDATE alembic_version SET version_num = '9999'")
    edit(path, "UPDATE notes SET text = '7.1' WHERE name = 'written-by'")
    before = content(path)
    assert await refusal(url) == (
        f"The database {path} was written by version 7.1 of this program (revision 9999);"
        f" this is version {VERSION}, which knows revision {REVISION}."
        " Start version 7.1, or restore a backup from before the upgrade."
    )
    assert content(path) == before


async def test_a_newer_database_that_does_not_say_its_version_is_refused(url: str, path: Path) -> None:
    await (await Store.open(url)).close()
    edit(path, "UPDATE alembic_version SET version_num = '9999'")
    edit(path, "DROP TABLE notes")
    assert "was written by a newer version of this program (revision 9999)" in await refusal(url)


SHAPES = {"CardDrawn": 1, "RouteClaimed": 2}


@pytest.mark.parametrize(
    ("kind", "shape", "sentence"),
    [
        ("CardDrawn", 2, "(CardDrawn in shape 2); this is version {}, which knows shape 1 of it."),
        ("Wormhole", 1, "(Wormhole in shape 1); this is version {}, which knows no such event."),
    ],
)
async def test_a_database_with_newer_events_is_refused_and_left_alone(
    url: str, path: Path, kind: str, shape: int, sentence: str
) -> None:
    async with await Store.open(url, SHAPES) as store:
        await open_game(store)
        (event,) = entries(3)
        await store.log.append("g1", 2, [replace(event, kind=kind, shape=shape)])
    before = content(path)
    assert sentence.format(VERSION) in await refusal(url, SHAPES)
    assert content(path) == before
    async with await Store.open(url, SHAPES | {kind: shape}) as store:
        assert seqs(await store.log.read("g1")) == [1, 2, 3]


async def test_a_newer_event_that_was_never_written_refuses_nobody(url: str, path: Path) -> None:
    async with await Store.open(url, SHAPES) as store:
        await open_game(store)
        (event,) = entries(3)
        with pytest.raises(Conflict):
            await store.log.append("g1", 1, [replace(event, seq=2, kind="Wormhole")])
    async with await Store.open(url, SHAPES) as store:
        (event,) = entries(3)
        await store.log.append("g1", 2, [replace(event, kind="RouteClaimed", shape=2)])
        await store.log.append("g1", 3, [replace(event, seq=4, kind="RouteClaimed", shape=1)])
    noted = json.loads(str(cell(path, "SELECT text FROM notes WHERE name = 'event-shapes'")))
    assert noted == {"CardDrawn": [1, VERSION], "RouteClaimed": [2, VERSION]}
    await (await Store.open(url, SHAPES)).close()


def test_the_program_has_one_version() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
    assert project["version"] == VERSION


async def test_another_programs_database_is_refused_and_left_alone(url: str, path: Path) -> None:
    edit(path, "CREATE TABLE recipes (name TEXT)")
    assert await refusal(url) == f"{path} is another program's database; name another one."
    assert list(table_texts(path)) == ["recipes"]


async def test_after_a_refusal_the_file_is_free(url: str, path: Path) -> None:
    write(path, b"Dear diary, " * 1000)
    await refusal(url)
    write(path, b"")
    await (await Store.open(url)).close()


def write(path: Path, whole: bytes) -> None:
    path.write_bytes(whole)


def content(path: Path) -> bytes:
    return path.read_bytes()


# What may not be written


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Path]:
    """A folder that every account may write to; the tests' own folder is closed to others."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)
        Path(folder).chmod(0o777)


def refusal_without_rights(path: Path, elsewhere: Path) -> str:
    """The sentence of a program whose account may not open the database."""
    with program(OPEN_WITHOUT_RIGHTS, f"sqlite:///{path}", f"sqlite:///{elsewhere}/own.db") as opening:
        said, complaint = opening.communicate(timeout=PATIENCE)
    assert complaint == ""
    return said.rstrip("\n")


@pytest.mark.parametrize(("closed", "mode"), [("", 0o555), ("closed", 0o000), ("games.db", 0o444)])
def test_what_may_not_be_written_to_or_entered_is_refused(
    closed: str, mode: int, shared: Path, tmp_path: Path
) -> None:
    path = shared / "closed" / "games.db" if closed == "closed" else shared / "games.db"
    path.parent.mkdir(exist_ok=True)
    (shared / closed).touch()
    (shared / closed).chmod(mode)
    said = refusal_without_rights(path, tmp_path)
    (shared / closed).chmod(0o777)
    assert said == f"The database {path} cannot be opened: Permission denied."


def test_a_lock_that_may_not_be_written_to_is_refused(shared: Path, tmp_path: Path) -> None:
    lock = shared / "games.db.lock-file"
    lock.touch(mode=0o444)
    if os.geteuid() == 0:
        os.chown(lock, 65534, 65534)
    assert f"The file {lock}, which shows who" in refusal_without_rights(shared / "games.db", tmp_path)
    assert not (shared / "games.db").exists()
