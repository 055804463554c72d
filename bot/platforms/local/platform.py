"""The local chat as a platform: what the announcer says is posted, and people's tabs are attended to."""

import asyncio

from aiohttp import WSCloseCode, WSMsgType, web

from bot.clock import Clock
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.model.permissions import MissingPermissions
from bot.platforms.local.accounts import TabAccounts
from bot.platforms.local.channels import Channels
from bot.platforms.local.session import RequestLimit, TabSession
from bot.platforms.local.tab import Tab
from bot.platforms.local.web_server import is_loopback, listen, make_app
from bot.platforms.port import CommandService, Key, OnReachable
from bot.store import Store

LONGEST_LINE = 8192
"""Bytes that a tab may send at once."""

MOST_TABS = 200

LONGEST_POST = 20_000
"""Letters: an evening among computers alone, say."""


class LocalPlatform:
    """The page at localhost: a platform of the announcer's, and a web server while it is started.

    It can be posted to before it is started, and after it is stopped: the tabs catch up.
    """

    name = "local"
    longest_post = LONGEST_POST

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._guests = TabAccounts(store, self.name)
        self._channels = Channels(store, clock, self.name)
        self._runner: web.AppRunner | None = None

    async def start(self, desk: CommandService, host: str = "127.0.0.1", port: int = 8910) -> str:
        """Open the page, and say at which URL. Raises PortTaken."""

        async def attend(request: web.Request) -> web.StreamResponse:
            return await self._attend(desk, request)

        app = make_app(attend, self._store.picture, is_loopback(host))
        app.on_shutdown.append(self._hang_up)
        self._runner, url = await listen(app, host, port)
        return url

    async def stop(self) -> None:
        """Hang up on every tab, and stop listening: within two seconds."""
        if self._runner:
            await self._runner.cleanup()
            self._runner = None

    async def post(self, chat: Chat, message: Message, key: Key) -> None:
        """Say something in a channel, once for each key. Raises Unreachable for no such channel."""
        await self._channels.announce(chat, message, str(key))

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """Nothing: the channels are the bot's own."""
        return MissingPermissions()

    def watch(self, retry: OnReachable) -> None:
        """Nothing shuts the bot out of its own channels, and so nothing lets it in again."""

    async def tell(self, person: Person, message: Message, key: Key) -> None:
        """Have the private column of a person's tabs drawn up anew.

        A tab shows what its own channel's game holds for the person, as it is by then, and so not `message`,
        which may be of another channel's game, or older.
        """
        for tab in self._channels.tabs:
            if tab.profile and tab.profile.person == person:
                tab.refresh()

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether the person opened the channel."""
        return await self._channels.owner(chat) == person

    async def _attend(self, desk: CommandService, request: web.Request) -> web.WebSocketResponse:
        if len(self._channels.tabs) >= MOST_TABS:
            raise web.HTTPServiceUnavailable(text="Too many tabs are open; close one.")
        socket = web.WebSocketResponse(timeout=0.7, heartbeat=25, compress=False, max_msg_size=LONGEST_LINE)
        await socket.prepare(request)
        tab = Tab(socket)
        writing = asyncio.create_task(tab.write(desk))
        self._channels.tabs.add(tab)
        try:
            await self._listen(socket, TabSession(self._guests, self._channels, desk, tab))
        finally:
            self._channels.tabs.discard(tab)
            writing.cancel()
            await asyncio.wait([writing])
        return socket

    async def _listen(self, socket: web.WebSocketResponse, visit: TabSession) -> None:
        pace = RequestLimit(self._clock)
        async for frame in socket:
            await pace.keep()
            await visit.hear(frame.data if frame.type is WSMsgType.TEXT else "")

    async def _hang_up(self, _: web.Application) -> None:
        tabs = self._channels.tabs
        hanging_up = [tab.close(WSCloseCode.SERVICE_RESTART) for tab in tabs]
        await asyncio.gather(*hanging_up, return_exceptions=True)
