"""The bot's account on Discord: what it listens to, and which commands it has there."""

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.platforms.discord.buttons import ChoiceList, Click, PickList, PressButton
from bot.platforms.discord.games import AdminCommands, TableCommands
from bot.platforms.discord.handlers import Counter
from bot.platforms.discord.shown import Shown
from bot.platforms.discord.translating import FluentTranslator
from bot.platforms.discord.turns import commands_of_play
from bot.store import Store

RIGHTS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
)
"""What the bot asks for when it is invited: no more than it uses."""

SCOPES = ("bot", "applications.commands")

log = logging.getLogger(__name__)


def invitation_of(client: discord.Client) -> str:
    """The link that takes the bot of a client that is logged in into a server."""
    return discord.utils.oauth_url(client.application_id or 0, permissions=RIGHTS, scopes=SCOPES)


class StationClient(discord.AutoShardedClient):
    """Listens to servers and to what people do there; it reads no message, and keeps no list of members."""

    def __init__(self, counter: Counter, store: Store, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            **options,
        )
        self.counter = counter
        self.shown = Shown()
        self._store = store
        self._commands = Commands(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(PressButton, ChoiceList, PickList)
        await self._commands.register(self._store)

    async def on_interaction(self, click: Click) -> None:
        """A form is found by its id; commands and buttons find their way by themselves."""
        if click.type is discord.InteractionType.modal_submit:
            await self.counter.sent(click)

    async def on_ready(self) -> None:
        name = self.user.name if self.user else "?"
        log.info("Discord: ready as %s, shards: %d, servers: %d", name, len(self.shards), len(self.guilds))

    async def on_shard_disconnect(self, shard: int) -> None:
        log.info("Discord: shard %d lost the line", shard)

    async def on_shard_resumed(self, shard: int) -> None:
        log.info("Discord: shard %d goes on", shard)

    async def on_guild_join(self, _: discord.Guild) -> None:
        log.info("Discord: taken into a server; servers: %d", len(self.guilds))

    async def on_guild_remove(self, _: discord.Guild) -> None:
        log.info("Discord: removed from a server; servers: %d", len(self.guilds))


class Commands(app_commands.CommandTree[StationClient]):
    """The slash commands, in servers and in conversations with the bot."""

    def __init__(self, client: StationClient) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
        for command in commands_of_play():
            self.add_command(command)
        self.add_command(TableCommands())
        self.add_command(AdminCommands())

    async def register(self, store: Store) -> None:
        """Tell Discord of the commands, where they are not those that it was told of last: it counts them.

        Raises DiscordServerError where it has none yet, and is in trouble: nobody could open a game.
        """
        await self.set_translator(FluentTranslator())
        name, digest = f"discord-commands-{self.client.application_id}", await self._digest()
        told = await store.notes.read(name)
        if told == digest:
            return
        try:
            known = await self.sync()
        except discord.HTTPException as fault:
            log.warning("Discord: the commands were not taken (%d, code %d)", fault.status, fault.code)
            if told is None and isinstance(fault, discord.DiscordServerError):
                raise
        else:
            await store.notes.write(name, digest)
            log.info("Discord: commands registered: %d", len(known))

    async def _digest(self) -> str:
        """All that Discord is told of the commands, in every language, as one short text."""
        translator = self.translator
        assert translator is not None
        told = [await command.get_translated_payload(self, translator) for command in self.get_commands()]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

    async def on_error(self, click: Click, error: app_commands.AppCommandError, /) -> None:
        """A command that is not there any more, or went wrong before anybody was asked."""
        log.error("Discord: a command failed (%s)", type(error).__name__, exc_info=error)
        await self.client.counter.failed(click)
