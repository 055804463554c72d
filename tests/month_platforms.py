"""The platforms of the simulated month: of a hundred calls one fails, and what was sent survives a kill."""

import asyncio
import json
import os
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import TypeVar

from bench.bare_platform import BarePlatform
from bot.clock import Clock
from bot.model.identity import Destination
from bot.model.message import Message
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.local.platform import LocalPlatform
from bot.platforms.port import NotSent, PostKey
from bot.platforms.telegram.platform import TelegramPlatform
from tests.crash_weeks import Sent
from tests.memory_platform import _identity

LIMITS = {
    "discord": DiscordPlatform.limits,
    "telegram": TelegramPlatform.limits,
    "local": LocalPlatform.limits,
}
FAILS = 0.01
"""The share of calls that fail."""

FAULTS = "429", "5xx", "dropped", "slow", "answered after taking effect"
SLOW = 0.3
"""Seconds that a slow call takes."""

_REMEMBERS = timedelta(days=1)
"""For how long a platform that recognizes repeats does so at most."""

_Result = TypeVar("_Result")


class FailingPlatform(BarePlatform):
    """A platform with the limits of a real one. Processes share what it was sent: files, one for a day."""

    def __init__(self, name: str, folder: Path, clock: Clock, chance: Random) -> None:
        super().__init__(name, LIMITS[name])
        self._folder = folder
        self._clock = clock
        self._chance = chance
        self._known: dict[tuple[str, str], tuple[datetime, str]] = {}
        """When each message of the last day was sent, and its id."""
        self._read: dict[Path, int] = {}
        """How much of each file was read."""
        self._numbers = count(1)

    async def send(self, to: Destination, message: Message, key: PostKey, *, silent: bool) -> str:
        return await self._call(lambda: self._send(to, message, key, silent=silent))

    async def edit(self, to: Destination, id: str, message: Message, key: PostKey) -> bool:
        return await self._call(lambda: self._edit(to, id, key))

    async def find_sent(self, to: Destination, key: PostKey) -> str | None:
        return await self._call(lambda: self._found(to, key, _REMEMBERS))

    async def _call(self, work: Callable[[], _Result]) -> _Result:
        """Do the work of a call, unless it is one that fails."""
        await asyncio.sleep(0)
        fault = self._chance.choice(FAULTS) if self._chance.random() < FAILS else None
        if fault is None:
            return work()
        with (self._folder / "faults").open("ab", buffering=0) as file:
            file.write(f"{fault}\n".encode())
        match fault:
            case "429":
                raise NotSent
            case "5xx" | "dropped":
                raise ConnectionError(fault)
            case "slow":
                await asyncio.sleep(SLOW)
                return work()
        work()
        raise TimeoutError(fault)

    def _send(self, to: Destination, message: Message, key: PostKey, *, silent: bool) -> str:
        found = self._found(to, key, self.limits.repeats_safely_for)
        if found:
            return found
        id = f"{os.getpid()}-{next(self._numbers)}-{key}"
        people = [] if silent else [str(person) for person in message.mentioned]
        row: Sent = {
            "to": str(to),
            "id": id,
            "identity": _identity(key),
            "topic": str(key.topic),
            "key": str(key),
        }
        self._write(row | {"notified": people})
        return id

    def _edit(self, to: Destination, id: str, key: PostKey) -> bool:
        self._write({"to": str(to), "id": id, "identity": "", "topic": "", "key": str(key), "notified": []})
        return True

    def _write(self, row: Sent) -> None:
        at = self._clock.now()
        with self._file(at).open("ab", buffering=0) as file:
            file.write(json.dumps(row | {"at": at.isoformat()}).encode() + b"\n")

    def _found(self, to: Destination, key: PostKey, within: timedelta) -> str | None:
        """The id of a message that was sent within this time."""
        self._read_on()
        at, id = self._known.get((str(to), _identity(key)), (None, None))
        return id if at and self._clock.now() - at < within else None

    def _file(self, at: datetime) -> Path:
        return self._folder / f"{at:%Y-%m-%d}.{self.name}.sent"

    def _read_on(self) -> None:
        """Read what was sent since the last time, by other processes too."""
        now = self._clock.now()
        files = self._file(now - _REMEMBERS), self._file(now)
        self._read = {path: self._read.get(path, 0) for path in files}
        self._known = {key: one for key, one in self._known.items() if now - one[0] < _REMEMBERS}
        for path in files:
            lines, self._read[path] = _lines(path, self._read[path])
            for row in map(json.loads, lines):  # edits have no identity
                self._known[row["to"], row["identity"]] = datetime.fromisoformat(row["at"]), row["id"]


def _lines(path: Path, begin: int) -> tuple[list[bytes], int]:
    """The whole lines of a file from a place on, and the place after them."""
    if not path.exists():
        return [], begin
    with path.open("rb") as file:
        file.seek(begin)
        *lines, rest = file.read().split(b"\n")
        return lines, file.tell() - len(rest)


def sent_in(folder: Path) -> Iterator[Sent]:
    """All messages that the platforms were sent, and the edits, which have no identity."""
    for path in sorted(folder.glob("*.sent")):
        yield from map(json.loads, _lines(path, 0)[0])
