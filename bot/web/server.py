"""The web server of a site: how much of the machine it may take, and the sockets of its tabs."""

import asyncio
import errno
import logging
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass
from socket import SO_SNDBUF, SOL_SOCKET

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.http import HttpProcessingError

from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.model.identity import Person
from bot.requests.directory import Directory
from bot.settings import OperatorError
from bot.web.hosts import network_behind, url_of
from bot.web.protocol import read
from bot.web.session import Answered, TabSession
from bot.web.site import TAKING_LEAVE, Respond, Site, application
from bot.web.tab import Tab

LINGERING = 2.0
"""Seconds for which the rest of a refused request is read."""

MOST_HEADERS = 50

SEND_BUFFER = 1 << 18
"""Bytes that the system keeps for a tab that does not read."""

BACKLOG = 128
"""Connections that wait to be accepted."""

LONGEST_LINE = 8192
"""Bytes of one request of a tab."""

HEARTBEAT = 25.0
"""Seconds after which a quiet tab is asked whether it is still there."""

WAITING = 16
"""Requests of a tab that may wait for the one that is being done. While more come, none is read."""

PING: object = {"do": "ping"}
"""A page asks whether its connection still works. It is answered at once, whatever else is being done."""

END = object()
"""The end of a tab's requests."""

UNKNOWN = 4401
"""The code with which the socket of an unknown person is closed. The page does not connect again after it."""

MOST_OPEN = 8
"""Boards that one person may have open; one more closes the oldest."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WebLimits:
    """How much of the machine the pages may take."""

    per_address: int = 64
    """Open requests of one address (IPv4, or an IPv6 network of 64 bits), of which a tab's socket is one.
    This machine's own addresses are not limited."""
    tabs: int = 200
    """Tabs that are open at the same time."""
    header_time: float = 15.0
    """Seconds until a request's headers are complete, counted from the connection or the last response."""
    patience: float = 30.0
    """Seconds that a page may take to read a response, or a frame of its socket."""
    proxies: int = 0
    """How many proxies of the operator's own forward each request: its address is the one that they say."""


DEFAULT_LIMITS = WebLimits()


class WebServer:
    """Serves a site, and the sockets of its tabs."""

    def __init__(
        self,
        site: Site,
        listen_at: tuple[str, int],
        clock: Clock,
        limits: WebLimits = DEFAULT_LIMITS,
        sessions: dict[Tab, TabSession] | None = None,
    ) -> None:
        """`listen_at` are a host and a port; port 0 is any that is free when it first starts. `sessions` are
        kept up to date: those of all tabs that are open, the oldest first.
        """
        self.site = site
        self.name = site.name
        self.limits = limits
        self.sessions: dict[Tab, TabSession] = {} if sessions is None else sessions
        self.answered = Answered()
        self.sockets = 0
        """Sockets of tabs that are open, or being opened."""
        self._host, self._port = listen_at
        self._clock = clock
        self._counted: dict[web.RequestHandler, str] = {}
        """The connections with an open request that counts for the limit of a network, and the network."""
        self._at_work: set[asyncio.Task[None]] = set()
        self._runner: web.AppRunner | None = None

    async def serve(self, dispatcher: Dispatcher) -> None:
        """Serve the site until cancelled. Raises OperatorError where the port is taken."""
        log.info("the site of the %s is served at %s", self.name, await self.start(dispatcher))
        try:
            await asyncio.Event().wait()
        finally:
            await self.stop()

    async def start(self, dispatcher: Dispatcher) -> str:
        """Serve the site and return its URL on this machine, the same one on every start.

        Raises OperatorError.
        """

        async def serve_tab(request: web.Request) -> web.StreamResponse:
            return await self._serve_tab(request, dispatcher)

        app = application(self.site, dispatcher, serve_tab, [self._limit_networks, self._limit_patience])
        app.on_shutdown.append(self._hang_up)
        self._runner = web.AppRunner(
            app,
            access_log=None,
            logger=_request_log(),
            shutdown_timeout=0.5,
            keepalive_timeout=self.limits.header_time,
            lingering_time=LINGERING,
            max_headers=MOST_HEADERS,
            auto_decompress=False,
        )
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port, backlog=BACKLOG).start()
        except OSError as error:
            await self.stop()
            place = f"Port {self._port} on {self._host}"
            taken = f"{place} is taken: stop the program that has it, or name another port."
            private = f"{place} is not for everybody to use: name one from 1024 up."
            sentences = {errno.EADDRINUSE: taken, errno.EACCES: private}
            other = f"The local chat cannot listen on {self._host}: name an address that this machine has."
            raise OperatorError(sentences.get(error.errno or 0, other)) from error
        self._port = int(self._runner.addresses[0][1])
        self._begin(self._follow(dispatcher.directory, dispatcher.directory.news()))
        return url_of(self._host, self._port)

    async def stop(self) -> None:
        """Stop listening, hang up on every tab, and close all connections: within two seconds."""
        if self._runner is None:
            return
        runner, self._runner = self._runner, None
        await runner.cleanup()
        at_work = tuple(self._at_work)
        for task in at_work:
            task.cancel()
        await asyncio.gather(*at_work, return_exceptions=True)

    async def _serve_tab(self, request: web.Request, dispatcher: Dispatcher) -> web.WebSocketResponse:
        """Open a socket, do its requests, and send it what is due, until it closes.

        Who shows no proof of who they are takes a connection that a player may need: a stranger is let go
        after one request, or if none comes. Who does no longer counts for their address, since everybody in
        Discord comes from the few addresses of its proxy.
        """
        transport = request.transport
        if transport is None or self.sockets >= self.limits.tabs:
            raise web.HTTPServiceUnavailable(text="Too many tabs are open; close one.")
        self.sockets += 1
        try:
            socket = web.WebSocketResponse(
                timeout=TAKING_LEAVE, heartbeat=HEARTBEAT, compress=False, max_msg_size=LONGEST_LINE + 1
            )
            await socket.prepare(request)
            transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER)
            tab = Tab(socket, transport, self._network_of(request), self.limits.patience)
            needs_proof = bool(self.site.apps)

            async def on_welcome(person: Person) -> None:
                if needs_proof:
                    self._counted.pop(request.protocol, None)
                    own = [tab for tab in self.sessions if tab.profile and tab.profile.person == person]
                    for oldest in own[:-MOST_OPEN]:
                        await oldest.close(WSCloseCode.POLICY_VIOLATION)

            def drop_stranger() -> None:
                if tab.profile is None:
                    tab.drop()

            if needs_proof:
                asyncio.get_running_loop().call_later(self.limits.header_time, drop_stranger)
            visit = self.site.visit(dispatcher, tab)
            session = TabSession(visit, dispatcher, tab, self._clock, self.answered, on_welcome)
            requests = asyncio.Queue[object](WAITING)
            writing = self._begin(tab.write(dispatcher, self.site.channels))
            reading = self._begin(_read_all(tab, socket, session, requests))
            self.sessions[tab] = session
            try:
                while (asked := await requests.get()) is not END:
                    await session.handle(asked)
                    if needs_proof and tab.profile is None:
                        await tab.close(UNKNOWN)
            finally:
                del self.sessions[tab]
                writing.cancel()
                reading.cancel()
                await asyncio.wait([writing, reading])
        finally:
            self.sockets -= 1
        return socket

    def _begin(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Do some work, until the server stops at the latest."""
        task = asyncio.create_task(work)
        self._at_work.add(task)
        task.add_done_callback(self._at_work.discard)
        return task

    async def _follow(self, directory: Directory, news: asyncio.Queue[str]) -> None:
        """Let every tab that draws a table draw it again when its game goes on, or its chat has a new one.

        A single card that a player takes makes no post, but all tables show it.
        """
        while True:
            game = await news.get()
            try:
                chats = await directory.chats_of(game)
            except Exception as error:
                log.error("it is not known who shows a game", exc_info=error)
                chats = tuple(tab.chat for tab in self.sessions if tab.chat)
            showing = [
                session.news()
                for tab, session in self.sessions.items()
                if tab.draws_table and (game in (tab.game, tab.pinned) or tab.chat in chats)
            ]
            for failure in await asyncio.gather(*showing, return_exceptions=True):
                if isinstance(failure, Exception):
                    log.error("a table was not shown the news", exc_info=failure)

    async def _hang_up(self, _: web.Application) -> None:
        """Close the socket of every tab, before the site stops."""
        hanging_up = [tab.close(WSCloseCode.SERVICE_RESTART) for tab in self.sessions]
        await asyncio.gather(*hanging_up, return_exceptions=True)

    def _network_of(self, request: web.Request) -> str:
        """The network that a request comes from; "" for this machine."""
        forwarded = request.headers.getall("X-Forwarded-For", ())
        return network_behind(request.remote or "::1", forwarded, self.limits.proxies)

    @web.middleware
    async def _limit_networks(self, request: web.Request, handler: Respond) -> web.StreamResponse:
        """Refuse a request of a network that has too many open. A socket is one, until it is let go."""
        network = self._network_of(request)
        if not network:
            return await handler(request)
        if Counter(self._counted.values())[network] >= self.limits.per_address:
            log.warning("one address has too many requests for the page open")
            raise web.HTTPTooManyRequests(text="Too many requests from your address; wait for a moment.")
        self._counted[request.protocol] = network
        try:
            return await handler(request)
        finally:
            self._counted.pop(request.protocol, None)

    @web.middleware
    async def _limit_patience(self, request: web.Request, handler: Respond) -> web.StreamResponse:
        """Close the connection of a page that does not read a response."""
        response = await handler(request)
        if not response.prepared:
            try:
                async with asyncio.timeout(self.limits.patience):
                    await response.prepare(request)
                    await response.write_eof()
            except ConnectionError:
                pass
            except TimeoutError:
                if request.transport:
                    request.transport.abort()
        return response


async def _read_all(
    tab: Tab, socket: web.WebSocketResponse, session: TabSession, requests: asyncio.Queue[object]
) -> None:
    """Put the requests of a tab into its queue, and END after the last. Answer its pings at once."""
    async for frame in socket:
        if frame.type is WSMsgType.ERROR:
            break
        await session.admit()
        request = read(frame.data if frame.type is WSMsgType.TEXT else "")
        if request == PING:
            await tab.pong()
        else:
            await requests.put(request)
    await requests.put(END)


def _request_log() -> logging.Logger:
    """A logger for aiohttp's messages about requests. It leaves out all that strangers sent."""

    def pass_on(record: logging.LogRecord) -> bool:
        match record.exc_info[1] if record.exc_info else None:
            case HttpProcessingError():  # its text repeats what was sent
                log.warning("a request that is not valid HTTP was refused")
            case Exception() as error:
                log.error("a request failed", exc_info=error)
            case _:
                log.warning("aiohttp: %s", record.msg)
        return False

    logger = logging.Logger(__name__, logging.WARNING)  # noqa: LOG001 - each page has its own
    logger.addFilter(pass_on)
    return logger
