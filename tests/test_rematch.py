"""A rematch: who is asked, what stays the same, who begins, and what becomes of those who do not answer."""

import pytest

from bot.matches.clocks import CLOCKS
from tests.scenario import Scenario

pytestmark = pytest.mark.scenario(boards="short")


def rematch_code(scenario: Scenario) -> str:
    """The button below the last post that has it."""
    rows = [row for post in scenario.platform.posts for row in post.buttons]
    return [button.code for row in rows for button in row if button.label == "Rematch"][-1]


async def test_a_rematch_has_the_same_people_colors_settings_and_computers(scenario: Scenario) -> None:
    anna, boris = people = [await scenario.add_player(name) for name in ("Anna", "Boris")]
    await anna.says("/new short")
    await anna.says("/join yellow")
    await boris.says("/join black")
    await anna.says("/computer random")
    await anna.says("/options clock 1h away 3 delay on")
    await anna.says("/start")
    for one in people:
        await one.says("/keep all")
    await scenario.settle()
    await scenario.play_to_the_end(*people)
    old = await scenario.match()
    assert old.table

    said = await boris.presses_code(rematch_code(scenario))
    assert said.startswith("The lobby of the rematch is open: ")
    await scenario.settle()
    lobby = await scenario.match()
    assert lobby.id != old.id
    assert lobby.roster.creator == str(boris.person)
    assert [(one.name, one.color, one.level) for one in lobby.roster.holders] == [
        ("Boris", "black", ""),
        (old.roster.names[2], old.roster.colors[2], "random"),
    ]
    same = "board", "variant", "bonus", "clock", "allowance", "delays_plans"
    assert {name: getattr(lobby.roster, name) for name in same} == {
        name: getattr(old.roster, name) for name in same
    }
    assert lobby.roster.clock == CLOCKS["1h"]
    assert lobby.roster.deck_secret not in ("", old.roster.deck_secret)

    assert await anna.presses_code(rematch_code(scenario)) == "You have joined with the yellow trains."
    lobby = await scenario.match()
    order = [one.person or one.name for one in old.roster.holders]
    begins = lobby.roster.holders[lobby.roster.starter or 0]
    assert begins.person or begins.name == order[((old.table.starter or 0) + 1) % 3]
    assert lobby.roster.asked == ()
    await boris.says("/start")
    table = (await scenario.match()).table
    assert table
    assert table.starter == lobby.roster.starter
