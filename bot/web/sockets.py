"""The sockets of a site's pages: opened within its limits, and closed when it stops."""

import asyncio
from collections.abc import Callable, Coroutine

from aiohttp import WSCloseCode, WSMsgType, web

from bot.web.requests import PageSession
from bot.web.server import WebLimits, WebServer
from bot.web.tab import Tab

LONGEST_LINE = 8192
"""Bytes of one request."""

HEARTBEAT = 25.0
"""Seconds after which a quiet tab is asked whether it is still there."""

TAKING_LEAVE = 0.5
"""Seconds that a tab has to answer when its socket is closed."""

Converse = Callable[[Tab], tuple[PageSession, Coroutine[object, object, None]]]
"""Makes the session of a new tab, and the coroutine that sends the tab what is due."""


class TabSockets:
    """Every open tab of a site. `tabs` has those that are served."""

    def __init__(self, limits: WebLimits, tabs: set[Tab]) -> None:
        self.tabs = tabs
        self._limits = limits
        self.count = 0
        """Sockets that are open, or being opened."""
        self._writers: set[asyncio.Task[None]] = set()

    async def serve(
        self, request: web.Request, server: WebServer | None, converse: Converse
    ) -> web.WebSocketResponse:
        """Open a socket, do its requests, and send it what is due, until it closes."""
        transport = request.transport
        if transport is None or server is None or self.count >= self._limits.open_tabs:
            raise web.HTTPServiceUnavailable(text="Too many tabs are open; close one.")
        self.count += 1
        try:
            socket = web.WebSocketResponse(
                timeout=TAKING_LEAVE, heartbeat=HEARTBEAT, compress=False, max_msg_size=LONGEST_LINE + 1
            )
            await socket.prepare(request)
            server.keep(transport)
            await self._converse(Tab(socket, transport, self._limits.patience), socket, converse)
        finally:
            self.count -= 1
        return socket

    async def _converse(self, tab: Tab, socket: web.WebSocketResponse, converse: Converse) -> None:
        session, writing = converse(tab)
        writer = asyncio.create_task(writing)
        self._writers.add(writer)
        writer.add_done_callback(self._writers.discard)
        self.tabs.add(tab)
        try:
            async for frame in socket:
                if frame.type is WSMsgType.ERROR:
                    break
                await session.handle(frame.data if frame.type is WSMsgType.TEXT else "")
        finally:
            self.tabs.discard(tab)
            writer.cancel()
            await asyncio.wait([writer])

    async def hang_up(self, _: web.Application) -> None:
        """Close the socket of every tab, before the site stops."""
        hanging_up = [tab.close(WSCloseCode.SERVICE_RESTART) for tab in self.tabs]
        await asyncio.gather(*hanging_up, return_exceptions=True)

    async def stop(self) -> None:
        """Stop sending."""
        for writer in self._writers:
            writer.cancel()
        await asyncio.gather(*self._writers, return_exceptions=True)
