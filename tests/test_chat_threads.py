"""A thread or a topic for each game, and silent posts, on Discord and Telegram."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.commands.chat_settings import setting_menus, whole_settings
from bot.model.identity import Chat
from bot.model.settings import ChatSettings
from bot.text.i18n import phrases
from engine.boards.files import load_board
from tests.discord_bot import DiscordBot, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.world import NEWS, NEWS_THREAD, SILENT, Channel
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.wire.patience import until
from tests.narration import plain
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, telegram_bot

THREADS = ChatSettings(chosen={"threads": True, "language": "en", "clock": "48h"})


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
    assert topic.name == "Ticket to Ride: Europe · Anna · 2026-03-01 18:00"
    there = Chat("telegram", f"{forum.group.id}/{topic.id}")
    assert await forum.store.chats.game_in(there)
    assert await forum.store.chats.game_in(forum.home) is None
    assert any(
        post.thread == topic.id and "Players: Anna" in plain(post.text) for post in forum.group.messages
    )
    link = f"https://t.me/c/{str(forum.group.id).removeprefix('-100')}/{topic.id}"
    assert anna.user.last_dm.text.endswith(link)


def test_telegram_speaks_of_topics_and_discord_of_threads() -> None:
    boards = {"europe": load_board("europe")}
    settings = whole_settings(ChatSettings(), "24h", "en", boards)
    for platform, title, choice in (
        ("telegram", "Topics", "A topic for each game"),
        ("discord", "Threads", "A thread for each game"),
    ):
        *_, menu = setting_menus(settings, boards, phrases("en"), platform)
        assert (menu.title, menu.choices[0].label) == (title, choice)


async def test_on_telegram_one_sentence_says_which_permission_is_missing(forum: TelegramBot) -> None:
    (anna,) = await forum.add_players("Anna")
    await anna.user.says("/newgame europe")
    await forum.settle()
    assert "I need to be an admin with the permission “Manage Topics”." in anna.user.last_dm.text
    assert forum.group.topics == {}


async def test_on_telegram_one_sentence_says_that_the_group_has_no_topics(bot: TelegramBot) -> None:
    await bot.store.chats.change_settings(bot.home, THREADS)
    (anna,) = await bot.add_players("Anna")
    await anna.user.says("/newgame europe")
    await bot.settle()
    assert anna.user.last_dm.text.startswith("This group has no topics")


async def test_on_discord_each_game_gets_a_thread_and_quiet_posts_are_silent(
    club: DiscordBot, fake_guild: FakeGuild
) -> None:
    home = Chat("discord", str(fake_guild.table.id))
    quiet = ChatSettings(chosen={"threads": True, "quiet_hours": "00:00-23:59", "zone": "UTC"})
    await club.store.chats.change_settings(home, quiet)
    (anna,) = await club.add_players("Anna")
    answer = await anna.user.runs("/game new", board="usa usa")
    (thread,) = (channel for channel in fake_guild.guild.channels if channel.is_thread)
    assert answer.endswith(f"<#{thread.id}>")
    await club.settle()
    assert [bool(post.flags & SILENT) for post in thread.messages] == [True]
    there = Chat("discord", str(thread.id))
    assert await club.store.chats.settings(there) == ChatSettings(
        chosen={"quiet_hours": "00:00-23:59", "zone": "UTC"}
    )


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"status": 400, "code": 160006}, "as many open threads as Discord allows"),
        ({"status": 400, "code": 50024}, "I could not open a thread for the game here."),
        ({"status": 403, "code": 50013}, "“Create Public Threads”"),
        ({"status": 404, "code": 10003}, "I could not open a thread for the game here."),
    ],
)
async def test_on_discord_a_thread_that_is_refused_is_answered_with_a_button_for_the_channel(
    club: DiscordBot, fake_guild: FakeGuild, how: dict[str, int], said: str
) -> None:
    (anna,) = await club.add_players("Anna")
    await club.store.chats.change_settings(
        Chat("discord", str(club.channel.id)), ChatSettings(chosen={"threads": True})
    )
    fake_guild.server.faults.add("create_thread", **how)
    assert said in await anna.user.runs("/game new", board="europe mega")
    await anna.user.presses("Open the game here")
    await club.settle()
    assert "Mega" in club.last.text
    assert "Join" in club.last.labels


async def test_on_discord_a_game_in_an_announcement_channel_gets_a_thread(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    news = fake_guild.server.world.channel(fake_guild.guild, "news", NEWS)
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        (anna,) = await bot.add_players("Anna")
        anna.user.at = news
        await anna.user.runs("/game new", board="europe", thread=True)
        (thread,) = (channel for channel in fake_guild.guild.channels if channel.is_thread)
        assert thread.type == NEWS_THREAD
        await until(lambda: thread.messages)


async def game_in_a_thread(bot: DiscordBot, fake_guild: FakeGuild) -> Channel:
    """A game of two that has begun, in a thread that the bot has opened."""
    anna, boris = await bot.add_players("Anna", "Boris")
    await anna.user.runs("/game new", board="europe", thread=True)
    (thread,) = (channel for channel in fake_guild.guild.channels if channel.is_thread)
    bot.channel = anna.user.at = boris.user.at = thread
    await until(lambda: thread.messages)
    await boris.user.runs("/game join")
    await anna.user.runs("/game start")
    await bot.settle()
    return thread


async def archived(fake_guild: FakeGuild, thread: Channel, after: timedelta) -> None:
    """The thread is archived so long after its last message."""
    thread.archived, thread.archived_at = True, thread.messages[-1].at + after
    await fake_guild.server.tell_of(thread)


async def test_on_discord_the_thread_of_a_running_game_is_kept_open_and_archived_after_the_end(
    club: DiscordBot, fake_guild: FakeGuild
) -> None:
    thread = await game_in_a_thread(club, fake_guild)
    await archived(fake_guild, thread, timedelta(days=7))
    await until(lambda: not thread.archived, "the thread stays archived")
    await archived(fake_guild, thread, timedelta(hours=2))
    await club.settle()
    assert thread.archived, "a moderator has done that"
    thread.archived = False
    owner = fake_guild.the_owner()
    owner.at = thread
    await owner.runs("/gameadmin abort")
    await owner.presses("Abort the game")
    await club.settle()
    await until(lambda: thread.auto_archive == 24 * 60, "the thread is not archived after a day")
    await archived(fake_guild, thread, timedelta(days=1))
    await club.settle()
    assert thread.archived


async def test_on_discord_a_thread_that_was_archived_while_the_program_did_not_run_is_opened(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        thread = await game_in_a_thread(bot, fake_guild)
    await clock.move_on(timedelta(days=8))
    thread.archived, thread.archived_at = True, thread.messages[-1].at + timedelta(days=7)
    async with discord_bot(tmp_path, fake_guild, clock):
        await until(lambda: not thread.archived, "the thread stays archived")


async def test_on_telegram_a_topic_that_is_refused_is_answered_with_a_button_for_the_chat(
    forum: TelegramBot,
) -> None:
    await forum.fake_group.promotes_the_bot()
    (anna,) = await forum.add_players("Anna")
    forum.server.faults.add("createForumTopic", status=400, description="Bad Request: TOPICS_TOO_MUCH")
    await anna.user.says("/newgame europe")
    await forum.settle()
    assert anna.user.last_dm.text == "I could not open a topic for the game here."
    await anna.user.presses("Open the game here", on=anna.user.last_dm)
    await forum.settle()
    assert await forum.store.chats.game_in(forum.home)
    assert "Join" in str(forum.last.labels)
