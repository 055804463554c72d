"""DMs with the bot: which game a command means where somebody plays several."""

import pytest

from bot.model.identity import Chat
from tests.discord_bot import DiscordBot, DiscordPlayer
from tests.fakes.discord.guild import FakeGuild
from tests.narration import plain

EUROPE, USA = "Railway club #table · Ticket to Ride: Europe", "Railway club #annex · Ticket to Ride: USA"


@pytest.fixture
async def anna(club: DiscordBot, fake_guild: FakeGuild) -> DiscordPlayer:
    """Anna, who plays in a running game and in a lobby, in a DM with the bot."""
    players = await club.in_play("Anna", "Boris")
    anna = next(player for player in players if player.account.name == "Anna")
    anna.user.at = await fake_guild.opens("annex")
    await anna.user.runs("/game new", board="usa usa")
    anna.user.at = anna.user.dm
    return anna


async def test_player_of_several_games_is_asked_which_one(anna: DiscordPlayer) -> None:
    assert await anna.user.runs("/hand") == "Which of your games do you mean?"
    usa, europe = sorted(anna.user.labels, key=lambda label: "Europe" in label)
    assert (plain(europe).removeprefix("Your turn: "), plain(usa)) == (EUROPE, USA)
    await anna.user.presses(europe)
    assert "Your hand" in anna.user.heard
    await anna.user.runs("/scores")
    assert "Points so far" in await anna.user.presses(europe)
    await anna.user.runs("/board", place="Paris")
    assert "Brest — Paris" in await anna.user.presses(europe)
    await anna.user.runs("/board", place="somewhere @ the sea, " * 4)
    assert "Face up:" in await anna.user.presses(europe)


async def test_playing_command_first_shows_the_chosen_game(anna: DiscordPlayer, club: DiscordBot) -> None:
    before = (await club.match()).seq
    assert await anna.user.runs("/draw", card="deck") == "Which of your games do you mean?"
    (europe,) = [label for label in anna.user.labels if "Europe" in label]
    assert "Your hand" in await anna.user.presses(europe)
    assert (await club.match()).seq == before


async def test_private_messages_name_the_game_they_are_about(
    anna: DiscordPlayer, club: DiscordBot, fake_guild: FakeGuild
) -> None:
    await anna.user.runs("/hand")
    (europe,) = [label for label in anna.user.labels if "Europe" in label]
    assert plain(await anna.user.presses(europe)).startswith(f"**{EUROPE}**")
    anna.user.at = next(channel for channel in fake_guild.guild.channels if channel.name == "annex")
    for wanted in ("/scores", "/hand", "/game options"):
        assert plain(await anna.user.runs(wanted)).startswith(f"**{USA}**"), wanted
    await anna.user.runs("/do computer")
    await anna.user.runs("/game start")
    await club.settle()
    panels = [plain(post.text) for post in anna.user.sees(anna.user.dm)]
    assert any(panel.startswith(f"**{USA}**") for panel in panels), panels


async def test_a_game_in_a_dm_is_opened_there_also_by_a_player_elsewhere(club: DiscordBot) -> None:
    anna, _ = await club.in_play("Anna", "Boris")
    anna.user.at = anna.user.dm
    assert "There is already a game here." not in await anna.user.runs("/game new", board="usa usa")
    await club.settle()
    lobby = anna.user.last("Join", at=anna.user.dm)
    assert "**Ticket to Ride: USA** (Classic) is open for 2 to 5 players." in plain(lobby.text)
    assert await club.store.chats.game_in(Chat("discord", str(anna.user.dm.id))) is not None


async def test_list_of_games_names_their_places_and_leads_to_each(anna: DiscordPlayer) -> None:
    lines = plain(await anna.user.runs("/games")).splitlines()
    assert [EUROPE in lines[0] or EUROPE in lines[1], any(USA in line for line in lines)] == [True, True]
    (europe,) = [label for label in anna.user.labels if "Europe" in label]
    assert "Your hand" in await anna.user.presses(europe)
