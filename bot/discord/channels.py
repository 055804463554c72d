"""The channels that messages go to: of servers, with what the bot may do there, and DMs."""

import asyncio
import logging
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.discord.error_codes import LOST, OPENING_TOO_FAST, TOO_MANY_THREADS, unreachable
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat, Person
from bot.model.permissions import MissingPermissions, Unreachable
from bot.requests.directory import Directory

if TYPE_CHECKING:
    from discord.types.threads import Thread as ThreadPayload

PLATFORM = "discord"

Channel = (
    discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel | discord.DMChannel
)
"""A channel that messages can be sent to."""

_KNOWN_CHANNELS = 5000

log = logging.getLogger(__name__)

A_WEEK: Final = 10080
A_DAY: Final = 1440
"""Minutes without messages after which Discord archives a thread: some of those that it allows."""

_SKEW = timedelta(hours=1)
"""By how much Discord may be early."""

FIRST_WAIT = 10.0
LONGEST_WAIT = 600.0
"""Seconds before the next try where DM channels were opened too fast."""


class DiscordChannels:
    """Finds the channels of chats and persons."""

    def __init__(
        self, client: discord.Client, directory: Directory, clock: Clock, *, keeps_fetched: bool = False
    ) -> None:
        self._client = client
        self._keeps_fetched = keeps_fetched
        self._fetched = BoundedCache[int, object](_KNOWN_CHANNELS)
        """Channels of servers whose events another process gets: they are not known here otherwise."""
        self.directory = directory
        self._clock = clock
        self._opening = asyncio.Lock()

    async def find(self, chat: Chat) -> Channel:
        """A chat's channel, fetched where it is archived or not known yet. Raises Unreachable."""
        await self._client.wait_until_ready()
        id = int(chat.id)
        channel: object = self._client.get_channel(id) or self._fetched.get(id)
        if channel is None:
            try:
                channel = await self._client.fetch_channel(id)
            except discord.HTTPException as error:
                if refusal := unreachable(error):
                    raise refusal from error
                raise
            except discord.InvalidData as error:  # it is in a server that the bot has left
                raise Unreachable from error
        if self._keeps_fetched:
            self._fetched[id] = channel
        if not isinstance(channel, Channel):
            raise Unreachable
        return channel

    async def dm(self, person: Person) -> discord.PartialMessageable:
        """The DM channel of a person, opened where it never was before."""
        await self._client.wait_until_ready()
        id = await self.directory.dm_channel(person) or await self._open(person)
        return self._client.get_partial_messageable(int(id), type=discord.ChannelType.private)

    async def _open(self, person: Person) -> str:
        """Open DM channels one by one; where that is too fast for Discord, all wait."""
        wait, channel = FIRST_WAIT, None
        async with self._opening:
            while channel is None:
                try:
                    channel = await self._client.create_dm(discord.Object(int(person.id)))
                except discord.HTTPException as error:
                    if error.code != OPENING_TOO_FAST:
                        raise
                    await self._clock.sleep(wait)
                    wait = min(2 * wait, LONGEST_WAIT)
        await self.directory.note_dm_channel(person, str(channel.id))
        return str(channel.id)


def missing_permissions_in(channel: Channel) -> MissingPermissions:
    """What the bot may not do in a channel, as far as Discord has told."""
    if isinstance(channel, discord.DMChannel) or channel.guild.me is None:
        return MissingPermissions()
    if channel.guild.me.is_timed_out():
        return MissingPermissions(place=f"#{channel.name}", silenced_until=channel.guild.me.timed_out_until)
    held = channel.permissions_for(channel.guild.me)
    speech = [] if held.view_channel else ["permission-discord-view-channel"]
    if not isinstance(channel, discord.Thread):
        if not held.send_messages:
            speech.append("permission-discord-send-messages")
    elif not held.send_messages_in_threads:
        speech.append("permission-discord-send-messages-in-threads")
    elif channel.locked and not held.manage_threads:
        speech.append("permission-discord-unlocked-thread")
    pictures = [] if held.attach_files else ["permission-discord-attach-files"]
    # Without it, a post may be sent twice after a failure, and old ones keep their buttons.
    others = [] if held.read_message_history else ["permission-discord-read-message-history"]
    return MissingPermissions(tuple(speech), tuple(pictures), f"#{channel.name}", tuple(others))


async def create_thread(channel: object, name: str) -> discord.Thread:
    """A public thread of a channel. Raises CommandRefused where none can be created."""
    if not isinstance(channel, discord.TextChannel):
        raise CommandRefused("no-threads-here")
    kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
    try:
        return await channel.create_thread(name=name, type=kind, auto_archive_duration=A_WEEK)
    except discord.HTTPException as error:
        if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise
        log.warning("Discord: no thread was created (%d, code %d)", error.status, error.code)
        refused = "no-threads-here" if isinstance(error, discord.Forbidden) else "no-thread-now"
        raise CommandRefused("no-threads-left" if error.code in TOO_MANY_THREADS else refused) from error


async def keep_open(client: discord.Client, thread: "ThreadPayload") -> None:
    """Open a thread again that was archived because nobody wrote there for long: its buttons do not work on
    phones. A thread that somebody has closed stays closed.
    """
    metadata, last = thread["thread_metadata"], thread.get("last_message_id")
    if not metadata["archived"] or metadata.get("locked"):
        return
    if last:
        archived_at = datetime.fromisoformat(metadata["archive_timestamp"])
        quiet = archived_at - discord.utils.snowflake_time(int(last))
        if quiet < timedelta(minutes=metadata["auto_archive_duration"]) - _SKEW:
            return
    own = client.user is not None and thread["owner_id"] == str(client.user.id)
    changes: dict[str, Any] = {"archived": False} | ({"auto_archive_duration": A_WEEK} if own else {})
    try:
        await client.http.edit_channel(int(thread["id"]), **changes)
    except (discord.HTTPException, *LOST) as error:
        log.info("Discord: a thread stays archived (%s)", type(error).__name__)


async def archive_soon(client: discord.Client, channel: Channel) -> None:
    """Let Discord archive a thread of the bot after a day without messages: its game is over."""
    if not isinstance(channel, discord.Thread) or client.user is None or channel.owner_id != client.user.id:
        return
    try:
        await client.http.edit_channel(channel.id, auto_archive_duration=A_DAY)
    except (discord.HTTPException, *LOST) as error:
        log.info("Discord: a thread is archived after a week (%s)", type(error).__name__)
