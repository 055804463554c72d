"""Warnings before the end: each player gets each one once, in private, with what they can still complete."""

from collections.abc import Sequence

import pytest

from bot.matches.roster import Status
from bot.text.outlook_text import is_near_end
from tests.scenario import MEMORY_CHAT, Participant, Scenario

pytestmark = pytest.mark.scenario(boards="short")

NEAR, LAST = "The end is near: ", "The last round has begun."


async def play_until_near(scenario: Scenario, people: Sequence[Participant]) -> None:
    while not is_near_end((await scenario.match()).table):  # type: ignore[arg-type]
        await play(scenario, people)


async def play(scenario: Scenario, people: Sequence[Participant]) -> None:
    for one in await scenario.waited_for(*people):
        await one.says(f"/{await one.thinks()}")
    await scenario.settle()


def warned(one: Participant, text: str) -> list[str]:
    return [message.text for message in one.dms if text in message.text.replace("**", "")]


async def test_each_player_is_warned_once_of_both_in_silence(scenario: Scenario) -> None:
    people = await scenario.in_play("Anna", "Boris", game="short")
    while (await scenario.match()).roster.status is Status.RUNNING:
        await play(scenario, people)
    for one in people:
        assert len(warned(one, NEAR)) <= 1
        assert len(warned(one, LAST)) == 1
        notes = [message for message in one.dms if NEAR in message.text or LAST in message.text]
        assert all(message.mentioned == () for message in notes)
        (last,) = warned(one, LAST)
        turns = ("You have one more turn.", "This is your last turn.", "You have no turn left.")
        assert any(said in last for said in turns)
    assert not any(LAST in post or "Possible in" in post for post in scenario.platform.texts)
    assert len([post for post in scenario.platform.texts if "the last round begins" in post]) == 1


async def test_where_the_panel_is_the_post_nobody_is_warned_apart(scenario: Scenario) -> None:
    anna, boris = people = await scenario.in_play("Anna", "Boris", game="short")
    await scenario.store.people.note_dm_channel(anna.person, MEMORY_CHAT.id)
    looked = ""
    while (await scenario.match()).roster.status is Status.RUNNING:
        await play(scenario, people)
        looked = await anna.looks() if not looked and await is_last(scenario, anna) else looked
    assert len(warned(boris, LAST)) == 1
    assert warned(anna, LAST) == []
    assert "This is your last turn." in looked


async def is_last(scenario: Scenario, one: Participant) -> bool:
    """Whether a player has their last turn."""
    table = (await scenario.match()).table
    return table is not None and table.turns_left is not None and table.seat == await one.seat()


async def test_the_panel_says_what_can_still_be_completed(scenario: Scenario) -> None:
    people = await scenario.in_play("Anna", "Boris", game="short")
    assert "more turn" not in await people[0].looks()
    await play_until_near(scenario, people)
    for one in people:
        said = await one.looks()
        assert "more turn" in said or "no turn left" in said


async def test_a_player_who_takes_no_private_messages_reads_it_in_the_chat(scenario: Scenario) -> None:
    people = await scenario.in_play("Anna", "Boris", game="short")
    closed = people[0]
    await scenario.store.people.note_dms_blocked(closed.person)
    before = len(closed.dms)
    await play_until_near(scenario, people)
    assert len(closed.dms) == before
    assert any(" left" in post for post in scenario.platform.texts)
