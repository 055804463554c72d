"""Faults of a PostgreSQL server: which may pass, which a person must mend, and what is said of each."""

import asyncio
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli import main
from bot.operate import check as configuration_check
from bot.settings import load_settings
from bot.store import Store
from bot.store.database_errors import SERVER_ERRORS
from tests.postgres import OWNER, SETTINGS, TEMPLATE, Server, limited_user, name_in, programs, unprivileged

OPERATING = Path(__file__).parent.parent / "docs" / "operating.md"


def test_operators_read_which_errors_may_pass() -> None:
    rows = re.findall(r"^\| `(\w+)` \| .+ \| ([23]) \|$", OPERATING.read_text(), re.MULTILINE)
    assert rows == [(code, "3" if may_pass else "2") for code, (_, may_pass) in SERVER_ERRORS.items()]


# A standby


@pytest.fixture
def standby(postgres_server: Server) -> Iterator[Server]:
    """A standby of the server, that was not started yet."""
    found = programs()
    assert found
    folder = postgres_server.folder.with_name(f"{postgres_server.folder.name}-standby")
    copied = found / "pg_basebackup", "-h", postgres_server.folder, "-U", OWNER, "-D", folder / "data", "-R"
    folder.mkdir()
    folder.chmod(0o777)
    subprocess.run([*copied, "-X", "stream"], check=True, capture_output=True, cwd="/", **unprivileged())
    server = Server(folder, found, SETTINGS)
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


def test_a_server_in_recovery_asks_to_be_tried_again(
    standby: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", standby.url(TEMPLATE))
    standby.settings = {**SETTINGS, "hot_standby": "off"}
    standby.start(refuses="the database system is not ")
    assert main(["doctor"]) == 3
    assert main(["play", "--port", "0", "--no-open"]) == 3
    assert capsys.readouterr().err.count("is starting or stopping") == 2


def test_a_hot_standby_is_refused_in_one_sentence_and_can_be_looked_at(
    standby: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", standby.url(TEMPLATE))
    standby.start()
    assert main(["play", "--port", "0", "--no-open"]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert "may only be read: its server is a standby" in said
    assert main(["doctor"]) == 0
    ((name, wrong, text),) = asyncio.run(configuration_check._database(load_settings()))
    assert (name, wrong) == ("database", True)
    assert "may only be read" in text


# Connections


@pytest.mark.parametrize("limit", [0, 2, 4])
def test_a_limit_of_connections_is_one_sentence_at_the_start_and_may_pass(
    limit: int,
    postgres_url: str,
    postgres_server: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    with limited_user(postgres_server, postgres_url, limit) as url:
        monkeypatch.setenv("DATABASE_URL", url)
        assert main(["play", "--port", "0", "--no-open"]) == 3
    said = capsys.readouterr().err
    assert said.count("takes no more connections; raise max_connections or a limit.") == 1
    assert "Traceback" not in said


async def test_all_connections_are_opened_at_the_start_and_kept(
    postgres_url: str, postgres_server: Server
) -> None:
    async with await Store.open(postgres_url) as store:
        await store.database.reserve_connections()
        await store.database.reserve_connections()
        await asyncio.gather(*(store.written_by() for _ in range(20)))
        count = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name_in(postgres_url)}'"
        assert postgres_server.sql(count) == "7"
