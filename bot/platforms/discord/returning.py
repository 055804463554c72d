"""When the bot can speak again where it could not: it has been let in, or given a right."""

from collections.abc import Awaitable, Callable, Collection

import discord

from bot.model.identity import Chat


class Returning:
    """Listens for whatever may have opened a channel, and says which ones it may be."""

    def __init__(self, client: discord.Client, retry: Callable[[Collection[Chat]], None]) -> None:
        self._look_again = retry
        for listener in (
            self.on_guild_join,
            self.on_guild_available,
            self.on_guild_role_update,
            self.on_guild_channel_update,
            self.on_member_update,
            self.on_raw_thread_update,
        ):
            _also(client, listener)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is in a server, perhaps once more."""
        self._all_of(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is back after trouble at Discord."""
        self._all_of(guild)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """A role has other rights."""
        self._all_of(role.guild)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """A channel has other rights; its threads have them too."""
        threads = getattr(channel, "threads", ())
        self._look_again([_chat(place.id) for place in (channel, *threads)])

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Somebody has other roles: of all members, the bot alone is of interest."""
        if member == member.guild.me:
            self._all_of(member.guild)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """A thread is open again, perhaps."""
        self._look_again([_chat(thread.thread_id)])

    def _all_of(self, guild: discord.Guild) -> None:
        self._look_again([_chat(place.id) for place in (*guild.channels, *guild.threads)])


def _also(client: discord.Client, listener: Callable[..., Awaitable[None]]) -> None:
    """Let a client that has a listener of its own for the same call both."""
    first = getattr(client, listener.__name__, None)

    async def both(*what: object) -> None:
        if first is not None:
            await first(*what)
        await listener(*what)

    setattr(client, listener.__name__, both)


def _chat(id: int) -> Chat:
    return Chat("discord", str(id))
