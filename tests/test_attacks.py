"""Attacks on the authority of a table: each of these once succeeded."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.callbacks import CallbackData
from bot.model.identity import Chat, Destination, Person
from bot.model.message import Message
from bot.model.port import Key
from bot.model.settings import ChatSettings
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, Participant, Scenario, open_scenario
from tests.situations import anna_and_boris

DAY = timedelta(days=1)
HOST_ONLY = "Only the host of the game or an admin here can do that."
LOUNGE = Chat("hall", "lounge")


# ---- the hand of who took a seat


class WaitingPlatform(MemoryPlatform):
    """Writes private messages only while it may."""

    may_write = asyncio.Event()
    waits = asyncio.Event()

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        if isinstance(to, Person) and not self.may_write.is_set():
            self.waits.set()
            await self.may_write.wait()
        return await super().send(to, message, key, silent=silent)


async def test_panels_that_are_sent_again_show_no_hand_of_who_took_a_seat_meanwhile(tmp_path: Path) -> None:
    platform = WaitingPlatform()
    platform.may_write.set()
    async with open_scenario(tmp_path, platform=platform) as scenario:
        _, boris = await anna_and_boris(scenario)
        await boris.says("/leave yes")
        await scenario.clock.move_on(timedelta(seconds=1))
        await boris.says("/new usa", LOUNGE)
        await boris.says("/computer", LOUNGE)
        await boris.says("/start", LOUNGE)
        await scenario.settle()
        platform.may_write.clear()
        platform.waits.clear()
        writing = asyncio.create_task(boris.says("/write"))
        await platform.waits.wait()  # at the panel of the later game
        before = len(boris.dms)
        await (await scenario.add_player("Mallory")).says("/join")
        platform.may_write.set()
        await writing
        await scenario.settle()
        sent = [plain(one.text) for one in boris.dms[before:] if "Europe" in one.text]
        assert sent == ["**Ticket to Ride: Europe**\nMallory plays this seat now. You are welcome to watch."]


@pytest.mark.parametrize(
    "line", ["ways claim paris--paris", "ways station paris--paris", "ways paris--paris"]
)
async def test_a_forged_place_is_answered_with_one_sentence(scenario: Scenario, line: str) -> None:
    first, _ = await scenario.in_play("Anna", "Boris")
    answer = await first.presses_code(CallbackData("-", 0, line).code)
    assert answer.startswith("I cannot find a city “paris--paris” on this board.")


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
    assert await scenario.store.chats.settings(MEMORY_CHAT) == ChatSettings()


async def test_the_host_of_another_game_chooses_no_clock_for_a_chat(scenario: Scenario) -> None:
    mallory, game = await mallory_with_a_game(scenario)
    await mallory.says("/computer", LOUNGE)
    await mallory.says("/start", LOUNGE)
    assert (await mallory.presses_code(CallbackData(game, 0, "options clock 2m").code)).endswith(HOST_ONLY)
    assert await scenario.store.chats.settings(MEMORY_CHAT) == ChatSettings()


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
    assert await scenario.waited_for(late, second, third) != [late]
    told = [plain(one.text) for one in scenario.platform.standing(MEMORY_CHAT)]
    assert "Should the game be paused? The table says no." in told
    assert not any("asks the table" in text for text in told)


async def test_a_player_who_takes_a_seat_has_not_voted_as_the_player_before(scenario: Scenario) -> None:
    first, second, third = await scenario.in_play("Anna", "Boris", "Carl")
    await first.says("/clock 1h")
    await first.says("/leave yes")
    await scenario.settle()
    assert (await (await scenario.add_player("Eve")).says("/join")).startswith("You now play")
    for one in (second, third):
        await one.says("/vote yes")
    match = await scenario.match()
    assert match.roster.clock is None
    assert match.roster.vote is not None, "Eve is asked"


@pytest.mark.parametrize("reason", ["away", "paused"])
async def test_no_computer_plays_for_who_is_away_or_while_the_game_is_paused(
    scenario: Scenario, reason: str
) -> None:
    late, second, third = await scenario.in_play("Anna", "Boris", "Carl")
    if reason == "away":
        await late.says("/away 3 days")
    else:
        await second.says("/pause")
        await third.says("/vote yes")
    await scenario.clock.move_on(DAY)
    for typed in ("/skip", f"/replace {late.person.id}"):
        assert (await second.says(typed)).startswith("Only an admin can do that now")
    assert (await scenario.match()).roster.vote is None


async def test_a_button_of_an_earlier_vote_is_no_vote_in_the_next_one(scenario: Scenario) -> None:
    first, second, third = await scenario.in_play("Anna", "Boris", "Carl")
    await first.says("/clock 1h")
    await scenario.settle()
    yes = next(one for row in scenario.platform.posts[-1].buttons for one in row if one.label == "Yes")
    await second.says("/vote no")
    await first.says("/pause")
    assert await third.presses_code(yes.code) == "No such vote is open."
    assert not (await scenario.match()).roster.paused


async def test_a_player_who_has_left_asks_the_table_nothing(scenario: Scenario) -> None:
    first, *_ = await scenario.in_play("Anna", "Boris", "Carl")
    await first.says("/leave yes")
    for typed in ("/pause", "/clock 1h"):
        assert await first.says(typed) == "Only players with a seat in this game can vote."
    assert (await scenario.match()).roster.vote is None


# ---- notifications


async def test_taking_a_seat_again_and_again_notifies_its_owner_once(scenario: Scenario) -> None:
    _, boris = await anna_and_boris(scenario)
    eve, mallory = await scenario.add_player("Eve"), await scenario.add_player("Mallory")
    scenario.platform.admins.add(eve.person)
    await eve.says("/replace boris")
    await scenario.pass_time(DAY)
    told = len(scenario.platform.notified)
    for _ in range(3):
        await mallory.says("/join")
        await scenario.settle()
        await mallory.says("/leave yes")
        await scenario.settle()
    assert [one for _, one in scenario.platform.notified[told:] if one == boris.person] == [boris.person]
    assert (await boris.says("/join")).startswith("Welcome back!")


async def test_questions_without_end_do_not_notify_the_table_without_end(scenario: Scenario) -> None:
    rude, other, _ = await scenario.in_play("Anna", "Boris", "Carl")
    for number in range(5):
        asked = await rude.says(f"/clock {('1h', '4h')[number % 2]}")
        await scenario.settle()
        assert asked.startswith(f"You have asked the table{'. ' if number < 3 else ' 3 times'}")
        await other.says("/vote no")
    assert (await other.says("/clock 4h")).startswith("You have asked the table. ")
    assert await rude.says("/clock 4h") == "Your vote counts."
    await other.says("/vote no")
    await scenario.clock.move_on(timedelta(hours=1))
    assert (await rude.says("/clock 4h")).startswith("You have asked the table. ")
