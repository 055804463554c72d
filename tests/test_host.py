"""`stationmaster run` and `check` with a token, in their own processes, against a fake Discord."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app import serve_until_cancelled
from bot.commands.dispatcher import Dispatcher
from bot.model.port import Platform
from bot.settings import OperatorError
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import API, TOKEN, FakeDiscord, fake_discord
from tests.fakes.wire.patience import PATIENCE
from tests.scenario import FakeClock

ROOT = Path(__file__).parent.parent

ELSEWHERE = """\
import sys
import discord
from yarl import URL
from bot.cli import main
discord.http.Route.BASE = sys.argv.pop(1)
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(sys.argv.pop(1))
sys.exit(main())
"""
"""The program, connected to the fake Discord."""


@pytest.fixture
async def server() -> AsyncIterator[FakeDiscord]:
    async with fake_discord(FakeClock()) as one:
        yield one


async def started(folder: Path, server: FakeDiscord, command: str, token: str) -> asyncio.subprocess.Process:
    """Start the program in a folder, with a token."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": token, "LOCAL_PORT": "0"}
    places = server.url + API, f"{server.url.replace('http', 'ws')}/gateway/"
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", ELSEWHERE, *places, command),
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def test_run_prints_the_invitation_answers_commands_and_stops(
    tmp_path: Path, server: FakeDiscord
) -> None:
    anna = FakeGuild(server).add_user("Anna")
    program = await started(tmp_path, server, "run", TOKEN)
    assert program.stdout is not None
    assert program.stderr is not None
    async with asyncio.timeout(PATIENCE):
        invitation = (await program.stdout.readline()).decode()
        log = (await program.stderr.readuntil(b"ready as Stationmaster, shards: 1, servers: 1\n")).decode()
    opened = await anna.runs("/game new")
    program.terminate()
    _, last = await asyncio.wait_for(program.communicate(), PATIENCE)
    assert program.returncode == 0
    assert f"client_id={server.world.bot.id}&scope=bot+applications.commands" in invitation
    assert opened.startswith("The lobby for Ticket to Ride: Europe, Classic is open.")
    assert TOKEN not in invitation + log + last.decode()


async def test_a_wrong_token_is_one_sentence_and_exit_code_2(tmp_path: Path, server: FakeDiscord) -> None:
    program = await started(tmp_path, server, "run", "of-another-bot")
    printed, complained = await asyncio.wait_for(program.communicate(), PATIENCE)
    assert (program.returncode, printed) == (2, b"")
    assert complained.decode() == "Discord does not accept the token in DISCORD_TOKEN: copy it again.\n"


@pytest.mark.parametrize(
    ("token", "code", "said"),
    [(TOKEN, 0, "Discord    ok     the token is good; invite the bot with https://discord.com/oauth2/"),
     ("of-another-bot", 1, "Discord    WRONG  it does not accept the token")],
)  # fmt: skip
async def test_check_tests_the_token(
    tmp_path: Path, server: FakeDiscord, token: str, code: int, said: str
) -> None:
    program = await started(tmp_path, server, "check", token)
    printed, _ = await asyncio.wait_for(program.communicate(), PATIENCE)
    assert program.returncode == code
    assert said in printed.decode()
    assert token not in printed.decode()


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
