"""Webhooks: turns are told once, to public addresses only, and nothing that a receiver does delays a game."""

import asyncio
import hmac
import json
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientTimeout, web
from aiohttp.test_utils import TestServer

from bot.timers import webhooks
from bot.timers.webhooks import SIGNATURE, is_public, public_socket, send
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.scenario import MEMORY_CHAT, Scenario, open_scenario
from tests.webhook_receiver import URL, WebhookReceiver

pytestmark = pytest.mark.usefixtures("webhook")

Handle = Callable[[web.Request], Awaitable[web.StreamResponse]]


# ---- addresses

PRIVATE = (
    "127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "100.127.255.255", "0.0.0.0", "224.0.0.1", "239.255.255.255", "255.255.255.255",
    "240.0.0.1", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fec0::1",
    "fd12:3456::1", "ff02::1", "ff0e::1", "::ffff:127.0.0.1", "::ffff:9.9.9.9", "::ffff:a00:1",
    "64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2001:0:7f00:1::", "2001:db8::1",
    "::127.0.0.1", "0.1.2.3", "192.0.0.1", "192.0.0.9", "192.0.0.170", "192.31.196.1", "192.52.193.1",
    "192.88.99.1", "192.175.48.1", "198.51.100.1", "203.0.113.1", "233.252.0.1", "64:ff9b::808:808",
    "100::1", "100:0:0:1::1", "2001:1::1", "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1",
    "2001:20::1", "2001:30::1", "2002:909:909::1", "2620:4f:8000::1", "3fff::1", "3fff:fff:ffff::1",
    "5f00::1", "4000::1", "1fff::1",
)  # fmt: skip
"""Of each row of IANA's registries of addresses for special purposes, and of addresses that nobody has."""


@pytest.mark.parametrize("address", PRIVATE)
def test_no_other_network_is_public(address: str) -> None:
    assert not is_public(address)
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with pytest.raises(PermissionError):
        public_socket((family, socket.SOCK_STREAM, 0, "", (address, 443)))


@pytest.mark.parametrize(
    "address", ["9.9.9.9", "100.128.0.1", "172.32.0.1", "192.0.1.1", "2620:fe::fe", "2001:200::1", "3ffe::1"]
)
def test_the_internet_is_public(address: str) -> None:
    assert is_public(address)


LOOPBACK = (
    "https://127.0.0.1:{0}/",
    "https://localhost:{0}/",
    "http://[::1]:{0}/",
    "https://[::ffff:127.0.0.1]/",
)
SPELLINGS = "https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://0/", "https://017700000001/"


@asynccontextmanager
async def receiver(handle: Handle) -> AsyncIterator[TestServer]:
    app = web.Application()
    app.router.add_route("*", "/{rest:.*}", handle)
    async with TestServer(app) as server:
        yield server


@pytest.mark.parametrize("url", [*LOOPBACK, *SPELLINGS])
async def test_nothing_connects_to_this_machine_however_it_is_spelled(url: str) -> None:
    reached: list[str] = []

    async def handle(request: web.Request) -> web.Response:
        reached.append(request.path)
        return web.Response()

    async with receiver(handle) as server:
        assert await send(url.format(server.port), "key", {}) in ("refused", "broken")
    assert reached == []


async def test_a_name_that_leads_elsewhere_the_second_time_reaches_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The name is public when it is looked up first, and this machine when the connection is made."""
    reached: list[str] = []

    async def handle(request: web.Request) -> web.Response:
        reached.append(request.path)
        return web.Response()

    answers = iter(["9.9.9.9", "127.0.0.1", "127.0.0.1"])
    async with receiver(handle) as server:
        loop = asyncio.get_running_loop()

        async def rebinding(host: str, port: int, **_: object) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), server.port))]

        assert (await rebinding("x", 1))[0][4][0] == "9.9.9.9"
        monkeypatch.setattr(loop, "getaddrinfo", rebinding)
        assert await send(f"http://rebind.example.org:{server.port}/", "key", {}) == "refused"
    assert reached == []


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_INET6])
def test_an_address_of_this_machine_is_refused_also_where_it_is_public(
    family: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "is_public", lambda _: True)
    own = "127.0.0.1" if family == socket.AF_INET else "::1"
    with pytest.raises(PermissionError):
        public_socket((family, socket.SOCK_STREAM, 0, "", (own, 443)))
    elsewhere = "9.9.9.9" if family == socket.AF_INET else "2620:fe::fe"
    public_socket((family, socket.SOCK_STREAM, 0, "", (elsewhere, 443))).close()


# ---- receivers


def any_socket(found: Any) -> socket.socket:
    return socket.socket(*found[:3])


async def sent_to(handle: Handle, content: dict[str, object] | None = None) -> str:
    async with receiver(handle) as server:
        return await send(str(server.make_url("/hook")), "key", content or {}, any_socket)


async def test_a_request_is_signed_json() -> None:
    got: list[tuple[bytes, str, str]] = []

    async def handle(request: web.Request) -> web.Response:
        got.append((await request.read(), request.headers[SIGNATURE], request.method))
        return web.Response(status=204)

    assert await sent_to(handle, {"event": "turn", "next": ["Zoë"]}) == ""
    ((body, signature, method),) = got
    assert json.loads(body) == {"event": "turn", "next": ["Zoë"]}
    assert signature == "sha256=" + hmac.new(b"key", body, sha256).hexdigest()
    assert method == "POST"


async def test_a_redirect_is_not_followed() -> None:
    paths: list[str] = []

    async def handle(request: web.Request) -> web.Response:
        paths.append(request.path)
        raise web.HTTPTemporaryRedirect("/elsewhere")

    assert await sent_to(handle) == "status"
    assert paths == ["/hook"]


async def test_an_endless_body_is_not_read() -> None:
    written = 0

    async def handle(request: web.Request) -> web.StreamResponse:
        nonlocal written
        answer = web.StreamResponse()
        await answer.prepare(request)
        for _ in range(4096):
            await answer.write(b"x" * 65536)
            written += 65536
        return answer

    assert await sent_to(handle) == ""
    assert written < 64 << 20


async def test_a_receiver_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    released = asyncio.Event()

    async def handle(request: web.Request) -> web.Response:
        await released.wait()
        return web.Response()

    monkeypatch.setattr(webhooks, "_SECONDS", ClientTimeout(total=0.05))
    async with receiver(handle) as server:
        assert await send(str(server.make_url("/")), "key", {}, any_socket) == "slow"
        released.set()


# ---- a chat and its webhook


async def told(there: WebhookReceiver, count: int) -> list[dict[str, object]]:
    async def enough() -> bool:
        return len(there.got) >= count

    await until(enough, f"{there.got} is not {count} messages")
    return there.got


async def test_turns_and_the_end_are_told_once(scenario: Scenario, webhook: WebhookReceiver) -> None:
    anna = await scenario.add_admin("Anna")
    said = await anna.says(f"/webhook {URL}")
    assert said.startswith("I will send each turn of this chat’s game, and its end, to hook.example.org")
    assert "secret-path" not in said
    assert "s3cret" not in said
    first, second = await scenario.in_play("Anna", "Boris")
    names = [first.person.id.title(), second.person.id.title()]
    await told(webhook, 3)
    await first.draws()
    await told(webhook, 4)
    await scenario.settle()
    assert [one["event"] for one in webhook.got] == ["test", "turn", "turn", "turn"]
    assert webhook.urls == {URL}
    assert [one["next"] for one in webhook.got[2:]] == [[names[0]], [names[1]]]
    await anna.says("/abort yes")
    assert (await told(webhook, 5))[-1]["event"] == "end"
    match = await scenario.host.repository.read(str(webhook.got[-1]["game"]))
    assert match.game is not None
    text = json.dumps(webhook.got)
    for secret in (match.game.seed, match.roster.secret, match.roster.deck_secret, str(anna.person)):
        assert secret not in text


async def test_only_an_admin_sets_it_and_nobody_reads_it(
    scenario: Scenario, webhook: WebhookReceiver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    boris = await scenario.add_player("Boris")
    assert await boris.says(f"/webhook {URL}") == "Only an admin of this chat can do that."
    anna = await scenario.add_admin("Anna")
    assert (await anna.says("/webhook")).startswith("The turns of this chat are not sent to a web address.")
    await anna.says(f"/webhook {URL}")
    for line in ("/webhook", "/webhook test", "/webhook off", "/webhook http://hook.example.org/secret-path"):
        assert "secret-path" not in await anna.says(line)
        assert "s3cret" not in anna.heard
    assert "s3cret" not in caplog.text
    assert "secret-path" not in caplog.text
    assert await scenario.store.chats.webhooks() == {}


@pytest.mark.parametrize(
    "address",
    ["http://hook.example.org/", "https://", "https://me:pw@hook.example.org/", "ftp://x.org", "words",
     "https://[::1/", "https://x.org:99999/", f"https://x.org/{'a' * 600}"],
)  # fmt: skip
async def test_other_addresses_are_refused(
    scenario: Scenario, webhook: WebhookReceiver, address: str
) -> None:
    anna = await scenario.add_admin("Anna")
    assert (await anna.says(f"/webhook {address}")).startswith("This address cannot be used.")
    assert webhook.tries == 0


async def test_a_test_does_not_tell_whether_a_private_name_exists(
    scenario: Scenario, webhook: WebhookReceiver, caplog: pytest.LogCaptureFixture
) -> None:
    """A name of the operator's network is answered like one that leads nowhere; the log has the reason."""
    caplog.set_level("INFO")
    anna, answers = await scenario.add_admin("Anna"), set()
    for webhook.why in ("refused", "broken"):
        answers.add(await anna.says(f"/webhook {URL}"))
        assert webhook.why in caplog.text
    assert len(answers) == 1
    assert "it could not be reached, or it is not on the public internet" in answers.pop()


async def test_after_some_failures_it_is_switched_off_with_one_sentence(
    scenario: Scenario, webhook: WebhookReceiver
) -> None:
    anna = await scenario.add_admin("Anna")
    await anna.says(f"/webhook {URL}")
    webhook.why, webhook.tries = "status", 0
    first, _ = await scenario.in_play("Anna", "Boris")
    for tries, wait in enumerate(webhooks.WAITS, 1):

        async def tried(tries: int = tries) -> bool:
            known = await scenario.store.chats.webhooks()
            return known[MEMORY_CHAT].failures == tries

        await until(tried, f"no try {tries}")
        await scenario.clock.move_on(timedelta(seconds=wait))

    async def gone() -> bool:
        return not await scenario.store.chats.webhooks()

    await until(gone, "it is still there")
    await scenario.settle()

    async def said() -> bool:
        return sum("has failed 6 times and is switched off" in one for one in scenario.platform.texts) == 1

    await until(said, "nothing is said")
    assert webhook.tries == len(webhooks.WAITS) + 1
    await first.says("/draw deck")


async def test_news_do_not_hurry_the_next_try_of_an_address_that_fails(
    scenario: Scenario, webhook: WebhookReceiver
) -> None:
    anna = await scenario.add_admin("Anna")
    await anna.says(f"/webhook {URL}")
    webhook.why, webhook.tries = "status", 0
    first, _ = await scenario.in_play("Anna", "Boris")
    await until(lambda: webhook.tries == 1)
    await first.takes_turn()
    assert webhook.tries == 1
    webhook.why = ""
    await scenario.clock.move_on(timedelta(seconds=webhooks.WAITS[0]))
    assert (await told(webhook, 2))[-1]["turn"] == 2


async def test_what_was_not_told_before_a_stop_is_told_after_it(
    tmp_path: Path, webhook: WebhookReceiver
) -> None:
    platform = MemoryPlatform()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        anna = await scenario.add_admin("Anna")
        await anna.says(f"/webhook {URL}")
        webhook.why = "slow"
        await scenario.in_play("Anna", "Boris")
        clock = scenario.clock
    webhook.why = ""
    async with open_scenario(tmp_path, platform=platform, clock=clock) as scenario:
        assert (await told(webhook, 2))[1]["event"] == "turn"
        await scenario.stop()
    async with open_scenario(tmp_path, platform=platform, clock=clock) as scenario:
        await scenario.settle()
    assert len(webhook.got) == 2, "it is told once"


async def test_the_operator_can_switch_webhooks_off(tmp_path: Path, webhook: WebhookReceiver) -> None:
    async with open_scenario(tmp_path, webhooks=False) as scenario:
        anna = await scenario.add_admin("Anna")
        assert await anna.says(f"/webhook {URL}") == "The operator of this bot does not allow web addresses."
