"""A bot that does not run for hours from time to time, and is started again."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

from bot.app import Host
from bot.model.port import Platform

_EVERY = 5.0
"""Days between two outages, on average."""

_LASTS, _SPREAD = 1.5, 1.0
"""Hours of half of the outages at most; the spread (sigma) of their logarithms."""

_TRIES_AGAIN = 2.0
"""Hours after an outage in which all those try again who found the bot down."""


class RestartedBot:
    """Runs hosts of one platform, one after the other. Each reads from the store what was before it.

    `follow` runs next to each host.
    """

    def __init__(
        self,
        new_host: Callable[[], Host],
        platform: Platform,
        follow: Callable[[Host], Coroutine[Any, Any, None]],
        chance: random.Random,
    ) -> None:
        self._new_host = new_host
        self._follow = follow
        self._platform = platform
        self._chance = chance
        self._runs = asyncio.Event()
        self.host = self._started()

    async def run(self) -> None:
        """Run the bot, with outages, until cancelled."""
        while True:
            running = asyncio.create_task(self._run(self.host))
            self._runs.set()
            try:
                lasts = self._chance.expovariate(1 / _EVERY) * 86400
                await asyncio.wait({running}, timeout=lasts)
            finally:
                self._runs.clear()
                running.cancel()
                await asyncio.wait({running})
            if not running.cancelled():
                running.result()
            await asyncio.sleep(_LASTS * 3600 * self._chance.lognormvariate(0, _SPREAD))
            self.host = self._started()

    async def _run(self, host: Host) -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(host.run())
            tasks.create_task(self._follow(host))

    async def reached(self, chance: random.Random) -> Host:
        """The host that runs. Who finds the bot down tries again some time after it has come back."""
        while not self._runs.is_set():
            await self._runs.wait()
            await asyncio.sleep(chance.uniform(60, _TRIES_AGAIN * 3600))
        return self.host

    def _started(self) -> Host:
        host = self._new_host()
        host.add_platform(self._platform)
        return host
