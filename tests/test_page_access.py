"""Accessibility of the page: eleven states, on a desktop and on a phone."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.pages import FAINT_TEXTS, IN_CHROMIUM, OUTSIDE, PHONE, Wire, hosted, keep, people

Axe = pytest.importorskip(
    "axe_playwright_python.async_playwright", reason="axe-core is not here: `make lint` installs it"
).Axe

pytestmark = IN_CHROMIUM

PIECES = ["#board .routes", "#board .cities", "#board .names"]
"""Parts of the board, which is one image with a description; to go through them takes a second each time."""

RULES = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
"""What axe checks besides its own choice: people who speak to a page say what they see on a button."""

SMALLEST = 43.9
"""Pixels that a target of 44 may measure."""


SMALL_TARGETS = """(smallest) => [...document.querySelectorAll("button, select, input, summary, a[href]")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[hidden]"))
  .map((one) => [one.getBoundingClientRect(), one])
  .filter(([{ width, height }]) => width && (width < smallest || height < smallest))
  .map(([{ width, height }, one]) => `${width.toFixed()}x${height.toFixed()} ${one.outerHTML}`)"""

ZOOMED, PHONE_ZOOMED = {"width": 640, "height": 400}, {"width": 195, "height": 422}
"""What twice the size leaves of a window of 1280 x 800, and of a phone of 390 x 844."""


class Inspector:
    """Inspects a page in each state, and notes what people could not see, press or hear."""

    def __init__(self, page: Page, *, is_phone: bool) -> None:
        self._page = page
        self._is_phone = is_phone
        self.states: list[str] = []
        self.found: list[str] = []

    async def look(self, state: str) -> None:
        self.states.append(state)
        for scheme in ("light", "dark"):
            await self._page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
            self._note(state, await self._page.evaluate(FAINT_TEXTS))
        found = await Axe().run(self._page, context={"exclude": PIECES}, options=RULES)
        for finding in found.response["violations"]:
            self._note(state, [f"{finding['id']}: {node['html']}" for node in finding["nodes"]])
        if self._is_phone:
            self._note(state, await self._page.evaluate(SMALL_TARGETS, SMALLEST))
            await self._look_at_width(state)
        await self._look_at_twice_the_size(state)

    async def _look_at_width(self, state: str) -> None:
        """A narrow phone: a page of 320 pixels is also what twice the size leaves of one of 640."""
        await self._page.set_viewport_size({"width": 320, "height": 800})
        wide = await self._page.evaluate("document.documentElement.scrollWidth")
        if wide > 320:
            self.found.append(f"{state}: {wide} pixels wide")
        await self._page.set_viewport_size(PHONE["viewport"])  # type: ignore[arg-type]

    async def _look_at_twice_the_size(self, state: str) -> None:
        """Everything twice as large: nothing is cut off at the side."""
        before = self._page.viewport_size
        await self._page.set_viewport_size(PHONE_ZOOMED if self._is_phone else ZOOMED)  # type: ignore[arg-type]
        await self._page.evaluate("() => new Promise(requestAnimationFrame)")
        self._note(f"{state}, twice as large", await self._page.evaluate(OUTSIDE))
        await self._page.set_viewport_size(before)  # type: ignore[arg-type]

    def _note(self, state: str, findings: list[str]) -> None:
        self.found += [f"{state}: {finding}" for finding in findings]


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
async def test_in_eleven_states_everybody_can_read_hit_and_hear_everything(
    browser: Browser, tmp_path: Path, screen: dict[str, Any]
) -> None:
    async with hosted(tmp_path) as url, people(browser, url, **screen):
        page, wire = await browser.contexts[-1].new_page(), Wire()
        await page.route_web_socket("**/chat*", wire.open)
        inspector = Inspector(page, is_phone=bool(screen))
        await page.goto(url)
        await before_a_game(page, inspector)
        await in_a_game(page, inspector)
        await in_states_that_are_sent(page, wire, inspector)
        assert len(inspector.states) == 15
        assert not inspector.found, "\n".join(sorted({*inspector.found}))


async def before_a_game(page: Page, inspector: Inspector) -> None:
    await expect(page.locator("#naming")).to_be_visible()
    await inspector.look("first visit")
    await page.fill("#name", "Ada")
    await page.keyboard.press("Enter")
    await expect(page.locator("#begin")).to_be_visible()
    await inspector.look("empty channel")
    await page.click('[data-count="0"]')
    await page.click("#begin")
    await page.click('[data-line="/computer easy"]')
    await expect(page.locator("#start .seats li")).to_have_count(2)
    await inspector.look("lobby")
    await page.click('[data-line="/start"]')


async def in_a_game(page: Page, inspector: Inspector) -> None:
    await expect(page.locator("[data-action^=keep]")).to_be_visible()
    await inspector.look("choosing tickets")
    await keep(page)
    await expect(page.locator("body")).to_have_attribute("data-decision", "take-turn")
    await inspector.look("my turn")
    for view in ("chat", "routes", "panel", "channels"):
        await page.click(f"#views [data-view={view}]")
        await inspector.look(view)
    await page.locator("#views [data-view=table]").dispatch_event("click")
    sheets = {"[data-route=athina--brindisi]": "route sheet", "[data-city=wien]": "city sheet"}
    for place, state in sheets.items():
        await page.locator(place).dispatch_event("click")
        await expect(page.locator("#sheet")).to_be_visible()
        await inspector.look(state)
    await page.keyboard.press("Escape")
    await page.click("[data-deck]")
    await expect(page.locator("body")).to_have_attribute("data-decision", "second-card")
    await inspector.look("second card")


async def in_states_that_are_sent(page: Page, wire: Wire, inspector: Inspector) -> None:
    tunnel = {"seat": 0, "route": "marseille--zurich", "laid": "PP", "revealed": "PLK"}
    actions = ["pay P", "pay L", "decline"]
    wire.change(tunnel=tunnel, me={"decision": "settle-tunnel", "owed": 1, "actions": actions})
    await expect(page.locator("#choice [data-action]")).to_have_count(3)
    await inspector.look("tunnel")
    waiting = {"0": {"waiting": False}, "1": {"waiting": True, "until": 1_900_000_000}}
    wire.change(tunnel=None, players=waiting, me={"decision": "none", "actions": []})
    await expect(page.locator("#choice")).to_be_hidden()
    await inspector.look("a rival's turn")
    places = {"0": {"total": 90, "place": 2}, "1": {"total": 101, "place": 1, "waiting": False}}
    wire.change(over=True, players=places)
    await expect(page.locator("body")).to_have_attribute("data-role", "over")
    await inspector.look("end")
