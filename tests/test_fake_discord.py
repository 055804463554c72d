"""The fake Discord: the library logs in unmodified, and what Discord would refuse is refused."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import discord
import pytest
from discord import app_commands

from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN, FakeDiscord, fake_discord
from tests.scenario import FakeClock


class IdleClient(discord.AutoShardedClient):
    """A small bot of the tests' own that uses the library as ours does."""

    def __init__(self, **options: Any) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(intents=intents, guild_ready_timeout=0.1, **options)
        self.tree: app_commands.CommandTree[Any] = app_commands.CommandTree(self)
        self.gone: list[str] = []
        commands: list[app_commands.Command[Any, ..., Any]] = [greet, fetch, ponder, fill_in]
        for command in commands:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No other client identifies here."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(content="Pressed.", view=None)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.gone.append(channel.name)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.gone.append(guild.name)


def bell(label: str = "Ring", code: str = "ring") -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label=label, custom_id=code))
    return view


@app_commands.command(description="Say hello")
async def greet(interaction: discord.Interaction, name: str) -> None:
    await interaction.response.send_message(f"Hello, {name}.", ephemeral=True, view=bell())


@greet.autocomplete("name")
async def names(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    known = [name for name in ("Anna", "Boris") if name.startswith(typed)]
    return [app_commands.Choice(name=name, value=name) for name in known]


@app_commands.command(description="Think, then say")
async def ponder(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    await interaction.edit_original_response(content="Forty-two.")


@app_commands.command(description="A picture for everybody")
async def fetch(interaction: discord.Interaction, amount: app_commands.Range[int, 1, 3]) -> None:
    pictures = [discord.File(io.BytesIO(b"PNG"), f"{n}.png", description="Steam") for n in range(amount)]
    await interaction.response.send_message(files=pictures)


class Wishes(discord.ui.Modal, title="Wishes"):
    boxes: discord.ui.Label[Any] = discord.ui.Label(
        text="Which",
        component=discord.ui.CheckboxGroup(
            options=[
                discord.CheckboxGroupOption(label=name, value=name[0]) for name in ("Tea", "Coal", "Oil")
            ],
            min_values=2,
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        assert isinstance(self.boxes.component, discord.ui.CheckboxGroup)
        await interaction.response.send_message("".join(self.boxes.component.values), ephemeral=True)


@app_commands.command(name="wish", description="Fill in a form")
async def fill_in(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Wishes())


@asynccontextmanager
async def idle_bot(server: FakeDiscord, **options: Any) -> AsyncIterator[IdleClient]:
    """The bot, logged in."""
    client = IdleClient(**options)
    async with client:
        running = asyncio.create_task(client.start(TOKEN))
        async with asyncio.timeout(60):
            await client.wait_until_ready()
        yield client
    await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
async def server(clock: FakeClock) -> AsyncIterator[FakeDiscord]:
    async with fake_discord(clock) as one:
        one.answers_checked = True
        yield one


@pytest.fixture
def fake_guild(server: FakeDiscord) -> FakeGuild:
    return FakeGuild(server)


async def test_a_command_is_answered_for_one_person_only(server: FakeDiscord, fake_guild: FakeGuild) -> None:
    anna, boris = fake_guild.add_user("Anna"), fake_guild.add_user("Boris")
    async with idle_bot(server):
        assert await anna.runs("/greet", name="Anna") == "Hello, Anna."
        assert boris.sees() == []
        with pytest.raises(AssertionError, match="Boris does not see"):
            await boris.presses("Ring", on=anna.answer)
        assert await anna.presses("Ring") == "Pressed."
        with pytest.raises(AssertionError, match="sees no button"):
            await anna.presses("Ring")


async def test_only_registered_commands_and_options_can_be_typed(
    server: FakeDiscord, fake_guild: FakeGuild
) -> None:
    anna = fake_guild.add_user("Anna")
    async with idle_bot(server):
        with pytest.raises(AssertionError, match="there is no command /sing"):
            await anna.runs("/sing")
        with pytest.raises(AssertionError, match="needs name"):
            await anna.runs("/greet")
        with pytest.raises(AssertionError, match="amount"):
            await anna.runs("/fetch", amount=4)
        assert [choice["value"] for choice in await anna.completes("/greet", "name", "A")] == ["Anna"]


async def test_a_form_asks_for_as_many_as_it_says(server: FakeDiscord, fake_guild: FakeGuild) -> None:
    anna = fake_guild.add_user("Anna")
    async with idle_bot(server):
        assert await anna.runs("/wish") == "Wishes"
        assert await anna.submits({"Which": ["Tea", "Oil"]}) == "TO"
        await anna.runs("/wish")
        with pytest.raises(AssertionError, match="2 to 3 must be chosen"):
            await anna.submits({"Which": ["Tea"]})


async def test_after_three_seconds_an_interaction_is_unknown(
    server: FakeDiscord, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    anna = fake_guild.add_user("Anna")
    async with idle_bot(server):
        late = server.interactions.born(2, anna.account, fake_guild.table, {})
        await clock.move_on(timedelta(seconds=4))
        body = {"type": 4, "data": {"content": "late"}}
        with pytest.raises(Exception, match="Unknown interaction"):
            server.interactions.callback(
                call("create_interaction_response", body, interaction_token=late.token)
            )


async def test_a_token_ends_after_a_quarter_of_an_hour(
    server: FakeDiscord, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    anna = fake_guild.add_user("Anna")
    async with idle_bot(server):
        await anna.runs("/ponder")
        assert anna.heard == "Forty-two."
        token = list(server.interactions.all)[-1].token
        await clock.move_on(timedelta(minutes=16))
        with pytest.raises(Exception, match="Invalid Webhook Token"):
            server.interactions.edit(call("update_original_webhook_message", {}, webhook_token=token))


def call(operation: str, body: Any, **ids: str) -> Any:
    from tests.fakes.discord.request import ApiRequest

    return ApiRequest(operation, ids, {}, body, {})


async def test_what_discord_would_not_take_fails_the_test_with_its_place(
    fake_guild: FakeGuild, server: FakeDiscord
) -> None:
    async with idle_bot(server) as bot:
        channel = bot.get_partial_messageable(fake_guild.table.id)
        with pytest.raises(discord.HTTPException):
            await channel.send("x" * 2001)
        with pytest.raises(discord.HTTPException):
            await channel.send("Two bells", view=bell("R" * 81))
    assert server.violations[0] == "create_message: $.content: over 2000 characters"
    assert "$.components[0].components[0].label" in server.violations[1]
    server.violations.clear()


async def test_a_message_of_parts_has_no_text_besides_and_stays_one(
    fake_guild: FakeGuild, server: FakeDiscord
) -> None:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay("All aboard"))
    async with idle_bot(server) as bot:
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
    server: FakeDiscord, fake_guild: FakeGuild, clock: FakeClock
) -> None:
    async with idle_bot(server) as bot:
        channel = bot.get_partial_messageable(fake_guild.table.id)
        one, two = await channel.send("Once", nonce="turn7"), await channel.send("Once", nonce="turn7")
        assert one.id == two.id
        await clock.move_on(timedelta(minutes=6))
        assert (await channel.send("Once", nonce="turn7")).id != one.id


async def test_rights_are_asked_for_as_discord_does(server: FakeDiscord, fake_guild: FakeGuild) -> None:
    async with idle_bot(server) as bot:
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
    server: FakeDiscord, fake_guild: FakeGuild, dms: str, code: int
) -> None:
    anna = fake_guild.add_user("Anna", dms=dms)
    async with idle_bot(server) as bot:
        with pytest.raises(discord.HTTPException) as caught:
            await (await bot.fetch_user(anna.account.id)).send("Psst")
        assert caught.value.code == code


async def test_only_people_who_are_named_and_allowed_are_notified(
    server: FakeDiscord, fake_guild: FakeGuild
) -> None:
    anna, boris = fake_guild.add_user("Anna"), fake_guild.add_user("Boris")
    async with idle_bot(server) as bot:
        allowed = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(anna.account.id)]
        )
        channel = bot.get_partial_messageable(fake_guild.table.id)
        await channel.send(f"{anna.mention} after {boris.mention}", allowed_mentions=allowed)
        assert len(anna.pinged()) == 1
        assert boris.pinged() == []


async def test_privileged_intents_are_refused(server: FakeDiscord, fake_guild: FakeGuild) -> None:
    client = discord.Client(intents=discord.Intents.all())
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start(TOKEN)
    await client.close()
