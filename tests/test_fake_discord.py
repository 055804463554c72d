"""The fake Discord: the library uses it unmodified, and what Discord would refuse is refused."""

import io
from collections.abc import AsyncIterator
from datetime import timedelta

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


async def test_a_message_of_parts_has_no_text_besides_and_stays_one(
    fake_guild: FakeGuild, bot: discord.Client, server: FakeDiscord
) -> None:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay("All aboard"))
    channel = bot.get_partial_messageable(fake_guild.table.id)
    old = await channel.send("Once", view=bell())
    with pytest.raises(discord.HTTPException):
        await old.edit(view=view)
    await old.edit(content=None, view=view)
    assert fake_guild.table.messages[0].text == "All aboard"
    with pytest.raises(discord.HTTPException):
        await old.edit(view=None)
    with pytest.raises(discord.HTTPException):
        await old.edit(content="Twice")
    with pytest.raises(discord.HTTPException):
        await channel.send(view=view, file=discord.File(io.BytesIO(b"x"), "x.png"))
    assert "no part shows them" in server.violations[-1]
    server.violations.clear()


async def test_the_same_nonce_is_the_same_message_for_minutes(
    fake_guild: FakeGuild, bot: discord.Client, clock: FakeClock
) -> None:
    channel = bot.get_partial_messageable(fake_guild.table.id)
    one, two = await channel.send("Once", nonce="turn7"), await channel.send("Once", nonce="turn7")
    assert one.id == two.id
    await clock.move_on(timedelta(minutes=6))
    assert (await channel.send("Once", nonce="turn7")).id != one.id


async def test_rights_are_asked_for_as_discord_does(
    server: FakeDiscord, fake_guild: FakeGuild, bot: discord.Client
) -> None:
    channel = bot.get_partial_messageable(fake_guild.table.id)
    await fake_guild.denies("attach_files")
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send(file=discord.File(io.BytesIO(b"x"), "x.png"))
    assert caught.value.code == 50013
    await fake_guild.denies("view_channel")
    with pytest.raises(discord.Forbidden) as caught:
        await channel.send("Anybody?")
    assert caught.value.code == 50001
    await server.delete(fake_guild.table)
    with pytest.raises(discord.NotFound):
        await channel.send("Anybody?")


@pytest.mark.parametrize(("dms", "code"), [("closed", 50007), ("no guild", 50278), ("too fast", 40003)])
async def test_some_cannot_be_written_to(
    fake_guild: FakeGuild, bot: discord.Client, dms: str, code: int
) -> None:
    anna = fake_guild.add_user("Anna", dms=dms)
    with pytest.raises(discord.HTTPException) as caught:
        await (await bot.fetch_user(anna.account.id)).send("Psst")
    assert caught.value.code == code


async def test_only_people_who_are_named_and_allowed_are_notified(
    fake_guild: FakeGuild, bot: discord.Client
) -> None:
    anna, boris = fake_guild.add_user("Anna"), fake_guild.add_user("Boris")
    allowed = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(anna.account.id)])
    channel = bot.get_partial_messageable(fake_guild.table.id)
    await channel.send(f"{anna.mention} after {boris.mention}", allowed_mentions=allowed)
    assert len(anna.pinged()) == 1
    assert boris.pinged() == []


async def test_privileged_intents_are_refused(server: FakeDiscord, fake_guild: FakeGuild) -> None:
    client = discord.Client(intents=discord.Intents.all())
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start(TOKEN)
    await client.close()
