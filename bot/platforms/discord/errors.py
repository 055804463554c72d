"""What Discord answers when it does not do as asked, by its own numbers."""

import discord

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_USER = 10013
ARCHIVED = 50083
"""Nothing changes in a thread that is laid aside; a new message opens it again."""
OLD_EDITS = 30046
"""An hour after a message was sent, it can only be edited a few times more."""
TOO_BIG = 40005
"""More was attached than may be here."""
OPENING_TOO_FAST = 40003
"""Too many people were written to for the first time within a short while."""
DM_REFUSED = 50007
NO_COMMON_SERVER = 50278


def is_closed(error: discord.HTTPException) -> bool:
    """Whether a person takes no private messages from the bot, or has left Discord."""
    return error.code in (DM_REFUSED, NO_COMMON_SERVER, UNKNOWN_USER)


def is_gone(error: discord.HTTPException) -> bool:
    """Whether a place is not there, or not for the bot: deleted, locked, or without rights."""
    return isinstance(error, discord.Forbidden | discord.NotFound) or error.code == ARCHIVED


def is_too_big(error: discord.HTTPException) -> bool:
    """Whether a message was refused for the size of its files."""
    return error.status == 413 or error.code == TOO_BIG


def cannot_be_edited(error: discord.HTTPException) -> bool:
    """Whether a message is gone, laid aside, or so old that another has to take its place."""
    return error.code in (UNKNOWN_MESSAGE, ARCHIVED, OLD_EDITS)
