"""The board behind proxies: limits count the address of each visitor, which no visitor can choose."""

import asyncio
import io
from pathlib import Path

import pytest
from aiohttp import WSServerHandshakeError

from bot.configured_platforms import apps_of, platforms_of
from bot.settings import Settings
from bot.web.hosts import network_behind
from bot.web.server import WebLimits
from tests.board_apps import boards, init_data, mini_app
from tests.fakes.telegram.server import TOKEN
from tests.fakes.wire.patience import until
from tests.local_session import local_session
from tests.telegram_bot import TelegramBot

OWN, OTHER = "198.51.100.7", "203.0.113.9"

BEHIND = WebLimits(proxies=1, per_address=3, header_time=300)


@pytest.mark.parametrize(
    ("peer", "said", "proxies", "network"),
    [
        pytest.param("127.0.0.1", [OWN], 0, "", id="no proxy is trusted"),
        pytest.param("192.0.2.1", [OWN], 0, "192.0.2.1", id="no proxy is trusted, from elsewhere"),
        pytest.param("127.0.0.1", [OWN], 1, OWN, id="the proxy's word"),
        pytest.param("::ffff:172.18.0.2", [OWN], 1, OWN, id="a proxy in a private network"),
        pytest.param("8.8.8.8", [OWN], 1, "8.8.8.8", id="a stranger's word, past the proxy"),
        pytest.param("127.0.0.1", [f"{OTHER}, {OWN}"], 1, OWN, id="a forged address before it"),
        pytest.param("127.0.0.1", [OTHER, OWN], 1, OWN, id="a forged header before it"),
        pytest.param("127.0.0.1", [f"127.0.0.1, {OWN}"], 1, OWN, id="forged as this machine"),
        pytest.param("127.0.0.1", [f"{OTHER}, {OWN}, 10.0.0.1"], 2, OWN, id="two proxies"),
        pytest.param("127.0.0.1", [OWN], 2, OWN, id="past the outer one of two proxies"),
        pytest.param("127.0.0.1", ["2001:db8:1:2:3::4"], 1, "2001:db8:1:2::/64", id="an IPv6 household"),
        pytest.param("127.0.0.1", [], 1, "", id="from this machine itself"),
        pytest.param("127.0.0.1", ["unknown"], 1, "unreadable", id="a proxy that hides addresses"),
        pytest.param("127.0.0.1", [""], 1, "unreadable", id="an empty word"),
        pytest.param("127.0.0.1", [f"{OWN}, \u00e9"], 1, "unreadable", id="no address"),
    ],
)
def test_a_request_comes_from_where_the_trusted_proxies_say(
    peer: str, said: list[str], proxies: int, network: str
) -> None:
    assert network_behind(peer, said, proxies) == network


async def test_one_visitor_behind_a_proxy_cannot_take_all_sockets(bot: TelegramBot, log: io.StringIO) -> None:
    async with boards(bot, [mini_app(bot)], BEHIND) as site:
        for number in range(3):
            await site.connect("", f"10.0.0.{number}, {OWN}")
        for forged in ((OWN,), (OTHER, OWN), (f"127.0.0.1,{OWN}",)):
            with pytest.raises(WSServerHandshakeError) as refused:
                await site.connect("", *forged)
            assert refused.value.status == 429
        assert not (await site.connect("", OTHER)).socket.closed
        async with site.session.get(f"{site.url}/", headers={"X-Forwarded-For": OWN}) as answer:
            assert answer.status == 429
        assert "one address has too many requests" in log.getvalue()
        assert OWN not in log.getvalue()


async def test_a_person_who_is_known_does_not_count_among_the_strangers_of_an_address(
    bot: TelegramBot,
) -> None:
    """Everybody in Discord comes from the few addresses of its proxy."""
    people = await bot.add_players("Anna", "Boris", "Clara", "Dora")
    async with boards(bot, [mini_app(bot)], BEHIND) as site:
        for person in people:
            tab = await site.connect("", OWN)
            await tab.ask("hello", platform="telegram", proof=init_data(person.user.account, bot.clock.now()))
            await tab.receive("welcome")
        strangers = [await site.connect("", OWN) for _ in range(3)]
        with pytest.raises(WSServerHandshakeError):
            await site.connect("", OWN)
        await strangers[0].socket.close()
        await until(lambda: len(site.server.sessions) == 6, "a closed board is not forgotten")
        await site.connect("", OWN)


async def test_the_header_counts_for_nothing_without_a_trusted_proxy(bot: TelegramBot) -> None:
    async with boards(bot, [mini_app(bot)], WebLimits(per_address=3)) as site:
        tabs = await asyncio.gather(*(site.connect("", OWN) for _ in range(6)))
        assert not any(tab.socket.closed for tab in tabs)


async def test_the_local_page_counts_the_visitors_behind_its_proxy(tmp_path: Path) -> None:
    async with local_session(tmp_path, web_limits=WebLimits(proxies=1, per_address=1)) as home:
        said = {"X-Forwarded-For": OWN}
        async with (
            home.session.ws_connect(f"{home.url}/chat", origin=home.url, headers=said),
            home.session.get(home.url, headers=said) as refused,
            home.session.get(home.url, headers={"X-Forwarded-For": OTHER}) as other,
            home.session.get(home.url) as own,
        ):
            assert (refused.status, other.status, own.status) == (429, 200, 200)
        await home.until(lambda: home.chat._server.sockets == 0)
        async with home.session.get(home.url, headers=said) as again:
            assert again.status == 200


async def test_the_setting_reaches_the_board(bot: TelegramBot) -> None:
    given = {"telegram_token": TOKEN, "app_address": "https://games.example.org", "trusted_proxies": 2}
    settings = Settings(_env_file=None, **given)  # type: ignore[call-arg, arg-type]
    hosted = platforms_of(settings, bot.clock, bot.host.leases, "")
    [served] = apps_of(settings, hosted, bot.host.repository)
    assert served.limits.proxies == 2
