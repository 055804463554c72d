"""Discord as the announcer's platform: what is said in channels, and what is written to persons."""

import discord

from bot.clock import Clock
from bot.model.identity import Chat, Person
from bot.model.message import Message
from bot.model.permissions import MissingPermissions
from bot.platforms.discord.channels import Places
from bot.platforms.discord.private import Private
from bot.platforms.discord.public import Public
from bot.platforms.discord.returning import Returning
from bot.platforms.discord.shown import Shown
from bot.platforms.port import Key, OnReachable
from bot.store import Store


class Voice:
    """Speaks as the announcer asks it to; before the bot has come in, it waits."""

    name = "discord"
    longest_post = 1800
    """Letters: 2,000 with a mention, and with what is added so that names are no markup."""

    def __init__(
        self, client: discord.Client, store: Store, clock: Clock, shown: Shown | None = None
    ) -> None:
        self._client = client
        self._places = Places(client)
        self._public = Public(client, store, clock, self._places)
        self._private = Private(client, store, clock, shown or Shown())

    async def post(self, chat: Chat, message: Message, key: Key) -> None:
        """Say something in a channel, once for each key. Raises Unreachable."""
        await self._public.post(chat, message, key)

    async def tell(self, person: Person, message: Message, key: Key) -> None:
        """Bring a person's panel up to date, or say a note once. Raises Unreachable."""
        await self._private.tell(person, message, key)

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in a channel. Raises Unreachable where it is gone."""
        return await self._places.missing_permissions(chat)

    def watch(self, retry: OnReachable) -> None:
        """Call `retry` with the channels that have perhaps become open to the bot."""
        Returning(self._client, retry)

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether a person manages the server of a channel, as far as is known without asking."""
        place = await self._places.find(chat)
        member = None if isinstance(place, discord.DMChannel) else place.guild.get_member(int(person.id))
        return member is not None and member.guild_permissions.manage_guild
