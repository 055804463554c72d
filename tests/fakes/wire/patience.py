"""How long tests wait: for conditions, never for a fixed time."""

import asyncio
from collections.abc import Awaitable, Callable

PATIENCE = 180.0
"""Seconds of wall time after which a test gives up, also on a busy machine."""


class NoAnswer(AssertionError):
    """The bot did not respond."""


async def until(come: Callable[[], object | Awaitable[object]], what: str = "it does not come") -> None:
    """Wait for a condition, which may be awaitable. Raises NoAnswer with `what` after PATIENCE."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not await _found(come):  # noqa: ASYNC110 - the bot does it, elsewhere
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise NoAnswer(what) from None


async def _found(come: Callable[[], object | Awaitable[object]]) -> object:
    found = come()
    return await found if isinstance(found, Awaitable) else found
