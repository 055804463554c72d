"""Statistics, the same on every platform: turned on, shown, listed, hidden and deleted."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.roster import Status
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.notation import line
from tests.contract.table import Table
from tests.contract.tables import WITH_A_SERVER
from tests.situations import tiny_board_folder


@pytest.fixture(params=WITH_A_SERVER)
async def table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Table]:
    boards = tiny_board_folder(tmp_path)
    async with (
        WITH_A_SERVER[request.param](tmp_path) as open_table,
        open_table(boards=boards) as table,
    ):
        yield table


async def test_statistics_are_turned_on_shown_and_deleted(table: Table) -> None:
    for one in await table.come("Anna", "Boris"):
        await one.types("/stats on")
        await one.until_seen("Your statistics are on.")
    players = await table.in_play("Anna", "Boris", board="isle")
    while (await table.scenario.match()).roster.status is Status.RUNNING:
        for one in await table.waited_for(*players):
            seq = (await table.scenario.match()).seq
            await one.plays(line(COMPUTERS["easy"](await one.view(), Chance(f"{seq:064x}"))))

    first, second = players
    await first.types("/stats")
    await first.until_seen(f"Statistics of {first.name}")
    await first.until_seen("provisional, from 1 rated game")
    await second.types(f"/stats {first.name.lower()}")
    await second.until_seen(f"Statistics of {first.name}")
    await second.types("/leaderboard all")
    await second.until_seen("Leaderboard · All chats")
    await second.until_seen(f"{first.name} · rating")

    await first.types("/stats delete")
    await first.presses("Yes, delete")
    await first.until_seen("Your statistics and your rating are deleted")
    await second.types(f"/stats {first.name.lower()}")
    await second.until_seen(f"There are no statistics of “{first.name.lower()}” here.")
    await second.types("/stats")
    await second.until_seen("provisional, from 1 rated game")
