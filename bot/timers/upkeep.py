"""What the program does for itself from time to time, in one process at a time."""

from datetime import datetime, timedelta

from bot.matches.leases import LOGS, RETENTION
from bot.matches.retention import archive_games, erase_all
from bot.timers.registry import Due, TimerServices, timer

HOUR, DAY = timedelta(hours=1), timedelta(days=1)

_PAUSE = 1.0
"""Seconds from one game to the next: people who click do not notice the work."""


@timer("erase", lease=RETENTION, in_background=True, at_start=True)
async def erase(due: Due, services: TimerServices) -> datetime | None:
    """Remove everybody who asked for it."""
    await erase_all(services.repository)
    return due.now + HOUR


@timer("archive", lease=RETENTION, in_background=True, at_start=True)
async def archive(due: Due, services: TimerServices) -> datetime | None:
    """Archive games that ended long ago."""
    if services.archive_after:
        await archive_games(services.repository, services.archive_after)
    return due.now + HOUR


@timer("check logs", lease=LOGS, in_background=True, at_start=True)
async def check_logs(due: Due, services: TimerServices) -> datetime | None:
    """Compare the log of each game that goes on with its checksums.

    A game that is read from a snapshot does not notice damage before it.
    """
    for game in await services.store.log.running_games():
        await services.repository.clock.sleep(_PAUSE)
        await services.repository.check(game)
    return due.now + DAY
