"""One human with two accounts: what the scripts of play (tests/games/accounts.txt) cannot say."""

from pathlib import Path

import pytest

from bot.model.identity import Chat
from tests.scenario import MEMORY_CHAT, Scenario
from tests.situations import code_of, linked, takes

pytestmark = pytest.mark.scenario(others=("inn",))

BAR = Chat("inn", "bar")


async def test_a_code_may_be_typed_in_capitals(scenario: Scenario) -> None:
    anna, annie = await scenario.add_player("Anna"), await scenario.add_player("Annie", "inn")
    assert (await takes(annie, (await code_of(anna)).upper(), BAR)).startswith(
        "This account is linked to Anna"
    )


async def test_either_account_plays_the_seat_of_the_other(scenario: Scenario) -> None:
    _, annie = await linked(scenario, "Anna", "Annie")
    anna, boris = await scenario.start_game("Anna", "Boris")
    await boris.says("/keep all")
    offer = (await anna.view()).offer
    game = (await scenario.match()).id
    assert (await annie.presses_code(f"{game}.0.hand", BAR)).startswith("**Your starting tickets.**")
    await annie.says("/keep all")
    assert sorted((await anna.view()).tickets) == sorted(offer)
    assert (await scenario.host.repository.steps(game, 0))[-1].actor in (str(anna.person), "")
    assert f"({game})" in await annie.says("/games", BAR)
    assert await scenario.host.dispatcher.directory.home(annie.person) == MEMORY_CHAT


async def test_a_thief_with_a_code_sees_no_hand_before_its_owner_is_told(scenario: Scenario) -> None:
    owner, _ = await scenario.in_play("Anna", "Boris")
    name = owner.person.id.title()
    theo, game = await scenario.add_player("Theo", "inn"), (await scenario.match()).id
    code = await code_of(owner)
    scenario.platform.faults.unreachable.add(owner.person)
    told = await takes(theo, code, BAR)
    assert told.startswith(
        f"I could not tell {name} on the local page about this in private, so nothing was linked."
    )
    assert (await theo.presses_code(f"{game}.0.hand", BAR)).startswith("That button is out of date.")
    assert await scenario.store.people.linked_accounts(theo.person) == (theo.person,)
    scenario.platform.faults.unreachable.clear()
    assert (await theo.says(f"{code} yes", BAR)).startswith(f"This account is linked to {name}")
    assert "Theo" in scenario.platform.dms[owner.person][-1].text


async def test_no_code_is_kept_to_be_read(scenario: Scenario, tmp_path: Path) -> None:
    anna = await scenario.add_player("Anna")
    code = (await code_of(anna)).removeprefix("/link ").encode()
    assert not any(code in data for data in contents(tmp_path))


def contents(folder: Path) -> list[bytes]:
    """All that is in the files of a folder."""
    return [path.read_bytes() for path in folder.iterdir() if path.is_file()]
