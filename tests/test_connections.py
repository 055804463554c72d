"""How Discord and Telegram say that they cannot be reached, and that they can."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import aiohttp
import discord

from tests.contract.tables import DiscordTable, TelegramTable
from tests.discord_bot import discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.wire.faults import Lost
from tests.fakes.wire.patience import until
from tests.fakes.wire.server import free_port
from tests.scenario import FakeClock
from tests.telegram_bot import telegram_bot

COUNTED = {"turn_clock": "1h", "counts_downtime": True}


async def test_discord_is_cut_off_while_its_gateway_is(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with discord_bot(tmp_path, fake_guild, clock, **COUNTED) as bot:
        table, gateway = DiscordTable(bot), fake_guild.server.gateway
        await table.in_play("Anna", "Boris")
        for resumable in (True, False):
            assert not await table.is_cut()
            gateway.is_open.clear()
            await gateway.cut(resumable=resumable)
            await until(table.is_cut)
            gateway.is_open.set()
            await until(table.is_reached)


async def test_discord_is_cut_off_while_its_requests_fail(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    """The bot sends requests of its own until Discord answers, even if it has no other request to send."""
    async with discord_bot(tmp_path, fake_guild, clock, **COUNTED) as bot:
        table, client = DiscordTable(bot), bot.platform.client
        await table.in_play("Anna", "Boris")
        for how in ({"status": 503}, {"lost": Lost.REQUEST, "times": 2}):  # aiohttp tries twice
            assert not await table.is_cut()
            fake_guild.server.faults.add("get_my_oauth2_application", **how)
            with suppress(discord.DiscordServerError, aiohttp.ClientError):
                await client.application_info()
            assert await table.is_cut()
            await passes(clock, table.is_reached)


async def test_a_webhook_that_fails_on_either_side_is_an_outage(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> None:
    port, updates = free_port(), server.updates
    updates.proxies["https://club.example"] = local = f"http://127.0.0.1:{port}"
    webhook = {"webhook": "https://club.example", "listen_at": ("127.0.0.1", port)}
    async with telegram_bot(tmp_path, FakeGroup(server), clock, chosen=COUNTED, **webhook) as bot:
        table = TelegramTable(bot)
        await until(lambda: is_listening(port))
        anna, _ = await bot.in_play("Anna", "Boris")
        await passes(clock, table.is_reached)
        server.cut()
        await passes(clock, table.is_cut)
        server.mend()
        await passes(clock, table.is_reached)

        updates.proxies["https://club.example"] = f"http://127.0.0.1:{free_port()}"
        await anna.user.says("/hand")
        await until(lambda: updates.failed_at)
        await passes(clock, table.is_cut)
        updates.proxies["https://club.example"] = local
        await until(lambda: not updates.waiting)
        await passes(clock, table.is_reached)


async def is_listening(port: int) -> bool:
    """Whether somebody listens at a port of this machine."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True


async def passes(clock: FakeClock, come: Callable[[], Awaitable[bool]]) -> None:
    """The clock goes on, a minute at a time, until that is found."""
    for _ in range(60):
        await clock.move_on(timedelta(seconds=61))
        with suppress(TimeoutError):
            async with asyncio.timeout(2):
                await until(come)
                return
    raise AssertionError("it is not noticed")
