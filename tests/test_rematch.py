"""A rematch: who is asked, what stays the same, who begins, and what becomes of those who do not answer."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.clocks import CLOCKS
from bot.matches.roster import Status
from bot.model.identity import Chat
from tests.memory_platform import MemoryPlatform
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario, waited_for
from tests.test_vanished_players import short_games

DAY = timedelta(days=1)
ANNEX = Chat("hall", "annex")


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path, boards=short_games(tmp_path)) as one:
        yield one


async def play_on(scenario: Scenario, people: Sequence[Participant]) -> None:
    """Play to the end."""
    while (await scenario.match()).roster.status is Status.RUNNING:
        for one in await waited_for(scenario, people):
            await one.says(f"/{await one.thinks()}")
        await scenario.settle()


async def ended(scenario: Scenario, *names: str) -> list[Participant]:
    """People after a game, in the order of their seats."""
    people = await scenario.in_play(*names, game="short")
    await play_on(scenario, people)
    return [await scenario.add_player(name) for name in names]


def rematch_code(scenario: Scenario) -> str:
    """The button below the last post that has it."""
    rows = [row for post in scenario.platform.posts for row in post.buttons]
    return [button.code for row in rows for button in row if button.label == "Rematch"][-1]


async def pass_time(scenario: Scenario, by: timedelta) -> None:
    await scenario.clock.move_on(by)
    await scenario.host.timers.meet_due()
    await scenario.settle()


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
    await play_on(scenario, people)
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


async def test_everybody_else_is_mentioned_once_and_named_until_they_answer(scenario: Scenario) -> None:
    anna, boris, carl = await ended(scenario, "Anna", "Boris", "Carl")
    before = len(scenario.platform.posts)
    await anna.presses_code(rematch_code(scenario))
    await scenario.settle()
    first, *edits = scenario.platform.posts[before:]
    assert set(first.mentioned) == {boris.person, carl.person}
    assert "Asked to play again until <t:" in first.text
    assert edits == []
    await carl.says("/rematch")
    await scenario.settle()
    line = next(one for one in scenario.platform.last.splitlines() if one.startswith("Asked"))
    assert "Boris" in line
    assert "Carl" not in line


async def test_a_person_who_does_not_answer_within_a_day_is_left_out_once(scenario: Scenario) -> None:
    anna, boris, carl = await ended(scenario, "Anna", "Boris", "Carl")
    dora = await scenario.add_player("Dora")
    await anna.says("/rematch")
    await carl.says("/rematch")
    await pass_time(scenario, DAY - timedelta(minutes=1))
    assert [name for _, name, _ in (await scenario.match()).roster.asked] == ["Boris"]
    await pass_time(scenario, timedelta(minutes=1))
    lobby = await scenario.match()
    assert (lobby.roster.asked, lobby.roster.names) == ((), ("Anna", "Carl"))
    told = "Boris did not answer, so no seat is kept for them now. The game can be started."
    assert told in scenario.platform.last
    await pass_time(scenario, DAY)
    assert (await scenario.match()).seq == lobby.seq
    assert (await dora.says("/join")).startswith("You have joined")
    assert (await boris.says("/rematch")).startswith("You have joined")


async def test_the_deadline_survives_a_restart(tmp_path: Path) -> None:
    clock, platform, boards = FakeClock(), MemoryPlatform(), short_games(tmp_path)
    async with open_scenario(tmp_path, clock=clock, platform=platform, boards=boards) as scenario:
        anna, _ = await ended(scenario, "Anna", "Boris")
        await anna.says("/rematch")
        await scenario.settle()
    await clock.move_on(2 * DAY)
    async with open_scenario(tmp_path, clock=clock, platform=platform, boards=boards) as scenario:
        await pass_time(scenario, timedelta())
        await scenario.settle()
        assert (await scenario.match()).roster.asked == ()
        assert len([text for text in platform.texts if "Boris did not answer" in text]) == 1


async def test_two_people_who_press_at_once_open_one_rematch(scenario: Scenario) -> None:
    anna, boris, carl = people = await ended(scenario, "Anna", "Boris", "Carl")
    code = rematch_code(scenario)
    await asyncio.gather(*(one.presses_code(code) for one in (*people, *people)))
    await scenario.settle()
    lobby = await scenario.match()
    assert sorted(lobby.roster.names) == ["Anna", "Boris", "Carl"]
    assert len(await scenario.store.chats.games_opened_in(MEMORY_CHAT)) == 2
    again = "You have already joined. Use /join with a colour to change your trains."
    assert all([(await one.presses_code(code)).endswith(again) for one in (anna, boris, carl)])


async def test_a_person_who_did_not_play_cannot_ask_for_a_rematch(scenario: Scenario) -> None:
    await ended(scenario, "Anna", "Boris")
    eve, old = await scenario.add_player("Eve"), await scenario.match()
    assert await eve.says("/rematch") == "You are not playing in this game."
    assert await eve.presses_code(f"{old.id}.0.rematch") == "You are not playing in this game."
    assert (
        await eve.presses_code("aaaaaa.0.rematch", ANNEX)
        == "That button is out of date. Nothing was changed."
    )
    assert (await scenario.match()).id == old.id


async def test_seats_are_kept_for_those_who_are_asked(scenario: Scenario) -> None:
    names = "Anna", "Boris", "Carl"
    anna, *_ = await ended(scenario, *names)
    eve = await scenario.add_player("Eve")
    await anna.says("/rematch")
    most = (await scenario.match()).board.variants["europe"].players_most
    for number in range(most - len(names)):
        await anna.says("/computer")
        assert len((await scenario.match()).roster.holders) == number + 2
    kept = "The free seats are kept for Boris, Carl, who played the last game here."
    assert await anna.says("/computer") == kept
    assert await eve.says("/join") == kept


async def test_a_rematch_waits_while_a_game_goes_on(scenario: Scenario) -> None:
    anna, boris = await ended(scenario, "Anna", "Boris")
    code = rematch_code(scenario)
    eve = await scenario.add_player("Eve")
    await eve.says("/new short")
    game = (await scenario.match()).id
    assert (
        await anna.presses_code(code) == "There is already a game here. A chat can have only one at a time."
    )
    assert await boris.says("/rematch") == "You are not playing in this game."
    await boris.says("/join")
    game_before = (await scenario.match()).seq
    assert await boris.says("/rematch") == "A rematch is possible when the game is over."
    assert (await scenario.match()).seq == game_before
    assert (await scenario.match()).id == game


async def test_a_rematch_that_has_begun_cannot_be_joined(scenario: Scenario) -> None:
    anna, boris, carl = await ended(scenario, "Anna", "Boris", "Carl")
    code = rematch_code(scenario)
    await anna.presses_code(code)
    await boris.presses_code(code)
    await anna.says("/start")
    assert await carl.presses_code(code) == "The game has already started."
    assert set(await scenario.store.timers.of_game((await scenario.match()).id)) == set()


async def test_an_aborted_game_can_be_started_again_by_the_same_starter(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris", game="short")
    old = await scenario.match()
    host = first if str(first.person) == old.roster.creator else second
    await host.says("/abort yes")
    await scenario.settle()
    labels = [button.label for row in scenario.platform.posts[-1].buttons for button in row]
    assert labels == ["Restore the game", "Rematch"]
    assert (await second.presses_code(rematch_code(scenario))).startswith("The lobby of the rematch is open")
    assert (await first.says("/rematch")).startswith("You have joined")
    lobby = await scenario.match()
    assert lobby.roster.holders[lobby.roster.starter or 0].person == str(first.person)
    assert await host.says(f"/restore {old.id}") == (
        "There is already a game here. A chat can have only one at a time."
    )


async def test_a_person_who_left_for_good_is_not_asked(scenario: Scenario) -> None:
    first, second, third = await scenario.in_play("Anna", "Boris", "Carl", game="short")
    await third.says("/leave yes")
    await scenario.settle()
    await play_on(scenario, [first, second])
    await first.says("/rematch")
    asked = [one for one, _, _ in (await scenario.match()).roster.asked]
    assert asked == [str(second.person)]


async def test_other_chats_of_the_game_show_the_rematch_too(scenario: Scenario) -> None:
    people = await scenario.in_play("Anna", "Boris", game="short")
    code = (await people[0].says("/share")).split("/follow ")[1].split()[0]
    await people[0].says(f"/follow {code}", ANNEX)
    await scenario.settle()
    await play_on(scenario, people)
    await people[0].says("/rematch", ANNEX)
    await scenario.settle()
    lobby = await scenario.match()
    assert lobby.roster.status is Status.LOBBY
    assert set(await scenario.store.chats.of_game(lobby.id)) == {MEMORY_CHAT, ANNEX}
