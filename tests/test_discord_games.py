"""Whole games on Discord, from the lobby to the final score."""

import asyncio
import re
from datetime import timedelta
from pathlib import Path

import pytest

from bot.matches.roster import Status
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.wire.server import of_kind
from tests.scenario import FakeClock

pytestmark = pytest.mark.usefixtures("short_boards")


async def is_well_told(bot: DiscordBot) -> None:
    """One post a turn, with a picture, its alt text and one mention; only the newest has buttons."""
    posts, turns = bot.posts, await bot.turns_of_people()
    assert len(posts) <= 1.05 * turns + 2
    start, *called, end = [post for post in posts if post.pings]
    assert {one.id for one in start.pings} == {one.id for one in end.pings}
    assert "choosing starting tickets" in start.text
    assert "The game is over" in end.text
    assert all(len(post.pings) == 1 for post in called)
    assert len(called) == turns
    for post in called:
        (picture,) = post.attachments
        assert 0 < len(picture.description) <= 1024
        assert re.search(rf"\*\*<@{post.pings[0].id}>\*\*’s (last )?turn", post.text)
    lobby, *older = [post.labels for post in posts[:-1]]
    assert lobby == ["Notify me of the next game"]
    assert not any(older)


async def test_game_is_played_with_buttons_only(club: DiscordBot, fake_guild: FakeGuild) -> None:
    anna, boris = await club.start_game("Anna", "Boris", board="shortusa")
    await club.play_to_the_end(anna, boris, how=DiscordPlayer.clicks)
    assert (await club.match()).roster.status is Status.OVER
    assert "The game is over." in club.last.text
    await is_well_told(club)
    assert [line for line in fake_guild.server.transcript if line.startswith(("Anna: ", "Boris: "))] == [
        "Anna: /game new board:shortusa"
    ]


async def test_game_is_played_with_commands_only(club: DiscordBot, fake_guild: FakeGuild) -> None:
    anna, boris = await club.add_players("Anna", "Boris")
    await anna.user.runs("/game new", board="shorteurope")
    await boris.user.runs("/game join")
    await anna.user.runs("/do computer easy")
    for player in (anna, boris):
        await player.user.runs("/settings", confirm=False)
    await anna.user.runs("/game start")
    await club.settle()
    await club.play_to_the_end(anna, boris)
    assert "The game is over." in club.last.text
    await is_well_told(club)
    assert not [line for line in fake_guild.server.transcript if "presses" in line or "picks" in line]


async def test_game_is_played_with_blocked_dms(club: DiscordBot, fake_guild: FakeGuild) -> None:
    anna, boris = await club.start_game("Anna", "Boris", board="shortusa", dms="closed")
    await club.play_to_the_end(anna, boris, how=DiscordPlayer.clicks)
    assert "The game is over." in club.last.text
    await is_well_told(club)
    assert [player.user.sees(player.user.dm) for player in (anna, boris)] == [[], []]
    tried = [body["recipient_id"] for body in of_kind(fake_guild.server, "create_dm")]
    assert len(tried) == len(set(tried)) == 2


async def test_five_players_click_at_once(club: DiscordBot, fake_guild: FakeGuild) -> None:
    players = await club.add_players("Anna", "Boris", "Carla", "Dmitri", "Eve")
    anna, *_ = players
    await anna.user.runs("/game new", board="europe")
    await club.settle()
    lobby = club.last
    await asyncio.gather(*(player.user.presses("Join", on=lobby) for player in players for _ in range(2)))
    await club.settle()
    roster = (await club.match()).roster
    assert sorted(roster.names) == ["Anna", "Boris", "Carla", "Dmitri", "Eve"]
    assert len(set(roster.colors)) == 5
    shown, full = club.posts
    assert shown == lobby
    assert [account.name for account in full.pings] == ["Anna"], "the host hears that the table is full"
    assert all(name in lobby.text for name in roster.names)

    await asyncio.gather(*(player.user.presses("Start", on=lobby) for player in players))
    await club.settle()
    assert (await club.match()).roster.status is Status.RUNNING
    assert len(club.posts) == 3
    await asyncio.gather(*(player.sees_hand() for player in players))
    keeps = [player.clicks(await player.thinks()) for player in players]
    await asyncio.gather(*keeps)
    await club.settle()
    assert len(club.posts) == 4

    (first,) = await club.waited_for(*players)
    await asyncio.gather(*(player.user.presses("Draw", on=club.last) for player in players for _ in range(3)))
    for player in players:
        assert ("From the deck" in player.user.labels) is (player is first)
    await first.clicks("draw deck")
    await first.clicks("draw deck")
    await club.settle()
    assert len(club.posts) == 5
    assert len(fake_guild.server.violations) == 0


async def test_servers_on_two_shards_play_independently(
    tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    fake_guild.server.gateway.shards = 2
    await clock.move_on(timedelta(milliseconds=1))
    other = FakeGuild(fake_guild.server, "Another club")
    assert len({(one.guild.id >> 22) % 2 for one in (fake_guild, other)}) == 2
    async with discord_bot(tmp_path, fake_guild, clock) as bot:
        players = await bot.in_play("Anna", "Boris", board="usa")
        carla = other.add_user("Carla")
        await carla.runs("/game new", board="europe")
        await bot.settle()
        assert "Carla" in other.table.messages[-1].text
        for _ in range(2):
            await players[0].clicks("draw deck")
        await bot.settle()
        assert players[0].account.name in bot.last.text
        assert "draws 2 cards" in bot.last.text
        assert "draws" not in other.table.messages[-1].text
