"""Undo, the same on every platform: alone and at once, by a vote, and too late."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from engine.actions import ClaimRoute
from engine.game import Game, SettleTunnel, TakeTurn
from engine.notation import line
from engine.options import options
from tests.contract.table import Table, TablePlayer
from tests.contract.tables import WORLDS
from tests.undo_games import normal

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture(params=WORLDS)
async def table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Table]:
    async with WORLDS[request.param](tmp_path) as open_table, open_table(turn_clock="24h") as table:
        yield table


async def claim_of(player: TablePlayer) -> str:
    """The line of a claim without a tunnel that a player can make; "" where there is none."""
    view = await player.view()
    routes = view.table.board.route
    claims = (one for one in options(view).of(ClaimRoute) if isinstance(one, ClaimRoute))
    return next((line(one) for one in claims if not routes[one.route].tunnel), "")


async def to_a_claim(table: Table, *players: TablePlayer) -> tuple[TablePlayer, str]:
    """Draw cards until a player who begins a turn can claim a route."""
    while True:
        (player,) = await table.waited_for(*players)
        if isinstance((await player.view()).decision, TakeTurn) and (claim := await claim_of(player)):
            return player, claim
        await player.plays("draw deck")


async def game_of(table: Table) -> Game:
    game = (await table.scenario.match()).game
    assert game is not None
    return game


async def test_a_claim_is_taken_back_alone_and_at_once(table: Table) -> None:
    players = await table.in_play("Anna", "Boris")
    first, claim = await to_a_claim(table, *players)
    (second,) = [one for one in players if one is not first]
    before = await game_of(table)
    await first.plays(claim)
    await first.types("/hand")
    posts, mentioned = len(await table.posts()), await second.notifications()
    own = await first.notifications()

    await first.chooses("Undo")

    assert normal(await game_of(table)) == normal(before)
    assert await table.waited_for(*players) == [first]
    await table.until_told(f"{first.name} took back their last move.")
    assert len(await table.posts()) == posts + 1
    assert (await first.notifications(), await second.notifications()) == (own + 1, mentioned)
    await first.plays(claim)
    assert await table.waited_for(*players) == [second]


async def test_a_blind_card_is_taken_back_if_all_others_agree(table: Table) -> None:
    first, second, third = await table.in_play("Anna", "Boris", "Carl")
    before = await game_of(table)
    await first.draws()
    drawn = await game_of(table)
    await first.acts("/undo")
    await table.until_told(f"Should {first.name}’s last move be undone")
    await second.chooses("Yes")
    assert await table.waited_for(first, second, third) == [second]
    await third.chooses("Yes")
    await table.until_told(f"{first.name}’s last move is undone")
    after = await game_of(table)
    assert normal(after) != normal(before)  # the first of two cards was another move
    assert await table.waited_for(first, second, third) == [first]
    await first.plays("draw deck")
    assert replace(normal(await game_of(table)), table=before.table) == replace(
        normal(drawn), table=before.table
    )


async def test_one_no_or_a_day_of_silence_refuses(table: Table) -> None:
    first, second, third = await table.in_play("Anna", "Boris", "Carl")
    await first.draws()
    await second.plays("draw deck")
    drawn = await game_of(table)
    await first.acts("/undo")
    await table.until_told("be undone, with all that came after it?")
    await second.chooses("No")
    await first.acts("/undo")
    await third.chooses("Yes")
    await table.pass_time(DAY + MINUTE)
    assert (await table.scenario.match()).roster.vote is None
    assert (await game_of(table)).hands == drawn.hands


async def test_it_is_too_late_once_another_player_has_acted(table: Table) -> None:
    players = await table.in_play("Anna", "Boris")
    first, claim = await to_a_claim(table, *players)
    (second,) = [one for one in players if one is not first]
    await first.plays(claim)
    await first.types("/hand")
    await second.plays("draw deck")
    seq = (await table.scenario.match()).seq
    await first.presses("Undo")
    await first.until_seen("This can no longer be undone at once.")
    assert (await table.scenario.match()).seq == seq
    assert not isinstance((await first.view()).decision, SettleTunnel)
