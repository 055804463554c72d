"""The table of the page, in a real Chromium: by mouse, touch and keys, on a desk and on a phone."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, WebSocketRoute, expect

from tests.pages import (
    IN_CHROMIUM,
    MOST_KEPT,
    OUTSIDE,
    PHONE,
    asked,
    begins,
    chooses_by_touch,
    come,
    goes_on,
    hosted,
    keep,
    people,
    say,
    tick,
)

pytestmark = IN_CHROMIUM


@pytest_asyncio.fixture(loop_scope="session")
async def url(tmp_path: Path) -> AsyncIterator[str]:
    async with hosted(tmp_path) as url:
        yield url


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
async def test_first_card_is_three_presses_from_opening_the_page_and_one_for_each_ticket(
    browser: Browser, url: str, screen: dict[str, object]
) -> None:
    async with people(browser, url, **screen) as _:
        context = await browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **screen})
        page = await context.new_page()
        await page.goto(url)
        await page.click("#play-now")
        await keep(page)
        await page.click("[data-deck]:enabled")
        await expect(page.locator("body")).to_have_attribute("data-decision", "second-card")
        await expect(page.locator("#hand b")).not_to_have_count(0)
        other = await context.new_page()
        await other.goto(url)
        await other.click("#play-now")
        await expect(other.locator("#title")).to_contain_text("Practice: ")
        await expect(other.locator("[data-action^=keep]")).to_have_count(1)
        await context.close()


async def test_a_route_says_what_it_is_and_is_claimed_with_two_presses(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.click('[data-route="athina--brindisi"]')
        await expect(ada.locator("#sheet h2")).to_have_text("Athína – Brindisi")
        await expect(ada.locator("#sheet .facts")).to_have_text(
            "length 4 · any one colour · ferry, locomotives: 1 · points: 7"
        )
        while not await ada.locator("#board .payable.now").count():
            await ada.click("[data-deck]:enabled")
        route = await ada.locator("#board .payable.now").first.get_attribute("data-route")
        await ada.locator(f'[data-route="{route}"]').dispatch_event("click")
        claim = ada.locator("#sheet [data-action^=claim]")
        await expect(claim).to_have_attribute("data-action", re.compile(f"^claim {route} [A-Z]+$"))
        await claim.click()
        await expect(ada.locator("#sheet")).to_be_hidden()


async def test_a_page_that_is_opened_again_is_played_on_before_it_is_connected(
    browser: Browser, url: str
) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        connects = asyncio.Event()

        async def hold(socket: WebSocketRoute) -> None:
            await connects.wait()
            socket.connect_to_server()

        await ada.route_web_socket("**/chat*", hold)
        await ada.reload()
        await expect(ada.locator("#state")).to_have_text("Connecting…")
        await ada.click("[data-deck]:enabled")
        await expect(ada.locator("body")).to_have_attribute("data-decision", "take-turn")
        connects.set()
        await expect(ada.locator("body")).to_have_attribute("data-decision", "second-card")
        await expect(ada.locator("#state")).to_have_text("")


async def test_another_person_in_a_tab_is_not_shown_the_table_of_the_one_before(
    browser: Browser, url: str
) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.evaluate("sessionStorage.token = 'b'.repeat(43)")
        await ada.reload()
        await expect(ada.locator("#naming")).to_be_visible()
        await expect(ada.locator("#hand li, #tickets li")).to_have_count(0)
        assert await ada.evaluate("sessionStorage.shown") is None


async def test_a_double_click_on_the_deck_draws_one_card(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.dblclick("[data-deck]")
        await expect(ada.locator("body")).to_have_attribute("data-decision", "second-card")
        await ada.click("#row [data-slot]:enabled >> nth=0")
        await expect(ada.locator("body")).not_to_have_attribute("data-decision", "second-card")


async def test_a_button_that_is_held_while_somebody_else_moves_is_pressed(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", "Bob") as [ada, bob]:
        await say(ada, "/new short")
        await bob.click('#start [data-line="/join"]')
        await expect(ada.locator("#start .seats li")).to_have_count(2)
        await ada.click('#start [data-line="/start"]')
        await tick(ada)
        await ada.hover("[data-action^=keep]")
        await ada.mouse.down()
        await keep(bob)
        await expect(bob.locator("body")).not_to_have_attribute("data-decision", "choose-tickets")
        await ada.evaluate("new Promise((go) => setTimeout(go, 1300))")
        await ada.mouse.up()
        await expect(ada.locator("body")).not_to_have_attribute("data-decision", "choose-tickets")


async def test_an_onlooker_sees_the_table_and_can_press_nothing_on_it(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", "Bob") as [ada, bob]:
        await begins(ada)
        await expect(bob.locator("#board")).to_be_visible()
        await expect(bob.locator("#prompt")).to_have_text("Waiting for Ada.")
        await expect(bob.locator("#play [data-action]:enabled")).to_have_count(0)
        await bob.locator('[data-route="athina--brindisi"]').dispatch_event("click")
        await expect(bob.locator("#sheet [data-action]")).to_have_count(0)
        await expect(bob.locator("#own")).to_be_hidden()
        for page, first in ((ada, "Plan my next turn"), (bob, "Scores")):
            await expect(page.locator("#menu button").first).to_have_text(first)


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
async def test_visitor_of_a_full_table_plays_elsewhere_with_one_press(
    browser: Browser, url: str, screen: dict[str, object]
) -> None:
    async with people(browser, url, "Ada", "Bob", **screen) as [ada, bob]:
        await begins(ada)
        await expect(bob.locator("#after")).to_contain_text("You are watching. All seats are taken.")
        await expect(bob.locator("#panel .text")).to_have_text("You are watching this game.")
        await bob.click("text=Tell me about the next game")
        await expect(bob.locator("#answered")).to_contain_text("next game")
        await bob.click("#dismiss")
        await bob.click("#after >> text=Play against a computer")
        await expect(bob.locator("#title")).to_have_text("Practice: Bob")
        await expect(bob.locator("[data-action^=keep]")).to_be_visible()


async def test_visitor_of_a_full_lobby_plays_elsewhere_with_one_press(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", "Bob") as [ada, bob]:
        await ada.click('[data-count="0"]')
        await ada.click("#begin")
        for number in range(2, 6):
            await ada.click('[data-line="/computer easy"]')
            await expect(ada.locator("#start .seats li")).to_have_count(number)
        await expect(bob.locator("#start")).to_contain_text("All seats are taken.")
        await bob.click("#start >> text=Play against a computer")
        await expect(bob.locator("#title")).to_have_text("Practice: Bob")


async def test_on_a_phone_an_answer_does_not_cover_what_is_asked(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", **PHONE) as [ada]:
        await begins(ada)
        page = await ada.context.new_page()
        await page.goto(url)
        await page.tap("#play-now")
        await expect(page.locator("#answered")).to_contain_text("Your practice game has begun")
        await expect(page.locator("body")).to_have_attribute("data-decision", "choose-tickets")
        covered = await page.evaluate(COVERED, "#choice button, #row button")
        assert covered == []
        await chooses_by_touch(page)
        await expect(page.locator("body")).to_have_attribute("data-decision", "take-turn")


COVERED = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return !one.contains(hit);
}).map((one) => one.outerHTML)"""
"""The buttons whose middle is not theirs."""


async def test_command_is_answered_although_the_board_is_still_on_its_way(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", **PHONE) as [ada]:
        arrives = asyncio.Event()

        async def hold(asked: Route) -> None:
            await arrives.wait()
            await asked.continue_()

        await ada.route("**/board/**", hold)
        await ada.tap("#begin")
        await ada.tap("#views [data-view=chat]")
        await expect(ada.locator("#posts li")).to_have_count(3)
        await say(ada, "/keep all")
        await expect(ada.locator("#answered .text")).to_have_text("Done.")
        arrives.set()


async def test_what_a_rival_has_claimed_is_shown_to_everybody_and_is_new(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", "Bob") as [ada, bob]:
        await begins(ada)
        while not await ada.locator("#board .fresh.taken").count():
            decision, seq = await asked(ada)
            if decision != "none":
                await ada.click("[data-deck]:enabled")
                await goes_on(ada, seq)
        route = await ada.locator("#board .fresh.taken").first.get_attribute("data-route")
        await expect(bob.locator(f'[data-route="{route}"].taken')).to_have_count(1)


async def test_in_the_lobby_everything_that_can_be_set_has_a_button(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", "Bob") as [ada, bob]:
        await ada.click('[data-count="0"]')
        await ada.click("#begin")
        await bob.click('[data-line="/join"]')
        for line in ("/clock 5m", "/starter 2", "/options delay on", "/variant mega"):
            chosen = f'#start [data-line="{line}"][aria-pressed="true"]'
            await ada.click(f'#start [data-line="{line}"]')
            await expect(ada.locator(chosen)).to_have_count(1)
            await expect(bob.locator(chosen)).to_have_count(1)
        await expect(ada.locator("#answer")).to_be_visible()
        await bob.click('[data-line="/leave"]')
        await expect(bob.locator("#start .choices")).to_have_count(0)
        await ada.click('[data-line="/abort"]')
        await expect(ada.locator("#answer button[data-code]").first).to_be_visible()


MOVES_ARE_SHOWN = """async () => {
  const { keepMoves, movesBetween } = await import("/moves.js");
  const player = { cards: 4, tickets: 3 };
  const before = { row: "RGBYK", routes: {}, stations: {}, players: { 0: player, 1: player } };
  const after = { row: "RGWYK", routes: { "a--b": 0 }, stations: { c: 1 }, tunnel: { route: "d--e", seat: 1 },
    players: { 0: { cards: 5, tickets: 3 }, 1: { cards: 4, tickets: 6 } } };
  const found = movesBetween(before, after);
  const piece = document.querySelector("#map"), sounds = [];
  window.AudioContext = class { constructor() { throw sounds.push("heard"), new Error("no sound here"); } };
  const one = () => piece, several = () => [piece];
  const board = { route: several, spaces: several, city: several };
  const moves = keepMoves({ ...board, player: one, slot: one, deck: one, tickets: one });
  const moving = ({ effect: { target } }) => target === piece || target.matches(".flying");
  const count = () => document.getAnimations().filter(moving).length;
  const others = count();
  moves.show(found);
  const shown = count() - others;
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
  const ended = count();
  localStorage.bell = "on";
  try { moves.show(found.slice(0, 1)); } catch { /* there is no sound here */ }
  localStorage.bell = "off";
  const names = found.map(({ kind, seat, card }) => [kind, seat, card ?? ""]);
  return { found: names, shown, ended, heard: sounds.length };
}"""


@pytest.mark.parametrize(("motion", "shown"), [("no-preference", 5), ("reduce", 0)])
async def test_moves_are_shown_in_order_until_a_key_and_are_silent_at_first(
    browser: Browser, url: str, motion: str, shown: int
) -> None:
    async with people(browser, url, "Ada", reduced_motion=motion) as [ada]:
        await begins(ada)
        told = await ada.evaluate(MOVES_ARE_SHOWN)
    assert told["found"] == [
        ["claim", 0, ""], ["station", 1, ""], ["tunnel", 1, ""], ["card", 0, "B"], ["tickets", 1, ""]
    ]  # fmt: skip
    assert (told["shown"], told["ended"], told["heard"]) == (shown, 0, 1)


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
async def test_sounds_are_turned_on_next_to_the_table(
    browser: Browser, url: str, screen: dict[str, object]
) -> None:
    async with people(browser, url, "Ada", **screen) as [ada]:
        await begins(ada)
        bell = ada.get_by_role("button", name="Play a sound when it is my turn")
        for pressed in ("true", "false"):
            await bell.click()
            await expect(bell).to_have_attribute("aria-pressed", pressed)


async def test_on_a_phone_the_whole_table_is_seen_without_scrolling(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", **PHONE) as [ada]:
        await begins(ada)
        for part in ("#map", "#row", "#hand", "#prompt", "#players li.waiting"):
            await expect(ada.locator(part)).to_be_in_viewport(ratio=0.99)
        assert await ada.evaluate("document.documentElement.scrollWidth") == 390


TAPPED = """([id, right, down]) => {
  const spaces = [...document.querySelectorAll(`[data-route="${id}"] .space`)];
  const { left, top, width, height } = spaces[Math.floor(spaces.length / 2)].getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2 + right, top + height / 2 + down];
  const click = new MouseEvent("click", { bubbles: true, clientX, clientY });
  document.elementFromPoint(clientX, clientY).dispatchEvent(click);
  const offered = [...document.querySelectorAll("#detail [data-open]")].map((one) => one.dataset.open);
  return [document.querySelector("#board .chosen")?.dataset.route ?? "", ...offered];
}"""
"""Taps some pixels beside the middle of a route; returns the route that opens, and those offered with it."""


async def test_route_that_a_finger_just_missed_is_one_press_away(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", **PHONE) as [ada]:
        await begins(ada)
        routes = await ada.evaluate(
            "[...document.querySelectorAll('#board [data-route]')].map(({ dataset }) => dataset.route)"
        )
        for route, off in zip(routes, [(6, 0), (-6, 0), (0, 6), (0, -6)] * 25, strict=False):
            assert route in await ada.evaluate(TAPPED, [route, *off])
            await ada.keyboard.press("Escape")


async def test_on_a_phone_each_view_shows_what_it_names(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", **PHONE) as [ada]:
        await begins(ada)
        views = {"chat": "#posts li:last-child", "routes": "#route-list li:first-child", "panel": "#menu"}
        for view, shown in {**views, "channels": "#channel-list", "table": "#map"}.items():
            await ada.click(f"#views [data-view={view}]")
            await expect(ada.locator(shown)).to_be_in_viewport()
            await expect(ada.locator("#title")).to_be_in_viewport()


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
async def test_back_closes_what_lies_over_the_table_before_it_leaves_the_page(
    browser: Browser, url: str, screen: dict[str, object]
) -> None:
    async with people(browser, url, "Ada", **screen) as [ada]:
        await begins(ada)
        address = ada.url
        await ada.click("#views [data-view=routes]")
        await ada.click("#route-list li >> nth=0")
        await expect(ada.locator("#sheet")).to_be_visible()
        view = "table" if screen else "routes"
        await expect(ada.locator("body")).to_have_attribute("data-view", view)
        await goes_back(ada)
        await expect(ada.locator("#sheet")).to_be_hidden()
        await expect(ada.locator("body")).to_have_attribute("data-view", view)
        await ada.click("#views [data-view=panel]")
        await goes_back(ada)
        await expect(ada.locator("body")).to_have_attribute("data-view", "table")

        await ada.locator('[data-city="wien"]').dispatch_event("click")
        await expect(ada.locator("#sheet")).to_be_visible()
        await ada.click("#shut-sheet")
        await expect(ada.locator("#sheet")).to_be_hidden()
        await ada.wait_for_function("() => history.state.depth === 0")
        assert ada.url == address
        await goes_back(ada)
        await expect(ada).to_have_url("about:blank")


async def goes_back(page: Page) -> None:
    """Press the browser's button, once what was closed before has left the history."""
    await page.wait_for_function(
        """() => history.state.depth === document.querySelectorAll("#sheet:not([hidden])").length
          + Number(!["table", "chat"].includes(document.body.dataset.view))"""
    )
    await page.evaluate("() => { setTimeout(() => history.back()); }")


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
        await expect(ada.locator("#sheet h2")).to_contain_text("Wien")


async def test_a_ticket_shows_its_cheapest_way_on_the_board(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await expect(ada.locator("#board .needed")).not_to_have_count(0)
        await expect(ada.locator("#board .way")).to_have_count(0)
        await ada.click("#tickets .ticket >> nth=0")
        await expect(ada.locator("#board .way")).not_to_have_count(0)
        await expect(ada.locator("#board .ring")).to_have_count(2)


async def test_ticket_that_is_not_kept_is_no_longer_shown_on_the_board(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await ada.click("#begin")
        offered, rings = ada.locator("#choice .offered"), ada.locator("#board .ring")
        await expect(offered.first).to_have_attribute("aria-pressed", "false")
        await offered.first.click()
        await expect(rings).to_have_count(2)
        await offered.first.click()
        await expect(rings).to_have_count(0)
        await keep(ada)
        await expect(ada.locator("body")).to_have_attribute("data-decision", "take-turn")
        await expect(rings).to_have_count(0)


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
        await expect(ada.locator("#title")).to_have_text("Стол")
        await expect(ada.locator("#posts .text").last).to_contain_text(re.compile("[хХ]од"))


async def test_the_board_comes_nearer_by_keys_and_goes_back(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.focus("#map")
        await ada.keyboard.press("+")
        await expect(ada.locator("#board")).not_to_have_attribute("data-box", "0.0 0.0 1600.0 1080.0")
        await ada.keyboard.press("0")
        await expect(ada.locator("#board")).to_have_attribute("data-box", "0.0 0.0 1600.0 1080.0")


WHEEL = """async ([events, about]) => {
  const map = document.querySelector("#map"), { left, top, width, height } = map.getBoundingClientRect();
  const where = { clientX: left + width / 2, clientY: top + height / 2, cancelable: true, bubbles: true };
  const turn = () => map.dispatchEvent(new WheelEvent("wheel", { ...where, ...about }));
  for (let count = 0; count < events; count += 1) turn();
  const [boxLeft, , boxWidth] = document.querySelector("#board").dataset.box.split(" ").map(Number);
  return { left: boxLeft, zoom: 1600 / boxWidth };
}"""
"""Turns a wheel over the middle of the board, and tells where its box begins and how near it is."""


async def test_a_wheel_and_a_trackpad_zoom_as_far_as_they_are_moved(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)

        async def zoom(count: int, **about: object) -> float:
            await ada.click("#map", position={"x": 3, "y": 3})
            await ada.keyboard.press("0")
            return float((await ada.evaluate(WHEEL, [count, about]))["zoom"])

        assert await zoom(1, deltaY=-100) == pytest.approx(1.25, rel=0.01), "a notch of a mouse"
        assert await zoom(1, deltaY=-3, deltaMode=1) == pytest.approx(1.25, rel=0.01), "the same in lines"
        assert await zoom(1, deltaY=-1, deltaMode=2) == pytest.approx(1.25, rel=0.01), "the same as a page"
        assert await zoom(8, deltaY=-2) == pytest.approx(1.036, rel=0.01), "two fingers that hardly move"
        assert await zoom(10, deltaY=-4, ctrlKey=True) == pytest.approx(1.49, rel=0.01), "a pinch"
        assert await zoom(1, deltaY=-100_000) < 2, "one event at most"
        assert await zoom(1, deltaX=40, deltaY=3) == 1


async def test_a_horizontal_wheel_moves_the_board(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        near = await ada.evaluate(WHEEL, [3, {"deltaY": -100}])
        moved = await ada.evaluate(WHEEL, [1, {"deltaX": 60, "deltaY": 2}])
        assert moved["zoom"] == near["zoom"]
        assert moved["left"] > near["left"]
        back = await ada.evaluate(WHEEL, [1, {"deltaY": -60, "shiftKey": True}])
        assert back["left"] == pytest.approx(near["left"], abs=0.2)


FOCUS = "() => (document.activeElement.closest('#choice, #start, #after, #map, #row')?.id ?? 'nothing')"


async def test_keyboard_focus_stays_where_one_plays(browser: Browser, url: str) -> None:
    async with people(browser, url):
        page = await browser.contexts[-1].new_page()
        await page.goto(url)
        await page.fill("#name", "Ada")
        await page.keyboard.press("Enter")
        await page.wait_for_function(f"{FOCUS} === 'start'")
        await page.keyboard.press("Enter")
        await page.wait_for_function(f"{FOCUS} === 'choice'")
        for _ in range(MOST_KEPT):
            await page.keyboard.press("Enter")
            await page.keyboard.press("Tab")
        for _ in range(3):  # another ticket, and the button
            if await page.evaluate("document.activeElement.matches('[data-action^=keep]')"):
                break
            await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await expect(page.locator("body")).to_have_attribute("data-decision", "take-turn")
        assert await page.evaluate(FOCUS) != "nothing"
        await page.locator('[data-city="wien"]').dispatch_event("click")
        await page.focus('#sheet [data-action^="station wien "]')
        await page.keyboard.press("Enter")
        await expect(page.locator("#sheet")).to_be_hidden()
        await page.wait_for_function(f"{FOCUS} !== 'nothing'")
        await page.click("#views [data-view=channels]")
        await page.fill("#channel-title", "USA")
        await page.keyboard.press("Enter")
        await expect(page.locator("#title")).to_have_text("USA")
        await page.wait_for_function(f"{FOCUS} !== 'nothing'")


# For those who see little


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


RECORDED_NOTICES = """(() => {
  window.notices = [];
  document.hasFocus = () => !window.isAway;
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (this.permission = "granted"); }
    constructor(title, { body }) { window.notices.push(Object.assign(this, { title, body, open: true })); }
    close() { this.open = false; }
  };
})()"""
"""A browser whose notices of the system can be read, in a window that can be left."""

SHOWN_NOTICES = "notices.map(({ title, body, open }) => [title, body, open])"


async def test_a_notice_is_offered_after_the_first_turn_and_is_shown_to_who_is_away(
    browser: Browser, url: str
) -> None:
    context = await browser.new_context()
    await context.add_init_script(RECORDED_NOTICES)
    ada, bob = [await come(context, url, name) for name in ("Ada", "Bob")]
    await start_two(ada, bob, starter="Ada")
    offer, switch = ada.locator("#after button"), ada.locator("#notices")
    await expect(ada.locator("body")).to_have_attribute("data-decision", "take-turn")
    await expect(offer).to_have_count(0)
    await draws_two(ada)
    await expect(offer).to_have_text("Tell me when it is my turn")
    await expect(switch).to_be_hidden()
    await offer.click()
    await expect(switch).to_have_attribute("aria-pressed", "true")
    await expect(offer).to_have_count(0)
    assert await ada.evaluate(SHOWN_NOTICES) == []

    await ada.evaluate("isAway = true")
    await draws_two(bob)
    await expect(ada.locator("body")).to_have_attribute("data-decision", "take-turn")
    await ada.wait_for_function("notices.length")
    assert await ada.evaluate(SHOWN_NOTICES) == [["It is your turn", "Table", True]]
    await ada.evaluate("isAway = false; dispatchEvent(new Event('focus'))")
    assert await ada.evaluate(SHOWN_NOTICES) == [["It is your turn", "Table", False]]

    await draws_two(ada)
    await switch.click()
    await ada.evaluate("isAway = true")
    await draws_two(bob)
    await expect(ada).to_have_title(re.compile(r"^\(your turn\) "))
    assert len(await ada.evaluate(SHOWN_NOTICES)) == 1
    await context.close()


async def test_on_a_phone_a_worker_shows_the_notice(browser: Browser, url: str) -> None:
    context = await browser.new_context()
    await context.grant_permissions(["notifications"], origin=url)
    await context.add_init_script(ONLY_BY_A_WORKER)
    ada, bob = [await come(context, url, name) for name in ("Ada", "Bob")]
    await start_two(ada, bob, starter="Bob")
    await draws_two(bob)
    await expect(ada.locator("body")).to_have_attribute("data-decision", "take-turn")
    await ada.wait_for_function(SHOWN_BY_WORKER)
    await context.close()


ONLY_BY_A_WORKER = """(() => {
  localStorage.notices = "on";
  document.hasFocus = () => false;
  window.Notification = class {
    static permission = "granted";
    constructor() { throw new TypeError("only a worker"); }
  };
})()"""

SHOWN_BY_WORKER = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  const notices = worker ? await worker.getNotifications() : [];
  const [{ title, body, data }] = notices.length ? notices : [{}];
  return title === "It is your turn" && body === "Table" && data.endsWith("#table");
}"""


async def start_two(ada: Page, bob: Page, *, starter: str) -> None:
    """A game of two in its first turn."""
    await say(ada, "/new short")
    await bob.click('#start [data-line="/join"]')
    await expect(ada.locator("#start .seats li")).to_have_count(2)
    await say(ada, f"/starter {starter}")
    await expect(ada.locator("#answer")).to_contain_text(starter)
    await ada.click('#start [data-line="/start"]')
    for page in (ada, bob):
        await keep(page)


async def draws_two(page: Page) -> None:
    """Draw two cards from the deck."""
    await expect(page.locator("body")).to_have_attribute("data-decision", "take-turn")
    await page.click("[data-deck]:enabled")
    await expect(page.locator("body")).to_have_attribute("data-decision", "second-card")
    await page.click("[data-deck]:enabled")
    await expect(page.locator("body")).to_have_attribute("data-decision", "none")


BOARD_SHARE = """() => {
  const { width, height } = document.querySelector("#map").getBoundingClientRect();
  const [, , wide, high] = document.querySelector("#board").getAttribute("viewBox").split(" ").map(Number);
  return Math.min(width / wide, height / high) ** 2 * wide * high / (innerWidth * innerHeight);
}"""
"""The share of the window that the board has, without the margins of its place."""


@pytest.mark.parametrize("players", [2, 5])
async def test_the_board_has_most_of_a_desk(browser: Browser, url: str, players: int) -> None:
    async with people(browser, url, "Marguerite") as [ada]:
        await say(ada, "/new europe")
        for count in range(2, players + 1):
            await say(ada, "/computer random")
            await expect(ada.locator("#start .seats li")).to_have_count(count)
        await ada.click('#start [data-line="/start"]')
        await keep(ada)
        await expect(ada.locator("body")).to_have_attribute("data-decision", "take-turn")
        await expect(ada.locator("#players li")).to_have_count(players)
        for width, height, share in ((1280, 800, 0.55), (1920, 1080, 0.6)):
            await ada.set_viewport_size({"width": width, "height": height})
            assert await ada.evaluate(BOARD_SHARE) >= share, await ada.locator("#tray").inner_text()
            assert await ada.evaluate(OUTSIDE) == []
