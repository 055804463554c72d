"""The whole bot behind the page, as `stationmaster play` hosts it, and tabs of people who play."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aiohttp import ClientSession

from bot.app import Host
from bot.platforms.local.platform import LocalPlatform
from bot.randomness import Randomness
from bot.service.rate_limits import Rate
from bot.settings import Settings
from bot.store import Store
from tests.local_session import Tab, anyone
from tests.scenario import UNLIMITED, FakeClock, FakePictures, predictable_entropy


@dataclass
class Hosted:
    """The whole bot behind the page, and its people."""

    host: Host
    url: str
    session: ClientSession

    async def tab(self, name: str, channel: str = "table", *, table: bool = False) -> Tab:
        token = name.lower().ljust(32, "0")
        tab = Tab(await self.session.ws_connect(f"{self.url}/chat", origin=self.url), token)
        await tab.ask("hello", token=token)
        await tab.take_name(name)
        await tab.enter(channel, table=table)
        return tab

    async def opens(self, tab: Tab, title: str) -> str:
        await tab.ask("open", title=title)
        return str((await tab.receive("opened"))["channel"])


@asynccontextmanager
async def hosted_page(
    folder: Path, clock: FakeClock, rates: tuple[Rate, Rate] = UNLIMITED, **settings: Any
) -> AsyncIterator[Hosted]:
    """Host the bot on the page, on the database in a folder."""
    own = Settings(_env_file=None, computer_delay=0, **settings)
    async with await Store.open(f"sqlite:///{folder / 'page.db'}") as store, anyone() as session:
        host = Host(store, own, clock, Randomness(predictable_entropy()), FakePictures(), rates)
        page = LocalPlatform(store, clock, port=0)
        host.add_platform(page)
        running = asyncio.create_task(host.run())
        try:
            yield Hosted(host, await page.start(host.dispatcher), session)
        finally:
            await page.stop()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
