"""Attacks on the authority of a table: each of these once succeeded."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.callbacks import CallbackData
from bot.model.identity import Chat
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario, waited_for

DAY = timedelta(days=1)
HOST_ONLY = "Only the host of the game or an admin here can do that."
LOUNGE = Chat("hall", "lounge")


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path) as one:
        yield one


# ---- what posts show in a chat


async def mallory_with_a_game(scenario: Scenario) -> tuple[Participant, str]:
    """Mallory, who is the host of a lobby in the lounge, and no player in the chat of others."""
    await scenario.start_game("Anna", "Boris")
    mallory = await scenario.add_player("Mallory")
    await mallory.says("/new usa", LOUNGE)
    return mallory, (await scenario.match(LOUNGE)).id


@pytest.mark.parametrize("line", ["options language ru", "options pictures closeup", "language ru here"])
async def test_the_host_of_another_game_chooses_nothing_for_a_chat(scenario: Scenario, line: str) -> None:
    mallory, game = await mallory_with_a_game(scenario)
    assert (await mallory.presses_code(CallbackData(game, 0, line).code)).endswith(HOST_ONLY)
    assert (await mallory.says(f"/{line}")).endswith(HOST_ONLY)
    assert await scenario.store.chats.language(MEMORY_CHAT) is None
    assert await scenario.store.chats.pictures(MEMORY_CHAT) == "board"


async def test_the_host_of_another_game_chooses_no_clock_for_a_chat(scenario: Scenario) -> None:
    mallory, game = await mallory_with_a_game(scenario)
    await mallory.says("/computer", LOUNGE)
    await mallory.says("/start", LOUNGE)
    assert (await mallory.presses_code(CallbackData(game, 0, "options clock 2m").code)).endswith(HOST_ONLY)
    assert await scenario.store.chats.clock(MEMORY_CHAT) is None


# ---- votes


async def test_a_late_player_cannot_keep_the_table_from_voting_on_a_skip(scenario: Scenario) -> None:
    await (await scenario.add_player("Anna")).says("/options clock none")
    late, second, third = await scenario.in_play("Anna", "Boris", "Carl")
    await scenario.clock.move_on(DAY)
    await late.says("/pause")
    await scenario.settle()
    assert await second.says("/skip") == "You have asked the table. Your vote counts as yes."
    assert (await late.says("/clock 1h")).startswith("The table is voting on something else.")
    await third.says("/vote yes")
    await scenario.settle()
    assert not (await scenario.match()).roster.paused
    assert await waited_for(scenario, [late, second, third]) != [late]
    told = [plain(one.text) for one in scenario.platform.standing(MEMORY_CHAT)]
    assert "The table does not agree: Shall the game be paused?" in told
    assert not any("asks the table" in text for text in told)
