"""Time, as the bot is told it: tests hold a clock of their own."""

import asyncio
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time, and waits."""

    def now(self) -> datetime:
        """The present moment, in UTC."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait so long."""
        ...


class WallClock:
    """The time that the machine tells."""

    def now(self) -> datetime:
        """The present moment, in UTC."""
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        """Wait so long."""
        await asyncio.sleep(seconds)
