"""A whole game on the page: two people in a real Chromium and two computers, from the lobby to the score."""

import asyncio
import re
from pathlib import Path

from playwright.async_api import Browser, Page, expect

from tests.pages import IN_CHROMIUM, PHONE, hosted, move, people, say

pytestmark = IN_CHROMIUM

LONGEST = 300
"""Seconds that a game may take."""


async def test_two_people_play_from_the_lobby_to_the_final_score(browser: Browser, tmp_path: Path) -> None:
    """Ada clicks, Bob touches a phone."""
    async with (
        hosted(tmp_path, drawn=True) as url,
        people(browser, url, "Ada") as [ada],
        people(browser, url, "Bob", **PHONE) as [bob],
    ):
        await fill_the_table(ada, bob)
        async with asyncio.timeout(LONGEST):
            await play_to_the_end([ada, bob])
        for page in (ada, bob):
            last = page.locator("#posts li").last
            await expect(last).to_contain_text(re.compile(r"1\. .* -?\d+ · 2\. "))
            await expect(last.locator("img")).to_have_count(1)  # scores, map and plot
            await expect(last.locator(".details")).to_contain_text("how to check it: /seal")
            await expect(page.locator("#play [data-action]:enabled")).to_have_count(0)
            await expect(page.locator("#prompt")).to_contain_text("The game is over. Winner:")
            await page.click("#views [data-view=panel]")
        menus = [[await page.locator("#menu").inner_text() for page in (ada, bob)]]
        async with people(browser, url, "Eve") as [eve]:
            await expect(eve.locator("body")).to_have_attribute("data-role", "over")
            await eve.click("#views [data-view=panel]")
            await expect(eve.locator("#menu").get_by_role("button", name="Scores")).to_be_visible()
            menus.append([await eve.locator("#menu").inner_text()])
        assert [["My tickets as a picture" in text for text in part] for part in menus] == [
            [True, True],
            [False],
        ]


async def fill_the_table(ada: Page, bob: Page) -> None:
    """Ada opens a game, Bob and two computers join, and Ada starts it."""
    await say(ada, "/new short")
    await bob.locator('#start [data-line="/join"]').tap()
    for number in (2, 3):
        await expect(ada.locator("#start .seats li")).to_have_count(number)
        await ada.click('#start [data-line="/computer easy"]')
    await expect(ada.locator("#start .seats li")).to_have_count(4)
    number = "[0-9a-f]{16}"  # of what each browser drew
    await expect(ada.locator("#posts .details").last).to_contain_text(
        re.compile(f"seal [0-9a-f]{{20}}…, contributions .Ada. {number}, .Bob. {number}")
    )
    await ada.click('#start [data-line="/start"]')


async def play_to_the_end(pages: list[Page]) -> None:
    """Each page moves when it is asked, until the game is over."""
    while not await pages[0].locator("#prompt", has_text="The game is over").count():
        for page in pages:
            if await page.locator("body").get_attribute("data-decision") != "none":
                await move(page)
        await asyncio.sleep(0.05)
