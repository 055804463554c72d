"""Handlers of the web address that the turns of a chat are sent to."""

import secrets
from typing import Annotated
from urllib.parse import urlsplit

from bot.matches.outcomes import CommandRefused
from bot.model.commands import Do, Operation
from bot.model.message import Message
from bot.service.audit import note_change
from bot.service.context import Context
from bot.service.permissions import require_admin

_LONGEST = 500
"""Letters of an address."""

_SECRET_BYTES = 24

_TRY_WORK = 6
"""A test counts as this many changes, because the server has not asked for it."""


async def set_webhook(command: Annotated[Do, Operation.SET_WEBHOOK], context: Context) -> Message:
    """Set, test or remove the web address of a chat, as its admin. Only its host is ever shown."""
    await require_admin(context)
    known = (await context.store.chats.webhooks()).get(context.chat)
    match command.text:
        case "off":
            await context.store.chats.set_webhook(context.chat, None)
            await note_change(context, "webhook", "off")
            return Message(context.phrases.say("webhook-off"))
        case "" if known:
            return Message(context.phrases.say("webhook-shown", host=_host(known[0])))
        case "" | "test" if known is None:
            return Message(context.phrases.say("webhook-none"))
        case "test":
            assert known
            return await _tested(*known[:2], context)
        case address:
            return await _set(address, context)


async def _set(address: str, context: Context) -> Message:
    """Try a new address, and set it where the test is accepted."""
    if not _is_usable(address):
        raise CommandRefused("webhook-bad", most=_LONGEST)
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    if failed := await _failure(address, secret, context):
        return failed
    await context.store.chats.set_webhook(context.chat, (address, secret, "", 0))
    await note_change(context, "webhook", "on")
    return Message(context.phrases.say("webhook-set", host=_host(address), secret=secret), once=True)


async def _tested(url: str, secret: str, context: Context) -> Message:
    failed = await _failure(url, secret, context)
    return failed or Message(context.phrases.say("webhook-tested", host=_host(url)))


async def _failure(url: str, secret: str, context: Context) -> Message | None:
    """Try an address; the sentence about what is wrong, or None where it accepts the test."""
    context.require_few_changes(_TRY_WORK)
    why = await context.access.try_webhook(context.chat, url, secret)
    if why is None:
        raise CommandRefused("webhooks-denied")
    return Message(context.phrases.say("webhook-failed", host=_host(url), why=why)) if why else None


def _is_usable(address: str) -> bool:
    """Whether a text is an https address without a user. Where it leads is checked on connecting."""
    try:
        parts = urlsplit(address)
        is_plain = parts.username is None and parts.password is None and parts.port != 0
    except ValueError:
        return False
    return parts.scheme == "https" and bool(parts.hostname) and is_plain and len(address) <= _LONGEST


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""
