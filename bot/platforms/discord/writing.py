"""How a message that is content and attachments is written: whom it calls, and how it is known again."""

from hashlib import sha256

import discord

from bot.model.identity import Person
from bot.model.message import Message
from bot.platforms.discord.layout import LONGEST_CONTENT, spoken
from bot.platforms.port import Key
from bot.text.truncate import newest

NOBODY = discord.AllowedMentions.none()
"""Said with every edit: an edit that leaves it out may call anybody whom its text names."""


def content_of(message: Message) -> str:
    """The text of a message, and the mention of whom it calls: the only one that works in it."""
    called = f"\n<@{message.mention.id}>" if message.mention else ""
    return newest(spoken(message.text), LONGEST_CONTENT - len(called), "…") + called


def only(person: Person | None) -> discord.AllowedMentions:
    """Leave to call one person, or nobody."""
    users = [discord.Object(int(person.id))] if person else []
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def mark_of(key: Key) -> str:
    """What the buttons of a post bear, so that it is known again among others."""
    return str(key)


def nonce_of(place: int, key: Key, name: str = "") -> str:
    """What Discord knows a message again by, within minutes: the same for the same key in the same place.

    With a `name`, all messages of that name in a game are the same.
    """
    known = f"{key.game}/{name}" if name else str(key)
    return sha256(f"{place}/{key.topic}/{known}".encode()).hexdigest()[:24]
