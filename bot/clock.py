"""Time. Tests use a clock of their own."""

import asyncio
from datetime import UTC, datetime


class Clock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """The current time, in UTC."""
        return datetime.now(UTC)

    async def sleep(self, seconds: float) -> None:
        """Wait this many seconds."""
        await asyncio.sleep(seconds)
