"""Time. Tests use a clock of their own."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_STEADY = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Of Linux: it goes on while the machine sleeps."""

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
"""Of Linux: it names the time from one start of the machine to the next."""


class Clock:
    """The clock of the machine, as it is set."""

    def now(self) -> datetime:
        """The current time, in UTC."""
        return datetime.now(UTC)

    def steady(self) -> float:
        """Seconds since some moment. Nobody can set them back or forward."""
        return time.clock_gettime(_STEADY)

    async def sleep(self, seconds: float) -> None:
        """Wait this many seconds."""
        await asyncio.sleep(seconds)

    async def look(self) -> datetime:
        """What the clock shows that counts; `now` follows it from the next `set` on."""
        return self.now()

    def set(self, to: datetime) -> None:
        """Let `now` go on from a moment."""

    def boot(self) -> tuple[str, datetime]:
        """The name of the time since the machine was started, and what this clock would have shown then.

        The moment stays the same until the clock is set, also in other programs if the name is the same.
        """
        return "", _EPOCH


class SteadyClock(Clock):
    """Keeps running evenly when somebody sets the machine's clock.

    The clock that counts is that of the machine; or the one that `ask` tells, where machines share the work.
    """

    def __init__(self, ask: Callable[[], Awaitable[datetime]] | None = None) -> None:
        self._ask = ask
        is_known = _BOOT_ID.exists() and not ask
        self._boot = _BOOT_ID.read_text().strip() if is_known else uuid4().hex
        self.set(self.machine())

    def machine(self) -> datetime:
        """What the clock of the machine shows."""
        return datetime.now(UTC)

    def now(self) -> datetime:
        return self._started + timedelta(seconds=self.steady())

    async def look(self) -> datetime:
        return await self._ask() if self._ask else self.machine()

    def set(self, to: datetime) -> None:
        self._started = to - timedelta(seconds=self.steady())

    def boot(self) -> tuple[str, datetime]:
        return self._boot, self._started
