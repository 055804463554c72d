"""Several processes of the bot on one database and one fake Telegram."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from pydantic import SecretStr

from bot.app import serve_until_cancelled
from bot.matches.leases import Leases
from bot.store import Store
from bot.telegram.platform import TelegramPlatform
from tests.fakes.telegram.balancer import HOOK
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import TOKEN
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import free_port
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot

SHORTLY = timedelta(seconds=1)
"""The time between two actions of a person: several fit into a lease."""


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
