"""Messages in channels and DMs: sent, edited, deleted, and recognized by their keys."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

import discord

from bot.discord.channels import Channel
from bot.discord.error_codes import LOST, cannot_be_edited
from bot.discord.layout import laid_out, parts_of, pictures_in, text_of, without_buttons
from bot.model.message import Message, drawn
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
    """Send a post and return its id."""
    sent = await channel.send(
        **laid_out(message, str(key)).sent,
        allowed_mentions=discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(int(person.id)) for person in message.mentioned],
        ),
        nonce=nonce_of(channel.id, key),
        silent=message.quiet,
        **_reply(channel, message),
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
    return any(str(getattr(part, "custom_id", "")).endswith(f"@{key}") for part in parts_of(message))


# ---- in DMs


async def send_dm(dm: discord.PartialMessageable, message: Message, key: Key, *, silent: bool) -> str:
    """Send a private message and return its id.

    Where an earlier try was received, Discord returns that message by its nonce, and it is edited.
    """
    layout = laid_out(message)
    sent = await dm.send(
        **layout.sent,
        allowed_mentions=NOBODY,
        nonce=nonce_of(dm.id, key),
        silent=silent,
    )
    if text_of(sent).strip() != layout.text.strip():
        await edit(dm, str(sent.id), message)
    return str(sent.id)


# ---- in both


async def edit(channel: discord.abc.Messageable, id: str, message: Message, post: str = "") -> bool:
    """Show a message in place of another; `post` is the key of a post in a channel, which keeps its pictures
    where the message has none. False where Discord no longer allows it.
    """
    old, shown = _message(channel, id), message
    try:
        if message.keeps_pictures or (post and not message.pictures):
            try:
                there = pictures_in(await old.fetch())
            except discord.Forbidden:
                log.info("may not look which pictures a post has")
                there = ()
            wanted = {one.name for one in message.pictures}
            if post or wanted <= {one.name for one in there}:
                kept = there if post else tuple(one for one in there if one.name in wanted)
                shown = replace(message, pictures=kept, keeps_pictures=True)
            else:  # an answer has replaced those that were to be kept
                shown = await drawn(replace(message, keeps_pictures=False))
        layout = laid_out(shown, post)
        await old.edit(**layout.edited(keeps_files=shown.keeps_pictures), allowed_mentions=NOBODY)
    except discord.HTTPException as error:
        if cannot_be_edited(error):
            return False
        raise
    return True


async def remove_buttons(channel: discord.abc.Messageable, id: str) -> bool:
    """Take the buttons from a message. False where it may work later."""
    message = _message(channel, id)

    async def remove() -> None:
        view = without_buttons(await message.fetch())
        await message.edit(view=view, allowed_mentions=NOBODY)

    return await _settled(remove, "keeps its buttons")


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


def nonce_of(channel: int, key: Key) -> str:
    """The nonce by which Discord recognizes a repeated message for some minutes. It depends on the key and
    the channel.
    """
    return sha256(f"{channel}/{key.topic}/{key}".encode()).hexdigest()[:24]
