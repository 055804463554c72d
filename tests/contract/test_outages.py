"""A platform that cannot be reached for a while, the same on every platform that can be cut off."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.contract.table import Table
from tests.contract.tables import WORLDS, OpenTable

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
CUT_OFF = [name for name in WORLDS if name != "local"]
"""The page is a part of the program: it is never cut off."""

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
