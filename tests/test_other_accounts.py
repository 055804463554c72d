"""Notifications of turns on another platform: one each, for accounts that are linked now; else as before."""

import pytest

from bot.model.identity import Chat, Person
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import Participant, Scenario
from tests.situations import linked

pytestmark = pytest.mark.scenario(others=("telegram",))

GROUP = Chat("telegram", "group")


def telegram(scenario: Scenario) -> MemoryPlatform:
    found = scenario.host.platforms["telegram"]
    assert isinstance(found, MemoryPlatform)
    return found


async def play_to_anna(scenario: Scenario) -> Participant:
    """A game in which Anna's turn begins now. Returns the other player."""
    anna, boris = await scenario.start_game("Anna", "Boris")
    telegram(scenario).notified.clear()
    scenario.platform.notified.clear()
    for one in (anna, boris):
        await one.says("/keep all")
    await scenario.settle()
    match = await scenario.match()
    if match.waiting_for[0] != await anna.seat():
        await boris.takes_turn()
    return boris


def counts(scenario: Scenario, here: Person, there: Person) -> tuple[int, int]:
    """How often each account was notified."""
    platforms = scenario.platform, telegram(scenario)
    mine = [person for one in platforms for _, person in one.notified]
    return mine.count(here), mine.count(there)


@pytest.mark.parametrize(("chosen", "expected"), [("telegram", (0, 1)), ("both", (1, 1)), ("here", (1, 0))])
async def test_a_turn_is_told_once_where_it_was_chosen(
    scenario: Scenario, chosen: str, expected: tuple[int, int]
) -> None:
    anna, annie = await linked(scenario, "Anna", "Annie", GROUP)
    assert "Notifications of your turns come" in await anna.says(f"/settings notify {chosen}")
    await play_to_anna(scenario)
    assert counts(scenario, anna.person, annie.person) == expected
    if expected[1]:
        told = plain(telegram(scenario).dms[annie.person][-1].text)
        assert told == "It’s your turn, Anna: **Ticket to Ride: Europe** on the local page."


@pytest.mark.parametrize("fault", ["unreachable", "refused", "offline"])
async def test_a_platform_that_refuses_means_where_one_plays(scenario: Scenario, fault: str) -> None:
    anna, annie = await linked(scenario, "Anna", "Annie", GROUP)
    await anna.says("/settings notify telegram")
    getattr(telegram(scenario).faults, fault).add(annie.person)
    await play_to_anna(scenario)
    assert counts(scenario, anna.person, annie.person) == (1, 0)


async def test_an_account_that_is_unlinked_is_told_nothing(scenario: Scenario) -> None:
    anna, annie = await linked(scenario, "Anna", "Annie", GROUP)
    await anna.says("/settings notify telegram")
    await annie.says("/unlink", GROUP)
    profile = await scenario.store.people.profile(anna.person)
    assert profile
    assert profile.notify_on == "here"
    await play_to_anna(scenario)
    assert counts(scenario, anna.person, annie.person) == (1, 0)


async def test_a_platform_without_a_linked_account_cannot_be_chosen(scenario: Scenario) -> None:
    anna, _ = await linked(scenario, "Anna", "Annie", GROUP)
    assert await anna.says("/settings notify discord") == (
        "You have no linked account there. Link one with /link first."
    )
    assert (await anna.says("/settings notify pigeon")).startswith("There is no setting “notify pigeon”")
    boris = await scenario.add_player("Boris")
    assert (await boris.says("/settings notify both")).startswith("You have no linked account there.")
    assert "Notifications" not in await boris.says("/settings")
