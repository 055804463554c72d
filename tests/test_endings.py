"""How games end in a chat: aborted, restored, expired, or finished and followed by the next."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.roster import Status
from bot.model.profile import Profile
from bot.shown.picture_service import Sketch
from engine.game import DrawSecondCard
from tests.fakes.wire.patience import until
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import MEMORY_CHAT, FakeClock, FakePictures, Scenario, open_scenario
from tests.situations import anna_and_boris, unchanged, view_of
from tests.stores import due_in_games

HOST_ONLY = "Only the host of the game or an admin here can do that."
DAY = timedelta(days=1)


# ---- aborting and restoring


async def test_an_admin_who_ends_and_restores_a_game_is_named(scenario: Scenario) -> None:
    await anna_and_boris(scenario)
    olga = await scenario.add_admin("Olga")
    await olga.says("/abort yes")
    await scenario.settle()
    assert plain(scenario.platform.last).startswith("Olga (admin) ended the game without a result.")
    await olga.says("/restore")
    await scenario.settle()
    assert "Olga (admin) restored the game." in plain(scenario.platform.last)


async def test_a_player_who_is_an_admin_too_ends_the_game_as_an_admin(scenario: Scenario) -> None:
    _, boris = await anna_and_boris(scenario)
    scenario.platform.admins.add(boris.person)
    await boris.says("/abort yes")
    await scenario.settle()
    assert plain(scenario.platform.last).startswith("Boris (admin) ended the game without a result.")


async def test_aborting_takes_two_steps_and_can_be_taken_back_for_a_day(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await anna.says("/draw deck")
    game, hand = (await scenario.match()).id, (await view_of(anna)).hand
    (asked,) = await unchanged(anna, "/abort")
    assert asked == "Abort this game for everyone? It can be restored within a day."
    assert await anna.presses("Cancel") == "The game goes on."
    await anna.says("/abort")
    assert (
        await anna.presses("Abort the game")
        == "The game has been aborted. Use /restore within a day to bring it back."
    )
    await scenario.settle()
    assert await scenario.store.chats.game_in(MEMORY_CHAT) is None
    assert scenario.platform.last.endswith(
        "Anna ended the game without a result. It can be restored within a day."
    )
    assert await anna.says("/draw deck") == (
        "There is no game here. Create one with /new. "
        "A game was aborted here. To bring it back, use /restore."
    )
    assert await boris.says("/restore") == HOST_ONLY
    await scenario.clock.move_on(DAY - timedelta(seconds=1))
    await scenario.host.timers.meet_due()
    assert await anna.says("/restore") == "The game continues where it stopped."
    assert ((await scenario.match()).id, (await view_of(anna)).hand) == (game, hand)
    assert isinstance((await view_of(anna)).decision, DrawSecondCard)
    await scenario.settle()
    assert "Anna restored the game. It continues where it stopped." in scenario.platform.last
    assert scenario.platform.posts[-1].mentioned == (anna.person,), "the table waits for her again"
    (refusal,) = await unchanged(boris, "/skip")
    assert refusal.startswith("Only an admin can do that now, in the chat where the game was created.")


async def test_a_player_with_private_pings_gets_one_when_a_game_is_restored(scenario: Scenario) -> None:
    anna, _ = await anna_and_boris(scenario)
    await scenario.store.people.save(Profile(anna.person, "Anna", chosen={"ping": "dm"}))
    await anna.says("/abort yes")
    await scenario.settle()
    await anna.says("/restore")
    await scenario.settle()
    assert [dm.mentioned for dm in anna.dms[-2:]] == [(), (anna.person,)]
    assert scenario.platform.posts[-1].mentioned == ()


async def test_an_aborted_game_can_be_restored_by_a_button(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    game = (await scenario.match()).id
    await anna.says("/abort yes")
    await scenario.settle()
    ((back, again),) = scenario.platform.posts[-1].buttons
    assert (back.label, again.label) == ("Restore the game", "Rematch")
    assert await boris.presses_code(back.code) == HOST_ONLY
    assert await anna.presses_code(back.code) == "The game continues where it stopped."
    assert (await scenario.match()).id == game
    assert await anna.presses_code(back.code) == "There is no aborted game to restore here."


async def test_buttons_of_an_aborted_game_do_nothing(scenario: Scenario) -> None:
    anna, _ = await anna_and_boris(scenario)
    await anna.looks()
    code = anna.button("From the deck").code
    await anna.says("/abort yes")
    assert await anna.presses_code(code) == "This game is over. Create a new one with /new."


async def test_after_a_day_the_secret_is_published_and_nothing_can_be_restored(scenario: Scenario) -> None:
    anna, _ = await anna_and_boris(scenario)
    secret = (await scenario.match()).roster.deck_secret
    await anna.says("/abort yes")
    await scenario.settle()
    assert secret not in scenario.platform.text
    await scenario.clock.move_on(DAY)
    assert await anna.says("/restore") == "There is no aborted game to restore here."
    await scenario.host.timers.meet_due()
    await until(lambda: secret in scenario.platform.text)
    assert scenario.platform.last.startswith("The aborted game can no longer be restored.")
    assert await due_in_games(scenario.store, scenario.clock.now() + DAY) == ()


async def test_an_aborted_lobby_is_restored_for_a_day_too(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    await anna.says("/new europe")
    await anna.says("/abort yes")
    assert await anna.says("/restore") == "The game continues where it stopped."
    assert (await scenario.match()).roster.status is Status.LOBBY
    await anna.says("/abort yes")
    await scenario.clock.move_on(DAY)
    assert await anna.says("/restore") == "There is no aborted game to restore here."


async def test_a_game_is_restored_only_into_a_chat_that_is_free(scenario: Scenario) -> None:
    anna, boris = await anna_and_boris(scenario)
    await anna.says("/abort yes")
    await scenario.clock.move_on(timedelta(minutes=1))
    await boris.says("/new usa")
    assert await anna.says("/restore") == "There is already a game here. A chat can have only one at a time."
    assert (
        await boris.says("/abort yes")
        == "The game has been aborted. Use /restore within a day to bring it back."
    )
    assert await boris.says("/restore") == "The game continues where it stopped."
    assert (await scenario.match()).board.id == "usa"


async def test_abort_and_restore_without_a_game_are_refused(scenario: Scenario) -> None:
    anna = await scenario.add_player("Anna")
    assert await anna.says("/restore") == "There is no aborted game to restore here."
    assert await anna.says("/abort") == "There is no game here. Create one with /new."


# ---- after the end


@pytest.fixture
async def ended(tmp_path: Path) -> AsyncIterator[Scenario]:
    """A session after a finished game of Anna and Boris."""
    async with open_scenario(tmp_path, boards="isle") as scenario:
        participants = await scenario.in_play("Anna", "Boris", game="isle")
        await scenario.play_to_the_end(*participants)
        yield scenario


async def test_a_replay_that_was_being_drawn_when_the_program_stopped_is_posted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    platform, clock = MemoryPlatform(), FakeClock()
    drawing, at_once = asyncio.Event(), FakePictures._file

    async def for_ever(pictures: FakePictures, sketch: Sketch) -> bytes:
        if sketch.lane == "film":
            drawing.set()
            await asyncio.Event().wait()
        return await at_once(pictures, sketch)

    monkeypatch.setattr(FakePictures, "draws_replays", True)
    monkeypatch.setattr(FakePictures, "_file", for_ever)
    async with open_scenario(tmp_path, platform=platform, clock=clock, boards="isle") as scenario:
        players = await scenario.in_play("Anna", "Boris", game="isle")
        while (await scenario.match()).roster.status is Status.RUNNING:
            for player in await scenario.waited_for(*players):
                await player.says(f"/{await player.thinks()}")
        await until(drawing.is_set, "no replay is drawn")
    monkeypatch.setattr(FakePictures, "_file", at_once)
    for _ in range(2):
        async with open_scenario(tmp_path, platform=platform, clock=clock, boards="isle") as scenario:
            await scenario.settle()
        assert sum("The game is over." in text for text in platform.texts) == 1
        assert sum("The whole game once more." in text for text in platform.texts) == 1


async def test_a_person_who_asks_for_rematches_again_and_again_does_not_fill_the_chat(
    ended: Scenario,
) -> None:
    rude, other = await ended.add_player("Anna"), await ended.add_player("Boris")
    posts, told = len(ended.platform.posts), len(ended.platform.notified)
    for _ in range(6):
        await rude.says("/rematch")
        await ended.settle()
        await rude.says("/abort yes")
        await ended.settle()
    assert [person for _, person in ended.platform.notified[told:]].count(other.person) <= 3
    assert len(ended.platform.posts) - posts <= 9


async def test_a_finished_game_is_read_only(ended: Scenario) -> None:
    anna = await ended.add_player("Anna")
    match = await ended.match()
    assert await unchanged(anna, "/draw deck", "/leave", "/join", "/skip", "/replace boris", "/abort") == [
        "This game is over. Create a new one with /new.",
        "This game is over. Create a new one with /new.",
        "This game is over. Create a new one with /new.",
        "The game is not waiting for anyone.",
        "The game is not waiting for anyone.",
        "There is no game to abort here.",
    ]
    assert "Routes" in await anna.says("/scores")
    assert (await anna.says("/log")).count("\n") > 5
    assert (await anna.says("/text")).splitlines()[1] == "The game is over."
    assert [picture.name for picture in anna.answer.pictures] == []
    await anna.says("/record")
    assert [name for name, _ in anna.answer.documents] == [f"stationmaster-{match.id}.json"]
    assert await anna.says("/games") == "You are not in any game right now."


async def test_the_final_post_has_buttons_for_board_scores_and_record(ended: Scenario) -> None:
    boris = await ended.add_player("Boris")
    (again,), row = next(post.buttons for post in reversed(ended.platform.posts) if post.buttons)
    assert again.label == "Rematch"
    assert [button.label for button in row] == ["Board", "Scores", "Log", "Record"]
    for button, shown in zip(row, ("Routes", "Routes", "claims", "stationmaster verify"), strict=True):
        assert shown in await boris.presses_code(button.code), button.label


async def test_the_next_game_can_be_opened_in_the_same_chat(ended: Scenario) -> None:
    anna, boris = await ended.add_player("Anna"), await ended.add_player("Boris")
    old = await ended.match()
    answers = await asyncio.gather(anna.says("/new europe"), boris.says("/new usa"))
    assert sorted(answer.split()[0] for answer in answers) == ["The", "There"]
    new = await ended.match()
    assert new.id != old.id
    assert new.roster.status is Status.LOBBY
    assert len(await ended.store.log.running_games()) == 1
