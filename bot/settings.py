"""Settings from the environment and from `.env` in the working directory; the environment wins.

`.env.example` lists them all.
"""

import os
import re
from collections.abc import Iterator
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Annotated, Any, Literal

from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream
from pydantic import (
    AfterValidator,
    BeforeValidator,
    DirectoryPath,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

_FILE = Path(".env")

SECRETS = (
    *("database_url", "postgres_password", "discord_token", "discord_client_secret", "telegram_token"),
    "https_proxy",
)
"""Settings that can be read from a file: the setting NAME_FILE names it."""

_IN_FILES = {f"{name}_file": name for name in SECRETS}

_LARGEST_SECRET = 10_000
"""Bytes of such a file."""

_OURS = "discord_", "telegram_"
"""How names in the environment begin that are meant for this program."""

_PROXY = re.compile(r"https?://[^\s/]+/?")


class OperatorError(Exception):
    """The program cannot do what its operator wants: sentences that say why, without a setting's value."""


def _absent_when_empty(value: object) -> object:
    return value.strip() or None if isinstance(value, str) else value


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


def _lower(value: object) -> object:
    return value.lower() if isinstance(value, str) else value


def _lasting(address: str) -> str:
    if ":memory:" in address or "mode=memory" in address:
        raise ValueError("games would be lost")
    return address


def _words(value: object) -> object:
    return value.replace(",", " ").split() if isinstance(value, str) else value


Token = Annotated[SecretStr | None, BeforeValidator(_absent_when_empty)]
WebhookUrl = Annotated[
    Annotated[str, Field(pattern=r"^https://.")] | None, BeforeValidator(_absent_when_empty)
]
HttpsAddress = Annotated[
    Annotated[str, Field(pattern=r"^https://[A-Za-z0-9.-]+(:\d+)?/?$")] | None,
    BeforeValidator(_absent_when_empty),
]
AppName = Annotated[
    Annotated[str, Field(pattern=r"^[A-Za-z0-9_]{3,30}$")] | None, BeforeValidator(_absent_when_empty)
]
Folder = Annotated[DirectoryPath | None, BeforeValidator(_absent_when_empty)]
_FILE_OR_SERVER = r"^(sqlite(\+aiosqlite)?:///.|postgres(ql|ql\+asyncpg)?://.)"
DatabaseUrl = Annotated[str, Field(pattern=_FILE_OR_SERVER, repr=False), AfterValidator(_lasting)]
Names = Annotated[str, Field(pattern=r"^$|^[\w.-]+( *, *[\w.-]+)*$")]
Language = Annotated[str, Field(pattern=r"^[a-z]{2}$")]
Level = Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)]

TurnClockWord = Literal["none", "2m", "5m", "10m", "1h", "4h", "12h", "24h", "48h", "3d", "7d"]

PlaceName = Annotated[str, Field(pattern=r"^(discord:\d+|telegram:-\d+|local:[a-z0-9-]+)$")]
PersonName = Annotated[str, Field(pattern=r"^(discord:\d+|telegram:\d+|local:[0-9a-f]+)$")]
Places = Annotated[frozenset[PlaceName], NoDecode, BeforeValidator(_words)]
Persons = Annotated[frozenset[PersonName], NoDecode, BeforeValidator(_words)]


class Settings(BaseSettings):
    """Every setting with its default. Its key is its name in capitals."""

    model_config = SettingsConfigDict(
        env_file=_FILE,
        env_file_encoding="utf-8",
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )

    database_url: DatabaseUrl = "sqlite:///stationmaster.db"
    """an SQLite file such as sqlite:///stationmaster.db, or postgresql+asyncpg://user:password@host/database"""
    postgres_password: Token = None
    """the password of the server that compose.postgres.yaml starts, or empty"""
    discord_token: Token = None
    """the token of a Discord bot, or empty"""
    discord_shards: Annotated[int, Field(ge=0, le=10000)] = 0
    """a number of shards for all processes together, or 0 for what Discord recommends in one process"""
    telegram_token: Token = None
    """the token of a Telegram bot, or empty"""
    telegram_webhook: WebhookUrl = None
    """the https address at which Telegram reaches the bot, or empty"""
    telegram_webhook_port: Annotated[int, Field(ge=1, le=65535)] = 8443
    """a port from 1 to 65535"""
    https_proxy: Token = None
    """the address of an HTTP proxy to Discord and Telegram, such as http://10.0.0.1:3128, or empty"""
    app_address: HttpsAddress = None
    """the https address at which people reach the board, such as https://games.example.org, or empty"""
    app_port: Annotated[int, Field(ge=1, le=65535)] = 8920
    """a port from 1 to 65535"""
    trusted_proxies: Annotated[int, Field(ge=0, le=9)] = 0
    """a number from 0 to 9: how many proxies of your own forward each request to this machine"""
    telegram_app: AppName = None
    """the short name of a Mini App from BotFather, or empty"""
    discord_client_secret: Token = None
    """the client secret of a Discord application, or empty"""
    boards: Folder = None
    """an existing folder with your own boards, or empty"""
    local_host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    """the address that the local chat listens on, such as 127.0.0.1"""
    local_port: Annotated[int, Field(ge=0, le=65535)] = 8910
    """a port from 1 to 65535, or 0 for any free port"""
    local_names: Names = ""
    """host names separated by commas, such as play.example.org, or empty"""
    chat_language: Language = "en"
    """two lower-case letters, such as en"""
    turn_clock: TurnClockWord = "24h"
    """none, 2m, 5m, 10m, 1h, 4h, 12h, 24h, 48h, 3d or 7d"""
    archive_after: Annotated[int, Field(ge=0, le=36500)] = 180
    """days after which a finished game is archived, or 0 for never"""
    webhooks: bool = True
    """True or False: whether chats may have their turns sent to a web address"""
    log_level: Level = "INFO"
    """DEBUG, INFO, WARNING or ERROR"""
    log_format: Annotated[Literal["text", "json"], BeforeValidator(_lower)] = "text"
    """text or json"""
    monitor_host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    """the address that the monitor listens on, such as 127.0.0.1"""
    monitor_port: Annotated[int, Field(ge=0, le=65535)] = 0
    """a port from 1 to 65535, or 0 for no monitor"""
    computer_delay: Annotated[float, Field(ge=0, le=60)] = 1.0
    """seconds from 0 to 60"""
    allowed_places: Places = frozenset()
    """names of servers, groups or channels such as discord:123, telegram:-100123 or local:table, or empty"""
    denied_places: Places = frozenset()
    """names of servers, groups or channels such as discord:123, telegram:-100123 or local:table, or empty"""
    allowed_persons: Persons = frozenset()
    """names of persons such as discord:123, telegram:456 or local:0a1b2c, or empty"""
    denied_persons: Persons = frozenset()
    """names of persons such as discord:123, telegram:456 or local:0a1b2c, or empty"""

    @model_validator(mode="before")
    @classmethod
    def _without_files(cls, values: dict[str, Any]) -> dict[str, Any]:
        """Leave out the names of files in `.env`, which `load_settings` has read."""
        return {name: value for name, value in values.items() if name.lower() not in _IN_FILES}

    @property
    def proxy(self) -> str | None:
        """The proxy for connections to Discord and Telegram.

        Raises OperatorError where it is none that can be used. It is only checked where it is used, because
        the environment names it for other programs too.
        """
        address = self.https_proxy.get_secret_value() if self.https_proxy else None
        if address and not _PROXY.fullmatch(address):
            raise OperatorError(_should_be("https_proxy"))
        return address


def load_settings(**given: Any) -> Settings:
    """Read the environment, `.env`, and files of secrets; `given` wins over all.

    Raises OperatorError if a value is wrong, a key in `.env` is unknown, or a line of it or the file of a
    secret cannot be read.
    """
    try:
        lines = dict(_settings_by_line())
        return Settings(**{**dict(_secrets_in_files()), **given})
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False, include_input=False)
        sentences = dict.fromkeys(_sentence(item["loc"], item["type"], lines) for item in wrong)
        raise OperatorError("\n".join(sentences)) from None
    except (OSError, UnicodeDecodeError):
        raise OperatorError(".env should be a readable text file in UTF-8.") from None


def unknown_names() -> Iterator[str]:
    """A sentence for each name in the environment that begins like a setting, and is none."""
    known = {*Settings.model_fields, *_IN_FILES}
    for name in sorted(os.environ):
        word = name.lower()
        begins = any(word.startswith(one if "_" in one else f"{one}_") for one in known)
        if word not in known and (begins or word.startswith(_OURS)):
            close = get_close_matches(word, known, n=1)
            hint = f"; did you mean {close[0].upper()}?" if close else "."
            yield f"{name} in the environment is not a setting{hint}"


def _secrets_in_files() -> Iterator[tuple[str, str]]:
    """The secrets in files that the environment or `.env` names. Raises OperatorError."""
    in_file = {name.lower(): value or "" for name, value in dotenv_values(_FILE, encoding="utf-8").items()}
    named = {**in_file, **{name.lower(): value for name, value in os.environ.items()}}
    for key, name in _IN_FILES.items():
        if path := named.get(key, "").strip():
            if named.get(name, "").strip():
                raise OperatorError(f"{name.upper()} and {key.upper()} are both set: leave one of them out.")
            yield name, _secret_in(Path(path), key)


def _secret_in(file: Path, key: str) -> str:
    try:
        with file.open("rb") as stream:
            text = stream.read(_LARGEST_SECRET + 1).decode().strip()
        why = "it is empty" if not text else "it is too large" if len(text) > _LARGEST_SECRET else ""
    except OSError as error:
        text, why = "", error.strerror or type(error).__name__
    except UnicodeDecodeError:
        text, why = "", "it is no text in UTF-8"
    if why:
        raise OperatorError(f"{key.upper()} should name a readable file with the secret alone ({why}).")
    return text


def _settings_by_line() -> Iterator[tuple[str, int]]:
    """The keys in `.env`, in lower case, and the number of each one's line.

    Raises OperatorError for a line that is no `KEY=value`. It never repeats the line, which may hold a token.
    """
    text = _FILE.read_text(encoding="utf-8") if _FILE.is_file() else ""
    for binding in parse_stream(StringIO(text)):
        line = _line_of(binding)
        broken = binding.key is not None and (binding.value is None or "\n" in binding.value)
        if binding.error or broken:
            raise OperatorError(
                f"Line {line} of .env cannot be read: write KEY=value, with both quotation marks or none."
            )
        if binding.key:
            yield binding.key.lower(), line


def _line_of(binding: Binding) -> int:
    """The line where a setting begins; the parser counts the empty lines before it as its own."""
    own = binding.original.string
    return binding.original.line + own[: len(own) - len(own.lstrip())].count("\n")


def _sentence(place: tuple[Any, ...], kind: str, lines: dict[str, int]) -> str:
    """What is wrong with a setting. An unknown key is repeated only if it is close to a known one."""
    name = str(place[0])
    if kind != "extra_forbidden":
        return _should_be(name)
    close = get_close_matches(name.lower(), Settings.model_fields, n=1)
    if close:
        return f"{name.upper()} in .env is not a setting; did you mean {close[0].upper()}?"
    return f"Line {lines.get(name.lower(), '?')} of .env names no setting."


def _should_be(name: str) -> str:
    return f"{name.upper()} should be {Settings.model_fields[name].description}."
