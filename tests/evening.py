"""An evening in a chat: the real desk, announcer and store, with people who type and a hall that listens."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.announcing import stretches
from bot.entropy import Entropy
from bot.identity import Chat, Person
from bot.message import Message
from bot.program import Table
from bot.settings import Settings
from bot.store import Profile, Store

HALL = Chat("hall", "table")


class HeldClock:
    """A clock that stands still until it is moved on."""

    def __init__(self) -> None:
        self._now = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
        self._sleepers: list[tuple[datetime, asyncio.Event]] = []

    def now(self) -> datetime:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken = asyncio.Event()
        self._sleepers.append((self._now + timedelta(seconds=seconds), woken))
        await woken.wait()

    async def move_on(self, by: timedelta) -> None:
        self._now += by
        due = [sleeper for sleeper in self._sleepers if sleeper[0] <= self._now]
        self._sleepers = [sleeper for sleeper in self._sleepers if sleeper not in due]
        for _, woken in due:
            woken.set()
        await asyncio.sleep(0)


@dataclass
class Hall:
    """A platform that keeps what was said: the port, and nothing behind it."""

    name: str = "hall"
    posts: list[Message] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    told: dict[Person, list[Message]] = field(default_factory=dict)
    admins: set[Person] = field(default_factory=set)

    async def post(self, chat: Chat, message: Message, key: str) -> None:
        if key not in self.keys:
            self.keys.add(key)
            self.posts.append(message)

    async def tell(self, person: Person, message: Message, key: str) -> None:
        self.told.setdefault(person, []).append(message)

    async def rules_here(self, person: Person, chat: Chat) -> bool:
        return person in self.admins

    @property
    def text(self) -> str:
        return "\n\n".join(post.text for post in self.posts)


def counted(start: int = 1) -> Callable[[int], bytes]:
    """Entropy that a test can foresee: every draw is another number."""
    numbers = iter(range(start, 1 << 30))
    return lambda size: next(numbers).to_bytes(4, "big").rjust(size, b"\x00")[-size:]


class Evening:
    """A table in a hall, and the people at it."""

    def __init__(self, store: Store, hall: Hall, clock: HeldClock, draw: Callable[[int], bytes]) -> None:
        settings = Settings(_env_file=None, computer_delay=0)  # type: ignore[call-arg]
        self.store = store
        self.hall = hall
        self.clock = clock
        self.table = Table(store, settings, clock, Entropy(draw))
        self.table.seat_platform(hall)

    async def arrive(self, name: str) -> Person:
        person = Person("hall", name.lower())
        await self.store.save_person(Profile(person, name))
        return person

    async def say(self, person: Person, text: str, chat: Chat = HALL) -> Message:
        return await self.table.desk.say(person, chat, text)

    async def press(self, person: Person, code: str, chat: Chat = HALL) -> Message:
        return await self.table.desk.press(person, chat, code)

    async def settle(self) -> None:
        """Wait until computers and announcer have nothing left to do."""
        for _ in range(2000):
            await asyncio.sleep(0.005)
            if await self._quiet():
                return
        raise AssertionError("the table does not come to rest")

    async def _quiet(self) -> bool:
        game = await self.store.game_in(HALL)
        if game is None:
            return True
        match = await self.table.games.read(game)
        if any(match.roster.sitters[seat].by_computer for seat in match.waiting_for):
            return False
        marks = await self.store.bookmarks(game)
        steps = await self.table.games.steps(game, min(marks.values(), default=0))
        told = marks.get(HALL, 0)
        waiting = stretches([step for step in steps if step.after.seq > told])
        return not waiting


@asynccontextmanager
async def evening(
    folder: Path,
    *,
    hall: Hall | None = None,
    clock: HeldClock | None = None,
    draw: Callable[[int], bytes] | None = None,
) -> AsyncIterator[Evening]:
    """Open the table on the database in a folder, as a program that has just been started does."""
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'evening.db'}") as store:
        one = Evening(store, hall or Hall(), clock or HeldClock(), draw or counted())
        running = asyncio.create_task(one.table.run())
        try:
            yield one
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
