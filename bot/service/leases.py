"""Leases: of several processes that share a database, each does its part of what only one may do.

Each game belongs to one of BUCKETS parts, and each part has a lease. Its holder posts about the games in it,
writes to their players, meets their deadlines and moves their computers. Any process may answer a person.
Games are shared out, and not chats: what is said in one chat of a game depends on what was said in others.

A process renews its leases every few seconds. One that could not do so in time stops speaking before another
may take over: it measures from the moment before it asked, by a clock that nobody sets, and leaves a margin.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
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
"""Seconds between two renewals. A lease of a killed process has a new holder within LASTS + EVERY: 15."""

MARGIN = 3.0
"""Seconds before the end in which nothing is begun: what has been begun has to arrive."""

BUCKETS = 16
"""Parts of the games. More processes than that have nothing to say."""

HEARTBEAT, LOGS, RETENTION, WEBHOOKS, DIGESTS = "heartbeat", "logs", "retention", "webhooks", "digests"
"""Leases of work that only one of all processes does."""

_LOOK_EVERY = 1.0
_EVERYTHING = (*(f"games/{number}" for number in range(BUCKETS)),
               HEARTBEAT, LOGS, RETENTION, WEBHOOKS, DIGESTS)  # fmt: skip

log = logging.getLogger(__name__)


class Leases:
    """What this process may do. It may do everything if no other process can have the database.

    `now` takes the place of the database's clock in tests; `is_shared` says what the database would.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        now: Callable[[], float | None] = lambda: None,
        *,
        is_shared: bool | None = None,
    ) -> None:
        self.is_shared = store.is_shared if is_shared is None else is_shared
        self.holder = new_code(system_bytes) if self.is_shared else ""
        self._store = store
        self._clock = clock
        self._now = now
        self._wanted = list(_EVERYTHING)
        self._until: dict[str, float] = {}
        """By lease, when this process stops using it, by its steady clock."""
        self._leaving: set[str] = set()
        """Leases that are given back when what uses them has ended."""
        self._users = Counter[str]()
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
        return not self.is_shared or self.holds(part_of(game))

    def speaks_about(self, game: str) -> bool:
        """Whether this process may still send something about a game: asked before each message."""
        return not self.is_shared or self.is_valid(part_of(game))

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
        first = end = await self._store.lease_end(PROCESS + process, self._now())
        while end is not None and end == first:
            await self._clock.sleep(_LOOK_EVERY)
            end = await self._store.lease_end(PROCESS + process, self._now())
        return end is not None

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

    async def catch_up(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run `work` now, and again when this process has got more leases, until cancelled.

        Work that fails is repeated; `name` describes it in the log.
        """
        gained = self.gained()
        async with asyncio.TaskGroup() as tasks:
            running = KeyedTasks(str, lambda _: work(), tasks, self._clock)
            while True:
                running.wake(name)
                await gained.get()

    def change(self) -> Coroutine[None, None, object]:
        """Wait until this process has got or lost a lease since this call."""
        return self._changed.wait()

    async def while_held(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Run `work` whenever this process holds a lease, until it returns once, or until cancelled."""
        done = not self.is_shared
        if done:
            await work()
        while not done:
            while not self.holds(name):
                await self.change()
            with self.using(name):
                done = await self._until_lost(name, work)

    async def _until_lost(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> bool:
        """Run `work` until the lease is lost. Returns whether it has ended before."""
        task = asyncio.create_task(work())
        try:
            while self.holds(name) and not task.done():
                changed = asyncio.create_task(self.change())
                try:
                    await asyncio.wait((task, changed), return_when=asyncio.FIRST_COMPLETED)
                finally:
                    changed.cancel()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait((task,))
        if not task.cancelled():
            task.result()
        return not task.cancelled()

    # ---- taking, renewing, giving back

    async def run(self) -> None:
        """Take a fair share and renew it, until cancelled. Call `stop` after that."""
        if self.is_shared:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._watch())
                while True:
                    try:
                        await self.beat()
                    except StoreError as error:
                        log.error("leases are not renewed: %s", fault(error))
                    await self._clock.sleep(EVERY)

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
            names, self._until = tuple(self._until), {}
            with suppress(StoreError):
                await self._store.release_leases(self.holder, names)

    async def _watch(self) -> None:
        """Notice when a lease has run out, also while the database does not answer."""
        before = self._held_until()
        while True:
            await self._clock.sleep(_LOOK_EVERY)
            held, now = self._held_until(), self._clock.steady()
            if lost := [name for name, until in before.items() if name not in held and until <= now]:
                log.warning("%d leases could not be renewed in time; others take over", len(lost))
                self._tell_change()
            before = held

    def _held_until(self) -> dict[str, float]:
        """The leases that this process has, and when it stops using each unless it renews it.

        One that is given back is gone before that.
        """
        return {name: self._until[name] for name in self.held}

    async def beat(self) -> None:
        """Renew what this process has, give back what is more than its share, and take what is missing."""
        begun = self._clock.steady()
        running = await self._store.renew_leases(self.holder, LASTS, self._now())
        own = {name for name, holder in running if holder == self.holder}
        for name in self._until.keys() - own:
            del self._until[name]
        self._keep(own, begun)
        me = PROCESS + self.holder
        if me not in own and not self._is_retired:
            await self._take([me])
            running = (*running, (me, self.holder))
        processes = max(1, sum(name.startswith(PROCESS) for name, _ in running))
        taken, missing = {name for name, _ in running}, list[str]()
        for _, names in groupby(sorted(self._wanted, key=_group), _group):
            group = list(names)
            share = 0 if self._is_retired else -(-len(group) // processes)
            held = [name for name in group if name in self._until]
            self._leave(set(held[share:]), set(held[:share]))
            missing += [name for name in group if name not in taken][: max(0, share - len(held))]
        if self._is_retired:
            self._leaving |= self._until.keys() - set(self._wanted)
        if unused := [name for name in self._leaving if not self._users[name]]:
            for name in unused:
                self._until.pop(name, None)
            self._leaving -= set(unused)
            await self._store.release_leases(self.holder, unused)
        if missing:
            await self._take(missing)

    def _leave(self, more: set[str], kept: set[str]) -> None:
        """Begin to give back some leases; those that are `kept` after all count as new."""
        again = self._leaving & kept
        self._leaving = (self._leaving - kept) | more
        self._tell_gained(again)
        if more or again:
            self._tell_change()

    async def _take(self, names: Sequence[str]) -> None:
        begun = self._clock.steady()
        self._keep(await self._store.take_leases(self.holder, names, LASTS, self._now()), begun)

    def _keep(self, names: set[str] | frozenset[str], begun: float) -> None:
        """Use leases that run at least LASTS seconds since `begun`."""
        new = {name for name in names if not self.is_valid(name)}
        self._until |= dict.fromkeys(names, begun + LASTS - MARGIN)
        if new:
            self._store.distrust()  # the holder before may have written what is not known here yet
            self._tell_gained(new)

    def _tell_gained(self, names: set[str]) -> None:
        for name in sorted(names & set(self._wanted)):
            for queue in self._gained:
                queue.put_nowait(name)
        if names:
            self._tell_change()

    def _tell_change(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


def part_of(game: str) -> str:
    """The lease for what is said and done in a game."""
    return f"games/{crc32(game.encode()) % BUCKETS}"


def _group(name: str) -> str:
    """Leases that are shared out fairly among themselves: parts of games, shards, and what is done once."""
    return name.partition("/")[0] if "/" in name else ""
