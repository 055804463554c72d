"""The whole bot behind the page, as `stationmaster play` hosts it, and tabs of people who play."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from aiohttp import ClientSession

from bot.app import Host
from bot.matches.match import Step
from bot.model.identity import Chat, Person
from bot.requests.rate_limits import Rates
from bot.store import Store
from bot.web.platform import LocalPlatform
from tests.finished_games import RECORDS, recorded_steps
from tests.local_session import TABLE, Tab, anyone
from tests.scenario import UNLIMITED, FakeClock, FakePictures, predictable_entropy, settings_of
from tests.secrecy_scenarios import prepared

ELSEWHERE = Chat("local", "elsewhere")

SHORT = RECORDS[3]
"""A short game."""


@dataclass
class Hosted:
    """The whole bot behind the page, and its people."""

    host: Host
    url: str
    session: ClientSession
    tabs: list[Tab] = field(default_factory=list)

    async def comes(self, name: str, token: str = "") -> Tab:
        """A new tab of a person with a name, in no channel yet."""
        token = token or name.lower().ljust(32, "0")
        tab = Tab(await self.session.ws_connect(f"{self.url}/chat", origin=self.url), token)
        self.tabs.append(tab)
        await tab.ask("hello", token=token)
        await tab.take_name(name)
        return tab

    async def tab(self, name: str, channel: str = "table", *, table: bool = False) -> Tab:
        tab = await self.comes(name)
        await tab.enter(channel, table=table)
        return tab

    async def opens(self, tab: Tab, title: str) -> str:
        await tab.ask("open", title=title)
        return str((await tab.receive("opened"))["channel"])


@asynccontextmanager
async def hosted_page(
    folder: Path, clock: FakeClock, rates: Rates = UNLIMITED, **settings: Any
) -> AsyncIterator[Hosted]:
    """Host the bot on the page, on the database in a folder."""
    own = settings_of(computer_delay=0, **settings)
    async with await Store.open(f"sqlite:///{folder / 'page.db'}") as store:
        host = Host(store, own, clock, predictable_entropy(), FakePictures(), rates)
        page = LocalPlatform(store, clock, port=0)
        host.add_platform(page)
        async with running_page(host, page) as one:
            yield one


@asynccontextmanager
async def running_page(host: Host, page: LocalPlatform) -> AsyncIterator[Hosted]:
    """Run a bot and its page; in the end all tabs are closed."""
    running = asyncio.create_task(host.run())
    async with anyone() as session:
        one = Hosted(host, await page.start(host.dispatcher), session)
        try:
            yield one
        finally:
            await asyncio.gather(*(tab.socket.close() for tab in one.tabs))
            await page.stop()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def in_the_cellar(page: Hosted) -> tuple[Tab, Tab, str, str]:
    """Anna, who opened the channel and the game, and Bob play; the ids of the channel and the game."""
    anna, bob = await page.tab("Anna"), await page.tab("Bob")
    cellar = await page.opens(anna, "Cellar")
    for tab in (anna, bob):
        await tab.enter(cellar)
    await anna.answer("/new europe")
    await bob.answer("/join")
    await anna.answer("/start")
    game = await page.host.dispatcher.directory.shown_in(Chat("local", cellar))
    assert game is not None
    return anna, bob, cellar, game


async def told_to_the_last(database: Path, steps: Sequence[Step], chat: Chat) -> None:
    """A database with a game of which a chat has been told everything but the last event."""
    await prepared(database, steps, [step.event for step in steps], chat)
    async with await Store.open(f"sqlite:///{database}") as store:
        await store.outbox.move_bookmark(chat, steps[0].after.id, steps[-1].after.seq - 1)


@asynccontextmanager
async def page_with_game(
    folder: Path, moves: int | None = None, *, aborted: bool = False, **settings: Any
) -> AsyncIterator[tuple[Hosted, str]]:
    """The page at whose table a recorded game was played, in a channel that Olga opened; and the game."""
    steps = recorded_steps(SHORT, moves, aborted=aborted)
    await told_to_the_last(folder / "home" / "page.db", steps, TABLE)
    olga = Person("local", sha256(b"olga".ljust(32, b"0")).hexdigest()[:12])
    async with await Store.open(f"sqlite:///{folder / 'home' / 'page.db'}") as store:
        for chat in (TABLE, ELSEWHERE):
            await store.page.open_channel(chat, chat.id, olga, steps[0].at)
    async with hosted_page(folder / "home", FakeClock(), **settings) as page:
        yield page, steps[0].after.id
