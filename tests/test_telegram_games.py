"""Whole games on Telegram over the wire, from the lobby to the final score."""

import asyncio
import re

from bot.matches.roster import Status
from tests.telegram_bot import TelegramBot, TelegramPlayer


async def posts_are_in_order(bot: TelegramBot) -> None:
    """One post a turn, with a picture and one mention, in three calls at most; the newest has buttons."""
    posts, turns = bot.posts, await bot.turns_of_people()
    assert len(posts) <= 1.05 * turns + 4
    start, *called, end = [post for post in posts if post.pings]
    assert set(start.pings) == set(end.pings)
    assert "choosing starting tickets" in start.text
    assert "The game is over" in end.text
    assert all(len(post.pings) == 1 for post in called)
    assert len(called) == turns
    for post in called:
        assert post.media is not None
        assert post.media.kind == "photo"
        assert re.search(rf"{post.pings[0].name}\u2069’s (last )?turn", post.text)
    lobby, *older = [post.labels for post in posts[:-1]]
    assert lobby == ["Notify me of the next game"]
    assert not any(older)
    assert len(bot.calls) == turns + 1
    assert max(bot.calls) <= 3
    assert bot.server.rate_limit.hits == []


def typed(bot: TelegramBot, *names: str) -> list[str]:
    """What people typed."""
    return [line for line in bot.server.transcript if line.startswith(tuple(f"{name} in" for name in names))]


async def test_a_game_is_played_by_keyboards_alone(short_boards: None, bot: TelegramBot) -> None:
    anna, boris = await bot.start_game("Anna", "Boris", board="shortusa")
    await bot.play_to_the_end(anna, boris, how=TelegramPlayer.clicks)
    assert (await bot.match()).roster.status is Status.OVER
    assert "The game is over." in bot.last.text
    await posts_are_in_order(bot)
    assert typed(bot, "Anna", "Boris") == ["Anna in Railway club: /newgame shortusa"]


async def test_a_game_is_played_by_commands_alone(short_boards: None, bot: TelegramBot) -> None:
    anna, boris = await bot.add_players("Anna", "Boris")
    await anna.user.says("/newgame shorteurope")
    await boris.user.says("/join")
    await anna.user.says("/computer easy")
    for player in (anna, boris):
        await player.user.says("/settings confirm off")
    await anna.user.says("/startgame")
    await bot.settle()
    await bot.play_to_the_end(anna, boris)
    assert "The game is over." in bot.last.text
    await posts_are_in_order(bot)
    assert not [line for line in bot.server.transcript if "presses" in line]


async def test_people_without_a_private_chat_play_from_the_group(
    short_boards: None, bot: TelegramBot
) -> None:
    anna, boris = await bot.start_game("Anna", "Boris", board="shortusa", started=False)
    await bot.play_to_the_end(anna, boris)
    assert "The game is over." in bot.last.text
    assert [player.user.dms for player in (anna, boris)] == [[], []]
    assert max(bot.calls) <= 3, "a neutral line among them"
    assert not [one for one in bot.server.declined if "initiate" in one][4:]


async def test_five_people_join_at_once(bot: TelegramBot) -> None:
    players = await bot.add_players("Anna", "Boris", "Carla", "Dmitri", "Eve")
    anna, *_ = players
    await anna.user.says("/newgame europe")
    await bot.settle()
    lobby = bot.last
    await asyncio.gather(*(player.user.presses("Join", on=lobby) for player in players for _ in range(2)))
    await bot.settle()
    roster = (await bot.match()).roster
    assert sorted(roster.names) == ["Anna", "Boris", "Carla", "Dmitri", "Eve"]
    first, *others = bot.posts
    assert first == lobby
    assert all("You can start the game" in post.text for post in others), "the host is told, and nobody else"
    assert all(name in lobby.text for name in roster.names)
