"""The bot's account on Discord: what it listens to, what it asks for, and whether its token is good."""

import asyncio
import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import aiohttp
import discord
from pydantic import SecretStr

from bot.discord.answers import ShownAnswers
from bot.discord.buttons import Click
from bot.discord.channels import PLATFORM, keep_open
from bot.discord.commands import command_tree, register
from bot.discord.emoji import Emoji, card_emoji
from bot.discord.error_codes import LOST
from bot.discord.handlers import DiscordHandlers, place_title
from bot.discord.layout import UNKNOWN, CommandIds
from bot.metrics import RATE_LIMITS
from bot.model.identity import Chat
from bot.model.port import Watcher, may_send
from bot.requests.directory import Directory
from bot.work_queue import WorkQueue

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot asks for when it is invited: only what it uses."""

SCOPES = ("bot", "applications.commands")

_LOGIN, _REQUESTS = "login", "requests"
"""What can fail, besides the shards by their numbers."""

_PATIENCE = 10.0
"""Seconds that Discord may take to check a token."""

log = logging.getLogger(__name__)


_LEAN: Mapping[str, Any] = {
    "intents": discord.Intents(guilds=True),
    "allowed_mentions": discord.AllowedMentions.none(),
    "max_messages": None,
    "member_cache_flags": discord.MemberCacheFlags.none(),
    "chunk_guilds_at_startup": False,
}
"""Only what the bot needs: it keeps no messages and no members."""


class DiscordClient(discord.AutoShardedClient):
    """Listens to servers and to what people do there; it reads no messages and keeps no list of members.

    The `watcher` hears that Discord is cut off when it fails to answer a request or a shard loses its
    connection, and that it is back once all of them work.
    """

    def __init__(
        self,
        handlers: DiscordHandlers,
        directory: Directory,
        watcher: Watcher,
        **options: Any,
    ) -> None:
        super().__init__(http_trace=self._trace(), **_LEAN, **options)
        self.handlers = handlers
        self.shown = ShownAnswers()
        self.commands = command_tree(self)
        self.command_ids: CommandIds = UNKNOWN
        self.emoji: Emoji = {}
        self._directory = directory
        self._watcher = watcher
        self._broken: set[int | str] = set()
        self._breaks(_LOGIN)
        self._only_requests = False

    def _trace(self) -> aiohttp.TraceConfig:
        """Calls back before a request, and when it was answered, or was not."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(_check_may_send)
        trace.on_request_end.append(self._on_answer)
        trace.on_request_exception.append(self._on_no_answer)
        return trace

    async def setup_hook(self) -> None:
        self.command_ids = await register(self.commands, self._directory)
        self.emoji = await card_emoji(self)

    async def on_interaction(self, click: Click) -> None:
        """Handle a button, a list or a form by its id; the library finds the handlers of commands."""
        if click.type is discord.InteractionType.component:
            await self.handlers.pressed(click)
        elif click.type is discord.InteractionType.modal_submit:
            await self.handlers.submitted(click)

    @property
    def queue(self) -> WorkQueue:
        """What requests wait for."""
        return self.handlers.queue

    # ---- the connection

    async def only_request(self) -> None:
        """Send requests without a connection that brings events: other processes have all shards."""
        self._only_requests = True
        await self._works(_LOGIN)

    async def wait_until_ready(self) -> None:
        if not self._only_requests:
            await super().wait_until_ready()

    @property
    def requests_fail(self) -> bool:
        """Whether the last request had no answer."""
        return _REQUESTS in self._broken

    def _breaks(self, part: int | str) -> None:
        self._broken.add(part)
        self._watcher.cut()

    async def _works(self, part: int | str) -> None:
        self._broken.discard(part)
        if not self._broken:
            await self._watcher.back()

    async def _on_answer(self, _session: Any, _about: Any, request: aiohttp.TraceRequestEndParams) -> None:
        if request.response.status == HTTPStatus.TOO_MANY_REQUESTS:
            RATE_LIMITS.labels(PLATFORM).inc()
        if request.response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self._breaks(_REQUESTS)
        elif self.requests_fail:
            await self._works(_REQUESTS)

    async def _on_no_answer(
        self, _session: Any, _about: Any, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if isinstance(request.exception, LOST):  # and not cancelled
            self._breaks(_REQUESTS)

    async def on_ready(self) -> None:
        await self._works(_LOGIN)
        name = self.user.name if self.user else "?"
        log.info("Discord: ready as %s, shards: %d, servers: %d", name, len(self.shards), len(self.guilds))
        for chat in await self._directory.chats_on(PLATFORM):
            await self._introduce(self.get_channel(int(chat.id)))
        if self.shard_ids is None:
            await self._open_threads()

    async def _open_threads(self) -> None:
        """Open threads of running games that were archived while the program did not run: only those, and
        channels that the bot cannot see, are not known now.
        """
        for chat in await self._directory.chats_on(PLATFORM):
            hidden = self.get_channel(int(chat.id)) is None and await self._directory.is_played_in(chat)
            if hidden and await self._directory.has_title(chat):  # a DM has none
                try:
                    channel: Any = await self.http.get_channel(int(chat.id))
                except (discord.HTTPException, *LOST):
                    continue
                if "thread_metadata" in channel:
                    await keep_open(self, channel)

    async def on_shard_disconnect(self, shard: int) -> None:
        log.info("Discord: shard %d lost its connection", shard)
        self._breaks(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        log.info("Discord: shard %d is connected again", shard)
        await self._works(shard)

    async def on_shard_ready(self, shard: int) -> None:
        await self._works(shard)

    # ---- what may make a channel writable

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added to a server, for the first time or again."""
        log.info("Discord: added to a server; servers: %d", len(self.guilds))
        self._retry_all(guild)
        await self.handlers.greet(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server, or the server was deleted."""
        log.info("Discord: removed from a server; servers: %d", len(self.guilds))
        self._watcher.lost(_chats(guild))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self._watcher.lost([_chat(channel.id)])

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        self._watcher.lost([_chat(thread.thread_id)])

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is available again after an outage."""
        self._retry_all(guild)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """A role has other permissions."""
        self._retry_all(role.guild)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """A channel has other permissions, and so have its threads."""
        threads = getattr(channel, "threads", ())
        self._watcher.reachable([_chat(place.id) for place in (channel, *threads)])
        if await self._directory.shown_in(_chat(channel.id)):
            await self._introduce(channel)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """A member has other roles; only the bot itself matters here."""
        if member == member.guild.me:
            self._retry_all(member.guild)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been unlocked. That of a running game is kept open."""
        chat = _chat(thread.thread_id)
        self._watcher.reachable([chat])
        if await self._directory.is_played_in(chat):
            await keep_open(self, thread.data)

    async def _introduce(self, channel: object) -> None:
        """Save the name of a channel with a game, which is known before anybody types there."""
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            await self._directory.introduce_chat(_chat(channel.id), place_title(channel.guild, channel.name))

    def _retry_all(self, guild: discord.Guild) -> None:
        self._watcher.reachable(_chats(guild))


async def _check_may_send(*_: object) -> None:
    """Give up a call that has waited, after a limit or an error, and that another process makes by now.

    An earlier try may have come through. So it fails like a call whose connection is lost.
    """
    if not may_send.get()():
        raise ConnectionAbortedError


def _chats(guild: discord.Guild) -> list[Chat]:
    return [_chat(place.id) for place in (*guild.channels, *guild.threads)]


def _chat(id: int) -> Chat:
    return Chat(PLATFORM, str(id))


def invitation_of(client: discord.Client) -> str:
    """The link that adds the bot of a logged-in client to a server."""
    return discord.utils.oauth_url(client.application_id or 0, permissions=PERMISSIONS, scopes=SCOPES)


async def try_token(token: SecretStr, proxy: str | None = None) -> tuple[bool, str]:
    """Whether the bot can log in, and a sentence: the link that invites it, or what is wrong."""
    client = discord.Client(intents=discord.Intents.none(), proxy=proxy)
    try:
        async with asyncio.timeout(_PATIENCE):
            await client.login(token.get_secret_value())
    except discord.LoginFailure:
        return False, "it does not accept the token"
    except (*LOST, discord.HTTPException) as error:
        return False, f"it cannot be reached ({type(error).__name__})"
    except (ValueError, TypeError, KeyError):
        return False, "it cannot be reached: something in between answers for it"
    finally:
        await client.close()
    return True, f"the token is good; invite the bot with {invitation_of(client)}"
