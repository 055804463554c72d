"""The platform in memory under the contract. If it fails a test, that test asks too much."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.model.identity import Address, Chat, Destination, Person
from bot.model.permissions import MissingPermissions
from bot.model.port import Watcher
from bot.store import Store
from tests.contract.case import PlatformCase, Shown
from tests.contract.tables import shown_in_memory
from tests.memory_platform import MemoryPlatform
from tests.scenario import FakeClock
from tests.stores import url_in


class MemoryCase(PlatformCase):
    """The platform in memory, with a switch for each trouble."""

    def __init__(self, store: Store, memory: MemoryPlatform, clock: FakeClock) -> None:
        super().__init__(store, memory, clock)
        self.memory = memory
        self.chat = Chat(memory.name, "table")
        self.place = Address(memory.name, "table")
        self.person = Person(memory.name, "ada")
        memory.watch(Watcher(self.became_reachable))

    async def shown(self, to: Destination) -> list[Shown]:
        return [shown_in_memory(one) for one in self.memory.standing(to)]

    async def notifications(self, to: Destination) -> int:
        return self.memory.notified.count((to, self.person))

    async def lose_answer(self, to: Destination) -> None:
        self.memory.faults.unanswered.add(to)

    async def keep_out(self) -> None:
        self.memory.faults.unreachable.add(self.chat)
        self.memory.faults.missing = MissingPermissions(("permission-discord-send-messages",))

    async def let_in(self) -> None:
        self.memory.faults.unreachable.clear()
        self.memory.faults.missing = MissingPermissions()
        self.memory.watcher.reachable([self.chat])

    async def forbid_pictures(self) -> None:
        self.memory.faults.missing = MissingPermissions(pictures=("permission-discord-attach-files",))

    async def block_dms(self) -> None:
        self.memory.faults.unreachable.add(self.person)

    async def appoint_admin(self) -> None:
        self.memory.admins.add(self.person)


@asynccontextmanager
async def memory_case(folder: Path) -> AsyncIterator[PlatformCase]:
    async with await Store.open(url_in(folder, "case.db")) as store:
        yield MemoryCase(store, MemoryPlatform(), FakeClock())
