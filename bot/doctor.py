"""What is configured, what is reachable, and what is missing: `stationmaster check`."""

import socket
from collections.abc import Awaitable, Callable

from pydantic import SecretStr

from bot.matches.boards import BoardRepository
from bot.platforms.discord.client import try_token as try_discord
from bot.platforms.telegram.client import try_token as try_telegram
from bot.settings import OperatorError, Settings, load_settings
from bot.store import Store, StoreError
from bot.text.i18n import LANGUAGES


async def check() -> int:
    """Print a line for each thing that hosting needs. Returns 0 if nothing is wrong, else 1."""
    try:
        settings = load_settings()
    except OperatorError as error:
        print(f"settings   WRONG  {error}")
        return 1
    print("settings   ok")
    lines = [_boards(settings), await _database(settings), _page(settings), *await _platforms(settings)]
    for name, wrong, text in lines:
        print(f"{name:<10} {'WRONG' if wrong else 'ok   '}  {text}")
    return int(any(wrong for _, wrong, _ in lines))


Line = tuple[str, bool, str]
"""What was checked, whether it is wrong, and the details."""


def _boards(settings: Settings) -> Line:
    boards = BoardRepository(settings.boards)
    known = ", ".join(f"{board.id} ({len(board.variants)} variants)" for board in boards.by_id.values())
    broken = "; ".join(map(str, boards.broken))
    return "boards", bool(broken), broken or known


async def _database(settings: Settings) -> Line:
    try:
        async with await Store.open(settings.database_url) as store:
            games = len(await store.log.running_games())
    except StoreError as error:
        return "database", True, str(error)
    return "database", False, f"{settings.database_url.rpartition('///')[2]}, {games} running games"


def _page(settings: Settings) -> Line:
    address = f"{settings.local_host}:{settings.local_port}"
    try:
        with socket.create_server((settings.local_host, settings.local_port)):
            return "local page", False, f"can listen on {address}"
    except OSError as error:
        return "local page", True, f"cannot listen on {address}: {error.strerror}"


async def _platforms(settings: Settings) -> list[Line]:
    language = settings.chat_language
    known = language in LANGUAGES
    return [
        await _tried("Discord", settings.discord_token, try_discord),
        await _tried("Telegram", settings.telegram_token, try_telegram),
        ("language", not known, language if known else f"{language} is not one of {', '.join(LANGUAGES)}"),
    ]


Try = Callable[[SecretStr], Awaitable[tuple[bool, str]]]


async def _tried(platform: str, token: SecretStr | None, attempt: Try) -> Line:
    if token is None:
        return platform, False, "no token"
    good, sentence = await attempt(token)
    return platform, not good, sentence
