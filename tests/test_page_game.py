"""A whole game on the page: two people in a real Chromium and two computers, from the lobby to the score."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

import engine
from bot.app import Host
from bot.clock import Clock
from bot.platforms.local.platform import LocalPlatform
from bot.settings import Settings
from bot.store import Store
from tests.pages import IN_CHROMIUM, PHONE, chromium, people, say
from tests.scenario import UNLIMITED
from tests.tiny_board import changed

pytestmark = IN_CHROMIUM

EUROPE = Path(engine.__file__).parent / "boards" / "europe.toml"

LONGEST = 300
"""Seconds that a game may take."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@asynccontextmanager
async def hosted(folder: Path) -> AsyncIterator[str]:
    """The whole bot, as `stationmaster play` runs it, with one more board."""
    (folder / "boards").mkdir()
    (folder / "boards" / "short.toml").write_text(shorter(EUROPE.read_text("utf-8")), "utf-8")
    settings = Settings(_env_file=None, boards=folder / "boards", computer_delay=0)  # type: ignore[call-arg]
    async with await Store.open(f"sqlite:///{folder / 'games.db'}") as store:
        table = Host(store, settings, rates=UNLIMITED)
        chat = LocalPlatform(store, Clock(), port=0)
        table.add_platform(chat)
        running = asyncio.create_task(table.run())
        try:
            yield await chat.start(table.dispatcher)
        finally:
            await chat.stop()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


def shorter(europe: str) -> str:
    """Europe with 9 trains for each, which is over five times as fast."""
    return changed("trains = 45", "trains = 9", changed('id = "europe"', 'id = "short"', europe))


async def test_two_people_play_from_the_lobby_to_the_final_score(browser: Browser, tmp_path: Path) -> None:
    async with (
        hosted(tmp_path) as url,
        people(browser, url, "Ada") as [ada],
        people(browser, url, "Bob", **PHONE) as [bob],
    ):
        await fill_the_table(ada, bob)
        async with asyncio.timeout(LONGEST):
            await play_to_the_end([ada, bob])
        for page in (ada, bob):
            last = page.locator("#posts li").last
            await expect(last).to_contain_text(re.compile(r"1\. .*: \d+ points"))
            await expect(last.locator("img")).to_have_count(2)
            await expect(page.locator("#panel .row button")).to_have_count(0)


async def fill_the_table(ada: Page, bob: Page) -> None:
    """Ada opens a game, Bob and two computers join, and Ada starts it."""
    await say(ada, "/new short")
    await press(bob.locator("#posts .row button", has_text="Join"))
    for number in (2, 3):
        await expect(ada.locator("#posts li")).to_have_count(number)
        await press(ada.locator("#posts .row button", has_text="computer"))
    await expect(ada.locator("#posts li")).to_have_count(4)
    number = "[0-9a-f]{16}"  # of what each browser drew
    await expect(ada.locator("#posts .details").last).to_contain_text(
        re.compile(f"seal [0-9a-f]{{64}}, contributions .Ada. {number}, .Bob. {number}")
    )
    await press(ada.locator("#posts .row button", has_text="Start"))


async def play_to_the_end(pages: list[Page]) -> None:
    """The player who is mentioned moves; the game is over when a post says so."""
    while not await pages[0].locator("#posts li", has_text="The game is over").count():
        for page in pages:
            if (await page.title()).startswith("(your turn)"):
                await move(page)
        await asyncio.sleep(0.05)


async def move(page: Page) -> None:
    """Keep all tickets; else claim the first route that is offered, with the first cards; else draw.

    Nothing is planned: when the turn is over, that is all that is offered.
    """
    plan = re.compile("plan", re.IGNORECASE)
    buttons = page.locator("#panel .row button").filter(has_not_text=plan)
    while await (unmarked := buttons.filter(has_text="☐")).count():
        await press(unmarked.first)
    for kind in (r"^Keep", r"^Claim", r"^Pay", r"deck|blind", r""):
        if await (fitting := buttons.filter(has_text=re.compile(kind, re.IGNORECASE))).count():
            await press(fitting.first)
            break
    offered = page.locator("#answer .row button").filter(has_not_text=plan)
    while await offered.count():
        await press(offered.first)


async def press(button: Locator) -> None:
    """Press a button, wherever on its page it is, and wait for the answer."""
    await button.evaluate("button => button.click()")
    await expect(button.page.locator("body")).not_to_have_class("pressed")
