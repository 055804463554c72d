"""How long tests wait: for conditions, never for a fixed time."""

import asyncio
from collections.abc import Callable

PATIENCE = 60.0
"""Seconds of wall time after which a test gives up, also on a busy machine."""


class NoAnswer(AssertionError):
    """The bot did not respond."""


async def until(come: Callable[[], object], what: str = "it does not come") -> None:
    """Wait for a condition. Raises NoAnswer with `what` after a minute."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not come():  # noqa: ASYNC110 - the bot does it, elsewhere
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise NoAnswer(what) from None
