"""The local chat under the contract, read through the database as the page reads it."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.model.identity import Address, Chat, Destination, Person
from bot.model.port import Watcher
from bot.model.profile import Profile
from bot.store import Store
from bot.web.platform import LocalPlatform
from tests.contract.case import PlatformCase, Shown
from tests.contract.tables import shown_on_the_page
from tests.scenario import FakeClock
from tests.stores import url_in


class LocalCase(PlatformCase):
    """The page, with a channel. It shows its whole history, and hides old buttons by itself."""

    edits_posts = can_be_shut_out = has_dms = False

    def __init__(self, store: Store, page: LocalPlatform, clock: FakeClock, owner: Person) -> None:
        super().__init__(store, page, clock)
        self.chat = Chat("local", "table")
        self.place = Address("local", "table")
        self.person = owner
        page.watch(Watcher(self.became_reachable))

    async def shown(self, to: Destination) -> list[Shown]:
        assert isinstance(to, Chat)
        return [shown_on_the_page(json.loads(post.data)) for post in await self.store.page.posts(to)]

    async def notifications(self, to: Destination) -> int:
        posts = [json.loads(post.data) for post in await self.store.page.posts(self.chat)]
        return [one["id"] for post in posts for one in post.get("mentions", ())].count(str(self.person))

    async def appoint_admin(self) -> None:
        """The person opened the channel."""


@asynccontextmanager
async def local_case(folder: Path) -> AsyncIterator[PlatformCase]:
    clock = FakeClock()
    async with await Store.open(url_in(folder, "case.db")) as store:
        page = LocalPlatform(store, clock)
        owner = Person("local", "ada")
        await store.people.save(Profile(owner, "Ada"))
        await store.page.open_channel(Chat("local", "table"), "Table", owner, clock.now())
        yield LocalCase(store, page, clock, owner)
