"""Notifications of turns on another platform: one each, for accounts that are linked now; else as before."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.model.identity import Chat, Person
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario
from tests.test_accounts import code_of, takes

GROUP = Chat("telegram", "group")


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path) as one:
        one.host.add_platform(MemoryPlatform("telegram"))
        yield one


def telegram(scenario: Scenario) -> MemoryPlatform:
    found = scenario.host.platforms["telegram"]
    assert isinstance(found, MemoryPlatform)
    return found


async def linked(scenario: Scenario) -> tuple[Participant, Participant]:
    anna, annie = await scenario.add_player("Anna"), await scenario.add_player("Annie", "telegram")
    await takes(annie, await code_of(anna, MEMORY_CHAT), GROUP)
    return anna, annie


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
        for _ in range(2):
            await boris.says("/draw deck")
        await scenario.settle()
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
    anna, annie = await linked(scenario)
    assert "Notifications of your turns come" in await anna.says(f"/settings notify {chosen}")
    await play_to_anna(scenario)
    assert counts(scenario, anna.person, annie.person) == expected
    if expected[1]:
        told = plain(telegram(scenario).dms[annie.person][-1].text)
        assert told == "It’s your turn, Anna: **Ticket to Ride: Europe** on the local page."


async def test_a_private_notification_is_told_once_too(scenario: Scenario) -> None:
    anna, annie = await linked(scenario)
    await anna.says("/settings notify telegram ping dm")
    await play_to_anna(scenario)
    assert counts(scenario, anna.person, annie.person) == (0, 1)


@pytest.mark.parametrize("fault", ["unreachable", "refused", "offline"])
async def test_a_platform_that_refuses_means_where_one_plays(scenario: Scenario, fault: str) -> None:
    anna, annie = await linked(scenario)
    await anna.says("/settings notify telegram")
    getattr(telegram(scenario).faults, fault).add(annie.person)
    await play_to_anna(scenario)
    assert counts(scenario, anna.person, annie.person) == (1, 0)


async def test_an_account_that_is_unlinked_is_told_nothing(scenario: Scenario) -> None:
    anna, annie = await linked(scenario)
    await anna.says("/settings notify telegram")
    await annie.says("/unlink", GROUP)
    profile = await scenario.store.people.profile(anna.person)
    assert profile
    assert profile.notify_on == "here"
    await play_to_anna(scenario)
    assert counts(scenario, anna.person, annie.person) == (1, 0)


async def test_a_platform_without_a_linked_account_cannot_be_chosen(scenario: Scenario) -> None:
    anna, _ = await linked(scenario)
    assert await anna.says("/settings notify discord") == (
        "You have no linked account there. Link one with /link first."
    )
    assert (await anna.says("/settings notify pigeon")).startswith("There is no setting “notify pigeon”")
    boris = await scenario.add_player("Boris")
    assert (await boris.says("/settings notify both")).startswith("You have no linked account there.")
    assert "Notifications" not in await boris.says("/settings")
