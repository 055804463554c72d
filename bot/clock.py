"""Time. Tests use a clock of their own."""

import asyncio
import time
from datetime import UTC, datetime

_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Of Linux: it goes on while the machine sleeps."""


class Clock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """The current time, in UTC."""
        return datetime.now(UTC)

    def steady(self) -> float:
        """Seconds since some moment. Nobody can set them back or forward."""
        return time.clock_gettime(_STEADY)

    async def sleep(self, seconds: float) -> None:
        """Wait this many seconds."""
        await asyncio.sleep(seconds)
