"""After the game the computers say what they had in mind; before its end they say nothing."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.roster import Status
from tests.scenario import Evening, evening


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening(tmp_path) as one:
        yield one


async def test_a_computer_says_why_only_when_the_game_is_over(hall: Evening) -> None:
    [anna] = await hall.playing("Anna", game="usa", computers=1)
    assert await anna.says("/why") == "The computers explain their moves only after the game."


async def test_each_move_of_a_round_has_its_reason(hall: Evening) -> None:
    [anna] = await hall.seated("Anna", game="usa")
    for level in ("random", "easy", "normal"):
        await anna.says(f"/computer {level}")
    await anna.says("/start")
    await hall.settle()
    await anna.says("/leave")
    await hall.settle()

    told = (await anna.says("/why 0")).splitlines()
    assert told[0] == "Round 0, explained by the computers:"
    assert len(told) >= 4
    assert any("I play at random" in line for line in told)
    assert any("needed the fewest trains" in line for line in told)
    assert any("went best with" in line for line in told)

    last = await anna.says("/why")
    assert last.startswith("Round ")
    assert len(last.splitlines()) >= 2
    assert "No computer made a move in round 900." in await anna.says("/why 900")


async def test_their_last_round_is_meant_where_the_last_of_all_was_a_persons(hall: Evening) -> None:
    [anna] = await hall.seated("Anna", game="usa", computers=0)
    for line in ("/computer random", "/starter 1", "/start"):
        await anna.says(line)
    await hall.settle()
    while (await hall.match()).roster.status is Status.RUNNING:
        await anna.says(await anna.thinks())
        await hall.settle()
    table = (await hall.match()).table
    assert table is not None
    assert table.turn % 2 == 1, "Anna had the last turn, and began the last round"
    assert "No computer made a move" in await anna.says(f"/why {(table.turn + 1) // 2}")
    assert (await anna.says("/why")).startswith(f"Round {(table.turn - 1) // 2}, explained")
