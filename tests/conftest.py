"""What all tests share: fixed seeds, fakes of the platforms, a check for leaks, and `--shuffle SEED`."""

import gc
import inspect
import io
import logging
import os
import random
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from hypothesis import settings

from bot.discord.commands import CommandTree, slash_commands, translated
from bot.operate.logs import log_filters
from bot.settings import Settings
from bot.timers import webhooks
from tests.discord_bot import DiscordBot, DiscordSession, discord_bot, discord_session
from tests.engines import SharedStatements
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import FakeDiscord, fake_discord
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram, fake_telegram
from tests.fakes.wire.patience import PATIENCE
from tests.leaks import ProcessState, left_open, no_pending_tasks, open_connections
from tests.local_session import LocalSession, local_session
from tests.postgres import (  # noqa: F401 - fixtures
    database_url,
    each_database,
    needs_postgres,
    postgres_server,
    postgres_url,
    store,
    without_postgres,
)
from tests.scenario import FakeClock, Scenario, open_scenario
from tests.short_boards import write_short_boards
from tests.telegram_bot import TelegramBot, telegram_bot
from tests.webhook_receiver import WebhookReceiver

if TYPE_CHECKING:
    from playwright.async_api import Browser

gc.set_threshold(50_000, 20, 50)  # each test makes and drops a whole bot: collect its garbage less often
FIXED: dict[str, Any] = {"derandomize": True, "deadline": None, "print_blob": True}
settings.register_profile("suite", max_examples=40, **FIXED)
settings.register_profile("soak", max_examples=1000, **FIXED)
os.environ["TURN_CLOCK"] = "none"  # tests move their clocks by days; those of turn clocks choose one


MEMORY = Path("/dev/shm")
ROOM = 2**30


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples a property has. Keep the folders of tests in memory where there is room."""
    settings.load_profile("soak" if config.getoption("--soak") else "suite")
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="also run what `make soak` runs")
    parser.addoption("--shuffle", metavar="SEED", help="run files, and the tests of each, in a random order")


def pytest_collection_finish() -> None:
    """Exclude everything that is loaded by now from later garbage collections: it stays in memory anyway."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put first what waits long, or shuffle. The tests of a file stay together.

    What is marked `soak` is left out, unless it is asked for; so is what needs a missing PostgreSQL.
    """
    if not config.getoption("--soak"):
        _leave_out(config, items, lambda item: item.get_closest_marker("soak") is not None)
    if without_postgres():
        _leave_out(config, items, needs_postgres)
    seed = config.getoption("--shuffle")
    if seed is None:
        items.sort(key=lambda item: item.get_closest_marker("waits") is None)
        return
    chance = random.Random(seed)
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    groups = list(files.values())
    chance.shuffle(groups)
    for group in groups:
        chance.shuffle(group)
    items[:] = [item for group in groups for item in group]


def _leave_out(
    config: pytest.Config, items: list[pytest.Item], is_left_out: Callable[[pytest.Item], bool]
) -> None:
    left_out = [item for item in items if is_left_out(item)]
    items[:] = [item for item in items if not is_left_out(item)]
    config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what could not be tested."""
    if without_postgres():
        terminalreporter.write_line("PostgreSQL is not installed: the tests that need it were skipped.")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Remember the state of the process before each test."""
    item.stash[PROCESS_STATE] = ProcessState()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """Fail the test that leaves the process changed, not the one after it."""
    result = yield
    assert item.stash[PROCESS_STATE].changes() == [], "changed and not restored"
    return result


PROCESS_STATE = pytest.StashKey[ProcessState]()


@pytest.fixture(autouse=True)
def _no_leaks(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test that leaves a task or a database connection behind."""
    if not inspect.iscoroutinefunction(getattr(request, "function", None)):
        yield
        return
    before = open_connections()
    request.getfixturevalue("_no_pending_tasks")
    yield
    assert left_open(before) == [], "database connections are left open"


@pytest.fixture
async def _no_pending_tasks() -> AsyncIterator[None]:
    async with no_pending_tasks():
        yield


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn off time limits that a busy machine could exceed. Tests of such limits set their own."""
    monkeypatch.setattr("bot.discord.answers.READY", PATIENCE)
    monkeypatch.setattr("bot.discord.answers.DRAWING", PATIENCE)
    monkeypatch.setattr("bot.discord.handlers._SUGGESTING", PATIENCE)
    monkeypatch.setattr("bot.discord.platform._CLOSING", 10)
    monkeypatch.setattr("bot.telegram.client._SHUTDOWN", 10)


@pytest.fixture(autouse=True)
def _same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in each run of a test: a failure can be repeated."""
    draws = random.Random(request.node.nodeid)
    monkeypatch.setattr("bot.randomness.secrets", SimpleNamespace(token_bytes=draws.randbytes))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a database, which is not there yet."""
    return tmp_path / "games.db"


@pytest.fixture
def url(path: Path) -> str:
    """The address of that file."""
    return f"sqlite:///{path}"


@pytest.fixture
def newcomers() -> None:
    """Nobody has played before the test: people get the hints of a first game."""


@pytest.fixture(autouse=True)
def _experienced(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody has finished a game before the test, except in tests about `newcomers`."""
    if "newcomers" in request.fixturenames:
        return

    async def has_played(_: object, person: object) -> bool:
        return True

    monkeypatch.setattr("bot.store.people.PersonStore.has_played", has_played)


@pytest.fixture(autouse=True)
def _compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the stores of a process share compiled statements, and the bots Discord's commands."""
    monkeypatch.setattr("bot.store.sqlite.create_engine", SHARED_STATEMENTS.create_engine)
    monkeypatch.setattr("bot.store.postgres.create_async_engine", SHARED_STATEMENTS.create_async_engine)
    monkeypatch.setattr("bot.store.migrations.make_tables", SHARED_STATEMENTS.make_tables)
    monkeypatch.setattr("bot.discord.commands.translated", translated_once)
    monkeypatch.setattr("bot.discord.commands.slash_commands", lambda: SLASH_COMMANDS)


SHARED_STATEMENTS = SharedStatements()
SLASH_COMMANDS = [*slash_commands()]
TRANSLATED: list[dict[str, Any]] = []


async def translated_once(tree: CommandTree) -> list[dict[str, Any]]:
    """Translating the commands into each of Discord's languages takes longer than the rest of a start."""
    if not TRANSLATED:
        TRANSLATED.extend(await translated(tree))
    return TRANSLATED


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The warnings and errors that the program would write to standard error."""
    handler = logging.StreamHandler(io.StringIO())
    handler.setLevel(logging.WARNING)
    for one in log_filters(()):
        handler.addFilter(one)
    logging.getLogger().addHandler(handler)
    yield handler.stream
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def clock() -> FakeClock:
    """A clock that the test moves on."""
    return FakeClock()


@pytest.fixture
def webhook(monkeypatch: pytest.MonkeyPatch) -> WebhookReceiver:
    """What all web addresses lead to."""
    receiver = WebhookReceiver()
    monkeypatch.setattr(webhooks, "send", receiver)
    return receiver


@pytest.fixture
async def scenario(
    request: pytest.FixtureRequest, tmp_path: Path, clock: FakeClock
) -> AsyncIterator[Scenario]:
    """A bot in memory, with the settings that the mark `scenario` of the test or its module has."""
    mark = request.node.get_closest_marker("scenario")
    async with open_scenario(tmp_path, clock=clock, **(mark.kwargs if mark else {})) as one:
        yield one


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator["Browser"]:
    """A Chromium that the tests of a process share."""
    from tests.pages import chromium

    async with chromium() as one:
        yield one


@pytest.fixture
async def discord_server(clock: FakeClock) -> AsyncIterator[FakeDiscord]:
    """A Discord that checks every request."""
    async with fake_discord(clock) as one:
        yield one


@pytest.fixture
def fake_guild(discord_server: FakeDiscord) -> FakeGuild:
    """A server there, with a channel."""
    return FakeGuild(discord_server)


@pytest.fixture
async def club(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> AsyncIterator[DiscordBot]:
    """The bot in that server."""
    async with discord_bot(tmp_path, fake_guild, clock) as one:
        yield one


@pytest.fixture
async def session(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> AsyncIterator[DiscordSession]:
    """The same, with people who ask the dispatcher."""
    async with discord_session(tmp_path, fake_guild, clock) as one:
        yield one


@pytest.fixture
async def server(clock: FakeClock) -> AsyncIterator[FakeTelegram]:
    """A Telegram that checks every request."""
    async with fake_telegram(clock) as one:
        yield one


@pytest.fixture
def inline_mode(server: FakeTelegram) -> None:
    """The operator has switched on inline mode there, and its feedback."""
    server.endpoints.inline = True


@pytest.fixture
def fake_group(server: FakeTelegram) -> FakeGroup:
    """A group there."""
    return FakeGroup(server)


@pytest.fixture
async def bot(tmp_path: Path, fake_group: FakeGroup, clock: FakeClock) -> AsyncIterator[TelegramBot]:
    """The bot in that group."""
    async with telegram_bot(tmp_path, fake_group, clock) as one:
        yield one


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[LocalSession]:
    """The local chat, with a dispatcher that echoes."""
    async with local_session(tmp_path) as one:
        yield one


@pytest.fixture
def short_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards with few trains, next to the usual ones: `shorteurope` and `shortusa`."""
    folder = write_short_boards(tmp_path, "shorteurope", "shortusa")
    monkeypatch.setattr("tests.scenario.Settings", lambda **about: Settings(**about | {"boards": folder}))
