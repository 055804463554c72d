"""Discord's error codes, and calls that are made again where their answer was lost."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus

import aiohttp
import discord

from bot.model.permissions import Gone, Unreachable

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
UNKNOWN_WEBHOOK = 10015
UNKNOWN_INTERACTION = 10062
OLD_EDITS = 30046
"""A message can only be edited a few times more once it is an hour old."""
OPENING_TOO_FAST = 40003
"""Too many DM channels were opened within a short time."""
ALREADY_ANSWERED = 40060
DM_REFUSED = 50007
BAD_TOKEN = 50027
"""The interaction is more than 15 minutes old."""
ARCHIVED = 50083
"""Nothing in an archived thread can be edited; a new message opens the thread."""
NO_COMMON_SERVER = 50278
TOO_MANY_THREADS = 160006, 160007
"""A server has a limited number of threads that are not archived, and of those in announcement channels."""

_TOO_LATE = (UNKNOWN_INTERACTION, UNKNOWN_WEBHOOK, UNKNOWN_MESSAGE, BAD_TOKEN)
_WAITS = (0.2, 1.0)
"""Seconds before a call whose answer was lost is made again."""

LOST = (aiohttp.ClientError, OSError)
"""Raised where a call had no answer: nobody knows whether it took effect."""

log = logging.getLogger(__name__)


def is_blocked(error: discord.HTTPException) -> bool:
    """Whether a person takes no DMs from the bot, or has left Discord."""
    return error.code in (DM_REFUSED, NO_COMMON_SERVER, UNKNOWN_USER)


def unreachable(error: discord.HTTPException) -> Unreachable | None:
    """What an error says about a channel that is deleted, locked, or forbidden to the bot; else None."""
    if error.code == UNKNOWN_CHANNEL:
        return Gone()
    is_refused = isinstance(error, discord.Forbidden | discord.NotFound) or error.code == ARCHIVED
    return Unreachable() if is_refused else None


def may_refuse_files(error: discord.HTTPException) -> bool:
    """Whether a message that was refused may be taken without its files.

    They may be too large or seem explicit, or their form is not accepted. Not every reason has a code.
    """
    return error.status in (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.BAD_REQUEST)


def cannot_be_edited(error: discord.HTTPException) -> bool:
    """Whether a message is deleted, in an archived thread, or too old."""
    return error.code in (UNKNOWN_MESSAGE, ARCHIVED, OLD_EDITS)


async def repeated(call: Callable[[], Awaitable[object]]) -> None:
    """Answer an interaction, again where Discord's reply was lost: a repeated answer does no harm."""
    for wait in (*_WAITS, None):
        try:
            await call()
        except discord.HTTPException as error:
            if error.code != ALREADY_ANSWERED:
                raise
        except LOST:
            if wait is None:
                raise
            await asyncio.sleep(wait)
            continue
        return


def is_too_late(error: discord.HTTPException) -> bool:
    """Whether Discord waits for no answer to an interaction any more."""
    return error.code in _TOO_LATE


def log_unanswered(error: discord.HTTPException) -> None:
    """Log that Discord took no answer to an interaction, without what it said."""
    if is_too_late(error):
        log.info("Discord: an interaction could no longer be answered (%d)", error.code)
    else:
        log.warning("Discord: an answer was not taken (%d, code %d)", error.status, error.code)
