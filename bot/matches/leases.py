"""Leases: of several processes that share a database, each does its part of what only one may do.

Each game belongs to one of BUCKETS parts, and each part has a lease. Its holder posts about the games in it,
writes to their players, meets their deadlines and moves their computers. Any process may answer a person.
Games are shared out, and not chats: what is said in one chat of a game depends on what was said in others.

A process claims its leases again every few seconds (see bot.store.leases). One that could not do so in time
stops speaking before another may take over: it measures from the moment before it asked, by a clock that
nobody sets, and leaves a margin. What it has begun it finishes before it gives a lease back.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import groupby
from zlib import crc32

from bot.clock import Clock
from bot.randomness import new_code, system_bytes
from bot.store import Store, StoreError
from bot.store.leases import PROCESS
from bot.tasks import KeyedTasks, fault

LASTS = 12.0
"""Seconds that a lease runs without being renewed."""

EVERY = 3.0
"""Seconds between two renewals; a third of it after one that failed. A lease of a killed process has a new
holder within LASTS + EVERY: 15.
"""

MARGIN = 3.0
"""Seconds before the end in which nothing is begun: what has been begun has to arrive."""

BUCKETS = 16
"""Parts of the games. More processes than that have nothing to say."""

CLOCK, LOGS, RETENTION, WEBHOOKS, DIGESTS = "clock", "logs", "retention", "webhooks", "digests"
"""Leases of work that only one of all processes does. Versions of revision 0024 have a lease `beats`, as they
note the time elsewhere: one process of each side does so during an upgrade.
"""

_LOOK_EVERY = 1.0
"""Seconds within which a lease that has run out is noticed."""

log = logging.getLogger(__name__)


class Leases:
    """What this process may do. It may do everything if no other process can have the database.

    `now` takes the place of the database's clock in tests.
    """

    def __init__(self, store: Store, clock: Clock, now: Callable[[], float | None] = lambda: None) -> None:
        self.is_shared = store.database.is_shared
        self.holder = new_code(system_bytes) if self.is_shared else ""
        self._store = store
        self._clock = clock
        self._now = now
        self._wanted = [CLOCK, LOGS, RETENTION, WEBHOOKS, DIGESTS]
        self._wanted += [f"games/{number}" for number in range(BUCKETS)]
        self._until: dict[str, float] = {}
        """By lease of this process, when it stops using it, by its steady clock."""
        self._leaving: set[str] = set()
        """Leases that are given back when what uses them has ended."""
        self._users = Counter[str]()
        self._held: set[str] = set()
        """The leases under which something may begin, as those who wait were told."""
        self._gained: list[asyncio.Queue[str]] = []
        self._changed = asyncio.Event()
        self._is_retired = False

    # ---- what this process may do

    def holds(self, name: str) -> bool:
        """Whether this process may begin something that only the holder of a lease may do."""
        return not self.is_shared or (name not in self._leaving and self.is_valid(name))

    def is_valid(self, name: str) -> bool:
        """Whether this process may still do what it has begun."""
        return not self.is_shared or self._clock.steady() < self._until.get(name, 0)

    def holds_game(self, game: str) -> bool:
        """Whether this process speaks about a game and acts in it by itself."""
        return self.holds(part_of(game))

    def speaks_about(self, game: str) -> bool:
        """Whether this process may still send something about a game: asked before each message."""
        return self.is_valid(part_of(game))

    @contextmanager
    def using(self, name: str) -> Iterator[bool]:
        """Whether this process may begin something. It gives the lease back after the end of that only."""
        self._users[name] += 1
        try:
            yield self.holds(name)
        finally:
            self._users[name] -= 1

    async def runs(self, process: str) -> bool:
        """Whether a process runs, by the name that it holds leases under.

        One that was killed has them until they run out. So this waits until they do, or are renewed.
        """

        async def end() -> float | None:
            return (await self._store.leases.running(self._now())).get(PROCESS + process)

        first = last = await end()
        while last is not None and last == first:
            await self._clock.sleep(_LOOK_EVERY)
            last = await end()
        return last is not None

    @property
    def held(self) -> tuple[str, ...]:
        """The leases that this process has, without the one that says that it runs."""
        return tuple(sorted(name for name in self._until if name in self._wanted and self.is_valid(name)))

    # ---- waiting

    def want(self, *names: str) -> None:
        """Take a fair share of these leases too. What is wanted last is kept longest."""
        self._wanted[:0] = [name for name in names if name not in self._wanted]

    def gained(self) -> asyncio.Queue[str]:
        """A queue of the leases that this process gets from now on."""
        self._gained.append(asyncio.Queue())
        return self._gained[-1]

    def change(self) -> Coroutine[None, None, object]:
        """Wait until this process has got or lost a lease since this call."""
        return self._changed.wait()

    async def catch_up(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run `work` as soon as this process has leases, and again when it has got more, until cancelled.

        Work that fails is repeated; `name` describes it in the log.
        """
        gained = self.gained()
        async with asyncio.TaskGroup() as tasks:
            running = KeyedTasks(str, lambda _: work(), tasks, self._clock)
            if not self.is_shared or self._held:
                running.wake(name)
            while await gained.get():
                running.wake(name)

    async def while_held(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run `work` whenever this process holds a lease, until it returns once, or until cancelled."""
        while True:
            while not self.holds(name):
                await self.change()
            with self.using(name):
                working = asyncio.create_task(work())
                try:
                    while self.holds(name) and not working.done():
                        changed = asyncio.create_task(self.change())
                        try:
                            await asyncio.wait((working, changed), return_when=asyncio.FIRST_COMPLETED)
                        finally:
                            changed.cancel()
                finally:
                    if not working.done():
                        working.cancel()
                        await asyncio.wait((working,))
                if not working.cancelled():
                    return working.result()

    # ---- claiming, giving back

    async def run(self) -> None:
        """Take a fair share and renew it, until cancelled. Call `stop` after that."""
        if self.is_shared:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._watch())
                pause = EVERY
                while True:
                    try:
                        await self.beat()
                        pause = EVERY
                    except StoreError as error:
                        if pause == EVERY:
                            log.error("leases are not renewed: %s", fault(error))
                        pause = EVERY / 3
                    await self._clock.sleep(pause)

    async def beat(self) -> None:
        """Renew what this process has, give back what exceeds its share, and take what is free."""
        me = PROCESS + self.holder
        running = await self._claim((self._until.keys() | {me}) - ({me} if self._is_retired else set()))
        processes = max(1, sum(name.startswith(PROCESS) for name in running))
        free = set[str]()
        self._leaving = set()
        for _, group in groupby(sorted(self._wanted, key=_kind), _kind):
            names = list(group)
            share = 0 if self._is_retired else -(-len(names) // processes)
            held = [name for name in names if name in self._until]
            self._leaving.update(held[share:])
            free.update([name for name in names if name not in running][: max(0, share - len(held))])
        self._notice()
        unused = {name for name in self._leaving if not self._users[name]}
        if free or unused:
            await self._claim((self._until.keys() | free) - unused)

    async def _claim(self, names: Iterable[str]) -> Mapping[str, str]:
        """Have these leases as far as they are free, and no others. Returns the holder of each that runs.

        They run at least LASTS seconds from the moment before the database is asked.
        """
        begun = self._clock.steady()
        running = await self._store.leases.claim(self.holder, names, LASTS, self._now())
        self._notice()  # what has run out meanwhile is lost, even if it is renewed now
        until = begun + LASTS - MARGIN
        self._until = {name: until for name, holder in running.items() if holder == self.holder}
        self._notice()
        return running

    async def _watch(self) -> None:
        """Notice when a lease has run out, also while the database does not answer."""
        while True:
            await self._clock.sleep(_LOOK_EVERY)
            self._notice()

    def _notice(self) -> None:
        """Tell those who wait what this process has got or lost since the last call."""
        before, self._held = self._held, {name for name in self._wanted if self.holds(name)}
        if late := [name for name in before if name in self._until and not self.is_valid(name)]:
            log.warning("%d leases could not be renewed in time; others take over", len(late))
        if gained := sorted(self._held - before):
            self._store.database.distrust()  # the holder before may have written what is not known here yet
            for name in gained:
                for queue in self._gained:
                    queue.put_nowait(name)
        if self._held != before:
            self._changed.set()
            self._changed = asyncio.Event()

    def retire(self) -> None:
        """Give everything back, and take nothing any more: newer processes write what this one cannot read.

        People are answered as before, about the games that it can read.
        """
        if self.is_shared and not self._is_retired:
            log.warning("a newer version runs too: this process leaves all games to it; stop it soon")
            self._is_retired = True

    async def stop(self) -> None:
        """Give everything back at once: nothing that needs it runs any more."""
        if self.is_shared:
            self._until = {}
            with suppress(StoreError):
                await self._store.leases.claim(self.holder, (), LASTS, self._now())


def part_of(game: str) -> str:
    """The lease for what is said and done in a game."""
    return f"games/{crc32(game.encode()) % BUCKETS}"


def _kind(name: str) -> str:
    """Leases that are shared out evenly among themselves: parts of games, shards, and what is done once."""
    return name.partition("/")[0] if "/" in name else ""
