"""What the page tells by colour it tells by a sign as well, also where the system chooses the colours."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.pages import IN_CHROMIUM, Wire, come, hosted, keep, people, say

pytestmark = IN_CHROMIUM

SIGNS = """(selector) => {
  const element = document.querySelector(selector);
  if (!element) return null;
  const { borderTopWidth, borderLeftStyle, outlineStyle, outlineWidth, textDecorationLine, fontWeight,
    strokeDasharray, strokeWidth, borderTopColor, borderBottomColor } = getComputedStyle(element);
  const unseen = ["rgba(0, 0, 0, 0)", getComputedStyle(document.body).backgroundColor];
  const seen = (color) => !unseen.includes(color);
  return [borderTopWidth, borderLeftStyle, outlineStyle, outlineWidth, textDecorationLine, fontWeight,
    strokeDasharray, strokeWidth, seen(borderTopColor), seen(borderBottomColor),
    getComputedStyle(element).boxShadow !== "none", getComputedStyle(element, "::before").content,
    getComputedStyle(element.querySelector("small") ?? element, "::before").content].join(" ");
}"""
"""What of an element can be seen by somebody to whom all colours are one."""

SHAPES = """(selector) => [...document.querySelectorAll(selector)].map((one) =>
  document.querySelector(one.getAttribute("href")).innerHTML)"""

OPEN = "#board .route:not(.taken)"

PAIRS = [
    (f"{OPEN}.payable.now:not(.needed) .space", f"{OPEN}:not(.payable, .needed) .space"),
    (f"{OPEN}.needed:not(.payable) .space", f"{OPEN}:not(.payable, .needed) .space"),
    (f"{OPEN}.needed:not(.payable) .space", f"{OPEN}.payable.now:not(.needed) .space"),
    ("#players li.waiting", "#players li:not(.waiting)"),
    ("#players li.mine .player span", "#players li:not(.mine) .player span"),
    ("#views [data-view=routes]", "#views [data-view=panel]"),
    ("#route-list .payable .swatch", "#route-list .line:not(.payable) .swatch"),
    ("#route-list .needed", "#route-list .line:not(.needed)"),
    ("#tickets .done", "#tickets .possible"),
    ("#tickets .cut-off span", "#tickets .possible span"),
]
"""Elements that must differ by more than their colour."""


SPREAD = """() => {
  const ids = (selector) => [...document.querySelectorAll(selector)].map((one) => one.dataset.route);
  const [needed, other] = [ids("#board .route.needed"), ids("#board .route:not(.needed, .taken)")];
  return { payable: ids("#board .route.payable"), needed: needed[0], unneeded: other[0] };
}"""
"""The routes that can be paid for, one that a ticket needs, and one that none needs."""


async def come_to_a_turn(page: Page, wire: Wire) -> None:
    """Start a game with a computer, and keep three tickets: one stays possible, one is done, one cut off.

    A route that no ticket needs can be paid for, and none that is needed: not every deal brings that about.
    """
    await page.click("#begin")
    await keep(page)
    await expect(page.locator("body")).to_have_attribute("data-decision", "take-turn")
    tickets = [await one.get_attribute("data-ticket") for one in await page.locator("#tickets .ticket").all()]
    wire.change(me={"tickets": {tickets[1]: {"progress": "done"}, tickets[2]: {"progress": "cut-off"}}})
    await expect(page.locator("#tickets .done")).to_have_count(1)
    routes = await page.evaluate(SPREAD)
    wire.change(me={"payable": {**dict.fromkeys(routes["payable"]), routes["unneeded"]: "LL"}})
    await expect(page.locator("#board .payable")).to_have_count(1)


@pytest.mark.parametrize("colors", ["none", "active"])
async def test_what_colour_tells_a_sign_tells_too(browser: Browser, tmp_path: Path, colors: str) -> None:
    async with hosted(tmp_path) as url, people(browser, url, forced_colors=colors):
        wire = Wire()
        await browser.contexts[-1].route_web_socket("**/chat*", wire.open)
        ada = await come(browser.contexts[-1], url, "Ada")
        await come_to_a_turn(ada, wire)
        await ada.click("#views [data-view=routes]")
        for one, other in PAIRS:
            signs = [await ada.evaluate(SIGNS, selector) for selector in (one, other)]
            assert None not in signs, f"{one} or {other} is not there"
            assert signs[0] != signs[1], f"{one} and {other} differ by colour alone"

        seats = await ada.evaluate(SHAPES, "#players .sign use")
        assert len({*seats}) == len(seats) == 2
        cards = await ada.evaluate(SHAPES, "#row [data-slot] use")
        names = await ada.locator("#row [data-slot] small").all_inner_texts()
        assert len({*zip(cards, names, strict=True)}) == len({*cards}) == len({*names})
        await expect(ada.locator("#hand li .sign")).to_have_count(await ada.locator("#hand li").count())


async def test_all_seats_and_all_cards_have_signs_of_their_own(browser: Browser, tmp_path: Path) -> None:
    async with hosted(tmp_path) as url, people(browser, url, "Ada") as [ada]:
        drawn = await ada.evaluate(
            """() => [...document.querySelectorAll("symbol")].map(({ id, innerHTML }) => [id, innerHTML])"""
        )
        ids = {id for id, _ in drawn}
        assert {f"card-{letter}" for letter in "RBGYKWOPL"} < ids
        assert {f"player-{color}" for color in ("red", "blue", "green", "yellow", "black")} < ids
        assert len({shape for _, shape in drawn}) == len(drawn) == 18


async def test_signs_in_texts_and_buttons_are_drawn_by_the_page(browser: Browser, tmp_path: Path) -> None:
    """A system without a font for them shows empty boxes."""
    async with hosted(tmp_path) as url, people(browser, url, "Ada") as [ada]:
        await ada.click("#begin")
        await keep(ada)
        await expect(ada.locator("body")).to_have_attribute("data-decision", "take-turn")
        await say(ada, "/help writing")
        await expect(ada.locator("#answered svg.written")).to_have_count(9)
        await say(ada, "/plan")
        await expect(ada.locator("#answer button[data-code]").first).to_be_visible()
        written = await ada.evaluate("document.body.textContent.match(/[❤💧☘⭐♠◇☀🌸🚂💡✅🎫🖼]/gu)")
        assert written is None
