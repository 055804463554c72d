"""The program of a run: a bot on its platforms, and the people of some of its games. It is killed while it
runs.

A file has the time. Whenever it has changed, the people of each game press a button or do not, and the
program writes the time that it has seen. A program that waits for what is not told yet moves the time on a
little for all of them, in another file.
"""

import asyncio
import io
import logging
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, redirect_stdout, suppress
from datetime import datetime, timedelta
from functools import partial
from random import Random

import discord
from aiohttp import ClientSession
from pydantic import SecretStr
from yarl import URL

from bot.app import Host, serve_until_cancelled
from bot.clock import Clock
from bot.discord.platform import DiscordPlatform
from bot.matches import leases
from bot.matches.leases import Leases
from bot.model.identity import Chat
from bot.outbox.sections import split_into_posts
from bot.settings import OperatorError, Settings
from bot.store import Store, StoreError
from bot.telegram.platform import TelegramPlatform
from bot.timers import heartbeat
from bot.web.platform import LocalPlatform
from tests.chaos.clock import CLOCK, REST, time_in, time_of, write_time
from tests.chaos.faults import death_in_write
from tests.chaos.flaws import FLAWS
from tests.chaos.people import People
from tests.chaos.run import Run
from tests.chaos.thieves import Thieves
from tests.fakes.discord.server import API
from tests.fakes.discord.server import TOKEN as DISCORD_TOKEN
from tests.fakes.telegram.balancer import HOOK
from tests.fakes.telegram.server import TOKEN as TELEGRAM_TOKEN
from tests.scenario import UNLIMITED, FakeClock, FakePictures
from tests.stores import url_in

RESTS, LITTLE = timedelta(minutes=10), timedelta(seconds=2)
"""For how long the clock waits for what is not told yet: less than a step, and in small steps."""

BEAT = timedelta(minutes=5)
"""How far a program's clock moves at once. In between it notes the time, less often than it usually does."""

BEATS_WITHIN = 1.0
"""Seconds in which it does so, unless the database is away."""

FINISHES = 4
"""How often somebody does something in one step when the games are to end."""

LIFETIME = 600
"""Seconds after which a program ends by itself."""

FIRST_WRITES = 12
"""A program that is to die in a write dies in one of so many."""

Hosted = DiscordPlatform | TelegramPlatform | LocalPlatform


def play(run: Run, share: int, start: int, *, finish: bool) -> None:
    """Host the bot, and play a share of the games until killed or terminated; with `finish`, to the end."""
    leases.LASTS, leases.EVERY, leases.MARGIN = run.leases, run.leases / 5, run.leases / 5
    heartbeat.LONGEST_GAP = 2 * BEAT
    find_fakes(run)
    FLAWS[run.flaw]()
    logging.basicConfig(filename=run.folder / f"{share}.log", format="%(asctime)s %(name)s %(message)s")
    with redirect_stdout(io.StringIO()):
        asyncio.run(asyncio.wait_for(_play(run, share, start, finish=finish), LIFETIME))


def play_rival(run: Run) -> None:
    """Host another bot with the same token, until it stops because of that. Raises anything else."""
    logging.basicConfig(filename=run.folder / "rival.log", format="%(asctime)s %(name)s %(message)s")
    with redirect_stdout(io.StringIO()), suppress(OperatorError):
        asyncio.run(asyncio.wait_for(_play_rival(run), LIFETIME))


async def _play_rival(run: Run) -> None:
    _, _, base_url, base_file_url, _ = run.urls
    async with await Store.open(url_in(run.folder, "rival.db")) as store:
        host = host_of(run, store, FakeClock(), Random(run.seed))
        token, clock = SecretStr(TELEGRAM_TOKEN), Clock()
        platform = TelegramPlatform(token, clock, base_url=base_url, base_file_url=base_file_url)
        host.add_platform(platform)
        await serve_until_cancelled(platform, host.dispatcher, clock)


def find_fakes(run: Run) -> None:
    """Let the library of Discord find the fake, and connect two shards without waiting for five seconds."""
    discord.http.Route.BASE = run.urls[0] + API
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(run.urls[1])
    discord.AutoShardedClient.before_identify_hook = _at_once  # type: ignore[method-assign]


async def _at_once(*_: object, **__: object) -> None:
    """Wait for nothing."""


async def _play(run: Run, share: int, start: int, *, finish: bool) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    chance, clock = Random(f"{run.seed} {share} {start}"), FakeClock()
    clock._now = time_of(run.folder)
    number, is_committed = chance.randint(1, FIRST_WRITES), chance.random() < 0.5
    with ExitStack() as deaths:
        death = death_in_write(number, committed=is_committed)
        loop.add_signal_handler(signal.SIGUSR1, lambda: deaths.enter_context(death))
        await _host(run, share, clock, chance, stop, finish=finish)


async def _host(
    run: Run, share: int, clock: FakeClock, chance: Random, stop: asyncio.Event, *, finish: bool
) -> None:
    """Host the bot, until it is to stop or all is told."""
    url = run.databases[share] if run.databases else run.url
    async with await Store.open(url) as store, ClientSession() as session:
        host = host_of(run, store, clock, chance)
        hosted = platforms_of(run, share, store, clock, host.leases, await store.id())
        for one in hosted:
            host.add_platform(one)
        page = next((one for one in hosted if isinstance(one, LocalPlatform)), None)
        if page:
            host.timers.add(*page.timers)
        people = People(run, share, host, page, session, chance, finish=finish)
        thieves = Thieves(run, host, chance) if run.thieves else None  # their platforms are on all programs
        act = thieves if share == 0 else None
        follower = _Follower(run, share, host, hosted, people, act, clock, finish=finish)
        serving = [serve_until_cancelled(one, host.dispatcher, clock) for one in hosted]  # type: ignore[arg-type]
        await _until_one_ends(stop.wait(), host.run(), follower.follow(), *serving)


async def _until_one_ends(*work: object) -> None:
    tasks = [asyncio.ensure_future(one) for one in work]  # type: ignore[call-overload]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    ended = [task for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    for task in ended:
        task.result()


def host_of(run: Run, store: Store, clock: FakeClock, chance: Random) -> Host:
    """A bot that draws nothing, on no platform yet."""
    about = {"computer_delay": 0, "boards": run.folder / "boards", "turn_clock": "4h"}
    settings = Settings(_env_file=None, **about)  # type: ignore[arg-type]
    parts = clock, chance.randbytes, FakePictures(), UNLIMITED, Leases(store, Clock())
    return Host(store, settings, *parts, counts_downtime=True)  # type: ignore[arg-type]


def platforms_of(
    run: Run, share: int, store: Store, clock: FakeClock, leases: Leases, shared: str
) -> tuple[Hosted, ...]:
    """The platforms of the games, as `bot.configured_platforms` makes them."""
    os.environ.setdefault("PTB_TIMEDELTA", "1")
    _, _, base_url, base_file_url, _ = run.urls
    if not run.webhook:
        leases.want("telegram")
    shards = run.programs if run.programs > 1 else 0
    on_discord = DiscordPlatform(
        SecretStr(DISCORD_TOKEN),
        clock,  # type: ignore[arg-type]
        leases=leases,
        shards=shards,
        guild_ready_timeout=0.05,
    )
    on_telegram = TelegramPlatform(
        SecretStr(TELEGRAM_TOKEN),
        clock,  # type: ignore[arg-type]
        once=partial(leases.while_held, "telegram"),
        webhook=HOOK if run.webhook else None,
        listen_at=("127.0.0.1", run.ports[share] if run.webhook else 0),
        shared=shared if store.database.is_shared else "",
        base_url=base_url,
        base_file_url=base_file_url,
    )
    page = LocalPlatform(store, clock, port=0)  # type: ignore[arg-type]
    hosted: tuple[Hosted, ...] = on_discord, on_telegram, page
    return tuple(one for one in hosted if one.name in run.platforms)


class _Follower:
    """Follows the time of the file with the people of a program."""

    def __init__(
        self,
        run: Run,
        share: int,
        host: Host,
        hosted: tuple[Hosted, ...],
        people: People,
        thieves: Thieves | None,
        clock: FakeClock,
        *,
        finish: bool,
    ) -> None:
        self._run = run
        assert host._heartbeat is not None
        self._host = host
        self._heartbeat = host._heartbeat
        self._hosted = hosted
        self._people = people
        self._thieves = thieves
        self._clock = clock
        self._finish = finish
        self._seen = run.folder / f"{share}.seen"
        self._acts = run.folder / f"{share}.acts"
        """A file that is there while people wait for answers, for which a platform does not wait long."""
        self._acts.unlink(missing_ok=True)  # the last program was killed

    async def follow(self) -> None:
        """Follow the time, until all games have ended and everything is told if they have to."""
        while not (self._finish and await self._is_all_told()):
            step = time_in(self._run.folder / CLOCK)
            await self._rest(step + RESTS, self._is_connected)
            self._acts.touch()
            for _ in range(FINISHES if self._finish else 1):
                await self._people.act(self._clock.now())
                if self._finish:
                    await self._wait_a_little()
            if self._thieves:
                await self._thieves.act(finish=self._finish)
            self._acts.unlink(missing_ok=True)
            await self._rest(step + RESTS, self._is_at_rest)
            write_time(self._seen, step)
            while time_in(self._run.folder / CLOCK) == step:
                await self._go_along()
                await asyncio.sleep(0.005)
            await self._go_along()

    async def _rest(self, until: datetime, is_done: Callable[[], Awaitable[bool]]) -> None:
        """Wait until something is done. What failed is repeated when the time has moved on a little."""
        while self._clock.now() < until and not await is_done():
            for _ in range(5):
                await asyncio.sleep(0.02)
                if await is_done():
                    return
            if not any(self._run.folder.glob("*.acts")):
                await self._wait_a_little()
            await self._go_along()

    async def _wait_a_little(self) -> None:
        """Move the clock of all programs on a little."""
        write_time(self._run.folder / REST, max(self._clock.now() + LITTLE, time_of(self._run.folder)))
        await self._go_along()

    async def _go_along(self) -> None:
        """Move the clock to the time of all programs: one may wait for what another one repeats later."""
        while (now := time_of(self._run.folder)) > self._clock.now():
            await self._clock.move_on(min(now - self._clock.now(), BEAT))
            with suppress(TimeoutError):
                async with asyncio.timeout(BEATS_WITHIN):
                    while not self._has_noted_time():  # noqa: ASYNC110 - it has no event
                        await asyncio.sleep(0.001)

    def _has_noted_time(self) -> bool:
        last = self._heartbeat.last
        return last is not None and self._clock.now() - last <= BEAT

    async def _is_connected(self) -> bool:
        return all(map(is_connected, self._hosted)) and not self._heartbeat.cut_off_now

    async def _is_at_rest(self) -> bool:
        with suppress(StoreError):
            return await is_at_rest(self._host, self._clock)
        return False

    async def _is_all_told(self) -> bool:
        store = self._host.repository.store
        with suppress(StoreError):
            is_over = not self._people.numbers and not await store.log.running_games()
            return is_over and not await store.timers.due(self._clock.now())
        return False


def is_connected(platform: Hosted) -> bool:
    """Whether a program can be reached on a platform, or at least post there."""
    match platform:
        case DiscordPlatform():
            return platform._connected.is_set()
        case TelegramPlatform():
            return platform._is_connected.is_set()
        case _:
            return platform._server._runner is not None


async def is_at_rest(host: Host, clock: FakeClock) -> bool:
    """Whether no computer is to move, nothing is due, and everybody has been told the news."""
    repository = host.repository
    log, ledger = repository.store.log, repository.store.outbox
    if await repository.store.timers.due(clock.now()):
        return False
    for game in await log.running_games():
        match = await repository.read(game)
        if any(match.roster.holders[seat].by_computer for seat in match.waiting_for):
            return False
        for follower, told in (await ledger.bookmarks(game)).items():
            steps = await repository.steps(game, told) if told < match.seq else ()
            if steps and (not isinstance(follower, Chat) or split_into_posts(steps)):
                return False
    return True
