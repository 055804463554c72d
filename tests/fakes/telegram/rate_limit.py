"""How much may be said in a group: by a clock that the test holds."""

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from math import ceil

from tests.fakes.telegram.world import ApiError, FakeChat

MINUTE = timedelta(minutes=1)


class RateLimit:
    """Twenty messages a minute in a group, edits included. With `enforced` off, there is no limit."""

    def __init__(self, now: Callable[[], datetime], a_minute: int = 20) -> None:
        self.a_minute = a_minute
        self.enforced = True
        self.hits: list[FakeChat] = []
        """Where it was met, each time."""
        self._now = now
        self._said: dict[FakeChat, deque[datetime]] = {}

    def spend(self, place: FakeChat, messages: int = 1) -> None:
        """Count messages in a chat. Raises Declined where they are too many."""
        said = self._said.setdefault(place, deque())
        while said and said[0] <= self._now() - MINUTE:
            said.popleft()
        if self.enforced and place.is_group and len(said) + messages > self.a_minute:
            self.hits.append(place)
            seconds = max(1, ceil((said[0] + MINUTE - self._now()).total_seconds()))
            raise ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
        said.extend([self._now()] * messages)
