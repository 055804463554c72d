"""Replays and the end of a game on the page, in a real Chromium: by mouse, touch and keys."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.hosted_page import page_with_game
from tests.pages import FAINT_TEXTS, IN_CHROMIUM, OUTSIDE, PHONE, people, say
from tests.test_page_access import ZOOMED

pytestmark = IN_CHROMIUM


@pytest_asyncio.fixture(loop_scope="session")
async def url(tmp_path: Path) -> AsyncIterator[str]:
    """A page at whose table a game has ended."""
    async with page_with_game(tmp_path) as (page, _):
        yield page.url


async def replayed(page: Page) -> int:
    """Open the replay of the game at the table; the number of its turns."""
    await page.get_by_role("button", name="Replay", exact=True).click()
    slider = page.get_by_role("slider", name="Turn", exact=True)
    await expect(slider).to_be_focused()
    return int(await slider.get_attribute("max") or 0)


async def at(page: Page, turn: int) -> None:
    await expect(page.locator("#replay")).to_have_attribute("data-turn", str(turn))


async def test_the_end_shows_the_score_the_tickets_and_the_longest_path(browser: Browser, url: str) -> None:
    async with people(browser, url, "Olga") as [olga]:
        sheet = olga.get_by_role("table", name="Final score")
        await expect(sheet.get_by_role("columnheader")).to_have_text(["Anna", "Boris"])
        await expect(sheet.get_by_role("row", name="Place")).to_have_text("Place12")
        await expect(sheet.get_by_role("row", name="Total")).to_have_text("Total-97-118")
        await expect(olga.locator("#board .fresh.taken")).not_to_have_count(0)
        tickets = olga.locator("#after .held .ticket")
        assert await tickets.count() == 40
        await tickets.first.click()
        await expect(olga.locator("#board .ring")).to_have_count(2)
        await expect(olga.get_by_role("button", name="Play again")).to_be_visible()
        for hidden in ("#row", "#own"):
            await expect(olga.locator(hidden)).to_be_hidden()


async def test_a_replay_is_walked_through_by_keys(browser: Browser, url: str) -> None:
    async with people(browser, url, "Olga") as [olga]:
        last = await replayed(olga)
        await at(olga, 0)
        await expect(olga.locator("#replay [data-route]")).to_have_count(101)
        await expect(olga.locator("#replay .taken")).to_have_count(0)
        await olga.keyboard.press("ArrowRight")
        await at(olga, 1)
        await expect(olga.locator("#replay .told")).to_contain_text("Anna takes green and orange")
        await olga.keyboard.press("PageDown")
        await at(olga, 2)
        await expect(olga.locator("#replay .taken.fresh")).to_have_attribute("data-route", "danzig--warszawa")
        await expect(olga.locator("#replay .waiting")).to_contain_text("Boris")
        slider = olga.get_by_role("slider", name="Turn", exact=True)
        await expect(slider).to_have_attribute("aria-valuetext", "Turn 2: Boris")
        await olga.keyboard.press("End")
        await at(olga, last)
        await expect(olga.locator("#replay .told")).to_contain_text("The game is over.")
        await olga.keyboard.press("PageUp")
        await expect(olga.locator("#replay .told")).to_contain_text("claims")
        await olga.keyboard.press("Home")
        await at(olga, 0)
        await olga.select_option("#replay select", "4")
        await slider.focus()
        await olga.keyboard.press("Space")
        await expect(olga.get_by_role("button", name="Pause")).to_be_visible()
        await olga.wait_for_function("() => document.getElementById('replay').dataset.turn >= 2")
        await olga.keyboard.press("Space")
        await expect(olga.get_by_role("button", name="Play", exact=True)).to_be_visible()
        await olga.keyboard.press("Escape")
        await expect(olga.locator("#replay")).to_have_count(0)
        await expect(olga.locator("#map #board")).to_be_visible()


async def test_a_game_of_earlier_is_replayed_from_its_last_post(browser: Browser, url: str) -> None:
    async with people(browser, url, "Olga") as [olga]:
        await say(olga, "/new usa")
        await expect(olga.locator("#start .seats li")).to_have_count(1)
        await olga.locator("#posts [data-replay]").click()
        await expect(olga.locator("#replay .told")).to_contain_text("All aboard!")
        await expect(olga.locator("#board [data-route]")).to_have_count(101)
        await olga.wait_for_function("() => history.state.depth > 0")
        await olga.evaluate("() => { setTimeout(() => history.back()); }")
        await expect(olga.locator("#replay")).to_have_count(0)
        await olga.locator("#posts [data-replay]").click()
        await olga.get_by_role("button", name="Back to the table").click()
        await expect(olga.locator("#start")).to_be_visible()


async def test_an_aborted_game_is_replayed_from_its_last_post(browser: Browser, tmp_path: Path) -> None:
    async with (
        page_with_game(tmp_path, 30, aborted=True) as (page, game),
        people(browser, page.url, "Olga") as [olga],
    ):
        await say(olga, "/new usa")
        await expect(olga.locator("#start .seats li")).to_have_count(1)
        again = olga.get_by_role("log").get_by_role("button", name="Replay this game")
        await expect(again).to_have_attribute("data-replay", game)
        await again.click()
        await expect(olga.locator("#replay .told")).to_contain_text("All aboard!")
        await expect(olga.locator("#replay .hands")).to_contain_text("may be restored")


async def test_hands_and_tickets_are_shown_by_touch_on_a_phone(browser: Browser, url: str) -> None:
    async with people(browser, url, "Olga", **PHONE) as [olga]:
        await replayed(olga)
        for part in (".map", ".controls .steps", ".told"):
            await expect(olga.locator(f"#replay {part}")).to_be_in_viewport(ratio=0.99)
        await olga.get_by_role("button", name="Next turn").tap()
        await at(olga, 1)
        await olga.get_by_role("button", name="Next claim").tap()
        await at(olga, 2)
        await expect(olga.locator("#replay .hold .cards")).to_have_count(0)
        await olga.get_by_role("button", name="Hand", exact=True).first.tap()
        await expect(olga.locator("#replay .hold .cards")).to_have_attribute(
            "aria-label", "1 purple, 1 orange, 1 white, 2 green, 1 black"
        )
        await olga.get_by_role("button", name="Tickets", exact=True).nth(1).tap()
        await expect(olga.locator("#replay .held .ticket")).to_have_count(2)
        await olga.locator("#replay .held .ticket").first.tap()
        await expect(olga.locator("#replay #board .ring")).to_have_count(2)
        assert await olga.evaluate("document.getElementById('replay').scrollWidth") == 390


async def test_on_a_phone_no_button_of_a_replay_covers_the_map(browser: Browser, url: str) -> None:
    async with people(browser, url, "Olga", **PHONE) as [olga]:
        await replayed(olga)
        await olga.locator("#replay").get_by_role("button", name="Zoom in").tap()
        map_ = await olga.locator("#replay .map").bounding_box()
        buttons = await olga.locator("#replay .zoom button").all()
        boxes = [await one.bounding_box() for one in buttons]
        assert map_
        assert len(boxes) == 3
        assert all(box and box["y"] >= map_["y"] + map_["height"] for box in boxes)


async def test_a_link_is_shared_opened_by_a_stranger_and_withdrawn(browser: Browser, url: str) -> None:
    async with people(browser, url, "Olga") as [olga]:
        await olga.locator("#after").get_by_role("button", name="Share the replay").click()
        link = await olga.locator("#answered a").get_attribute("href") or ""
        assert link.startswith(f"{url}/replay#")
        window = await browser.new_context()
        stranger = await window.new_page()
        asked: list[str] = []
        stranger.on("request", lambda request: asked.append(request.url + str(request.headers)))
        await stranger.goto(link)
        await expect(stranger.locator("#replay .told")).to_contain_text("All aboard!")
        await expect(stranger.get_by_role("heading", level=1)).to_have_text(
            "Ticket to Ride: Europe · Classic"
        )
        secret = link.partition("#")[2]
        assert asked
        assert not any(secret in one for one in asked if "/chat" not in one)
        await olga.get_by_role("button", name="Withdraw my links").click()
        await expect(olga.locator("#answered")).to_contain_text("withdrawn")
        await stranger.reload()
        await expect(stranger.get_by_role("alert")).to_contain_text("This link opens no replay")
        await window.close()


async def test_a_replay_twice_as_large_shows_the_board_next_to_its_controls(
    browser: Browser, url: str
) -> None:
    async with people(browser, url, "Olga", viewport=ZOOMED) as [olga]:
        await replayed(olga)
        for part in (".map", ".controls", ".told"):
            await expect(olga.locator(f"#replay {part}")).to_be_in_viewport(ratio=0.99)
        await olga.get_by_role("button", name="Next claim").click()
        await at(olga, 2)
        assert await olga.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
async def test_the_end_and_a_replay_fit_a_screen_and_can_be_read(
    browser: Browser, url: str, scheme: str, width: int
) -> None:
    screen = {**PHONE, "viewport": {"width": width, "height": 700}, "is_mobile": width < 1000}
    async with people(browser, url, "Olga", color_scheme=scheme, **screen) as [olga]:
        await expect(olga.locator("#after .scores")).to_be_visible()
        assert await olga.evaluate("document.documentElement.scrollWidth") == width
        faint = await olga.evaluate(FAINT_TEXTS)
        last = await replayed(olga)
        await olga.keyboard.press("End")
        await at(olga, last)
        for switch in await olga.locator("#replay [data-switch]").all():
            await switch.dispatch_event("click")
        assert await olga.evaluate("document.getElementById('replay').scrollWidth") == width
        assert [*faint, *await olga.evaluate(FAINT_TEXTS)] == []
        axe = pytest.importorskip("axe_playwright_python.async_playwright").Axe()
        found = (await axe.run(olga, context={"exclude": [["#board"]]})).response["violations"]
        assert [(one["id"], node["html"]) for one in found for node in one["nodes"]] == []
        small = await olga.evaluate(
            """() => [...document.querySelectorAll('#replay button, #replay select, #replay input')]
              .filter((one) => one.checkVisibility())
              .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 43.9)
              .map((one) => one.outerHTML)"""
        )
        assert small == []
        ids = await olga.evaluate("[...document.querySelectorAll('[id]')].map(({ id }) => id)")
        assert len(ids) == len(set(ids))
