"""Groups and topics: what the bot may do there, who their admins are, and where they moved."""

import logging
from datetime import datetime, timedelta

import telegram
from telegram.error import TelegramError

from bot.cache import BoundedCache
from bot.clock import Clock
from bot.matches.outcomes import CommandRefused
from bot.model.identity import Chat, Person
from bot.model.permissions import Gone, MissingPermissions, TopicClosed
from bot.model.port import Watcher
from bot.requests.directory import Directory
from bot.telegram.chat_id import PLATFORM, ChatId
from bot.telegram.error_texts import cannot_post, is_refusal, is_topic_closed, unreachable

FRESH = timedelta(minutes=1)
"""How long the admins of a group, and missing permissions, count as known."""

LASTING = timedelta(days=1)
"""How long complete permissions count as known, unless Telegram reports a change or refuses something."""

_A_DAY = timedelta(days=1)

LONGEST_TOPIC = 128
"""Characters of the name of a topic."""

OUT = ("left", "kicked")
"""The statuses of members who are not in the group."""

_PROBE = "…"
_KNOWN = 2000

log = logging.getLogger(__name__)


class Groups:
    """The permissions, admins and members of groups, asked from Telegram when they are not known."""

    def __init__(self, bot: telegram.Bot, directory: Directory, clock: Clock, watcher: Watcher) -> None:
        self._bot = bot
        self._directory = directory
        self._clock = clock
        self._watcher = watcher
        self._closed: BoundedCache[ChatId, None] = BoundedCache(_KNOWN)
        """Topics that were closed to the bot. After a restart, `find_closed` finds out which are closed."""
        self._open: BoundedCache[ChatId, None] = BoundedCache(_KNOWN)
        """Topics in which the bot has written."""
        self._told_channels: BoundedCache[ChatId, datetime] = BoundedCache(_KNOWN)
        """When each group was told that nobody can play as a channel."""
        self._missing: BoundedCache[int, tuple[datetime, MissingPermissions]] = BoundedCache(_KNOWN)
        self._members: BoundedCache[tuple[Person, int], tuple[datetime, bool]] = BoundedCache(_KNOWN)
        self._admins: BoundedCache[int, tuple[datetime, frozenset[str]]] = BoundedCache(_KNOWN)

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in a chat. Raises Unreachable where it is gone, or the bot is not in it."""
        at = ChatId.of(chat)
        if at.is_private:
            return MissingPermissions()
        if at in self._closed:
            raise TopicClosed
        asked_at, missing = self._missing.get(at.chat, (None, MissingPermissions()))
        lasting = FRESH if missing.speech or missing.pictures else LASTING
        if asked_at and self._clock.now() - asked_at < lasting:  # Telegram does not report all changes
            return missing
        try:
            missing = await self._ask(at.chat)
        except telegram.error.ChatMigrated as moved:
            new = await self.moved(at.chat, moved.new_chat_id)
            return await self.missing_permissions(new)
        self._missing[at.chat] = self._clock.now(), missing
        return missing

    def forget(self, chat: Chat) -> bool:
        """Ask for permissions again the next time; True if they were known and no longer fresh."""
        id = ChatId.of(chat).chat if chat.platform == PLATFORM else 0
        asked_at, _ = self._missing.pop(id, (None, None))
        return asked_at is not None and self._clock.now() - asked_at >= FRESH

    async def _ask(self, id: int) -> MissingPermissions:
        try:
            group = await self._bot.get_chat(id)
            member = await self._bot.get_chat_member(id, self._bot.id)
        except TelegramError as error:
            if cannot_post(error):
                raise unreachable(error) from error
            raise
        if member.status in OUT:
            raise Gone
        name = group.title or ""
        if member.status in ("administrator", "creator"):  # they may do everything
            return MissingPermissions(place=name)
        held = member if isinstance(member, telegram.ChatMemberRestricted) else group.permissions

        def missing(right: str, phrase: str) -> tuple[str, ...]:
            return (phrase,) if getattr(held, right, True) is False else ()

        speech = missing("can_send_messages", "permission-telegram-send-messages")
        return MissingPermissions(speech, missing("can_send_photos", "permission-telegram-send-photos"), name)

    async def open_topic(self, chat: Chat, name: str) -> Chat:
        """Open a topic in the group of a chat. Raises CommandRefused where it cannot, and Unreachable."""
        id = ChatId.of(chat).chat
        try:
            group = await self._bot.get_chat(id)
            member = await self._bot.get_chat_member(id, self._bot.id)
            if not group.is_forum:
                raise CommandRefused("topics-are-off")
            if not getattr(member, "can_manage_topics", member.status == "creator"):
                raise CommandRefused("topics-need-permission")
            topic = await self._bot.create_forum_topic(id, name[:LONGEST_TOPIC])
        except TelegramError as error:
            if not is_refusal(error):
                raise
            log.warning("Telegram: no topic was opened (%s)", error)
            raise CommandRefused("no-topic-now") from error
        return ChatId(id, topic.message_thread_id).address

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether a person is an admin of a group. A private chat has none."""
        if chat.platform != PLATFORM:
            return False
        at, now = ChatId.of(chat), self._clock.now()
        if at.is_private:
            return False
        asked_at, admins = self._admins.get(at.chat, (None, frozenset()))
        if asked_at is None or now - asked_at >= FRESH:
            try:
                members = await self._bot.get_chat_administrators(at.chat)
            except TelegramError as error:
                if cannot_post(error):
                    return False
                raise
            admins = frozenset(str(member.user.id) for member in members)
            self._admins[at.chat] = now, admins
        return person.id in admins

    async def is_member(self, person: Person, chat: Chat) -> bool:
        """Whether a person is in a group. False if Telegram does not say: it need only tell admins."""
        at = ChatId.of(chat)
        if at.is_private:
            return str(at.chat) == person.id
        asked_at, was_in = self._members.get((person, at.chat), (None, False))
        if asked_at and self._clock.now() - asked_at < FRESH:
            return was_in
        try:
            member = await self._bot.get_chat_member(at.chat, int(person.id))
        except TelegramError as error:
            if not is_refusal(error):
                raise
            is_in = False
        else:
            is_in = not _is_out(member)
        self._members[person, at.chat] = self._clock.now(), is_in
        return is_in

    async def has_left(self, person: Person, chat: Chat, *, if_unknown: bool = False) -> bool:
        """Whether a person is not in a group.

        Telegram need only tell admins: `if_unknown` where it does not say so.
        """
        try:
            member = await self._bot.get_chat_member(ChatId.of(chat).chat, int(person.id))
        except TelegramError:
            return if_unknown
        return _is_out(member)

    async def on_migration(self, message: telegram.Message) -> None:
        """A group became a supergroup: both of them say so."""
        if message.migrate_to_chat_id:
            await self.moved(message.chat.id, message.migrate_to_chat_id)
        elif message.migrate_from_chat_id:
            await self.moved(message.migrate_from_chat_id, message.chat.id)

    async def on_topic(self, message: telegram.Message) -> None:
        """A topic was opened again."""
        self._closed.pop(ChatId.of_message(message), None)
        await self.changed(message.chat.id, message.message_thread_id)

    def may_tell_channels(self, at: ChatId) -> bool:
        """Whether nothing was said for a day to those who write as a channel. From now on it has."""
        now, told_at = self._clock.now(), self._told_channels.get(at)
        if told_at and now - told_at < _A_DAY:
            return False
        self._told_channels[at] = now
        return True

    def is_closed(self, at: ChatId) -> bool:
        """Whether a topic is known to be closed to the bot."""
        return at in self._closed

    def note_closed(self, at: ChatId) -> None:
        """Note that a topic takes no messages of the bot."""
        self._open.pop(at, None)
        self._closed[at] = None

    async def find_closed(self, at: ChatId) -> None:
        """Find out whether a topic is closed to the bot, before something is begun there that needs posts.

        Telegram tells it only of topics that are closed while the bot is in the group, and with the refusal
        of a message. So one is sent and deleted, unless the bot has written there.
        """
        if at in self._open:
            return
        try:
            sent = await self._bot.send_message(
                at.chat, _PROBE, message_thread_id=at.topic, disable_notification=True
            )
            self._open[at] = None
            self._closed.pop(at, None)
            await self._bot.delete_message(at.chat, sent.message_id)
        except TelegramError as error:
            if is_topic_closed(error):
                self.note_closed(at)

    async def on_topic_closed(self, message: telegram.Message) -> None:
        """A topic was closed, to all but those who manage topics."""
        at = ChatId.of_message(message)
        member = await self._bot.get_chat_member(at.chat, self._bot.id)
        if not getattr(member, "can_manage_topics", False):
            self.note_closed(at)
            self._watcher.lost([at.address])

    async def changed(self, id: int, topic: int | None = None) -> None:
        """Something changed for the bot in a group: try to post again, in each of its topics or in one."""
        self._missing.pop(id, None)
        self._watcher.reachable(await self._chats(id, topic))

    async def left(self, id: int) -> None:
        """A group removed the bot."""
        self._missing.pop(id, None)
        self._watcher.lost(await self._chats(id))

    async def _chats(self, id: int, topic: int | None = None) -> list[Chat]:
        """The chats with a game in a group, in one topic of it if that is given."""
        chats = [(chat, ChatId.of(chat)) for chat in await self._directory.chats_on(PLATFORM)]
        return [chat for chat, at in chats if at.chat == id and topic in (None, at.topic)]

    async def moved(self, old: int, new: int) -> Chat:
        """Move the game of a group that became a supergroup. Returns the new address."""
        self._missing.pop(old, None)
        self._admins.pop(old, None)
        before, after = ChatId(old).address, ChatId(new).address
        await self._directory.move_chat(before, after)
        self._watcher.reachable([before, after])
        return after


def _is_out(member: telegram.ChatMember) -> bool:
    """Whether somebody is not in a group. A restricted person may have left it too."""
    return member.status in OUT or not getattr(member, "is_member", True)
