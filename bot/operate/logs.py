"""The log of the program: short, without tokens, and without one line for each request of a long failure."""

import logging
import threading
from collections.abc import Callable, Iterable

from pythonjsonlogger.json import JsonFormatter

from bot.cache import BoundedCache
from bot.tasks import fault

REPEATED_AFTER = 60.0
"""Seconds after which an error that goes on is logged again, with how often it came meanwhile."""

_LINE = "%(asctime)s %(levelname)s %(message)s"
_JSON_FIELDS = ("asctime", "levelname", "name", "message")

_KNOWN = 1000
_HIDDEN = "***"
_OURS = "bot"

Filter = Callable[[logging.LogRecord], bool]


def set_up_logging(level: str, secrets: Iterable[str], *, as_json: bool = False) -> None:
    """Log to standard error, or `as_json` an object in each line. `secrets` are removed from every line."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter(_JSON_FIELDS) if as_json else logging.Formatter(_LINE))
    for one in log_filters(secrets):
        handler.addFilter(one)
    logging.basicConfig(level=level, handlers=[handler])
    for library in _TALKATIVE:
        logging.getLogger(library).setLevel(logging.WARNING)
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it warns that voice is not supported


_TALKATIVE = (
    *("aiosqlite", "sqlalchemy", "aiohttp.access", "asyncio"),
    *("discord", "telegram", "httpx", "httpcore"),
)
"""Libraries whose info messages contain hands, seeds or tokens."""


def log_filters(secrets: Iterable[str]) -> tuple[Filter, ...]:
    """What a handler applies to each record, in this order."""
    return _shortened, _without(tuple(filter(None, secrets))), _not_repeated()


def _shortened(record: logging.LogRecord) -> bool:
    """Leave one line of a library's record, and of an error of the operator's machine or a connection.

    The traceback of any other error stays: it shows a fault of this program.
    """
    error = record.exc_info[1] if record.exc_info else None
    ours = record.name.partition(".")[0] == _OURS
    if ours and not (getattr(error, "for_operator", False) or _is_from_outside(error)):
        return True
    text = _text(record).partition("\n")[0]
    cause = f": {fault(error)}" if isinstance(error, Exception) else ""
    record.msg, record.args = (text if ours else f"{record.name}: {text}") + cause, ()
    record.exc_info = record.exc_text = record.stack_info = None
    return True


def _is_from_outside(error: BaseException | None) -> bool:
    """Whether an error comes from outside: a connection, a file, or a system short of memory or disk."""
    names = {kind.__name__ for kind in type(error).__mro__}
    return type(error).__name__ == "NetworkError" or not names.isdisjoint(_FROM_OUTSIDE)


_FROM_OUTSIDE = (
    *("OSError", "ClientError", "TransportError"),  # of Python, aiohttp and httpx
    *("TimedOut", "ConnectionClosed", "DiscordServerError"),
)
"""Kinds of errors. Refused requests are not among them: those show a fault of this program."""


def _text(record: logging.LogRecord) -> str:
    """The text of a record; its template alone if the values of a library do not fit it."""
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):
        return str(record.msg)


def _without(secrets: tuple[str, ...]) -> Filter:
    def without_secrets(record: logging.LogRecord) -> bool:
        record.msg, record.args = _hidden(_text(record), secrets), ()
        if record.exc_info:
            record.exc_text = _hidden(logging.Formatter().formatException(record.exc_info), secrets)
            record.exc_info = None  # no formatter writes it again, with the secrets
        return True

    return without_secrets


def _hidden(text: str, secrets: tuple[str, ...]) -> str:
    for secret in secrets:
        text = text.replace(secret, _HIDDEN)
    return text


def _not_repeated() -> Filter:
    """A warning or an error that was logged a moment ago is counted, not logged."""
    logged = BoundedCache[str, tuple[float, int]](_KNOWN)
    lock = threading.Lock()

    def passes(record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        text = f"{_text(record)}\n{record.exc_text or ''}"
        with lock:
            at, count = logged.get(text, (record.created - REPEATED_AFTER, 0))
            if record.created - at < REPEATED_AFTER:
                logged[text] = at, count + 1
                return False
            logged[text] = record.created, 0
        if count:
            record.msg = f"{record.msg} ({count} times more since it was last logged)"
        return True

    return passes
