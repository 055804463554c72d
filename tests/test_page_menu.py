"""The menu of the page, votes, and the answers that its buttons get, in a real Chromium."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.pages import IN_CHROMIUM, begins, hosted, keep, people, say

pytestmark = IN_CHROMIUM


@pytest_asyncio.fixture(loop_scope="session")
async def url(tmp_path: Path) -> AsyncIterator[str]:
    async with hosted(tmp_path) as url:
        yield url


async def asks(page: Page, name: str, group: str = "") -> None:
    """Press a button of the menu, in one of its groups."""
    await page.click("#views [data-view=panel]")
    if group:
        await page.locator("#menu summary", has_text=group).click()
    await page.locator("#menu").get_by_role("button", name=name, exact=True).click()


async def test_a_pause_is_asked_for_and_voted_on_with_buttons(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", "Bob") as [ada, bob]:
        await ada.click('[data-count="0"]')
        await ada.click("#begin")
        await bob.click('[data-line="/join"]')
        await ada.click('[data-line="/start"]')
        for page in (ada, bob):
            await keep(page)
        await asks(ada, "Pause the game", "The game")
        await expect(bob.locator("#choice")).to_contain_text("Should the game be paused?")
        await expect(ada.locator("#choice [data-action^=vote]")).to_have_count(0)
        await bob.click('#choice [data-action^="vote yes"]')
        for page in (ada, bob):
            await expect(page.locator("#prompt")).to_contain_text("The game is paused.")
            await expect(page.locator("#choice [data-action^=vote]")).to_have_count(0)
        menu = ada.locator("#menu")
        await expect(menu.get_by_role("button", name="Resume the game")).to_be_visible()
        await expect(menu.get_by_role("button", name="Pause the game")).to_have_count(0)


async def test_a_turn_is_planned_with_buttons(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await asks(ada, "Plan my next turn")
        await expect(ada.locator("#answer button[data-code]").first).to_be_visible()


async def test_a_command_that_needs_a_word_is_begun_in_the_line(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await asks(ada, "Let a computer finish a turn", "The game")
        await expect(ada.locator("#line")).to_have_value("/skip ")
        await expect(ada.locator("#line")).to_be_focused()


async def test_the_menu_of_an_empty_channel_offers_what_needs_no_game(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await ada.click("#views [data-view=panel]")
        await expect(ada.locator("#menu").get_by_role("button", name="Rules")).to_be_visible()
        for name in ("My tickets as a picture", "Scores", "Take a seat", "Undo a move"):
            await expect(ada.locator("#menu").get_by_role("button", name=name)).to_have_count(0)


async def test_hint_and_undo_are_in_the_menu_only_where_they_are_accepted(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.click("#views [data-view=panel]")
        menu = ada.locator("#menu")
        await expect(menu.get_by_role("button", name="Rules")).to_be_visible()
        for name in ("Hint", "Undo a move"):
            await expect(menu.get_by_role("button", name=name, exact=True)).to_have_count(0)
        for decision in ("second-card", "take-turn"):
            await ada.click("[data-deck]:enabled")
            await expect(ada.locator("body")).to_have_attribute("data-decision", decision)
        await expect(menu.get_by_role("button", name="Undo a move", exact=True)).to_be_visible()


async def test_menu_has_only_what_would_work_for_this_person(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", "Bob") as [ada, bob]:
        await ada.click('[data-count="0"]')
        await ada.click("#begin")
        await bob.click('[data-line="/join"]')
        await ada.click('[data-line="/start"]')
        for page in (ada, bob):
            await keep(page)
        for page, offered in ((ada, {"Go back to an earlier turn", "Abort the game"}), (bob, set())):
            await expect(page.locator("#menu")).to_contain_text("Pause the game")
            shown = set(await page.locator("#menu button").all_text_contents())
            assert {"Rules", "Settings", "I will be away", "Clock"} <= shown
            assert not shown & {
                "I am back", "Unlink my accounts", "Stop showing this game", "Give more time", "Vote",
            }  # fmt: skip
            assert shown & {"Go back to an earlier turn", "Abort the game"} == offered
        await bob.click("#views [data-view=panel]")
        await bob.locator("#menu summary", has_text="For me").click()
        await say(bob, "/away 2 days")
        await bob.get_by_role("button", name="I am back").click()
        await expect(bob.get_by_role("button", name="I am back")).to_have_count(0)


async def test_undo_asks_before_it_asks_everybody(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada", "Bob") as [ada, bob]:
        await ada.click('[data-count="0"]')
        await ada.click("#begin")
        await bob.click('[data-line="/join"]')
        await ada.click('[data-line="/start"]')
        for page in (ada, bob):
            await keep(page)
            await expect(page.locator("body")).not_to_have_attribute("data-decision", "choose-tickets")
        begins = await bob.locator("body").get_attribute("data-decision") == "take-turn"
        one, other = (bob, ada) if begins else (ada, bob)
        for decision in ("second-card", "none"):
            await one.click("[data-deck]:enabled")
            await expect(one.locator("body")).to_have_attribute("data-decision", decision)
        await asks(one, "Undo a move")
        await expect(one.locator("#answered")).to_contain_text("The others must agree")
        await expect(other.locator("#choice [data-action^=vote]")).to_have_count(0)
        await one.click("#answer >> text=Ask the others")
        await expect(other.locator('#choice [data-action^="vote yes"]')).to_be_visible()


async def test_a_game_that_was_aborted_is_restored_with_a_button(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.click("#views [data-view=panel]")
        await expect(ada.locator("#menu").get_by_role("button", name="Restore the game")).to_have_count(0)
        await say(ada, "/abort yes")
        await expect(ada.locator("body")).to_have_attribute("data-role", "empty")
        await asks(ada, "Restore the game", "The game")
        await expect(ada.locator("body")).to_have_attribute("data-decision", "take-turn")


# Answers


async def test_an_answer_with_buttons_goes_when_a_route_or_a_city_is_opened(
    browser: Browser, url: str
) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        for place in ('[data-route="athina--brindisi"]', '[data-city="wien"]'):
            await say(ada, "/settings")
            await expect(ada.locator("#answered")).to_contain_text("Your settings")
            await expect(ada.locator("#answer:not(.fresh) button[data-code]").first).to_be_visible()
            await ada.locator(place).dispatch_event("click")
            await expect(ada.locator("#sheet")).to_be_visible()
            await expect(ada.locator("#answer")).to_be_hidden()
            await ada.click("#shut-sheet")


async def test_an_answer_with_buttons_goes_when_the_state_has_moved_on(browser: Browser, url: str) -> None:
    async with people(browser, url, "Ada") as [ada]:
        await begins(ada)
        await ada.clock.install()
        await say(ada, "/settings")
        await expect(ada.locator("#answer button[data-code]").first).to_be_visible()
        await ada.clock.fast_forward(60_000)
        await expect(ada.locator("#answer")).to_be_visible()
        await say(ada, "/rules")
        await expect(ada.locator("#answered")).to_contain_text("The game")
        await ada.click("[data-deck]:enabled")
        await expect(ada.locator("body")).to_have_attribute("data-decision", "second-card")
        await expect(ada.locator("#answer")).to_be_visible()
        await ada.clock.fast_forward(60_000)
        await expect(ada.locator("#answer")).to_be_hidden()
