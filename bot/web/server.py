"""The web server of the page, and the sockets of its tabs.

It accepts connections itself, so that they never take all file descriptors.
"""

import asyncio
import errno
import logging
import resource
import socket
from asyncio import Transport
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from weakref import WeakSet

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.http import HttpProcessingError

from bot.settings import OperatorError
from bot.web.hosts import is_loopback, may_be_proxy, network_behind, network_of
from bot.web.protocol import read
from bot.web.requests import PageSession
from bot.web.tab import Tab

LINGERING = 2.0
"""Seconds for which the rest of a refused request is read."""

MOST_HEADERS = 50

SEND_BUFFER = 1 << 18
"""Bytes that the system keeps for a page that does not read."""

BACKLOG = 128
"""Connections that wait to be accepted."""

RETRY = 1.0
"""Seconds before the next try where the system has no file descriptor left."""

RESERVED = 128
"""File descriptors for the database, the other platforms and the computer players."""

FEWEST = 32
"""Connections that are accepted even where the limit of the system leaves less room."""

LONGEST_LINE = 8192
"""Bytes of one request of a tab."""

HEARTBEAT = 25.0
"""Seconds after which a quiet tab is asked whether it is still there."""

WAITING = 16
"""Requests of a tab that may wait for the one that is being done. While more come, none is read."""

TAKING_LEAVE = 0.5
"""Seconds that a tab has to answer when its socket is closed."""

PING: object = {"do": "ping"}
"""A page asks whether its connection still works. It is answered at once, whatever else is being done."""

END = object()
"""The end of a tab's requests."""

Converse = Callable[[Tab], tuple[PageSession, Coroutine[object, object, None]]]
"""Makes the session of a new tab, and the coroutine that sends the tab what is due."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WebLimits:
    """How much of the machine the pages may take."""

    connections: int = 400
    """Open connections, or fewer where the system allows fewer file descriptors (`ulimit -n`)."""
    per_address: int = 64
    """Open connections of one address: an IPv4 address or an IPv6 network of 64 bits. This machine's own
    addresses are limited by `connections` only."""
    tabs: int = 200
    """Tabs that are open at the same time; at most half of the connections."""
    header_time: float = 15.0
    """Seconds until a request's headers are complete, counted from the connection or the last response."""
    patience: float = 30.0
    """Seconds that a page may take to read a response, or a frame of its socket."""
    proxies: int = 0
    """How many proxies of the operator's own forward each request. With any, `per_address` counts open
    requests of the addresses that they say, and the proxies themselves are limited by `connections` only."""

    @property
    def open_connections(self) -> int:
        """The connections that this process may have open."""
        limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if limit == resource.RLIM_INFINITY:
            return self.connections
        return min(self.connections, max(FEWEST, limit - RESERVED))

    @property
    def open_tabs(self) -> int:
        """The tabs that may be open."""
        return min(self.tabs, self.open_connections // 2)


class WebServer:
    """Accepts connections. When there are too many, the oldest without a tab is closed for the new one.

    So pages are served while somebody opens connections and sends nothing. `tabs` are those that are served.
    """

    def __init__(self, app: web.Application, limits: WebLimits, tabs: set[Tab]) -> None:
        self._limits = limits
        self._tabs = tabs
        self.sockets = 0
        """Sockets of tabs that are open, or being opened."""
        self._at_work: set[asyncio.Task[None]] = set()
        app.on_shutdown.append(self._hang_up)
        self._open: dict[socket.socket, tuple[str, Transport | None]] = {}
        """Where each connection comes from, and its transport once it has one; the oldest first."""
        self._with_tab: WeakSet[asyncio.BaseTransport] = WeakSet()
        self._listening: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._runner = web.AppRunner(
            app,
            access_log=None,
            logger=_request_log(),
            shutdown_timeout=0.5,
            keepalive_timeout=limits.header_time,
            lingering_time=LINGERING,
            max_headers=MOST_HEADERS,
            auto_decompress=False,
        )

    async def start(self, host: str, port: int) -> int:
        """Serve the application, and return the port; port 0 is any that is free. Raises OperatorError."""
        await self._runner.setup()
        try:
            self._listening = await _listening_sockets(host, port)
        except OSError as error:
            await self.stop()
            taken = f"Port {port} on {host} is taken: stop the program that has it, or name another port."
            private = f"Port {port} on {host} is not for everybody to use: name one from 1024 up."
            sentences = {errno.EADDRINUSE: taken, errno.EACCES: private}
            other = f"The local chat cannot listen on {host}: name an address that this machine has."
            raise OperatorError(sentences.get(error.errno or 0, other)) from error
        self._accepting = [asyncio.create_task(self._accept_all(socket)) for socket in self._listening]
        return int(self._listening[0].getsockname()[1])

    async def stop(self) -> None:
        """Stop listening, hang up on every tab, and close all connections."""
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        for listening in self._listening:
            listening.close()
        await self._runner.cleanup()
        for task in self._at_work:
            task.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)

    async def serve_tab(self, request: web.Request, converse: Converse) -> web.WebSocketResponse:
        """Open a socket, do its requests, and send it what is due, until it closes."""
        transport = request.transport
        if transport is None or self.sockets >= self._limits.open_tabs:
            raise web.HTTPServiceUnavailable(text="Too many tabs are open; close one.")
        self.sockets += 1
        try:
            socket = web.WebSocketResponse(
                timeout=TAKING_LEAVE, heartbeat=HEARTBEAT, compress=False, max_msg_size=LONGEST_LINE + 1
            )
            await socket.prepare(request)
            self._with_tab.add(transport)
            tab = Tab(socket, transport, self._limits.patience)
            session, writing = converse(tab)
            requests = asyncio.Queue[object](WAITING)
            reading = _read_all(tab, socket, session, requests)
            at_work = [asyncio.create_task(writing), asyncio.create_task(reading)]
            for task in at_work:
                self._at_work.add(task)
                task.add_done_callback(self._at_work.discard)
            self._tabs.add(tab)
            try:
                while (asked := await requests.get()) is not END:
                    await session.handle(asked)
            finally:
                self._tabs.discard(tab)
                for task in at_work:
                    task.cancel()
                await asyncio.wait(at_work)
        finally:
            self.sockets -= 1
        return socket

    async def _hang_up(self, _: web.Application) -> None:
        """Close the socket of every tab, before the site stops."""
        hanging_up = [tab.close(WSCloseCode.SERVICE_RESTART) for tab in self._tabs]
        await asyncio.gather(*hanging_up, return_exceptions=True)

    @property
    def open_connections(self) -> int:
        """How many connections are open."""
        return sum(connection.fileno() != -1 for connection in self._open)

    async def _accept_all(self, listening: socket.socket) -> None:
        while True:
            try:
                accepted, address = await asyncio.get_running_loop().sock_accept(listening)
            except OSError as error:
                log.warning("a connection to the page cannot be accepted: %s", error.strerror)
                await asyncio.sleep(RETRY)
            else:
                is_proxy = self._limits.proxies > 0 and may_be_proxy(address[0])
                await self._admit(accepted, "" if is_proxy else network_of(address[0]))

    async def _admit(self, accepted: socket.socket, network: str) -> None:
        try:
            if await self._make_room(network):
                self._open[accepted] = network, None
                accepted.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
                loop, protocol = asyncio.get_running_loop(), self._runner.server
                assert protocol is not None, "connections are accepted only while the runner is set up"
                transport, _ = await loop.connect_accepted_socket(protocol, accepted)
                self._open[accepted] = network, transport
            else:
                accepted.close()
        except OSError:  # the other side has gone
            accepted.close()
        except BaseException:
            accepted.close()
            raise

    async def _make_room(self, network: str) -> bool:
        """Whether one more connection may be opened; the oldest that has no tab is closed for it."""
        self._open = {socket: entry for socket, entry in self._open.items() if socket.fileno() != -1}
        near = [transport for origin, transport in self._open.values() if origin == network]
        if network and len(near) >= self._limits.per_address:
            log.warning("one address has too many connections to the page")
            return await self._close_oldest(near)
        if len(self._open) >= self._limits.open_connections:
            log.warning("the page has too many connections")
            return await self._close_oldest(transport for _, transport in self._open.values())
        return True

    async def _close_oldest(self, transports: Iterable[Transport | None]) -> bool:
        """Close the first connection that has no tab, or whose tab is gone; False if there is none."""
        for transport in transports:
            if transport and (transport.is_closing() or transport not in self._with_tab):
                transport.abort()
                await asyncio.sleep(0)  # until its socket is closed
                return True
        return False


async def _read_all(
    tab: Tab, socket: web.WebSocketResponse, session: PageSession, requests: asyncio.Queue[object]
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


def network_of_request(request: web.Request, limits: WebLimits) -> str:
    """The network that a request comes from; "" for this machine."""
    forwarded = request.headers.getall("X-Forwarded-For", ())
    return network_behind(request.remote or "::1", forwarded, limits.proxies)


def url_of(host: str, port: int) -> str:
    """The address of the page for people on this machine."""
    shown = "localhost" if is_loopback(host) else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"


async def _listening_sockets(host: str, port: int) -> list[socket.socket]:
    """A socket for each address of a host, all at the same port. Raises OSError."""
    addresses = await asyncio.get_running_loop().getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )
    sockets: list[socket.socket] = []
    try:
        for family, _, _, _, address in dict.fromkeys(addresses):
            at = (address[0], sockets[0].getsockname()[1] if sockets else address[1], *address[2:])
            sockets.append(socket.create_server(at, family=family, backlog=BACKLOG))
            sockets[-1].setblocking(False)
    except BaseException:
        for opened in sockets:
            opened.close()
        raise
    return sockets
