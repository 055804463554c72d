"""Discord as a platform: the port, over a client that is logged in while it is served."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

import discord
from pydantic import SecretStr

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.discord import messages
from bot.discord.buttons import LONGEST_LABEL, clipped
from bot.discord.channels import (
    PLATFORM,
    Channel,
    DiscordChannels,
    archive_soon,
    create_thread,
    missing_permissions_in,
)
from bot.discord.client import DiscordClient, invitation_of
from bot.discord.emoji import with_emoji
from bot.discord.error_codes import LOST, UNKNOWN_CHANNEL, is_blocked, may_refuse_files, unreachable
from bot.discord.handlers import DiscordHandlers, place_title, with_activity
from bot.discord.layout import UNKNOWN, in_language, laid_out
from bot.matches.leases import Leases
from bot.model.identity import Address, Chat, Destination, Person
from bot.model.message import Message, Topic, drawn
from bot.model.permissions import MissingPermissions, Unreachable
from bot.model.port import FilesRefused, Key, Limits, Watcher
from bot.settings import OperatorError
from bot.text.i18n import LANGUAGES, phrases

_WRONG_TOKEN = "Discord does not accept the token in DISCORD_TOKEN: copy it again."
_WITH_BOARD = (Topic.LOBBY, Topic.TURN, Topic.END)

_CLOSING = 1.0
"""Seconds that closing the connection may take."""

_ASKING_EVERY = 30.0
"""Seconds after which Discord is asked again whether it answers."""

_KNOWN_CHANNELS = 20_000


class DiscordPlatform:
    """Discord behind the port. Calls that need a connection wait until there is one.

    `language` is spoken where a person's own is unknown; `options` go to the library's client. With
    `has_activity`, posts about games have a button that opens the interactive board.

    Of several processes, each has the shards for which it holds `leases`, of `shards` in total; with 0, one
    process has all. Requests are sent without a shard too.
    """

    name = PLATFORM
    limits = Limits(
        longest_post=1800,  # of 4,000, with mentions and what keeps names from being markup
        edits_for=timedelta(minutes=55),  # from an hour on, Discord counts the edits
        repeats_safely_for=timedelta(minutes=2),  # at least, by the nonce
        finds_sent=True,
        has_threads=True,
    )

    def __init__(
        self,
        token: SecretStr,
        clock: Clock,
        *,
        language: str = "en",
        has_activity: bool = False,
        leases: Leases | None = None,
        shards: int = 0,
        proxy: str | None = None,
        **options: Any,
    ) -> None:
        self._token = token
        self._leases = leases if leases and leases.is_shared else None
        self._shards = [f"{PLATFORM}/{number}" for number in range(max(1, shards))]
        self._total = shards
        if leases:
            leases.want(*self._shards)
        self._clock = clock
        self._language = language
        self._has_activity = has_activity
        self.proxy = proxy
        self._options = {**options, "proxy": proxy}
        self._watcher = Watcher()
        self.client: DiscordClient | None = None
        """The client while it is logged in."""
        self._channels: DiscordChannels | None = None
        self._connected = asyncio.Event()
        self._guilds: BoundedCache[str, int | None] = BoundedCache(_KNOWN_CHANNELS)
        """The server of each channel and thread; None for a DM."""

    # ---- messages

    async def prepared(self, to: Destination, message: Message, key: Key) -> Message:
        """A message with all its pictures."""
        return await drawn(message)

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        """Send a new message and return its id. Raises Unreachable. Posts in channels are never silent."""
        message = await self._adapted(to, message, key)
        match to:
            case Chat():
                async with self._posting(to, message) as channel:
                    sent = await messages.send_post(channel, message, key)
                    if key.topic is Topic.END and self.client:
                        await archive_soon(self.client, channel)
                    return sent
            case Person():
                async with self._writing(to, message) as dm:
                    return await messages.send_dm(dm, message, key, silent=silent)

    async def edit(self, to: Destination, id: str, message: Message, key: Key) -> bool:
        """Show `message` in place of what a message shows, unless it ends with that already."""
        message = await self._adapted(to, message, key)
        match to:
            case Chat():
                async with self._posting(to) as channel:
                    return await messages.edit(channel, id, message, str(key))
            case Person():
                async with self._writing(to, message) as dm:
                    if self.client is not None:
                        if await self.client.shown.has(int(id), laid_out(message).text):
                            return True
                        self.client.shown.forget(int(id))
                    return await messages.edit(dm, id, message)

    async def _adapted(self, to: Destination, message: Message, key: Key) -> Message:
        """A message that names commands as the clients of its readers most likely show them, with the bot's
        emoji.

        A post about a game has a button for the board.
        """
        directory = (await self._ready()).directory
        if isinstance(to, Chat):
            language = (await directory.chat_phrases(to)).language
        else:
            language = (await directory.phrases(to, Chat(PLATFORM, "dm"))).language
        clickable = isinstance(to, Chat) and self.client
        message = in_language(message, language, clickable.command_ids if clickable else UNKNOWN)
        message = with_emoji(message, self.client.emoji if self.client else {})
        if not self._has_activity or isinstance(to, Person) or key.topic not in _WITH_BOARD:
            return message
        return with_activity(message, key.game, phrases(language if language in LANGUAGES else "en"))

    async def remove_buttons(self, to: Destination, id: str) -> bool:
        """Take the buttons from a message. False where it may work later."""
        return await messages.remove_buttons(await self._channel(to), id)

    async def delete(self, to: Destination, id: str) -> bool:
        """Delete a message. False where it may work later."""
        return await messages.delete(await self._channel(to), id)

    async def find_sent(self, chat: Chat, key: Key, since: datetime) -> str | None:
        """The id of a post with this key that was sent after a moment."""
        async with self._posting(chat) as channel:
            author = self.client.user if self.client else None
            return await messages.find_post(channel, key, since, author)

    # ---- channels

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in a channel. Raises Unreachable where it is gone."""
        return missing_permissions_in(await (await self._ready()).find(chat))

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether a person manages the server of a channel, as far as is known without asking Discord."""
        channel = await (await self._ready()).find(chat)
        member = None if isinstance(channel, discord.DMChannel) else channel.guild.get_member(int(person.id))
        return member is not None and member.guild_permissions.manage_guild

    async def place_of(self, chat: Chat) -> Address | None:
        """The server of a channel or a thread; None while the bot is not connected and has not met it."""
        if chat.id not in self._guilds and self._channels is not None:
            with suppress(Unreachable):
                channel = await self._channels.find(chat)
                self._guilds[chat.id] = None if isinstance(channel, discord.DMChannel) else channel.guild.id
        guild = self._guilds.get(chat.id)
        return Address(PLATFORM, str(guild)) if guild else None

    async def open_thread(self, chat: Chat, name: str) -> tuple[Chat, str]:
        """Open a public thread of a channel. Raises CommandRefused where there can be none."""
        channels = await self._ready()
        thread = await create_thread(await channels.find(chat), clipped(name, LONGEST_LABEL))
        there = Chat(PLATFORM, str(thread.id))
        self._guilds[there.id] = thread.guild.id
        await channels.directory.introduce_chat(there, place_title(thread.guild, thread.name))
        return there, thread.mention

    async def link_to(self, chat: Chat, id: str) -> str:
        """The address of a message in a server."""
        place = await self.place_of(chat)
        return f"https://discord.com/channels/{place.id}/{chat.id}/{id}" if place else ""

    async def own_chat(self, person: Person, title: str) -> Chat | None:
        """The DM channel of a person; None where Discord opens none."""
        try:
            dm = await (await self._ready()).dm(person)
        except discord.HTTPException:
            return None
        self._guilds[str(dm.id)] = None
        return Chat(PLATFORM, str(dm.id))

    def watch(self, watcher: Watcher) -> None:
        """Call this watcher from the next connection on."""
        self._watcher = watcher

    @asynccontextmanager
    async def _posting(self, chat: Chat, sent: Message | None = None) -> AsyncIterator[Channel]:
        """The channel of a chat, and what is sent there. Raises Unreachable where a call in it finds that it
        is gone, and FilesRefused.
        """
        channel = await (await self._ready()).find(chat)
        try:
            yield channel
        except discord.HTTPException as error:
            if refusal := unreachable(error):
                raise refusal from error
            _raise_if_files_are_refused(error, sent)
            raise

    @asynccontextmanager
    async def _writing(self, person: Person, sent: Message) -> AsyncIterator[discord.PartialMessageable]:
        """The DM channel of a person, and what is sent there. Raises Unreachable where they block the bot,
        and FilesRefused.
        """
        channels = await self._ready()
        try:
            yield await channels.dm(person)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_CHANNEL:
                await channels.directory.note_dm_channel(person, None)  # it is opened again next time
            if is_blocked(error):
                raise Unreachable from error
            _raise_if_files_are_refused(error, sent)
            raise

    async def _channel(self, to: Destination) -> discord.abc.Messageable:
        channels = await self._ready()
        return await (channels.find(to) if isinstance(to, Chat) else channels.dm(to))

    async def _ready(self) -> DiscordChannels:
        while self._channels is None:
            await self._connected.wait()
        return self._channels

    # ---- serving

    async def serve(self, dispatcher: Dispatcher) -> None:
        """Log in and serve people, until cancelled or until the connection breaks for good.

        Raises OperatorError where the token is wrong; after anything else another try may work. Among several
        processes it ends when this one gets or loses shards.
        """
        if self._leases is None:
            await self._serve(dispatcher, None)
            return
        held = [name for name in self._shards if self._leases.holds(name)]
        with ExitStack() as used:
            for name in held:
                used.enter_context(self._leases.using(name))
            serving = asyncio.create_task(self._serve(dispatcher, held))
            try:
                await self._while_unchanged(held, serving, self._leases)
            finally:
                serving.cancel()
                await asyncio.wait((serving,))
        if not serving.cancelled():
            serving.result()

    async def _while_unchanged(self, held: list[str], serving: asyncio.Task[None], leases: Leases) -> None:
        """Wait until `serving` has ended, or this process holds other shards."""
        while not serving.done() and held == [name for name in self._shards if leases.holds(name)]:
            changed = asyncio.create_task(leases.change())
            try:
                await asyncio.wait((serving, changed), return_when=asyncio.FIRST_COMPLETED)
            finally:
                changed.cancel()

    async def _serve(self, dispatcher: Dispatcher, shards: list[str] | None) -> None:
        """Serve people of some shards; None: of all, as the only process."""
        directory = dispatcher.directory
        handlers = DiscordHandlers(dispatcher, self._guilds, self._language, has_activity=self._has_activity)
        options = dict(self._options)
        if shards and self._total:
            options["shard_ids"] = [int(name.partition("/")[2]) for name in shards]
            options["shard_count"] = self._total
        client = DiscordClient(handlers, directory, self._watcher, **options)
        channels = DiscordChannels(client, directory, self._clock, keeps_fetched=shards is not None)

        async def open_way() -> None:
            await client.wait_until_ready()
            self._channels = channels
            self._connected.set()

        tasks: list[asyncio.Task[None]] = []
        try:
            await client.login(self._token.get_secret_value())
            print(f"Discord: invite the bot into a server with {invitation_of(client)}", flush=True)
            self.client = client
            if shards == []:  # other processes have them all: this one sends requests until cancelled
                await client.only_request()
            asking = asyncio.create_task(self._ask_while_requests_fail(client))
            serving = asking if shards == [] else asyncio.create_task(client.connect())
            tasks = [asking, serving, asyncio.create_task(open_way())]
            await asyncio.shield(serving)  # discord.py drops a cancellation while it reconnects, until closed
        except discord.LoginFailure:
            raise OperatorError(_WRONG_TOKEN) from None
        finally:
            for task in tasks:
                task.cancel()
            self._connected.clear()
            self.client = self._channels = None
            with suppress(TimeoutError):
                async with asyncio.timeout(_CLOSING):
                    await client.close()

    async def _ask_while_requests_fail(self, client: DiscordClient) -> None:
        """Notice when Discord answers again, even if nobody sends it a request."""
        while True:
            await self._clock.sleep(_ASKING_EVERY)
            if client.requests_fail:
                with suppress(discord.DiscordException, *LOST):
                    await client.application_info()


def _raise_if_files_are_refused(error: discord.HTTPException, sent: Message | None) -> None:
    if sent and sent.has_files and may_refuse_files(error):
        raise FilesRefused from error
