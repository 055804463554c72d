"""In a conversation with the bot: what somebody means who sits in several games."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.discord_bot import Player, Station, station
from tests.fakes.discord.town import Town
from tests.scenario import FakeClock


@pytest.fixture
async def bot(tmp_path: Path, town: Town, clock: FakeClock) -> AsyncIterator[Station]:
    async with station(tmp_path, town, clock) as one:
        yield one


@pytest.fixture
async def anna(bot: Station, town: Town) -> Player:
    """Anna, in a running game of Europe and in a lobby of the USA, and now alone with the bot."""
    players = await bot.in_play("Anna", "Boris")
    anna = next(player for player in players if player.account.name == "Anna")
    anna.member.at = await town.opens("annex")
    await anna.member.runs("/game new", board="usa usa")
    anna.member.at = anna.member.dm
    return anna


async def test_of_several_games_it_is_asked_which_is_meant(anna: Player) -> None:
    assert await anna.member.runs("/hand") == "Which of your games do you mean?"
    europe, usa = sorted(anna.member.labels, key=lambda label: "lobby" in label)
    assert ("Europe, with" in europe, "in the lobby" in usa) == (True, True)
    await anna.member.presses(europe)
    assert "Your hand" in anna.member.heard
    await anna.member.runs("/scores")
    assert "Score so far" in await anna.member.presses(europe)
    await anna.member.runs("/board", place="Paris")
    assert "Brest — Paris" in await anna.member.presses(europe)
    await anna.member.runs("/board", place="somewhere @ the sea, " * 4)
    assert "Face up:" in await anna.member.presses(europe)


async def test_words_that_play_show_first_what_can_be_played(anna: Player, bot: Station) -> None:
    before = (await bot.match()).seq
    assert await anna.member.runs("/draw", card="deck") == "Which of your games do you mean?"
    (europe,) = [label for label in anna.member.labels if "lobby" not in label]
    assert "Your hand" in await anna.member.presses(europe)
    assert (await bot.match()).seq == before


async def test_what_is_about_no_game_is_answered_at_once(anna: Player) -> None:
    assert (await anna.member.runs("/rules")).startswith("**The game**")
    assert "in the lobby" in await anna.member.runs("/games")
    assert (await anna.member.runs("/settings")).startswith("**Your settings**")
