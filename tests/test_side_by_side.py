"""Discord and Telegram in one program: neither waits for the other, and one game may be shown in both."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.roster import Status
from tests.discord_bot import DiscordBot, DiscordPlayer
from tests.fakes.wire.patience import until
from tests.narration import plain
from tests.scenario import ticket_names
from tests.side_by_side import Both, assert_told_once, at_one_table, side_by_side
from tests.telegram_bot import TelegramBot, TelegramPlayer


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    async with side_by_side(tmp_path) as both:
        yield both


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
    code = re.search(r"/(link \S+)", await boris.user.runs("/do link"))
    assert code
    refused = re.search(r"/(link \S+)", await anna.user.runs("/do link"))
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
    await boris.user.runs("/do keep all")
    assert (await carla.view()).tickets == offer


async def test_a_lobby_that_is_followed_again_is_posted_again(both: Both) -> None:
    channel, group = both
    anna, carla = await at_one_table(channel, group)
    old, posts = group.last, len(group.posts)
    await carla.user.says("/unfollow")
    await until(lambda: "no longer follows the game" in carla.user.last_dm.text)
    invited = re.search(r"/(follow \S+)", await anna.user.runs("/do share"))
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
