"""The announcer on the fake Discord, with people who use the dispatcher directly."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import discord

from bot.matches.match import Match
from bot.model.identity import Chat, Person
from bot.platforms.discord.shown import Shown
from bot.platforms.discord.voice import Voice
from bot.store import Profile, Store
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN
from tests.fakes.discord.user import DiscordUser
from tests.fakes.discord.world import Channel, Post
from tests.scenario import MEMORY_CHAT, FakeClock, FakePictures, Participant, Scenario, predictable_entropy


class IdleClient(discord.AutoShardedClient):
    """The library, logged in and doing nothing by itself."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, dm_messages=True), guild_ready_timeout=0.1)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Nobody else identifies here."""


class SessionPlayer(Participant):
    """Somebody in the server who plays at its table."""

    async def says(self, text: str, chat: Chat = MEMORY_CHAT) -> str:
        assert isinstance(self.scenario, DiscordSession)
        return await super().says(text, self.scenario.chat if chat == MEMORY_CHAT else chat)


class DiscordSession(Scenario):
    """A game in a channel of a guild."""

    def __init__(
        self,
        store: Store,
        voice: Voice,
        clock: FakeClock,
        fake_guild: FakeGuild,
        channel: Channel,
        shown: Shown,
    ) -> None:
        super().__init__(store, voice, clock, predictable_entropy(), FakePictures())  # type: ignore[arg-type]
        self.fake_guild = fake_guild
        self.shown = shown
        self.channel = channel
        self.chat = Chat("discord", str(channel.id))

    async def add_player(self, name: str) -> SessionPlayer:
        known = [one for one in self.fake_guild.guild.accounts if one.name == name]
        account = known[0] if known else self.fake_guild.add_user(name).account
        person = Person("discord", str(account.id))
        if await self.store.person(person) is None:
            await self.store.save_person(Profile(person, name))
        return SessionPlayer(self, person)

    async def match(self, chat: Chat = MEMORY_CHAT) -> Match:
        return await super().match(self.chat if chat == MEMORY_CHAT else chat)

    def user(self, participant: Participant) -> DiscordUser:
        """A guest, as Discord knows them."""
        account = self.fake_guild.server.world.accounts[int(participant.person.id)]
        return DiscordUser(self.fake_guild.server, self.fake_guild.guild, account, self.channel)

    def dms(self, participant: Participant) -> list[Post]:
        """The messages in a participant's DM channel."""
        user = self.user(participant)
        return user.sees(user.dm)

    @property
    def posts(self) -> list[Post]:
        """What everybody sees in the channel."""
        return [post for post in self.channel.messages if not post.gone and post.only_for is None]


@asynccontextmanager
async def discord_session(
    folder: Path, fake_guild: FakeGuild, clock: FakeClock, channel: Channel | None = None
) -> AsyncIterator[DiscordSession]:
    """Open the table, as a program that has just been started does."""
    client = IdleClient()
    async with await Store.open(f"sqlite:///{folder / 'discord_session.db'}") as store, client:
        shown = Shown()
        voice = Voice(client, store, clock, shown)
        session = DiscordSession(store, voice, clock, fake_guild, channel or fake_guild.table, shown)
        connecting = asyncio.create_task(client.start(TOKEN))
        await fake_guild.server.gateway.until_connected()
        running = asyncio.create_task(session.host.run())
        try:
            yield session
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await client.close()
            await asyncio.gather(connecting, return_exceptions=True)


async def settled(table: DiscordSession, clock: FakeClock) -> None:
    """The table at rest, after as many tries as it takes."""
    for _ in range(300):
        if await table._quiet():
            return
        await asyncio.sleep(0.03)
        await clock.move_on(timedelta(seconds=1))
    raise AssertionError("nothing is told any more")
