"""Results: a player who left a game cannot win it. The computer that finished it for them can."""

import json

import pytest

from bot.matches.seats import PATIENCE
from bot.text.i18n import phrases
from tests.scenario import Participant, Scenario

pytestmark = pytest.mark.scenario(boards="isle")

LEFT = "Computer (for Boris, who left)"
REPLACED = "Computer (for Boris, who was replaced)"


async def anna_and_boris(scenario: Scenario) -> tuple[Participant, Participant]:
    """A game in its first turn."""
    anna, boris = await scenario.start_game("Anna", "Boris", game="isle")
    for person in (anna, boris):
        await person.says("/keep all")
    return anna, boris


async def seats_of(scenario: Scenario, person: Participant) -> list[tuple[int, str, str, str]]:
    """The seats in the record: which, who, the level of the computer, why."""
    await person.says("/record")
    ((_, text),) = person.answer.documents
    seats = json.loads(text)["seats"]
    return [(one["seat"], one["name"], one["level"], one["reason"]) for one in seats]


async def test_a_player_who_left_has_no_result(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await boris.says("/leave yes")
    await scenario.play_to_the_end(anna)
    post = scenario.platform.last
    standings = post[post.index("The game is over.") :]
    assert LEFT in standings
    assert "Boris" not in standings.replace(LEFT, "")
    scores = await anna.says("/scores")
    assert LEFT in scores
    assert "Boris" not in scores.replace(LEFT, "")
    (picture,) = anna.answer.pictures
    assert LEFT in picture.alt.replace("\u2068", "").replace("\u2069", "")
    end = (await anna.says("/log")).partition("The game is over.")[2]
    assert LEFT in end
    assert "Boris" not in end.replace(LEFT, "")
    assert await seats_of(scenario, anna) == [
        (0, "Anna", "", "start"),
        (1, "Boris", "", "start"),
        (1, "Boris", "normal", "left"),
    ]


async def test_a_player_who_came_back_has_the_result(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await boris.says("/leave yes")
    await boris.says("/join")
    await scenario.play_to_the_end(anna, boris)
    post = scenario.platform.last
    assert "Boris" in post[post.index("The game is over.") :]
    assert "Computer" not in post
    assert [reason for *_, reason in await seats_of(scenario, anna)] == ["start", "start", "left", "back"]


async def test_a_player_who_was_replaced_has_no_result(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    while boris not in await scenario.waited_for(boris):
        await anna.plays(await anna.thinks())
    await scenario.clock.move_on(PATIENCE)
    await anna.says("/replace Boris")
    await scenario.play_to_the_end(anna, boris)
    post = scenario.platform.last
    standings = post[post.index("The game is over.") :]
    assert REPLACED in standings
    assert "Boris" not in standings.replace(REPLACED, "")
    assert (await seats_of(scenario, anna))[-1] == (1, "Boris", "normal", "replaced")


async def test_while_the_game_runs_people_keep_their_names(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await boris.says("/leave yes")
    assert LEFT not in await anna.says("/scores")
    assert "Boris" in await anna.says("/scores")


def test_a_result_is_named_in_each_language() -> None:
    assert phrases("ru").say("result-left", name="Ада").startswith("Компьютер (вместо ")
