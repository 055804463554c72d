"""One game on the page, in Telegram, in Discord and in typed commands; the boards in a real Chromium."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Frame, Page, expect
from pydantic import SecretStr

from bot.app import serve_until_cancelled
from bot.discord.platform import DiscordPlatform
from bot.matches.roster import Status
from bot.web.platform import LocalPlatform
from engine.events import TicketsOffered
from tests.board_apps import activity, boards, init_data, mini_app
from tests.discord_bot import DiscordBot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN, fake_discord
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.host_frames import in_discord, in_telegram
from tests.pages import IN_CHROMIUM, PATIENCE, come, move, say
from tests.scenario import FakeClock, ticket_names
from tests.short_boards import with_trains
from tests.side_by_side import assert_told_once, at_one_table
from tests.telegram_bot import TelegramBot, telegram_bot

pytestmark = [*IN_CHROMIUM, pytest.mark.waits]

TRAINS = 8


@asynccontextmanager
async def everywhere(folder: Path) -> AsyncIterator[tuple[DiscordBot, TelegramBot, str]]:
    """One program in a channel of Discord, in a group of Telegram and on the page; and the page's address."""
    clock = FakeClock()
    (folder / "boards").mkdir()
    (folder / "boards" / "short.toml").write_text(with_trains(TRAINS, "europe", "short"), "utf-8")
    async with (
        fake_discord(clock) as discord_server,
        fake_telegram(clock) as telegram_server,
        telegram_bot(
            folder, FakeGroup(telegram_server), clock, chosen={"boards": folder / "boards"}
        ) as group,
    ):
        chat = DiscordPlatform(SecretStr(TOKEN), clock, has_activity=True, guild_ready_timeout=0.1)
        channel = DiscordBot(group.store, chat, clock, None, FakeGuild(discord_server))
        page = LocalPlatform(group.store, clock, port=0)
        channel.host = group.host
        for platform in (chat, page):
            group.host.add_platform(platform)
        attending = asyncio.create_task(serve_until_cancelled(chat, group.host.dispatcher, clock))
        try:
            await discord_server.gateway.until_connected()
            yield channel, group, await page.start(group.host.dispatcher)
        finally:
            await page.stop()
            attending.cancel()
            await asyncio.gather(attending, return_exceptions=True)


async def test_four_people_play_a_game_in_four_ways_to_its_end(browser: Browser, tmp_path: Path) -> None:
    async with (
        everywhere(tmp_path) as (channel, group, url),
        boards(group, [mini_app(group), activity(channel)]) as site,
    ):
        anna, carla = await at_one_table(channel, group, "short")
        [tess] = await group.add_players("Tess")
        await tess.user.presses("Join", on=group.last)
        await group.settle()
        context = await browser.new_context(viewport={"width": 1280, "height": 800})
        context.set_default_timeout(PATIENCE)
        heard: dict[str, list[str]] = {}

        def listen(page: Page) -> None:
            frames: list[str] = []
            heard[f"{len(heard)}"] = frames
            page.on("websocket", lambda one: one.on("framereceived", lambda frame: frames.append(str(frame))))

        context.on("page", listen)
        pat = await come(context, url, "Pat")
        code = re.search(r"follow \S+", await anna.user.runs("/do share"))
        assert code
        await say(pat, f"/{code[0]}")
        await pat.locator('#start [data-line="/join"]').click()
        await expect(pat.locator("#start .seats li")).to_have_count(4)

        game = (await channel.match()).id
        activities = channel.fake_guild.server.activities
        instance = activities.open(channel.channel, anna.account)
        await group.wait_a_while()
        proof = init_data(carla.user.account, group.clock.now(), start_param=game)
        framed = [
            await in_telegram(context, site.url, proof),
            await in_discord(context, site.url, instance, activities.authorize(anna.account)),
        ]
        for page in framed:
            await expect(page.frame_locator("iframe").locator("#start .seats li")).to_have_count(4)
        await framed[1].frame_locator("iframe").locator('[data-line="/start"]').click()
        await expect(pat.locator("#prompt")).to_contain_text("Choose the tickets to keep")
        await group.settle()
        pages: dict[str, Page | Frame] = {
            "Pat": pat,
            "Carla": framed[0].frames[1],
            "Anna": framed[1].frames[1],
        }
        await play(channel, group, pages, tess)

        await group.catch_up()
        for page in pages.values():
            await expect(page.locator("#prompt")).to_contain_text("The game is over. Winner:")
            await expect(page.locator("#play [data-action]:enabled")).to_have_count(0)
            await page.locator("#after").get_by_role("button", name="Replay", exact=True).click()
            await expect(page.locator("#replay")).to_be_visible()
        assert_told_once(channel, group)
        await leaks_nothing(channel, dict(zip(("Pat", "Carla", "Anna"), heard.values(), strict=True)))
        await context.close()


async def play(channel: DiscordBot, group: TelegramBot, pages: dict[str, Any], tess: Any) -> None:
    """Play to the end: each player moves in their own way when the game waits for them."""
    while (match := await channel.match()).roster.status is Status.RUNNING:
        for seat in match.waiting_for:
            name, before = match.roster.names[seat], (await channel.match()).seq
            if name == "Tess":
                await tess.types(await tess.thinks())
            else:
                await expect(pages[name].locator("body")).not_to_have_attribute("data-decision", "none")
                await move(pages[name])
            assert (await channel.match()).seq > before
            await group.wait_a_while()


async def leaks_nothing(channel: DiscordBot, heard: dict[str, Sequence[str]]) -> None:
    """No board was sent another player's hand or tickets before the end."""
    match = await channel.match()
    steps = await channel.host.repository.steps(match.id, 0)
    offered: dict[int, set[int]] = {}
    for step in steps:
        if isinstance(step.event, TicketsOffered):
            offered.setdefault(step.event.seat, set()).update(step.event.tickets)
    for name, frames in heard.items():
        seat = match.roster.names.index(name)
        others = set().union(*(tickets for other, tickets in offered.items() if other != seat))
        secret = ticket_names(match.board, sorted(others - offered[seat]))
        mine = [one.rpartition(",")[0] for one in ticket_names(match.board, sorted(offered[seat]))]
        assert any(one in frame for frame in frames for one in mine), "tickets are told in other words"
        for frame in frames:
            told = json.loads(frame)
            content = told.get("state") or told.get("patch") or {}
            if content.get("over") or any(post.get("game") for post in told.get("posts", ())):
                break  # the last post of the game may come first
            own = content.get("me") or {}
            assert own.get("seat", seat) == seat
            assert {int(number) for number in own.get("tickets") or ()} <= offered[seat]
            assert not [one for one in secret if one.rpartition(",")[0] in frame], (name, frame)
