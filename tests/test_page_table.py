"""The table of the page, in a real Chromium: by mouse, touch and keys, on a desk and on a phone."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.pages import IN_CHROMIUM, PHONE, chromium, people, say
from tests.test_page_game import asked, hosted

pytestmark = IN_CHROMIUM

MOST_TABS = 250
"""How often Tab is pressed to reach something."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def url(tmp_path: Path) -> AsyncIterator[str]:
    async with hosted(tmp_path) as url:
        yield url


async def begins(page: Page) -> None:
    """Start a game with a computer, keep the tickets, and wait for the first turn."""
    await page.click("#begin")
    await page.click("[data-action^=keep]")
    await expect(page.locator("body")).to_have_attribute("data-decision", "take-turn")


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
async def test_three_presses_lead_from_opening_the_page_to_the_first_card(
    browser: Browser, url: str, screen: dict[str, object]
) -> None:
    async with people(browser, url, **screen) as _:
        context = await browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **screen})
        page = await context.new_page()
        await page.goto(url)
        await page.click("#play-now")
        await page.click("[data-action^=keep]")
        await page.click("[data-deck]:enabled")
        await expect(page.locator("body")).to_have_attribute("data-decision", "second-card")
        await expect(page.locator("#hand b")).not_to_have_count(0)
        await context.close()


async def test_a_route_says_what_it_is_and_is_claimed_with_two_presses(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.click('[data-route="athina--brindisi"]')
        await expect(ada.locator("#sheet h3")).to_have_text("Athína – Brindisi")
        await expect(ada.locator("#sheet .facts")).to_have_text(
            "length 4 · any one colour · ferry, locomotives: 1 · points: 7"
        )
        while not await ada.locator("#board .payable").count():
            await ada.click("[data-deck]:enabled")
        route = await ada.locator("#board .payable").first.get_attribute("data-route")
        while (await asked(ada))[0] == "second-card":
            _, seq = await asked(ada)
            await ada.click("[data-deck]:enabled")
            await ada.wait_for_function("seq => document.body.dataset.seq !== seq", arg=seq)
        await expect(ada.locator("body")).to_have_attribute("data-decision", "take-turn")
        await ada.locator(f'[data-route="{route}"]').dispatch_event("click")
        claim = ada.locator("#sheet [data-action^=claim]")
        await expect(claim).to_have_attribute("data-action", re.compile(f"^claim {route} [A-Z]+$"))
        await claim.click()
        await expect(ada.locator("#sheet")).to_be_hidden()


async def test_the_hooks_of_scripts_are_there(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        _, before = await asked(ada)
        await expect(ada.locator("[data-slot]")).to_have_count(5)
        await expect(ada.locator("[data-route]")).to_have_count(101)
        await expect(ada.locator("[data-city]")).to_have_count(47)
        await ada.click('[data-city="wien"]')
        await expect(ada.locator("#sheet h3")).to_have_text("Wien")
        await expect(ada.locator('#sheet [data-action^="station wien "]')).to_be_enabled()
        await ada.keyboard.press("Escape")
        await expect(ada.locator("#sheet")).to_be_hidden()
        await ada.click('[data-action="draw deck"]')
        await expect(ada.locator("body")).not_to_have_attribute("data-seq", before)


async def test_a_double_click_on_the_deck_draws_one_card(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.dblclick("[data-deck]")
        await expect(ada.locator("body")).to_have_attribute("data-decision", "second-card")
        await ada.click("#row [data-slot]:enabled >> nth=0")
        await expect(ada.locator("body")).not_to_have_attribute("data-decision", "second-card")


async def test_an_onlooker_sees_the_table_and_can_press_nothing_on_it(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", "Bob") as [ada, bob]:
        await begins(ada)
        await expect(bob.locator("#board")).to_be_visible()
        await expect(bob.locator("#prompt")).to_have_text("Waiting for Ada.")
        await expect(bob.locator("#play [data-action]:enabled")).to_have_count(0)
        await bob.locator('[data-route="athina--brindisi"]').dispatch_event("click")
        await expect(bob.locator("#sheet [data-action]")).to_have_count(0)
        await expect(bob.locator("#own")).to_be_hidden()
        for page, first in ((ada, "My hand in words"), (bob, "Take a seat")):
            await expect(page.locator("#menu button").first).to_have_text(first)


async def test_what_a_rival_has_claimed_is_shown_to_everybody_and_is_new(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", "Bob") as [ada, bob]:
        await begins(ada)
        while not await ada.locator("#board .fresh.taken").count():
            decision, seq = await asked(ada)
            if decision != "none":
                await ada.click("[data-deck]:enabled")
                await ada.wait_for_function("seq => document.body.dataset.seq !== seq", arg=seq)
        route = await ada.locator("#board .fresh.taken").first.get_attribute("data-route")
        await expect(bob.locator(f'[data-route="{route}"].taken')).to_have_count(1)


async def test_on_a_phone_the_whole_table_is_seen_without_scrolling(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", **PHONE) as [ada]:
        await begins(ada)
        for part in ("#map", "#row", "#hand", "#prompt", "#players li.waiting"):
            await expect(ada.locator(part)).to_be_in_viewport(ratio=0.99)
        assert await ada.evaluate("document.documentElement.scrollWidth") == 390


async def test_on_a_phone_each_view_shows_what_it_names(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", **PHONE) as [ada]:
        await begins(ada)
        views = {"chat": "#posts li:last-child", "routes": "#route-list li:first-child", "panel": "#menu"}
        for view, shown in {**views, "channels": "#channel-list", "table": "#map"}.items():
            await ada.click(f"#views [data-view={view}]")
            await expect(ada.locator(shown)).to_be_in_viewport()
            await expect(ada.locator("#title")).to_be_in_viewport()


@pytest.mark.parametrize("width", [320, 390, 1280])
async def test_targets_fit_a_thumb_and_nothing_is_wider_than_the_screen(
    browser: Browser, url: str, width: int
) -> None:
    screen = {**PHONE, "viewport": {"width": width, "height": 800}, "is_mobile": width < 1000}
    async with people(browser, url, "Ada", **screen) as [ada]:
        await begins(ada)
        await ada.locator('[data-city="wien"]').dispatch_event("click")
        boxes = [await one.bounding_box() for one in await ada.locator("#play button:visible").all()]
        assert [box for box in boxes if box and (box["height"] < 43.9 or box["width"] < 43.9)] == []
        assert await ada.evaluate("document.documentElement.scrollWidth") == width


async def test_routes_are_listed_by_use_and_found_by_city(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.click("#views [data-view=routes]")
        await expect(ada.locator("#route-list li")).to_have_count(101)
        await ada.fill("#filter-typed", "wien")
        await expect(ada.locator("#route-list li").first).to_contain_text("Wien")
        await ada.select_option("#filter-color", "P")
        await expect(ada.locator("#route-list li")).to_have_count(0)
        await ada.select_option("#filter-color", "")
        await ada.click("#route-list li >> nth=0")
        await expect(ada.locator("#sheet h3")).to_contain_text("Wien")


async def test_a_ticket_shows_its_cheapest_way_on_the_board(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await expect(ada.locator("#board .needed")).not_to_have_count(0)
        await expect(ada.locator("#board .way")).to_have_count(0)
        await ada.click("#tickets .ticket >> nth=0")
        await expect(ada.locator("#board .way")).not_to_have_count(0)
        await expect(ada.locator("#board .ring")).to_have_count(2)


async def test_talk_that_a_phone_does_not_show_is_marked(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", "Bob", **PHONE) as [ada, bob]:
        await bob.tap("#views [data-view=chat]")
        await say(bob, "Hello!")
        await expect(ada.locator("#views .talk")).to_have_text("Chat")
        await ada.tap("#views [data-view=chat]")
        await expect(ada.locator("#posts .talk .text")).to_have_text("Hello!")
        await expect(ada.locator("#views .talk")).to_have_count(0)


async def test_a_russian_browser_is_spoken_to_in_russian(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ада", locale="ru-RU") as [ada]:
        await expect(ada.locator("#begin")).to_have_text("Начать")
        await begins(ada)
        await expect(ada.locator("#prompt")).to_contain_text("Ваш ход")
        await expect(ada.locator("#board text", has_text="Вена")).to_have_count(1)
        await expect(ada.locator("html")).to_have_attribute("lang", "ru")


async def test_the_board_comes_nearer_by_keys_and_goes_back(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.focus("#map")
        await ada.keyboard.press("+")
        await expect(ada.locator("#board")).not_to_have_attribute("viewBox", "0.0 0.0 1600.0 1080.0")
        await ada.keyboard.press("0")
        await expect(ada.locator("#board")).to_have_attribute("viewBox", "0.0 0.0 1600.0 1080.0")


# For those who see little

FAINT_TEXTS = """() => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const paint = (color) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  const light = ([red, green, blue]) => [red, green, blue].map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(one);
      if (backgroundImage !== "none") return null;
      if (paint(backgroundColor)[3] === 255) return paint(backgroundColor);
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll("body *:not(svg *)")) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    const seen = element.checkVisibility({ visibilityProperty: true });
    if (!texts.length || !seen || element.closest(":disabled, .hidden")) continue;
    const below = ground(element);
    if (!below) continue;
    const [one, other] = [light(paint(getComputedStyle(element).color)), light(below)].sort((a, b) => a - b);
    const ratio = (other + 0.05) / (one + 0.05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)} ${element.outerHTML}`);
  }
  return found;
}"""
"""The texts with less contrast than 4.5, as the Web's accessibility guidelines count it."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
async def test_every_text_of_the_table_has_enough_contrast(
    browser: Browser, url: str, scheme: str, screen: dict[str, object]
) -> None:
    async with people(browser, url, "Ada", color_scheme=scheme, **screen) as [ada]:
        faint = await ada.evaluate(FAINT_TEXTS)
        await begins(ada)
        faint += await ada.evaluate(FAINT_TEXTS)
        for view in ("chat", "routes", "panel", "channels"):
            await ada.click(f"#views [data-view={view}]")
            faint += await ada.evaluate(FAINT_TEXTS)
        await ada.locator("#views [data-view=table]").dispatch_event("click")
        await ada.locator('[data-city="wien"]').dispatch_event("click")
        assert sorted({*faint, *await ada.evaluate(FAINT_TEXTS)}) == []


async def test_every_button_has_a_name_and_every_id_is_used_once(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.locator('[data-city="wien"]').dispatch_event("click")
        buttons = await ada.get_by_role("button").all()
        nameless = [one for one in buttons if not re.search(r'button "', await one.aria_snapshot())]
        assert [await one.evaluate("one => one.outerHTML") for one in nameless] == []
        ids = await ada.evaluate("[...document.querySelectorAll('[id]')].map(({ id }) => id)")
        assert len(ids) == len(set(ids))
        for role, name in (("group", "Board"), ("group", "Face-up cards and decks"), ("list", "My cards")):
            await expect(ada.get_by_role(role, name=name, exact=True)).to_have_count(1)  # type: ignore[arg-type]


# By keyboard alone


async def test_a_game_is_played_by_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    async with hosted(tmp_path) as url, people(browser, url, "Ada") as [ada]:
        await say(ada, "/new short")
        await expect(ada.locator("#start .seats li")).to_have_count(1)
        await by_keys(ada, '[data-line="/computer easy"]')
        await expect(ada.locator("#start .seats li")).to_have_count(2)
        await by_keys(ada, '[data-line="/start"]')
        await expect(ada.locator("body")).to_have_attribute("data-decision", "choose-tickets")
        while not await ada.locator("#prompt", has_text="The game is over").count():
            decision, seq = await asked(ada)
            if decision == "take-turn" and await ada.locator("#board .payable:not(.taken)").count():
                await by_keys(ada, "#views [data-view=routes]")
                await by_keys(ada, "#route-list .payable")
                await by_keys(ada, "#detail [data-action^=claim]")
            elif decision != "none":
                drawn = "#row [data-deck], #row [data-slot]:enabled, #row .tickets:enabled"
                chosen = await ada.locator("#choice [data-action]:enabled").count()
                await by_keys(ada, "#choice [data-action]" if chosen else drawn)
            await ada.wait_for_function("seq => document.body.dataset.seq !== seq", arg=seq)


async def by_keys(page: Page, selector: str) -> None:
    """Go to the next of these with Tab, and press it with Enter."""
    for _ in range(MOST_TABS):
        await page.keyboard.press("Tab")
        if await page.evaluate("selector => document.activeElement.matches(selector)", selector):
            await page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab does not lead to {selector}")
