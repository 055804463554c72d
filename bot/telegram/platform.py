"""Telegram as a platform: what the bot asks of it, and the connection over which people are served."""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial

from aiohttp.web import AppRunner
from pydantic import SecretStr
from telegram.error import ChatMigrated, Conflict, InvalidToken, TelegramError

from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.model.identity import Address, Chat, Destination, Person
from bot.model.message import Button, Message, Rows, Topic
from bot.model.permissions import MissingPermissions, Unreachable
from bot.model.port import FilesRefused, Key, Limits, NotSent, Watcher
from bot.settings import OperatorError
from bot.telegram.button_codes import code_of
from bot.telegram.chat_id import PLATFORM, ChatId
from bot.telegram.client import (
    MOST_CONFLICTS,
    Once,
    alone,
    briefly,
    client_of,
    gives_way,
    listen,
    register_board,
    register_menus,
    shut_down,
    watch_webhook,
    webhook_word,
    while_watched,
)
from bot.telegram.connection import Connection
from bot.telegram.dms import DirectMessages
from bot.telegram.error_texts import (
    cannot_post,
    is_blocked,
    is_refusal,
    is_topic_closed,
    may_refuse_files,
    unreachable,
)
from bot.telegram.formatted_text import OutgoingMessage
from bot.telegram.group_replies import GroupReplies
from bot.telegram.groups import Groups
from bot.telegram.message_layout import WEB_APP, laid_out, post_layout, shown_of
from bot.telegram.open_posts import OpenPosts
from bot.telegram.rate_limiter import IN_PRIVATE, ChatRate, RateLimiter
from bot.telegram.sender import Sender, invitation
from bot.telegram.updates import (
    ALLOWED,
    AT_ONCE,
    REMEMBERED,
    Client,
    HandledUpdates,
    Polling,
    later_of,
    listen_at,
)

_SUPERGROUP = "-100"
"""How the numbers of supergroups begin."""

_WRONG_TOKEN = "Telegram does not accept the token in TELEGRAM_TOKEN: copy it again."
_TWO_PROGRAMS = "Another program uses TELEGRAM_TOKEN: stop it first, or give it a token of its own."

log = logging.getLogger(__name__)


class TelegramPlatform:
    """The port to Telegram (see bot.model.port). `options` are the library's addresses.

    `webhook` is the URL to which Telegram sends updates, for which the bot listens at `listen_at`; without it
    the bot asks for them. `in_private` is how much it writes in a private chat. `board` is the address of the
    interactive board, and `app` the name under which BotFather knows it. Calls wait until the bot is
    connected.

    Requests go through `proxy`, if there is one.

    Of several processes, `once` runs the work in one that asks for updates (see Leases.while_held). With
    `shared`, a secret that they have in common, all of them listen for one webhook.
    """

    name = PLATFORM
    limits = Limits(
        longest_post=900,
        moves_panels=True,
        retires_at_once=2,
        has_threads=True,
    )
    """A caption has 1,024 characters: the rest is for the mention, and for the joiners in names."""

    _server: AppRunner | None = None
    """What listens for the webhook."""

    def __init__(
        self,
        token: SecretStr,
        clock: Clock,
        *,
        webhook: str | None = None,
        listen_at: tuple[str, int] = ("127.0.0.1", 8443),
        in_private: ChatRate = IN_PRIVATE,
        board: str = "",
        app: str = "",
        once: Once = alone,
        shared: str = "",
        proxy: str | None = None,
        **options: str,
    ) -> None:
        self._token = token
        self._clock = clock
        self._webhook = webhook
        self._listen_at = listen_at
        self._in_private = in_private
        self._board = board.rstrip("/")
        self._app = app if board else ""
        self._once, self._shared = once, shared
        self._proxy = proxy
        self._app_link = ""
        """What opens the board from a group, up to the game."""
        self._options = options
        self._watcher = Watcher()
        self._is_connected, self._last_tasks = asyncio.Event(), set[asyncio.Task[None]]()
        self._connection: Connection
        self._connected_at = clock.now()
        self._hook = ""
        """The URL of the webhook, as Telegram was told it: no other program has the same."""
        self._conflicts: deque[datetime] = deque(maxlen=MOST_CONFLICTS)

    # ---- the port

    async def prepared(self, to: Destination, message: Message, key: Key) -> Message:
        """A post with the pictures that it shows, as JPEGs. A panel's are drawn when it is known which its
        chat does not show yet.
        """
        await self._is_connected.wait()
        if isinstance(to, Person):
            return message
        shown = shown_of(message.pictures) if message.text else None
        prepared = self._connection.sender.prepared_picture
        pictures = [
            picture if shown and picture is not shown else await prepared(picture)
            for picture in message.pictures
        ]
        return replace(message, pictures=tuple(pictures))

    async def send(self, to: Destination, message: Message, key: Key, *, silent: bool) -> str:
        """Send a message and return its id. Raises Unreachable and NotSent."""
        await self._is_connected.wait()
        async with self._port_errors(to, message):
            match to:
                case Person():
                    private = await self._private_layout(to, message, key)
                    return str(await self._connection.dms.send(to, private, silent=silent))
                case Chat():
                    post = await self._post_layout(to, message, key)
                    id = await self._connection.sender.send(ChatId.of(to), post, silent=silent)
                    if key.topic is Topic.TURN:
                        self._connection.replies.begin_turn(to, id)
                    return str(id)

    async def edit(self, to: Destination, id: str, message: Message, key: Key) -> bool:
        """Show `message` in place of message `id`; False where that is no longer possible."""
        await self._is_connected.wait()
        async with self._port_errors(to, message):
            match to:
                case Person():
                    private = await self._private_layout(to, message, key)
                    return await self._connection.dms.refresh(to, int(id), private, key.game)
                case Chat():
                    post = await self._post_layout(to, replace(message, mentions=()), key)
                    return await self._connection.sender.edit(ChatId.of(to), int(id), post, is_photo=True)

    async def remove_buttons(self, to: Destination, id: str) -> bool:
        """Take the buttons from a message; False where that must be tried again later."""
        await self._is_connected.wait()
        return await self._connection.sender.remove_buttons(ChatId.of(to), int(id))

    async def delete(self, to: Destination, id: str) -> bool:
        """Delete a message, or at least take its buttons; False where that must be tried again later."""
        await self._is_connected.wait()
        if isinstance(to, Person):
            return await self._connection.dms.delete(to, int(id))
        return await self._connection.sender.delete(ChatId.of(to), int(id))

    async def find_sent(self, chat: Chat, key: Key, since: datetime) -> str | None:
        """Telegram cannot search: None."""
        return None

    async def missing_permissions(self, chat: Chat) -> MissingPermissions:
        """What the bot may not do in a group. Raises Unreachable where it is gone."""
        await self._is_connected.wait()
        return await self._connection.groups.missing_permissions(chat)

    async def is_admin(self, person: Person, chat: Chat) -> bool:
        """Whether a person is an admin of a group."""
        await self._is_connected.wait()
        return await self._connection.groups.is_admin(person, chat)

    async def is_member(self, person: Person, chat: Chat) -> bool:
        """Whether a person is in a group, as far as Telegram tells the bot."""
        await self._is_connected.wait()
        return await self._connection.groups.is_member(person, chat)

    async def own_chat(self, person: Person, title: str) -> Chat | None:
        """The private chat of a person; None where they have not pressed Start, or have blocked the bot."""
        await self._is_connected.wait()
        return ChatId.of(person).address if await self._connection.dms.is_open(person) else None

    async def place_of(self, chat: Chat) -> Address | None:
        """The group of a chat."""
        return ChatId.of(chat).place

    async def open_thread(self, chat: Chat, name: str) -> tuple[Chat, str]:
        """Open a topic of a group. Raises CommandRefused where there are none, or the bot may not."""
        await self._is_connected.wait()
        topic = await self._connection.groups.open_topic(chat, name)
        return topic, await self.link_to(topic, "")

    async def link_to(self, chat: Chat, id: str) -> str:
        """The address of a message, or without one of a topic. Only supergroups have addresses."""
        at = ChatId.of(chat)
        parts = [str(at.chat).removeprefix(_SUPERGROUP), *filter(None, (str(at.topic or ""), id))]
        has_address = str(at.chat).startswith(_SUPERGROUP) and len(parts) > 1
        return f"https://t.me/c/{'/'.join(parts)}" if has_address else ""

    def watch(self, watcher: Watcher) -> None:
        """Call this watcher from the next connection on."""
        self._watcher = watcher

    @asynccontextmanager
    async def _port_errors(self, to: Destination, message: Message) -> AsyncIterator[None]:
        """Turn errors of Telegram into exceptions of the port."""
        try:
            yield
        except ChatMigrated as moved:
            await self._connection.groups.moved(ChatId.of(to).chat, moved.new_chat_id)
            raise NotSent from moved
        except TelegramError as error:
            if isinstance(to, Person) and is_blocked(error):
                raise Unreachable from error
            if message.has_files and may_refuse_files(error):
                if isinstance(to, Chat):
                    self._connection.groups.forget(to)
                raise FilesRefused from error
            if isinstance(to, Chat) and is_topic_closed(error):
                self._connection.groups.note_closed(ChatId.of(to))
            # After a refusal, permissions that were asked for long ago are asked for again first.
            if isinstance(to, Chat) and cannot_post(error) and not self._connection.groups.forget(to):
                raise unreachable(error) from error
            if is_refusal(error):
                raise NotSent from error
            raise

    async def _post_layout(self, chat: Chat, message: Message, key: Key) -> OutgoingMessage:
        phrases = await self._connection.directory.chat_phrases(chat)
        board: Rows = ()
        if self._app_link and key.topic in (Topic.LOBBY, Topic.TURN, Topic.END):
            board = ((Button(phrases.say("button-open-board"), f"{self._app_link}{key.game}"),),)
        has_inline = self._connection.replies.has_inline
        return post_layout(message, key.game, phrases, board, has_inline=has_inline)

    async def _private_layout(self, person: Person, message: Message, key: Key) -> OutgoingMessage:
        """A panel, with the code that shows it again and a button for the board, or a note."""
        if key.topic is not Topic.PANEL:
            return laid_out(message)
        phrases = await self._connection.dms.words_for(person, key.game)
        if self._board:
            address = f"{WEB_APP}{self._board}/?game={key.game}"
            button = Button(phrases.say("button-open-board"), address)
            message = replace(message, buttons=(*message.buttons, (button,)))
        return laid_out(message, code_of("hand", key.game), words=phrases)

    # ---- the connection

    async def serve(self, dispatcher: Dispatcher) -> None:
        """Serve people until cancelled, or until another program takes the updates.

        Raises OperatorError where the token is wrong or another program uses it. After anything else it may
        be called again.
        """
        self._watcher.cut()
        limiter = RateLimiter(self._clock, self._in_private)
        client = client_of(self._token.get_secret_value(), limiter, self._proxy, **self._options)
        try:
            await client.initialize()
            self._connect(client, dispatcher)
            await register_menus(client.bot, dispatcher.directory)
            await register_board(client.bot, dispatcher.directory, self._board)
            await client.start()
            if self._webhook is not None:
                word = partial(webhook_word, self._token, self._shared)
                self._hook = f"{self._webhook.rstrip('/')}/telegram?program={word('program')[:11]}"
                self._server = await listen_at(
                    self._listen_at, client, dispatcher.queue, secret := word("secret")
                )
                await client.bot.set_webhook(
                    self._hook, allowed_updates=ALLOWED, secret_token=secret, max_connections=AT_ONCE
                )
            log.info("Telegram: ready as @%s", client.bot.username)
            print(f"Telegram: add the bot to a group with {invitation(client.bot)}", flush=True)
            self._is_connected.set()
            if self._webhook is not None:
                await watch_webhook(client.bot, self._clock, self._hook, self._watcher)
                raise OperatorError(_TWO_PROGRAMS)
            polling = Polling(client, dispatcher.queue, self._watcher, self._asks_again_after)
            work = self._once(partial(self._poll, polling))
            if self._shared:
                work = while_watched(work, client.bot, polling, self._clock, self._watcher)
            await work
            raise OperatorError(_TWO_PROGRAMS)
        except InvalidToken:
            raise OperatorError(_WRONG_TOKEN) from None
        finally:
            replies = self._connection.replies if self._is_connected.is_set() else None
            self._is_connected.clear()
            server, self._server = self._server, None
            await shut_down(client, replies, self._last_tasks, server)

    async def _poll(self, polling: Polling) -> None:
        """Ask for updates, those of the time in between first, until another program takes them."""
        self._connected_at = self._clock.now()
        self._conflicts.clear()
        try:
            await polling.run()
        except asyncio.CancelledError:
            await briefly(polling.finish())
            raise

    def _connect(self, client: Client, dispatcher: Dispatcher) -> None:
        """Build all that serves people over this client."""
        later, directory = later_of(client, self._last_tasks), dispatcher.directory
        sender = Sender(client.bot)
        groups = Groups(client.bot, directory, self._clock, self._watcher)
        known_by_all = directory if self._shared and self._webhook else None
        self._connection = Connection(
            dispatcher=dispatcher,
            sender=sender,
            groups=groups,
            dms=DirectMessages(sender, directory, later, self._clock),
            replies=GroupReplies(
                sender, self._clock, later, known_by_all, has_inline=client.bot.supports_inline_queries
            ),
            open_posts=OpenPosts(sender, self._clock),
            handled=HandledUpdates(REMEMBERED),
            later=later,
        )
        listen(client, self._connection, self._board)
        if self._app:
            self._app_link = f"https://t.me/{client.bot.username}/{self._app}?startapp="

    def _asks_again_after(self, error: TelegramError) -> bool:
        """Whether to ask for updates again after an error: not if another program keeps asking too.

        One more request would be a conflict for the other program.
        """
        log.info("Telegram: no updates for the moment (%s)", type(error).__name__)
        if not isinstance(error, Conflict):
            return True
        log.warning("Telegram: another program asks for the updates of this bot")
        self._conflicts.append(self._clock.now())
        return not gives_way(self._connected_at, self._conflicts)
