"""The running bot: everything in one event loop and one group of tasks that end together."""

import asyncio
import logging
import signal
import sys
import webbrowser

from bot.ai.computer_players import ComputerPlayers
from bot.clock import Clock, WallClock
from bot.matches.boards import BoardRepository
from bot.matches.repository import MatchRepository
from bot.model.identity import Chat, Person
from bot.notify.announcer import Announcer
from bot.platforms.discord.platform import DiscordChat
from bot.platforms.local.platform import LocalChat
from bot.platforms.port import CannotHost, CommandService, Hosted, MissingPermissions, Platform
from bot.platforms.telegram.platform import TelegramChat, Webhook
from bot.randomness import Randomness
from bot.service.deadlines import Deadlines
from bot.service.dispatcher import Dispatcher
from bot.service.pictures import PictureService
from bot.settings import Settings
from bot.store import Store

_LAST_WORDS = 2.0
"""Seconds that the end may take."""

_FIRST_WAIT = 1.0
_LONGEST_WAIT = 60.0
"""Seconds before a platform that cannot be reached is tried again."""

_SWITCH = 0.0005
"""Seconds that a thread may draw while the event loop has something to do; Python would give it ten times as
many, at each of some ten moments that an answer takes.
"""

log = logging.getLogger(__name__)


class Host:
    """The parts that every platform shares, on one store."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        clock: Clock | None = None,
        entropy: Randomness | None = None,
        artist: PictureService | None = None,
    ) -> None:
        self.games = MatchRepository(store, BoardRepository(settings.boards), clock or WallClock())
        self._settings = settings
        self._artist = artist or PictureService(self.games.points_by_turn)
        self._platforms: dict[str, Platform] = {}
        self._announcer = Announcer(self.games, self._platforms, self._artist, settings.chat_language)
        self.desk = Dispatcher(
            self.games, self, entropy or Randomness(), self._artist, settings.chat_language
        )

    def seat_platform(self, platform: Platform) -> None:
        """Let the announcer speak on a platform too."""
        self._platforms[platform.name] = platform
        platform.watch(self._announcer.retry)

    async def run(self) -> None:
        """Announce, play the computers and keep deadlines, until cancelled."""
        settings = self._settings
        before = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH)
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._artist.prepare(self.games.shelf.boards.values()))
                tasks.create_task(self._announcer.run())
                tasks.create_task(ComputerPlayers(self.games, settings.computer_delay).run())
                tasks.create_task(Deadlines(self.games).run())
        finally:
            sys.setswitchinterval(before)

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether the person is an admin of the chat."""
        platform = self._platforms.get(chat.platform)
        return platform is not None and await platform.is_admin(person, chat)

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in the chat; what was not said there for want of it is tried again."""
        platform = self._platforms.get(chat.platform)
        self._announcer.retry([chat])
        return await platform.missing_permissions(chat) if platform else MissingPermissions()

    async def write_again(self, person: Person) -> bool:
        """Write to a person whose letterbox was closed; False where it still is."""
        return await self._announcer.write_again(person)


async def host_locally(settings: Settings, *, open_page: bool) -> None:
    """Host the bot in the local chat page until SIGINT or SIGTERM.

    Raises StoreError, or PortTaken, with one sentence for the operator.
    """
    stop = _stop_signal()
    async with await Store.open(settings.database_url) as store:
        host = Host(store, settings)
        chat = LocalChat(store, host.games.clock)
        host.seat_platform(chat)
        url = await chat.start(host.desk, settings.local_host, settings.local_port)
        _say_where(url, settings, host.games.shelf)
        running = asyncio.create_task(host.run())
        if open_page:
            await asyncio.to_thread(webbrowser.open, url)
        await _until(stop, [running])
        async with asyncio.timeout(_LAST_WORDS):
            await chat.stop()
            await _end([running])


async def host_on_platforms(settings: Settings) -> None:
    """Host the bot wherever it has a token, until SIGINT or SIGTERM.

    Raises StoreError, or CannotHost, with one sentence for the operator.
    """
    stop = _stop_signal()
    async with await Store.open(settings.database_url) as store:
        host = Host(store, settings)
        platforms = platforms_of(settings, store, host.games.clock)
        for platform in platforms:
            host.seat_platform(platform)
        _say_broken(host.games.shelf)
        attended = [attend(platform, host.desk, host.games.clock) for platform in platforms]
        running = [asyncio.create_task(work) for work in (host.run(), *attended)]
        await _until(stop, running)
        async with asyncio.timeout(_LAST_WORDS):
            await _end(running)


def platforms_of(settings: Settings, store: Store, clock: Clock) -> list[Hosted]:
    """The platforms that the settings have a token for."""
    platforms: list[Hosted] = []
    if settings.discord_token:
        platforms.append(DiscordChat(store, settings.discord_token, clock))
    if settings.telegram_token:
        language, webhook = settings.chat_language, _webhook(settings)
        platforms.append(
            TelegramChat(store, settings.telegram_token, clock, language=language, webhook=webhook)
        )
    return platforms


def _webhook(settings: Settings) -> Webhook | None:
    """Where Telegram brings its news; None where it is asked for them."""
    address, port = settings.telegram_webhook, settings.telegram_webhook_port
    return Webhook(address, settings.local_host, port) if address else None


async def attend(platform: Hosted, desk: CommandService, clock: Clock) -> None:
    """Serve a platform; one that cannot be reached is tried again, and takes no other down.

    Raises CannotHost where trying again would not help.
    """
    wait = _FIRST_WAIT
    while True:
        begun = clock.now()
        try:
            await platform.serve(desk)
        except CannotHost:
            raise
        except Exception as fault:  # noqa: BLE001 - a line may break in any way
            name = type(fault).__name__
            log.warning("%s cannot be reached (%s), and is tried again", platform.name, name)
        lasted = (clock.now() - begun).total_seconds()
        wait = _FIRST_WAIT if lasted > _LONGEST_WAIT else min(2 * wait, _LONGEST_WAIT)
        await clock.sleep(wait)


async def _until(stop: asyncio.Event, running: list[asyncio.Task[None]]) -> None:
    """Wait until the program shall stop, or something has brought it down."""
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait((stopping, *running), return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()


async def _end(running: list[asyncio.Task[None]]) -> None:
    """Stop everything; raises what brought the bot down, if anything did."""
    for task in running:
        task.cancel()
    ends = await asyncio.gather(*running, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end


def _stop_signal() -> asyncio.Event:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


def _say_where(url: str, settings: Settings, shelf: BoardRepository) -> None:
    print(f"Stationmaster is at {url} - every tab is a person. Ctrl+C ends it; games are kept.", flush=True)
    if settings.local_host not in ("127.0.0.1", "localhost", "::1"):
        log.warning("it listens on %s: everybody who reaches this machine can play", settings.local_host)
    _say_broken(shelf)


def _say_broken(shelf: BoardRepository) -> None:
    for broken in shelf.broken:
        log.warning("%s", broken)
