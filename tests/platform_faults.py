"""What goes wrong on the platform in memory, as a test asks for it."""

import asyncio
from dataclasses import dataclass, field

from bot.model.identity import Destination
from bot.model.permissions import MissingPermissions, Unreachable
from bot.model.port import NotSent


@dataclass
class PlatformFaults:
    """What goes wrong, and where."""

    offline: set[Destination] = field(default_factory=set)
    unanswered: set[Destination] = field(default_factory=set)
    """The next message is sent, but its answer is lost."""
    refused: set[Destination] = field(default_factory=set)
    """No message is accepted for now."""
    unreachable: set[Destination] = field(default_factory=set)
    hanging: set[Destination] = field(default_factory=set)
    keeps_buttons: set[Destination] = field(default_factory=set)
    missing: MissingPermissions = field(default_factory=MissingPermissions)

    async def hold_up(self, to: Destination) -> None:
        """Wait forever where calls hang."""
        if to in self.hanging:
            await asyncio.Event().wait()

    async def before_sending(self, to: Destination) -> None:
        """Fail before a message is sent or edited."""
        await self.hold_up(to)
        if to in self.unreachable:
            raise Unreachable
        if to in self.refused:
            raise NotSent
        if to in self.offline:
            raise ConnectionError("no connection")

    def after_sending(self, to: Destination) -> None:
        """Lose the answer once, after a message is sent."""
        if to in self.unanswered:
            self.unanswered.discard(to)
            raise TimeoutError("no answer")
