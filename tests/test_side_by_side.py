"""Discord and Telegram in one program: neither waits for the other, and one game may be shown in both."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.app import serve_until_cancelled
from bot.discord.platform import DiscordPlatform
from bot.matches.roster import Status
from tests.discord_bot import DiscordBot, DiscordPlayer
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN, fake_discord
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.fakes.telegram.world import Kind
from tests.fakes.wire.patience import until
from tests.narration import plain
from tests.scenario import FakeClock, ticket_names
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot

Both = tuple[DiscordBot, TelegramBot]


@asynccontextmanager
async def side_by_side(folder: Path, **chosen: Any) -> AsyncIterator[Both]:
    """One program on both: a channel there, a group here. What is `chosen` are settings."""
    clock = FakeClock()
    async with (
        fake_discord(clock) as discord_server,
        fake_telegram(clock) as telegram_server,
        telegram_bot(folder, FakeGroup(telegram_server, kind=Kind.GROUP), clock, chosen=chosen) as group,
    ):
        chat = DiscordPlatform(SecretStr(TOKEN), clock, guild_ready_timeout=0.1)
        channel = DiscordBot(group.store, chat, clock, None, FakeGuild(discord_server))
        channel.host = group.host
        group.host.add_platform(chat)
        attending = asyncio.create_task(serve_until_cancelled(chat, group.host.dispatcher, clock))
        await discord_server.gateway.until_connected()
        yield channel, group
        attending.cancel()
        await asyncio.gather(attending, return_exceptions=True)


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    async with side_by_side(tmp_path) as both:
        yield both


async def test_two_games_on_two_platforms_run_at_the_same_time(both: Both) -> None:
    channel, group = both
    players = await channel.in_play("Anna", "Boris", board="usa")
    telegram_players = await group.in_play("Carla", "Dmitri", board="europe")
    for player, telegram_player in zip(players, telegram_players, strict=True):
        await player.clicks("draw deck")
        await telegram_player.clicks("draw deck")
        await player.clicks("draw deck")
        await telegram_player.clicks("draw deck")
        await group.settle()
    there, here = await channel.match(), await group.match()
    assert there.id != here.id
    assert (there.roster.names, here.roster.names) == (("Anna", "Boris"), ("Carla", "Dmitri"))
    told = "\n".join(post.text for post in channel.posts)
    said = "\n".join(post.text for post in group.posts)
    assert "Carla" not in told
    assert "Anna" not in said


async def test_an_outage_of_one_platform_does_not_delay_the_other(both: Both) -> None:
    channel, group = both
    players = await channel.in_play("Anna", "Boris", board="usa")
    telegram_players = await group.in_play("Carla", "Dmitri", board="europe")
    trouble = group.server.faults.add("sendPhoto", times=1000, status=502)
    before, posts = len(channel.posts), len(group.posts)
    await telegram_players[0].types("draw deck")
    await telegram_players[0].types("draw deck")
    await players[0].clicks("draw deck")
    await players[0].clicks("draw deck")
    await until(lambda: len(channel.posts) > before)
    assert len(group.posts) == posts
    trouble.times = 0
    await group.settle_after_trouble()
    assert len(group.posts) == posts + 1
    assert (await channel.match()).roster.status is Status.RUNNING


# One game in both


async def at_one_table(
    channel: DiscordBot, group: TelegramBot, board: str = "usa"
) -> tuple[DiscordPlayer, TelegramPlayer]:
    """Anna has opened a game in the channel, and Carla has joined it from the group."""
    (anna,), (carla,) = await channel.add_players("Anna"), await group.add_players("Carla")
    await anna.user.runs("/game new", board=board)
    await group.settle()
    invited = re.search(r"/(follow \S+)", said := await anna.user.runs("/game share"))
    assert invited, said
    await carla.user.says(f"/{invited[1]}")
    await until(lambda: bool(group.posts) and "Join" in str(group.last.labels), "no lobby")
    await carla.user.presses("Join", on=group.last)
    await group.settle()
    return anna, carla


async def play_out(
    channel: DiscordBot, group: TelegramBot, anna: DiscordPlayer, carla: TelegramPlayer
) -> None:
    """Play to the end: both players press buttons, and choose what a computer would."""
    while (match := await channel.match()).roster.status is Status.RUNNING:
        for player in (anna, carla):
            if await player.seat() in match.waiting_for:
                await player.clicks(await player.thinks())
        await group.settle()


async def test_players_on_two_platforms_finish_a_game(short_boards: None, both: Both) -> None:
    channel, group = both
    anna, carla = await at_one_table(channel, group, "shortusa")
    assert (await channel.match()).roster.names == ("Anna", "Carla")
    await anna.user.presses("Start", on=channel.last)
    await group.settle()
    await play_out(channel, group, anna, carla)
    match = await group.match()
    assert match.table
    turns = match.table.turn
    for posts in (channel.posts, group.posts):
        assert turns <= len(posts) <= 1.05 * turns + 4
    mentioned = {id for post in channel.posts for id in re.findall(r"<@(\d+)>", post.text)}
    assert mentioned == {str(anna.account.id)}
    called = re.findall(r"text_mention.*?'id': (\d+)", str([asked for _, asked in group.server.requests]))
    assert set(called) == {str(carla.user.account.id)}
    assert_told_once(channel, group)


def assert_told_once(channel: DiscordBot, group: TelegramBot) -> None:
    """One post in each chat says that the game is over; more about the game may follow."""
    for posts in (channel.posts, group.posts):
        assert len([post for post in posts if "The game is over." in post.text]) == 1


async def test_no_platform_shows_the_hand_of_another_player(both: Both) -> None:
    channel, group = both
    anna, carla = await at_one_table(channel, group)
    await anna.user.presses("Start", on=channel.last)
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
    dms = "\n".join(post.text for post in carla.user.dms)
    assert all(name in dms for name in ticket_names(match.board, views[carla].tickets))
    others = set(views[anna].tickets) - set(views[carla].tickets)
    assert not any(name in dms for name in ticket_names(match.board, sorted(others)))


async def test_a_linked_person_plays_their_seat_from_both_platforms(both: Both) -> None:
    channel, group = both
    anna, carla = await at_one_table(channel, group)
    boris = (await channel.add_players("Boris"))[0]
    code = re.search(r"/(link \S+)", await boris.user.runs("/link"))
    assert code
    refused = re.search(r"/(link \S+)", await anna.user.runs("/link"))
    assert refused
    await carla.user.tells(f"/{refused[1]} yes")
    await until(lambda: "This code is unknown" in carla.user.last_dm.text)
    await carla.user.tells(f"/{refused[1]}")
    await until(lambda: "created this code" in carla.user.last_dm.text)
    await carla.user.presses("Yes, that is me", on=carla.user.last_dm)
    await until(lambda: "Both of your accounts have had a seat in game" in carla.user.last_dm.text)
    await carla.user.tells(f"/{code[1]}")
    await until(lambda: "Boris" in carla.user.last_dm.text)
    await carla.user.presses("Yes, that is me", on=carla.user.last_dm)
    await group.settle()
    assert plain(carla.user.last_dm.text).startswith("This account is linked to Boris on Discord")
    await anna.user.presses("Start", on=channel.last)
    await group.settle()
    offer = (await carla.view()).offer
    said = await boris.user.presses("My hand", on=channel.last)
    assert all(name in plain(said) for name in ticket_names((await group.match()).board, offer))
    await boris.user.runs("/keep", tickets="all")
    assert (await carla.view()).tickets == offer


async def test_a_lobby_that_is_followed_again_is_posted_again(both: Both) -> None:
    channel, group = both
    anna, carla = await at_one_table(channel, group)
    old, posts = group.last, len(group.posts)
    await carla.user.says("/unfollow")
    await until(lambda: "no longer follows the game" in carla.user.last_dm.text)
    invited = re.search(r"/(follow \S+)", await anna.user.runs("/game share"))
    assert invited
    await carla.user.says(f"/{invited[1]}")
    await until(lambda: len(group.posts) > posts, "no lobby")
    await group.settle()
    assert "Join" in str(group.last.labels)
    await until(lambda: "Join" not in str(old.labels), "two lobbies")


async def test_a_group_that_moves_keeps_the_game_it_follows(both: Both) -> None:
    channel, group = both
    anna, carla = await at_one_table(channel, group)
    await anna.user.presses("Start", on=channel.last)
    await group.settle()
    await group.fake_group.becomes_a_supergroup()
    await group.settle()
    for player in (anna, carla):
        await player.clicks(await player.thinks())
        await group.settle()
    assert "’s turn" in group.last.text
    assert (await group.match()).id == (await channel.match()).id
