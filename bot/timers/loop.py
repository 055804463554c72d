"""The loop that looks which timers are due, and meets each."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta

from bot.matches.leases import part_of
from bot.store import Conflict, StoreError, UnreadableGame
from bot.store.timers import PROGRAM, Timer
from bot.tasks import KeyedTasks, fault
from bot.timers import TIMERS
from bot.timers.heartbeat import EVERY
from bot.timers.registry import Due, TimerKind, TimerServices

_LONGEST_WAIT, _SHARED_WAIT = EVERY, timedelta(seconds=5)
"""The longest wait. After it, what failed is tried again. It is shorter where other processes
write timers too.
"""

_LATER = timedelta(hours=1)
"""How long a timer is put off, each time, in a game that the operator does not allow."""

_Key = tuple[str, str, str]
"""What names a timer: who owns it, and its kind."""

log = logging.getLogger(__name__)


class Timers:
    """Meets what is due, of what this process has the leases for."""

    def __init__(self, services: TimerServices, allows_game: Callable[[str], Awaitable[bool]]) -> None:
        self._services = services
        self._store = services.store.timers
        self._clock = services.repository.clock
        self._leases = services.leases
        self._allows_game = allows_game
        self._heartbeat = services.heartbeat
        self._kinds = dict(TIMERS)
        self._background: KeyedTasks[_Key] | None = None

    def add(self, *kinds: TimerKind) -> None:
        """Meet timers of further kinds too, under leases that only processes with these kinds want.

        Call it before `run`.
        """
        self._kinds |= {kind.name: kind for kind in kinds}
        self._leases.want(*(kind.lease for kind in kinds))

    async def run(self) -> None:
        """Do what is due at its moment, until cancelled; first what came due while the program was down."""
        written = self._store.written()
        try:
            async with asyncio.TaskGroup() as tasks:
                self._background = KeyedTasks(_name, self._meet_fresh, tasks, self._clock)
                tasks.create_task(self._look_when_gained(written))
                await self._store.add_digests()
                now = self._clock.now()
                at_start = {kind.name: now for kind in self._kinds.values() if kind.at_start}
                await self._store.set(PROGRAM, "", at_start)
                while True:
                    until = self._clock.now() + self._longest_wait
                    try:
                        if self._heartbeat:
                            await self._heartbeat.beat()
                        until = min(until, await self.meet_due() or until)
                    except (StoreError, Conflict) as error:
                        log.error("what is due waits: %s", fault(error))
                    await self._wait(until, written)
        finally:
            self._background = None

    async def _look_when_gained(self, written: asyncio.Queue[datetime]) -> None:
        """Look at once at the timers of games that another process had."""
        gained = self._leases.gained()
        while True:
            await gained.get()
            while not gained.empty():  # a process gets many leases at once
                gained.get_nowait()
            written.put_nowait(self._clock.now())

    @property
    def _longest_wait(self) -> timedelta:
        return _SHARED_WAIT if self._leases.is_shared else _LONGEST_WAIT

    async def _wait(self, until: datetime, written: asyncio.Queue[datetime]) -> None:
        """Wait until a moment, or until a timer is `written` that comes before it."""
        wait = min(until - self._clock.now(), self._longest_wait)  # the clock may have been set back
        asleep = asyncio.create_task(self._clock.sleep(wait.total_seconds()))
        earlier = asyncio.create_task(written.get())
        try:
            while True:
                await asyncio.wait((asleep, earlier), return_when=asyncio.FIRST_COMPLETED)
                if not earlier.done() or earlier.result() < until:
                    return
                earlier = asyncio.create_task(written.get())
        finally:
            asleep.cancel()
            earlier.cancel()

    async def meet_due(self) -> datetime | None:
        """Do all that is due now, or begin it in the background. What fails stays due and delays nothing.

        Returns when the next timer is due, if it is so before the longest wait is over.
        """
        now = self._clock.now()
        for timer in (timers := await self._store.due(now + self._longest_wait)):
            if timer.due > now:
                break
            kind = self._kinds.get(timer.name)
            if kind is None or not self._leases.holds(kind.lease or part_of(timer.owner)):
                continue
            try:
                if kind.stands_still and await self._stands_still(timer):
                    continue
                if not kind.in_background:
                    await self._meet(timer)
                elif self._background:
                    self._background.wake((timer.owner_kind, timer.owner, timer.kind))
            except UnreadableGame:
                continue  # it stays due: the operator may repair the game
            except Conflict:
                log.info("game %s: went on while a timer was met; it is met again later", timer.owner)
            except Exception as error:  # noqa: BLE001 - one game must not delay the others
                log.error("game %s: what is due waits: %s", timer.owner, fault(error))
        return next((timer.due for timer in timers if timer.due > now), None)

    async def _stands_still(self, timer: Timer) -> bool:
        """Whether a game stands still: its platform is cut off, or the operator does not allow it."""
        if self._heartbeat and await self._heartbeat.holds(timer.owner):
            return True
        is_allowed = await self._allows_game(timer.owner)
        if self._heartbeat:
            await self._heartbeat.note_allowed(timer.owner, is_allowed=is_allowed)
        if not is_allowed:
            await self._store.move(timer, self._clock.now() + _LATER)
        return not is_allowed

    async def _meet_fresh(self, key: _Key) -> None:
        """Meet a timer in the background, if it is still due and this process still has its lease."""
        due = await self._store.when(*key)
        if due and due <= self._clock.now():
            timer = Timer(*key, due)
            lease = self._kinds[timer.name].lease or part_of(timer.owner)
            with self._leases.using(lease) as may_act, suppress(UnreadableGame):
                if may_act:
                    await self._meet(timer)

    async def _meet(self, timer: Timer) -> None:
        """Call the function of a timer, and move the timer."""
        due = Due(timer.owner_kind, timer.owner, timer.kind, timer.due, self._clock.now())
        following = await self._kinds[timer.name].meet(due, self._services)
        if following != timer.due:
            await self._store.move(timer, following)


def _name(key: _Key) -> str:
    """A timer in the program's log."""
    owner_kind, owner, kind = key
    return f"{owner_kind} {owner}: the timer {kind}".replace(" :", ":")
