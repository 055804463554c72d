"""Whether Discord takes the token: what `stationmaster check` asks."""

import asyncio

import aiohttp
import discord
from pydantic import SecretStr

from bot.platforms.discord.client import invitation_of

_PATIENCE = 10.0
"""Seconds that Discord may take."""


async def try_token(token: SecretStr) -> tuple[bool, str]:
    """Whether the bot can log in, and a sentence: the link that invites it, or what is wrong."""
    client = discord.Client(intents=discord.Intents.none())
    try:
        async with asyncio.timeout(_PATIENCE):
            await client.login(token.get_secret_value())
    except discord.LoginFailure:
        return False, "it does not accept the token"
    except (aiohttp.ClientError, OSError, discord.HTTPException) as fault:
        return False, f"it cannot be reached ({type(fault).__name__})"
    finally:
        await client.close()
    return True, f"the token is good; invite the bot with {invitation_of(client)}"
