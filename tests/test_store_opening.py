"""Opening the store: its tables, and what is refused in which words."""

import os
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine

from bot.store import Store
from bot.store.schema import metadata
from tests.stores import entries, open_game, program, refusal

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


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite:///{path}"


# The tables


async def test_a_new_database_has_the_tables_of_the_schema(url: str, path: Path) -> None:
    await (await Store.open(url)).close()
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        made = table_texts(path)
    engine.dispose()
    assert made == schema_texts(path.with_name("schema.db"))


def table_texts(path: Path) -> dict[str, str]:
    """How SQLite was told to make each table and index, but for Alembic's own; its quotes do not count."""
    connection = sqlite3.connect(path)
    rows = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE tbl_name <> 'alembic_version'"
    ).fetchall()
    connection.close()
    return {name: " ".join((sql or "").replace('"', "").split()) for name, sql in rows}


def schema_texts(path: Path) -> dict[str, str]:
    engine = create_engine(f"sqlite:///{path}")
    metadata.create_all(engine)
    engine.dispose()
    return table_texts(path)


async def test_opening_again_changes_nothing(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store)
    before = table_texts(path)
    async with await Store.open(url) as store:
        assert await store.log.read("g1") == tuple(entries(1, 2))
    assert table_texts(path) == before


async def test_a_url_in_the_settings_of_an_earlier_program_means_the_same_file(url: str, path: Path) -> None:
    async with await Store.open(url) as store:
        await open_game(store)
    async with await Store.open(f"sqlite+aiosqlite:///{path}") as store:
        assert await store.log.running_games() == ("g1",)


async def test_writes_wait_for_the_disk(url: str) -> None:
    def settings(connection: Connection) -> list[object]:
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    async with await Store.open(url) as store:
        assert await store._database.write(settings) == ["wal", 2, 1, 5000]


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
    sentence = await refusal("postgresql+asyncpg://ada:s3cret@host/games")
    assert "DATABASE_URL names postgresql" in sentence
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
    execute(path, "UPDATE alembic_version SET version_num = '9999'")
    before = content(path)
    assert "was written by a newer program (revision 9999); update this one." in await refusal(url)
    assert content(path) == before


async def test_another_programs_database_is_refused_and_left_alone(url: str, path: Path) -> None:
    execute(path, "CREATE TABLE recipes (name TEXT)")
    assert await refusal(url) == f"{path} is another program's database; name another file."
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


def execute(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


# What may not be written


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Path]:
    """A folder that every account may write to; the tests' own folder is closed to others."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)
        Path(folder).chmod(0o777)


def refusal_without_rights(path: Path, elsewhere: Path) -> str:
    """What a program of an account without rights says of a database, once it has had one elsewhere."""
    with program(OPEN_WITHOUT_RIGHTS, f"sqlite:///{path}", f"sqlite:///{elsewhere}/own.db") as opening:
        said, complaint = opening.communicate(timeout=30)
    assert complaint == ""
    return said.rstrip("\n")


def test_a_folder_that_may_not_be_written_to_is_refused(shared: Path, tmp_path: Path) -> None:
    shared.chmod(0o555)
    path = shared / "games.db"
    assert (
        refusal_without_rights(path, tmp_path) == f"The database {path} cannot be opened: Permission denied."
    )


def test_a_folder_that_may_not_be_entered_is_refused(shared: Path, tmp_path: Path) -> None:
    (shared / "closed").mkdir(mode=0o000)
    path = shared / "closed" / "games.db"
    assert (
        refusal_without_rights(path, tmp_path) == f"The database {path} cannot be opened: Permission denied."
    )


def test_a_file_that_may_not_be_written_to_is_refused(shared: Path, tmp_path: Path) -> None:
    path = shared / "games.db"
    path.touch(mode=0o444)
    assert (
        refusal_without_rights(path, tmp_path) == f"The database {path} cannot be opened: Permission denied."
    )


def test_a_lock_that_may_not_be_written_to_is_refused(shared: Path, tmp_path: Path) -> None:
    lock = shared / "games.db.lock-file"
    lock.touch(mode=0o444)
    if os.geteuid() == 0:
        os.chown(lock, 65534, 65534)
    assert f"The file {lock}, which shows who" in refusal_without_rights(shared / "games.db", tmp_path)
    assert not (shared / "games.db").exists()
