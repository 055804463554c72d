"""Whether Telegram takes the token: what `stationmaster check` asks."""

import asyncio
from typing import Any

import telegram
from pydantic import SecretStr
from telegram.error import InvalidToken, TelegramError

_PATIENCE = 10.0
"""Seconds that Telegram may take."""


async def try_token(token: SecretStr, **options: Any) -> tuple[bool, str]:
    """Whether the bot can introduce itself, and a sentence: the link to it, or what is wrong.

    `options` are the library's addresses, where they are not Telegram's own.
    """
    bot = telegram.Bot(token.get_secret_value(), **options)
    try:
        async with asyncio.timeout(_PATIENCE):
            async with bot:
                return True, _about(bot)
    except InvalidToken:
        return False, "it does not accept the token"
    except (TelegramError, TimeoutError) as fault:
        return False, f"it cannot be reached ({type(fault).__name__})"


def _about(bot: telegram.Bot) -> str:
    """Where to find the bot, and what it was given more than it needs."""
    link = f"the token is good; add the bot to a group with https://t.me/{bot.username}?startgroup=new"
    return (
        f"{link} (privacy mode is off: it needs to read no more than commands)" if _reads_all(bot) else link
    )


def _reads_all(bot: telegram.Bot) -> bool:
    return bool(bot.can_read_all_group_messages)
