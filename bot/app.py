"""The running bot: everything in one event loop, started and stopped together."""

import asyncio
import logging
import resource
import signal
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.clock import Clock, SteadyClock
from bot.commands import COMMANDS
from bot.commands.dispatcher import Dispatcher
from bot.computers.advice import Advice
from bot.computers.computer_players import ComputerPlayers
from bot.configured_platforms import Adapter, apps_of, local_page, platforms_of
from bot.matches.boards import BoardRepository
from bot.matches.leases import Leases
from bot.matches.match import known_shapes
from bot.matches.repository import MatchRepository
from bot.model.port import Platform, Platforms, Watcher
from bot.operate.monitor import Watched, serve_monitor
from bot.outbox.announcer import Announcer
from bot.outbox.outbox import Outbox
from bot.outbox.recipients import Recipients
from bot.randomness import RandomBytes, system_bytes
from bot.requests.access import AllowList
from bot.requests.directory import Directory
from bot.requests.rate_limits import RATES, RateLimit, Rates
from bot.requests.request import Services
from bot.settings import OperatorError, Settings
from bot.shown.picture_service import PictureService
from bot.store import Store
from bot.tasks import fault
from bot.timers.heartbeat import Heartbeat
from bot.timers.loop import Timers
from bot.timers.registry import TimerServices
from bot.timers.webhooks import try_webhook, webhook
from bot.work_queue import request_queue
from bot.workers.memory import keep_loaded, share_memory
from bot.workers.workers import Workers

if TYPE_CHECKING:
    from bot.web.server import WebServer

_STOP_WITHIN = 2.0
"""Seconds that stopping may take."""

_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0
"""Seconds before the bot connects again to a platform, or starts again what has failed."""

_OPEN_FILES, _FEWEST_FILES = 4096, 64
"""Files and connections that a process asks for, and those without which it cannot host anything. Strangers
may open many connections; each is closed if it sends no request.
"""

_WRONG = timedelta(minutes=1)
"""The clock of the machine is said to be wrong where it differs by more from that of the database."""

Service = Callable[[], Coroutine[None, None, None]]
"""What runs as long as the bot does. It may be called again after it has failed."""

log = logging.getLogger(__name__)


class Host:
    """The parts that all platforms share, on one store.

    With `counts_downtime`, time in which the program did not run counts for no deadline.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Clock | None = None,
        random_bytes: RandomBytes = system_bytes,
        pictures: PictureService | None = None,
        rates: Rates = RATES,
        leases: Leases | None = None,
        *,
        counts_downtime: bool = False,
    ) -> None:
        self._settings = settings
        self.repository = MatchRepository(store, BoardRepository(settings.boards), clock or Clock())
        self.leases = leases = leases or Leases(store, self.repository.clock)
        self.repository.on_newer = self.leases.retire
        self._workers = workers = Workers()
        self._pictures = pictures or PictureService(workers)
        self.platforms = Platforms()
        self.allow_list = AllowList(settings, self.platforms, store)
        self.failing = set[str]()
        """The services that have failed and wait to be started again, by name."""
        language, allows = settings.chat_language, self.allow_list.allows
        self.outbox = Outbox(store, self.platforms, self.repository.clock, leases.speaks_about)
        directory = Directory(self.repository, language, leases)
        recipients = Recipients(self.repository, self.platforms, directory, allows)
        self._queue = request_queue()
        self._announcer = Announcer(
            recipients, self.outbox, self._pictures, leases, self._queue, random_bytes
        )
        self._heartbeat = Heartbeat(self.repository, self.platforms, leases) if counts_downtime else None
        delay, allows_game = settings.computer_delay, self.allow_list.allows_game
        self._computers = ComputerPlayers(self.repository, delay, allows_game, leases, workers.searches)
        parts = self.repository, leases, self.outbox, recipients, settings.archive_after
        self.timers = Timers(TimerServices(*parts, self._heartbeat), allows_game)
        if settings.webhooks:
            self.timers.add(webhook)
        self._advice = Advice(self.repository, workers.searches, self._announcer.tell)
        services = Services(
            repository=self.repository,
            directory=directory,
            platforms=self.platforms,
            allow_list=self.allow_list,
            announcements=self._announcer,
            pictures=self._pictures,
            random_bytes=random_bytes,
            explain=self._computers.reasons,
            advise=self._advice.hint,
            review=self._advice.review,
            turn_clock=settings.turn_clock,
            changes=RateLimit(self.repository.clock, rates.changes),
            commands=COMMANDS,
            try_webhook=partial(try_webhook, store) if settings.webhooks else None,
        )
        self.dispatcher = Dispatcher(services, language, rates, self._queue)

    def add_platform(self, platform: Platform) -> None:
        """Let the announcer post to a platform."""
        self.platforms[platform.name] = platform
        watcher = Watcher(self._announcer.retry, self._announcer.lost)
        if self._heartbeat:
            cut = partial(self._heartbeat.cut_off, platform.name)
            watcher = replace(watcher, cut=cut, back=partial(self._heartbeat.back, platform.name))
        platform.watch(watcher)

    def monitors(self) -> list[Coroutine[None, None, None]]:
        """What serves the operator's monitor, if the settings name a port for it."""
        if not self._settings.monitor_port or self._heartbeat is None:
            return []
        return [serve_monitor(self._settings.monitor_host, self._settings.monitor_port, self.watched)]

    @property
    def watched(self) -> Watched:
        """What the operator's monitor looks at."""
        assert self._heartbeat
        parts = self.repository, self._announcer, self._heartbeat, self.leases, self._queue, self.failing
        return Watched(*parts)

    async def run(self) -> None:
        """Announce, play the computer players and meet deadlines, until cancelled.

        What a lease is for is given back when all of it has ended.
        """
        try:
            async with asyncio.TaskGroup() as tasks:
                for name, service in self._services():
                    tasks.create_task(self._keep_running(name, service))
        finally:
            await self._workers.close()
            await self.leases.stop()

    async def _keep_running(self, name: str, service: Service) -> None:
        async def run() -> None:
            self.failing.discard(name)
            await service()

        def failed(error: Exception) -> None:
            self.failing.add(name)
            log.error("%s failed and will be started again: %s", name, fault(error))

        try:
            await keep_running(run, self.repository.clock, failed)
        finally:
            self.failing.discard(name)

    def _services(self) -> Iterator[tuple[str, Service]]:
        """What runs as long as the bot does, by name.

        A service may fail in any way, in the middle of anything: it is started again, and reads what it needs
        from the store, as after a restart of the program.
        """
        yield "leases", self.leases.run
        yield "posts", self._announcer.run
        yield "computer players", self._computers.run
        yield "reviews", self._advice.run
        yield "timers", self.timers.run


async def host(settings: Settings, *, on_page: bool, opens_page: bool = False) -> signal.Signals | None:
    """Host the bot on the local page, or wherever it has a token, until a signal stops it or a part of it
    fails for good. Returns the signal. With `opens_page`, a browser opens the page.

    Raises StoreError and OperatorError.
    """
    stop = _stop_signal()
    share_memory()
    allow_open_files()
    async with await Store.open(settings.database_url, known_shapes()) as store:
        await store.database.reserve_connections()
        clock = await clock_of(store)
        bot = Host(store, settings, clock, counts_downtime=True)
        hosted: list[Adapter]
        if on_page:
            page = local_page(settings, store, clock, opens_page=opens_page)
            bot.timers.add(*page.timers)
            hosted = [page]
        else:
            shared = await store.id() if store.database.is_shared else ""
            hosted = platforms_of(settings, clock, bot.leases, shared)
        for platform in hosted:
            bot.add_platform(platform)
        served: list[Adapter | WebServer] = [*hosted, *apps_of(settings, hosted, bot.repository)]
        for broken in bot.repository.boards.broken:
            log.warning("%s", broken)
        keep_loaded()
        serving = [serve_until_cancelled(one, bot.dispatcher, clock) for one in served]
        running = [asyncio.create_task(work) for work in (bot.run(), *serving, *bot.monitors())]
        ends: list[asyncio.Future[Any]] = [stop, *running]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=_STOP_WITHIN)
        for task in running:
            if task.done() and not task.cancelled() and (error := task.exception()):
                raise error
    if not stop.done():
        return None
    log.info("stopped by %s; every game is saved", stop.result().name)
    return stop.result()


def allow_open_files() -> None:
    """Let this process open as many files and connections as the system allows. Raises OperatorError where
    they are too few to host a game.
    """
    most, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY or most >= _OPEN_FILES:
        return
    most = _OPEN_FILES if allowed == resource.RLIM_INFINITY else min(_OPEN_FILES, allowed)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, allowed))
    if most < _FEWEST_FILES:
        raise OperatorError(
            f"This program may open {most} files and connections at once, and needs {_FEWEST_FILES}; raise"
            " `ulimit -n`, or LimitNOFILE of its service."
        )


async def clock_of(store: Store) -> Clock:
    """The clock of a program that hosts games. The database's counts where several processes may share it:
    then all of them agree on what is due. Raises StoreError.
    """
    if not store.database.is_shared:
        return SteadyClock()
    clock = SteadyClock(store.now)
    clock.set(await clock.look())
    ahead = clock.machine() - clock.now()
    if abs(ahead) > _WRONG:
        by = timedelta(seconds=round(abs(ahead).total_seconds()))
        where = "ahead of" if ahead > timedelta() else "behind"
        log.warning("the clock of this machine is %s %s that of the database, which counts", by, where)
    return clock


async def serve_until_cancelled(served: "Adapter | WebServer", dispatcher: Dispatcher, clock: Clock) -> None:
    """Serve people until cancelled, again after every error. Raises OperatorError, which is for good."""

    async def serve() -> None:
        await served.serve(dispatcher)
        raise ConnectionResetError

    def failed(error: Exception) -> None:
        log.warning("%s cannot be reached (%s) and will be tried again", served.name, type(error).__name__)

    await keep_running(serve, clock, failed)


async def keep_running(work: Service, clock: Clock, failed: Callable[[Exception], None]) -> None:
    """Run `work` until it returns; where it fails, start it again after a wait, which grows to a minute.

    `failed` gets each error. Raises OperatorError: it is for good.
    """
    wait = _FIRST_WAIT
    while True:
        begun = clock.now()
        try:
            await work()
        except OperatorError:
            raise
        except Exception as error:  # noqa: BLE001 - a connection, a disk or the work itself may fail in any way
            failed(error)
        else:
            return
        lasted = (clock.now() - begun).total_seconds()
        wait = _FIRST_WAIT if lasted > _LONGEST_WAIT else min(2 * wait, _LONGEST_WAIT)
        await clock.sleep(wait)


def _stop_signal() -> asyncio.Future[signal.Signals]:
    """The first signal to stop: Ctrl+C, a request of the system, or a closed terminal.

    A signal that the parent process ignores stays ignored: the program may run in the background or under
    `nohup`.
    """
    loop = asyncio.get_running_loop()
    stop: asyncio.Future[signal.Signals] = loop.create_future()

    def stop_once(number: signal.Signals) -> None:
        if not stop.done():
            stop.set_result(number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, stop_once, number)
    return stop
