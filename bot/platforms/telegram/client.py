"""The bot's account on Telegram: what it listens to, and to whom each thing goes."""

import logging
from dataclasses import dataclass
from typing import Any

import telegram
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackContext,
    CallbackQueryHandler,
    ChatMemberHandler,
    ExtBot,
    InlineQueryHandler,
    MessageHandler,
    filters,
)

from bot.clock import Clock
from bot.platforms.port import CommandService
from bot.platforms.telegram.answers import Answers
from bot.platforms.telegram.callbacks import Presses
from bot.platforms.telegram.chat_id import person_of
from bot.platforms.telegram.dms import DirectMessages
from bot.platforms.telegram.group_replies import GroupReplies
from bot.platforms.telegram.groups import Places
from bot.platforms.telegram.handlers import Counter
from bot.platforms.telegram.inline import Inline
from bot.platforms.telegram.people import People
from bot.platforms.telegram.private import Private
from bot.platforms.telegram.public import Public
from bot.platforms.telegram.rate_limiter import RateLimiter
from bot.platforms.telegram.sender import Sender
from bot.platforms.telegram.staff import Services
from bot.platforms.telegram.update_queue import PerChatQueue
from bot.store import Store

ALLOWED = ("message", "callback_query", "my_chat_member", "inline_query")
"""What Telegram is asked to tell of, and nothing else."""

_OUT = ("left", "kicked")

Client = Application[Any, Any, Any, Any, Any, Any]
UpdateContext = CallbackContext[ExtBot[Any], Any, Any, Any]

log = logging.getLogger(__name__)


def client_of(token: str, clock: Clock, **options: str) -> Client:
    """A client of the library's; `options` are its addresses, where they are not Telegram's own."""
    builder = ApplicationBuilder().token(token).rate_limiter(RateLimiter(clock)).job_queue(None)
    builder = builder.concurrent_updates(PerChatQueue())
    for name, value in options.items():
        builder = getattr(builder, name)(value)
    return builder.build()


@dataclass(frozen=True, slots=True)
class Voice:
    """What the announcer speaks with."""

    places: Places
    public: Public
    private: Private


class Listener:
    """Takes what Telegram tells of to whoever attends to it. The client must have introduced itself."""

    def __init__(
        self, client: Client, desk: CommandService, store: Store, clock: Clock, language: str
    ) -> None:
        self._username = client.bot.username
        self._staff = _staff(client, desk, store, clock, language)
        self._counter, self._presses = Counter(self._staff), Presses(self._staff)
        self._inline = Inline(desk, store, self._staff.people, self._username)
        pen, places, letters = self._staff.pen, self._staff.places, self._staff.letters
        public, private = Public(pen, store, clock, places, language), Private(letters, store, clock)
        self.voice = Voice(places, public, private)
        self._attend(client)

    def _attend(self, client: Client) -> None:
        new = filters.UpdateType.MESSAGE
        client.add_handler(MessageHandler(new & filters.StatusUpdate.MIGRATE, self._moved))
        reopened = filters.StatusUpdate.FORUM_TOPIC_REOPENED | filters.StatusUpdate.FORUM_TOPIC_CREATED
        client.add_handler(MessageHandler(new & reopened, self._reopened))
        client.add_handler(MessageHandler(new & filters.TEXT, self._heard))
        client.add_handler(CallbackQueryHandler(self._pressed))
        client.add_handler(InlineQueryHandler(self._asked))
        client.add_handler(ChatMemberHandler(self._changed, ChatMemberHandler.MY_CHAT_MEMBER))
        client.add_error_handler(_write_down)

    async def _heard(self, update: telegram.Update, _: UpdateContext) -> None:
        if update.message:
            await self._counter.heard(update.message, self._username)

    async def _pressed(self, update: telegram.Update, _: UpdateContext) -> None:
        if update.callback_query:
            await self._presses.pressed(update.callback_query)

    async def _asked(self, update: telegram.Update, _: UpdateContext) -> None:
        if update.inline_query:
            await self._inline.asked(update.inline_query)

    async def _moved(self, update: telegram.Update, _: UpdateContext) -> None:
        """A group has become a supergroup: both of them say so."""
        message = update.message
        if message and message.migrate_to_chat_id:
            await self._staff.places.moved(message.chat.id, message.migrate_to_chat_id)
        elif message and message.migrate_from_chat_id:
            await self._staff.places.moved(message.migrate_from_chat_id, message.chat.id)

    async def _reopened(self, update: telegram.Update, _: UpdateContext) -> None:
        if update.message:
            await self._staff.places.open(update.message.chat.id, update.message.message_thread_id)

    async def _changed(self, update: telegram.Update, _: UpdateContext) -> None:
        """The bot was blocked or unblocked by somebody; or let in, put out, or given other rights."""
        change = update.my_chat_member
        if change is None:
            return
        out = change.new_chat_member.status in _OUT
        if change.chat.type != telegram.Chat.PRIVATE:
            await self._staff.places.open(change.chat.id)
        elif out:
            await self._staff.letters.closed(person_of(change.from_user))
        else:
            await self._staff.letters.opened(person_of(change.from_user))


def _staff(client: Client, desk: CommandService, store: Store, clock: Clock, language: str) -> Services:
    bot, later = client.bot, client.create_task
    pen, link = Sender(bot), f"https://t.me/{bot.username}?start="
    letters = DirectMessages(pen, store)
    return Services(
        desk=desk,
        store=store,
        people=People(desk, store, language),
        places=Places(bot, store, clock),
        letters=letters,
        answers=Answers(letters, pen, later),
        asides=GroupReplies(pen, clock, later, link),
        pen=pen,
        later=later,
        link=link,
    )


async def _write_down(update: object, context: UpdateContext) -> None:
    """A line for the log: what was said stays unsaid, it may be a secret."""
    log.error("Telegram: something failed (%s)", type(context.error).__name__, exc_info=context.error)
