"""How much may be said in a chat: by a clock that the test holds."""

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from math import ceil

from tests.fakes.telegram.world import ApiError, FakeChat

MINUTE = timedelta(minutes=1)
BURST, BURST_WINDOW = 4, timedelta(seconds=4)
"""One message a second to a person; Telegram lets short bursts pass."""


class RateLimit:
    """Twenty messages a minute in a group, edits included, and with `private` four in four seconds to a
    person. With `enforced` off, there is no limit.
    """

    def __init__(self, now: Callable[[], datetime], a_minute: int = 20) -> None:
        self.a_minute = a_minute
        self.enforced = True
        self.private = False
        self.hits: list[FakeChat] = []
        """Where it was met, each time."""
        self._now = now
        self._said: dict[FakeChat, deque[datetime]] = {}

    def spend(self, place: FakeChat, messages: int = 1) -> None:
        """Count messages in a chat. Raises Declined where they are too many."""
        most, window = (self.a_minute, MINUTE) if place.is_group else (BURST, BURST_WINDOW)
        said = self._said.setdefault(place, deque())
        while said and said[0] <= self._now() - window:
            said.popleft()
        limited = self.enforced and (place.is_group or self.private)
        if limited and len(said) + messages > most:
            self.hits.append(place)
            seconds = max(1, ceil((said[0] + window - self._now()).total_seconds()))
            raise ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
        said.extend([self._now()] * messages)
