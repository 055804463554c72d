"""What is configured, what is reachable, and what is missing: `stationmaster check`."""

import errno
import os
import socket
from contextlib import suppress
from pathlib import Path

from pydantic import SecretStr

from bot.installation import missing_library
from bot.matches.boards import BoardRepository
from bot.matches.match import known_shapes
from bot.operate.terminal import counted
from bot.settings import OperatorError, Settings, load_settings, unknown_names
from bot.store import Store, StoreError
from bot.store.database_errors import as_store_errors
from bot.store.files import first_damage, is_in_use, path_of, revision_to_read
from bot.store.migrations import REVISION
from bot.store.servers import is_server
from bot.text.i18n import LANGUAGES

Line = tuple[str, bool, str]
"""What was checked, whether it is wrong, and the details."""


async def check() -> int:
    """Print a line for each thing that hosting needs. Returns 0 if nothing is wrong, else 1."""
    try:
        settings = load_settings()
    except OperatorError as error:
        print(f"settings   WRONG  {error}")
        return 1
    print("settings   ok")
    monitor = []
    if settings.monitor_port:
        monitor.append(_listening("monitor", settings, settings.monitor_host, "MONITOR_PORT"))
    lines = [
        *(("settings", False, sentence) for sentence in unknown_names()),
        *_boards(settings),
        *await _database(settings),
        _listening("local page", settings, settings.local_host, "LOCAL_PORT"),
        *monitor,
        *_boards_in_apps(settings),
        *await _platforms(settings),
    ]
    for name, wrong, text in lines:
        print(f"{name:<10} {'WRONG' if wrong else 'ok   '}  {text}")
    return int(any(wrong for _, wrong, _ in lines))


def _boards(settings: Settings) -> list[Line]:
    """A line for the boards that can be played, and one for each that cannot."""
    boards = BoardRepository(settings.boards)
    known = [(board.id, len(board.variants)) for board in boards.by_id.values()]
    listed = ", ".join(f"{title} ({count} variant{'s' * (count > 1)})" for title, count in known)
    return [("boards", False, listed), *(("boards", True, str(broken)) for broken in boards.broken)]


async def _database(settings: Settings) -> list[Line]:
    """Lines about the database. It is only read: a program may be running."""
    try:
        if is_server(settings.database_url):
            return [await _on_server(settings)]
        path = path_of(settings.database_url)
        with as_store_errors(path):
            if not path.exists() or not path.stat().st_size:
                if path.parent.is_dir() and os.access(path.parent, os.W_OK):
                    return [("database", False, f"{path} is made when the program starts")]
                sentence = f"The folder {path.parent} does not exist, or may not be written to."
                return [("database", True, sentence)]
        return [await _file(settings, path)]
    except StoreError as error:
        return [("database", True, str(error))]


async def _on_server(settings: Settings) -> Line:
    async with await Store.open_to_read(settings.database_url, known_shapes()) as store:
        notes = [store.name, await _running_games(store)]
        if read_only := await store.database.is_read_only():
            notes.append("which may only be read: its server is a standby, or it is set to read-only")
        return "database", read_only, ", ".join(notes)


async def _file(settings: Settings, path: Path) -> Line:
    revision = revision_to_read(path, known_shapes())
    if damage := first_damage(path):
        return "database", True, f"The database {path} is damaged ({damage}); restore a backup."
    async with await Store.open_to_read(settings.database_url) as store:
        notes = [f"{path}, {await _running_games(store)}"]
    if is_in_use(path):
        notes.append("in use by a running program")
    if revision != REVISION:
        notes.append(f"of revision {revision}: the next start upgrades it, and keeps a copy")
    return "database", False, ", ".join(notes)


async def _running_games(store: Store) -> str:
    return counted(len(await store.log.running_games()), "running game")


def _listening(name: str, settings: Settings, host: str, port_setting: str) -> Line:
    """Whether the port that a setting names is free, or taken by the program that is checked."""
    port = getattr(settings, port_setting.lower())
    address = f"{host}:{port}"
    try:
        with socket.create_server((host, port)):
            return name, False, f"can listen on {address}"
    except OSError as error:
        is_running = False
        with suppress(StoreError):
            is_running = is_in_use(path_of(settings.database_url))
        if is_running:
            return name, False, f"{address} is taken, by the running program as it seems"
        if error.errno == errno.EADDRINUSE:
            way_out = f"stop the program that has it, or choose another {port_setting}"
            return name, True, f"{address} is taken: {way_out}"
        return name, True, f"cannot listen on {address}: {error.strerror}"


def _boards_in_apps(settings: Settings) -> list[Line]:
    """Lines about the board in Telegram and Discord; none if no setting turns it on."""
    wanted = settings.telegram_app or settings.discord_client_secret
    if settings.app_address is None:
        return [("board app", True, "APP_ADDRESS is missing")] if wanted else []
    platforms = [
        *(["Telegram"] if settings.telegram_token else []),
        *(["Discord"] if settings.discord_token and settings.discord_client_secret else []),
    ]
    where = " and ".join(platforms)
    if not platforms:
        return [("board app", True, "no platform has what it needs: see docs/apps.md")]
    return [
        ("board app", False, f"{settings.app_address} is for {where}"),
        _listening("board app", settings, settings.local_host, "APP_PORT"),
    ]


async def _platforms(settings: Settings) -> list[Line]:
    """Lines about the proxy, the platforms, which are asked, and the language."""
    lines, proxy, language = list[Line](), None, settings.chat_language
    try:
        if proxy := settings.proxy:
            lines.append(("proxy", False, "connections to Discord and Telegram go through it"))
    except OperatorError as error:
        lines.append(("proxy", True, str(error)))
    is_known = language in LANGUAGES
    sentence = language if is_known else f"{language} is not one of {', '.join(LANGUAGES)}"
    return [
        *lines,
        await _tried("Discord", settings.discord_token, proxy),
        await _tried("Telegram", settings.telegram_token, proxy),
        ("language", not is_known, sentence),
    ]


async def _tried(platform: str, token: SecretStr | None, proxy: str | None) -> Line:
    """Whether a platform knows a token. Its library is imported only for that."""
    if token is None:
        return platform, False, "no token"
    if sentence := missing_library(f"{platform.upper()}_TOKEN"):
        return platform, True, sentence
    if platform == "Discord":
        from bot.discord.client import try_token
    else:
        from bot.telegram.client import try_token
    good, sentence = await try_token(token, proxy=proxy)
    return platform, not good, sentence
