"""After the game the computers say what they had in mind; before its end they say nothing."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.roster import Status
from tests.scenario import Scenario, open_scenario


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path) as one:
        yield one


async def test_a_computer_says_why_only_when_the_game_is_over(scenario: Scenario) -> None:
    [anna] = await scenario.in_play("Anna", game="usa", computers=1)
    assert await anna.says("/why") == "A computer says what it had in mind once the game is over."


async def test_each_move_of_a_round_has_its_reason(scenario: Scenario) -> None:
    [anna] = await scenario.start_game("Anna", game="usa")
    for level in ("random", "easy", "normal"):
        await anna.says(f"/computer {level}")
    await anna.says("/start")
    await scenario.settle()
    await anna.says("/leave")
    await scenario.settle()

    told = (await anna.says("/why 0")).splitlines()
    assert told[0] == "Round 0, as the computers saw it:"
    assert len(told) >= 4
    assert any("I play at random" in line for line in told)
    assert any("cost the fewest trains" in line for line in told)
    assert any("fit together best" in line for line in told)

    last = await anna.says("/why")
    assert last.startswith("Round ")
    assert len(last.splitlines()) >= 2
    assert "In round 900 no computer made a move." in await anna.says("/why 900")


async def test_their_last_round_is_meant_where_the_last_of_all_was_a_persons(scenario: Scenario) -> None:
    [anna] = await scenario.start_game("Anna", game="usa", computers=0)
    for line in ("/computer random", "/starter 1", "/start"):
        await anna.says(line)
    await scenario.settle()
    while (await scenario.match()).roster.status is Status.RUNNING:
        await anna.says(await anna.thinks())
        await scenario.settle()
    table = (await scenario.match()).table
    assert table is not None
    assert table.turn % 2 == 1, "Anna had the last turn, and began the last round"
    assert "no computer made a move" in await anna.says(f"/why {(table.turn + 1) // 2}")
    assert (await anna.says("/why")).startswith(f"Round {(table.turn - 1) // 2}, as")
