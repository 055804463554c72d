"""The board in a frame of a real Chromium; the page around it behaves as Telegram's or Discord's client."""

import json
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.board_apps import Boards, activity, boards, init_data, mini_app
from tests.discord_bot import DiscordBot, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.host_frames import THEMES, board_in, framed_by, in_discord, in_telegram, spoken_to
from tests.pages import FAINT_TEXTS, IN_CHROMIUM, PATIENCE, PHONE
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, telegram_bot

pytestmark = IN_CHROMIUM


@pytest_asyncio.fixture(loop_scope="session")
async def site(tmp_path: Path) -> AsyncIterator[tuple[Boards, TelegramBot]]:
    """The board beside a bot in a group."""
    clock = FakeClock()
    async with (
        fake_telegram(clock) as server,
        telegram_bot(tmp_path, FakeGroup(server), clock) as bot,
        boards(bot, [mini_app(bot)]) as site,
    ):
        yield site, bot


async def test_a_player_plays_in_telegram(browser: Browser, site: tuple[Boards, TelegramBot]) -> None:
    site_, bot = site
    anna, _ = await bot.in_play("Anna", "Boris")
    await bot.wait_a_while()
    context = await browser.new_context(**PHONE)
    context.set_default_timeout(PATIENCE)
    proof = init_data(anna.user.account, bot.clock.now(), start_param=(await bot.match()).id)
    page = await in_telegram(context, site_.url, proof, scheme="dark")
    board = board_in(page)
    await expect(board.locator("body")).to_have_attribute("data-decision", "take-turn")
    await board.locator('[data-action="draw deck"]').click()
    await expect(board.locator("body")).to_have_attribute("data-decision", "second-card")
    await board.locator('[data-city="wien"]').dispatch_event("click")
    await expect(board.locator("#sheet h2")).to_have_text("Wien")
    frame = page.frames[1]
    told = "() => window.Telegram.WebApp.done"
    await frame.wait_for_function(f"{told}.at(-1) === 'back shown'")
    await frame.evaluate("window.Telegram.WebApp.on.back()")
    await expect(board.locator("#sheet")).to_be_hidden()
    await frame.wait_for_function(f"{told}.at(-1) === 'back hidden'")
    assert {"ready", "expand", "swipes", "haptic"} <= set(await frame.evaluate(told))
    for view in ("routes", "panel"):
        await board.locator(f"#views [data-view={view}]").click()
        assert await frame.evaluate(FAINT_TEXTS) == []
    style = "getComputedStyle(document.body)"
    assert await frame.evaluate(f"{style}.color") == "rgb(245, 245, 245)"
    await expect(board.locator("#log, #speak, #channels")).to_have_count(0)
    await context.close()


MOMENT = """async () => {
  const place = document.createElement("p");
  (await import("/posts.js")).inscribe(place, "<t:1900000000>", []);
  while (!place.textContent) await new Promise(requestAnimationFrame);
  return place.textContent;
}"""

EDGES = {"safe-area-inset-top": 30, "content-safe-area-inset-top": 46, "safe-area-inset-bottom": 20}


async def test_the_link_below_a_post_opens_its_game_as_telegram_looks(
    browser: Browser, tmp_path: Path
) -> None:
    clock, address = FakeClock(), "https://games.example.org"
    async with (
        fake_telegram(clock) as server,
        telegram_bot(tmp_path, FakeGroup(server), clock, board=address, app="board") as bot,
        boards(bot, [mini_app(bot)]) as site,
    ):
        player, _ = await bot.in_play("Катя", "Борис", language="ru")
        [link] = [one["url"] for one in bot.last.buttons if "startapp" in one.get("url", "")]
        [game] = parse_qs(urlsplit(link).query)["startapp"]
        await bot.wait_a_while()
        proof = init_data(
            player.user.account, clock.now(), start_param=game, chat_type="supergroup", chat_instance="-7"
        )
        context = await browser.new_context(**PHONE)
        context.set_default_timeout(PATIENCE)
        page = await in_telegram(context, site.url, proof, scheme="dark", insets=json.dumps(EDGES))
        board, frame = board_in(page), page.frames[1]
        await expect(board.locator("body")).to_have_attribute("data-decision", "take-turn")

        assert await frame.evaluate("document.documentElement.lang") == "ru"
        await expect(board.locator("#views [data-view=routes]")).to_have_text("Перегоны")
        assert re.fullmatch("17 мар. 2030.*", await frame.evaluate(MOMENT)), "in the language of the page"
        style = "(({ paddingTop, paddingBottom }) => [paddingTop, paddingBottom])"
        assert await frame.evaluate(f"{style}(getComputedStyle(document.body))") == ["76px", "20px"]

        paper = "getComputedStyle(document.documentElement).getPropertyValue('--paper')"
        assert await frame.evaluate(f"[{paper}, document.documentElement.dataset.scheme]") == [
            "#17212b", "dark",
        ]  # fmt: skip
        await frame.evaluate(
            """(light) => {
              Object.assign(window.Telegram.WebApp, { themeParams: light, colorScheme: "light" });
              window.Telegram.WebApp.on.themeChanged();
            }""",
            THEMES["light"],
        )
        assert await frame.evaluate(f"[{paper}, document.documentElement.dataset.scheme]") == [
            "#ffffff", "light",
        ]  # fmt: skip
        assert await frame.evaluate(FAINT_TEXTS) == []

        told = "() => window.Telegram.WebApp.done"
        await board.locator('[data-city="wien"]').dispatch_event("click")
        await frame.wait_for_function(f"{told}.at(-1) === 'back shown'")
        assert "haptic" not in await frame.evaluate(told), "nothing was done by looking"
        await frame.evaluate("window.Telegram.WebApp.on.back()")
        await frame.wait_for_function(f"{told}.at(-1) === 'back hidden'")
        await board.locator('[data-action="draw deck"]').click()
        await expect(board.locator("body")).to_have_attribute("data-decision", "second-card")
        assert (await frame.evaluate(told)).count("haptic") == 1
        await context.close()


FORGED = ["tampered", "expired", "replayed"]


@pytest.mark.parametrize("how", FORGED)
async def test_a_launch_that_is_not_fresh_from_telegram_shows_no_game(
    browser: Browser, site: tuple[Boards, TelegramBot], how: str
) -> None:
    site_, bot = site
    anna, boris = await bot.in_play("Anna", "Boris")
    await bot.wait_a_while()
    game = (await bot.match()).id
    proof = init_data(anna.user.account, bot.clock.now(), start_param=game)
    match how:
        case "tampered":
            proof = proof.replace(str(anna.user.account.id), str(boris.user.account.id))
        case "expired":
            await bot.clock.move_on(timedelta(minutes=11))
        case "replayed":
            await (await site_.hello(platform="telegram", proof=proof)).receive("welcome")
    context = await browser.new_context()
    context.set_default_timeout(PATIENCE)
    board = board_in(await in_telegram(context, site_.url, proof))
    await expect(board.locator("#start")).to_contain_text("I cannot tell who you are")
    await expect(board.locator("#views")).to_be_hidden()
    await expect(board.locator("#play")).to_be_hidden()
    await expect(board.locator("[data-slot], [data-route], #hand li, #tickets li")).to_have_count(0)
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def club(tmp_path: Path) -> AsyncIterator[tuple[Boards, DiscordBot]]:
    """The board beside a bot in a server."""
    clock = FakeClock()
    async with (
        fake_discord(clock) as server,
        discord_bot(tmp_path, FakeGuild(server), clock, has_activity=True) as bot,
        boards(bot, [activity(bot)]) as site,
    ):
        yield site, bot


async def test_a_player_plays_in_discord(browser: Browser, club: tuple[Boards, DiscordBot]) -> None:
    site, bot = club
    anna, boris = await bot.in_play("Anna", "Boris")
    activities = bot.fake_guild.server.activities
    instance = activities.open(bot.channel, anna.account, boris.account)
    context = await browser.new_context()
    context.set_default_timeout(PATIENCE)
    pages = [
        await in_discord(context, site.url, instance, activities.authorize(one.account))
        for one in (anna, boris)
    ]
    own, other = map(board_in, pages)
    await expect(own.locator("body")).to_have_attribute("data-decision", "take-turn")
    await expect(other.locator("body")).to_have_attribute("data-decision", "none")
    for _ in range(2):
        before = await own.locator("body").get_attribute("data-seq")
        await own.locator('[data-action="draw deck"]').click()
        await expect(own.locator("body")).not_to_have_attribute("data-seq", str(before))
    await expect(other.locator("body")).to_have_attribute("data-decision", "take-turn")
    asked = await pages[0].evaluate("heard")
    assert [[kind, command] for kind, command, _ in asked] == [[0, "HANDSHAKE"], [1, "AUTHORIZE"]]
    await expect(own.locator("#log, #speak, #channels")).to_have_count(0)
    await context.close()


async def test_the_board_comes_back_by_its_token_and_asks_discord_again_without_one(
    browser: Browser, club: tuple[Boards, DiscordBot]
) -> None:
    site, bot = club
    anna, _ = await bot.in_play("Anna", "Boris")
    activities = bot.fake_guild.server.activities
    instance = activities.open(bot.channel, anna.account)
    codes = [activities.authorize(anna.account) for _ in range(2)]
    context = await browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = await in_discord(context, site.url, instance, *codes)
    state = board_in(page).locator("body")
    await expect(state).to_have_attribute("data-decision", "take-turn")
    for after, asked in ((timedelta(hours=1), 1), (timedelta(hours=13), 2)):
        await bot.clock.move_on(after)
        await site.hang_up()
        await anna.types("draw deck")
        await expect(board_in(page).locator("#state")).to_be_empty()
        await expect(state).to_have_attribute("data-seq", str((await bot.match()).seq))
        assert len(await page.evaluate("heard")) == 1 + asked
    await context.close()


FORGED_ANSWERS = """[1, { cmd: "DISPATCH", evt: "READY", data: {}, nonce: null }]"""


async def test_the_board_does_not_listen_to_other_frames_in_discord(
    browser: Browser, club: tuple[Boards, DiscordBot]
) -> None:
    site, bot = club
    anna, _ = await bot.in_play("Anna", "Boris")
    instance = bot.fake_guild.server.activities.open(bot.channel, anna.account)
    context = await browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = await in_discord(context, site.url, instance, is_silent=True)
    await page.wait_for_function("heard.length === 1")
    await spoken_to(page, FORGED_ANSWERS)
    await page.frames[1].evaluate("setTimeout(() => parent.postMessage([9, { cmd: 'NOTHING MORE' }], '*'))")
    await page.wait_for_function("heard.at(-1)[0] === 9")
    asked = [command for _, command, _ in await page.evaluate("heard")]
    assert asked == ["HANDSHAKE", "NOTHING MORE"]
    await context.close()


async def test_board_in_a_silent_client_says_what_it_waits_for_and_offers_to_try_again(
    browser: Browser, club: tuple[Boards, DiscordBot]
) -> None:
    site, bot = club
    anna, _ = await bot.in_play("Anna", "Boris")
    instance = bot.fake_guild.server.activities.open(bot.channel, anna.account)
    context = await browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = await in_discord(context, site.url, instance, is_silent=True)
    board = board_in(page)
    await expect(board.locator("#start")).to_contain_text("Waiting for Discord to say who you are…")
    await expect(board.locator("#views")).to_be_hidden()
    await board.get_by_role("button", name="Try again").click()
    await page.wait_for_function("heard.length === 2")
    await context.close()


async def test_board_that_is_opened_outside_says_one_sentence(
    browser: Browser, site: tuple[Boards, TelegramBot]
) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(site[0].url)
    await expect(page.locator("#start")).to_have_text(
        "This board opens in Telegram and in Discord. Open it there, from a game."
    )
    await expect(page.locator("button:visible")).to_have_count(0)
    await context.close()


@pytest.mark.parametrize(
    "host", ["https://evil.example/", "https://discord.com.evil.example/", "http://web.telegram.org/"]
)
async def test_no_other_page_can_show_the_board(
    browser: Browser, site: tuple[Boards, TelegramBot], host: str
) -> None:
    context = await browser.new_context()
    page = await framed_by(context, host, site[0].url)
    await expect(board_in(page).locator("#play")).to_have_count(0)
    assert "chrome-error" in page.frames[1].url
    await context.close()
