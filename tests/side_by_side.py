"""One program on Discord and Telegram, and a game that people play on both."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.app import serve_until_cancelled
from bot.discord.platform import DiscordPlatform
from tests.discord_bot import DiscordBot, DiscordPlayer
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN, fake_discord
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.fakes.telegram.world import Kind
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot

Both = tuple[DiscordBot, TelegramBot]


@asynccontextmanager
async def side_by_side(folder: Path, **chosen: Any) -> AsyncIterator[Both]:
    """One program on both: a channel there, a group here. What is `chosen` are settings."""
    clock = FakeClock()
    async with (
        fake_discord(clock) as discord_server,
        fake_telegram(clock) as telegram_server,
        telegram_bot(folder, FakeGroup(telegram_server, kind=Kind.GROUP), clock, chosen=chosen) as group,
    ):
        chat = DiscordPlatform(SecretStr(TOKEN), clock, guild_ready_timeout=0.1)
        channel = DiscordBot(group.store, chat, clock, None, FakeGuild(discord_server))
        channel.host = group.host
        group.host.add_platform(chat)
        attending = asyncio.create_task(serve_until_cancelled(chat, group.host.dispatcher, clock))
        await discord_server.gateway.until_connected()
        yield channel, group
        attending.cancel()
        await asyncio.gather(attending, return_exceptions=True)


async def at_one_table(
    channel: DiscordBot, group: TelegramBot, board: str = "usa"
) -> tuple[DiscordPlayer, TelegramPlayer]:
    """Anna has opened a game in the channel, and Carla has joined it from the group."""
    (anna,), (carla,) = await channel.add_players("Anna"), await group.add_players("Carla")
    await anna.user.runs("/game new", board=board)
    await group.settle()
    invited = re.search(r"/(follow \S+)", said := await anna.user.runs("/do share"))
    assert invited, said
    await carla.user.says(f"/{invited[1]}")
    await until(lambda: bool(group.posts) and "Join" in str(group.last.labels), "no lobby")
    await carla.user.presses("Join", on=group.last)
    await group.settle()
    return anna, carla


def assert_told_once(channel: DiscordBot, group: TelegramBot) -> None:
    """One post in each chat says that the game is over; more about the game may follow."""
    for posts in (channel.posts, group.posts):
        assert len([post for post in posts if "The game is over." in post.text]) == 1
