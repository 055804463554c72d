"""An evening on Discord: people at the real desk, and an announcer that speaks over the wire."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import discord

from bot.matches.match import Match
from bot.model.identity import Chat, Person
from bot.platforms.discord.shown import Shown
from bot.platforms.discord.voice import Voice
from bot.store import Profile, Store
from tests.fakes.discord.guild import Town
from tests.fakes.discord.server import TOKEN
from tests.fakes.discord.user import Member
from tests.fakes.discord.world import Channel, Post
from tests.scenario import HALL, Evening, FakeClock, Guest, Sketcher, counted


class Porter(discord.AutoShardedClient):
    """The library, logged in and doing nothing by itself."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, dm_messages=True), guild_ready_timeout=0.1)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Nobody else identifies here."""


class Clubber(Guest):
    """Somebody in the server who plays at its table."""

    async def says(self, text: str, chat: Chat = HALL) -> str:
        assert isinstance(self.evening, Club)
        return await super().says(text, self.evening.chat if chat == HALL else chat)


class Club(Evening):
    """A table in a channel of a town."""

    def __init__(
        self, store: Store, voice: Voice, clock: FakeClock, town: Town, channel: Channel, shown: Shown
    ) -> None:
        super().__init__(store, voice, clock, counted(), Sketcher())  # type: ignore[arg-type]
        self.town = town
        self.shown = shown
        self.channel = channel
        self.chat = Chat("discord", str(channel.id))

    async def arrive(self, name: str) -> Clubber:
        known = [one for one in self.town.guild.accounts if one.name == name]
        account = known[0] if known else self.town.comes(name).account
        person = Person("discord", str(account.id))
        if await self.store.person(person) is None:
            await self.store.save_person(Profile(person, name))
        return Clubber(self, person)

    async def match(self, chat: Chat = HALL) -> Match:
        return await super().match(self.chat if chat == HALL else chat)

    def member(self, guest: Guest) -> Member:
        """A guest, as Discord knows them."""
        account = self.town.hall.world.accounts[int(guest.person.id)]
        return Member(self.town.hall, self.town.guild, account, self.channel)

    def letters(self, guest: Guest) -> list[Post]:
        """What stands in a guest's conversation with the bot."""
        member = self.member(guest)
        return member.sees(member.dm)

    @property
    def posts(self) -> list[Post]:
        """What everybody sees in the channel."""
        return [post for post in self.channel.messages if not post.gone and post.only_for is None]


@asynccontextmanager
async def club(
    folder: Path, town: Town, clock: FakeClock, channel: Channel | None = None
) -> AsyncIterator[Club]:
    """Open the table, as a program that has just been started does."""
    client = Porter()
    async with await Store.open(f"sqlite:///{folder / 'club.db'}") as store, client:
        shown = Shown()
        voice = Voice(client, store, clock, shown)
        evening = Club(store, voice, clock, town, channel or town.table, shown)
        connecting = asyncio.create_task(client.start(TOKEN))
        await town.hall.gateway.until_connected()
        running = asyncio.create_task(evening.table.run())
        try:
            yield evening
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await client.close()
            await asyncio.gather(connecting, return_exceptions=True)


async def until(come: Callable[[], object]) -> None:
    """Wait for something to happen."""
    for _ in range(1000):
        if come():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("that does not come")


async def settled(table: Club, clock: FakeClock) -> None:
    """The table at rest, after as many tries as it takes."""
    for _ in range(300):
        if await table._quiet():
            return
        await asyncio.sleep(0.03)
        await clock.move_on(timedelta(seconds=1))
    raise AssertionError("nothing is told any more")
