"""What every test shares: random games that are the same games each time, and a town in a Discord."""

from collections.abc import AsyncIterator

import pytest
from hypothesis import settings

from tests.evening import HeldClock
from tests.guildhall.server import guildhall
from tests.guildhall.town import Town

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
