"""The local chat as a platform: a page on this machine where each tab is a person."""

import asyncio
import logging
import webbrowser
from collections.abc import Collection
from datetime import datetime, timedelta

from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.matches.outcomes import CommandRefused
from bot.model.callbacks import NO_GAME
from bot.model.identity import Address, Chat, Destination, Person
from bot.model.message import Message, Topic, drawn
from bot.model.permissions import MissingPermissions, Unreachable
from bot.model.port import Key, Limits, Watcher
from bot.store import Store
from bot.timers.registry import TimerKind
from bot.web.channels import Channels
from bot.web.hosts import is_loopback, is_own_name, parts_of
from bot.web.page import PageVisit, TabAccounts
from bot.web.server import DEFAULT_LIMITS, WebLimits, WebServer
from bot.web.session import TabSession
from bot.web.site import Site
from bot.web.tab import Tab
from bot.web.upkeep import timers_of

LONGEST_POST = 20_000
"""Letters: enough for a whole game between computers."""

PANEL = "panel"
"""The id of every private panel: a tab has one private column."""

log = logging.getLogger(__name__)


class LocalPlatform:
    """The page at localhost.

    It can be posted to before it is started, and after it is stopped: the tabs catch up.
    """

    name = "local"
    limits = Limits(LONGEST_POST, repeats_safely_for=timedelta.max, has_dms=False, replays_at="")

    def __init__(
        self,
        store: Store,
        clock: Clock,
        host: str = "127.0.0.1",
        port: int = 8910,
        *,
        opens_page: bool = False,
        names: Collection[str] = (),
        web_limits: WebLimits = DEFAULT_LIMITS,
    ) -> None:
        self._clock = clock
        self._host = host
        self._opens_page = opens_page
        sessions: dict[Tab, TabSession] = {}
        self._channels = channels = Channels(store, clock, self.name, sessions.keys())
        self._accounts = TabAccounts(store, self.name, clock, channels.present)
        site = Site(
            self.name,
            visit=lambda dispatcher, tab: PageVisit(self._accounts, channels, dispatcher, tab),
            is_own_name=lambda name: is_own_name(name, host, names),
            is_own_page=lambda origin, at: parts_of(origin).netloc == at,
            channels=channels,
        )
        self._server = WebServer(site, (host, port), clock, web_limits, sessions)

    @property
    def timers(self) -> tuple[TimerKind, ...]:
        """What happens on the page by itself."""
        return timers_of(self._channels)

    async def serve(self, dispatcher: Dispatcher) -> None:
        """Serve the page until cancelled. Raises OperatorError where the port is taken."""
        url = await self.start(dispatcher)
        print(
            f"Stationmaster is at {url} - every tab is a person. Ctrl+C ends it; games are kept.", flush=True
        )
        if not is_loopback(self._host):
            log.warning("it listens on %s: everybody who reaches this machine can play", self._host)
        try:
            if self._opens_page:
                await asyncio.to_thread(webbrowser.open, url)
            await asyncio.Event().wait()
        finally:
            await self.stop()

    async def start(self, dispatcher: Dispatcher) -> str:
        """Open the page and return its URL, the same one on every start. Raises OperatorError."""
        return await self._server.start(dispatcher)

    async def stop(self) -> None:
        """Hang up on every tab, and stop listening: within two seconds."""
        await self._server.stop()

    async def prepared(self, to: Destination, message: Message, key: Key) -> Message:
        """The post of an end, and a note about no game, with their pictures. Those of others are drawn when
        somebody opens them: the page draws the table. Tabs make their private columns themselves.
        """
        return await drawn(message) if key.topic is Topic.END or key.game == NO_GAME else message

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        """Write a post, or refresh a person's private column; a note about no game is shown next to that.

        Raises Unreachable for no such channel, and where nobody would see the note.
        """
        match to:
            case Chat():
                ended = key.game if key.topic is Topic.END else ""
                await self._channels.announce(to, message, str(key), ended=ended)
                return str(key)
            case Person() if key.game == NO_GAME:
                tabs = self._tabs_of(to)
                if not tabs:
                    raise Unreachable
                for tab in tabs:
                    tab.note(message)
                return str(key)
            case Person():
                self._refresh_tabs_of(to)
                return PANEL

    async def edit(self, to: Destination, id: str, message: Message, key: Key) -> bool:
        """Refresh a person's private column. A post stays as it is: the channel shows its whole history."""
        if isinstance(to, Chat):
            return False
        self._refresh_tabs_of(to)
        return True

    async def remove_buttons(self, to: Destination, id: str) -> bool:
        """Nothing to do: the page itself shows which buttons are old."""
        return True

    async def delete(self, to: Destination, id: str) -> bool:
        """Nothing to do: a private column is only ever replaced."""
        return True

    async def find_sent(self, chat: Chat, key: Key, since: datetime) -> str | None:
        """Return None. Nobody asks: the database keeps every key."""
        return None

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """None: the channels belong to the bot."""
        return MissingPermissions()

    async def place_of(self, chat: Chat) -> Address | None:
        """The channel itself."""
        return Address(self.name, chat.id)

    async def open_thread(self, chat: Chat, name: str) -> tuple[Chat, str]:
        """Refuse: channels have no threads."""
        raise CommandRefused("no-threads-on-platform")

    async def link_to(self, chat: Chat, id: str) -> str:
        """No address: private messages are read on the page itself."""
        return ""

    async def own_chat(self, person: Person, title: str) -> Chat | None:
        """The channel where a person practises, opened if there is none. Raises CommandRefused."""
        return await self._channels.own(person, title)

    def watch(self, watcher: Watcher) -> None:
        """Do nothing: channels and the page are always reachable."""

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether a person opened the channel."""
        return await self._channels.owner(chat) == person

    def _refresh_tabs_of(self, person: Person) -> None:
        """Refresh the private column in all tabs of a person.

        A tab draws what the game of its own channel holds for the person when it is sent. It does not show
        the announcer's message, which may be of another channel's game, or older.
        """
        for tab in self._tabs_of(person):
            tab.refresh()

    def _tabs_of(self, person: Person) -> list[Tab]:
        return [tab for tab in self._channels.tabs if tab.profile and tab.profile.person == person]
