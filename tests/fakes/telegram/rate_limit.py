"""How much may be said in a group: by a clock that the test holds."""

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from math import ceil

from tests.fakes.telegram.world import Declined, Place

MINUTE = timedelta(minutes=1)


class Pace:
    """Twenty messages a minute and group, those that are changed among them. `kept` off, anything goes."""

    def __init__(self, now: Callable[[], datetime], a_minute: int = 20) -> None:
        self.a_minute = a_minute
        self.kept = True
        self.met: list[Place] = []
        """Where it was met, each time."""
        self._now = now
        self._said: dict[Place, deque[datetime]] = {}

    def spend(self, place: Place, messages: int = 1) -> None:
        """Count messages in a chat. Raises Declined where they are too many."""
        said = self._said.setdefault(place, deque())
        while said and said[0] <= self._now() - MINUTE:
            said.popleft()
        if self.kept and place.is_group and len(said) + messages > self.a_minute:
            self.met.append(place)
            seconds = max(1, ceil((said[0] + MINUTE - self._now()).total_seconds()))
            raise Declined(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
        said.extend([self._now()] * messages)
