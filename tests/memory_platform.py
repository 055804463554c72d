"""A platform in memory, the smallest adapter there is. Tests look at what it sent, and let it fail."""

import asyncio
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bot.commands.dispatcher import Dispatcher
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Address, Chat, Destination, Person
from bot.model.message import Message, Topic, drawn
from bot.model.permissions import MissingPermissions
from bot.model.port import Key, Limits, Watcher
from tests.narration import plain
from tests.platform_faults import PlatformFaults

LIMITS = Limits(longest_post=20_000, repeats_safely_for=timedelta.max)


@dataclass
class MemoryPlatform:
    """Implements the port. `shown` has the messages that are there now; the lists also have replaced ones."""

    name: str = "hall"
    limits: Limits = LIMITS
    shown: dict[tuple[Destination, str], Message] = field(default_factory=dict)
    notified: list[tuple[Destination, Person]] = field(default_factory=list)
    tried: list[tuple[Destination, str]] = field(default_factory=list)
    sent: list[tuple[Destination, str]] = field(default_factory=list)
    posts: list[Message] = field(default_factory=list)
    by_chat: dict[Chat, list[Message]] = field(default_factory=dict)
    dms: dict[Person, list[Message]] = field(default_factory=dict)
    admins: set[Person] = field(default_factory=set)
    faults: PlatformFaults = field(default_factory=PlatformFaults)
    threads: dict[Chat, str] = field(default_factory=dict)
    """The threads that were opened, each with its name."""
    _ids: dict[tuple[Destination, str], str] = field(default_factory=dict)

    async def prepared(self, to: Destination, message: Message, key: Key) -> Message:
        return await drawn(message)

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        await self._request(to, key)
        identity = to, str(key)
        id = self._ids.get(identity) if self.limits.repeats_safely_for else None
        if id is None:
            id = self._ids[identity] = f"{len(self.keys_of(to))}-{key}"
            if not silent:
                self.notified += [(to, person) for person in message.mentioned]
            self._show(to, id, message, key)
        elif key.topic is Topic.PANEL:
            self.shown[to, id] = message
        self.faults.after_sending(to)
        return id

    async def edit(self, to: Destination, id: str, message: Message, key: Key) -> bool:
        await self._request(to, key)
        if (to, id) not in self.shown:
            return False
        if message.keeps_pictures:
            message = replace(message, pictures=self.shown[to, id].pictures)
        is_old_post = isinstance(to, Chat) and key.topic is not Topic.LOBBY
        is_repeated = isinstance(to, Chat) and (to, str(key)) in self.sent
        if is_old_post or is_repeated or key.topic is Topic.REMINDER:
            self.shown[to, id] = message  # an old post that was closed is no news, nor is another deadline
        else:
            self._show(to, id, message, key)
        self.faults.after_sending(to)
        return True

    async def remove_buttons(self, to: Destination, id: str) -> bool:
        await self.faults.hold_up(to)
        if to in self.faults.keeps_buttons:
            return False
        if message := self.shown.get((to, id)):
            self.shown[to, id] = replace(message, buttons=(), menus=(), pick=None)
        return True

    async def delete(self, to: Destination, id: str) -> bool:
        self.shown.pop((to, id), None)
        return True

    async def find_sent(self, chat: Chat, key: Key, since: datetime) -> str | None:
        return self._ids.get((chat, str(key)))

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        return self.faults.missing

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        return person in self.admins

    async def place_of(self, chat: Chat) -> Address | None:
        return None if chat.id.startswith("dm") else Address(self.name, chat.id.partition("/")[0])

    async def open_thread(self, chat: Chat, name: str) -> tuple[Chat, str]:
        if not self.limits.has_threads:
            raise CommandRefused("no-threads-on-platform")
        thread = Chat(chat.platform, f"{chat.id}/{len(self.threads) + 1}")
        self.threads[thread] = name
        return thread, f"in {thread.id}"

    async def link_to(self, chat: Chat, id: str) -> str:
        return f"https://{chat.platform}.example/{chat.id}"

    async def own_chat(self, person: Person, title: str) -> Chat | None:
        return Chat(self.name, f"dm-{person.id}")

    def watch(self, watcher: Watcher) -> None:
        self.watcher = watcher

    async def serve(self, dispatcher: Dispatcher) -> None:
        await asyncio.Event().wait()

    @property
    def texts(self) -> list[str]:
        return [plain(post.text) for post in self.posts]

    @property
    def text(self) -> str:
        return "\n\n".join(self.texts)

    @property
    def last(self) -> str:
        return self.texts[-1]

    def standing(self, to: Destination) -> list[Message]:
        """The messages that a destination shows, the oldest first."""
        return [message for (one, _), message in self.shown.items() if one == to]

    def keys_of(self, to: Destination) -> list[str]:
        """The keys of all that was sent to a destination."""
        return [key for one, key in self.sent if one == to]

    def tries_of(self, to: Destination) -> int:
        return [one for one, _ in self.tried].count(to)

    async def _request(self, to: Destination, key: Key) -> None:
        self.tried.append((to, str(key)))
        await self.faults.before_sending(to)

    def _show(self, to: Destination, id: str, message: Message, key: Key) -> None:
        self.shown[to, id] = message
        self.sent.append((to, str(key)))
        match to:
            case Chat():
                self.posts.append(message)
                self.by_chat.setdefault(to, []).append(message)
            case Person():
                self.dms.setdefault(to, []).append(message)
