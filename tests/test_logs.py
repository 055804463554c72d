"""The log: a line for what goes wrong in a library, no token, and no line for each of many equal failures."""

import io
import logging
from pathlib import Path

import pytest
from aiohttp import ClientError
from telegram.error import BadRequest, NetworkError, TimedOut

from bot.operate.logs import log_filters
from bot.store import StoreError
from tests.discord_bot import discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.scenario import FakeClock

TOKEN = "123456:ABC-def_GHI"


@pytest.fixture
def stream() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def handler(stream: io.StringIO) -> logging.Handler:
    """A handler as the program sets it up."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    for one in log_filters([TOKEN, ""]):
        handler.addFilter(one)
    return handler


def failure(error: Exception, cause: Exception | None = None) -> Exception:
    """An error that has been raised, as an `except` clause gets it."""
    try:
        raise error from cause
    except Exception as raised:  # noqa: BLE001 - it was made for that
        return raised


def record(
    name: str,
    text: str,
    *values: object,
    error: Exception | None = None,
    at: float = 0,
    level: int = logging.ERROR,
) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord(name, level, "library.py", 1, text, values, info)
    made.created = at
    return made


def test_an_error_of_a_library_is_one_line_without_its_text(
    handler: logging.Handler, stream: io.StringIO
) -> None:
    error = failure(ConnectionError("hand: KKL"), OSError("no route"))
    handler.handle(record("discord.client", "Attempting a reconnect in %.2fs", 1.5, error=error))
    line = stream.getvalue()
    assert line.startswith(
        "ERROR discord.client: Attempting a reconnect in 1.50s: ConnectionError in test_logs.py"
    )
    assert (line.count("\n"), "KKL" in line, "Traceback" in line) == (1, False, False)


def test_a_long_message_of_a_library_is_its_first_line(handler: logging.Handler, stream: io.StringIO) -> None:
    handler.handle(record("asyncio", "Task exception was never retrieved\nfuture: <Task exception='KKL'>"))
    assert stream.getvalue() == "ERROR asyncio: Task exception was never retrieved\n"


@pytest.mark.parametrize("error", [ValueError("never raised"), None])
def test_an_error_that_was_never_raised_is_one_line_too(
    error: Exception | None, handler: logging.Handler, stream: io.StringIO
) -> None:
    handler.handle(record("telegram.ext", "It failed", error=error))
    assert stream.getvalue() == f"ERROR telegram.ext: It failed{': ValueError' if error else ''}\n"


def test_a_token_is_hidden_everywhere(handler: logging.Handler, stream: io.StringIO) -> None:
    address = f"https://api.telegram.org/bot{TOKEN}/getMe"
    handler.handle(record("httpx", "GET %s", address))
    handler.handle(record("bot.app", "cannot reach %s", address))
    handler.handle(record("bot.app", "failed", error=failure(ValueError(address))))
    assert TOKEN not in stream.getvalue()
    assert stream.getvalue().count("bot***/getMe") == 3


def test_a_fault_of_the_program_keeps_its_traceback(handler: logging.Handler, stream: io.StringIO) -> None:
    handler.handle(record("bot.web.session", "a request of a tab failed", error=failure(KeyError("x"))))
    assert "Traceback" in stream.getvalue()


def test_a_failure_of_the_disk_is_one_line(handler: logging.Handler, stream: io.StringIO) -> None:
    error = failure(StoreError("The disk is full: nothing can be written."), OSError("28"))
    handler.handle(record("bot.web.session", "a request of a tab failed", error=error))
    assert stream.getvalue() == "ERROR a request of a tab failed: The disk is full: nothing can be written.\n"


@pytest.mark.parametrize(
    "error", [TimedOut(), NetworkError("reset"), TimeoutError(), ConnectionResetError(), ClientError()]
)
def test_a_connection_that_fails_is_one_line(
    handler: logging.Handler, stream: io.StringIO, error: Exception
) -> None:
    handler.handle(record("bot.web", "an update failed", error=failure(error, OSError("28"))))
    (line,) = stream.getvalue().splitlines()
    assert line.startswith(f"ERROR an update failed: {type(error).__name__} in test_logs.py, line ")


def test_a_request_that_is_refused_keeps_its_traceback(handler: logging.Handler, stream: io.StringIO) -> None:
    handler.handle(record("bot.web", "an update failed", error=failure(BadRequest("no text"), OSError())))
    assert "Traceback" in stream.getvalue()


def test_equal_failures_are_logged_once_a_minute_with_their_number(
    handler: logging.Handler, stream: io.StringIO
) -> None:
    for second in range(150):
        handler.handle(record("bot.outbox", "nothing was written: %s", "full", at=1000.0 + second))
    again = "ERROR nothing was written: full (59 times more since it was last logged)"
    assert stream.getvalue().splitlines() == ["ERROR nothing was written: full", again, again]


def test_other_failures_and_what_is_no_failure_are_all_logged(
    handler: logging.Handler, stream: io.StringIO
) -> None:
    for game in ("abc", "def"):
        handler.handle(record("bot.outbox", "game %s failed", game))
    for _ in range(3):
        handler.handle(record("bot.matches", "game abc: joined", level=logging.INFO))
    assert len(stream.getvalue().splitlines()) == 5


async def test_a_lost_connection_to_discord_is_one_line(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock, handler: logging.Handler, stream: io.StringIO
) -> None:
    logging.getLogger().addHandler(handler)
    try:
        async with discord_bot(tmp_path, fake_guild, clock):
            fake_guild.server.gateway.refuses = 1
            await fake_guild.server.gateway.cut()
            await fake_guild.server.gateway.until_connected()
    finally:
        logging.getLogger().removeHandler(handler)
    (line,) = [line for line in stream.getvalue().splitlines() if "Attempting a reconnect" in line]
    assert line.startswith("ERROR discord.")
    assert "Traceback" not in stream.getvalue()
