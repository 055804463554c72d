"""Rollback by an admin: the turns to choose from, the preview, the reason, and what follows of it."""

from datetime import timedelta

import pytest

from bot.matches.plans import own_plan
from tests.narration import plain
from tests.scenario import Participant, Scenario
from tests.situations import game_of
from tests.undo_games import normal

pytestmark = pytest.mark.scenario(turn_clock="24h")

HOUR = timedelta(hours=1)
DAY = 24 * HOUR


async def turns(*players: Participant) -> None:
    """A turn of each of these players."""
    for player in players:
        await player.draws()


async def rolls_back(admin: Participant, to: str, reason: str = "A card was dealt twice") -> str:
    await admin.says(f"/rollback {to} {reason}")
    told = await admin.presses("Set the game back")
    await admin.scenario.settle()
    return told


async def test_an_admin_chooses_a_turn_sees_the_board_says_why_and_confirms(scenario: Scenario) -> None:
    first, second = await scenario.in_play("Anna", "Boris")
    olga = await scenario.add_admin("Olga")
    await turns(first)
    before = await game_of(scenario)
    await turns(second, first)
    told = await olga.says("/rollback")
    assert told.startswith("**Go back to the end of which turn?**")
    assert [label for label in olga.labels if label.startswith(("Turn", "Before"))] == [
        "Turn 2",
        "Turn 1",
        "Before the first turn",
    ]
    assert "Turn 1: " in told
    assert "draws 2 cards" in told
    preview = await olga.presses("Turn 1")
    assert preview.startswith("**Back to the end of turn 1?**")
    assert preview.count("draws 2 cards") == 2
    (picture,) = olga.answer.pictures
    assert (picture.name, picture.source) == ("board.png", None)
    await olga.presses("Give a reason")
    form = olga.answer.editing
    assert form
    await olga.presses_code(f"{form.code} Boris: his cards were *seen* by @all")
    assert "Everybody will read this reason: “Boris: his cards were ∗seen∗ by ＠all”" in olga.heard
    assert await game_of(scenario) != before
    await scenario.settle()
    posts = len(scenario.platform.posts)
    assert (await olga.presses("Set the game back")).startswith("The game is set back")
    await scenario.settle()
    assert normal(await game_of(scenario)) == normal(before)
    assert len(scenario.platform.posts) == posts + 1
    post = scenario.platform.posts[-1]
    assert plain(scenario.platform.last).startswith(
        "Olga (admin) set the game back to the end of turn 1. Reason: “Boris: his cards were ∗seen∗ by ＠all”"
    )
    assert post.mentioned == (second.person,)
    assert post.pictures


async def test_clocks_plans_votes_and_deadlines_follow(scenario: Scenario) -> None:
    first, second, third = await scenario.in_play("Anna", "Boris", "Carl")
    olga = await scenario.add_admin("Olga")
    seats = [await player.seat() for player in (first, second, third)]
    banks = [one.clock.bank for one in (await scenario.match()).roster.holders]
    await scenario.clock.move_on(30 * HOUR)
    await turns(first)
    await scenario.clock.move_on(20 * HOUR)
    await turns(second)
    await third.says("/pause")
    await first.says("/plan draw deck twice if the row shows 5 red")
    match = await scenario.match()
    assert [one.clock.bank for one in match.roster.holders] != banks
    assert match.roster.vote
    await rolls_back(olga, "0")
    match = await scenario.match()
    assert [one.clock.bank for one in match.roster.holders] == banks
    assert match.roster.vote is None
    assert own_plan(match, seats[0]) is None
    assert match.waiting_for == (seats[0],)
    bank = timedelta(seconds=banks[seats[0]])
    assert match.deadline(seats[0]) == scenario.clock.now() + DAY + bank
    kinds = {f"turn:{seats[0]}", f"reminder:{seats[0]}"}
    assert set(await scenario.store.timers.of_game(match.id)) == kinds
