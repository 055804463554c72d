"""A page whose connection breaks without a word: it notices, says so, and repeats what was not answered."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.model.message import Button
from bot.web.platform import LocalPlatform
from bot.web.session import Answered
from tests.fakes.wire.patience import until
from tests.fakes.wire.silence import Network, network_to
from tests.local_session import LocalSession, local_session
from tests.pages import IN_CHROMIUM, PHONE, begins, come, hosted, people, say

pytestmark = IN_CHROMIUM


@pytest_asyncio.fixture(loop_scope="session")
async def home(tmp_path: Path) -> AsyncIterator[LocalSession]:
    async with local_session(tmp_path) as home:
        yield home


@pytest_asyncio.fixture(loop_scope="session")
async def network(home: LocalSession) -> AsyncIterator[Network]:
    async with network_to(home.port) as network:
        yield network


def behind(network: Network) -> str:
    return f"http://localhost:{network.port}"


STATES = """() => {
  const state = document.querySelector("#state");
  window.states = [];
  new MutationObserver(() => window.states.push(state.textContent)).observe(state, { childList: true });
}"""
"""Notes what the page says of its connection."""


async def comes_into_view(page: Page) -> None:
    """What a browser tells a page that its person turns to again."""
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


async def gets_the_network_back(page: Page) -> None:
    await page.evaluate("dispatchEvent(new Event('online'))")


async def test_page_without_its_program_shows_the_last_table(browser: Browser, tmp_path: Path) -> None:
    async with AsyncExitStack() as program:
        url = await program.enter_async_context(hosted(tmp_path))
        context = await browser.new_context()
        ada = await come(context, url, "Ada")
        await begins(ada)
        await ada.wait_for_function("navigator.serviceWorker.ready.then(({ active }) => !!active)")
        await program.aclose()
        await ada.reload()
        await expect(ada.locator("#players li")).to_have_count(2)
        await expect(ada.locator("#tickets .ticket")).to_have_count(3)
        await expect(ada.locator("#state")).to_have_text("Reconnecting…")
        await context.close()


async def test_page_can_be_installed_as_an_app(browser: Browser, tmp_path: Path) -> None:
    async with hosted(tmp_path) as url, people(browser, url, "Ada") as [ada]:
        devtools = await ada.context.new_cdp_session(ada)
        assert not (await devtools.send("Page.getAppManifest"))["errors"]
        assert not (await devtools.send("Page.getInstallabilityErrors"))["installabilityErrors"]


@pytest.mark.parametrize("only_answers", [False, True])
async def test_press_without_answer_is_repeated_once_on_the_next_connection(
    browser: Browser, home: LocalSession, network: Network, only_answers: bool
) -> None:
    async with people(browser, behind(network), "Ada") as [ada]:
        await home.post("Your move", "g-1", buttons=((Button("Draw", "g.0.draw"),),))
        await expect(ada.locator("text=Draw")).to_be_visible()
        network.cut(only_answers=only_answers)
        await ada.click("text=Draw")
        await expect(ada.locator("#answer .text")).to_have_text("You pressed g.0.draw")
        await expect(ada.locator("#state")).to_have_text("")
        assert home.dispatcher.heard == [("press", "table", "g.0.draw")]


async def test_press_while_there_is_no_connection_is_made_on_the_next_one(
    browser: Browser, home: LocalSession, network: Network
) -> None:
    async with await browser.new_context() as context:  # Chromium complains of sockets that never open
        ada = await come(context, behind(network), "Ada")
        await home.post("Your move", "g-1", buttons=((Button("Draw", "g.0.draw"),),))
        await expect(ada.locator("text=Draw")).to_be_visible()
        network.is_down = True
        network.cut()
        await comes_into_view(ada)
        await expect(ada.locator("#state")).to_have_text("Reconnecting…")
        await ada.click("text=Draw")
        network.is_down = False
        await expect(ada.locator("#answer .text")).to_have_text("You pressed g.0.draw")
        await expect(ada.locator("#state")).to_have_text("")
        assert home.dispatcher.heard == [("press", "table", "g.0.draw")]


@pytest.mark.parametrize("happens", [comes_into_view, gets_the_network_back])
async def test_silent_connection_is_noticed_when_page_comes_into_view_or_online(
    browser: Browser, home: LocalSession, network: Network, happens: object
) -> None:
    async with await browser.new_context(**PHONE) as context:  # Chromium complains of sockets that never open
        ada = await come(context, behind(network), "Ada")
        await ada.evaluate(STATES)
        network.is_down = True
        network.cut()
        await home.post("one", "g-1")
        await happens(ada)  # type: ignore[operator]
        await expect(ada.locator("#state")).to_have_text("Reconnecting…")
        network.is_down = False
        await expect(ada.locator("#posts .text")).to_have_text("one")
        await expect(ada.locator("#state")).to_have_text("")
        assert await ada.evaluate("states") == ["Checking the connection…", "Reconnecting…", ""]


async def test_silent_connection_is_noticed_by_a_page_that_nobody_touches(
    browser: Browser, home: LocalSession, network: Network
) -> None:
    async with people(browser, behind(network)):
        page = await browser.contexts[-1].new_page()
        await page.clock.install()
        await page.goto(behind(network))
        await page.fill("#name", "Ada")
        await page.keyboard.press("Enter")
        await expect(page.locator("#panel .message")).to_have_count(1)
        network.cut()
        await home.post("one", "g-1")
        for _ in range(3):  # the silence, the ping's deadline, the pause before the next connection
            await page.clock.fast_forward(20_000)
        await expect(page.locator("#posts .text")).to_have_text("one")


async def test_command_that_may_have_been_done_is_not_repeated_for_another_process(
    browser: Browser, home: LocalSession, network: Network
) -> None:
    async with people(browser, behind(network), "Ada") as [ada]:
        await expect(ada.locator("#state")).to_have_text("")
        network.cut()
        await say(ada, "/pause")
        await until(lambda: network.dropped)
        chat: LocalPlatform = home.chat
        chat._server.answered = Answered()  # as a program that was started again
        await expect(ada.locator("#answer .text")).to_contain_text("I do not know whether that was done")
        await expect(ada.locator("#state")).to_have_text("")
        assert home.dispatcher.heard == []


async def test_talk_that_is_repeated_is_posted_once(
    browser: Browser, home: LocalSession, network: Network
) -> None:
    async with people(browser, behind(network), "Ada") as [ada]:
        await expect(ada.locator("#state")).to_have_text("")
        network.cut()
        await say(ada, "Hello!")
        await expect(ada.locator("#posts .text")).to_have_text(["Hello!"])
        await expect(ada.locator("#state")).to_have_text("")


async def test_card_is_drawn_once_though_the_connection_breaks_before_the_answer(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        hosted(tmp_path) as url,
        network_to(urlsplit(url).port or 0) as network,
        people(browser, behind(network), "Ada") as [ada],
    ):
        await begins(ada)
        await expect(ada.locator("#players .mine .cards")).to_contain_text("4")
        network.cut(only_answers=True)
        await ada.click("[data-deck]:enabled")
        await expect(ada.locator("body")).to_have_attribute("data-decision", "second-card")
        await expect(ada.locator("#players .mine .cards")).to_contain_text("5")
        await expect(ada.locator("#answered")).to_contain_text("You drew")


async def test_request_that_a_person_repeats_by_its_id_is_done_once(home: LocalSession) -> None:
    ada, bob = await home.join("Ada"), await home.join("Bob")
    again = await home.reconnect(ada)
    for tab in (ada, again, bob):
        await tab.ask("say", text="/join", nonce="a" * 32)
        told = await tab.receive("answer")
        assert (told["text"], told["nonce"]) == ("You said /join", "a" * 32)
    assert home.dispatcher.heard == [("say", "table", "/join")] * 2, "once for Ada, and once for Bob"
    await ada.ask("say", text="/join", nonce="b" * 32)
    await ada.receive("answer")
    assert len(home.dispatcher.heard) == 3


async def test_talk_is_posted_once_for_each_id(home: LocalSession) -> None:
    ada = await home.join("Ada")
    for nonce in ("a" * 32, "a" * 32, "b" * 32):
        await ada.ask("say", text="Hello!", nonce=nonce)
    told = [one for one in await ada.received_so_far() if one["kind"] == "posts"]
    assert [post["text"] for line in told for post in line["posts"]] == ["Hello!"] * 2


async def test_ping_is_answered_while_a_request_is_being_done(home: LocalSession) -> None:
    ada = await home.join("Ada")
    await ada.ask("press", code="g.1.hang")
    await ada.socket.send_str(json.dumps({"do": "ping"}))
    assert await ada.receive("pong") == {"kind": "pong"}
