"""Whole evenings on Telegram, from the lobby to the final score, over the wire."""

import asyncio

from bot.matches.roster import Status
from engine.events import TurnStarted
from tests.telegram_bot import Halt, Traveller


async def turns_in(bot: Halt) -> int:
    """How many turns people have had."""
    steps = await bot.table.games.steps((await bot.match()).id, 0)
    holders = steps[-1].after.roster.holders
    return sum(
        isinstance(step.fact, TurnStarted) and not holders[step.fact.seat].by_computer for step in steps
    )


async def is_well_told(bot: Halt) -> None:
    """One post a turn, with a picture and one mention, in three calls at most; the newest has buttons."""
    posts, turns = bot.posts, await turns_in(bot)
    assert len(posts) <= 1.05 * turns + 4
    called = [post for post in posts if post.pings]
    assert all(len(post.pings) == 1 for post in called)
    assert len(called) == turns
    for post in called:
        assert post.media is not None
        assert post.media.kind == "photo"
        assert f"{post.pings[0].name}\u2069’s turn" in post.text
    assert [post.text[:40] for post in posts[:-1] if post.buttons] == []
    assert len(bot.calls) == turns + 1
    assert max(bot.calls) <= 3
    assert bot.village.pace.met == []


def typed(bot: Halt, *names: str) -> list[str]:
    """What people have typed."""
    return [line for line in bot.village.story if line.startswith(tuple(f"{name} in" for name in names))]


async def test_a_game_is_played_by_keyboards_alone(bot: Halt) -> None:
    anna, boris = await bot.sits_down("Anna", "Boris", board="usa")
    await bot.play_out(anna, boris, how=Traveller.clicks)
    assert (await bot.match()).roster.status is Status.OVER
    assert "The game is over." in bot.last.text
    await is_well_told(bot)
    assert typed(bot, "Anna", "Boris") == ["Anna in Railway club: /newgame usa"]


async def test_a_game_is_played_by_commands_alone(bot: Halt) -> None:
    anna, boris = await bot.comes("Anna", "Boris")
    await anna.villager.says("/newgame europe")
    await boris.villager.says("/join")
    await anna.villager.says("/computer easy")
    for player in (anna, boris):
        await player.villager.says("/settings confirm off")
    await anna.villager.says("/startgame")
    await bot.settle()
    await bot.play_out(anna, boris, how=Traveller.types)
    assert "The game is over." in bot.last.text
    await is_well_told(bot)
    assert not [line for line in bot.village.story if "presses" in line]


async def test_who_never_pressed_start_plays_from_the_group(bot: Halt) -> None:
    anna, boris = await bot.sits_down("Anna", "Boris", board="usa", started=False)
    await bot.play_out(anna, boris, how=Traveller.types)
    assert "The game is over." in bot.last.text
    assert [player.villager.letters for player in (anna, boris)] == [[], []]
    assert max(bot.calls) <= 3, "a neutral line among them"
    assert not [one for one in bot.village.declined if "initiate" in one][4:]


async def test_five_press_at_once_and_nobody_is_lost(bot: Halt) -> None:
    players = await bot.comes("Anna", "Boris", "Carla", "Dmitri", "Eve")
    anna, *_ = players
    await anna.villager.says("/newgame europe")
    await bot.settle()
    lobby = bot.last
    await asyncio.gather(*(player.villager.presses("Join", on=lobby) for player in players for _ in range(2)))
    await bot.settle()
    roster = (await bot.match()).roster
    assert sorted(roster.names) == ["Anna", "Boris", "Carla", "Dmitri", "Eve"]
    assert bot.posts == [lobby]
    assert all(name in lobby.text for name in roster.names)
