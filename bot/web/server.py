"""The web server of the page, and the sockets of its tabs."""

import asyncio
import errno
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from socket import SO_SNDBUF, SOL_SOCKET

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.http import HttpProcessingError

from bot.settings import OperatorError
from bot.web.hosts import is_loopback, network_behind
from bot.web.protocol import read
from bot.web.session import PageSession
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


class WebServer:
    """Serves an application, and the sockets of its tabs. `tabs` are those that are served."""

    def __init__(self, app: web.Application, limits: WebLimits, tabs: set[Tab]) -> None:
        self._limits = limits
        self._tabs = tabs
        self.sockets = 0
        """Sockets of tabs that are open, or being opened."""
        self._at_work: set[asyncio.Task[None]] = set()
        app.on_shutdown.append(self._hang_up)
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
            await web.TCPSite(self._runner, host, port, backlog=BACKLOG).start()
        except OSError as error:
            await self.stop()
            taken = f"Port {port} on {host} is taken: stop the program that has it, or name another port."
            private = f"Port {port} on {host} is not for everybody to use: name one from 1024 up."
            sentences = {errno.EADDRINUSE: taken, errno.EACCES: private}
            other = f"The local chat cannot listen on {host}: name an address that this machine has."
            raise OperatorError(sentences.get(error.errno or 0, other)) from error
        return int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """Stop listening, hang up on every tab, and close all connections."""
        await self._runner.cleanup()
        for task in self._at_work:
            task.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)

    async def serve_tab(self, request: web.Request, converse: Converse) -> web.WebSocketResponse:
        """Open a socket, do its requests, and send it what is due, until it closes."""
        transport = request.transport
        if transport is None or self.sockets >= self._limits.tabs:
            raise web.HTTPServiceUnavailable(text="Too many tabs are open; close one.")
        self.sockets += 1
        try:
            socket = web.WebSocketResponse(
                timeout=TAKING_LEAVE, heartbeat=HEARTBEAT, compress=False, max_msg_size=LONGEST_LINE + 1
            )
            await socket.prepare(request)
            transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_SNDBUF, SEND_BUFFER)
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
