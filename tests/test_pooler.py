"""A pooler between the bot and its server: pgbouncer, which pools sessions or transactions."""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from bot.model.profile import Profile
from bot.store import Store, StoreError, listener
from tests.fakes.wire.patience import until
from tests.postgres import OWNER, Server, unprivileged
from tests.stores import ADA, entries, open_game, seqs

POOLER = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
EACH = 7
"""The connections of a process at most, as docs/operating.md has it."""

SETTINGS = """
[databases]
* = host={folder} user={owner}
[pgbouncer]
listen_addr =
unix_socket_dir = {folder}
listen_port = 6432
auth_type = any
pool_mode = {mode}
default_pool_size = {connections}
"""

pytestmark = pytest.mark.skipif(
    not Path(POOLER).exists(), reason="THE POOLER IS NOT TESTED: no pgbouncer here"
)


@pytest.fixture(params=["session"])
def pooled_url(request: pytest.FixtureRequest, postgres_url: str, postgres_server: Server) -> Iterator[str]:
    """A database that is reached through the pooler, with connections for two processes."""
    folder = postgres_server.folder
    told = SETTINGS.format(folder=folder, owner=OWNER, mode=request.param, connections=2 * EACH)
    (folder / "pgbouncer.ini").write_text(told)
    command = POOLER, "--quiet", folder / "pgbouncer.ini"
    with subprocess.Popen(command, cwd="/", stderr=subprocess.DEVNULL, **unprivileged()) as pooler:
        socket = folder / ".s.PGSQL.6432"
        while not socket.exists():
            assert pooler.poll() is None
        yield f"{postgres_url}&port=6432"
        pooler.terminate()


async def test_two_processes_write_read_and_hear_each_other_through_a_pooler(
    pooled_url: str, postgres_server: Server
) -> None:
    people = [Profile(ADA, f"Ada {number}") for number in range(20)]
    async with await Store.open(pooled_url) as store, await Store.open(pooled_url) as other:
        await asyncio.gather(*(one.people.save(profile) for profile in people for one in (store, other)))
        await open_game(store)
        read = await asyncio.gather(*(one.log.read("g1") for _ in range(20) for one in (store, other)))
        assert [seqs(log) for log in read] == [[1, 2]] * 40
        await store.log.append("g1", 2, entries(3, 2))
        await until(lambda: other.log.has_more("g1", 2))
        asked = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{make_url(pooled_url).database}'"
        assert int(postgres_server.sql(asked)) <= 2 * EACH


@pytest.mark.parametrize("pooled_url", ["transaction"], indirect=True)
async def test_what_two_processes_write_through_a_pooler_that_loses_news_is_looked_up(
    pooled_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "ECHO_WITHIN", 0.3)
    url = f"{pooled_url}&prepared_statement_cache_size=0&statement_cache_size=0"
    async with await Store.open(url) as store, await Store.open(url) as other:
        told = list[tuple[str, int]]()
        other.database.listen(lambda game, end: told.append((game, end)))
        await open_game(store)
        await store.log.append("g1", 2, entries(3, 2))
        await until(lambda: ("g1", 0) in told)
        assert seqs(await other.log.read("g1")) == [1, 2, 3, 4]
        assert await store.leases.claim("one", ["a", "b"], 12) == {"a": "one", "b": "one"}
        assert await store.leases.claim("one", ["a"], 12) == {"a": "one"}
        assert await other.leases.claim("two", ["a", "b"], 12) == {"a": "one", "b": "two"}


@pytest.mark.parametrize("pooled_url", ["transaction"], indirect=True)
async def test_a_pooler_that_loses_prepared_statements_is_one_sentence(pooled_url: str) -> None:
    async def use() -> None:
        async with await Store.open(pooled_url) as store:
            await asyncio.gather(*(store.written_by() for _ in range(160)))

    with pytest.raises(StoreError, match="loses prepared statements"):
        await use()
