"""A thread or a topic for each game, and silent posts, on Discord and Telegram."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.chat_settings import ChatSettings
from bot.model.identity import Chat
from tests.discord_bot import discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.world import SILENT
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, FakeClock, Scenario, open_scenario
from tests.telegram_bot import TelegramBot, telegram_bot

THREADS = ChatSettings(threads=True, language="en", clock="48h")


@pytest.fixture
async def forum(tmp_path: Path, server: FakeTelegram, clock: FakeClock) -> AsyncIterator[TelegramBot]:
    async with telegram_bot(tmp_path, FakeGroup(server, forum=True), clock) as bot:
        await bot.store.chats.change_settings(bot.home, THREADS)
        yield bot


async def test_on_telegram_each_game_gets_a_topic(forum: TelegramBot) -> None:
    await forum.fake_group.promotes_the_bot()
    (anna,) = await forum.add_players("Anna")
    await anna.user.says("/newgame europe")
    await forum.settle()
    (topic,) = forum.group.topics.values()
    assert topic.name == "Ticket to Ride: Europe · Anna"
    there = Chat("telegram", f"{forum.group.id}/{topic.id}")
    assert await forum.store.chats.game_in(there)
    assert await forum.store.chats.game_in(forum.home) is None
    assert any(
        post.thread == topic.id and "Players: Anna" in plain(post.text) for post in forum.group.messages
    )
    link = f"https://t.me/c/{str(forum.group.id).removeprefix('-100')}/{topic.id}"
    assert anna.user.last_dm.text.endswith(link)


async def test_on_telegram_one_sentence_says_which_permission_is_missing(forum: TelegramBot) -> None:
    (anna,) = await forum.add_players("Anna")
    await anna.user.says("/newgame europe")
    await forum.settle()
    assert "I need to be an admin with the permission “Manage Topics”." in anna.user.last_dm.text
    assert forum.group.topics == {}


async def test_on_telegram_one_sentence_says_that_the_group_has_no_topics(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    async with telegram_bot(tmp_path, FakeGroup(server), clock) as bot:
        await bot.store.chats.change_settings(bot.home, THREADS)
        (anna,) = await bot.add_players("Anna")
        await anna.user.says("/newgame europe")
        await bot.settle()
        assert anna.user.last_dm.text.startswith("This group has no topics")


async def test_on_telegram_the_board_of_the_chat_is_not_asked_for(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    async with telegram_bot(tmp_path, FakeGroup(server), clock) as bot:
        await bot.store.chats.change_settings(bot.home, ChatSettings(default_game="usa mega"))
        (anna,) = await bot.add_players("Anna")
        await anna.user.says("/newgame")
        await bot.settle()
        assert (await bot.match()).roster.variant == "mega"


async def test_on_discord_each_game_gets_a_thread_and_quiet_posts_are_silent(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        home = Chat("discord", str(fake_guild.table.id))
        quiet = ChatSettings(threads=True, quiet_hours="00:00-23:59", zone="UTC")
        await bot.store.chats.change_settings(home, quiet)
        (anna,) = await bot.add_players("Anna")
        answer = await anna.user.runs("/game new", board="usa usa")
        (thread,) = (channel for channel in fake_guild.guild.channels if channel.is_thread)
        assert answer.endswith(f"<#{thread.id}>")
        await bot.settle()
        assert [bool(post.flags & SILENT) for post in thread.messages] == [True]
        there = Chat("discord", str(thread.id))
        assert await bot.store.chats.settings(there) == ChatSettings(quiet_hours="00:00-23:59", zone="UTC")


async def test_downtime_does_not_count_for_an_idle_lobby(tmp_path: Path) -> None:
    clock, platform = FakeClock(), MemoryPlatform()

    async def minutes(scenario: Scenario) -> None:
        for _ in range(3):
            await clock.move_on(timedelta(minutes=1))
            await scenario.settle()
            assert scenario.host._heartbeat
            await scenario.host._heartbeat.beat()

    async with open_scenario(tmp_path, clock=clock, platform=platform, counts_downtime=True) as scenario:
        anna = await scenario.add_player("Anna")
        await anna.says("/new europe")
        await minutes(scenario)
    await clock.move_on(timedelta(days=5))
    async with open_scenario(tmp_path, clock=clock, platform=platform, counts_downtime=True) as scenario:
        await minutes(scenario)
        match = await scenario.match()
        due = (await scenario.store.log.deadlines(match.id))["idle"]
        assert timedelta(days=2, hours=23) < due - clock.now() < timedelta(days=3)
        assert await scenario.store.chats.game_in(MEMORY_CHAT) == match.id
