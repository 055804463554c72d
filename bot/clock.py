"""Time. Tests use a clock of their own."""

import asyncio
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Gives the current time, and waits."""

    def now(self) -> datetime:
        """The current time, in UTC."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait this many seconds."""
        ...


class WallClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """The current time, in UTC."""
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        """Wait this many seconds."""
        await asyncio.sleep(seconds)
