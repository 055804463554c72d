"""A platform that cannot be reached for a while, the same on every platform that can be cut off."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.contract.table import Table
from tests.contract.tables import WORLDS, DiscordTable, OpenTable, TelegramTable
from tests.fakes.wire.patience import until
from tests.side_by_side import at_one_table, side_by_side

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
CUT_OFF = [name for name in WORLDS if name != "local"]
"""The platforms that can be cut off. The page is a part of the program, so it cannot."""

COUNTED = {"turn_clock": "1h", "counts_downtime": True}


@pytest.fixture(params=CUT_OFF)
async def open_table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[OpenTable]:
    """A platform on which a bot can be started again."""
    async with WORLDS[request.param](tmp_path) as opened:
        yield opened


async def due(table: Table) -> datetime:
    match = await table.scenario.match()
    found = match.deadline(match.waiting_for[0])
    assert found
    return found


async def told(table: Table) -> list[str]:
    await table.scenario.settle()
    return await table.told("does not count")


async def test_an_outage_moves_deadlines_once_it_is_long(open_table: OpenTable) -> None:
    """Two minutes move nothing; half an hour over a deadline skips nobody, and notifies nobody again."""
    async with open_table(**COUNTED) as table:
        waited_for, _ = await table.in_play("Anna", "Boris")
        before = await due(table)
        await table.cut()
        await table.minutes(2)
        await table.mend()
        await table.minutes(1)
        assert await due(table) == before
        assert await told(table) == []

        await table.minutes(int((before - table.clock.now()) / MINUTE) - 1)
        calls = await waited_for.notifications()
        start = table.clock.now()
        await table.cut()
        await table.minutes(30)
        assert (await table.scenario.match()).waiting_for == (await waited_for.seat(),)
        await table.mend()
        assert await due(table) == before + (table.clock.now() - start)
        (sentence,) = await told(table)
        assert "The bot could not be reached for 30 minutes." in sentence
        assert await table.told("Time is up") == []
        assert await waited_for.notifications() == calls
        await waited_for.draws()


async def test_a_bot_killed_during_an_outage_tells_it_once(open_table: OpenTable) -> None:
    async with open_table(**COUNTED) as table:
        await table.in_play("Anna", "Boris")
        before, start = await due(table), table.clock.now()
        await table.cut()
        await table.minutes(5)
    await table.clock.move_on(DAY)
    table.repair()
    async with open_table(**COUNTED) as table:
        await table.mend()
        assert await due(table) == before + (table.clock.now() - start)
        assert len(await told(table)) == 1


async def test_the_time_in_which_both_platforms_of_a_game_are_cut_off_counts_once(tmp_path: Path) -> None:
    """Anna plays on Discord and Carla on Telegram; Telegram is cut off later, and is back earlier."""
    async with side_by_side(tmp_path, **COUNTED) as (channel, group):
        anna, carla = await at_one_table(channel, group, "europe")
        await anna.user.presses("Start", on=channel.last)
        await group.settle()
        for player in (anna, carla):
            await player.types(f"keep {','.join(map(str, (await player.view()).offer))}")
        await group.settle()
        discord, telegram = DiscordTable(channel), TelegramTable(group)
        heartbeat = group.host._heartbeat
        assert heartbeat
        before, turn = await due(discord), (await channel.match()).waiting_for

        await discord.cut()
        await discord.minutes(100)
        group.server.cut()
        await until(lambda: "telegram" in heartbeat._cuts, "it is not noticed that Telegram is cut off")
        await discord.minutes(10)
        telegram.repair()
        await until(lambda: "telegram" not in heartbeat._cuts, "it is not noticed that Telegram is back")
        assert await discord.is_cut()
        await discord.minutes(10)
        await discord.mend()

        assert await due(discord) == before + 120 * MINUTE
        assert (await channel.match()).waiting_for == turn
        await channel.settle_after_trouble()
        for table in (discord, telegram):
            assert await told(table)
            assert await table.told("Time is up") == []
