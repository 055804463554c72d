"""Settings from the environment and from `.env` in the working directory; the environment wins.

`.env.example` lists them all.
"""

from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, DirectoryPath, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


class OperatorError(Exception):
    """The program cannot do what its operator wants: sentences that say why, without a setting's value."""


def _absent_when_empty(value: object) -> object:
    return value.strip() or None if isinstance(value, str) else value


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


def _lasting(address: str) -> str:
    if ":memory:" in address or "mode=memory" in address:
        raise ValueError("games would be lost")
    return address


Token = Annotated[SecretStr | None, BeforeValidator(_absent_when_empty)]
Webhook = Annotated[Annotated[str, Field(pattern=r"^https://.")] | None, BeforeValidator(_absent_when_empty)]
Folder = Annotated[DirectoryPath | None, BeforeValidator(_absent_when_empty)]
Address = Annotated[str, Field(pattern=r"^sqlite(\+aiosqlite)?:///.", repr=False), AfterValidator(_lasting)]
Language = Annotated[str, Field(pattern=r"^[a-z]{2}$")]
Level = Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)]


class Settings(BaseSettings):
    """Every setting with its default. Its key is its name in capitals."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8",
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )

    database_url: Address = "sqlite:///stationmaster.db"
    """an SQLite file such as sqlite:///stationmaster.db"""
    discord_token: Token = None
    """the token of a Discord bot, or empty"""
    telegram_token: Token = None
    """the token of a Telegram bot, or empty"""
    telegram_webhook: Webhook = None
    """the https address at which Telegram reaches the bot, or empty"""
    telegram_webhook_port: Annotated[int, Field(ge=1, le=65535)] = 8443
    """a port from 1 to 65535"""
    boards: Folder = None
    """an existing folder with your own boards, or empty"""
    local_host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    """the address that the local chat listens on, such as 127.0.0.1"""
    local_port: Annotated[int, Field(ge=0, le=65535)] = 8910
    """a port from 1 to 65535, or 0 for any free port"""
    chat_language: Language = "en"
    """two lower-case letters, such as en"""
    log_level: Level = "INFO"
    """DEBUG, INFO, WARNING or ERROR"""
    computer_delay: Annotated[float, Field(ge=0, le=60)] = 1.0
    """seconds from 0 to 60"""


def load_settings(**given: Any) -> Settings:
    """Read the environment and `.env`; `given` wins over both.

    Raises OperatorError if a value is wrong, or a key in `.env` is unknown.
    """
    try:
        return Settings(**given)
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_context=False, include_input=False)
        raise OperatorError("\n".join(_sentence(item["loc"], item["type"]) for item in wrong)) from None
    except (OSError, UnicodeDecodeError):
        raise OperatorError(".env should be a readable text file in UTF-8.") from None


def _sentence(place: tuple[Any, ...], kind: str) -> str:
    name = str(place[0])
    if kind == "extra_forbidden":
        return f"{name.upper()} in .env is not a setting{_guess(name)}"
    return f"{name.upper()} should be {Settings.model_fields[name].description}."


def _guess(name: str) -> str:
    close = get_close_matches(name, Settings.model_fields, n=1)
    return f"; did you mean {close[0].upper()}?" if close else "."
