"""Buttons of another turn, of another person, of three months ago: they change nothing and shame nobody."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from engine.events import CardDrawn
from tests.discord_bot import Player, Station, station
from tests.fakes.discord.town import Town
from tests.scenario import FakeClock


@pytest.fixture
async def bot(tmp_path: Path, town: Town, clock: FakeClock) -> AsyncIterator[Station]:
    async with station(tmp_path, town, clock) as one:
        yield one


async def seq(bot: Station) -> int:
    return (await bot.match()).seq


async def test_anothers_turn_is_seen_but_not_played(bot: Station) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    before, posts = await seq(bot), len(bot.posts)
    assert anna.member.account.name in await boris.member.presses("Draw cards", on=bot.last)
    assert "From the deck" not in boris.member.labels
    assert (await seq(bot), len(bot.posts)) == (before, posts)


async def test_who_has_no_seat_is_told_so_in_private(bot: Station, town: Town) -> None:
    await bot.in_play("Anna", "Boris")
    carla = town.comes("Carla")
    before = await seq(bot)
    for label in ("Draw cards", "Claim", "My hand"):
        assert "seat" in await carla.presses(label, on=bot.last)
        assert carla.answer in carla.private
    assert "Europe" in await carla.presses("Board", on=bot.last) or carla.answer.attachments  # type: ignore[union-attr]
    assert await seq(bot) == before


async def test_a_button_pressed_twice_is_played_once(bot: Station) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.member.presses("Draw cards", on=bot.last)
    offer = anna.member.answer
    assert offer is not None
    code = next(button["custom_id"] for button in offer.buttons if button["label"] == "From the deck")
    await asyncio.gather(*(anna.member.presses_code(code, offer) for _ in range(3)))
    steps = await bot.table.games.steps((await bot.match()).id, 0)
    assert sum(isinstance(step.fact, CardDrawn) for step in steps) == 1
    assert "From the deck" in anna.member.labels


async def test_a_button_of_last_turn_shows_the_present_board(bot: Station) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    await anna.member.presses("Draw cards", on=bot.last)
    answer = anna.member.answer
    assert answer is not None
    await anna.member.presses("My hand", on=bot.last)
    for player in (anna, boris):
        await player.types("draw deck")
        await player.types("draw deck")
        await bot.settle()
    before = await seq(bot)
    assert (await anna.member.presses("From the deck", on=answer)).startswith("That button is out of date")
    assert "Your turn" in anna.member.heard
    assert await seq(bot) == before


async def test_a_button_of_three_months_ago_still_answers(bot: Station, town: Town, clock: FakeClock) -> None:
    town.hall.doors.old_edits_refused = True
    anna, boris = await bot.in_play("Anna", "Boris")
    old = bot.last
    await clock.move_on(timedelta(days=91))
    await anna.types("draw deck")
    await anna.types("draw deck")
    await bot.settle()
    assert "Draw cards" in old.labels
    before, posts = await seq(bot), len(bot.posts)
    assert "out of date" in await anna.member.presses("Draw cards", on=old)
    assert "out of date" in await boris.member.presses("Draw cards", on=old)
    assert "From the deck" in boris.member.labels
    assert await anna.member.presses("My hand", on=old)
    assert (await seq(bot), len(bot.posts)) == (before, posts)


async def test_a_button_of_a_game_that_was_aborted_leads_nowhere(bot: Station, town: Town) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    old, before = bot.last, await seq(bot)
    town.hall.faults.order("update_message", times=9, status=400, code=30046)
    owner = town.the_owner()
    await owner.runs("/gameadmin abort")
    await owner.presses("Abort the game")
    for player in (anna, boris):
        for label in ("Draw cards", "Claim", "Draw tickets", "Build a station"):
            assert "This game is over." in await player.member.presses(label, on=old)
            assert player.member.labels == []
    town.hall.faults.ordered.clear()
    await owner.runs("/gameadmin restore")
    assert await seq(bot) == before + 2


async def test_a_lobbys_buttons_are_gone_once_it_has_begun(bot: Station) -> None:
    (anna,) = await bot.comes("Anna")
    await anna.member.runs("/game new", board="europe")
    await bot.settle()
    lobby = bot.last
    await anna.member.runs("/game computer")
    await anna.member.presses("Start", on=lobby)
    await bot.settle()
    assert lobby.labels == []


async def test_a_command_says_what_is_wrong_to_whoever_gave_it_alone(bot: Station) -> None:
    anna, boris = await bot.in_play("Anna", "Boris")
    posts = len(bot.posts)
    await boris.member.runs("/draw", card="deck")
    assert "turn" in boris.member.heard
    assert boris.member.answer in boris.member.private
    await anna.member.runs("/claim", route="Atlantis")
    assert anna.member.answer in anna.member.private
    assert len(bot.posts) == posts


async def test_admin_commands_are_offered_to_those_who_manage_the_channel(bot: Station, town: Town) -> None:
    anna, _ = await bot.in_play("Anna", "Boris")
    with pytest.raises(AssertionError, match="not offered"):
        await anna.member.runs("/gameadmin skip")
    owner = Player(bot, town.the_owner())
    await owner.member.runs("/gameadmin skip")
    await bot.settle()
    assert await bot.waited_for(anna) == []
