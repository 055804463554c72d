"""What every test shares: random games that are the same games each time, a town, and a village."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.fakes.discord.guild import Town
from tests.fakes.discord.server import guildhall
from tests.fakes.telegram.group import Green
from tests.fakes.telegram.server import Village, village
from tests.scenario import FakeClock
from tests.telegram_bot import Halt, halt

settings.register_profile("fixed", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("fixed")


@pytest.fixture
def clock() -> FakeClock:
    """A clock that the test moves on."""
    return FakeClock()


@pytest.fixture
async def town(clock: FakeClock) -> AsyncIterator[Town]:
    """A server with a channel, in a Discord that checks whatever it is sent."""
    async with guildhall(clock) as hall:
        yield Town(hall)


@pytest.fixture
async def place(clock: FakeClock) -> AsyncIterator[Village]:
    """A Telegram that checks whatever it is sent."""
    async with village(clock) as one:
        yield one


@pytest.fixture
async def bot(tmp_path: Path, place: Village, clock: FakeClock) -> AsyncIterator[Halt]:
    """The bot there, with a group."""
    async with halt(tmp_path, Green(place), clock) as one:
        yield one
