"""The announcer on the fake Discord, with people who use the dispatcher directly."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from pydantic import SecretStr

from bot.app import serve_until_cancelled
from bot.discord.answers import ShownAnswers
from bot.discord.platform import DiscordPlatform
from bot.matches.match import Match
from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.store import Store
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import TOKEN
from tests.fakes.discord.user import DiscordUser
from tests.fakes.discord.world import Channel, Post
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario


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
        platform: DiscordPlatform,
        clock: FakeClock,
        fake_guild: FakeGuild,
        channel: Channel,
    ) -> None:
        super().__init__(store, platform, clock)  # type: ignore[arg-type]
        self.fake_guild = fake_guild
        self.platform = platform
        self.channel = channel
        self.chat = Chat("discord", str(channel.id))

    async def add_player(self, name: str) -> SessionPlayer:
        known = [one for one in self.fake_guild.guild.accounts if one.name == name]
        account = known[0] if known else self.fake_guild.add_user(name).account
        person = Person("discord", str(account.id))
        if await self.store.people.profile(person) is None:
            await self.store.people.save(Profile(person, name))
        return SessionPlayer(self, person)

    async def match(self, chat: Chat = MEMORY_CHAT) -> Match:
        return await super().match(self.chat if chat == MEMORY_CHAT else chat)

    def user(self, participant: Participant) -> DiscordUser:
        """A guest, as Discord knows them."""
        account = self.fake_guild.server.world.accounts[int(participant.person.id)]
        return DiscordUser(self.fake_guild.server, self.fake_guild.guild, account, self.channel)

    @property
    def shown(self) -> ShownAnswers:
        """What private messages show by answers."""
        assert self.platform.client is not None
        return self.platform.client.shown

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
    async with await Store.open(f"sqlite:///{folder / 'discord_session.db'}") as store:
        platform = DiscordPlatform(SecretStr(TOKEN), clock, guild_ready_timeout=0.1)
        session = DiscordSession(store, platform, clock, fake_guild, channel or fake_guild.table)
        running = [
            asyncio.create_task(session.host.run()),
            asyncio.create_task(serve_until_cancelled(platform, session.host.dispatcher, clock)),
        ]
        await fake_guild.server.gateway.until_connected()
        try:
            yield session
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)


async def settled(table: DiscordSession, clock: FakeClock) -> None:
    """Let the clock run until everything that failed has been tried again."""
    for _ in range(300):
        if await table._quiet():
            return
        await asyncio.sleep(0.03)
        await clock.move_on(timedelta(seconds=1))
    raise AssertionError("nothing is told any more")
