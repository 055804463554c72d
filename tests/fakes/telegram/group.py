"""A group with its users, and what can happen to it."""

from typing import Any

from tests.fakes.telegram import payloads
from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.user import TelegramUser
from tests.fakes.telegram.world import EVERYTHING, FakeChat, Kind, Post, Topic


class FakeGroup:
    """One group, as most tests need it: somebody owns it, and the bot is in it."""

    def __init__(
        self, server: FakeTelegram, title: str = "Railway club", kind: Kind = Kind.SUPERGROUP, **about: Any
    ) -> None:
        self.server = server
        self.owner = server.world.account("Olga")
        self.group: FakeChat = server.world.group(title, self.owner, kind, **about)

    def add_user(self, name: str, thread: int | None = None, **about: Any) -> TelegramUser:
        """Somebody new: `language`, `username`, and `started` for those who know the bot."""
        account = self.server.world.account(name, **about)
        self.group.accounts.append(account)
        return TelegramUser(self.server, account, self.group, thread)

    async def removes(self, user: TelegramUser, *, told: bool = True) -> None:
        """Somebody is no longer a member. In large groups the bot is not `told`."""
        self.group.accounts.remove(user.account)
        if told:
            self._serves({"left_chat_member": payloads.user(user.account)})

    def the_owner(self) -> TelegramUser:
        return TelegramUser(self.server, self.owner, self.group)

    def appoints(self, user: TelegramUser, *, anonymous: bool = False) -> None:
        """Make somebody an admin."""
        self.group.admins.add(user.account)
        if anonymous:
            self.group.hidden.add(user.account)

    # ---- the bot's part in it

    async def invites_the_bot(self) -> None:
        """The bot comes into the group, or back."""
        self._bot_is("member")
        self._serves({"new_chat_members": [payloads.user(self.server.world.bot)]})

    async def removes_the_bot(self) -> None:
        self._bot_is("kicked")

    async def promotes_the_bot(self) -> None:
        self._bot_is("administrator")

    def _bot_is(self, status: str) -> None:
        old = self._bot()
        self.group.bot_is = status
        self._tell_of_the_bot(old)

    def _tell_of_the_bot(self, old: Json) -> None:
        about = {
            "chat": payloads.chat(self.group),
            "from": payloads.user(self.owner),
            "date": payloads.when(self.server.world.now()),
            "old_chat_member": old,
            "new_chat_member": self._bot(),
        }
        self.server.updates.put("my_chat_member", about)

    def _bot(self) -> Json:
        return payloads.member(self.group, self.server.world.bot)

    async def denies(self, *rights: str) -> None:
        """Take rights away from the bot alone: `can_send_photos`. The bot gets an update."""
        old = self._bot()
        self.group.bot_lacks |= set(rights) & EVERYTHING
        self._tell_of_the_bot(old)

    async def denies_everybody(self, *rights: str) -> None:
        """Take rights away from all members. The bot gets no update."""
        self.group.allowed -= set(rights)

    async def allows_all(self) -> None:
        """Give everything back that was taken away."""
        old = self._bot()
        self.group.bot_lacks, self.group.allowed = frozenset(), EVERYTHING
        self._tell_of_the_bot(old)

    # ---- topics

    async def opens_topic(self, name: str) -> Topic:
        """A topic of the forum."""
        assert self.group.forum, "only a forum has topics"
        post = self._serves({"forum_topic_created": {"name": name, "icon_color": 7322096}})
        topic = Topic(post.id, name)
        self.group.topics[post.id] = topic
        return topic

    async def closes_topic(self, topic: Topic) -> None:
        topic.closed = True
        self._serves({"forum_topic_closed": {}}, topic.id)

    async def reopens_topic(self, topic: Topic) -> None:
        topic.closed = False
        self._serves({"forum_topic_reopened": {}}, topic.id)

    async def deletes_topic(self, topic: Topic) -> None:
        """With all that was said in it. The bot gets no update."""
        topic.gone = True
        for post in self.group.messages:
            post.gone |= post.thread == topic.id

    # ---- the group itself

    async def becomes_a_supergroup(self, *, told: bool = True) -> FakeChat:
        """The group moves under another id, with everybody in it; both sides say so where `told`."""
        old, server = self.group, self.server
        assert old.kind is Kind.GROUP, "it is one already"
        new = server.world.group(old.title, self.owner)
        new.accounts, new.admins, new.hidden = old.accounts, old.admins, old.hidden
        if told:
            self._serves({"migrate_to_chat_id": new.id})
        old.moved_to, self.group = new, new
        if told:
            self._serves({"migrate_from_chat_id": old.id})
        return new

    def _serves(self, about: Json, thread: int | None = None) -> Post:
        """A service message: it says what has become of the group."""
        post = self.server.world.add(self.group, self.owner, about=about, thread=thread)
        self.server.updates.put("message", payloads.message(post, self.group))
        return post
