"""A full disk: people read that nothing was saved, and the log has a line and not a traceback each time."""

import asyncio
import io
import re
import resource
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.discord_bot import discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.world import Post
from tests.fakes.wire.patience import until
from tests.local_session import Tab, anyone
from tests.programs import page_program
from tests.scenario import FakeClock
from tests.stores import full_disk
from tests.telegram_bot import TelegramBot

REFUSED = "I could not save that, so nothing was changed. The operator of this bot has been informed."
FILE_SIZE = 700_000
"""Bytes of the largest file that a program with a full disk may write."""


def assert_short(log: str) -> None:
    """The log says what is wrong, each thing once, and shows no traceback."""
    assert "Traceback" not in log
    lines = [line for line in log.splitlines() if "The disk fails" in line]
    assert 0 < len(lines) == len(set(lines)) < 8, log


async def test_on_discord(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock, log: io.StringIO) -> None:
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        anna, _ = await bot.in_play("Anna", "Boris")
        stranger = fake_guild.add_user("Carla")
        with full_disk():
            for _ in range(20):
                assert await anna.user.runs("/draw", card="deck") == REFUSED
                assert await anna.user.runs("/settings", confirm=False) == REFUSED
            assert "Points so far" in await stranger.runs("/scores")
    assert_short(log.getvalue())


async def test_on_telegram(bot: TelegramBot, server: FakeTelegram, log: io.StringIO) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    (stranger,) = await bot.add_players("Carla")
    with full_disk():
        for number in range(20):
            await anna.user.tells("/draw deck" if number % 2 else "/settings confirm off")
            await until(lambda number=number: answers(anna.user.dms, REFUSED) > number, "no answer")
        await anna.user.says("/draw deck")
        await until(lambda: anna.user.dms[-1].text == REFUSED, "no answer")
        await stranger.user.tells("/start")
        await until(lambda: bool(stranger.user.dms), "no answer")
    assert_short(log.getvalue())


def answers(posts: list[Post], text: str) -> int:
    return [post.text for post in posts].count(text)


# ---- the page, in its own process, with a real limit of the system


@pytest.fixture
def program(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))

    with page_program(tmp_path, "--port", "0", preexec_fn=limited) as program:
        yield program


async def test_on_the_page(program: subprocess.Popen[str]) -> None:
    assert program.stdout is not None
    url = re.findall(r"http://\S+", program.stdout.readline())[0].rstrip("/")
    async with anyone() as session:
        tab = Tab(await session.ws_connect(f"{url}/chat", origin=url), "t" * 40)
        await tab.ask("hello", token=tab.token)
        await (await tab.take_name("Anna")).enter()
        refused = 0
        while refused < 8:
            await tab.say("a line of talk " * 60)
            (*_, heard) = await tab.receive_until("posts", "answer")
            refused += heard.get("text") == REFUSED
        assert await tab.answer("/new") == REFUSED
    program.send_signal(signal.SIGTERM)
    _, log = await asyncio.to_thread(program.communicate)
    assert "Traceback" not in log
    assert log.count("stationmaster.db") <= 3, log
