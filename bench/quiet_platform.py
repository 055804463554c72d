"""A platform that shows nothing. It counts private messages, and reports whom each message notifies."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

from bench.bare_platform import BarePlatform
from bot.model.identity import Destination, Person
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.model.port import Key, Limits

PLATFORM = "weeks"

LIMITS = Limits(longest_post=1800, edits_for=timedelta(minutes=55), repeats_safely_for=timedelta.max)

_EDITABLE = timedelta(hours=1)
"""An older message is never edited here: Discord takes a few such edits, and does not say how many."""

Notify = Callable[[Person, Key], None]
"""Called for each person that a message notifies, with the key of the message."""


class QuietPlatform(BarePlatform):
    """Messages to the persons in `closed` are refused. Sending the same key again makes no second message."""

    def __init__(self, notify: Notify, now: Callable[[], datetime]) -> None:
        super().__init__(PLATFORM, LIMITS)
        self.closed: set[Destination] = set()
        self.private: Counter[str] = Counter()
        """How many private messages were sent, by game."""
        self._notify = notify
        self._now = now
        self._sent: dict[tuple[Destination, Topic, str], str] = {}
        self._sent_at: dict[str, datetime] = {}

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        if to in self.closed:
            raise Unreachable
        same = to, key.topic, str(key)
        if same not in self._sent:
            id = self._sent[same] = str(len(self._sent) + 1)
            self._sent_at[id] = self._now()
            self.private[key.game] += isinstance(to, Person)
            for person in message.mentioned:
                self._notify(person, key)
        return self._sent[same]

    async def edit(self, to: Destination, id: str, message: Message, key: Key) -> bool:
        return self._now() - self._sent_at[id] < _EDITABLE
