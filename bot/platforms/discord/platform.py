"""Discord as a platform: the announcer's voice there, and a counter where people are served."""

import asyncio
from contextlib import suppress
from typing import Any

import discord
from pydantic import SecretStr

from bot.clock import Clock
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.model.permissions import MissingPermissions
from bot.platforms.discord.client import StationClient, invitation_of
from bot.platforms.discord.handlers import PLATFORM, Counter
from bot.platforms.discord.voice import Voice
from bot.platforms.port import CannotHost, CommandService, Key, OnReachable
from bot.store import Store

_LAST_WORDS = 1.0
"""Seconds that taking leave may last."""


class DiscordChat:
    """A platform of the announcer's, and a client that is logged in while it is served.

    `options` go to the library's client. Whoever asks for something that takes a line to Discord waits until
    there is one.
    """

    name = PLATFORM
    longest_post = Voice.longest_post

    def __init__(self, store: Store, token: SecretStr, clock: Clock, **options: Any) -> None:
        self._store = store
        self._token = token
        self._clock = clock
        self._options = options
        self.client: StationClient | None = None
        """The client while it is logged in."""
        self._speaks: Voice | None = None
        self._come_in = asyncio.Event()
        self._look_again: OnReachable | None = None

    async def post(self, chat: Chat, message: Message, key: Key) -> None:
        """Say something in a channel, once for each key. Raises Unreachable."""
        await (await self._voice()).post(chat, message, key)

    async def tell(self, person: Person, message: Message, key: Key) -> None:
        """Bring a person's panel up to date, or say a note once. Raises Unreachable."""
        await (await self._voice()).tell(person, message, key)

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in a channel. Raises Unreachable where it is gone."""
        return await (await self._voice()).missing_permissions(chat)

    def watch(self, retry: OnReachable) -> None:
        """Call `retry` with the channels that have perhaps become open to the bot."""
        self._look_again = retry

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether a person manages the server of a channel, as far as is known without asking."""
        return await (await self._voice()).is_admin(person, chat)

    async def serve(self, desk: CommandService) -> None:
        """Log in and attend to people, until cancelled or until the line breaks for good.

        Raises CannotHost where the token is wrong; whatever else it raises may be better next time.
        """
        client = StationClient(Counter(desk, self._store), self._store, **self._options)
        try:
            await client.login(self._token.get_secret_value())
            print(f"Discord: invite the bot into a server with {invitation_of(client)}", flush=True)
            self.client = client
            await self._stay(client)
        except discord.LoginFailure:
            raise CannotHost("Discord does not accept the token in DISCORD_TOKEN: copy it anew.") from None
        finally:
            self._come_in.clear()
            self.client = self._speaks = None
            with suppress(TimeoutError):
                async with asyncio.timeout(_LAST_WORDS):
                    await client.close()

    async def _stay(self, client: StationClient) -> None:
        """Hold the line, for as long as it lasts."""
        voice = Voice(client, self._store, self._clock, client.shown)
        if self._look_again:
            voice.watch(self._look_again)
        coming_in = asyncio.create_task(self._speak_with(voice, client))
        try:
            await client.connect()
        finally:
            coming_in.cancel()

    async def _speak_with(self, voice: Voice, client: StationClient) -> None:
        """Speak once the bot has come in: nobody shall wait for a line that breaks before that."""
        await client.wait_until_ready()
        self._speaks = voice
        self._come_in.set()

    async def _voice(self) -> Voice:
        while self._speaks is None:
            await self._come_in.wait()
        return self._speaks
