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
from tests.scenario import HALL, Evening, evening, waited_for
from tests.situations import anna_and_boris, isle, unchanged, view_of

HOST_ONLY = "Only the host of the game or an admin here can do that."
DAY = timedelta(days=1)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening(tmp_path) as one:
        yield one


# ---- aborting and restoring


async def test_aborting_takes_two_steps_and_can_be_taken_back_for_a_day(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    await anna.says("/draw deck")
    game, hand = (await hall.match()).id, (await view_of(anna)).hand
    (asked,) = await unchanged(anna, "/abort")
    assert asked == "Abort this game for everyone? It can be restored within a day."
    assert (
        await anna.presses("Abort the game")
        == "The game has been aborted. Use /restore within a day to bring it back."
    )
    await hall.settle()
    assert await hall.store.game_in(HALL) is None
    assert hall.hall.last.endswith("Anna ends the game without a result. It can be restored within a day.")
    assert await anna.says("/draw deck") == "There is no game here. Create one with /new."
    assert await boris.says("/restore") == HOST_ONLY
    await hall.clock.move_on(DAY - timedelta(seconds=1))
    await Deadlines(hall.table.games).look()
    assert await anna.says("/restore") == "The game continues where it stopped."
    assert ((await hall.match()).id, (await view_of(anna)).hand) == (game, hand)
    assert isinstance((await view_of(anna)).decision, DrawSecondCard)
    await hall.settle()
    assert "Anna restores the game. It continues where it stopped." in hall.hall.last
    assert hall.hall.posts[-1].mention == anna.person, "the table waits for her again"
    assert await unchanged(boris, "/skip") == [HOST_ONLY]


async def test_who_wants_to_be_called_in_private_is_called_so_when_a_game_comes_back(hall: Evening) -> None:
    anna, _ = await anna_and_boris(hall)
    await hall.store.save_person(Profile(anna.person, "Anna", ping=Ping.DM))
    await anna.says("/abort yes")
    await hall.settle()
    await anna.says("/restore")
    await hall.settle()
    assert [letter.mention for letter in anna.told[-2:]] == [None, anna.person]
    assert hall.hall.posts[-1].mention is None


async def test_what_was_aborted_by_mistake_is_a_button_away(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    game = (await hall.match()).id
    await anna.says("/abort yes")
    await hall.settle()
    ((back,),) = hall.hall.posts[-1].buttons
    assert back.label == "Restore the game"
    assert await boris.presses_code(back.code) == HOST_ONLY
    assert await anna.presses_code(back.code) == "The game continues where it stopped."
    assert (await hall.match()).id == game
    assert await anna.presses_code(back.code) == "There is no aborted game to restore here."


async def test_buttons_of_an_aborted_game_are_dead(hall: Evening) -> None:
    anna, _ = await anna_and_boris(hall)
    await anna.looks()
    code = anna.button("From the deck").code
    await anna.says("/abort yes")
    assert await anna.presses_code(code) == "This game is over. Create a new one with /new."


async def test_after_a_day_the_seed_is_published_and_nothing_can_be_restored(hall: Evening) -> None:
    anna, _ = await anna_and_boris(hall)
    seed = (await hall.match()).game
    assert seed is not None
    await anna.says("/abort yes")
    await hall.settle()
    assert seed.seed not in hall.hall.text
    await hall.clock.move_on(DAY)
    assert await anna.says("/restore") == "There is no aborted game to restore here."
    await Deadlines(hall.table.games).look()
    await until(lambda: seed.seed in hall.hall.text)
    assert hall.hall.last.startswith("The aborted game can no longer be restored.")
    assert await hall.store.next_due() is None


async def until(come: Callable[[], bool]) -> None:
    for _ in range(400):
        if come():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("that does not come")


async def test_an_aborted_lobby_is_restored_for_a_day_too(hall: Evening) -> None:
    anna = await hall.arrive("Anna")
    await anna.says("/new europe")
    await anna.says("/abort yes")
    assert await anna.says("/restore") == "The game continues where it stopped."
    assert (await hall.match()).roster.status is Status.LOBBY
    await anna.says("/abort yes")
    await hall.clock.move_on(DAY)
    assert await anna.says("/restore") == "There is no aborted game to restore here."


async def test_a_game_is_restored_only_into_a_chat_that_is_free(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    await anna.says("/abort yes")
    await hall.clock.move_on(timedelta(minutes=1))
    await boris.says("/new usa")
    assert await anna.says("/restore") == "There is already a game here. A chat can have only one at a time."
    assert (
        await boris.says("/abort yes")
        == "The game has been aborted. Use /restore within a day to bring it back."
    )
    assert await boris.says("/restore") == "The game continues where it stopped."
    assert (await hall.match()).board.id == "usa"


async def test_there_is_nothing_to_end_or_bring_back_where_nothing_is(hall: Evening) -> None:
    anna = await hall.arrive("Anna")
    assert await anna.says("/restore") == "There is no aborted game to restore here."
    assert await anna.says("/abort") == "There is no game here. Create one with /new."


# ---- after the end


@pytest.fixture
async def ended(tmp_path: Path) -> AsyncIterator[Evening]:
    """An evening after a game of Anna's and Boris's."""
    async with evening(tmp_path, boards=isle(tmp_path)) as hall:
        guests = await hall.playing("Anna", "Boris", game="isle")
        while (await hall.match()).roster.status is Status.RUNNING:
            for guest in await waited_for(hall, guests):
                await guest.says(f"/{await guest.thinks()}")
            await hall.settle()
        yield hall


async def test_a_finished_game_can_be_looked_at_and_no_more(ended: Evening) -> None:
    anna = await ended.arrive("Anna")
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
    assert [document.name for document in anna.answer.documents] == [f"stationmaster-{match.id}.json"]
    assert await anna.says("/games") == "You are not in any game right now."


async def test_the_last_post_has_buttons_for_what_can_be_looked_at(ended: Evening) -> None:
    boris = await ended.arrive("Boris")
    (row,) = ended.hall.posts[-1].buttons
    assert [button.label for button in row] == ["Board", "Scores", "Log", "Record"]
    for button, shown in zip(row, ("Routes", "Routes", "claims", "stationmaster verify"), strict=True):
        assert shown in await boris.presses_code(button.code), button.label


async def test_the_next_game_follows_in_the_same_chat(ended: Evening) -> None:
    anna, boris = await ended.arrive("Anna"), await ended.arrive("Boris")
    old = await ended.match()
    answers = await asyncio.gather(anna.says("/new europe"), boris.says("/new usa"))
    assert sorted(answer.split()[0] for answer in answers) == ["The", "There"]
    new = await ended.match()
    assert new.id != old.id
    assert new.roster.status is Status.LOBBY
    assert len(await ended.store.running_games()) == 1
