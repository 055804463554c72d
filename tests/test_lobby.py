"""The lobby: who opens, joins, changes and begins, and what a chat's one game may be."""

import asyncio
from pathlib import Path

from tests.scenario import Participant, Scenario, open_scenario
from tests.situations import unchanged
from tests.tiny_board import TINY_BOARD


def codes(scenario: Scenario) -> dict[str, str]:
    """The buttons of the last post."""
    return {button.label: button.code for row in scenario.platform.posts[-1].rows for button in row}


async def test_the_lobby_shows_the_map_and_its_buttons(scenario: Scenario) -> None:
    await scenario.lobby("Anna", "Boris")
    assert list(codes(scenario)) == ["Join", "Leave", "Add a computer", "Options", "Start", "Rules"]
    (picture,) = scenario.platform.posts[0].pictures
    assert (picture.name, picture.alt) == ("map.png", "The map of Ticket to Ride: Europe, before the game.")


async def test_bonus_tickets_of_an_operators_board_join_their_piles(tmp_path: Path) -> None:
    bonus = '500 = { a = "ayr", b = "cork", points = 9, decks = [], bonus = "gold" }\n'
    boards = tmp_path / "boards"
    boards.mkdir()
    (boards / "isle.toml").write_text(TINY_BOARD + bonus)
    async with open_scenario(tmp_path, boards=boards) as scenario:
        anna, _ = await scenario.lobby("Anna", "Boris", game="isle")
        assert scenario.platform.posts[0].text.startswith("**The Isle** (Classic) is open for 2 players.\n")
        before = await unchanged(anna, "/bonus silver")
        assert before == ["There are no bonus tickets “silver”. Available: gold."]
        await anna.says("/bonus gold")
        await anna.says("/start")
        table = (await anna.view()).table
        assert (table.bonus, table.ticket_deck) == (("gold",), 1)


async def test_a_game_begins_once(scenario: Scenario) -> None:
    anna, _ = await scenario.lobby("Anna", "Boris")
    answers = await asyncio.gather(anna.says("/start"), Participant(scenario, anna.person).says("/start"))
    assert max(answers) == "The game has already started."
    assert (
        await unchanged(anna, "/computer", "/variant mega", "/starter anna", "/start")
        == ["The game has already started."] * 4
    )
