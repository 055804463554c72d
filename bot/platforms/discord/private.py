"""What the bot writes to one person: a panel that is kept fresh, and a word about itself where it must."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord

from bot.clock import Clock
from bot.model.identity import DmChannel, Person
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.platforms.discord.errors import (
    OPENING_TOO_FAST,
    UNKNOWN_CHANNEL,
    cannot_be_edited,
    is_closed,
)
from bot.platforms.discord.layout import Sheet, laid_out
from bot.platforms.discord.shown import Shown
from bot.platforms.discord.writing import NOBODY, nonce_of
from bot.platforms.port import Key
from bot.store import Sent, Store

FRESH = timedelta(minutes=55)
"""So long a panel is edited in place; from an hour on, Discord counts the edits."""

FIRST_WAIT = 10.0
LONGEST_WAIT = 600.0
"""Seconds before the next try where letterboxes were opened too fast."""


class Private:
    """Writes to persons, each in a conversation of their own."""

    def __init__(self, client: discord.Client, store: Store, clock: Clock, shown: Shown) -> None:
        self._client = client
        self._shown = shown
        self._store = store
        self._clock = clock
        self._opening = asyncio.Lock()

    async def tell(self, person: Person, message: Message, key: Key) -> None:
        """Bring a person's panel up to date, or say a note once. Raises Unreachable where DMs are closed."""
        await self._client.wait_until_ready()
        dm_channel = await self._store.people.dm_channel(person)
        if dm_channel.closed:
            raise Unreachable
        try:
            place = await self._place(person, dm_channel)
            await self._write(place, person, message, key)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_CHANNEL:
                await self._store.people.save_dm_channel(person, DmChannel())
            if not is_closed(error):
                raise
            await self._store.people.save_dm_channel(person, replace(dm_channel, closed=True))
            raise Unreachable from error

    async def _place(self, person: Person, dm_channel: DmChannel) -> discord.PartialMessageable:
        """The conversation with a person, opened where it was not before."""
        id = dm_channel.channel or await self._open(person)
        return self._client.get_partial_messageable(int(id), type=discord.ChannelType.private)

    async def _open(self, person: Person) -> str:
        """Open conversations one by one; told that this is too fast, all wait."""
        async with self._opening:
            channel = await self._opened(person)
        await self._store.people.save_dm_channel(person, DmChannel(str(channel.id)))
        return str(channel.id)

    async def _opened(self, person: Person) -> discord.DMChannel:
        wait = FIRST_WAIT
        while True:
            try:
                return await self._client.create_dm(discord.Object(int(person.id)))
            except discord.HTTPException as error:
                if error.code != OPENING_TOO_FAST:
                    raise
            await self._clock.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _write(
        self, place: discord.PartialMessageable, person: Person, message: Message, key: Key
    ) -> None:
        standing = [
            one for one in await self._store.deliveries.sent(person, key.game) if one.topic is key.topic
        ]
        if any(one.key == str(key) for one in standing):
            return
        sent = await self._refreshed(place, message, key, standing)
        sent = sent or await self._posted(place, message, key, standing)
        await self._store.deliveries.save_sent(person, key.game, sent)
        if key.topic is Topic.PANEL:
            await self._clear_away(place, person, [one for one in standing if one.message != sent.message])

    async def _refreshed(
        self, place: discord.PartialMessageable, message: Message, key: Key, standing: Sequence[Sent]
    ) -> Sent | None:
        """The panel that stands there, edited; None where a new message is better, or the only way."""
        if key.topic is not Topic.PANEL or message.mention or not standing:
            return None
        panel = standing[-1]
        if self._clock.now() - panel.at >= FRESH or not await self._edited(place, panel, laid_out(message)):
            return None
        return replace(panel, key=str(key))

    async def _edited(self, place: discord.PartialMessageable, panel: Sent, sheet: Sheet) -> bool:
        """Whether a panel is up to date now: the new pictures take the place of the old ones."""
        id = int(panel.message)
        if await self._shown.has(id, sheet.content or ""):
            return True
        self._shown.forget(id)
        try:
            await place.get_partial_message(id).edit(
                content=sheet.content,
                embeds=sheet.embeds,
                attachments=sheet.files,
                view=sheet.view,
                allowed_mentions=NOBODY,
            )
        except discord.HTTPException as error:
            if cannot_be_edited(error):
                return False
            raise
        return True

    async def _posted(
        self, place: discord.PartialMessageable, message: Message, key: Key, standing: Sequence[Sent]
    ) -> Sent:
        """A new message, which notifies only whoever it mentions.

        Where an earlier try came through, though its answer did not, it is that message, brought up to date.
        """
        sheet = laid_out(message)
        pressable: dict[str, Any] = {} if sheet.view is None else {"view": sheet.view}
        sent = await place.send(
            sheet.content,
            embeds=sheet.embeds,
            files=sheet.files,
            allowed_mentions=NOBODY,
            nonce=nonce_of(place.id, key, _next_to(standing) if key.topic is Topic.PANEL else ""),
            silent=message.mention is None,
            **pressable,
        )
        panel = Sent(str(sent.id), key.topic, str(key), self._clock.now())
        if sent.content.strip() != (sheet.content or "").strip():
            await self._edited(place, panel, laid_out(message))
        return panel

    async def _clear_away(
        self, place: discord.PartialMessageable, person: Person, old: Sequence[Sent]
    ) -> None:
        """Delete the panels that another has taken the place of."""
        for sent in old:
            with suppress(discord.NotFound):
                await place.get_partial_message(int(sent.message)).delete()
            await self._store.deliveries.forget_sent(person, sent.message)


def _next_to(standing: Sequence[Sent]) -> str:
    """A panel by its place: the next after the one that stands there, whatever it tells."""
    return f"after {standing[-1].message if standing else 'none'}"
