"""Whole evenings on Discord, from the lobby to the final score, over the wire."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.roster import Status
from engine.events import TurnStarted
from tests.discord_bot import Player, Station, station
from tests.fakes.discord.server import of_kind
from tests.fakes.discord.town import Town
from tests.scenario import FakeClock


@pytest.fixture
async def bot(tmp_path: Path, town: Town, clock: FakeClock) -> AsyncIterator[Station]:
    async with station(tmp_path, town, clock) as one:
        yield one


async def turns_in(bot: Station) -> int:
    """How many turns people have had."""
    steps = await bot.table.games.steps((await bot.match()).id, 0)
    holders = steps[-1].after.roster.holders
    return sum(
        isinstance(step.fact, TurnStarted) and not holders[step.fact.seat].by_computer for step in steps
    )


async def is_well_told(bot: Station) -> None:
    """One post a turn, with a picture and its words, and one ping; the newest alone has buttons."""
    posts, turns = bot.posts, await turns_in(bot)
    assert len(posts) <= 1.05 * turns + 2
    called = [post for post in posts if post.pings]
    assert all(len(post.pings) == 1 for post in called)
    assert len(called) == turns
    for post in called:
        (picture,) = post.attachments
        assert 0 < len(picture.description) <= 1024
        assert f"{post.pings[0].name}\u2069**’s turn" in post.text
    assert [post.text[:40] for post in posts[:-1] if post.buttons] == []


async def test_a_game_is_played_by_buttons_alone(bot: Station, town: Town) -> None:
    anna, boris = await bot.sits_down("Anna", "Boris", board="usa")
    await bot.play_out(anna, boris, how=Player.clicks)
    assert (await bot.match()).roster.status is Status.OVER
    assert "The game is over." in bot.last.text
    await is_well_told(bot)
    assert [line for line in town.hall.story if line.startswith(("Anna: ", "Boris: "))] == [
        "Anna: /game new board:usa"
    ]


async def test_a_game_is_played_by_commands_alone(bot: Station, town: Town) -> None:
    anna, boris = await bot.comes("Anna", "Boris")
    await anna.member.runs("/game new", board="europe")
    await boris.member.runs("/game join")
    await anna.member.runs("/game computer", level="easy")
    for player in (anna, boris):
        await player.member.runs("/settings", confirm=False)
    await anna.member.runs("/game start")
    await bot.settle()
    await bot.play_out(anna, boris, how=Player.types)
    assert "The game is over." in bot.last.text
    await is_well_told(bot)
    assert not [line for line in town.hall.story if "presses" in line or "picks" in line]


async def test_a_game_is_played_with_all_private_messages_closed(bot: Station, town: Town) -> None:
    anna, boris = await bot.sits_down("Anna", "Boris", board="usa", dms="closed")
    await bot.play_out(anna, boris, how=Player.clicks)
    assert "The game is over." in bot.last.text
    await is_well_told(bot)
    assert [player.member.sees(player.member.dm) for player in (anna, boris)] == [[], []]
    tried = [body["recipient_id"] for body in of_kind(town.hall, "create_dm")]
    assert len(tried) == len(set(tried)) == 2


async def test_five_click_at_once_and_nobody_is_lost(bot: Station, town: Town) -> None:
    players = await bot.comes("Anna", "Boris", "Carla", "Dmitri", "Eve")
    anna, *_ = players
    await anna.member.runs("/game new", board="europe")
    await bot.settle()
    lobby = bot.last
    await asyncio.gather(*(player.member.presses("Join", on=lobby) for player in players for _ in range(2)))
    await bot.settle()
    roster = (await bot.match()).roster
    assert sorted(roster.names) == ["Anna", "Boris", "Carla", "Dmitri", "Eve"]
    assert len(set(roster.colors)) == 5
    assert bot.posts == [lobby]
    assert all(name in lobby.text for name in roster.names)

    await asyncio.gather(*(player.member.presses("Start", on=lobby) for player in players))
    await bot.settle()
    assert (await bot.match()).roster.status is Status.RUNNING
    assert len(bot.posts) == 2
    await asyncio.gather(*(player.sees_hand() for player in players))
    keeps = [player.clicks(await player.thinks()) for player in players]
    await asyncio.gather(*keeps)
    await bot.settle()
    assert len(bot.posts) == 3

    (first,) = await bot.waited_for(*players)
    await asyncio.gather(
        *(player.member.presses("Draw cards", on=bot.last) for player in players for _ in range(3))
    )
    for player in players:
        assert ("From the deck" in player.member.labels) is (player is first)
    await first.clicks("draw deck")
    await first.clicks("draw deck")
    await bot.settle()
    assert len(bot.posts) == 4
    assert len(town.hall.refused) == 0


async def test_servers_of_two_shards_have_their_games_side_by_side(
    tmp_path: Path, town: Town, clock: FakeClock
) -> None:
    town.hall.gateway.shards = 2
    await clock.move_on(timedelta(milliseconds=1))
    other = Town(town.hall, "Another club")
    assert len({(one.guild.id >> 22) % 2 for one in (town, other)}) == 2
    async with station(tmp_path, town, clock) as bot:
        players = await bot.in_play("Anna", "Boris", board="usa")
        carla = other.comes("Carla")
        await carla.runs("/game new", board="europe")
        await bot.settle()
        assert "Carla" in other.table.messages[-1].text
        for _ in range(2):
            await players[0].clicks("draw deck")
        await bot.settle()
        assert players[0].account.name in bot.last.text
        assert "draws 2 cards from the deck" in bot.last.text
        assert "draws" not in other.table.messages[-1].text
