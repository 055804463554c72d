"""People who leave and come back: skipping, replacing, and seats that somebody else takes."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from engine.game import DrawSecondCard, SettleTunnel
from tests.scenario import Evening, Guest, evening, waited_for
from tests.situations import anna_and_boris, into_a_tunnel, isle, unchanged, view_of

HOST_ONLY = "Only the host of the game or an admin here can do that."
DAY = timedelta(days=1)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening(tmp_path) as one:
        yield one


async def pass_to(hall: Evening, guest: Guest, other: Guest) -> None:
    """Let the other have a turn of two blind cards, if it is theirs."""
    if guest not in await waited_for(hall, [guest]):
        await other.says("/draw deck")
        await other.says("/draw deck")


# ---- skipping


async def test_whoever_opened_the_game_skips_a_turn_and_the_table_is_told(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    await pass_to(hall, boris, anna)
    assert await anna.says("/skip") == "A computer finishes Boris’s turn."
    await hall.settle()
    assert hall.hall.last.startswith("A computer finishes this turn for Boris (decided by Anna).\nBoris ")
    assert hall.hall.last.endswith("It’s **Anna**’s turn.")
    assert not (await hall.match()).roster.holders[1].skipped


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
    assert await unchanged(anna, "/skip") == [
        "The game is waiting for several players: Anna, Boris. Name one of them."
    ]
    await anna.says("/skip boris")
    await hall.settle()
    assert len((await view_of(boris)).tickets) >= 3
    assert await waited_for(hall, [anna, boris]) == [anna]


async def test_only_somebody_who_is_waited_for_can_be_skipped(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    assert await unchanged(anna, "/skip boris") == ["The game is not waiting for Boris now."]
    assert await unchanged(boris, "/skip", "/skip anna", "/replace anna") == [HOST_ONLY] * 3


async def test_after_a_day_any_player_may_skip_and_nobody_else(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    carl = await hall.arrive("Carl")
    await hall.clock.move_on(DAY - timedelta(minutes=1))
    assert await unchanged(boris, "/skip") == [HOST_ONLY]
    await hall.clock.move_on(timedelta(minutes=1))
    assert await unchanged(carl, "/skip", "/replace anna") == [HOST_ONLY] * 2
    assert await boris.says("/skip") == "A computer finishes Anna’s turn."
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
    assert await anna.says("/replace boris") == "A computer plays for Boris until they return."
    assert await unchanged(anna, "/replace boris") == ["A computer is already playing for Boris."]
    await anna.says("/draw deck")
    await anna.says("/draw deck")
    await hall.settle()
    assert await waited_for(hall, [anna, boris]) == [anna]
    assert await unchanged(boris, "/draw deck") == ["A computer is already playing for Boris."]
    assert (await boris.looks()).startswith("A computer plays for you until you /join again.")
    assert boris.labels == []
    assert await boris.says("/join") == "Welcome back! You are playing again."
    await anna.says("/draw deck")
    await anna.says("/draw deck")
    await hall.settle()
    assert hall.hall.texts[-1].startswith("Boris is back in the game.\nAnna draws 2 cards from the deck.")
    assert len((await view_of(boris)).tickets) >= 4


async def test_whoever_leaves_in_a_half_turn_finds_it_done(hall: Evening) -> None:
    anna, boris = await anna_and_boris(hall)
    await anna.says("/draw deck")
    assert isinstance((await view_of(anna)).decision, DrawSecondCard)
    assert await anna.says("/leave") == "A computer plays for you until you /join again."
    assert await anna.says("/leave") == "A computer is already playing for you. Use /join to come back."
    await hall.settle()
    assert await waited_for(hall, [anna, boris]) == [boris]
    assert hall.hall.last.endswith("It’s **Boris**’s turn.")


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
    anna, boris = await anna_and_boris(hall)
    carl = await hall.arrive("Carl")
    assert await unchanged(carl, "/join") == ["All seats are taken, but you are welcome to watch."]
    hand = (await view_of(boris)).hand
    await boris.says("/leave")
    assert await carl.says("/join") == "You now play in Boris’s seat."
    await hall.settle()
    assert "**Your hand**" in carl.told[-1].text
    for _ in range(2):
        await anna.says("/draw deck")
    await hall.settle()
    leaving, taking, *_ = hall.hall.last.splitlines()
    assert leaving == "Boris leaves the game. A computer plays for Boris until they return."
    assert taking == "Carl takes over Boris’s seat."
    assert hall.hall.posts[-1].mention == carl.person
    assert (await view_of(carl)).hand == hand
    assert await boris.says("/games") == "You are not in any game right now."
    assert await boris.says("/join") == "All seats are taken, but you are welcome to watch."
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
        assert await boris.says("/skip") == "A computer finishes Carl’s turn."


async def test_a_computers_own_seat_is_nobodys_to_take(hall: Evening) -> None:
    await hall.playing("Anna", computers=1)
    carl = await hall.arrive("Carl")
    assert await carl.says("/join") == "All seats are taken, but you are welcome to watch."


async def test_when_everybody_has_left_the_computers_play_it_out(tmp_path: Path) -> None:
    async with evening(tmp_path, boards=isle(tmp_path)) as hall:
        anna, boris = await hall.playing("Anna", "Boris", game="isle")
        await anna.says("/leave")
        await boris.says("/leave")
        await hall.settle()
        assert "game is over." in hall.hall.last
