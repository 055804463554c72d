"""Security of the local chat: who may connect, and that bad input, slow tabs and a stop do no harm."""

import asyncio
import json
import logging
import re
from pathlib import Path
from typing import cast, get_args

import pytest
from aiohttp import WSCloseCode, WSMsgType, WSServerHandshakeError

from bot.commands.dispatcher import Dispatcher
from bot.settings import OperatorError
from bot.store import Store
from bot.web import site as web_app
from bot.web.hosts import is_loopback, is_own_name
from bot.web.page_files import version_of_page
from bot.web.platform import LocalPlatform
from bot.web.protocol import PageRequest, TabRequest
from bot.web.server import LONGEST_LINE
from bot.web.session import A_SECOND, BURST
from bot.web.site import OUTDATED
from tests.fakes.wire.patience import PATIENCE
from tests.local_session import EchoDispatcher, LocalSession, QuickClock, anyone, local_session

# The page


async def test_the_page_loads_nothing_from_other_sites(home: LocalSession) -> None:
    kinds = {"/": "text/html", "/styles.css": "text/css", "/page.js": "text/javascript"}
    for path, kind in {**kinds, "/favicon.ico": "image/svg+xml"}.items():
        async with home.session.get(home.url + path) as response:
            assert response.content_type == kind
            outside = re.findall(r"https?://[\w.]+", await response.text())
            assert set(outside) <= {"http://www.w3.org"}, "the name of SVG, which nobody fetches"


async def test_every_file_that_the_page_needs_is_served(home: LocalSession) -> None:
    async with home.session.get(home.url) as response:
        asked = re.findall(r'(?:href|src)="(/[^"]+)"', await response.text())
    scripts = [path for path in asked if path.endswith(".js")]
    for script in scripts:
        async with home.session.get(home.url + script) as response:
            folder, text = script.rpartition("/")[0], await response.text()
        asked += [folder + path.removeprefix(".") for path in re.findall(r'from "(.+)"', text)]
    names = {"page.js", "start.js", "styles.css", "favicon.ico", "icon-192.png", "manifest.webmanifest"}
    assert {path.rpartition("/")[2] for path in asked} == names
    for path in sorted({*asked}):
        async with home.session.get(home.url + path) as response:
            assert response.status == 200, path


async def test_a_browser_asks_once_for_the_files_of_a_version_and_each_hour_for_the_page(
    home: LocalSession,
) -> None:
    async with home.session.get(home.url) as response:
        assert response.headers["Cache-Control"] == "private, max-age=3600"
        asked = re.findall(r'(?:href|src)="(/[^"]+\.(?:js|css))"', await response.text())
    folder = asked[0].rpartition("/")[0]
    assert {path.rpartition("/")[0] for path in asked} == {folder}
    for path in (*asked, f"{folder}/words/ru.json"):
        async with home.session.get(home.url + path) as response:
            assert "immutable" in response.headers["Cache-Control"], path
    for path in ("/page.js", "/files/of-yesterday/page.js", "/files/of-yesterday/words/en.json"):
        async with home.session.get(home.url + path) as response:
            assert (response.status, response.headers["Cache-Control"]) == (200, "no-cache"), path


async def test_the_socket_of_a_page_of_another_version_is_closed(home: LocalSession) -> None:
    """A browser keeps the page for an hour: what it shows must not be drawn by old scripts."""
    for asked, closed in (("?version=of-yesterday", True), (f"?version={version_of_page()}", False)):
        socket = await home.session.ws_connect(f"{home.url}/chat{asked}", origin=home.url)
        await socket.send_json({"do": "hello", "token": "t" * 32})
        await socket.receive()
        assert socket.close_code == (OUTDATED if closed else None)
        await socket.close()


@pytest.mark.parametrize("path", ["/", "/chat", "/picture/guess.png", "/nothing"])
async def test_every_response_has_the_security_headers(home: LocalSession, path: str) -> None:
    async with home.session.get(home.url + path) as response:
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/picture/guess.png", "/picture/.png", "/../chat.py", "/chat.py", "/%2e%2e/port.py"]
)
async def test_nothing_else_is_served(home: LocalSession, path: str) -> None:
    async with home.session.get(home.url + path) as response:
        assert response.status == 404


# Who is let in


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8910", "127.0.0.1.evil.example", "10.0.0.7", "[", ""]
)
async def test_a_foreign_host_name_for_this_machine_is_refused(home: LocalSession, host: str) -> None:
    for path in ("/", "/chat"):
        async with home.session.get(home.url + path, headers={"Host": host}) as response:
            assert response.status == 403
            assert (await response.text()).startswith("This chat answers at localhost")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "127.0.0.1:8910", "[::1]:8910"])
async def test_every_name_of_this_machine_is_accepted(home: LocalSession, host: str) -> None:
    async with home.session.get(home.url, headers={"Host": host}) as response:
        assert response.status == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "http://localhost:1", "null", "http://[", None])
async def test_the_page_of_another_site_cannot_open_a_socket(home: LocalSession, origin: str | None) -> None:
    with pytest.raises(WSServerHandshakeError) as refused:
        await home.session.ws_connect(f"{home.url}/chat", origin=origin)
    assert refused.value.status == 403


def test_loopback_addresses_are_recognized() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.4.5.6", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.0.7", "example.org", "")))


def test_a_page_answers_to_local_names_and_those_in_its_settings() -> None:
    def is_own(name: str, host: str = "0.0.0.0") -> bool:
        return is_own_name(name, host, ["play.example.org"])

    for name in (
        "192.168.0.7",
        "fd00::7",
        "localhost",
        "desk",
        "desk.local",
        "Desk.LAN.",
        "play.example.org",
    ):
        assert is_own(name), name
    for name in ("evil.example", "play.example.org.evil.example", "local.evil.example", ""):
        assert not is_own(name), name
    assert is_own("play.example.org", "127.0.0.1"), "behind a proxy on this machine"
    assert not is_own("desk", "127.0.0.1")


async def test_a_page_for_the_network_refuses_the_name_of_another_site(tmp_path: Path) -> None:
    """Else that site's page could use it through the browser of somebody in the network (DNS rebinding)."""
    async with await Store.open(f"sqlite:///{tmp_path / 'house.db'}") as store, anyone() as session:
        chat = LocalPlatform(store, QuickClock(), "0.0.0.0", 0, names=["play.example.org"])
        url = (await chat.start(cast(Dispatcher, EchoDispatcher()))).replace("0.0.0.0", "127.0.0.1")
        for host, status in (("evil.example", 403), ("play.example.org", 200), ("127.0.0.1", 200)):
            async with session.get(url, headers={"Host": host}) as response:
                assert response.status == status, host
        evil = {"Host": "evil.example"}
        with pytest.raises(WSServerHandshakeError) as refused:
            await session.ws_connect(f"{url}/chat", origin="http://evil.example", headers=evil)
        assert refused.value.status == 403
        await chat.stop()


# Bad input


UNREADABLE = r"""
hello
[]
7
{}
{"do": "dance"}
{"do": "hello"}
{"do": "hello", "token": "short"}
{"do": "hello", "token": 7}
{"do": "enter", "channel": "table"}
{"do": "enter", "channel": "table", "after": -1}
{"do": "enter", "channel": "table", "after": 1e9}
{"do": "enter", "channel": "table", "after": 99999999999999999999}
{"do": "enter", "channel": ["table"], "after": 0}
{"do": "say", "text": null}
{"do": "say", "text": "half a letter: \ud800"}
{"do": "complete", "text": "/c"}"""


async def test_an_unreadable_request_is_answered_with_a_sentence(
    home: LocalSession, caplog: pytest.LogCaptureFixture
) -> None:
    long = "[" * 5000, '{"do": ' * 1000, "9" * 5000, json.dumps({"do": "say", "text": "x" * 1001})
    ada = await home.join("Ada")
    for line in (*UNREADABLE.splitlines(), *long):
        await ada.socket.send_str(line)
        answer = await ada.receive("answer")
        assert answer["text"] == "This page is out of date. Reload it.", line[:50]
    assert await ada.answer("/hand") == "You said /hand"
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


async def test_a_frame_has_at_most_as_many_bytes_as_the_protocol_says(home: LocalSession) -> None:
    protocol = Path(web_app.__file__).with_name("PROTOCOL.md").read_text("utf-8")
    assert f"at most {LONGEST_LINE:,} bytes in a\nframe, and a longer frame closes the socket" in protocol
    ada, bob = await home.join("Ada"), await home.join("Bob")
    await ada.socket.send_str(request_of(LONGEST_LINE))
    assert (await ada.receive("completions"))["id"] == 7
    await ada.socket.send_str(request_of(LONGEST_LINE + 1))
    frame = await ada.socket.receive(timeout=PATIENCE)
    assert (frame.type, frame.data) == (WSMsgType.CLOSE, WSCloseCode.MESSAGE_TOO_BIG)
    assert await bob.answer("/hand") == "You said /hand"


def request_of(size: int) -> str:
    """A request of this many bytes, in fewer letters."""
    request = json.dumps({"do": "complete", "text": "/" + "\u0436" * 900, "id": 7}, ensure_ascii=False)
    return request + " " * (size - len(request.encode()))


async def test_an_error_is_a_sentence_for_the_person_and_a_traceback_in_the_log(
    home: LocalSession, caplog: pytest.LogCaptureFixture
) -> None:
    ada = await home.join("Ada")
    assert await ada.answer("/fail") == (
        "Something went wrong, and the operator of this bot can see the error. "
        "Nothing is lost: use /hand to continue."
    )
    assert "the dispatcher failed" in caplog.text
    assert await ada.answer("/hand") == "You said /hand"


async def test_the_log_has_no_tokens_and_no_talk(
    home: LocalSession, caplog: pytest.LogCaptureFixture
) -> None:
    for logger in ("bot", "aiohttp"):
        caplog.set_level(logging.DEBUG, logger)
    ada = await home.join("Ada")
    await ada.say("my secret plan")
    await ada.answer("/fail")
    assert "the dispatcher failed" in caplog.text
    assert ada.token not in caplog.text
    assert "secret plan" not in caplog.text


# Fast tabs, slow tabs


async def test_requests_over_the_limit_are_delayed_and_none_is_lost(tmp_path: Path) -> None:
    clock = QuickClock()
    async with local_session(tmp_path, clock=clock) as home:
        ada = await home.join("Ada")
        asked = 3
        for number in range(BURST):
            await ada.ask("press", code=f"g.1.{number}")
        answers = [(await ada.receive("answer"))["text"] for _ in range(BURST)]
        assert answers == [f"You pressed g.1.{number}" for number in range(BURST)]
        assert clock.waited == [1 / A_SECOND] * asked


async def test_frames_are_never_compressed(home: LocalSession) -> None:
    """So that a short frame cannot become a long one."""
    socket = await home.session.ws_connect(f"{home.url}/chat", origin=home.url, compress=15)
    assert socket.compress == 0
    await socket.close()


# Starting and stopping


async def test_a_port_in_use_gives_one_sentence(home: LocalSession) -> None:
    port = int(home.url.rpartition(":")[2])
    with pytest.raises(OperatorError) as taken:
        await LocalPlatform(home.store, QuickClock(), port=port).start(cast(Dispatcher, EchoDispatcher()))
    sentence = f"Port {port} on 127.0.0.1 is taken: stop the program that has it, or name another port."
    assert str(taken.value) == sentence


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host"])
async def test_an_address_of_another_machine_gives_one_sentence(home: LocalSession, host: str) -> None:
    with pytest.raises(OperatorError) as taken:
        await LocalPlatform(home.store, QuickClock(), host, 0).start(cast(Dispatcher, EchoDispatcher()))
    assert (
        str(taken.value) == f"The local chat cannot listen on {host}: name an address that this machine has."
    )


async def test_it_stops_while_tabs_wait(home: LocalSession) -> None:
    for name in ("Ada", "Bob", "Cleo"):
        tab = await home.join(name)
        await tab.ask("press", code="g.1.hang")
    async with asyncio.timeout(PATIENCE):
        await home.chat.stop()


async def test_a_tab_is_told_that_the_program_stops(home: LocalSession) -> None:
    ada = await home.join("Ada")
    stopping = asyncio.create_task(home.chat.stop())
    frame = await ada.socket.receive(timeout=PATIENCE)
    assert (frame.type, frame.data) == (WSMsgType.CLOSE, 1012)
    await stopping


async def test_after_a_stop_the_port_is_free_at_once(home: LocalSession) -> None:
    await home.join("Ada")
    port = int(home.url.rpartition(":")[2])
    await home.chat.stop()
    again = LocalPlatform(home.store, QuickClock(), port=port)
    assert await again.start(cast(Dispatcher, EchoDispatcher())) == home.url
    await again.stop()


@pytest.mark.parametrize("kind", get_args(TabRequest))
def test_the_protocol_describes_every_request_and_its_keys(kind: type[PageRequest]) -> None:
    page = Path(web_app.__file__).with_name("PROTOCOL.md").read_text("utf-8")
    rows = [row for row in page.splitlines() if f"`{kind.__struct_config__.tag}`" in row.split(" | ")[0]]
    assert set(kind.__struct_fields__) <= set(re.findall(r"`(\w+)`", "".join(rows)))
