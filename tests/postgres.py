"""A PostgreSQL server for the tests of a process, and a database of its own for each test.

It is started from an installed PostgreSQL, in a temporary folder, on a socket and no port.
"""

import asyncio
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import asyncpg
import pytest
from sqlalchemy.engine import make_url

from bot.store import Store
from tests.fakes.wire.patience import until
from tests.stores import URL_FILE

INSTALLED = Path("/usr/lib/postgresql")
OWNER = "stationmaster"
TEMPLATE = "empty"
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # the machine does not crash during a test, only programs do
    "full_page_writes": "off",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "max_wal_size": "64MB",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}


def programs() -> Path | None:
    """The folder of the installed PostgreSQL's programs, the newest one; None where there is none."""
    found = shutil.which("initdb")
    versions = sorted(INSTALLED.glob("*/bin/initdb"), key=lambda path: float(path.parent.parent.name))
    folders = [path.parent for path in (*versions[::-1], *([Path(found).resolve()] if found else []))]
    return next((folder for folder in folders if (folder / "psql").exists()), None)


def without_postgres() -> bool:
    """Whether PostgreSQL is missing, and may be."""
    return programs() is None and not os.environ.get("REQUIRE_POSTGRES")


def needs_postgres(item: pytest.Item) -> bool:
    """Whether a test runs on PostgreSQL."""
    fixtures = {"postgres_server", "postgres_url"} & set(getattr(item, "fixturenames", ()))
    return bool(fixtures) or "postgresql" in item.name


@dataclass
class Server:
    """A running server. Its databases are made from a template that has the tables."""

    folder: Path
    programs: Path
    settings: Mapping[str, str]
    _names: Iterator[int] = field(default_factory=lambda: count(1))
    _process: "subprocess.Popen[bytes] | None" = None

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://{OWNER}@/{database}?host={quote(str(self.folder))}"

    def sql(self, *statements: str, database: str = "postgres") -> str:
        """Run statements, each in a transaction of its own; what they print, without frames."""
        wanted = [part for one in statements for part in ("-c", one)]
        command = self.programs / "psql", "-qAtX", "-h", self.folder, "-U", OWNER, "-d", database, *wanted
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def new_database(self, template: str = TEMPLATE) -> str:
        """Make a database and return its name."""
        name = f"test{next(self._names)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, name: str) -> None:
        self.sql(f"DROP DATABASE {name} WITH (FORCE)")

    def start(self, *, refuses: str = "") -> None:
        """Start it, and wait until it answers; or until it `refuses` connections with these words."""
        settings = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        command = self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder, *settings
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **unprivileged())
        while not self._answers(refuses):
            assert self._process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.02)

    def _answers(self, refuses: str) -> bool:
        try:
            return self.sql("SELECT 1") == "1"
        except subprocess.CalledProcessError as error:
            return bool(refuses) and refuses in str(error.stderr)

    def stop(self) -> None:
        """Stop it as a crash would: at once, with all connections."""
        if self._process:
            self._process.send_signal(3)
            self._process.wait()
        self._process = None


async def share_games(url: str, programs: int) -> None:
    """Wait until the games are shared out among this number of programs."""
    asked = "SELECT count(DISTINCT holder) FROM leases WHERE name LIKE 'games/%'"
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))

    async def is_shared() -> bool:
        return bool(await connection.fetchval(asked) == programs)

    try:
        await until(is_shared, "the games are not shared out")
    finally:
        await connection.close()


def unprivileged() -> dict[str, Any]:
    """How to run a program as nobody: a server refuses to run as root."""
    return {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


@contextmanager
def started_server(programs: Path, settings: Mapping[str, str] = SETTINGS) -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="postgres-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody", "nogroup")
    how = "--auth=trust", "--no-sync", "--wal-segsize=1", "--encoding=UTF8"
    other_order = "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en"  # not that of SQLite
    command = programs / "initdb", "-D", folder / "data", "-U", OWNER, *how, *other_order
    server = Server(folder, programs, settings)
    try:
        subprocess.run(command, check=True, capture_output=True, cwd="/", **unprivileged())
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """The server of this process."""
    found = programs()
    assert found, "PostgreSQL is not installed"
    with started_server(found) as server:
        server.sql(f"CREATE DATABASE {TEMPLATE}")
        make_tables(server.url(TEMPLATE))
        yield server


def make_tables(url: str) -> None:
    """Let the program make its tables, in a thread: the loop of a test may be running in this one."""

    async def opened() -> None:
        await (await Store.open(url)).close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(opened())).result()


@contextmanager
def limited_user(server: Server, url: str, connections: int) -> Iterator[str]:
    """The URL of a database for a user who owns it, and may have so many connections."""
    database = str(make_url(url).database)
    server.sql(f"CREATE ROLE limited LOGIN CONNECTION LIMIT {connections}")
    try:
        server.sql(f"ALTER DATABASE {database} OWNER TO limited", f"GRANT {OWNER} TO limited")
        server.sql("GRANT ALL ON ALL TABLES IN SCHEMA public TO limited", database=database)
        yield url.replace(f"{OWNER}@", "limited@")
    finally:
        server.sql(f"ALTER DATABASE {database} OWNER TO {OWNER}")
        server.sql("DROP OWNED BY limited", database=database)
        server.sql("DROP ROLE limited")


@pytest.fixture
def postgres_url(postgres_server: Server) -> Iterator[str]:
    """A database on PostgreSQL, with the tables and nothing in them."""
    name = postgres_server.new_database()
    yield postgres_server.url(name)
    postgres_server.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def each_database(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """A database of each kind for what has one in its folder (see tests.stores.url_in)."""
    if request.param == "postgresql":
        (tmp_path / URL_FILE).write_text(request.getfixturevalue("postgres_url"))


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/games.db"
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """A store on each kind of database."""
    async with await Store.open(database_url) as one:
        yield one


def name_in(url: str) -> str:
    return str(make_url(url).database)


async def drop_connections(server: Server, url: str) -> None:
    """End all connections to a database, as a restart of the server does."""
    await asyncio.to_thread(
        server.sql,
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name_in(url)}'",
    )
