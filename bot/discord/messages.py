"""Messages in channels and DMs: sent, edited, deleted, and recognized by their keys."""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import discord

from bot.discord.channels import Channel, may_embed
from bot.discord.error_codes import LOST, cannot_be_edited
from bot.discord.layout import (
    MessageParts,
    content_of,
    document_file,
    embeds_of,
    laid_out,
    picture_file,
    view_of,
)
from bot.model.message import Message
from bot.model.port import Key

SKEW = timedelta(minutes=1)
"""How far Discord's clock and the bot's may be apart."""

LOOK_BACK = 50
"""Messages that are searched for one that may have been sent."""

NOBODY = discord.AllowedMentions.none()
"""Given with every edit: an edit without it can notify everybody named in its text."""

log = logging.getLogger(__name__)


# ---- in channels


async def send_post(channel: Channel, message: Message, key: Key) -> str:
    """Send a post and return its id: its first picture as a file, others in embeds. Side by side they would
    be cropped.
    """
    first, more = message.pictures[:1], message.pictures[1:]
    more = more if may_embed(channel) else ()
    sent = await channel.send(
        content_of(message),
        files=[*map(picture_file, (*first, *more)), *map(document_file, message.documents)],
        embeds=embeds_of(more),
        allowed_mentions=discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(int(person.id)) for person in message.mentioned],
        ),
        nonce=nonce_of(channel.id, key),
        suppress_embeds=not more,
        silent=message.quiet,
        **_reply(channel, message),
        **_view(view_of(message, str(key))),
    )
    return str(sent.id)


def _reply(channel: Channel, message: Message) -> dict[str, Any]:
    """The argument that makes a post a reply to the one that shows the same board."""
    if not message.replies_to:
        return {}
    earlier = discord.MessageReference(
        message_id=int(message.replies_to), channel_id=channel.id, fail_if_not_exists=False
    )
    return {"reference": earlier}


async def edit_post(channel: Channel, id: str, message: Message, key: Key) -> bool:
    """Edit the text and the buttons of a post, and the first picture if there is one.

    False where Discord no longer allows it.
    """
    post, view = channel.get_partial_message(int(id)), view_of(message, str(key))

    async def edit() -> None:
        files: dict[str, Any] = {}
        if message.pictures:
            files = {"attachments": [picture_file(message.pictures[0])]}
        await post.edit(content=content_of(message), view=view, allowed_mentions=NOBODY, **files)

    return await _edited(edit)


async def find_post(
    channel: Channel, key: Key, since: datetime, author: discord.abc.User | None
) -> str | None:
    """The id of a recent post with this key on its buttons."""
    after = discord.Object(discord.utils.time_snowflake(since - SKEW))
    try:
        async for message in channel.history(limit=LOOK_BACK, after=after):
            if message.author == author and _has_key(message, key):
                return str(message.id)
    except discord.Forbidden:
        log.info("game %s: may not look whether a post was sent", key.game)
    return None


def _has_key(message: discord.Message, key: Key) -> bool:
    parts = (part for row in message.components for part in getattr(row, "children", ()))
    return any(str(getattr(part, "custom_id", "")).endswith(f"@{key}") for part in parts)


# ---- in DMs


async def send_dm(dm: discord.PartialMessageable, message: Message, key: Key, *, silent: bool) -> str:
    """Send a private message and return its id.

    Where an earlier try was received, Discord returns that message by its nonce, and it is edited.
    """
    content, embeds, files, view = laid_out(message)
    sent = await dm.send(
        content,
        embeds=embeds,
        files=files,
        allowed_mentions=NOBODY,
        nonce=nonce_of(dm.id, key),
        silent=silent,
        **_view(view),
    )
    if sent.content.strip() != (content or "").strip():
        await edit_dm(dm, str(sent.id), laid_out(message))
    return str(sent.id)


async def edit_dm(
    dm: discord.PartialMessageable, id: str, parts: MessageParts, *, keeps_pictures: bool = False
) -> bool:
    """Replace all of a private message, or its text and buttons. False where Discord no longer allows it."""
    content, embeds, files, view = parts
    shown: dict[str, Any] = {} if keeps_pictures else {"embeds": embeds, "attachments": files}
    return await _edited(
        lambda: dm.get_partial_message(int(id)).edit(
            content=content, view=view, allowed_mentions=NOBODY, **shown
        )
    )


# ---- in both


async def remove_buttons(channel: discord.abc.Messageable, id: str) -> bool:
    """Take the buttons from a message. False where it may work later."""
    message = _message(channel, id)
    return await _settled(lambda: message.edit(view=None, allowed_mentions=NOBODY), "keeps its buttons")


async def delete(channel: discord.abc.Messageable, id: str) -> bool:
    """Delete a message. False where it may work later."""
    return await _settled(_message(channel, id).delete, "is not deleted")


def _message(channel: Any, id: str) -> discord.PartialMessage:
    message: discord.PartialMessage = channel.get_partial_message(int(id))
    return message


async def _settled(call: Callable[[], Awaitable[object]], otherwise: str) -> bool:
    """Whether a call needs no repeat: it worked, or can never work."""
    try:
        await call()
    except (discord.DiscordServerError, discord.RateLimited, *LOST):
        return False
    except discord.HTTPException as error:
        log.info("an old message %s: %s", otherwise, error.code)
    return True


async def _edited(edit: Callable[[], Awaitable[object]]) -> bool:
    try:
        await edit()
    except discord.HTTPException as error:
        if cannot_be_edited(error):
            return False
        raise
    return True


def nonce_of(channel: int, key: Key) -> str:
    """The nonce by which Discord recognizes a repeated message for some minutes. It depends on the key and
    the channel.
    """
    return sha256(f"{channel}/{key.topic}/{key}".encode()).hexdigest()[:24]


def _view(view: discord.ui.View | None) -> dict[str, Any]:
    """The argument of a view, which the library does not take as None when it sends."""
    return {} if view is None else {"view": view}
