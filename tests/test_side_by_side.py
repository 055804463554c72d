"""Discord and Telegram in one program: neither waits for the other, and one game may be shown in both."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.app import attend
from bot.matches.roster import Status
from bot.platforms.discord.platform import DiscordChat
from tests.discord_bot import Player, Station
from tests.fakes.discord.server import TOKEN, guildhall
from tests.fakes.discord.town import Town
from tests.fakes.telegram.green import Green
from tests.fakes.telegram.server import village
from tests.fakes.telegram.villager import until
from tests.fakes.telegram.world import Kind
from tests.scenario import FakeClock, counted, ticket_names
from tests.spoken import plain
from tests.telegram_bot import Halt, Traveller, halt

Both = tuple[Station, Halt]


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    """One program on both: a channel there, a group here."""
    clock = FakeClock()
    async with (
        guildhall(clock) as hall,
        village(clock) as place,
        halt(tmp_path, Green(place, kind=Kind.GROUP), clock) as group,
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
    async with asyncio.timeout(60):
        while len(channel.posts) == before:  # noqa: ASYNC110 - it is a bot's doing, elsewhere
            await asyncio.sleep(0.01)
    assert len(group.posts) == posts
    trouble.times = 0
    await group.settle_after_trouble()
    assert len(group.posts) == posts + 1
    assert (await channel.match()).roster.status is Status.RUNNING


# One game in both


async def at_one_table(channel: Station, group: Halt, board: str = "usa") -> tuple[Player, Traveller]:
    """Anna has opened a game in the channel, and Carla has joined it from the group."""
    (anna,), (carla,) = await channel.comes("Anna"), await group.comes("Carla")
    await anna.member.runs("/game new", board=board)
    await group.settle()
    invited = re.search(r"/(follow \S+)", await anna.member.runs("/game share"))
    assert invited
    await carla.villager.says(f"/{invited[1]}")
    await until(lambda: bool(group.posts) and "Join" in str(group.last.labels), "no lobby")
    await carla.villager.presses("Join", on=group.last)
    await group.settle()
    return anna, carla


async def play_out(channel: Station, group: Halt, anna: Player, carla: Traveller) -> None:
    """Both do by buttons what a computer would do in their place, to the end."""
    while (match := await channel.match()).roster.status is Status.RUNNING:
        for player in (anna, carla):
            if await player.seat() in match.waiting_for:
                await player.clicks(await player.thinks())
        await group.settle()


async def test_a_game_with_a_seat_on_each_is_played_to_its_end(both: Both) -> None:
    channel, group = both
    anna, carla = await at_one_table(channel, group)
    assert (await channel.match()).roster.names == ("Anna", "Carla")
    await anna.member.presses("Start", on=channel.last)
    await group.settle()
    await play_out(channel, group, anna, carla)
    match = await group.match()
    assert match.table
    turns = match.table.turn
    for posts in (channel.posts, group.posts):
        assert turns <= len(posts) <= 1.05 * turns + 4
    assert {post.text.splitlines()[-1] for post in channel.posts if "<@" in post.text} == {
        f"<@{anna.account.id}>"
    }
    called = re.findall(r"text_mention.*?'id': (\d+)", str([asked for _, asked in group.village.requests]))
    assert set(called) == {str(carla.villager.account.id)}
    assert "The game is over." in channel.last.text
    assert "The game is over." in group.last.text


async def test_nobody_is_told_of_anothers_hand_on_either(both: Both) -> None:
    channel, group = both
    anna, carla = await at_one_table(channel, group)
    await anna.member.presses("Start", on=channel.last)
    await group.settle()
    for player in (anna, carla):
        await player.clicks(await player.thinks())
        await group.settle()
    match = await group.match()
    views = {player: await player.view() for player in (anna, carla)}
    public = "\n".join([*(post.text for post in channel.posts), *(post.text for post in group.posts)])
    for player, view in views.items():
        kept = ticket_names(match.board, view.tickets)
        assert kept
        assert not any(name in public for name in kept), player
    letters = "\n".join(post.text for post in carla.villager.letters)
    assert all(name in letters for name in ticket_names(match.board, views[carla].tickets))
    others = set(views[anna].tickets) - set(views[carla].tickets)
    assert not any(name in letters for name in ticket_names(match.board, sorted(others)))


async def test_whoever_is_on_both_plays_a_seat_from_either(both: Both) -> None:
    channel, group = both
    anna, carla = await at_one_table(channel, group)
    boris = (await channel.comes("Boris"))[0]
    code = re.search(r"/(link \S+)", await boris.member.runs("/link"))
    assert code
    refused = re.search(r"/(link \S+)", await anna.member.runs("/link"))
    assert refused
    await carla.villager.tells(f"/{refused[1]} yes")
    await until(lambda: "This code is unknown" in carla.villager.letter.text)
    await carla.villager.tells(f"/{refused[1]}")
    await until(lambda: "created this code" in carla.villager.letter.text)
    await carla.villager.presses("Yes, that is me", on=carla.villager.letter)
    await until(lambda: "Both of your accounts play in game" in carla.villager.letter.text)
    await carla.villager.tells(f"/{code[1]}")
    await until(lambda: "Boris" in carla.villager.letter.text)
    await carla.villager.presses("Yes, that is me", on=carla.villager.letter)
    await group.settle()
    assert plain(carla.villager.letter.text).startswith("This account is linked to Boris on Discord")
    await anna.member.presses("Start", on=channel.last)
    await group.settle()
    offer = (await carla.view()).offer
    said = await boris.member.presses("My hand", on=channel.last)
    assert all(name in plain(said) for name in ticket_names((await group.match()).board, offer))
    await boris.member.runs("/keep", tickets=",".join(map(str, offer)))
    assert (await carla.view()).tickets == offer


async def test_a_lobby_that_comes_back_to_a_group_is_its_newest_post(both: Both) -> None:
    channel, group = both
    anna, carla = await at_one_table(channel, group)
    old, posts = group.last, len(group.posts)
    await carla.villager.says("/unfollow")
    await until(lambda: "no longer follows the game" in carla.villager.letter.text)
    invited = re.search(r"/(follow \S+)", await anna.member.runs("/game share"))
    assert invited
    await carla.villager.says(f"/{invited[1]}")
    await until(lambda: len(group.posts) > posts, "no lobby")
    await group.settle()
    assert "Join" in str(group.last.labels)
    await until(lambda: "Join" not in str(old.labels), "two lobbies")


async def test_a_group_that_moves_takes_the_game_of_another_chat_along(both: Both) -> None:
    channel, group = both
    anna, carla = await at_one_table(channel, group)
    await anna.member.presses("Start", on=channel.last)
    await group.settle()
    await group.green.becomes_a_supergroup()
    await group.settle()
    for player in (anna, carla):
        await player.clicks(await player.thinks())
        await group.settle()
    assert "’s turn" in group.last.text
    assert (await group.match()).id == (await channel.match()).id
