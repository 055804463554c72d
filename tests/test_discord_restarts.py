"""A bot that is started again: every half-turn goes on by the very buttons that stood there before."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from engine.documents.position import position_of
from engine.options import options
from tests.discord_bot import Player, Station, station
from tests.fakes.discord.server import Guildhall, guildhall
from tests.fakes.discord.town import Town
from tests.scenario import FakeClock, counted
from tests.situations import in_a_tunnel, tunnel_claim

Moment = Callable[[Station], Awaitable[Player]]
"""Brings an evening to some half-turn, its buttons before the player whose it is."""


@pytest.fixture
async def hall(clock: FakeClock) -> AsyncIterator[Guildhall]:
    async with guildhall(clock) as one:
        yield one


async def starting_tickets(bot: Station) -> Player:
    anna, boris = await bot.sits_down("Anna", "Boris")
    await boris.clicks("keep " + ",".join(map(str, (await boris.view()).offer)))
    await anna.sees_hand()
    return anna


async def marked_tickets(bot: Station) -> Player:
    """Two are ticked in the list, and not kept yet."""
    anna = await starting_tickets(bot)
    assert anna.member.answer is not None
    (select,) = [part for part in anna.member.answer.parts if part["type"] == 3]
    await anna.member.picks(*[row["label"] for row in select["options"][:2]])
    return anna


async def drawn_tickets(bot: Station) -> Player:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.clicks("draw tickets")
    return anna


async def second_card(bot: Station) -> Player:
    anna, _ = await bot.in_play("Anna", "Boris")
    await anna.clicks("draw deck")
    return anna


async def tunnel(bot: Station) -> Player:
    players = await bot.in_play("Anna", "Boris")
    for player in players:
        await player.member.runs("/settings", confirm=False)
    player = await bot.play_until(
        *players,
        come=lambda view: in_a_tunnel(view) and len(options(view)) > 1,
        choose=tunnel_claim,
    )
    await player.sees_hand()
    return player


async def whole(bot: Station) -> object:
    """All that there is to a match, secrets and all."""
    match = await bot.match()
    assert match.game is not None
    return position_of(match.game), match.roster, match.seq


@pytest.mark.parametrize(
    ("come_to", "label"),
    [
        (starting_tickets, "Choose tickets"),
        (marked_tickets, "Keep 2 tickets"),
        (drawn_tickets, "Choose tickets"),
        (second_card, "From the deck"),
        (tunnel, "Pay"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_a_half_turn_goes_on_by_its_old_buttons(
    come_to: Moment, label: str, hall: Guildhall, clock: FakeClock, tmp_path: Path
) -> None:
    town = Town(hall)
    async with station(tmp_path, town, clock) as before:
        player = await come_to(before)
        await before.settle()
        asked, answer = await whole(before), player.member.answer
    await clock.move_on(timedelta(days=1))

    async with station(tmp_path, town, clock, counted(1 << 20)) as after:
        (player,) = await after.comes(player.account.name)
        assert await whole(after) == asked
        await player.member.presses(label, on=answer)
        if player.member.form:
            (field,) = [part for part in player.member.form["components"] if part["type"] == 18]
            rows = [row["label"] for row in field["component"]["options"]]
            await player.member.submits({field["label"]: rows})
        await after.settle()
        assert await whole(after) != asked
        assert await after.waited_for(player) == []


async def test_what_a_half_turn_was_is_in_the_private_conversation_too(
    hall: Guildhall, clock: FakeClock, tmp_path: Path
) -> None:
    town = Town(hall)
    async with station(tmp_path, town, clock) as before:
        player = await second_card(before)
        await before.settle()
    async with station(tmp_path, town, clock, counted(1 << 20)) as after:
        (player,) = await after.comes(player.account.name)
        await player.member.presses("From the deck", at=player.member.dm)
        await after.settle()
        assert await after.waited_for(player) == []
        assert len(after.posts) == 4


async def test_nothing_is_said_again_by_a_bot_that_is_started_again(
    hall: Guildhall, clock: FakeClock, tmp_path: Path
) -> None:
    town = Town(hall)
    async with station(tmp_path, town, clock) as before:
        await before.in_play("Anna", "Boris")
        said = [post.text for post in before.posts]
    syncs = hall.doors.syncs
    async with station(tmp_path, town, clock, counted(1 << 20)) as after:
        await after.settle()
        assert [post.text for post in after.posts] == said
        assert hall.doors.syncs == syncs == 1
