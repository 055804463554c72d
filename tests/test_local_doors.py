"""The local chat's doors: who is let in; and that bad input, slow tabs and a stop do no harm."""

import asyncio
import json
import logging
import re
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError

from bot.platforms.local import LocalChat, PortTaken
from bot.platforms.local.platform import LONGEST_LINE, MOST_TABS
from bot.platforms.local.site import is_loopback
from bot.platforms.local.visit import A_SECOND, BURST
from tests.tabs import Echo, House, QuickClock, closed, house


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as home:
        yield home


# The page


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html"),
        ("/page.css", "text/css"),
        ("/page.js", "text/javascript"),
        ("/favicon.ico", "image/svg+xml"),
    ],
)
async def test_the_page_is_served_and_asks_for_nothing_elsewhere(home: House, path: str, kind: str) -> None:
    async with home.session.get(home.url + path) as response:
        assert response.content_type == kind
        outside = re.findall(r"https?://[\w.]+", await response.text())
        assert set(outside) <= {"http://www.w3.org"}, "the name of SVG, which nobody fetches"


async def test_all_that_the_page_asks_for_is_there(home: House) -> None:
    async with home.session.get(home.url) as response:
        asked = re.findall(r'(?:href|src)="(/[^"]+)"', await response.text())
    for script in ("/page.js", "/line.js"):
        async with home.session.get(home.url + script) as response:
            asked += [path.removeprefix(".") for path in re.findall(r'from "(.+)"', await response.text())]
    assert "/posts.js" in asked
    for path in asked:
        async with home.session.get(home.url + path) as response:
            assert response.status == 200, path


@pytest.mark.parametrize("path", ["/", "/chat", "/picture/guess.png", "/nothing"])
async def test_every_answer_forbids_what_the_page_does_not_need(home: House, path: str) -> None:
    async with home.session.get(home.url + path) as response:
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/picture/guess.png", "/picture/.png", "/../chat.py", "/chat.py", "/%2e%2e/port.py"]
)
async def test_nothing_else_is_served(home: House, path: str) -> None:
    async with home.session.get(home.url + path) as response:
        assert response.status == 404


# Who is let in


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8910", "127.0.0.1.evil.example", "10.0.0.7", "[", ""]
)
async def test_a_name_that_somebody_points_at_this_machine_is_not_answered(home: House, host: str) -> None:
    for path in ("/", "/chat"):
        async with home.session.get(home.url + path, headers={"Host": host}) as response:
            assert response.status == 403
            assert await response.text() == "This chat is for this machine only: it answers at localhost."


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:8910", "[::1]:8910"])
async def test_this_machine_has_several_names(home: House, host: str) -> None:
    async with home.session.get(home.url, headers={"Host": host}) as response:
        assert response.status == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost:1", "null", "http://[", None])
async def test_another_sites_page_opens_no_socket(home: House, origin: str | None) -> None:
    with pytest.raises(WSServerHandshakeError) as refused:
        await home.session.ws_connect(f"{home.url}/chat", origin=origin)
    assert refused.value.status == 403


@pytest.mark.parametrize(
    ("host", "only_here"),
    [
        ("127.0.0.1", True),
        ("127.4.5.6", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.0.7", False),
        ("example.org", False),
        ("", False),
    ],
)
def test_it_is_known_which_addresses_only_this_machine_reaches(host: str, only_here: bool) -> None:
    assert is_loopback(host) is only_here


async def test_there_is_an_end_to_tabs(home: House) -> None:
    tabs = [await home.knock() for _ in range(MOST_TABS)]
    with pytest.raises(WSServerHandshakeError) as refused:
        await home.knock()
    await tabs[0].socket.close()
    assert refused.value.status == 503
    await home.knock()


# Bad input


@pytest.mark.parametrize(
    "line",
    [
        "",
        "hello",
        "[]",
        "7",
        "{}",
        '{"do": "dance"}',
        '{"do": "hello"}',
        '{"do": "hello", "token": "short"}',
        '{"do": "hello", "token": 7}',
        '{"do": "enter", "channel": "table"}',
        '{"do": "enter", "channel": "table", "after": -1}',
        '{"do": "enter", "channel": "table", "after": 1e9}',
        '{"do": "enter", "channel": "table", "after": 99999999999999999999}',
        '{"do": "enter", "channel": ["table"], "after": 0}',
        '{"do": "say", "text": null}',
        '{"do": "say", "text": "half a letter: \\ud800"}',
        '{"do": "complete", "text": "/c"}',
        "[" * 5000,
        '{"do": ' * 1000,
        "9" * 5000,
        json.dumps({"do": "say", "text": "x" * 1001}),
    ],
    ids=range(21),
)
async def test_what_makes_no_sense_is_answered_in_a_sentence(
    home: House, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    ada = await home.come("Ada")
    await ada.socket.send_str(line)
    sentence = "This page is out of date. Reload it."
    assert (await ada.hear("answer"))["text"] == sentence
    assert await ada.answer("/hand") == "You said /hand"
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


async def test_bytes_are_no_words(home: House) -> None:
    ada = await home.come("Ada")
    await ada.socket.send_bytes(b"\xff\x00")
    assert "out of date" in (await ada.hear("answer"))["text"]


async def test_a_line_that_is_far_too_long_ends_that_tab_only(home: House) -> None:
    ada, bob = await home.come("Ada"), await home.come("Bob")
    await ada.socket.send_str("x" * (LONGEST_LINE + 1))
    assert await closed(ada.socket)
    assert await bob.answer("/hand") == "You said /hand"


async def test_what_the_desk_gets_wrong_is_a_sentence_for_the_person_and_a_traceback_in_the_log(
    home: House, caplog: pytest.LogCaptureFixture
) -> None:
    ada = await home.come("Ada")
    assert await ada.answer("/fail") == "Something went wrong. Please try again."
    assert "the desk fell over" in caplog.text
    assert await ada.answer("/hand") == "You said /hand"


async def test_no_secret_and_no_word_is_in_the_log(home: House, caplog: pytest.LogCaptureFixture) -> None:
    for logger in ("bot", "aiohttp"):
        caplog.set_level(logging.DEBUG, logger)
    ada = await home.come("Ada")
    await ada.say("my secret plan")
    await ada.answer("/fail")
    assert "the desk fell over" in caplog.text
    assert ada.token not in caplog.text
    assert "secret plan" not in caplog.text


# Fast tabs, slow tabs


async def test_a_tab_that_asks_too_fast_has_to_wait_and_loses_nothing(tmp_path: Path) -> None:
    clock = QuickClock()
    async with house(tmp_path, clock=clock) as home:
        ada = await home.come("Ada")
        asked = 3
        for number in range(BURST):
            await ada.ask("press", code=f"g.1.{number}")
        answers = [(await ada.hear("answer"))["text"] for _ in range(BURST)]
        assert answers == [f"You pressed g.1.{number}" for number in range(BURST)]
        assert clock.waited == [1 / A_SECOND] * asked


async def test_a_tab_that_reads_nothing_holds_nobody_up(home: House) -> None:
    ada, deaf = await home.come("Ada"), await home.come("Deaf")
    assert deaf.me
    long = "x" * 2_000_000
    for number in range(12):
        await home.post(long, f"g-{number}")
    seen = [(await ada.posts())[0]["number"] for _ in range(12)]
    assert seen == list(range(1, 13))


# Starting and stopping


async def test_a_port_that_is_taken_is_one_sentence(home: House) -> None:
    port = int(home.url.rpartition(":")[2])
    with pytest.raises(PortTaken) as taken:
        await LocalChat(home.store, QuickClock()).start(Echo(), port=port)
    sentence = f"Port {port} on 127.0.0.1 is taken: stop the program that has it, or name another port."
    assert str(taken.value) == sentence


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host"])
async def test_an_address_of_another_machine_is_one_sentence(home: House, host: str) -> None:
    with pytest.raises(PortTaken) as taken:
        await LocalChat(home.store, QuickClock()).start(Echo(), host=host, port=0)
    assert (
        str(taken.value) == f"The local chat cannot listen on {host}: name an address that this machine has."
    )


async def test_it_stops_within_two_seconds_whatever_its_tabs_are_doing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        for name in ("Ada", "Bob", "Cleo"):
            tab = await home.come(name)
            await tab.ask("press", code="g.1.hang")
        begun = time.monotonic()
        await home.chat.stop()
        assert time.monotonic() - begun < 2


async def test_a_tab_is_told_that_the_program_stops(home: House) -> None:
    ada = await home.come("Ada")
    stopping = asyncio.create_task(home.chat.stop())
    frame = await ada.socket.receive(timeout=30)
    assert (frame.type, frame.data) == (WSMsgType.CLOSE, 1012)
    await stopping


async def test_after_a_stop_the_port_is_free_at_once(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        await home.come("Ada")
        port = int(home.url.rpartition(":")[2])
        await home.chat.stop()
        again = LocalChat(home.store, QuickClock())
        assert await again.start(Echo(), port=port) == home.url
        await again.stop()


async def test_what_is_not_http_is_hung_up_on_without_a_traceback(
    home: House, caplog: pytest.LogCaptureFixture
) -> None:
    port = int(home.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"\x16\x03\x01 not http at all\r\n\r\n")
    assert b"400" in await asyncio.wait_for(reader.read(100), 5)
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
    assert "Traceback" not in caplog.text
