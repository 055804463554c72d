"""Several processes of the bot on one database and one fake Telegram, and a proxy in front of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import count

from aiohttp import ClientError, ClientSession, web
from pydantic import SecretStr

from bot.app import serve_until_cancelled
from bot.matches.leases import Leases
from bot.store import Store
from bot.telegram.platform import TelegramPlatform
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import TOKEN
from tests.fakes.telegram.updates import HEADER
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import free_port
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot

HOOK = "https://club.example"
"""The public address of the bot."""

SHORTLY = timedelta(seconds=1)
"""The time between two actions of a person: several fit into a lease."""


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


class BotProcess(TelegramBot):
    """One of several processes: a store, leases and a platform of its own."""

    leases: Leases
    port: int

    async def wait_a_while(self) -> None:
        await self.clock.move_on(SHORTLY)


@asynccontextmanager
async def bot_process(
    url: str, fake_group: FakeGroup, clock: FakeClock, *, webhook: bool = True
) -> AsyncIterator[BotProcess]:
    """Start one more process. It serves the bot once this is entered, and stops in the end."""
    server, port = fake_group.server, free_port()
    hooked = {"webhook": HOOK, "listen_at": ("127.0.0.1", port)} if webhook else {}
    async with await Store.open(url) as store:
        leases = Leases(store, clock, lambda: clock.now().timestamp())
        if not webhook:
            leases.want("telegram")
        platform = TelegramPlatform(
            SecretStr(TOKEN),
            clock,
            in_private=(1000, timedelta(seconds=1)),
            once=lambda work: leases.while_held("telegram", work),
            shared=await store.id(),
            base_url=server.base_url,
            base_file_url=server.base_file_url,
            **hooked,  # type: ignore[arg-type]
        )
        one = BotProcess(store, platform, clock, None, fake_group, leases=leases, counts_downtime=True)
        one.leases, one.port = leases, port
        one.attending = asyncio.create_task(serve_until_cancelled(platform, one.host.dispatcher, clock))
        running = [asyncio.create_task(one.host.run()), one.attending]
        try:
            await until(platform._is_connected.is_set, "it does not connect")
            await until(lambda: bool(leases._until), "it gets no lease")
            yield one
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
