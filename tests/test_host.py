"""`stationmaster run` and `check` with tokens, in processes of their own, against fakes of both platforms."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from aiohttp import web

from bot.app import serve_until_cancelled
from bot.commands.dispatcher import Dispatcher
from bot.model.port import Platform
from bot.settings import OperatorError
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import API, FakeDiscord
from tests.fakes.discord.server import TOKEN as DISCORD
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import TOKEN, FakeTelegram, fake_telegram
from tests.fakes.wire.patience import PATIENCE, until
from tests.fakes.wire.server import free_port
from tests.scenario import FakeClock

ROOT = Path(__file__).parent.parent

ELSEWHERE = """\
import sys
from functools import partial
import discord
from yarl import URL
import bot.telegram.client, bot.telegram.platform as telegram
from bot.cli import main
discord.http.Route.BASE = sys.argv.pop(1)
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(sys.argv.pop(1))
there = {"base_url": sys.argv.pop(1), "base_file_url": sys.argv.pop(1)}
telegram.TelegramPlatform = partial(telegram.TelegramPlatform, **there)
bot.telegram.client.try_token = partial(bot.telegram.client.try_token, **there)
sys.exit(main())
"""
"""The program, connected to the fakes of Discord and Telegram."""


@pytest.fixture
async def telegram_server() -> AsyncIterator[FakeTelegram]:
    async with fake_telegram() as one:
        yield one


async def started(
    folder: Path, discord_server: FakeDiscord, telegram_server: FakeTelegram, command: str, **settings: str
) -> asyncio.subprocess.Process:
    """Start the program in a folder, with both tokens unless the settings have others."""
    tokens = {"DISCORD_TOKEN": DISCORD, "TELEGRAM_TOKEN": TOKEN, "LOCAL_PORT": "0"}
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **tokens, **settings}
    there = (
        discord_server.url + API,
        f"{discord_server.url.replace('http', 'ws')}/gateway/",
        telegram_server.base_url,
        telegram_server.base_file_url,
    )
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", ELSEWHERE, *there, command),
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def test_both_platforms_are_hosted_in_one_process_until_it_is_stopped(
    tmp_path: Path, discord_server: FakeDiscord, telegram_server: FakeTelegram
) -> None:
    anna, boris = (
        FakeGuild(discord_server).add_user("Anna"),
        FakeGroup(telegram_server).add_user("Boris", started=True),
    )
    program = await started(tmp_path, discord_server, telegram_server, "run")
    assert program.stdout is not None
    assert program.stderr is not None
    async with asyncio.timeout(PATIENCE):
        invitations = "".join([(await program.stdout.readline()).decode() for _ in range(2)])
        await telegram_server.updates.asked.wait()
        ready = (await program.stderr.readuntil(b"ready as Stationmaster, shards: 1, servers: 1\n")).decode()
    opened = await anna.runs("/game new")
    await boris.says("/newgame usa")
    await until(lambda: any("Join" in post.labels for post in boris.sees()), "no lobby")
    program.terminate()
    _, log = await asyncio.wait_for(program.communicate(), PATIENCE)
    assert program.returncode == 0
    assert opened.startswith("The lobby for Ticket to Ride: Europe, Classic is open.")
    assert f"client_id={discord_server.world.bot.id}&scope=bot+applications.commands" in invitations
    assert (
        "Telegram: add the bot to a group with https://t.me/stationmaster_bot?startgroup=new" in invitations
    )
    told = invitations + ready + log.decode()
    assert "ready as @stationmaster_bot" in told
    assert TOKEN not in told
    assert DISCORD not in told


OF_ANOTHER_BOT = "1234:of-another-bot"


@pytest.mark.parametrize(
    ("setting", "platform"), [("DISCORD_TOKEN", "Discord"), ("TELEGRAM_TOKEN", "Telegram")]
)
async def test_a_wrong_token_is_one_sentence_and_exit_code_2(
    tmp_path: Path, discord_server: FakeDiscord, telegram_server: FakeTelegram, setting: str, platform: str
) -> None:
    tokens = {"DISCORD_TOKEN": "", "TELEGRAM_TOKEN": "", setting: OF_ANOTHER_BOT}
    program = await started(tmp_path, discord_server, telegram_server, "run", **tokens)
    printed, complained = await asyncio.wait_for(program.communicate(), PATIENCE)
    assert (program.returncode, printed) == (2, b"")
    assert complained.decode() == f"{platform} does not accept the token in {setting}: copy it again.\n"


GOOD_WITHOUT_INLINE = (
    "the token is good; add the bot to a group with https://t.me/stationmaster_bot?startgroup=new; "
    "inline mode is off"
)


@pytest.mark.parametrize(
    ("setting", "token", "code", "said"),
    [
        ("DISCORD_TOKEN", DISCORD, 0, "ok     the token is good; invite the bot with https://discord.com/oauth2/"),
        ("DISCORD_TOKEN", OF_ANOTHER_BOT, 1, "WRONG  it does not accept the token"),
        ("TELEGRAM_TOKEN", TOKEN, 0, f"ok     {GOOD_WITHOUT_INLINE}"),
        ("TELEGRAM_TOKEN", OF_ANOTHER_BOT, 1, "WRONG  it does not accept the token"),
    ],
)  # fmt: skip
async def test_check_tries_the_token(
    tmp_path: Path,
    discord_server: FakeDiscord,
    telegram_server: FakeTelegram,
    setting: str,
    token: str,
    code: int,
    said: str,
) -> None:
    tokens = {"DISCORD_TOKEN": "", "TELEGRAM_TOKEN": "", setting: token}
    program = await started(tmp_path, discord_server, telegram_server, "check", **tokens)
    printed, _ = await asyncio.wait_for(program.communicate(), PATIENCE)
    assert program.returncode == code
    assert f"{setting.partition('_')[0].title():<10} {said}" in printed.decode()
    assert token not in printed.decode()


# ---- through a proxy


@asynccontextmanager
async def proxy(*servers: FakeDiscord | FakeTelegram) -> AsyncIterator[str]:
    """An HTTP proxy; from now on, only it knows where the servers are. Yields its address."""
    names = {}
    for number, server in enumerate(servers):
        names[f"server{number}.invalid"], server.url = server.url, f"http://server{number}.invalid"

    async def serve(near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        first = await near.readline()
        there = urlsplit(names[urlsplit(first.split()[1].decode()).hostname or ""])
        far, forth = await asyncio.open_connection(there.hostname, there.port)
        forth.write(first)
        await asyncio.gather(passed_on(near, forth), passed_on(far, back))

    async def passed_on(come: asyncio.StreamReader, go: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await come.read(1 << 16):
                go.write(data)
                await go.drain()
        go.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"


async def test_both_platforms_are_reached_through_one_proxy(
    tmp_path: Path, discord_server: FakeDiscord, telegram_server: FakeTelegram
) -> None:
    """Requests, the gateway of Discord, and the tokens that `check` tries."""
    servers = discord_server, telegram_server
    anna = FakeGuild(discord_server).add_user("Anna")
    boris = FakeGroup(telegram_server).add_user("Boris", started=True)
    async with proxy(*servers) as address:
        program = await started(tmp_path, *servers, "check", HTTPS_PROXY=address)
        printed, _ = await asyncio.wait_for(program.communicate(), PATIENCE)
        assert printed.decode().count("the token is good") == 2
        program = await started(tmp_path, *servers, "run", HTTPS_PROXY=address)
        try:
            async with asyncio.timeout(PATIENCE):
                await telegram_server.updates.asked.wait()
                await discord_server.gateway.until_connected()
            assert "is open" in await anna.runs("/game new")
            await boris.says("/newgame usa")
            await until(lambda: any("Join" in post.labels for post in boris.sees()), "no lobby")
        finally:
            program.terminate()
            await asyncio.wait_for(program.communicate(), PATIENCE)
        assert program.returncode == 0


@pytest.mark.parametrize("kind", ["text/html", "application/json"])
async def test_an_error_without_json_is_one_sentence_in_check(
    tmp_path: Path, discord_server: FakeDiscord, telegram_server: FakeTelegram, kind: str
) -> None:
    """Something between the bot and the platforms answers, such as a proxy that reaches nothing."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=502, body=b"<html>Bad Gateway</html>", headers={"Content-Type": kind})

    app = web.Application()
    app.router.add_route("*", "/{all:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", port := free_port())
    await site.start()
    try:
        address = f"http://127.0.0.1:{port}"
        program = await started(tmp_path, discord_server, telegram_server, "check", HTTPS_PROXY=address)
        printed, complained = await asyncio.wait_for(program.communicate(), PATIENCE)
    finally:
        await runner.cleanup()
    assert (program.returncode, complained) == (1, b"")
    lines = [line for line in printed.decode().splitlines() if line.startswith(("Discord", "Telegram"))]
    assert [line.split("(")[0].split(":")[0].strip() for line in lines] == [
        "Discord    WRONG  it cannot be reached",
        "Telegram   WRONG  it cannot be reached",
    ]


# ---- a platform that cannot be reached


@dataclass
class Far:
    """A platform that can be reached at the third attempt."""

    name: str = "far"
    tries: int = 0
    wrong: bool = False

    async def serve(self, _: object) -> None:
        self.tries += 1
        if self.wrong:
            raise OperatorError("The token of far is wrong.")
        if self.tries < 3:
            raise OSError("no line with the-token in it")
        await asyncio.Event().wait()


async def test_a_platform_that_cannot_be_reached_is_tried_again_after_longer_waits(
    caplog: pytest.LogCaptureFixture,
) -> None:
    far, clock = Far(), FakeClock()
    attending = asyncio.create_task(serve_until_cancelled(_hosted(far), _no_dispatcher(), clock))
    for seconds, tries in ((0, 1), (1, 1), (1, 2), (2, 2), (2, 3)):
        await asyncio.sleep(0.01)
        await clock.move_on(timedelta(seconds=seconds))
        await asyncio.sleep(0.01)
        assert far.tries == tries
    attending.cancel()
    assert caplog.messages == ["far cannot be reached (OSError) and will be tried again"] * 2


async def test_a_platform_that_refuses_the_bot_stops_the_program() -> None:
    with pytest.raises(OperatorError, match="The token of far is wrong"):
        await serve_until_cancelled(_hosted(Far(wrong=True)), _no_dispatcher(), FakeClock())


def _hosted(far: Far) -> Platform:
    return far  # type: ignore[return-value]


def _no_dispatcher() -> Dispatcher:
    return None  # type: ignore[return-value]
