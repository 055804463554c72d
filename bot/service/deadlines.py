"""Deadlines: what is due, met at its moment and once, also after a stop."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.matches.absence import absence_over, time_up
from bot.matches.deadlines import (
    ANSWERS,
    AWAY,
    LOBBY_IDLE,
    PAUSE,
    REMINDER,
    SNOOZE,
    TURN,
    VOTE,
    deadlines_of,
)
from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.rematch import answers_over
from bot.matches.repository import MatchRepository
from bot.matches.seats import LAPSE, close_idle, lapse
from bot.matches.undo import match_at
from bot.matches.votes import pause_over, vote_over
from bot.service.downtime import Heartbeat
from bot.service.leases import Leases
from bot.store import Conflict, RowUpdates, StoreError, UnreadableGame
from bot.tasks import fault

_LONGEST_WAIT, _SHARED_WAIT = 60.0, 5.0
"""The longest sleep, in seconds. After it, what failed is tried again. It is shorter where other processes
write deadlines too.
"""

_LATER = timedelta(hours=1)
"""How long a deadline is put off, each time, in a game that the operator does not allow."""

SeatDecision = Callable[[Match, int, datetime], Outcome]
"""The outcome of a seat's deadline at a moment; without events where it is no longer due."""

_OF_SEATS: Mapping[str, SeatDecision] = {TURN: time_up, AWAY: absence_over}
"""What decides each kind of a seat's deadlines."""

log = logging.getLogger(__name__)


def _nobody(game: str, kind: str) -> None:
    """Remind nobody."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Meets what is due in the games of this process."""

    repository: MatchRepository
    allows_game: Callable[[str], Awaitable[bool]]
    remind: Callable[[str, str], None] = _nobody
    """Sends the reminder of this game and kind that is due, in a task of its own."""
    heartbeat: Heartbeat | None = None
    """Moves all deadlines by the time while the program was down, before anything is met."""
    leases: Leases | None = None
    """Say which games belong to this process; without them all do."""

    async def run(self) -> None:
        """Do what is due at its moment, until cancelled; first what came due while the program was down."""
        written = self.repository.written_deadlines()
        looking = asyncio.create_task(self._look_when_gained(written)) if self.leases else None
        try:
            while True:
                looked, following = self.repository.clock.now(), None
                try:
                    if self.heartbeat:
                        await self.heartbeat.beat()
                    await self.meet_due()
                    following = await self.repository.store.log.next_due(looked)
                except (StoreError, Conflict) as error:
                    log.error("what is due waits: %s", fault(error))
                await self._wait(following, written)
        finally:
            if looking:
                looking.cancel()

    async def _look_when_gained(self, written: asyncio.Queue[datetime]) -> None:
        """Look at once at the deadlines of games that another process had."""
        if self.leases is None:
            return
        gained = self.leases.gained()
        while True:
            await gained.get()
            while not gained.empty():  # a process gets many leases at once
                gained.get_nowait()
            written.put_nowait(self.repository.clock.now())

    async def _wait(self, following: datetime | None, written: asyncio.Queue[datetime]) -> None:
        """Wait for the next deadline: `following`, or one that is `written` meanwhile and comes before it."""
        longest = _SHARED_WAIT if self.leases and self.leases.is_shared else _LONGEST_WAIT
        now = self.repository.clock.now()
        latest = now + timedelta(seconds=longest)
        until = min(following or latest, latest)
        asleep = asyncio.create_task(self.repository.clock.sleep((until - now).total_seconds()))
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

    async def meet_due(self) -> None:
        """Do all that is due now. What fails stays due and delays nothing else."""
        for game, kind in await self.repository.store.log.due(self.repository.clock.now()):
            if self.leases and not self.leases.holds_game(game):
                continue
            try:
                if kind != LAPSE and await self._stands_still(game, kind):
                    continue
                if kind.partition(":")[0] in (REMINDER, SNOOZE):
                    self.remind(game, kind)
                else:
                    await self._meet(game, kind)
            except UnreadableGame:
                continue  # it stays due: the operator may repair the game
            except Exception as error:  # noqa: BLE001 - one game must not delay the others
                log.error("game %s: what is due waits: %s", game, fault(error))

    async def _stands_still(self, game: str, kind: str) -> bool:
        """Whether a game stands still: its platform is cut off, or the operator does not allow it."""
        if self.heartbeat and await self.heartbeat.holds(game):
            return True
        is_allowed = await self.allows_game(game)
        if self.heartbeat:
            await self.heartbeat.note_allowed(game, is_allowed=is_allowed)
        if not is_allowed:
            later = self.repository.clock.now() + _LATER
            await self.repository.store.log.set_deadlines(game, {kind: later})
        return not is_allowed

    async def _meet(self, game: str, kind: str) -> None:
        """Meet a deadline, unless this process has lost the game since it looked: another one meets it."""
        now, shown = self.repository.clock.now(), await self.repository.read(game)
        vote = shown.roster.vote if kind == VOTE else None
        earlier = await match_at(self.repository, shown, vote.to) if vote else None

        def decide(match: Match) -> Outcome:
            may_act = self.leases is None or self.leases.speaks_about(game)
            return decision(match, kind, now, earlier) if may_act else Outcome(())

        try:
            await self.repository.update(game, decide)
        except Conflict:
            log.info("game %s: went on while a deadline was met; it is met again later", game)


def decision(match: Match, kind: str, now: datetime, earlier: Match | None = None) -> Outcome:
    """The outcome of a deadline of this kind that is due now.

    `earlier` is what the open vote would bring back. Without events, its row is set to what the match says.
    """
    if kind == LAPSE:
        return lapse(match)
    name, _, seat = kind.partition(":")
    decide = _OF_SEATS.get(name)
    outcome = decide(match, int(seat), now) if decide else Outcome(())
    if kind == VOTE:
        outcome = vote_over(match, now, earlier)
    if kind == PAUSE:
        outcome = pause_over(match, now)
    if kind == ANSWERS:
        outcome = answers_over(match, now)
    if kind == LOBBY_IDLE:
        outcome = close_idle(match, now)
    if outcome.events:
        return outcome
    return Outcome((), updates=RowUpdates(deadlines={kind: deadlines_of(match).get(kind)}))
