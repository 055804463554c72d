"""The board in a frame of a real Chromium; the page around it behaves as Telegram's or Discord's client."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.board_apps import Boards, activity, boards, init_data, mini_app
from tests.discord_bot import DiscordBot, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.host_frames import board_in, framed_by, in_discord, in_telegram
from tests.pages import FAINT_TEXTS, IN_CHROMIUM, PATIENCE, PHONE
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, telegram_bot

pytestmark = IN_CHROMIUM


@pytest_asyncio.fixture(loop_scope="module")
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


@pytest_asyncio.fixture(loop_scope="module")
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


async def test_no_other_page_can_show_the_board(browser: Browser, site: tuple[Boards, TelegramBot]) -> None:
    context = await browser.new_context()
    page = await framed_by(context, "https://evil.example/", site[0].url)
    await expect(board_in(page).locator("#play")).to_have_count(0)
    assert "chrome-error" in page.frames[1].url
    await context.close()
