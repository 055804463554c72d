"""A platform that shows nothing. It reports which people each message notifies."""

from collections.abc import Callable
from datetime import timedelta

from bench.bare_platform import BarePlatform
from bot.model.identity import Destination, Person
from bot.model.message import Message, Topic
from bot.model.permissions import Unreachable
from bot.platforms.port import Limits, PostKey

PLATFORM = "weeks"

LIMITS = Limits(longest_post=1800, repeats_safely_for=timedelta.max)

Notify = Callable[[Person, PostKey], None]
"""Called for each person that a message notifies, with the key of the message."""


class QuietPlatform(BarePlatform):
    """Messages to the persons in `closed` are refused. Sending the same key again makes no second message."""

    def __init__(self, notify: Notify) -> None:
        super().__init__(PLATFORM, LIMITS)
        self.closed: set[Destination] = set()
        self._notify = notify
        self._sent: dict[tuple[Destination, Topic, str], str] = {}

    async def send(self, to: Destination, message: Message, key: PostKey, *, silent: bool) -> str:
        if to in self.closed:
            raise Unreachable
        same = to, key.topic, f"{key.game} after {key.replaces}" if key.replaces else str(key)
        if same not in self._sent:
            self._sent[same] = str(len(self._sent) + 1)
            for person in () if silent else message.mentioned:
                self._notify(person, key)
        return self._sent[same]
