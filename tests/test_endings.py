"""How games end in a chat: aborted, restored, lapsed, or finished and followed by the next."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.roster import Status
from bot.model.identity import Ping
from bot.service.deadlines import Deadlines
from bot.store import Profile
from engine.game import DrawSecondCard
from tests.scenario import MEMORY_CHAT, Scenario, open_scenario, waited_for
from tests.situations import anna_and_boris, tiny_board_folder, unchanged, view_of

HOST_ONLY = "Only whoever opened the game, or an admin here, can do that."
DAY = timedelta(days=1)


@pytest.fixture
async def scenario(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path) as one:
        yield one


# ---- aborting and restoring


async def test_aborting_takes_two_steps_and_can_be_taken_back_for_a_day(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await anna.says("/draw deck")
    game, hand = (await scenario.match()).id, (await view_of(anna)).hand
    (asked,) = await unchanged(anna, "/abort")
    assert asked == "Abort this game for everybody? It can be restored within a day."
    assert (
        await anna.presses("Abort the game") == "The game is aborted. /restore brings it back within a day."
    )
    await scenario.settle()
    assert await scenario.store.game_in(MEMORY_CHAT) is None
    assert scenario.platform.last.endswith(
        "Anna ends the game without a result. It can be restored for a day."
    )
    assert await anna.says("/draw deck") == "There is no game here. Open one with /new."
    assert await boris.says("/restore") == HOST_ONLY
    await scenario.clock.move_on(DAY - timedelta(seconds=1))
    await Deadlines(scenario.host.games).look()
    assert await anna.says("/restore") == "The game goes on where it was."
    assert ((await scenario.match()).id, (await view_of(anna)).hand) == (game, hand)
    assert isinstance((await view_of(anna)).decision, DrawSecondCard)
    await scenario.settle()
    assert "Anna brings the game back, just as it was." in scenario.platform.last
    assert scenario.platform.posts[-1].mention == anna.person, "the table waits for her again"
    assert await unchanged(boris, "/skip") == [HOST_ONLY]


async def test_who_wants_to_be_called_in_private_is_called_so_when_a_game_comes_back(
    scenario: Scenario,
) -> None:
    anna, _ = await anna_and_boris(scenario)
    await scenario.store.save_person(Profile(anna.person, "Anna", ping=Ping.DM))
    await anna.says("/abort yes")
    await scenario.settle()
    await anna.says("/restore")
    await scenario.settle()
    assert [dm.mention for dm in anna.dms[-2:]] == [None, anna.person]
    assert scenario.platform.posts[-1].mention is None


async def test_what_was_aborted_by_mistake_is_a_button_away(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    game = (await scenario.match()).id
    await anna.says("/abort yes")
    await scenario.settle()
    ((back,),) = scenario.platform.posts[-1].buttons
    assert back.label == "Bring it back"
    assert await boris.presses_code(back.code) == HOST_ONLY
    assert await anna.presses_code(back.code) == "The game goes on where it was."
    assert (await scenario.match()).id == game
    assert await anna.presses_code(back.code) == "There is no aborted game to restore here."


async def test_buttons_of_an_aborted_game_are_dead(scenario: Scenario) -> None:
    anna, _ = await anna_and_boris(scenario)
    await anna.looks()
    code = anna.button("Blind card").code
    await anna.says("/abort yes")
    assert await anna.presses_code(code) == "This game is over. /new opens another."


async def test_after_a_day_the_seed_is_published_and_nothing_can_be_restored(scenario: Scenario) -> None:
    anna, _ = await anna_and_boris(scenario)
    seed = (await scenario.match()).game
    assert seed is not None
    await anna.says("/abort yes")
    await scenario.settle()
    assert seed.seed not in scenario.platform.text
    await scenario.clock.move_on(DAY)
    assert await anna.says("/restore") == "There is no aborted game to restore here."
    await Deadlines(scenario.host.games).look()
    await until(lambda: seed.seed in scenario.platform.text)
    assert scenario.platform.last.startswith("The aborted game cannot be restored any more.")
    assert await scenario.store.next_due() is None


async def until(come: Callable[[], bool]) -> None:
    for _ in range(400):
        if come():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("that does not come")


async def test_an_aborted_lobby_is_restored_for_a_day_too(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/new europe")
    await anna.says("/abort yes")
    assert await anna.says("/restore") == "The game goes on where it was."
    assert (await scenario.match()).roster.status is Status.LOBBY
    await anna.says("/abort yes")
    await scenario.clock.move_on(DAY)
    assert await anna.says("/restore") == "There is no aborted game to restore here."


async def test_a_game_is_restored_only_into_a_chat_that_is_free(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await anna.says("/abort yes")
    await scenario.clock.move_on(timedelta(minutes=1))
    await boris.says("/new usa")
    assert await anna.says("/restore") == "A game is open here already, and a chat has one at a time."
    assert await boris.says("/abort yes") == "The game is aborted. /restore brings it back within a day."
    assert await boris.says("/restore") == "The game goes on where it was."
    assert (await scenario.match()).board.id == "usa"


async def test_there_is_nothing_to_end_or_bring_back_where_nothing_is(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    assert await anna.says("/restore") == "There is no aborted game to restore here."
    assert await anna.says("/abort") == "There is no game here. Open one with /new."


# ---- after the end


@pytest.fixture
async def ended(tmp_path: Path) -> AsyncIterator[Scenario]:
    """An evening after a game of Anna's and Boris's."""
    async with open_scenario(tmp_path, boards=tiny_board_folder(tmp_path)) as scenario:
        participants = await scenario.in_play("Anna", "Boris", game="isle")
        while (await scenario.match()).roster.status is Status.RUNNING:
            for participant in await waited_for(scenario, participants):
                await participant.says(f"/{await participant.thinks()}")
            await scenario.settle()
        yield scenario


async def test_a_finished_game_can_be_looked_at_and_no_more(ended: Scenario) -> None:
    anna = await ended.add_player("Anna")
    match = await ended.match()
    assert await unchanged(anna, "/draw deck", "/leave", "/join", "/skip", "/replace boris", "/abort") == [
        "This game is over. /new opens another.",
        "This game is over. /new opens another.",
        "This game is over. /new opens another.",
        "The table waits for nobody.",
        "The table waits for nobody.",
        "There is no game to abort here.",
    ]
    assert "Routes" in await anna.says("/scores")
    assert (await anna.says("/log")).count("\n") > 5
    assert (await anna.says("/text")).splitlines()[1] == "The game is over."
    assert [picture.name for picture in anna.answer.pictures] == []
    await anna.says("/record")
    assert [document.name for document in anna.answer.documents] == [f"stationmaster-{match.id}.json"]
    assert await anna.says("/games") == "You sit in no game at the moment."


async def test_the_last_post_has_buttons_for_what_can_be_looked_at(ended: Scenario) -> None:
    boris = await ended.add_player("Boris")
    (row,) = ended.platform.posts[-1].buttons
    assert [button.label for button in row] == ["Board", "Scores", "Log", "Record"]
    for button, shown in zip(row, ("Routes", "Routes", "claims", "stationmaster verify"), strict=True):
        assert shown in await boris.presses_code(button.code), button.label


async def test_the_next_game_follows_in_the_same_chat(ended: Scenario) -> None:
    anna, boris = await ended.add_player("Anna"), await ended.add_player("Boris")
    old = await ended.match()
    answers = await asyncio.gather(anna.says("/new europe"), boris.says("/new usa"))
    assert sorted(answer.split()[0] for answer in answers) == ["A", "Ticket"]
    new = await ended.match()
    assert new.id != old.id
    assert new.roster.status is Status.LOBBY
    assert len(await ended.store.running_games()) == 1
