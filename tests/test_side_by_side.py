"""Discord and Telegram in one program: each has its own games, and neither waits for the other."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.matches.roster import Status
from bot.platforms.discord.chat import DiscordChat
from bot.program import attend
from tests.evening import HeldClock, counted
from tests.guildhall.server import TOKEN, guildhall
from tests.guildhall.town import Town
from tests.halt import Halt, halt
from tests.station import Station
from tests.village.green import Green
from tests.village.server import village

Both = tuple[Station, Halt]


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    """One program on both: a channel there, a group here."""
    clock = HeldClock()
    async with (
        guildhall(clock) as hall,
        village(clock) as place,
        halt(tmp_path, Green(place), clock) as group,
    ):
        chat = DiscordChat(group.store, SecretStr(TOKEN), clock, guild_ready_timeout=0.1)
        channel = Station(group.store, chat, clock, counted(), Town(hall))
        channel.table = group.table
        group.table.seat_platform(chat)
        attending = asyncio.create_task(attend(chat, group.table.desk, clock))
        await hall.gateway.until_connected()
        yield channel, group
        attending.cancel()
        await asyncio.gather(attending, return_exceptions=True)


async def test_a_game_on_each_goes_on_beside_the_other(both: Both) -> None:
    channel, group = both
    players = await channel.in_play("Anna", "Boris", board="usa")
    travellers = await group.in_play("Carla", "Dmitri", board="europe")
    for player, traveller in zip(players, travellers, strict=True):
        await player.clicks("draw deck")
        await traveller.clicks("draw deck")
        await player.clicks("draw deck")
        await traveller.clicks("draw deck")
        await group.settle()
    there, here = await channel.match(), await group.match()
    assert there.id != here.id
    assert (there.roster.names, here.roster.names) == (("Anna", "Boris"), ("Carla", "Dmitri"))
    told = "\n".join(post.text for post in channel.posts)
    said = "\n".join(post.text for post in group.posts)
    assert "Carla" not in told
    assert "Anna" not in said


async def test_trouble_on_one_is_none_on_the_other(both: Both) -> None:
    channel, group = both
    players = await channel.in_play("Anna", "Boris", board="usa")
    travellers = await group.in_play("Carla", "Dmitri", board="europe")
    trouble = group.village.faults.order("sendPhoto", times=1000, status=502)
    before, posts = len(channel.posts), len(group.posts)
    await travellers[0].types("draw deck")
    await travellers[0].types("draw deck")
    await players[0].clicks("draw deck")
    await players[0].clicks("draw deck")
    async with asyncio.timeout(20):
        while len(channel.posts) == before:  # noqa: ASYNC110 - it is a bot's doing, elsewhere
            await asyncio.sleep(0.01)
    assert len(group.posts) == posts
    trouble.times = 0
    await group.settle_after_trouble()
    assert len(group.posts) == posts + 1
    assert (await channel.match()).roster.status is Status.RUNNING
