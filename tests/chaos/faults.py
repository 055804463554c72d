"""What goes wrong in a run: calls of the platforms that fail, and programs that die in a write."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from random import Random
from signal import SIGKILL
from typing import Any

from bot.store.database import Database
from tests.fakes.wire.faults import Fault, Faults, Lost

FAILS = 0.01
"""The share of calls that fail, and of connections that break."""

FAULTS = {
    "429": {"retry_after": 1},
    "5xx": {"status": 502},
    "dropped": {"lost": Lost.REQUEST},
    "slow": {"lost": Lost.SLOWLY, "seconds": 0.3},
    "answered after taking effect": {"lost": Lost.RESPONSE},
}
DISCORD_WAITS = 0.05
"""Seconds that Discord asks to wait: its library does so by the clock of the machine."""


class RandomFaults(Faults):
    """Of a hundred calls one fails, in a random way. `counted` are those that have happened, by name."""

    def __init__(self, chance: Random, counted: Counter[str]) -> None:
        super().__init__()
        self._chance = chance
        self._counted = counted
        self.by_chat = Counter[object]()
        """How many calls about each chat have failed."""

    def next_for(self, endpoint: str, chat: object = None) -> Fault | None:
        """The fault of this request, if any."""
        if self._chance.random() >= FAILS:
            return None
        name = self._chance.choice(tuple(FAULTS))
        self._counted[name] += 1
        self.by_chat[chat] += 1
        return Fault(endpoint, **FAULTS[name])  # type: ignore[arg-type]


class DiscordFaults(RandomFaults):
    """Those of Discord."""

    def next_for(self, endpoint: str, chat: object = None) -> Fault | None:
        """The fault of this request, if any. It says to wait for a moment only."""
        fault = super().next_for(endpoint, chat)
        return replace(fault, retry_after=DISCORD_WAITS) if fault and fault.retry_after else fault


@contextmanager
def death_in_write(number: int, *, committed: bool, by: str = "") -> Iterator[None]:
    """Kill this process with -9 in a write from now on, before it is committed, or directly after that.

    Only writes of the function with the qualified name `by` are counted, if it is given.
    """
    numbers, original = count(1), Database.write

    async def counted(self: Database, work: Callable[..., Any], *given: Any) -> Any:
        if not work.__qualname__.startswith(by) or next(numbers) != number:
            return await original(self, work, *given)

        def last(*given: Any) -> None:
            work(*given)
            os.kill(os.getpid(), SIGKILL)

        if not committed:
            return await original(self, last, *given)
        try:
            return await original(self, work, *given)
        finally:
            os.kill(os.getpid(), SIGKILL)

    Database.write = counted  # type: ignore[method-assign]
    try:
        yield
    finally:
        Database.write = original  # type: ignore[method-assign]
