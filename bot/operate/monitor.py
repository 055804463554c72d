"""The monitor: /health, /ready and /metrics on a port of their own, for service managers and Prometheus.

It says nothing about chats, games and people but how many there are. Still, only the operator's own machines
should reach the port.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot import metrics
from bot.matches.leases import Leases
from bot.matches.repository import MatchRepository
from bot.outbox.announcer import Announcer
from bot.settings import OperatorError
from bot.store import StoreError
from bot.timers.heartbeat import Heartbeat
from bot.version import VERSION
from bot.work_queue import WorkQueue

_PATIENCE = 5.0
"""Seconds in which the database has to answer."""

_WRITE_EVERY = 10.0
"""Seconds for which one successful write stands, however often somebody asks."""

_STUCK = timedelta(minutes=5)
"""After this time without a heartbeat, which comes every 90 seconds, the program counts as stuck."""

_BY_PLATFORM = metrics.RATE_LIMITS, metrics.SEND_ERRORS, metrics.POST_SECONDS, metrics.ANSWER_SECONDS
"""Metrics that are 0 for each platform from the start: otherwise Prometheus would miss the first increase."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Watched:
    """The parts of the running bot that the monitor looks at.

    `failing` names the services that have failed and wait to be started again.
    """

    repository: MatchRepository
    announcer: Announcer
    heartbeat: Heartbeat
    leases: Leases
    queue: WorkQueue
    failing: Collection[str]


async def serve_monitor(host: str, port: int, watched: Watched) -> None:
    """Serve until cancelled. Raises OperatorError where the port is taken."""
    runner = web.AppRunner(monitor_site(watched), access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        log.info("the monitor listens on http://%s:%d", host, port)
        await asyncio.Event().wait()
    except OSError as error:
        raise OperatorError(f"The monitor cannot listen on {host}:{port}: {error.strerror}.") from error
    finally:
        await runner.cleanup()


def monitor_site(watched: Watched) -> web.Application:
    """The site of the monitor."""
    store, clock, heartbeat = watched.repository.store, watched.repository.clock, watched.heartbeat
    wrote_at: float | None = None

    async def health(_: web.Request) -> web.Response:
        return _answer(await _faults(watched))

    async def ready(_: web.Request) -> web.Response:
        away = [f"{platform} cannot be reached" for platform in heartbeat.cut_off_now]
        failing = [f"{name} failed and will be started again" for name in sorted(watched.failing)]
        return _answer([*await _faults(watched), *await unwritable(), *away, *failing])

    async def unwritable() -> list[str]:
        """Why nothing can be written now, if so. A write that went well is not repeated for some seconds."""
        nonlocal wrote_at
        if wrote_at is not None and clock.steady() - wrote_at < _WRITE_EVERY:
            return []
        wrote_at = None
        try:
            async with asyncio.timeout(_PATIENCE):
                await store.database.reserve_connections()
                await store.sign()
        except StoreError as error:
            return [f"nothing can be saved: {error}"]
        except TimeoutError:
            return ["nothing can be saved: the database does not answer"]
        wrote_at = clock.steady()
        return []

    async def exposition(_: web.Request) -> web.Response:
        metrics.LEASES.set(len(watched.leases.held))
        metrics.OLDEST_REQUEST_SECONDS.set(watched.queue.oldest_seconds)
        metrics.HEARTBEAT.set(heartbeat.last.timestamp() if heartbeat.last else 0)
        for platform in heartbeat.platforms:
            for metric in _BY_PLATFORM:
                metric.labels(platform)
            metrics.CONNECTED.labels(platform).set(platform not in heartbeat.cut_off_now)
        try:
            await asyncio.wait_for(_count(watched), _PATIENCE)
            metrics.DATABASE_ANSWERS.set(True)
        except (StoreError, TimeoutError):
            metrics.DATABASE_ANSWERS.set(False)
        return web.Response(body=metrics.exposition(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    site = web.Application()
    site.add_routes([web.get("/health", health), web.get("/ready", ready), web.get("/metrics", exposition)])
    return site


def _answer(faults: Collection[str]) -> web.Response:
    """200 where nothing is wrong, else 503; and what is wrong."""
    body: Mapping[str, object] = {"version": VERSION, "faults": list(faults)}
    return web.json_response(body, status=503 if faults else 200)


async def _faults(watched: Watched) -> list[str]:
    """What is wrong with the program itself, in words."""
    faults, repository, heartbeat = list[str](), watched.repository, watched.heartbeat
    if heartbeat.last is None or repository.clock.now() - heartbeat.last > _STUCK:
        faults.append("deadlines are not looked at")
    try:
        await asyncio.wait_for(repository.store.timers.games(), _PATIENCE)
    except (StoreError, TimeoutError):
        faults.append("the database does not answer")
    return faults


async def _count(watched: Watched) -> None:
    """Set the gauges of what is in the database. Raises StoreError."""
    store, now = watched.repository.store, watched.repository.clock.now()
    for state, count in (await store.log.count_by_state()).items():
        metrics.GAMES.labels(state).set(count)
    begun = await store.outbox.tried_since()
    metrics.POSTS_WAITING.set(len(begun))
    metrics.OLDEST_POST_SECONDS.set(max([(now - at).total_seconds() for at in begun], default=0))
    due = await store.timers.first_due()
    metrics.OLDEST_DEADLINE_SECONDS.set(max(0, (now - due).total_seconds()) if due else 0)
    metrics.TURNS_NOT_NOTIFIED.set(await watched.announcer.unnotified())
