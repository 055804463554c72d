"""A whole game on the page by keyboard alone, by the roles of a screen reader alone, or by touch alone."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Browser, CDPSession, Page, expect

from engine.boards.files import load_board
from tests.pages import (
    IN_CHROMIUM,
    MOST_KEPT,
    PHONE,
    Wire,
    asked,
    begins,
    chooses_by_touch,
    come,
    goes_on,
    hosted,
    keep,
    people,
    say,
)

pytestmark = IN_CHROMIUM

SECOND = "#row [data-slot]:enabled"
"""Where the second card comes from: a second tap on the deck would be the second half of a double tap."""

MOST_TABS = 250
"""How often Tab is pressed to reach something."""


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
                for _ in range(min(MOST_KEPT, await ada.locator("#choice .offered").count())):
                    await by_keys(ada, '#choice .offered[aria-pressed="false"]')
                drawn = "#row [data-deck], #row [data-slot]:enabled, #row .tickets:enabled"
                chosen = await ada.locator("#choice [data-action]:enabled").count()
                await by_keys(ada, "#choice [data-action]" if chosen else drawn)
            await goes_on(ada, seq)
        await by_keys(ada, "#after .main")
        await expect(ada.locator("#start .seats li")).to_have_count(2)


async def by_keys(page: Page, selector: str) -> None:
    """Go to the next of these with Tab, and press it with Enter."""
    for _ in range(MOST_TABS):
        await page.keyboard.press("Tab")
        if await page.evaluate("selector => document.activeElement.matches(selector)", selector):
            await page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab does not lead to {selector}")


# By the roles of a screen reader alone


async def test_a_game_is_played_by_roles_alone(browser: Browser, tmp_path: Path) -> None:
    async with hosted(tmp_path) as url, people(browser, url):
        page = await browser.contexts[-1].new_page()
        await page.goto(url)
        await page.get_by_role("textbox", name="Your name").fill("Ada")
        await page.get_by_role("button", name="Continue").click()
        await page.get_by_role("group", name="Board", exact=True).get_by_role("button").last.click()
        await (
            page.get_by_role("group", name="Level of the computers")
            .get_by_role("button", name="easy")
            .click()
        )
        await page.get_by_role("button", name="Start", exact=True).click()
        await expect(page.get_by_role("group", name="Board", exact=True)).to_be_visible()
        await moves_by_roles(page, "choose-tickets")
        await builds_by_roles(page)
        await until_over(page, moves_by_roles)
        await expect(page.get_by_role("status").filter(has_text="The game is over.")).to_have_count(1)
        await page.get_by_role("button", name="Rematch").first.click()
        await expect(page.get_by_role("region", name="New game").get_by_role("listitem")).to_have_count(2)


async def builds_by_roles(page: Page) -> None:
    """Build a station in a city of the list, on the first turn."""
    await expect(page.locator("body")).to_have_attribute("data-decision", "take-turn")
    _, seq = await asked(page)
    await page.get_by_role("navigation", name="Views").get_by_role("button", name="Routes").click()
    await page.get_by_role("combobox", name="Show").select_option(label="Cities")
    await page.get_by_role("searchbox", name="City").fill("wien")
    await page.get_by_role("list", name="Routes").get_by_role("button", name="Wien").click()
    details = page.get_by_role("region", name="Details")
    await expect(details.get_by_role("heading", name="Wien")).to_be_visible()
    await details.get_by_role("button", name="Build a station").click()
    await goes_on(page, seq)
    await expect(page.get_by_role("list", name="Players")).to_contain_text("Ada")
    await page.get_by_role("searchbox", name="City").fill("")
    await page.get_by_role("combobox", name="Show").select_option(label="I can pay")


async def moves_by_roles(page: Page, decision: str) -> None:
    """Claim a route of the list that can be paid for, or draw; keep tickets, decline tunnels."""
    if decision == "choose-tickets":
        tickets = page.get_by_role("group", name="Choose the tickets").get_by_role("button", pressed=False)
        await expect(tickets.first).to_be_visible()
        for _ in range(min(MOST_KEPT, await tickets.count())):
            await tickets.first.click()
    routes = page.get_by_role("region", name="Routes").get_by_role("button", name="You have the cards")
    if decision == "take-turn" and await routes.count():
        await routes.first.click()
        await page.get_by_role("region", name="Details").get_by_role("button", name="Claim it").click()
    elif decision in ("take-turn", "second-card"):
        await page.get_by_role("button", name=re.compile("^(Draw|Take)"), disabled=False).last.click()
    else:
        await page.get_by_role("button", name=re.compile(r"^(Keep \d|Decline the tunnel$)")).click()


async def until_over(page: Page, move: Callable[[Page, str], Awaitable[None]]) -> None:
    """Move whenever the page asks for it, until the game is over."""
    while not await page.locator("#prompt", has_text="The game is over").count():
        decision, seq = await asked(page)
        if decision != "none":
            await move(page, decision)
        await goes_on(page, seq)


# By touch alone


async def test_a_game_is_played_by_touch_alone(browser: Browser, tmp_path: Path) -> None:
    async with hosted(tmp_path) as url, people(browser, url, **PHONE):
        page = await browser.contexts[-1].new_page()
        fingers = await page.context.new_cdp_session(page)
        await page.goto(url)
        await page.get_by_role("button", name="Continue").tap()
        await page.tap('[data-board="short"]')
        await page.tap('[data-level="easy"]')
        await page.tap("#begin")
        await chooses_by_touch(page)
        await expect(page.locator("body")).to_have_attribute("data-decision", "take-turn")
        await moves_the_board(page, fingers)
        await until_over(page, moves_by_touch)
        await page.tap("#after .main")
        await expect(page.locator("#start .seats li")).to_have_count(2)


async def moves_the_board(page: Page, fingers: CDPSession) -> None:
    """Pinch, drag, and tap twice: the board comes nearer, moves, and is whole again."""
    whole = "0.0 0.0 1600.0 1080.0"
    await expect(page.locator("#board")).to_have_attribute("data-box", whole)
    await touch(fingers, [(150, 200), (250, 250)], [(130, 190), (270, 260)], [(90, 170), (310, 280)])
    await expect(page.locator("#board")).not_to_have_attribute("data-box", whole)
    near = await page.get_attribute("#board", "data-box")
    await touch(fingers, [(300, 250)], [(260, 240)], [(200, 220)])
    await expect(page.locator("#board")).not_to_have_attribute("data-box", str(near))
    await asyncio.gather(*(touch(fingers, [(200, 230)]) for _ in range(2)))
    await expect(page.locator("#board")).to_have_attribute("data-box", whole)
    await expect(page.locator("#sheet")).to_be_hidden()
    await page.tap("#nearer")
    await page.tap("#whole")
    await expect(page.locator("#board")).to_have_attribute("data-box", whole)


async def touch(fingers: CDPSession, *places: list[tuple[float, float]]) -> None:
    """Put fingers on the screen, move them, and take them away, however busy the page is."""
    kinds = ["touchStart", *["touchMove"] * (len(places) - 1), "touchEnd"]
    points = [
        [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(place)] for place in (*places, [])
    ]
    await asyncio.gather(
        *(
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": place})
            for kind, place in zip(kinds, points, strict=True)
        )
    )


async def moves_by_touch(page: Page, decision: str) -> None:
    """Tap a route on the board that can be paid for, and claim it; else what can be taken or chosen."""
    await expect(page.locator("body.pressed")).to_have_count(0)
    routes = page.locator("#board .payable:not(.taken)")
    if decision == "take-turn" and await routes.count():
        await tap_on_the_board(page, str(await routes.first.get_attribute("data-route")))
        await page.tap("#detail [data-action^=claim]")
    elif decision in ("take-turn", "second-card"):
        deck = "#row [data-deck]:enabled, #row .tickets:enabled"
        await page.locator(deck if decision == "take-turn" else SECOND).first.tap()
    else:
        await chooses_by_touch(page)


async def tap_on_the_board(page: Page, route: str) -> None:
    """Open a route that can be claimed; an answer that lies over the board is put away first."""
    if await page.locator("#answer:not(.short)").is_visible():
        await page.tap("#dismiss")
    await page.touchscreen.tap(*await middle_of(page, route))
    await expect(page.locator(f'#detail [data-action^="claim {route} "]')).to_be_visible()


async def middle_of(page: Page, route: str) -> tuple[float, float]:
    """Where a car in the middle of a route is: the nearest route to a finger opens."""
    cars = page.locator(f'[data-route="{route}"] .space')
    box = await cars.nth(await cars.count() // 2).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_two_taps_with_one_elsewhere_between_them_are_no_double_tap(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as url, people(browser, url, "Ada", **PHONE) as [page]:
        await page.tap("#begin")
        await expect(page.locator("body")).to_have_attribute("data-decision", "choose-tickets")
        fingers = await page.context.new_cdp_session(page)
        box = await page.locator("#prompt").bounding_box()
        assert box
        route, elsewhere = await middle_of(page, ROUTE), (box["x"] + 5, box["y"] + 5)
        await asyncio.gather(*(touch(fingers, [place]) for place in (route, elsewhere, route)))
        await expect(page.locator("#sheet h2")).to_have_text("Berlin – Wien")


LONG = "You may look at this for a while. " * 8
ROUTE = "berlin--wien"

COVERS_WHEN_IT_COMES = """([x, y]) => new Promise((seen) => {
  const answer = document.querySelector("#answer");
  const covers = () => answer.contains(document.elementFromPoint(x, y));
  const shown = () => { if (!answer.hidden) seen(covers()); };
  new MutationObserver(shown).observe(answer, { attributeFilter: ["hidden"] });
})"""
"""Whether an answer takes presses at a point of the window from the moment at which it is shown."""


async def test_an_answer_that_comes_while_the_board_is_tapped_takes_no_tap_away(
    browser: Browser, tmp_path: Path
) -> None:
    async with hosted(tmp_path) as url, people(browser, url, **PHONE):
        wire = Wire()
        await browser.contexts[-1].route_web_socket("**/chat*", wire.open)
        page = await come(browser.contexts[-1], url, "Ada")
        await page.tap("#begin")
        await chooses_by_touch(page)
        await expect(page.locator("body")).to_have_attribute("data-decision", "take-turn")
        fingers = await page.context.new_cdp_session(page)
        x, y = await middle_of(page, ROUTE)
        await fingers.send(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        )
        wire.answer(LONG)
        await page.wait_for_timeout(500)
        await expect(page.locator("#answered")).not_to_contain_text("You may look")
        await fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await expect(page.locator("#sheet h2")).to_have_text("Berlin – Wien")
        await expect(page.locator("#answered")).to_contain_text("You may look")
        await page.tap("#dismiss")
        covering = asyncio.create_task(page.evaluate(COVERS_WHEN_IT_COMES, [x, y]))
        await page.evaluate("0")
        wire.answer(LONG)
        assert not await covering, "a finger that is on its way to the board meets the board"
        await page.tap("#dismiss")
        await expect(page.locator("#answer")).to_be_hidden()


async def test_a_hint_is_marked_on_the_board(browser: Browser, tmp_path: Path) -> None:
    async with hosted(tmp_path) as url, people(browser, url):
        wire = Wire()
        await browser.contexts[-1].route_web_socket("**/chat*", wire.open)
        page = await come(browser.contexts[-1], url, "Ada")
        await begins(page)
        do = {"label": "Do it", "code": "game.7.claim athina--brindisi KK", "style": "plain"}
        wire.answer("A computer would claim it.", buttons=[[do]])
        await expect(page.locator('#board .chosen[data-route="athina--brindisi"]')).to_have_count(1)


# Undo

TUNNELS = {route.id for route in load_board("europe").routes if route.tunnel}


async def test_a_claim_is_undone_by_keys_and_by_touch_until_somebody_else_acts(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path) as url,
        people(browser, url, "Ada") as [ada],
        people(browser, url, "Bob", **PHONE) as [bob],
    ):
        await say(ada, "/new short")
        await bob.tap('#start [data-line="/join"]')
        await expect(ada.locator("#start .seats li")).to_have_count(2)
        await ada.click('#start [data-line="/start"]')
        for page in (ada, bob):
            await keep(page)
            await expect(page.locator("body")).not_to_have_attribute("data-decision", "choose-tickets")
        await undoes(ada, bob, lambda: by_keys(ada, "#choice [data-action^=undo]"))
        await undoes(bob, ada, lambda: bob.tap("#choice [data-action^=undo]"))


async def undoes(page: Page, other: Page, undo: Callable[[], Awaitable[None]]) -> None:
    """Claim a route, take it back, and claim it again; then the other player draws a card."""
    route = await to_an_open_claim(page, other)
    for again in (True, False):
        await page.locator(f'[data-route="{route}"]').dispatch_event("click")
        await page.locator("#detail [data-action^=claim]").click()
        await expect(page.locator(f'[data-route="{route}"].taken')).to_have_count(1)
        if again:
            await undo()
            await expect(page.locator(f'[data-route="{route}"].taken')).to_have_count(0)
    await expect(page.locator("#choice [data-action^=undo]")).to_be_visible()
    await other.locator("[data-deck]:enabled").click()
    await expect(page.locator("#choice [data-action^=undo]")).to_have_count(0)


async def to_an_open_claim(page: Page, other: Page) -> str:
    """Both draw cards until the first one, whose turn begins, can claim a route that is no tunnel."""
    while True:
        for one in (page, other):
            decision, seq = await asked(one)
            payable = await one.locator("#board .payable:not(.taken)").all()
            routes = {str(await route.get_attribute("data-route")) for route in payable} - TUNNELS
            if one is page and decision == "take-turn" and routes:
                return min(routes)
            if decision != "none":
                await one.locator("[data-deck]:enabled").click()
                await goes_on(one, seq)
