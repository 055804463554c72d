"""The log of trouble that strangers can cause at will: one line a minute for each kind of it."""

import logging
from collections import Counter
from datetime import datetime, timedelta

from aiohttp.http import HttpProcessingError

from bot.clock import Clock
from bot.tasks import fault

SILENCE = timedelta(minutes=1)
"""How long a kind of trouble is only counted after it was logged."""

MOST_KINDS = 1000

log = logging.getLogger(__name__)


class TroubleLog:
    """Logs each kind of trouble at most once a minute, and then how often it happened in between."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._logged: dict[str, datetime] = {}
        self._left_out: Counter[str] = Counter()

    def warn(self, kind: str) -> None:
        """Log a kind of trouble in one line."""
        if self._is_due(kind):
            log.warning("%s%s", kind, self._more(kind))

    def failed(self, what: str, error: Exception) -> None:
        """Log what failed and where; with a traceback only where the error has no text for the operator."""
        kind = f"{what} failed: {fault(error)}"
        if self._is_due(kind):
            traceback = None if getattr(error, "for_operator", False) else error
            log.error("%s%s", kind, self._more(kind), exc_info=traceback)

    def _is_due(self, kind: str) -> bool:
        now = self._clock.now()
        logged = self._logged.get(kind)
        if logged is not None and now - logged < SILENCE:
            self._left_out[kind] += 1
            return False
        if len(self._logged) >= MOST_KINDS:
            self._logged.clear()
            self._left_out.clear()
        self._logged[kind] = now
        return True

    def _more(self, kind: str) -> str:
        left_out = self._left_out.pop(kind, 0)
        return f" ({left_out} more since the last such line)" if left_out else ""


def request_log(troubles: TroubleLog) -> logging.Logger:
    """A logger for what aiohttp says about requests: a stranger can send any number of bad ones."""

    def pass_on(record: logging.LogRecord) -> bool:
        match record.exc_info[1] if record.exc_info else None:
            case HttpProcessingError():  # its text repeats what was sent
                troubles.warn("a request that is not valid HTTP was refused")
            case Exception() as error:
                troubles.failed("a request", error)
            case _:
                troubles.warn(f"aiohttp: {record.msg}")
        return False

    logger = logging.Logger(__name__, logging.WARNING)  # noqa: LOG001 - each page has its own
    logger.addFilter(pass_on)
    return logger
