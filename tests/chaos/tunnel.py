"""A way to the server of a database, on which nothing may come through for a while."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from sqlalchemy.engine import make_url

SOCKET = ".s.PGSQL.5432"
"""The name of a server's socket in its folder."""


class Tunnel:
    """Leads from a port to a server. While it is closed, its connections stay open, and so do new ones."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)
        self._socket = Path(str(self._url.query["host"])) / SOCKET
        self.is_open = asyncio.Event()
        self.is_open.set()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[str]:
        """Lead there. Yields the address of the database through the tunnel."""
        async with await asyncio.start_server(self._take, "127.0.0.1") as server:
            port = server.sockets[0].getsockname()[1]
            yield self._url.set(host="127.0.0.1", port=port, query={}).render_as_string(hide_password=False)

    async def _take(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            far, forth = await asyncio.open_unix_connection(str(self._socket))
            await asyncio.gather(self._pass_on(near, forth), self._pass_on(far, back))
        except OSError:  # the server is stopped
            back.close()

    async def _pass_on(self, come: asyncio.StreamReader, go: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await come.read(1 << 16):
                await self.is_open.wait()
                go.write(data)
                await go.drain()
        go.close()
