"""The fake Discord: the library uses it unmodified, and what Discord would refuse is refused."""

from collections.abc import AsyncIterator

import discord
import pytest

from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN, FakeDiscord, fake_discord
from tests.scenario import FakeClock


def bell(label: str = "Ring", code: str = "ring") -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label=label, custom_id=code))
    return view


@pytest.fixture
async def server(clock: FakeClock) -> AsyncIterator[FakeDiscord]:
    async with fake_discord(clock) as one:
        one.answers_checked = True
        yield one


@pytest.fixture
async def bot(server: FakeDiscord) -> AsyncIterator[discord.Client]:
    """The library alone, logged in."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(TOKEN)
        yield client


@pytest.fixture
def fake_guild(server: FakeDiscord) -> FakeGuild:
    return FakeGuild(server)


async def test_what_discord_would_not_take_fails_the_test_with_its_place(
    fake_guild: FakeGuild, bot: discord.Client, server: FakeDiscord
) -> None:
    channel = bot.get_partial_messageable(fake_guild.table.id)
    with pytest.raises(discord.HTTPException):
        await channel.send("x" * 2001)
    with pytest.raises(discord.HTTPException):
        await channel.send("Two bells", view=bell("R" * 81))
    assert server.violations[0] == "create_message: $.content: over 2000 characters"
    assert "$.components[0].components[0].label" in server.violations[1]
    server.violations.clear()
