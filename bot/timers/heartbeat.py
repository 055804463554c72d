"""Downtime: time in which the program did not run, or could not reach a platform, counts for nobody."""

import asyncio
import logging
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from bot.matches.deadlines import deadlines_of
from bot.matches.leases import CLOCK, Leases
from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster_events import CLOCK_SET, DENIED, DOWNTIME, UNREACHABLE, ClocksMoved
from bot.model.identity import Person
from bot.store import Conflict, StoreError, UnreadableGame
from bot.store.heartbeat import PLATFORM, Outage
from bot.store.timers import GAME, HEARTBEAT, PROGRAM
from bot.tasks import fault

LONGEST_GAP = timedelta(minutes=3)
"""A longer time without a heartbeat, or without a connection, is downtime."""

EVERY = LONGEST_GAP / 2
"""How often the program notes that it runs. One heartbeat that comes late is no downtime."""

_SECOND = timedelta(seconds=1)

_CAUSES = {PROGRAM: DOWNTIME, PLATFORM: UNREACHABLE, GAME: DENIED}
"""Why deadlines move, by the kind of the outage."""

_EXACT, _TOO_LONG = timedelta(seconds=1), 2.0
"""By how much the clock may be wrong; seconds after which an answer about the time says nothing any more."""

log = logging.getLogger(__name__)


class Heartbeat:
    """Notes that the program runs, and moves all running deadlines after an outage.

    - **A gap**: nothing ran. All deadlines move by as much.
    - **The clock was set**: all deadlines move with it, forward or back. Everybody has as much time left as
      before, and no deadline is lost or met twice. The steady clock of the machine tells this from a gap.
      Only where the machine was started again meanwhile, a clock that is ahead looks like a gap until it is
      right again.
    - **A platform is cut off**: meanwhile nothing due is done in games that people play there; if that takes
      longer than LONGEST_GAP, their deadlines move.
    - **A chat is not allowed** by the operator: as for a platform, from the first deadline that comes due.

    The heartbeat is a timer of the program, EVERY after the moment that was noted last. While deadlines move
    after a gap, it is overdue.

    An outage is noted before the first deadline moves, and forgotten after the last one: if the program stops
    in between, the next start moves the rest. No game moves twice for the same time.

    Of several processes, one notes the time and moves the deadlines after a gap. The others look at what it
    notes: while that is overdue, nothing due is done in their games. Each moves the deadlines of its own
    games after a platform was cut off from it. The clock of the database counts for all of them.
    """

    def __init__(self, repository: MatchRepository, platforms: Collection[str], leases: Leases) -> None:
        self._repository = repository
        self._store = repository.store.heartbeat
        self._timers = repository.store.timers
        self._clock = repository.clock
        self._leases = leases
        self.platforms = platforms
        self.last: datetime | None = None
        """When deadlines were last looked at, or None if they never were."""
        self._boot: tuple[str, datetime] | None = None
        """The start of the machine that was noted last (see Clock.boot), if this process notes the time."""
        self._next: datetime | None = None
        """When the time is to be noted next, as far as this process knows."""
        self._waits = False
        """Whether this process waits for the one that notes the time."""
        self._cuts: dict[str, Outage] = {}
        """By platform: since when it is cut off, and until when it was, if it is back."""
        self._beating = asyncio.Lock()

    async def beat(self) -> None:
        """Note the time if that is due, after moving all deadlines by a gap before it.

        Call it before what is due is met.
        """
        async with self._beating:
            await self._set_clock()
            now = self._clock.now()
            if self._boot is None or self._leases.is_shared:
                self._next = await self._timers.when(PROGRAM, "", HEARTBEAT)
            if self._leases.holds(CLOCK):
                is_back = any(cut.until for cut in self._cuts.values())
                is_due = self._next is None or self._next <= now
                if is_due or is_back or self._clock.boot() != self._boot:
                    self._next = await self._note(self._next)
                self._waits = False
            else:
                self._boot = None
                self._waits = self._next is None or abs(now - self._next) > LONGEST_GAP - EVERY
                if not self._waits:
                    await self._close_cuts(())
            self.last = self._clock.now()

    async def _note(self, due: datetime | None) -> datetime:
        """Move all deadlines by the gap before now, and by one that a stop has cut short; note the time.

        `due` is when that was due. Returns when it is due next.
        """
        is_first, boot = self._boot is None, self._clock.boot()
        noted = self._boot or await self._store.boot()
        self._boot = None  # if deadlines cannot be moved, what is noted is read again
        # If the machine has been started again meanwhile, its uptime says nothing.
        jump = boot[1] - noted[1] if noted and noted[0] == boot[0] else timedelta()
        outages = await self._store.outages()
        cuts = [outage for outage in outages if outage.kind == PLATFORM]
        for cut in cuts if is_first else ():
            if cut.name in self.platforms:
                since = cut.since + (jump if abs(jump) > LONGEST_GAP else timedelta())
                self._cuts[cut.name] = replace(self._cuts.get(cut.name, cut), since=since)
        if unfinished := next((outage for outage in outages if outage.kind == PROGRAM), None):
            due = await self._close_gap(unfinished)
        now = self._clock.now()
        if due and (gap := _gap_between(due - EVERY, now, jump)):
            await self._store.begin_gap(gap, boot)
            await self._close_gap(gap)
        await self._close_cuts(cuts)
        next_beat = self._clock.now() + EVERY
        await self._store.note(next_beat, boot if boot != noted else None)
        self._boot = boot
        return next_beat

    async def _set_clock(self) -> None:
        """Set the clock of this process to the one that counts. Outages stay as long ago as they were."""
        asked = self._clock.steady()
        shown = await self._clock.look()
        by = shown - self._clock.now()
        if abs(by) >= _EXACT and self._clock.steady() - asked <= _TOO_LONG:
            self._clock.set(shown)
            if abs(by) > LONGEST_GAP:
                self._cuts = {name: cut.shifted(by) for name, cut in self._cuts.items()}

    async def _close_gap(self, gap: Outage) -> datetime:
        """Move all deadlines by a gap. Returns when the time was to be noted next after it."""
        log.warning("%s: all deadlines move by as much", _described(gap))
        until = gap.until or gap.since
        await self._close(gap, until, until + EVERY)
        return until + EVERY

    async def _close(self, outage: Outage, until: datetime, next_beat: datetime | None = None) -> None:
        """Move the deadlines of all games that an outage concerns, each once; then forget the outage."""

        def decide(match: Match) -> Outcome:
            since, cuts = outage.since, [*self._cuts_of(match)]
            if outage.kind == PROGRAM and any(cut.since <= since for cut in cuts):
                since = until  # this time counts with that of the platform
            elif outage.kind == PLATFORM:
                if outage.name not in {cut.name for cut in cuts} or not self._leases.holds_game(match.id):
                    return Outcome(())
                since = min(since, *(cut.since for cut in cuts))
            return moved_by(match, since, until, _CAUSES[outage.kind], outage.jump)

        games = [outage.name] if outage.kind == GAME else await self._repository.store.timers.games()
        for game in games:
            try:
                await self._repository.update(game, decide)
            except (UnreadableGame, UnknownGame):
                log.info("game %s: its deadlines are not moved, as it cannot be read", game)
        await self._store.end(outage, next_beat)

    # ---- platforms

    @property
    def cut_off_now(self) -> tuple[str, ...]:
        """The platforms that cannot be reached at the moment."""
        return tuple(sorted(name for name, cut in self._cuts.items() if not cut.until))

    def cut_off(self, platform: str) -> None:
        """Note that a platform cannot be reached."""
        known = self._cuts.get(platform)
        self._cuts[platform] = Outage(PLATFORM, platform, known.since if known else self._clock.now())

    async def back(self, platform: str) -> None:
        """A platform can be reached: after a long gap, move the deadlines of its games.

        Where that fails, the next beat tries again.
        """
        if self.last is None:
            self.cut_off(platform)  # the start of the outage may be in the store, which was not read yet
        if platform not in self.cut_off_now:
            return
        self._cuts[platform] = replace(self._cuts[platform], until=self._clock.now())
        try:
            await self.beat()
        except (StoreError, Conflict) as error:
            log.error("deadlines are not moved yet: %s", fault(error))

    async def holds(self, game: str) -> bool:
        """Whether nothing due is done in a game: somebody plays it on a platform that is cut off, or the
        process that moves deadlines after a downtime has not done so yet.
        """
        if self._waits or not self._cuts:
            return self._waits
        try:
            return any(self._cuts_of(await self._repository.read(game)))
        except (UnreadableGame, UnknownGame):
            return False

    def _cuts_of(self, match: Match) -> Iterator[Outage]:
        """The outages of the platforms of the people who play."""
        for holder in match.roster.holders:
            platform = Person.parse(holder.person).platform if holder.person and not holder.level else ""
            if platform in self._cuts:
                yield self._cuts[platform]

    async def _close_cuts(self, noted: Collection[Outage]) -> None:
        """Move the deadlines of the games on each platform that is back.

        The process that notes the time also notes which platforms are cut off from it.
        """
        for old in noted:
            if old.name not in self._cuts:
                await self._store.end(old)
        for platform, cut in tuple(self._cuts.items()):
            if cut not in noted and self._leases.holds(CLOCK):
                await self._store.begin(cut)
            if cut.until is None:
                continue
            if abs(cut.until - cut.since) > LONGEST_GAP:
                log.warning("%s could not be reached from %s to %s", platform, cut.since, cut.until)
                await self._close(cut, cut.until)
            if self._cuts[platform] == cut:
                del self._cuts[platform]
                await self._store.end(cut)

    async def note_allowed(self, game: str, *, is_allowed: bool) -> None:
        """Note whether the operator allows the chat of a game, before something in it is met.

        While that is not so, time counts for nobody, from the first deadline that comes due. Raises
        UnreadableGame.
        """
        outages = await self._store.outages()
        outage = next((one for one in outages if (one.kind, one.name) == (GAME, game)), None)
        if outage is None and not is_allowed:
            await self._store.begin(Outage(GAME, game, self._clock.now()))
        elif outage and is_allowed:
            await self._repository.read(game)
            await self._close(outage, self._clock.now())


def _gap_between(ran: datetime, now: datetime, jump: timedelta) -> Outage | None:
    """The gap since a moment at which the program ran, if any; `jump`: how the clock was set since."""
    since = ran + jump
    if now - since < -LONGEST_GAP:  # it must have been set back by more
        jump, since = now - ran, now
    stood = now - since > LONGEST_GAP
    jump = jump if abs(jump) > LONGEST_GAP else timedelta()
    return Outage(PROGRAM, "", since if stood else now, now, jump) if stood or jump else None


def _described(gap: Outage) -> str:
    """Why all deadlines move, for the operator."""
    reasons = []
    if gap.jump:
        by = timedelta(seconds=round(abs(gap.jump).total_seconds()))
        reasons.append(f"the clock was set {'back' if gap.jump < timedelta() else 'forward'} by {by}")
    if gap.until != gap.since:
        reasons.append(f"nothing ran from {gap.since} to {gap.until}")
    return " and ".join(reasons)


def moved_by(
    match: Match, since: datetime, until: datetime, cause: str = DOWNTIME, jump: timedelta = timedelta()
) -> Outcome:
    """Move the deadlines of a match by the time from `since` to `until`, once for each such time; before that
    by the `jump` of a clock that was set.

    Time by which they have moved already does not count again.
    """
    before = match.roster.clocks_moved_to
    if not deadlines_of(match) or until in (before, match.roster.clock_set_at):
        return Outcome(())
    events = [ClocksMoved(round(jump / _SECOND), CLOCK_SET, until)] if jump else []
    before = before and before + jump
    if until - since > LONGEST_GAP:
        begin = before if before and since < before < until else since
        events.append(ClocksMoved(int((until - begin) / _SECOND), cause, until))
    return Outcome(tuple(events))
