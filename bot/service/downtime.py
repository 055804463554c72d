"""Downtime: time in which the program did not run, or could not reach a platform, counts for nobody."""

import asyncio
import json
import logging
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import partial

from bot.matches.clock_events import DENIED, DOWNTIME, UNREACHABLE, ClocksMoved
from bot.matches.deadlines import deadlines_of
from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.repository import MatchRepository, UnknownGame
from bot.model.identity import Person
from bot.service.leases import HEARTBEAT, Leases
from bot.store import Conflict, StoreError, UnreadableGame
from bot.tasks import fault

LONGEST_GAP = timedelta(minutes=3)
"""A longer time without a heartbeat, or without a connection, is downtime."""

_EVERY = timedelta(minutes=1)
_NOTE, _CUTS = "heartbeat", "cut-off-platforms"
_STILL = "games-standing-still"

log = logging.getLogger(__name__)


class Heartbeat:
    """Notes each minute that the program runs, and moves all running deadlines after a gap.

    A system clock that is set forward looks like a gap. If it is set back, all deadlines move back too. So
    nothing happens twice, and no deadline is lost.

    While one of the `platforms` is cut off, nothing due is done in games that people play there; if that
    takes longer than LONGEST_GAP, their deadlines move as well.

    Of several processes, one notes the time and moves the deadlines after a gap. The others look at what it
    notes: while that is old, nothing due is done in their games. Each moves the deadlines of its own games
    after a platform was cut off from it.
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
        self._gap: tuple[datetime, datetime] | None = None
        """The gap by which not all deadlines have been moved yet."""
        self._still: dict[str, datetime] | None = None
        """The games whose chats are not allowed, and since when their time counts for nobody."""
        self._cuts: dict[str, tuple[datetime, ...]] = {}
        """By platform: since when it is cut off, and until when it was, if it is back."""
        self._noted_cuts: dict[str, tuple[datetime, ...]] = {}
        self._beating = asyncio.Lock()

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
        self._waits = False
        now = self._repository.clock.now()
        if self._last is None or self._may_be_old(now):
            await self._read()
        await self._close_gap()
        now, last = self._repository.clock.now(), self._last
        if last and abs(now - last) > LONGEST_GAP:
            self._gap = last, now
            await self._note(last)
            await self._close_gap()
        await self._close_cuts()
        self._last = now
        if self._noted is None or abs(now - self._noted) >= _EVERY:
            await self._note(now)

    def _may_be_old(self, now: datetime) -> bool:
        """Whether another process may have noted the time since this one did."""
        shared = self._leases is not None and self._leases.is_shared
        return shared and self._last is not None and abs(now - self._last) > LONGEST_GAP

    async def _follow(self) -> None:
        """Look whether another process notes the time, and move deadlines after a cut of this process."""
        self._last = self._noted = self._gap = None
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
                await self._move(since, until, UNREACHABLE, partial(self._is_concerned, platform))
            if self._cuts[platform] == cut:
                del self._cuts[platform]
        await self._note_cuts()

    def _is_concerned(self, platform: str, match: Match) -> bool:
        """Whether this process moves the deadlines of a match after a platform was cut off from it."""
        is_own = self._leases is None or self._leases.holds_game(match.id)
        return is_own and platform in _platforms_of(match)

    async def _note_cuts(self) -> None:
        if self._cuts != self._noted_cuts and (self._leases is None or self._leases.holds(HEARTBEAT)):
            cuts = {name: [one.isoformat() for one in cut] for name, cut in self._cuts.items()}
            await self._repository.store.write_note(_CUTS, json.dumps(cuts))
            self._noted_cuts = dict(self._cuts)

    def _began_before(self, match: Match, moment: datetime) -> bool:
        """Whether a platform of this match was cut off before a gap. If so, its deadlines move by the whole
        time once that platform is back.
        """
        return any(self._cuts[name][0] <= moment for name in _platforms_of(match) if name in self._cuts)

    def _since(self, match: Match, since: datetime) -> datetime:
        """Since when time does not count in a match: `since`, or an earlier moment at which another of its
        platforms was cut off.
        """
        return min([since, *(self._cuts[name][0] for name in _platforms_of(match) if name in self._cuts)])

    # ---- the program

    async def note_allowed(self, game: str, *, is_allowed: bool) -> None:
        """Note whether the chat of a game is allowed, before something in it is met.

        While it is not, time counts for nobody, from the first deadline that comes due: once it is allowed
        again, all deadlines move by as much. Raises UnreadableGame.
        """
        if self._still is None or (self._leases and self._leases.is_shared):
            noted = json.loads(await self._repository.store.note(_STILL) or "{}")
            self._still = {one: datetime.fromisoformat(since) for one, since in noted.items()}
        since, now = self._still.get(game), self._repository.clock.now()
        if is_allowed == (since is None):
            return
        if since is None:
            self._still[game] = now
        else:
            await self._repository.update(game, lambda match: moved_by(match, since, now, DENIED))
            del self._still[game]
        still = {one: moment.isoformat() for one, moment in self._still.items()}
        await self._repository.store.write_note(_STILL, json.dumps(still))

    async def _read(self) -> None:
        moments = await self._read_moments()
        cuts = json.loads(await self._repository.store.note(_CUTS) or "{}")
        for name in cuts.keys() & set(self.platforms):
            since, *until = map(datetime.fromisoformat, cuts[name])
            self._cuts[name] = since, *(self._cuts[name][1:] if name in self._cuts else until)
        if moments:
            self._last = moments[0]
        if len(moments) > 1:
            self._gap = moments[0], moments[1]

    async def _read_moments(self) -> list[datetime]:
        """The last moment when the program ran, and while deadlines are moved, the end of the gap."""
        noted = json.loads(await self._repository.store.note(_NOTE) or "[]")
        return [datetime.fromisoformat(one) for one in noted]

    async def _note(self, at: datetime) -> None:
        """Note the last moment when the program ran, and while deadlines are moved, the end of the gap."""
        moments = (at, *([self._gap[1]] if self._gap else []))
        await self._repository.store.write_note(_NOTE, json.dumps([one.isoformat() for one in moments]))
        self._noted = at

    async def _close_gap(self) -> None:
        """Move the deadlines of each game once; a stop in between is made up for at the next start."""
        if self._gap is None:
            return
        since, until = self._gap
        log.warning("nothing ran from %s to %s: all deadlines move by as much", since, until)
        await self._move(since, until, DOWNTIME, lambda match: not self._began_before(match, since))
        self._gap, self._last = None, until
        await self._note(until)

    async def _move(
        self, since: datetime, until: datetime, cause: str, concerns: Callable[[Match], bool]
    ) -> None:
        def decide(match: Match) -> Outcome:
            return (
                moved_by(match, self._since(match, since), until, cause) if concerns(match) else Outcome(())
            )

        for game in await self._repository.store.log.games_with_deadlines():
            try:
                await self._repository.update(game, decide)
            except (UnreadableGame, UnknownGame):
                log.info("game %s: its deadlines are not moved, as it cannot be read", game)


def moved_by(match: Match, since: datetime, until: datetime, cause: str = DOWNTIME) -> Outcome:
    """Move the deadlines of a match by the time from `since` to `until`, once for each such time.

    Time by which they have moved already does not count again.
    """
    before = match.roster.clocks_moved_to
    if not deadlines_of(match) or before == until:
        return Outcome(())
    begin = before if before and since < before < until else since
    if abs(until - since) <= LONGEST_GAP:
        return Outcome(())
    return Outcome((ClocksMoved(int((until - begin).total_seconds()), cause, until),))


def _platforms_of(match: Match) -> frozenset[str]:
    """The platforms of the people who play."""
    playing = (one.person for one in match.roster.holders if one.person and not one.level)
    return frozenset(Person.parse(person).platform for person in playing)
