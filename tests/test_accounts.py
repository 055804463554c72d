"""One human with two accounts. Only while they are linked by a code can each play for the other."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.identity import Chat
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Scenario
from tests.situations import code_of, linked, takes, view_of

pytestmark = pytest.mark.scenario(others=("inn",))

BAR = Chat("inn", "bar")
UNKNOWN = "This code is unknown or too old. Use /link to get a new one, then send it from your other account."


async def test_a_code_links_two_accounts(scenario: Scenario) -> None:
    anna, annie = await linked(scenario, "Anna", "Annie")
    assert annie.heard == (
        "This account is linked to Anna on the local page. Each of the two accounts sees the other’s cards "
        "and plays for it. Use /unlink to separate them."
    )
    assert "This account is linked to Annie on the local page" in await anna.says("/settings")
    assert "This account is linked to Anna on" in await annie.says("/settings", BAR)
    assert set(await scenario.store.people.linked_accounts(anna.person)) == {anna.person, annie.person}


async def test_either_account_plays_the_seat_of_the_other(scenario: Scenario) -> None:
    _, annie = await linked(scenario, "Anna", "Annie")
    anna, boris = await scenario.start_game("Anna", "Boris")
    await boris.says("/keep all")
    offer = (await view_of(anna)).offer
    game = (await scenario.match()).id
    assert (await annie.presses_code(f"{game}.0.hand", BAR)).startswith("**Your starting tickets.**")
    await annie.says("/keep all")
    assert sorted((await view_of(anna)).tickets) == sorted(offer)
    assert (await scenario.host.repository.steps(game, 0))[-1].actor in (str(anna.person), "")
    assert f"({game})" in await annie.says("/games", BAR)
    assert await scenario.host.dispatcher.directory.home(annie.person) == MEMORY_CHAT


async def test_two_accounts_take_one_seat(scenario: Scenario) -> None:
    anna, annie = await linked(scenario, "Anna", "Annie")
    await anna.says("/new europe")
    assert (
        await annie.says("/join") == "You have already joined. Use /join with a colour to change your trains."
    )
    assert await annie.says("/join green") == "Your trains are now green."
    assert await annie.says("/leave") == "You have left the lobby."
    assert await annie.says("/join") == "You have joined with the red trains."
    assert (await scenario.match()).roster.holders[0].person == str(annie.person)


async def test_a_host_is_host_with_a_linked_account_too(scenario: Scenario) -> None:
    anna, annie = await linked(scenario, "Anna", "Annie")
    await anna.says("/new europe")
    await anna.says("/leave")
    await (await scenario.add_player("Boris")).says("/join")
    assert await annie.says("/computer") == "Rocket (computer) joins (level: normal)."
    assert await annie.says("/start") == "All aboard! The cards are dealt."


@pytest.mark.parametrize("begun", [False, True])
async def test_two_who_sit_in_one_game_are_not_linked_until_it_is_finished(
    scenario: Scenario, *, begun: bool
) -> None:
    anna, boris = [await scenario.add_player(name) for name in ("Anna", "Boris")]
    await anna.says("/new europe")
    await boris.says("/join")
    if begun:
        await anna.says("/start")
    game = (await scenario.match()).id
    both = f"Both of your accounts have had a seat in game {game}."
    assert (await takes(boris, await code_of(anna))).startswith(both)
    await anna.says("/abort yes")
    assert (await takes(boris, await code_of(anna))).startswith(both), "it can be restored"
    await scenario.pass_time(timedelta(days=2))
    assert (await takes(boris, await code_of(anna))).startswith("This account is linked to Anna")
    assert len(await scenario.store.people.linked_accounts(anna.person)) == 2


async def test_a_code_is_good_once_for_a_while_and_for_another_account(scenario: Scenario) -> None:
    anna, annie, thief = (
        await scenario.add_player("Anna"),
        await scenario.add_player("Annie", "inn"),
        await scenario.add_player("Theo", "inn"),
    )
    code, newer = await code_of(anna), await code_of(anna)
    assert await takes(annie, code, BAR) == UNKNOWN, "there is a newer one"
    assert await takes(annie, "/link abcdefghijkm", BAR) == UNKNOWN
    assert (await takes(annie, newer.upper(), BAR)).startswith("This account is linked to Anna")
    assert await takes(thief, newer, BAR) == UNKNOWN, "it was said"
    late = await code_of(anna)
    await scenario.clock.move_on(timedelta(minutes=16))
    assert await takes(thief, late, BAR) == UNKNOWN
    assert await scenario.store.people.linked_accounts(thief.person) == (thief.person,)


async def test_a_code_that_others_may_have_read_cannot_be_used_again(scenario: Scenario) -> None:
    anna, boris = await scenario.start_game("Anna", "Boris")
    thief = await scenario.add_player("Theo", "inn")
    code = await code_of(anna)
    assert await anna.says(code) == UNKNOWN, "with oneself"
    assert await takes(thief, code, BAR) == UNKNOWN
    code = await code_of(anna)
    assert (await takes(boris, code)).startswith("Both of your accounts have had a seat in game")
    assert await takes(thief, code, BAR) == UNKNOWN


async def test_linking_asks_for_confirmation(scenario: Scenario) -> None:
    anna, annie, thief = (
        await scenario.add_player("Anna"),
        await scenario.add_player("Annie", "inn"),
        await scenario.add_player("Theo", "inn"),
    )
    code = await code_of(anna)
    asked = await annie.says(code, BAR)
    assert asked.startswith("Anna on the local page created this code. If that is you,")
    assert await scenario.store.people.linked_accounts(annie.person) == (annie.person,)
    for line in (code, f"{code} yes"):
        assert await thief.says(line, BAR) == UNKNOWN, "it waits for Annie alone"
    assert (await annie.says(f"{code} yes", BAR)).startswith("This account is linked to Anna")
    assert await annie.says(f"{code} yes", BAR) == UNKNOWN


async def test_both_accounts_are_told_that_they_are_linked_and_either_can_undo_it(
    scenario: Scenario,
) -> None:
    for undoing in (0, 1):
        anna, annie = await linked(scenario, "Anna", "Annie")
        assert annie.labels == ["That was not me"]
        note = scenario.platform.dms[anna.person][-1]
        assert plain(note.text).startswith("This account is now linked to Annie on the local page.")
        assert [button.label for row in note.buttons for button in row] == ["That was not me"]
        assert scenario.platform.notified[-1] == (anna.person, anna.person)
        code = note.buttons[0][0].code
        told = await (annie.presses_code(code, BAR) if undoing else anna.presses_code(code))
        assert told.startswith("All links of this account are removed")
        for one in (anna, annie):
            assert await scenario.store.people.linked_accounts(one.person) == (one.person,)


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


async def test_that_was_not_me_separates_all_accounts_and_takes_back_a_code(scenario: Scenario) -> None:
    """A thief may have been linked with another account of the owner."""
    anna, annie = await linked(scenario, "Anna", "Annie")
    theo = await scenario.add_player("Theo", "inn")
    await takes(theo, await code_of(annie, BAR), BAR)
    assert "Theo" in scenario.platform.dms[anna.person][-1].text, "the other account is told too"
    later = await code_of(anna)
    await anna.presses_code("-.0.notme")
    for one in (anna, annie, theo):
        assert await scenario.store.people.linked_accounts(one.person) == (one.person,)
    assert await takes(theo, later, BAR) == UNKNOWN


async def test_a_linked_account_keeps_the_name_of_its_seat(scenario: Scenario) -> None:
    anna, annie = await linked(scenario, "Anna", "Annie")
    await scenario.start_game("Anna", "Boris")
    await anna.says("/leave yes")
    assert await annie.says("/join") == "Welcome back! You are playing again."
    assert (await scenario.match()).roster.names == ("Anna", "Boris")


async def test_three_accounts_are_one_human_until_one_parts(scenario: Scenario) -> None:
    anna, annie = await linked(scenario, "Anna", "Annie")
    third = await scenario.add_player("Nan", "inn")
    await takes(third, await code_of(annie, BAR), BAR)
    assert set(await scenario.store.people.linked_accounts(third.person)) == {
        anna.person,
        annie.person,
        third.person,
    }
    assert await annie.says("/unlink", BAR) == "This account is no longer linked."
    assert await annie.says("/unlink", BAR) == "You have not linked any other account."
    assert set(await scenario.store.people.linked_accounts(third.person)) == {anna.person, third.person}
    await anna.says("/new europe")
    assert await annie.says("/join") == "You have joined with the blue trains."


async def test_strangers_stay_strangers(scenario: Scenario) -> None:
    anna, boris = await scenario.in_play("Anna", "Boris")
    annie = await scenario.add_player("Annie", "inn")
    game = (await scenario.match()).id
    assert await annie.presses_code(f"{game}.0.hand") == "You are not playing in this game."
    assert (await annie.presses_code(f"{game}.0.hand", BAR)).startswith("That button is out of date.")
    assert (await scenario.match()).roster.seat_of(str(anna.person)) is not None
    assert boris.person != anna.person


async def test_no_code_is_kept_to_be_read(scenario: Scenario, tmp_path: Path) -> None:
    anna = await scenario.add_player("Anna")
    code = (await code_of(anna)).removeprefix("/link ").encode()
    assert not any(code in data for data in contents(tmp_path))


def contents(folder: Path) -> list[bytes]:
    """All that is in the files of a folder."""
    return [path.read_bytes() for path in folder.iterdir() if path.is_file()]
