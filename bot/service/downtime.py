"""Downtime: time in which the program did not run, or its computer was asleep, counts for nobody."""

import json
import logging
from datetime import datetime, timedelta

from bot.matches.deadlines import deadlines_of
from bot.matches.match import Match
from bot.matches.outcomes import Outcome
from bot.matches.repository import MatchRepository, UnknownGame
from bot.matches.roster_events import DENIED, DOWNTIME, ClocksMoved
from bot.store import UnreadableGame

LONGEST_GAP = timedelta(minutes=3)
"""A longer time without a heartbeat is downtime."""

_EVERY = timedelta(minutes=1)
_NOTE = "heartbeat"
_STILL = "games-standing-still"

log = logging.getLogger(__name__)


class Heartbeat:
    """Notes each minute that the program runs, and moves all running deadlines after a gap.

    A clock that was set forward looks like a gap, and one that was set back takes its deadlines along: then
    nothing fires twice, and no deadline moves away for good.
    """

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository
        self._last: datetime | None = None
        self._noted: datetime | None = None
        self._gap: tuple[datetime, datetime] | None = None
        """The gap by which not all deadlines have been moved yet."""
        self._still: dict[str, datetime] | None = None
        """The games whose chats are not allowed, and since when their time counts for nobody."""

    async def beat(self) -> None:
        """Note the time, after moving all deadlines by a gap before it. Call it before what is due is met."""
        if self._last is None:
            await self._read()
        await self._close_gap()
        now, last = self._repository.clock.now(), self._last
        if last and abs(now - last) > LONGEST_GAP:
            self._gap = last, now
            await self._note(last)
            await self._close_gap()
        self._last = now
        if self._noted is None or abs(now - self._noted) >= _EVERY:
            await self._note(now)

    async def note_allowed(self, game: str, *, is_allowed: bool) -> None:
        """Note whether the chat of a game is allowed, before something in it is met.

        While it is not, time counts for nobody, from the first deadline that comes due: once it is allowed
        again, all deadlines move by as much. Raises UnreadableGame.
        """
        if self._still is None:
            noted = json.loads(await self._repository.store.note(_STILL) or "{}")
            self._still = {one: datetime.fromisoformat(since) for one, since in noted.items()}
        since, now = self._still.get(game), self._repository.clock.now()
        if is_allowed == (since is None):
            return
        if since is None:
            self._still[game] = now
        else:
            await self._repository.update(game, lambda match: _moved_on(match, since, now))
            del self._still[game]
        still = {one: moment.isoformat() for one, moment in self._still.items()}
        await self._repository.store.write_note(_STILL, json.dumps(still))

    async def _read(self) -> None:
        noted = json.loads(await self._repository.store.note(_NOTE) or "[]")
        moments = [datetime.fromisoformat(one) for one in noted]
        if moments:
            self._last = moments[0]
        if len(moments) > 1:
            self._gap = moments[0], moments[1]

    async def _note(self, at: datetime) -> None:
        """Note the last moment when the program ran, and until when the deadlines are being moved."""
        moments = (at, *([self._gap[1]] if self._gap else []))
        await self._repository.store.write_note(_NOTE, json.dumps([one.isoformat() for one in moments]))
        self._noted = at

    async def _close_gap(self) -> None:
        """Move the deadlines of each game once; a stop in between is made up for at the next start."""
        if self._gap is None:
            return
        since, until = self._gap
        log.warning("nothing ran from %s to %s: all deadlines move by as much", since, until)
        for game in await self._repository.store.log.games_with_deadlines():
            try:
                await self._repository.update(game, lambda match: moved_by(match, since, until))
            except (UnreadableGame, UnknownGame):
                log.info("game %s: its deadlines are not moved, as it cannot be read", game)
        self._gap, self._last = None, until
        await self._note(until)


def _moved_on(match: Match, since: datetime, until: datetime) -> Outcome:
    """The deadlines of a match that stood still move by that time, as far as they have not been moved yet."""
    moved_to = match.roster.clocks_moved_to
    return moved_by(match, max(since, moved_to) if moved_to else since, until, DENIED)


def moved_by(match: Match, since: datetime, until: datetime, cause: str = DOWNTIME) -> Outcome:
    """The deadlines of a match move by the time from `since` to `until`; once for each such time."""
    if not deadlines_of(match) or match.roster.clocks_moved_to == until:
        return Outcome(())
    seconds = int((until - since).total_seconds())
    return Outcome((ClocksMoved(seconds, cause, until),))
