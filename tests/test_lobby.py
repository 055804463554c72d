"""The lobby: who opens, joins, changes and begins, and what a chat's one game may be."""

import asyncio
from pathlib import Path

from tests.scenario import Participant, Scenario, open_scenario
from tests.situations import unchanged, view_of
from tests.tiny_board import TINY_BOARD


def codes(scenario: Scenario) -> dict[str, str]:
    """The buttons of the last post."""
    return {button.label: button.code for row in scenario.platform.posts[-1].rows for button in row}


async def test_the_lobby_shows_the_map_and_the_menus(scenario: Scenario) -> None:
    await scenario.lobby("Anna", "Boris")
    buttons = list(codes(scenario))
    assert buttons[:5] == ["Join", "Leave", "Add a computer", "Start", "Rules"]
    assert {"Variant: Classic", "First player: random"} < set(buttons[5:])
    (picture,) = scenario.platform.posts[0].pictures
    assert (picture.name, picture.alt) == ("map.png", "The map of Ticket to Ride: Europe, before the game.")


async def test_of_two_people_who_open_a_game_at_once_one_does(scenario: Scenario) -> None:
    anna, boris = await scenario.add_player("Anna"), await scenario.add_player("Boris")
    answers = await asyncio.gather(anna.says("/new europe"), boris.says("/new usa"))
    refusal = "There is already a game here. A chat can have only one at a time."
    (opened,) = (answer for answer in answers if answer != refusal)
    assert opened.endswith("start the game with /start.")
    assert len(await scenario.store.log.running_games()) == 1


# ---- colours and seats


async def test_of_two_people_who_want_the_last_seat_one_has_it(scenario: Scenario) -> None:
    await scenario.lobby("Anna", "Boris", "Carl", "Dora")
    emil, zoe = await scenario.add_player("Emil"), await scenario.add_player("Zoe")
    answers = await asyncio.gather(emil.says("/join"), zoe.says("/join"))
    assert sorted(answers) == [
        "The table is full. At most 5 can play.",
        "You have joined with the black trains.",
    ]


# ---- what is played


async def test_bonus_tickets_of_an_operators_board_join_their_piles(tmp_path: Path) -> None:
    bonus = '500 = { a = "ayr", b = "cork", points = 9, decks = [], bonus = "gold" }\n'
    boards = tmp_path / "boards"
    boards.mkdir()
    (boards / "isle.toml").write_text(TINY_BOARD + bonus)
    async with open_scenario(tmp_path, boards=boards) as scenario:
        anna, _ = await scenario.lobby("Anna", "Boris", game="isle")
        assert scenario.platform.last.startswith("**The Isle** (Classic) is open for 2 players.\n")
        before = await unchanged(anna, "/bonus silver")
        assert before == ["There are no bonus tickets “silver”. Available: gold."]
        await anna.says("/bonus gold")
        await anna.says("/start")
        table = (await view_of(anna)).table
        assert (table.bonus, table.ticket_deck) == (("gold",), 1)


# ---- rights


async def test_a_game_begins_once(scenario: Scenario) -> None:
    anna, _ = await scenario.lobby("Anna", "Boris")
    answers = await asyncio.gather(anna.says("/start"), Participant(scenario, anna.person).says("/start"))
    assert max(answers) == "The game has already started."
    assert (
        await unchanged(anna, "/computer", "/variant mega", "/starter anna", "/start")
        == ["The game has already started."] * 4
    )


# ---- lobbies that nobody wants any more
