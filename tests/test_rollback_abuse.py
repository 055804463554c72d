"""Rollback as a weapon: by an admin who plays, again and again."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.ratings import is_rated
from bot.matches.roster import Status
from tests.narration import plain
from tests.scenario import Scenario, open_scenario
from tests.test_rollback import rolls_back, turns


@pytest.fixture
async def short(tmp_path: Path) -> AsyncIterator[Scenario]:
    async with open_scenario(tmp_path, boards="short", turn_clock="24h") as one:
        yield one


async def rated(scenario: Scenario) -> bool:
    return is_rated(await scenario.host.repository.steps((await scenario.match()).id, 0))


async def test_a_game_that_was_set_back_says_so_and_is_not_rated(short: Scenario) -> None:
    players = await short.in_play("Anna", "Boris", game="short")
    await turns(*await short.waited_for(*players))
    await rolls_back(await short.add_admin("Olga"), "0")
    assert "The game is not rated any more." in plain(short.platform.last)
    await short.play_to_the_end(*players)
    assert not await rated(short)


async def test_an_admin_who_has_left_their_seat_is_still_said_to_play(short: Scenario) -> None:
    first, second = await short.in_play("Anna", "Boris")
    short.platform.admins.add(second.person)
    await turns(first)
    await second.says("/leave yes")
    carl = await short.add_player("Carl")
    await carl.says("/join")
    assert "Carl" in (await short.match()).roster.names
    await rolls_back(second, "0")
    assert " (admin and player) set the game back" in plain(short.platform.last)


async def test_an_admin_who_sets_a_game_back_again_and_again_does_not_notify_without_end(
    short: Scenario,
) -> None:
    first, _ = await short.in_play("Anna", "Boris")
    olga, petra = await short.add_admin("Olga"), await short.add_admin("Petra")
    await turns(first)
    for to in ("0", "back", "back"):
        assert (await rolls_back(olga, to)).startswith("The game is set back")
    seq = (await short.match()).seq
    for admin in (olga, petra):
        assert (await admin.says("/rollback back because")).startswith("This game was set back 3 times")
    assert (await short.match()).seq == seq
    await short.clock.move_on(timedelta(hours=1))
    await short.settle()
    assert (await rolls_back(olga, "back")).startswith("The game is set back")


async def test_no_game_goes_on_that_waits_for_somebody_who_was_forgotten(short: Scenario) -> None:
    anna, boris = await short.in_play("Anna", "Boris")
    olga = await short.add_admin("Olga")
    await olga.says("/abort yes")
    await boris.says("/forgetme yes")
    await short.settle()
    await olga.says("/restore")
    await short.settle()
    match = await short.match()
    (gone,) = (one for one in match.roster.holders if one.person.startswith("forgotten:"))
    assert match.roster.status is Status.RUNNING
    assert gone.level
    assert gone.given_up
    assert await short.waited_for(anna) == [anna]


async def test_nobody_who_was_forgotten_sits_in_a_lobby_that_is_restored(short: Scenario) -> None:
    anna, boris = await short.add_player("Anna"), await short.add_player("Boris")
    await anna.says("/new short")
    await boris.says("/join")
    await anna.says("/abort yes")
    await boris.says("/forgetme yes")
    await short.settle()
    await anna.says("/restore")
    match = await short.match()
    assert match.roster.status is Status.LOBBY
    assert match.roster.names == ("Anna",)
