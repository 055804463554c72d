"""What the page tells by colour it tells by a sign as well, also where the system chooses the colours."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tests.pages import IN_CHROMIUM, people
from tests.test_page_game import asked, hosted

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


async def come_to_a_turn(page: Page) -> None:
    """Start a game with a computer, keep the tickets, and draw until a route can be paid for."""
    await page.click("#begin")
    await page.click("[data-action^=keep]")
    await expect(page.locator("body")).to_have_attribute("data-decision", "take-turn")
    while not await page.locator(PAIRS[0][0]).count() or (await asked(page))[0] != "take-turn":
        _, seq = await asked(page)
        await page.click("[data-deck]:enabled")
        await page.wait_for_function("seq => document.body.dataset.seq !== seq", arg=seq)


async def show_every_state_of_a_ticket(page: Page) -> None:
    """Copies of a ticket that is still possible, as one that is done and one that is cut off look."""
    await page.evaluate(
        """() => {
          const ticket = document.querySelector("#tickets .possible");
          for (const state of ["done", "cut-off"]) {
            const copy = ticket.closest("li").cloneNode(true);
            copy.querySelector(".possible").classList.replace("possible", state);
            ticket.closest("ul").append(copy);
          }
        }"""
    )


@pytest.mark.parametrize("colors", ["none", "active"])
async def test_what_colour_tells_a_sign_tells_too(browser: Browser, tmp_path: Path, colors: str) -> None:
    async with hosted(tmp_path) as url, people(browser, url, "Ada", forced_colors=colors) as [ada]:
        await come_to_a_turn(ada)
        await ada.click("#views [data-view=routes]")
        await show_every_state_of_a_ticket(ada)
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
        assert len({shape for _, shape in drawn}) == len(drawn) == 14
