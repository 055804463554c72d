"""Groups and topics: what the bot may do there, who their admins are, and where they have moved."""

from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta

import telegram
from telegram.error import TelegramError

from bot.clock import Clock
from bot.model.identity import Chat, Person
from bot.model.permissions import MissingPermissions, Unreachable
from bot.platforms.telegram.addresses import PLATFORM, ChatId
from bot.platforms.telegram.errors import is_gone
from bot.store import Store

FRESH = timedelta(minutes=1)
"""So long the admins of a group are taken to be who they were."""

LASTING = timedelta(days=1)
"""So long the bot is taken to have all its rights, unless Telegram says otherwise, or refuses something."""

_OUT = ("left", "kicked")


class Places:
    """What is known of groups, asked for where it is not, and kept for a while."""

    def __init__(self, bot: telegram.Bot, store: Store, clock: Clock) -> None:
        self._bot = bot
        self._store = store
        self._clock = clock
        self._lacks: dict[int, tuple[datetime, MissingPermissions]] = {}
        self._admins: dict[int, tuple[datetime, frozenset[str]]] = {}
        self._look_again: Callable[[Collection[Chat]], None] = lambda _: None

    def watch(self, retry: Callable[[Collection[Chat]], None]) -> None:
        """Call `retry` with chats that have perhaps become open to the bot."""
        self._look_again = retry

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in a chat. Raises Unreachable where it is gone, or the bot is not in it."""
        spot = ChatId.of(chat)
        if spot.is_private:
            return MissingPermissions()
        if known := self._known(spot.chat):
            return known
        try:
            found = await self._asked(spot.chat)
        except telegram.error.ChatMigrated as moved:
            await self.moved(spot.chat, moved.new_chat_id)
            return await self.missing_permissions(ChatId(moved.new_chat_id).address)
        self._lacks[spot.chat] = self._clock.now(), found
        return found

    def _known(self, id: int) -> MissingPermissions | None:
        """What the bot may not do, as far as that is still good: not all changes of it are told."""
        asked_at, missing_permissions = self._lacks.get(id, (None, MissingPermissions()))
        lasting = FRESH if missing_permissions.speech or missing_permissions.pictures else LASTING
        return missing_permissions if asked_at and self._clock.now() - asked_at < lasting else None

    def forget(self, chat: Chat) -> bool:
        """Ask anew next time what the bot may do; True where it was long ago that it was asked."""
        id = ChatId.of(chat).chat if chat.platform == PLATFORM else 0
        asked_at, _ = self._lacks.pop(id, (None, None))
        return asked_at is not None and self._clock.now() - asked_at >= FRESH

    async def _asked(self, id: int) -> MissingPermissions:
        try:
            place = await self._bot.get_chat(id)
            member = await self._bot.get_chat_member(id, self._bot.id)
        except TelegramError as error:
            if is_gone(error):
                raise Unreachable from error
            raise
        if member.status in _OUT:
            raise Unreachable
        return _lacking(place, member)

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether a person is an admin of a group; nobody is one of a private chat, or elsewhere."""
        if chat.platform != PLATFORM:
            return False
        spot = ChatId.of(chat)
        return not spot.is_private and person.id in await self._admins_of(spot.chat)

    async def _admins_of(self, id: int) -> frozenset[str]:
        known = self._admins.get(id)
        if known and self._clock.now() - known[0] < FRESH:
            return known[1]
        try:
            members = await self._bot.get_chat_administrators(id)
        except TelegramError as error:
            if is_gone(error):
                return frozenset()
            raise
        admins = frozenset(str(member.user.id) for member in members)
        self._admins[id] = self._clock.now(), admins
        return admins

    async def open(self, id: int, topic: int | None = None) -> None:
        """Something has changed for the bot in a group: look again, in each of its topics that is known."""
        self._lacks.pop(id, None)
        told = await self._store.chats.on_platform(PLATFORM)
        here = [chat for chat in told if ChatId.of(chat).chat == id]
        self._look_again([chat for chat in here if topic is None or ChatId.of(chat).topic == topic])

    async def moved(self, old: int, new: int) -> None:
        """A group has become a supergroup: what was known of it, and its game, move along."""
        self._lacks.pop(old, None)
        self._admins.pop(old, None)
        await self._store.chats.move(ChatId(old).address, ChatId(new).address)
        self._look_again([ChatId(old).address, ChatId(new).address])


def _lacking(place: telegram.ChatFullInfo, member: telegram.ChatMember) -> MissingPermissions:
    """Admins may speak and show pictures; members as everybody may there, or as they were restricted."""
    if member.status in ("administrator", "creator"):
        return MissingPermissions(place=place.title or "")
    held = member if isinstance(member, telegram.ChatMemberRestricted) else place.permissions
    speech = _missing(held, {"can_send_messages": "right-telegram-send-messages"})
    pictures = _missing(held, {"can_send_photos": "right-telegram-send-photos"})
    return MissingPermissions(tuple(speech), tuple(pictures), place.title or "")


def _missing(held: object, wanted: dict[str, str]) -> Iterable[str]:
    return [said for right, said in wanted.items() if getattr(held, right, True) is False]
