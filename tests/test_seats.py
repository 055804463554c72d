"""People who leave and come back: skipping, replacing, aborting, restoring, and what follows a game."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.deadlines import Deadlines
from bot.matches.roster import Status
from engine.game import DrawSecondCard, SettleTunnel
from tests.evening import HALL, Evening, Guest, evening, waited_for
from tests.isle import changed
from tests.moments import into_a_tunnel, unchanged, view_of

HOST_ONLY = "Only whoever opened the game, or an admin here, can do that."
DAY = timedelta(days=1)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening(tmp_path) as one:
        yield one


async def anna_and_boris(hall: Evening) -> tuple[Guest, Guest]:
    """Anna, who opened the game, has her first turn, and Boris waits."""
    anna, boris = await hall.arrive("Anna"), await hall.arrive("Boris")
    await anna.says("/new europe")
    await boris.says("/join")
    await anna.says("/starter anna")
    await anna.says("/start")
    await anna.says("/keep all")
    await boris.says("/keep all")
    await hall.settle()
    return anna, boris


async def pass_to(hall: Evening, guest: Guest, other: Guest) -> None:
    """Let the other have a turn of two blind cards, if it is theirs."""
    if guest not in await waited_for(hall, [guest]):
        await other.says("/draw deck")
        await other.says("/draw deck")


# ---- skipping


async def test_whoever_opened_the_game_skips_a_turn_and_the_table_is_told(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    await pass_to(hall, boris, anna)
    assert await anna.says("/skip") == "A computer ends the turn of Boris."
    await hall.settle()
    assert hall.hall.last.startswith("A computer ends this turn for Boris (decided by Anna).\nBoris ")
    assert hall.hall.last.endswith("**Anna** is next.")
    assert not (await hall.match()).roster.sitters[1].skipped


async def test_a_skip_lasts_from_the_second_card_to_the_end_of_the_turn(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    await pass_to(hall, boris, anna)
    held = sum((await view_of(boris)).hand)
    await boris.says("/draw deck")
    await anna.says("/skip boris")
    await hall.settle()
    assert sum((await view_of(boris)).hand) == held + 2
    assert await waited_for(hall, [anna, boris]) == [anna]


async def test_a_skip_settles_a_tunnel(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    vanished = await into_a_tunnel(hall, [anna, boris])
    other = boris if vanished is anna else anna
    hall.hall.admins.add(other.person)
    await other.says("/skip")
    await hall.settle()
    assert (await view_of(other)).table.tunnel is None
    assert await waited_for(hall, [anna, boris]) == [other]


async def test_a_skip_chooses_tickets_drawn_in_play(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    await anna.says("/draw tickets")
    hall.hall.admins.add(boris.person)
    await boris.says("/skip")
    await hall.settle()
    assert len((await view_of(anna)).tickets) > 4
    assert await waited_for(hall, [anna, boris]) == [boris]


async def test_a_skip_makes_the_whole_starting_choice_in_mega_too(hall: Evening) -> None:
    anna, boris = await hall.seated("Anna", "Boris", game="europe mega")
    assert await unchanged(anna, "/skip") == ["The table waits for several: Anna, Boris. Name one."]
    await anna.says("/skip boris")
    await hall.settle()
    assert len((await view_of(boris)).tickets) >= 3
    assert await waited_for(hall, [anna, boris]) == [anna]


async def test_only_somebody_who_is_waited_for_can_be_skipped(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    assert await unchanged(anna, "/skip boris") == ["The table does not wait for Boris now."]
    assert await unchanged(boris, "/skip", "/skip anna", "/replace anna") == [HOST_ONLY] * 3


async def test_after_a_day_any_player_may_skip_and_nobody_else(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    carl = await hall.arrive("Carl")
    await hall.clock.move_on(DAY - timedelta(minutes=1))
    assert await unchanged(boris, "/skip") == [HOST_ONLY]
    await hall.clock.move_on(timedelta(minutes=1))
    assert await unchanged(carl, "/skip", "/replace anna") == [HOST_ONLY] * 2
    assert await boris.says("/skip") == "A computer ends the turn of Anna."
    await hall.settle()
    assert await waited_for(hall, [anna, boris]) == [boris]


async def test_the_day_begins_anew_with_every_half_turn(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    await hall.clock.move_on(timedelta(hours=20))
    await anna.says("/draw deck")
    await hall.clock.move_on(timedelta(hours=20))
    assert await unchanged(boris, "/skip") == [HOST_ONLY]


# ---- replacing, leaving, coming back


async def test_a_replaced_player_comes_back_to_the_seat_as_it_is(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    assert await anna.says("/replace boris") == "A computer plays for Boris until they come back."
    assert await unchanged(anna, "/replace boris") == ["A computer plays for Boris already."]
    await anna.says("/draw deck")
    await anna.says("/draw deck")
    await hall.settle()
    assert await waited_for(hall, [anna, boris]) == [anna]
    assert await unchanged(boris, "/draw deck") == ["A computer plays for Boris already."]
    assert (await boris.looks()).startswith("A computer plays your seat until you /join again.")
    assert boris.labels == []
    assert await boris.says("/join") == "Welcome back. Your seat is as it was left."
    await hall.settle()
    assert hall.hall.texts[-1].startswith("Boris is back and plays on.")
    assert len((await view_of(boris)).tickets) >= 4


async def test_whoever_leaves_in_a_half_turn_finds_it_done(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    await anna.says("/draw deck")
    assert isinstance((await view_of(anna)).decision, DrawSecondCard)
    assert await anna.says("/leave") == "A computer plays your seat until you /join again."
    assert await anna.says("/leave") == "A computer is playing your seat already. /join takes it back."
    await hall.settle()
    assert await waited_for(hall, [anna, boris]) == [boris]
    assert hall.hall.last.endswith("**Boris** is next.")


async def test_a_decision_that_is_open_waits_for_whoever_comes_back_in_time(tmp_path: Path) -> None:
    async with evening(tmp_path, delay=1) as hall:
        anna, boris = await anna_and_boris(hall)
        vanished = await into_a_tunnel(hall, [anna, boris])
        await vanished.says("/leave")
        await vanished.says("/join")
        await hall.clock.move_on(timedelta(seconds=5))
        await hall.settle()
        assert isinstance((await view_of(vanished)).decision, SettleTunnel)


async def test_another_person_takes_the_seat_of_one_who_left(hall: Evening) -> None:
    _, boris = await anna_and_boris(hall)
    carl = await hall.arrive("Carl")
    assert await unchanged(carl, "/join") == ["Every seat is taken. Looking on is welcome."]
    hand = (await view_of(boris)).hand
    await boris.says("/leave")
    assert await carl.says("/join") == "You play Boris’s seat from now on."
    await hall.settle()
    assert hall.hall.last.startswith("Carl takes the seat of Boris and plays on.")
    assert (await view_of(carl)).hand == hand
    assert "**Your hand**" in carl.told[-1].text
    assert await boris.says("/games") == "You sit in no game at the moment."
    assert await boris.says("/join") == "Every seat is taken. Looking on is welcome."
    assert "Carl" in (await carl.says("/games"))


async def test_a_new_player_is_not_blamed_for_the_wait_before(tmp_path: Path) -> None:
    async with evening(tmp_path, delay=1) as hall:
        anna, boris = await anna_and_boris(hall)
        await hall.clock.move_on(2 * DAY)
        carl = await hall.arrive("Carl")
        await anna.says("/leave")
        await carl.says("/join")
        assert await unchanged(boris, "/skip") == [HOST_ONLY]
        await hall.clock.move_on(DAY)
        assert await boris.says("/skip") == "A computer ends the turn of Carl."


async def test_a_computers_own_seat_is_nobodys_to_take(hall: Evening) -> None:
    await hall.playing("Anna", computers=1)
    carl = await hall.arrive("Carl")
    assert await carl.says("/join") == "Every seat is taken. Looking on is welcome."


async def test_when_everybody_has_left_the_computers_play_it_out(tmp_path: Path) -> None:
    async with evening(tmp_path, boards=isle(tmp_path)) as hall:
        anna, boris = await hall.playing("Anna", "Boris", game="isle")
        await anna.says("/leave")
        await boris.says("/leave")
        await hall.settle()
        assert "game is over." in hall.hall.last


# ---- aborting and restoring


async def test_aborting_takes_two_steps_and_can_be_taken_back_for_a_day(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    await anna.says("/draw deck")
    game, hand = (await hall.match()).id, (await view_of(anna)).hand
    (asked,) = await unchanged(anna, "/abort")
    assert asked == "Abort this game for everybody? It can be restored within a day."
    assert (
        await anna.presses("Abort the game") == "The game is aborted. /restore brings it back within a day."
    )
    await hall.settle()
    assert await hall.store.game_in(HALL) is None
    assert hall.hall.last.endswith("Anna ends the game without a result. It can be restored for a day.")
    assert await anna.says("/draw deck") == "There is no game here. Open one with /new."
    assert await boris.says("/restore") == HOST_ONLY
    await hall.clock.move_on(DAY - timedelta(seconds=1))
    await Deadlines(hall.table.games).look()
    assert await anna.says("/restore") == "The game goes on where it was."
    assert ((await hall.match()).id, (await view_of(anna)).hand) == (game, hand)
    assert isinstance((await view_of(anna)).decision, DrawSecondCard)
    await hall.settle()
    assert "Anna brings the game back, just as it was." in hall.hall.last
    assert await unchanged(boris, "/skip") == [HOST_ONLY]


async def test_buttons_of_an_aborted_game_are_dead(hall: Evening) -> None:
    anna, _ = await anna_and_boris(hall)
    await anna.looks()
    code = anna.button("Blind card").code
    await anna.says("/abort yes")
    assert await anna.presses_code(code) == "This game is over. /new opens another."


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
    assert hall.hall.last.startswith("The aborted game cannot be restored any more.")
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
    assert await anna.says("/restore") == "The game goes on where it was."
    assert (await hall.match()).roster.status is Status.LOBBY
    await anna.says("/abort yes")
    await hall.clock.move_on(DAY)
    assert await anna.says("/restore") == "There is no aborted game to restore here."


async def test_a_game_is_restored_only_into_a_chat_that_is_free(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    await anna.says("/abort yes")
    await hall.clock.move_on(timedelta(minutes=1))
    await boris.says("/new usa")
    assert await anna.says("/restore") == "A game is open here already, and a chat has one at a time."
    assert await boris.says("/abort yes") == "The game is aborted. /restore brings it back within a day."
    assert await boris.says("/restore") == "The game goes on where it was."
    assert (await hall.match()).board.id == "usa"


async def test_there_is_nothing_to_end_or_bring_back_where_nothing_is(hall: Evening) -> None:
    anna = await hall.arrive("Anna")
    assert await anna.says("/restore") == "There is no aborted game to restore here."
    assert await anna.says("/abort") == "There is no game here. Open one with /new."


# ---- after the end


def isle(folder: Path) -> Path:
    """A folder with a board so small that a game on it is soon over."""
    boards = folder / "boards"
    boards.mkdir()
    (boards / "isle.toml").write_text(changed("trains = 12", "trains = 4"))
    return boards


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


async def test_the_next_game_follows_in_the_same_chat(ended: Evening) -> None:
    anna, boris = await ended.arrive("Anna"), await ended.arrive("Boris")
    old = await ended.match()
    answers = await asyncio.gather(anna.says("/new europe"), boris.says("/new usa"))
    assert sorted(answer.split()[0] for answer in answers) == ["A", "Ticket"]
    new = await ended.match()
    assert new.id != old.id
    assert new.roster.status is Status.LOBBY
    assert len(await ended.store.running_games()) == 1
