"""Connections that waste the page's time: half requests, too many of them, and requests that are no HTTP."""

import asyncio
import io
import logging
import os
import random
import resource
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

import aiohttp
import pytest

from bot.web import hosts
from bot.web.hosts import network_of
from bot.web.server import WebLimits
from tests.fakes.wire.patience import PATIENCE
from tests.local_session import LocalSession, Tab, anyone, closed, local_session

ROOT = Path(__file__).parent.parent
HURRIED = WebLimits(header_time=0.4)


@asynccontextmanager
async def connection(home: LocalSession, first: bytes = b"") -> AsyncIterator[asyncio.StreamReader]:
    """A connection that sends something and then nothing more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", home.port)
    writer.write(first)
    try:
        yield reader
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def is_cut_off(reader: asyncio.StreamReader) -> bool:
    """Whether the page ends the connection, with or without a last word."""
    with suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            await reader.read()
    return True


async def is_served(home: LocalSession) -> bool:
    async with anyone() as session, session.get(home.url) as response:
        return response.status == 200


# Requests that never end


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-One: 1\r\nX-Two",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\nhalf of",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost",
    ],
)
async def test_half_a_request_is_cut_off(tmp_path: Path, first: bytes) -> None:
    async with local_session(tmp_path, web_limits=HURRIED) as home, connection(home, first) as reader:
        assert await is_served(home)
        assert await is_cut_off(reader)
        await home.until(lambda: home.open_connections == 0)


async def test_a_tab_may_be_quiet_for_longer_than_a_request(tmp_path: Path) -> None:
    async with local_session(tmp_path, web_limits=HURRIED) as home:
        ada = await home.join("Ada")
        await asyncio.sleep(1.0)
        assert await ada.answer("/hand") == "You said /hand"


# Too many of them


async def test_tabs_over_the_limit_are_refused_until_one_closes(tmp_path: Path) -> None:
    async with local_session(tmp_path, web_limits=WebLimits(tabs=6)) as home:
        tabs = [await home.connect() for _ in range(6)]
        async with home.session.get(f"{home.url}/chat", headers=upgrading(home)) as response:
            assert response.status == 503
        assert await is_served(home)
        await tabs[0].take_name("Ada")
        await tabs[1].socket.close()
        await home.until(lambda: home.chat._server.sockets < len(tabs))
        await (await home.connect()).take_name("Bob")


async def test_tabs_that_open_at_the_same_time_keep_to_the_limit(tmp_path: Path) -> None:
    limits = WebLimits(tabs=3)
    async with local_session(tmp_path, web_limits=limits) as home:
        opened = await asyncio.gather(*(home.connect() for _ in range(20)), return_exceptions=True)
        assert sum(isinstance(one, Tab) for one in opened) == 3


def upgrading(home: LocalSession) -> dict[str, str]:
    return {
        "Origin": home.url,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "A" * 22 + "==",
    }


async def test_one_address_cannot_open_all_tabs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    monkeypatch.setattr(hosts, "network_of", str)  # as if 127.0.0.x were other machines
    async with (
        local_session(tmp_path, web_limits=WebLimits(per_address=5)) as home,
        AsyncExitStack() as stack,
    ):

        async def open_tab(address: str) -> int:
            """Open a tab from an address. Returns the status of the response."""
            session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=(address, 0)))
            await stack.enter_async_context(session)
            try:
                opened.append(await session.ws_connect(f"{home.url}/chat", origin=home.url))
            except aiohttp.WSServerHandshakeError as refused:
                return refused.status
            return 101

        assert [await open_tab("127.0.0.2") for _ in range(7)] == [101] * 5 + [429] * 2
        assert await open_tab("127.0.0.3") == 101


def test_the_addresses_of_one_household_count_together() -> None:
    for address in ("127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"):
        assert network_of(address) == "", address
    assert network_of("192.0.2.7") == network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64"
    assert network_of("fe80::1%eth0") == "fe80::/64"


@contextmanager
def file_descriptors(limit: int) -> Iterator[None]:
    """Let this process open no file descriptor from `limit` on."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def test_a_system_without_file_descriptors_is_one_line_a_minute_in_the_log(
    home: LocalSession, log: io.StringIO
) -> None:
    waiting = [socket.socket() for _ in range(50)]
    with file_descriptors(max(one.fileno() for one in waiting) + 1):
        for one in waiting:
            one.setblocking(False)
            await asyncio.get_running_loop().sock_connect(one, ("127.0.0.1", home.port))
        await home.until(lambda: bool(log.getvalue()))
        await asyncio.sleep(0.3)
    (line,) = log.getvalue().splitlines()
    assert line.startswith("asyncio: socket.accept() out of system resource: OSError")
    assert await is_served(home)
    for one in waiting:
        one.close()


async def test_a_program_serves_while_it_is_flooded_with_connections(tmp_path: Path) -> None:
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "play", "--no-open", "--port", "0"),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (200, 4096)),
    )
    try:
        assert program.stdout is not None
        said = (await asyncio.wait_for(program.stdout.readline(), PATIENCE)).decode()
        await flood(next(word for word in said.split() if word.startswith("http")))
    finally:
        program.terminate()
        _, complaints = await asyncio.wait_for(program.communicate(), PATIENCE)
    warnings = [line for line in complaints.splitlines() if b" INFO " not in line]
    assert (program.returncode, warnings) == (0, [])


async def flood(url: str) -> None:
    """Open many connections, then use the page and its database."""
    async with anyone() as session, AsyncExitStack() as stack:
        for _ in range(1500):
            _, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
            stack.callback(writer.close)
        async with session.get(url) as response:
            assert response.status == 200
        tab = Tab(await session.ws_connect(f"{url}/chat", origin=url), "t" * 43)
        await tab.ask("hello", token=tab.token)
        await tab.take_name("Ada")
        await tab.enter()
        await tab.say("Is the database there?")
        assert [post["text"] for post in await tab.posts()] == ["Is the database there?"]
        await tab.socket.close()


# Requests that are no HTTP


async def test_malformed_requests_leave_one_line_in_the_log(tmp_path: Path, log: io.StringIO) -> None:
    chance = random.Random(7)
    async with local_session(tmp_path) as home:
        port = home.port
        for number in range(300):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(malformed(number, chance))
            if writer.can_write_eof():
                writer.write_eof()
            with suppress(ConnectionError):
                await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
        assert await is_served(home)
    assert log.getvalue() == "a request that is not valid HTTP was refused\n"


def malformed(number: int, chance: random.Random) -> bytes:
    """Something that is nearly a request, or not at all."""
    key = b"GET /chat HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
    whole = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    place = chance.randrange(len(whole))
    kinds = (
        chance.randbytes(200),
        whole[:place] + chance.randbytes(3) + whole[place:],
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET " + b"/x" * 20_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 20_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5_000 + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope",
        b"G\x00T / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /%zz%00 HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        b"GET http://[::1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET //../..// HTTP/1.1\r\nHost: [\r\n\r\n",
        key + b"Connection: Upgrade\r\nSec-WebSocket-Version: 99\r\n\r\n",
        key + b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: no\r\n\r\n",
        key + b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: chat\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + chance.randbytes(100),
        b"GET / HTTP/1.1\nHost: localhost\n\n" * 3,
    )
    return kinds[number % len(kinds)]


# Frames that are no requests


@pytest.mark.parametrize(
    "frame",
    [
        b"\xc1\x85\0\0\0\0hello",  # compressed, although that was not agreed
        b"\x83\x80\0\0\0\0",  # of no known kind
        b"\x89\xfe\x01\x00\0\0\0\0" + bytes(256),  # a ping that is too long
        b"\x80\x80\0\0\0\0",  # goes on with nothing
        b"\x81\xff" + b"\x7f" * 8 + bytes(4),  # longer than all memory
        b"\x81\x84\0\0\0\0\xff\xfe\xfd\xfc",  # not UTF-8
    ],
    ids=range(6),
)
async def test_a_frame_that_is_none_closes_only_that_tab(
    tmp_path: Path, frame: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with local_session(tmp_path) as home:
        ada, bob = await home.join("Ada"), await home.join("Bob")
        transport = ada.socket._response.connection.transport  # type: ignore[union-attr]
        assert transport is not None
        transport.write(frame)
        assert await closed(ada.socket)
        assert await bob.answer("/hand") == "You said /hand"
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
