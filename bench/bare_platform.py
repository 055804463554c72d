"""What the platforms of the benches share: one that has nothing to edit or delete, and serves nobody."""

import asyncio

from bot.commands.dispatcher import Dispatcher
from bot.model.identity import Address, Chat, Destination, Person
from bot.model.message import Message, drawn
from bot.model.permissions import MissingPermissions
from bot.model.port import Key, Limits, Watcher


class BarePlatform:
    """Implements the port except for `send`. Everything is allowed, and works at once."""

    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self.limits = limits

    async def prepared(self, to: Destination, message: Message, key: Key) -> Message:
        return await drawn(message)

    async def edit(self, to: Destination, id: str, message: Message, key: Key) -> bool:
        return True

    async def remove_buttons(self, to: Destination, id: str) -> bool:
        return True

    async def delete(self, to: Destination, id: str) -> bool:
        return True

    async def find_sent(self, to: Destination, key: Key) -> str | None:
        return None

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        return MissingPermissions()

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        return False

    async def place_of(self, chat: Chat) -> Address | None:
        return Address(self.name, chat.id)

    def watch(self, watcher: Watcher) -> None:
        pass

    async def serve(self, dispatcher: Dispatcher) -> None:
        """Nobody is served until this is cancelled: a bench may ask the dispatcher itself."""
        await asyncio.Event().wait()
