"""After a game, `/why` tells the reasons of its computer players; before its end it tells nothing."""

import asyncio

import pytest

from bot.computers.search import ComputerTurn, chosen_move
from bot.workers.workers import Worker
from engine.computers.reasons import ExplainedMove
from tests.scenario import Scenario

pytestmark = pytest.mark.usefixtures("short_boards")


async def test_each_move_of_a_round_has_its_reason(scenario: Scenario) -> None:
    [anna] = await scenario.start_game("Anna", game="shortusa")
    for level in ("random", "easy", "normal"):
        await anna.says(f"/computer {level}")
    await anna.says("/start")
    await scenario.settle()
    await anna.says("/leave yes")
    await scenario.settle()

    told = (await anna.says("/why 0")).splitlines()
    assert told[0] == "The starting tickets, explained by the computers:"
    assert len(told) >= 4
    assert any("I play at random" in line for line in told)
    assert any("needed the fewest trains" in line for line in told)
    assert any("went best with" in line for line in told)

    last = await anna.says("/why")
    assert last.startswith("Round ")
    assert len(last.splitlines()) >= 2
    assert "There is no round 900 in this game." in await anna.says("/why 900")


async def test_the_reasons_of_a_round_are_worked_out_once_and_by_the_workers(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[ComputerTurn] = []

    async def move(question: ComputerTurn, _: Worker) -> ExplainedMove:
        asked.append(question)
        return chosen_move(question)

    [anna] = await scenario.start_game("Anna", game="shortusa")
    for line in ("/computer random", "/computer random", "/start"):
        await anna.says(line)
    await scenario.settle()
    await anna.says("/leave yes")
    await scenario.settle()
    monkeypatch.setattr("bot.computers.computer_players.computer_move", move)
    first = await anna.says("/why 1")
    assert asked
    asked.clear()
    assert await anna.says("/why 1") == first
    assert not asked


async def test_explanations_keep_the_moves_of_running_games_waiting_for_one_search_at_most(
    scenario: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way, most = 0, 0

    async def move(question: ComputerTurn, _: Worker) -> ExplainedMove:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0)
        under_way -= 1
        return chosen_move(question)

    [anna] = await scenario.start_game("Anna", game="shortusa")
    for line in ("/computer random", "/start", "/leave yes"):
        await anna.says(line)
        await scenario.settle()
    monkeypatch.setattr("bot.computers.computer_players.computer_move", move)
    await asyncio.gather(*(anna.says(f"/why {number}") for number in range(1, 6)))
    assert most == 1
