"""A guild with a channel and its users."""

from datetime import datetime
from typing import Any

import discord
from tests.fakes.discord import payloads
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.user import DiscordUser
from tests.fakes.discord.world import PUBLIC_THREAD, Channel, Guild


class FakeGuild:
    """One guild, as most tests need it: with an owner, the bot, and a channel."""

    def __init__(self, server: FakeDiscord, name: str = "Railway club", channel: str = "table") -> None:
        self.server = server
        self.owner = server.world.account("Olga")
        self.guild: Guild = server.world.guild(name, self.owner)
        self.table: Channel = server.world.channel(self.guild, channel)

    def add_user(self, name: str, at: Channel | None = None, **about: Any) -> DiscordUser:
        """Somebody new: `locale`, and `dms` for what keeps the bot from writing to them."""
        account = self.server.world.account(name, **about)
        self.guild.accounts.append(account)
        return DiscordUser(self.server, self.guild, account, at or self.table)

    def the_owner(self) -> DiscordUser:
        return DiscordUser(self.server, self.guild, self.owner, self.table)

    async def opens(self, name: str) -> Channel:
        """Another channel."""
        made = self.server.world.channel(self.guild, name)
        await self.server.tell_of(made, new=True)
        return made

    async def opens_thread(self, name: str, parent: Channel | None = None) -> Channel:
        """A thread, or a post in a forum."""
        made = self.server.world.channel(self.guild, name, PUBLIC_THREAD, parent=parent or self.table)
        await self.server.tell_of(made, new=True)
        return made

    async def denies(self, *rights: str, channel: Channel | None = None) -> None:
        """Take rights away from the bot in a channel, by the library's names of them."""
        place = channel or self.table
        for name in rights:
            bot = self.server.world.bot.id
            place.denied[bot] = place.denied.get(bot, 0) | discord.Permissions(**{name: True}).value
        await self.server.tell_of(place)

    async def times_out_the_bot(self, until: datetime | None) -> None:
        """A moderator times the bot out, or ends that."""
        self.guild.bot_silent_until = until and until.isoformat()
        member = payloads.member(self.server.world.bot, self.guild) | {"guild_id": str(self.guild.id)}
        await self.server.gateway.dispatch("GUILD_MEMBER_UPDATE", member, self.guild)

    async def allows_all(self, channel: Channel | None = None) -> None:
        """Give everything back that was taken away."""
        (channel or self.table).denied.clear()
        await self.server.tell_of(channel or self.table)
