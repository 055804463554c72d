"""In a conversation with the bot: what somebody means who sits in several games."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.scenario import FakeClock


@pytest.fixture
async def bot(tmp_path: Path, fake_guild: FakeGuild, clock: FakeClock) -> AsyncIterator[DiscordBot]:
    async with discord_bot(tmp_path, fake_guild, clock) as one:
        yield one


@pytest.fixture
async def anna(bot: DiscordBot, fake_guild: FakeGuild) -> DiscordPlayer:
    """Anna, in a running game of Europe and in a lobby of the USA, and now alone with the bot."""
    players = await bot.in_play("Anna", "Boris")
    anna = next(player for player in players if player.account.name == "Anna")
    anna.user.at = await fake_guild.opens("annex")
    await anna.user.runs("/game new", board="usa usa")
    anna.user.at = anna.user.dm
    return anna


async def test_of_several_games_it_is_asked_which_is_meant(anna: DiscordPlayer) -> None:
    assert await anna.user.runs("/hand") == "Which of your games do you mean?"
    europe, usa = sorted(anna.user.labels, key=lambda label: "lobby" in label)
    assert ("Europe, with" in europe, "in the lobby" in usa) == (True, True)
    await anna.user.presses(europe)
    assert "Your hand" in anna.user.heard
    await anna.user.runs("/scores")
    assert "Score so far" in await anna.user.presses(europe)
    await anna.user.runs("/board", place="Paris")
    assert "Brest — Paris" in await anna.user.presses(europe)
    await anna.user.runs("/board", place="somewhere @ the sea, " * 4)
    assert "Face up:" in await anna.user.presses(europe)


async def test_words_that_play_show_first_what_can_be_played(anna: DiscordPlayer, bot: DiscordBot) -> None:
    before = (await bot.match()).seq
    assert await anna.user.runs("/draw", card="deck") == "Which of your games do you mean?"
    (europe,) = [label for label in anna.user.labels if "lobby" not in label]
    assert "Your hand" in await anna.user.presses(europe)
    assert (await bot.match()).seq == before


async def test_what_is_about_no_game_is_answered_at_once(anna: DiscordPlayer) -> None:
    assert (await anna.user.runs("/rules")).startswith("**The game**")
    assert "in the lobby" in await anna.user.runs("/games")
    assert (await anna.user.runs("/settings")).startswith("**Your settings**")
