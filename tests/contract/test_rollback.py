"""Rollback by an admin, the same on every platform."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.game import Game
from tests.contract.table import Table
from tests.contract.tables import WITH_A_SERVER
from tests.undo_games import normal


@pytest.fixture(params=WITH_A_SERVER)
async def table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Table]:
    async with (
        WITH_A_SERVER[request.param](tmp_path) as open_table,
        open_table(turn_clock="24h") as table,
    ):
        yield table


async def game_of(table: Table) -> Game:
    game = (await table.scenario.match()).game
    assert game is not None
    return game


async def test_an_admin_sets_the_game_back_and_takes_that_back(table: Table) -> None:
    olga = await table.admin()
    first, second = await table.in_play("Anna", "Boris")
    before = await game_of(table)
    await first.draws()
    await second.plays("draw deck")
    later, posts = await game_of(table), len(await table.posts())

    await olga.looks_back("Before the first turn")
    await olga.rolls_back("0", "Anna saw a card")

    assert normal(await game_of(table)) == normal(before)
    assert await table.waited_for(first, second) == [first]
    await table.until_told("set the game back to the moment before the first turn. Reason: “Anna saw a card”")
    assert len(await table.posts()) == posts + 1
    assert not await table.told("This will be undone:")

    await olga.presses("Undo the last rollback")
    await olga.rolls_back("back", "It was another one")

    assert normal(await game_of(table)) == normal(later)
    await table.until_told("took back the last rollback")
    await first.types("/audit")
    await first.until_seen("took back the last rollback. Reason: “It was another one”")
