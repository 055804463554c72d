"""A platform that shows nothing. It reports which people each message notifies."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from bot.model.identity import Address, Chat, Destination, Person
from bot.model.message import Message
from bot.model.permissions import MissingPermissions, OnBack, OnCut, OnLost, OnReachable, Unreachable
from bot.platforms.port import Limits, PostKey
from bot.service.dispatcher import Dispatcher

PLATFORM = "weeks"

LIMITS = Limits(longest_post=1800, repeats_safely_for=timedelta.max)

Notify = Callable[[Person, PostKey], None]
"""Called for each person that a message notifies, with the key of the message."""


@dataclass
class QuietPlatform:
    """Implements the port. Messages to the persons in `closed` are refused."""

    notify: Notify
    name: str = PLATFORM
    limits: Limits = LIMITS
    closed: set[Destination] = field(default_factory=set)
    _sent: int = 0

    async def send(self, to: Destination, message: Message, key: PostKey, *, silent: bool) -> str:
        if to in self.closed:
            raise Unreachable
        if not silent:
            for person in message.mentioned:
                self.notify(person, key)
        self._sent += 1
        return str(self._sent)

    async def edit(self, to: Destination, id: str, message: Message, key: PostKey) -> bool:
        return True

    async def remove_buttons(self, to: Destination, id: str) -> bool:
        return True

    async def delete(self, to: Destination, id: str) -> bool:
        return True

    async def find_sent(self, to: Destination, key: PostKey) -> str | None:
        return None

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        return MissingPermissions()

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        return False

    async def place_of(self, chat: Chat) -> Address | None:
        return Address(self.name, chat.id)

    def watch(self, on_reachable: OnReachable, on_lost: OnLost, on_cut: OnCut, on_back: OnBack) -> None:
        pass

    async def serve(self, dispatcher: Dispatcher) -> None:
        """Nobody is served: the bench asks the dispatcher itself."""
