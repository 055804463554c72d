"""What the bot says in channels: the lobby, kept up to date, and one new message a turn."""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
from aiohttp import ClientError

from bot.clock import Clock
from bot.model.identity import Chat
from bot.model.message import Message, Picture, Topic
from bot.model.permissions import Unreachable
from bot.platforms.discord.channels import Place, Places
from bot.platforms.discord.errors import cannot_be_edited, is_gone, is_too_big
from bot.platforms.discord.layout import picture_file, pressed
from bot.platforms.discord.writing import NOBODY, content_of, mark_of, nonce_of, only
from bot.platforms.port import Key
from bot.store import Sent, Store

NONCE_LASTS = timedelta(minutes=2)
"""So long, at least, Discord knows a message again by its nonce."""

SKEW = timedelta(minutes=1)
"""How far Discord's clock and this one may be apart."""

LOOK_BACK = 50
"""Messages among which one that was perhaps sent is looked for."""

RETIRING = 10.0
"""Seconds that taking the buttons from an old message may take: nobody waits for it longer."""

log = logging.getLogger(__name__)


class Public:
    """Speaks in channels and threads."""

    def __init__(self, client: discord.Client, store: Store, clock: Clock, places: Places) -> None:
        self._client = client
        self._store = store
        self._clock = clock
        self._places = places

    async def post(self, chat: Chat, message: Message, key: Key) -> None:
        """Say something once for each key. Raises Unreachable; whatever else it raises may pass."""
        place = await self._places.find(chat)
        standing = await self._store.deliveries.sent(chat, key.game)
        try:
            said = _said(standing, key) or await self._say(chat, place, message, key, standing)
        except discord.HTTPException as error:
            if is_gone(error):
                raise Unreachable from error
            raise
        if key.topic is not Topic.NOTE:
            await self._retire(chat, place, [one for one in standing if one.message != said])

    async def _say(
        self, chat: Chat, place: Place, message: Message, key: Key, standing: Sequence[Sent]
    ) -> str:
        """Say what was not said yet, and give the message's id."""
        lobby = next((one for one in reversed(standing) if one.topic is Topic.LOBBY), None)
        if key.topic is Topic.LOBBY and lobby and await _edited(place, lobby.message, message, key):
            sent = replace(lobby, key=str(key))
        else:
            id = await self._found(place, key) or await _sent_somehow(place, message, key)
            sent = Sent(id, key.topic, str(key), self._clock.now())
        await self._store.deliveries.save_sent(chat, key.game, sent)
        return sent.message

    async def _found(self, place: Place, key: Key) -> str | None:
        """The message of a try that came through, though its answer did not, and that no nonce can tell."""
        if key.since is None or self._clock.now() - key.since < NONCE_LASTS:
            return None
        since = discord.Object(discord.utils.time_snowflake(key.since - SKEW))
        try:
            async for message in place.history(limit=LOOK_BACK, after=since):
                if message.author == self._client.user and _bears(message, key):
                    return str(message.id)
        except discord.Forbidden:
            log.info("game %s: may not look whether a post came through", key.game)
        return None

    async def _retire(self, chat: Chat, place: Place, old: Iterable[Sent]) -> None:
        """Take the buttons from what was posted before; where that is refused they stay, and are stale."""
        for sent in old:
            if sent.topic is not Topic.NOTE and await _stripped(place, sent.message):
                await self._store.deliveries.forget_sent(chat, sent.message)


def _said(standing: Sequence[Sent], key: Key) -> str | None:
    """The message that this key has been said with."""
    same = (one.message for one in standing if one.topic is key.topic and one.key == str(key))
    return next(same, None)


def inline(pictures: Sequence[Picture]) -> list[discord.File]:
    """The picture that a post shows, in its full width: of several side by side each would be cropped.

    A close-up stands for its whole, and the final score for the board, whose last map is on it.
    """
    behind = {picture.whole for picture in pictures}
    return [picture_file(picture) for picture in pictures if picture.name not in behind][-1:]


async def _sent_somehow(place: Place, message: Message, key: Key) -> str:
    """Send a message, without its pictures where they are too big for the place."""
    try:
        return await _sent(place, message, key)
    except discord.HTTPException as error:
        if not is_too_big(error):
            raise
    log.warning("game %s: the pictures of a post are too big here", key.game)
    return await _sent(place, replace(message, pictures=()), key)


async def _sent(place: Place, message: Message, key: Key) -> str:
    about: dict[str, Any] = {} if (view := pressed(message, mark_of(key))) is None else {"view": view}
    sent = await place.send(
        content_of(message),
        files=inline(message.pictures),
        allowed_mentions=only(message.mention),
        nonce=nonce_of(place.id, key),
        suppress_embeds=True,
        **about,
    )
    return str(sent.id)


async def _edited(place: Place, id: str, message: Message, key: Key) -> bool:
    """Whether a message could be brought up to date; what is too old or gone cannot."""
    view = pressed(message, mark_of(key))
    try:
        await place.get_partial_message(int(id)).edit(
            content=content_of(message), view=view, allowed_mentions=NOBODY
        )
    except discord.HTTPException as error:
        if cannot_be_edited(error):
            return False
        raise
    return True


async def _stripped(place: Place, id: str) -> bool:
    """Whether an old message need be tried no more: its buttons are gone, or will not go.

    What takes longer goes on by itself: broken off while all of Discord asks it to wait, the library would
    wait for ever.
    """
    stripping = asyncio.ensure_future(_without_buttons(place, id))
    done, _ = await asyncio.wait({stripping}, timeout=RETIRING)
    return stripping in done and stripping.result()


async def _without_buttons(place: Place, id: str) -> bool:
    try:
        await place.get_partial_message(int(id)).edit(view=None, allowed_mentions=NOBODY)
    except (discord.DiscordServerError, ClientError, OSError, discord.RateLimited):
        return False
    except discord.HTTPException as error:
        log.info("an old message keeps its buttons: %s", error.code)
    return True


def _bears(message: discord.Message, key: Key) -> bool:
    """Whether a message has the mark of this key on its buttons."""
    parts = (part for row in message.components for part in getattr(row, "children", ()))
    return any(str(getattr(part, "custom_id", "")).endswith(f"@{mark_of(key)}") for part in parts)
