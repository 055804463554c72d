"""Rate limits: how many requests a person, and all the people of a chat together, may make.

The limits are far above what people do by hand; they are for programs that pose as people.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.model.identity import ANONYMOUS_ADMIN, Chat, Person

CROWD = 60
"""A chat may make as many requests as this number of busy people."""

REST = timedelta(seconds=5)
"""How long a person is refused who had no token left."""

_KNOWN = 10_000
"""People and chats that are remembered; those who are forgotten begin with a full bucket."""

Rate = tuple[float, float]
"""How many tokens a person's bucket holds, and how many come back each second."""


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of what people ask for."""

    requests: Rate = 30, 1
    """Commands and clicks."""
    typing: Rate = 60, 10
    """Suggestions while somebody types, of which several can be wanted for each key."""
    changes: Rate = 60, 0.1
    """Requests that change a game without a move: each is an entry of its log, and some make a post."""


RATES = Rates()


class RateLimit:
    """A bucket of tokens for each person and each chat. A request takes a token from both."""

    def __init__(self, clock: Clock, rate: Rate) -> None:
        self._clock = clock
        self._burst, self._a_second = rate
        self._levels: BoundedCache[Hashable, tuple[float, datetime]] = BoundedCache(_KNOWN)
        """How many tokens a bucket had, and when."""
        self._resting: BoundedCache[Hashable, datetime] = BoundedCache(_KNOWN)
        """Until when a person is refused."""

    def admits(self, person: Person, chat: Chat) -> bool:
        """Take a token for a request; False for a person who rests, or finds a bucket empty."""
        if self.is_resting(person, chat):
            return False
        now, key = self._clock.now(), _key(person, chat)
        levels = {key: self._level(key, 1, now), chat: self._level(chat, CROWD, now)}
        if min(levels.values()) < 1:
            self._resting[key] = now + REST
            return False
        for bucket, level in levels.items():
            self._levels[bucket] = level - 1, now
        return True

    def is_resting(self, person: Person, chat: Chat) -> bool:
        """Whether a person is refused because they had no token left a moment ago."""
        until = self._resting.get(_key(person, chat))
        return until is not None and self._clock.now() < until

    def _level(self, bucket: Hashable, size: int, now: datetime) -> float:
        """How many tokens are in a bucket as large as `size` of a person's."""
        most = self._burst * size
        level, then = self._levels.get(bucket, (most, now))
        return min(most, level + (now - then).total_seconds() * self._a_second * size)


def _key(person: Person, chat: Chat) -> Hashable:
    """The key of a person's bucket. Anonymous admins share one account, so it has a bucket in each group."""
    return (person, chat) if person == ANONYMOUS_ADMIN else person
