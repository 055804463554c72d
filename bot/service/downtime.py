"""Downtime: time in which the program did not run, or could not reach a platform, counts for nobody."""

import asyncio
import json
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.matches.clock_events import CLOCK_SET, DENIED, DOWNTIME, UNREACHABLE, ClocksMoved
from bot.matches.deadlines import deadlines_of
from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.seats import LAPSE
from bot.model.identity import Person
from bot.service.leases import HEARTBEAT, Leases
from bot.store import Conflict, StoreError, UnreadableGame
from bot.store.timers import GAME
from bot.tasks import fault

LONGEST_GAP = timedelta(minutes=3)
"""A longer time without a heartbeat, or without a connection, is downtime."""

_EVERY, _SECOND = timedelta(minutes=1), timedelta(seconds=1)
_NOTE, _CUTS = "heartbeat", "cut-off-platforms"
_STILL = "games-standing-still"
_BOOT = "clock-at-boot"
"""The last boot of the machine, and what its clock would have shown then: a program that is started again
sees whether the clock was set meanwhile. Not noted where several processes share the clock of the database.
"""

_EXACT, _TOO_LONG = timedelta(seconds=1), 2.0
"""By how much the clock may be wrong; seconds after which an answer about the time says nothing any more."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Gap:
    """Why the deadlines of all games move at the moment `until`: nothing ran since `since`, the clock was set
    by `jump` before that, or both.
    """

    since: datetime
    until: datetime
    jump: timedelta = timedelta()

    def __str__(self) -> str:
        by = timedelta(seconds=round(abs(self.jump).total_seconds()))
        was_set = f"the clock was set {'back' if self.jump < timedelta() else 'forward'} by {by}"
        stood = f"nothing ran from {self.since} to {self.until}"
        is_told = {was_set: bool(self.jump), stood: self.until > self.since}
        return " and ".join(what for what, is_so in is_told.items() if is_so)

    @property
    def moments(self) -> tuple[datetime, ...]:
        """The gap as it is noted: earlier versions read the first two moments."""
        return self.since - self.jump, self.until, self.since


class Heartbeat:
    """Notes each minute that the program runs, and moves all running deadlines after a gap.

    Where the clock was set, all deadlines move by as much, forward or back: everybody has as much time left
    as before, and no deadline is lost or met twice. The steady clock of the machine tells this from a
    downtime. Only where the machine was started again meanwhile, a clock that is ahead looks like a downtime
    until it is right again.

    While one of the `platforms` is cut off, nothing due is done in games that people play there; if that
    takes longer than LONGEST_GAP, their deadlines move as well.

    Of several processes, one notes the time and moves the deadlines after a gap. The others look at what it
    notes: while that is old, nothing due is done in their games. Each moves the deadlines of its own games
    after a platform was cut off from it. The clock of the database counts for all of them.
    """

    def __init__(
        self,
        repository: MatchRepository,
        platforms: Collection[str] = (),
        leases: Leases | None = None,
    ) -> None:
        self._repository = repository
        self._leases = leases
        self._looked: datetime | None = None
        self._waits = False
        """Whether this process waits for the one that notes the time."""
        self.platforms = platforms
        self._last: datetime | None = None
        self._noted: datetime | None = None
        self._gap: Gap | None = None
        """The gap by which not all deadlines have been moved yet."""
        self._still: dict[str, datetime] | None = None
        """The games whose chats are not allowed, and since when their time counts for nobody."""
        self._cuts: dict[str, tuple[datetime, ...]] = {}
        """By platform: since when it is cut off, and until when it was, if it is back."""
        self._noted_cuts: dict[str, tuple[datetime, ...]] = {}
        self._boot: tuple[str, datetime] | None = None
        """What is noted about the boot of the machine."""
        self._beating = asyncio.Lock()

    @property
    def _is_shared(self) -> bool:
        """Whether other processes may have the database."""
        return self._leases is not None and self._leases.is_shared

    async def beat(self) -> None:
        """Note the time, after moving all deadlines by a gap before it. Call it before what is due is met."""
        async with self._beating:
            if self._leases and not self._leases.holds(HEARTBEAT):
                await self._follow()
            else:
                await self._lead()
            self._looked = self._repository.clock.now()

    async def _lead(self) -> None:
        """Move all deadlines by the gap before now, and note the time."""
        self._waits, jump = False, timedelta()
        # Another process may have noted the time since this one did.
        is_old = (
            self._is_shared and self._last and abs(self._repository.clock.now() - self._last) > LONGEST_GAP
        )
        if self._last is None or is_old:
            jump = await self._read()
        await self._close_gap()
        jump += await self._set_clock()
        now, last = self._repository.clock.now(), self._last
        if last and (gap := _gap_between(last, now, jump)):
            await self._shift(gap.jump)
            self._gap = gap
            await self._note(*gap.moments)
            await self._close_gap()
        await self._close_cuts()
        self._last = now
        if self._noted is None or abs(now - self._noted) >= _EVERY:
            await self._note_time(now)

    async def _set_clock(self) -> timedelta:
        """Set the clock of this process to the one that counts. Returns by how much that was."""
        clock = self._repository.clock
        asked = clock.steady()
        shown = await clock.look()
        by = shown - clock.now()
        if abs(by) < _EXACT or clock.steady() - asked > _TOO_LONG:
            return timedelta()
        clock.set(shown)
        return by

    async def _shift(self, jump: timedelta) -> None:
        """Keep what is noted of earlier moments as long ago as it was, after the clock was set."""
        if not jump:
            return
        self._cuts = {name: tuple(moment + jump for moment in cut) for name, cut in self._cuts.items()}
        if still := await self._read_still():
            await self._note_still({game: since + jump for game, since in still.items()})
        timers = self._repository.store.timers
        for game in await timers.games():
            if lapses := (await timers.of_game(game)).get(LAPSE):  # of an aborted game: no event moves it
                await timers.set(GAME, game, {LAPSE: lapses + jump})

    async def _follow(self) -> None:
        """Look whether another process notes the time, and move deadlines after a cut of this process."""
        self._last = self._noted = self._gap = None
        jump = await self._set_clock()
        if abs(jump) > LONGEST_GAP:
            self._cuts = {name: tuple(moment + jump for moment in cut) for name, cut in self._cuts.items()}
        moments = await self._read_moments()
        now = self._repository.clock.now()
        self._waits = len(moments) != 1 or abs(now - moments[0]) > LONGEST_GAP
        if not self._waits:
            await self._close_cuts()

    @property
    def last(self) -> datetime | None:
        """When deadlines were last looked at, or None if they never were."""
        return self._looked

    # ---- platforms

    @property
    def cut_off_now(self) -> tuple[str, ...]:
        """The platforms that cannot be reached at the moment."""
        return tuple(sorted(name for name, cut in self._cuts.items() if len(cut) == 1))

    def cut_off(self, platform: str) -> None:
        """Note that a platform cannot be reached."""
        since, *_ = self._cuts.get(platform, (self._repository.clock.now(),))
        self._cuts[platform] = (since,)

    async def back(self, platform: str) -> None:
        """A platform can be reached: after a long gap, move the deadlines of its games.

        Where that fails, the next beat tries again.
        """
        if self._last is None:
            self.cut_off(platform)  # the start of the outage may be in the store, which was not read yet
        if len(self._cuts.get(platform, ())) != 1:
            return
        self._cuts[platform] += (self._repository.clock.now(),)
        try:
            await self.beat()
        except (StoreError, Conflict) as error:
            log.error("deadlines are not moved yet: %s", fault(error))

    async def holds(self, game: str) -> bool:
        """Whether nothing due is done in a game: somebody plays it on a platform that is cut off, or the
        process that moves deadlines after a downtime has not done so yet.
        """
        if self._waits:
            return True
        if not self._cuts:
            return False
        try:
            return not self._cuts.keys().isdisjoint(_platforms_of(await self._repository.read(game)))
        except (UnreadableGame, UnknownGame):
            return False

    async def _close_cuts(self) -> None:
        """Move the deadlines of the games on each platform that is back, and note which ones are cut off."""
        for platform, cut in tuple(self._cuts.items()):
            await self._note_cuts()
            if len(cut) == 1:
                continue
            since, until = cut
            if abs(until - since) > LONGEST_GAP:
                log.warning("%s could not be reached from %s to %s", platform, since, until)
                await self._move_after_cut(platform, since, until)
            if self._cuts[platform] == cut:
                del self._cuts[platform]
        await self._note_cuts()

    async def _move_after_cut(self, platform: str, since: datetime, until: datetime) -> None:
        """Move the deadlines of the games of this process on a platform that was cut off.

        Time does not count from `since`, or from an earlier moment at which another platform of a game was
        cut off.
        """

        def decide(match: Match) -> Outcome:
            names = _platforms_of(match)
            is_own = self._leases is None or self._leases.holds_game(match.id)
            if not is_own or platform not in names:
                return Outcome(())
            first = min([since, *(self._cuts[name][0] for name in names if name in self._cuts)])
            return moved_by(match, first, until, UNREACHABLE)

        await self._move(decide)

    async def _note_cuts(self) -> None:
        if self._cuts != self._noted_cuts and (self._leases is None or self._leases.holds(HEARTBEAT)):
            cuts = {name: [moment.isoformat() for moment in cut] for name, cut in self._cuts.items()}
            await self._repository.store.write_note(_CUTS, json.dumps(cuts))
            self._noted_cuts = dict(self._cuts)

    # ---- the program

    async def note_allowed(self, game: str, *, is_allowed: bool) -> None:
        """Note whether the chat of a game is allowed, before something in it is met.

        While it is not, time counts for nobody, from the first deadline that comes due: once it is allowed
        again, all deadlines move by as much. Raises UnreadableGame.
        """
        still = await self._read_still()
        since, now = still.get(game), self._repository.clock.now()
        if is_allowed == (since is None):
            return
        if since is None:
            still[game] = now
        else:
            await self._repository.update(game, lambda match: moved_by(match, since, now, DENIED))
            del still[game]
        await self._note_still(still)

    async def _read_still(self) -> dict[str, datetime]:
        """The games whose chats are not allowed, and since when."""
        if self._still is None or self._is_shared:
            noted = json.loads(await self._repository.store.note(_STILL) or "{}")
            self._still = {game: datetime.fromisoformat(since) for game, since in noted.items()}
        return self._still

    async def _note_still(self, still: dict[str, datetime]) -> None:
        self._still = still
        noted = {game: since.isoformat() for game, since in still.items()}
        await self._repository.store.write_note(_STILL, json.dumps(noted))

    async def _read(self) -> timedelta:
        """Read what was noted before. Returns by how much the clock was set since the program last ran."""
        moments = await self._read_moments()
        cuts = json.loads(await self._repository.store.note(_CUTS) or "{}")
        for name in cuts.keys() & set(self.platforms):
            since, *until = map(datetime.fromisoformat, cuts[name])
            self._cuts[name] = since, *(self._cuts[name][1:] if name in self._cuts else until)
        if moments:
            self._last = moments[0]
        if len(moments) > 1:  # a stop came in between; what is noted about the boot may be older
            before, end = moments[:2]
            stopped = moments[2] if len(moments) > 2 else min(before, end)  # earlier versions knew no jump
            self._gap = Gap(stopped, end, stopped - before)
            return timedelta()
        boot, started = self._repository.clock.boot()
        noted, *moment = json.loads(await self._repository.store.note(_BOOT) or '[""]')
        if self._is_shared or not boot or boot != noted:
            return timedelta()  # the machine has been restarted, so that its uptime says nothing
        self._boot = boot, datetime.fromisoformat(moment[0])
        return started - self._boot[1]

    async def _read_moments(self) -> list[datetime]:
        """The last moment when the program ran; while deadlines are moved, the moments of the gap."""
        noted = json.loads(await self._repository.store.note(_NOTE) or "[]")
        return [datetime.fromisoformat(moment) for moment in noted]

    async def _note(self, *moments: datetime) -> None:
        """Note the last moment when the program ran; while deadlines are moved, the moments of the gap."""
        await self._repository.store.write_note(_NOTE, json.dumps([moment.isoformat() for moment in moments]))

    async def _note_time(self, at: datetime) -> None:
        """Note that the program runs, and how the clock is set."""
        boot, started = self._repository.clock.boot()
        is_noted = self._boot is not None and self._boot[0] == boot and abs(started - self._boot[1]) < _EXACT
        if boot and not is_noted and not self._is_shared:
            await self._repository.store.write_note(_BOOT, json.dumps([boot, started.isoformat()]))
            self._boot = boot, started
        await self._note(at)
        self._noted = at

    async def _close_gap(self) -> None:
        """Move the deadlines of each game once; a stop in between is made up for at the next start."""
        if self._gap is None:
            return
        gap = self._gap
        log.warning("%s: all deadlines move by as much", gap)

        def decide(match: Match) -> Outcome:
            cut = any(self._cuts[name][0] <= gap.since for name in _platforms_of(match) if name in self._cuts)
            return moved_by(match, gap.until if cut else gap.since, gap.until, DOWNTIME, gap.jump)

        await self._move(decide)
        self._gap, self._last = None, gap.until
        await self._note_time(gap.until)

    async def _move(self, decide: Callable[[Match], Outcome]) -> None:
        for game in await self._repository.store.timers.games():
            try:
                await self._repository.update(game, decide)
            except (UnreadableGame, UnknownGame):
                log.info("game %s: its deadlines are not moved, as it cannot be read", game)


def _gap_between(last: datetime, now: datetime, jump: timedelta) -> Gap | None:
    """The gap since a moment at which the program ran, if any; `jump`: how the clock was set since."""
    since = last + jump
    if now - since < -LONGEST_GAP:  # it must have been set back by more
        jump, since = now - last, now
    stood = now - since > LONGEST_GAP
    jump = jump if abs(jump) > LONGEST_GAP else timedelta()
    return Gap(since if stood else now, now, jump) if stood or jump else None


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


def _platforms_of(match: Match) -> frozenset[str]:
    """The platforms of the people who play."""
    holders = match.roster.holders
    playing = (holder.person for holder in holders if holder.person and not holder.level)
    return frozenset(Person.parse(person).platform for person in playing)
