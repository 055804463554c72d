"""Deadlines: what is due, met at its moment and once, also after a stop."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
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

AllowsGame = Callable[[str], Awaitable[bool]]

Remind = Callable[[str, str], None]
"""Sends the reminder of this game and kind that is due, in a task of its own."""

log = logging.getLogger(__name__)


def _nobody(game: str, kind: str) -> None:
    """Remind nobody."""


async def meet_deadlines(
    repository: MatchRepository,
    allows_game: AllowsGame,
    remind: Remind = _nobody,
    heartbeat: Heartbeat | None = None,
    leases: Leases | None = None,
) -> None:
    """Do what is due at its moment, until cancelled; first what came due while the program was down.

    A `heartbeat` first moves all deadlines by the time while the program was down. With `leases`, only games
    of this process are looked at.
    """
    longest = _SHARED_WAIT if leases and leases.is_shared else _LONGEST_WAIT
    written = repository.written_deadlines()
    news = asyncio.create_task(written.get())
    looking = asyncio.create_task(_look_when_gained(repository, written, leases)) if leases else None
    try:
        while True:
            following = await _meet_and_look(repository, allows_game, remind, heartbeat, leases)
            news = await _wait(repository, following, written, news, longest)
    finally:
        news.cancel()
        if looking:
            looking.cancel()


async def _meet_and_look(
    repository: MatchRepository,
    allows_game: AllowsGame,
    remind: Remind,
    heartbeat: Heartbeat | None,
    leases: Leases | None,
) -> datetime | None:
    """Do all that is due now. Returns the next deadline; None where there is none, or none can be read."""
    looked = repository.clock.now()
    try:
        if heartbeat:
            await heartbeat.beat()
        await meet_due(repository, allows_game, remind, heartbeat, leases)
        return await repository.store.log.next_due(looked)
    except (StoreError, Conflict) as error:
        log.error("what is due waits: %s", fault(error))
        return None


async def _look_when_gained(
    repository: MatchRepository, written: asyncio.Queue[datetime], leases: Leases
) -> None:
    """Look at once at the deadlines of games that another process had."""
    gained = leases.gained()
    while True:
        await gained.get()
        while not gained.empty():  # a process gets many leases at once
            gained.get_nowait()
        written.put_nowait(repository.clock.now())


async def _wait(
    repository: MatchRepository,
    following: datetime | None,
    written: asyncio.Queue[datetime],
    news: asyncio.Task[datetime],
    longest: float,
) -> asyncio.Task[datetime]:
    """Wait for the next deadline: `following`, or one that is written meanwhile and comes before it.

    `news` waits for the next new deadline. Returns it, or its successor if it was used up.
    """
    now = repository.clock.now()
    latest = now + timedelta(seconds=longest)
    until = min(following or latest, latest)
    asleep = asyncio.create_task(repository.clock.sleep((until - now).total_seconds()))
    try:
        return await _news_before(until, asleep, written, news)
    finally:
        asleep.cancel()


async def _news_before(
    until: datetime,
    asleep: asyncio.Task[None],
    written: asyncio.Queue[datetime],
    news: asyncio.Task[datetime],
) -> asyncio.Task[datetime]:
    """Wait until `asleep` ends, or a deadline before `until` is written. Returns the next wait for news."""
    try:
        while True:
            await asyncio.wait((asleep, news), return_when=asyncio.FIRST_COMPLETED)
            if not news.done():
                return news
            earliest, news = news.result(), asyncio.create_task(written.get())
            if earliest < until:
                return news
    except asyncio.CancelledError:
        news.cancel()
        raise


async def meet_due(
    repository: MatchRepository,
    allows_game: AllowsGame,
    remind: Remind = _nobody,
    heartbeat: Heartbeat | None = None,
    leases: Leases | None = None,
) -> None:
    """Do all that is due now in the games of this process. What fails stays due and delays nothing else."""
    for game, kind in await repository.store.log.due(repository.clock.now()):
        if leases and not leases.holds_game(game):
            continue
        try:
            if kind != LAPSE and await _stands_still(repository, game, kind, allows_game, heartbeat):
                continue
            if kind.partition(":")[0] in (REMINDER, SNOOZE):
                remind(game, kind)
            else:
                await _meet(repository, game, kind, leases)
        except UnreadableGame:
            continue  # it stays due: the operator may repair the game
        except Exception as error:  # noqa: BLE001 - one game must not delay the others
            log.error("game %s: what is due waits: %s", game, fault(error))


async def _stands_still(
    repository: MatchRepository,
    game: str,
    kind: str,
    allows_game: AllowsGame,
    heartbeat: Heartbeat | None,
) -> bool:
    """Whether a game stands still: its platform is cut off, or the operator does not allow it."""
    if heartbeat and await heartbeat.holds(game):
        return True
    is_allowed = await allows_game(game)
    if heartbeat:
        await heartbeat.note_allowed(game, is_allowed=is_allowed)
    if not is_allowed:
        await repository.store.log.set_deadlines(game, {kind: repository.clock.now() + _LATER})
    return not is_allowed


async def _meet(repository: MatchRepository, game: str, kind: str, leases: Leases | None) -> None:
    """Meet a deadline, unless this process has lost the game since it looked: another one meets it."""
    now, shown = repository.clock.now(), await repository.read(game)
    vote = shown.roster.vote if kind == VOTE else None
    earlier = await match_at(repository, shown, vote.to) if vote else None

    def decide(match: Match) -> Outcome:
        may_act = leases is None or leases.speaks_about(game)
        return decision(match, kind, now, earlier) if may_act else Outcome(())

    try:
        await repository.update(game, decide)
    except Conflict:
        log.info("game %s: went on while a deadline was met; it is met again later", game)


def decision(match: Match, kind: str, now: datetime, earlier: Match | None = None) -> Outcome:
    """The outcome of a deadline of this kind that is due now.

    `earlier` is what the open vote would bring back. Without events, its row is set to what the match says.
    """
    if kind == LAPSE:
        return lapse(match)
    about, _, seat = kind.partition(":")
    decide = _OF_SEATS.get(about)
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
