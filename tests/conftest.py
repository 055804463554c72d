"""What every test shares: random games that are the same games each time, a town, and a village."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.evening import HeldClock
from tests.guildhall.server import guildhall
from tests.guildhall.town import Town
from tests.halt import Halt, halt
from tests.village.green import Green
from tests.village.server import Village, village

settings.register_profile("fixed", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("fixed")


@pytest.fixture
def clock() -> HeldClock:
    """A clock that the test moves on."""
    return HeldClock()


@pytest.fixture
async def town(clock: HeldClock) -> AsyncIterator[Town]:
    """A server with a channel, in a Discord that checks whatever it is sent."""
    async with guildhall(clock) as hall:
        yield Town(hall)


@pytest.fixture
async def place(clock: HeldClock) -> AsyncIterator[Village]:
    """A Telegram that checks whatever it is sent."""
    async with village(clock) as one:
        yield one


@pytest.fixture
async def bot(tmp_path: Path, place: Village, clock: HeldClock) -> AsyncIterator[Halt]:
    """The bot there, with a group."""
    async with halt(tmp_path, Green(place), clock) as one:
        yield one
