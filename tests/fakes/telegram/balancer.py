"""A proxy in front of the programs that share one webhook."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

from aiohttp import ClientError, ClientSession, web

from tests.fakes.telegram.updates import HEADER

HOOK = "https://club.example"
"""The public address of the bot."""


class Balancer:
    """A proxy that brings each update to one of several local ports, in turn, or to all of them at once."""

    def __init__(self) -> None:
        self.ports: list[int] = []
        self.to_all = False
        self.brought: list[int] = []
        """The port that each update was brought to."""
        self._turn = count()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[str]:
        """Listen. Yields the local address."""
        app = web.Application()
        app.router.add_post("/{path:.*}", self._take)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        async with ClientSession() as self._session:
            try:
                yield f"http://127.0.0.1:{runner.addresses[0][1]}"
            finally:
                await runner.cleanup()

    async def _take(self, request: web.Request) -> web.Response:
        secret = request.headers.get(HEADER, "")
        return web.Response(status=await self._bring(await request.read(), secret))

    async def _bring(self, body: bytes, secret: str) -> int:
        """Bring an update to the next port, or to the one after it if nobody listens there."""
        if self.to_all:
            return max(await asyncio.gather(*(self._post(port, body, secret) for port in self.ports)))
        first, status = next(self._turn), 502
        for port in (self.ports[(first + more) % len(self.ports)] for more in range(len(self.ports))):
            if (status := await self._post(port, body, secret)) < 500:
                break
        return status

    async def _post(self, port: int, body: bytes, secret: str) -> int:
        headers = {HEADER: secret, "Content-Type": "application/json"}
        try:
            async with self._session.post(
                f"http://127.0.0.1:{port}/telegram", data=body, headers=headers
            ) as answer:
                self.brought.append(port)
                return answer.status
        except (ClientError, OSError):
            return 502
