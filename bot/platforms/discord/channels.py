"""Where the bot speaks in public: channels, threads and posts in forums, and what it may do there."""

from collections.abc import Iterator
from typing import Any, TypeGuard

import discord

from bot.model.identity import Chat
from bot.model.permissions import MissingPermissions, Unreachable
from bot.platforms.discord.errors import is_gone

Place = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel | discord.DMChannel
"""Whatever messages can be written in."""


class Places:
    """Finds the channels that chats stand for."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def find(self, chat: Chat) -> Place:
        """A chat's channel; one that is archived or not known yet is asked for. Raises Unreachable."""
        await self._client.wait_until_ready()
        channel: object = self._client.get_channel(int(chat.id)) or await self._ask_for(int(chat.id))
        if not _is_place(channel):
            raise Unreachable
        return channel

    async def _ask_for(self, id: int) -> object:
        try:
            return await self._client.fetch_channel(id)
        except discord.HTTPException as error:
            if is_gone(error):
                raise Unreachable from error
            raise
        except discord.InvalidData as error:  # it is in a server where the bot is no more
            raise Unreachable from error

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in a chat, as far as is known without trying. Raises Unreachable."""
        place = await self.find(chat)
        if isinstance(place, discord.DMChannel) or place.guild.me is None:
            return MissingPermissions()
        return MissingPermissions(tuple(_mute(place)), tuple(_blind(place)), f"#{place.name}")


def _is_place(channel: Any) -> TypeGuard[Place]:
    return isinstance(channel, Place)


def _mute(place: Any) -> Iterator[str]:
    """The rights without which nothing can be said."""
    held = place.permissions_for(place.guild.me)
    if not held.view_channel:
        yield "right-discord-view-channel"
    if not isinstance(place, discord.Thread):
        if not held.send_messages:
            yield "right-discord-send-messages"
    elif not held.send_messages_in_threads:
        yield "right-discord-send-messages-in-threads"
    elif place.locked and not held.manage_threads:
        yield "right-discord-unlocked-thread"


def _blind(place: Any) -> Iterator[str]:
    """The rights without which no picture can be shown."""
    if not place.permissions_for(place.guild.me).attach_files:
        yield "right-discord-attach-files"


async def made_thread(channel: object, name: str) -> discord.Thread | None:
    """A thread of a channel, laid aside after a week of silence; None where none can be made."""
    if not isinstance(channel, discord.TextChannel):
        return None
    try:
        return await channel.create_thread(
            name=name, type=discord.ChannelType.public_thread, auto_archive_duration=10080
        )
    except discord.Forbidden:
        return None
