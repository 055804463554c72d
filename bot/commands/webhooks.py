"""The web address that the turns of a chat are sent to."""

import secrets
from urllib.parse import urlsplit

from bot.commands.arguments import TextArg
from bot.commands.audit import note_change
from bot.commands.registry import command
from bot.matches.outcomes import CommandRefused
from bot.model.command import ANY_GAME, CHATS, PRIVATE, MenuPlace
from bot.model.message import Message
from bot.requests.permissions import require_admin
from bot.requests.request import Request
from bot.store.chats import Webhook

_LONGEST = 500
"""Letters of an address."""

_SECRET_BYTES = 24

_TRY_WORK = 6
"""A test counts as this many changes, because the server has not asked for it."""


@command(
    "webhook",
    CHATS,
    who="admin",
    page=MenuPlace(("empty", "lobby", "player", "over"), where="line", at_times=True),
    game=ANY_GAME,
    answer=PRIVATE,
)
async def webhook(request: Request, address: TextArg = "") -> Message:
    """Set, test or remove the web address of a chat, as its admin. Only its host is ever shown."""
    await require_admin(request)
    chats, say = request.store.chats, request.phrases.say
    present = (await chats.webhooks()).get(request.chat)
    if address == "off":
        await chats.set_webhook(request.chat, None)
        await note_change(request, "webhook", "off")
        return Message(say("webhook-off"))
    if address not in ("", "test"):
        return await _set(address, request)
    if present is None:
        return Message(say("webhook-none"))
    if not address:
        return Message(say("webhook-shown", host=_host(present.url)))
    failed = await _failure(present.url, present.secret, request)
    return failed or Message(say("webhook-tested", host=_host(present.url)))


async def _set(address: str, request: Request) -> Message:
    """Try a new address, and set it where the test is accepted."""
    if not _is_usable(address):
        raise CommandRefused("webhook-bad", most=_LONGEST)
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    if failed := await _failure(address, secret, request):
        return failed
    await request.store.chats.set_webhook(request.chat, Webhook(address, secret))
    await note_change(request, "webhook", "on")
    text = request.phrases.say("webhook-set", host=_host(address), secret=secret)
    return Message(text, copied=secret, once=True)


async def _failure(url: str, secret: str, request: Request) -> Message | None:
    """Try an address; the sentence about what is wrong, or None where it accepts the test."""
    request.require_few_changes(_TRY_WORK)
    if request.services.try_webhook is None:
        raise CommandRefused("webhooks-denied")
    why = await request.services.try_webhook(request.chat, url, secret)
    return Message(request.phrases.say("webhook-failed", host=_host(url), why=why)) if why else None


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
