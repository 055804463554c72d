"""What every test shares: random games that are the same games each time, a town, and a village."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram, fake_telegram
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, telegram_bot

settings.register_profile("fixed", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("fixed")


@pytest.fixture
def clock() -> FakeClock:
    """A clock that the test moves on."""
    return FakeClock()


@pytest.fixture
async def fake_guild(clock: FakeClock) -> AsyncIterator[FakeGuild]:
    """A server with a channel, in a Discord that checks whatever it is sent."""
    async with fake_discord(clock) as hall:
        yield FakeGuild(hall)


@pytest.fixture
async def server(clock: FakeClock) -> AsyncIterator[FakeTelegram]:
    """A Telegram that checks whatever it is sent."""
    async with fake_telegram(clock) as one:
        yield one


@pytest.fixture
async def bot(tmp_path: Path, server: FakeTelegram, clock: FakeClock) -> AsyncIterator[TelegramBot]:
    """The bot there, with a group."""
    async with telegram_bot(tmp_path, FakeGroup(server), clock) as one:
        yield one
