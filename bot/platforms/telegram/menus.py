"""The menus of commands: which of them Telegram shows where, and what it says of each, by language."""

import hashlib
import json
import logging
from collections.abc import Iterator, Mapping, Sequence

import telegram
from telegram.error import TelegramError

from bot.store import Store
from bot.text.i18n import LANGUAGES, phrases

_TABLE = ("newgame", "join", "leave", "startgame", "abort")
_TURN = ("draw", "claim", "ticket", "station", "pay", "decline")
_LOOK = ("hand", "tickets", "board", "scores", "log", "games", "rules", "settings", "help")
_SHARE = ("share", "follow", "unfollow")
_SAID = {"newgame": "new", "startgame": "start"}
_DEFAULT = "en"

Scope = telegram.BotCommandScope
Menu = tuple[Scope, str, tuple[tuple[str, str], ...]]
"""Where a menu is shown, in which language (empty for all others), and its commands with what they do."""

log = logging.getLogger(__name__)


def menus() -> Iterator[Menu]:
    """Every menu: what is good for in private, for everybody in a group, and for its admins."""
    group = (*_TABLE, *_TURN, *_LOOK, *_SHARE)
    scopes: Mapping[Scope, Sequence[str]] = {
        telegram.BotCommandScopeAllPrivateChats(): (*_TURN, "keep", *_LOOK, "link", "unlink"),
        telegram.BotCommandScopeAllGroupChats(): group,
        telegram.BotCommandScopeAllChatAdministrators(): (*group, "gameadmin"),
    }
    for scope, words in scopes.items():
        for language in LANGUAGES:
            code = "" if language == _DEFAULT else language
            yield scope, code, tuple((word, _about(word, language)) for word in words)


def _about(word: str, language: str) -> str:
    return phrases(language).say(f"slash-{_SAID.get(word, word)}-about")


async def register(bot: telegram.Bot, store: Store) -> None:
    """Tell Telegram of the menus, where they are not those that it was told of last."""
    told = [(scope.to_json(), language, commands) for scope, language, commands in menus()]
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()
    name = f"telegram-commands-{bot.id}"
    if await store.notes.read(name) == digest:
        return
    try:
        for scope, language, commands in menus():
            await bot.set_my_commands(commands, scope=scope, language_code=language or None)
    except TelegramError as error:
        log.warning("Telegram: the commands were not taken (%s)", type(error).__name__)
    else:
        await store.notes.write(name, digest)
        log.info("Telegram: commands registered")
