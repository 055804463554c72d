"""The bot's account on Telegram: its client, what it listens to, its menus of commands, and its token."""

import asyncio
import hashlib
import hmac
import json
import logging
from asyncio import Lock
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from operator import attrgetter
from secrets import token_urlsafe
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import telegram
from aiohttp.web import AppRunner
from pydantic import SecretStr
from telegram.error import InvalidToken, TelegramError
from telegram.ext import (
    ApplicationBuilder,
    CallbackContext,
    CallbackQueryHandler,
    ChatMemberHandler,
    ChosenInlineResultHandler,
    ExtBot,
    InlineQueryHandler,
    MessageHandler,
    filters,
)

from bot.clock import Clock
from bot.commands import COMMANDS
from bot.commands.dispatcher import Dispatcher
from bot.model.call import Asker
from bot.model.command import ADMIN_GROUP, BOTH, GROUP, PRIVATE_CHAT, TelegramMenu
from bot.model.identity import Chat
from bot.model.port import Watcher
from bot.requests.directory import Directory
from bot.telegram.callbacks import ButtonHandlers
from bot.telegram.chat_id import PLATFORM, ChatId, person_of
from bot.telegram.connection import Connection
from bot.telegram.dms import DirectMessages
from bot.telegram.group_replies import GroupReplies
from bot.telegram.groups import OUT, Groups
from bot.telegram.handlers import CommandHandlers
from bot.telegram.http_client import HttpClient
from bot.telegram.inline import InlineHand
from bot.telegram.rate_limiter import RateLimiter
from bot.telegram.sender import invitation
from bot.telegram.updates import Client, Polling, apologize, chat_of, is_private
from bot.text.i18n import LANGUAGES, phrases
from bot.work_queue import WorkQueue

_PATIENCE = 10.0
"""Seconds that Telegram may take to answer when a token is checked."""

_CONFLICTS_OF_NEW, MOST_CONFLICTS = 3, 12
_OLDER_BY = timedelta(seconds=5)
_CONFLICTING = timedelta(minutes=5)
"""How many conflicts, within what time, make a program stop.

A program that has just started stops first: each _OLDER_BY of running time before the first conflict
allows one conflict more.
"""

_LOOKS_EVERY, _LOOKS_AGAIN = 60.0, 10.0
"""Seconds between two checks of a webhook that works, and of one that does not."""

_RECENT = timedelta(minutes=2)
"""Telegram repeats a failed call of a webhook within this time."""

_CONNECTIONS = 256

_SHUTDOWN = 0.4
"""Seconds that a step of the shutdown may take."""

_DEFAULT_LANGUAGE = "en"

_AFTER = {"keep": "decline", "games": "log", "stats": "games", "leaderboard": "stats", "settings": "rules"}
"""The commands that follow another one in Telegram's menus, where they do not in help."""

Once = Callable[[Callable[[], Coroutine[None, None, None]]], Coroutine[None, None, None]]
"""Runs some work in one of several processes."""

UpdateContext = CallbackContext[ExtBot[Any], Any, Any, Any]
Part = TypeVar("Part")
CommandMenu = tuple[telegram.BotCommandScope, str, tuple[tuple[str, str], ...]]
"""A menu: where it is shown, its language (empty for all others), and its commands with their descriptions.
"""

log = logging.getLogger(__name__)


async def alone(work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Run work that no other process does."""
    await work()


def webhook_word(token: SecretStr, shared: str, purpose: str) -> str:
    """A word that only this program knows; with a `shared` secret, all processes that have it too."""
    if not shared:
        return token_urlsafe(32)
    key = f"{shared} {token.get_secret_value()}"
    return hmac.new(key.encode(), purpose.encode(), "sha256").hexdigest()


def gives_way(connected_at: datetime, conflicts: Sequence[datetime]) -> bool:
    """Whether a program stops after these conflicts, the newest last, because another one has its token.

    Of several programs exactly one stays. Telegram answers a program's request for updates with a conflict
    when another program asks after it. A program has one such request at a time, and makes none after the
    conflict that stops it. So the program that asks last is in conflict with nobody, and stays.
    """
    recent = [one for one in conflicts if conflicts[-1] - one < _CONFLICTING]
    allowed = _CONFLICTS_OF_NEW + (recent[0] - connected_at) // _OLDER_BY
    return len(recent) >= min(allowed, MOST_CONFLICTS)


async def watch_webhook(bot: telegram.Bot, clock: Clock, hook: str, watcher: Watcher) -> None:
    """Ask whether Telegram can be reached, and whether it reaches the bot at this webhook.

    Returns once another program has set a webhook of its own.
    """
    while True:
        asked, works = clock.now(), False
        try:
            info = await bot.get_webhook_info()
        except TelegramError as error:
            log.info("Telegram: the webhook is not known for the moment (%s)", type(error).__name__)
        else:
            if info.url != hook:
                return
            failed = info.last_error_date
            works = not (info.pending_update_count and failed and asked - failed < _RECENT)
        if works:
            await watcher.back()
        else:
            watcher.cut()
        await clock.sleep(_LOOKS_EVERY if works else _LOOKS_AGAIN)


async def while_watched(
    work: Coroutine[None, None, None],
    bot: telegram.Bot,
    polling: Polling,
    clock: Clock,
    watcher: Watcher,
) -> None:
    """Do `work`, and ask meanwhile whether Telegram can be reached, unless this process asks for updates."""

    async def watch() -> None:
        while True:
            is_cut = False
            if not polling.is_asking:
                try:
                    await bot.get_me()
                    await watcher.back()
                except TelegramError:
                    is_cut = True
                    watcher.cut()
            await clock.sleep(_LOOKS_AGAIN if is_cut else _LOOKS_EVERY)

    watching = asyncio.create_task(watch())
    try:
        await work
    finally:
        watching.cancel()


def client_of(token: str, limiter: RateLimiter, proxy: str | None, **options: str) -> Client:
    """A client of the library. `options` are its addresses, where they are not Telegram's own."""
    builder = ApplicationBuilder().token(token).rate_limiter(limiter).job_queue(None)
    builder = builder.get_updates_request(HttpClient(1, proxy)).request(HttpClient(_CONNECTIONS, proxy))
    for name, value in options.items():
        builder = getattr(builder, name)(value)
    return builder.build()


# ---- the end


async def shut_down(
    client: Client,
    replies: GroupReplies | None,
    tasks: set[asyncio.Task[None]],
    server: AppRunner | None,
) -> None:
    """Shut down step by step. A step that takes too long is skipped, and the connection is closed anyway.

    What a webhook has brought is answered before the connections to it are closed.
    """
    for site in server.sites if server else ():
        await briefly(site.stop())
    if client.running:
        await briefly(client.stop())
    if server:
        await briefly(server.cleanup())
    if tasks:
        await briefly(asyncio.wait(tasks))
    if replies:
        await briefly(replies.close())
    await briefly(client.bot.shutdown())


async def briefly(step: Coroutine[Any, Any, object]) -> None:
    """Do a step of the shutdown, unless it takes too long."""
    with suppress(TimeoutError, TelegramError, RuntimeError):
        async with asyncio.timeout(_SHUTDOWN):
            await step


# ---- updates


def listen(client: Client, connection: Connection, board: str) -> None:
    """Pass updates on to their handlers, those of one chat in their order. The client must have been
    initialized. `board` is the address of the interactive board, or "".
    """
    dispatcher, groups, dms = connection.dispatcher, connection.groups, connection.dms
    commands, buttons = CommandHandlers(connection), ButtonHandlers(connection)
    inline = InlineHand(connection, board)
    status, new, message = filters.StatusUpdate, filters.UpdateType.MESSAGE, attrgetter("message")
    on = partial(_on, WeakValueDictionary(), dispatcher.queue)
    on_click = on(attrgetter("callback_query"), buttons.on_click, buttons.acknowledge)
    on_command = partial(commands.on_message, username=client.bot.username)
    on_membership = partial(_on_membership, dispatcher, groups, dms, commands)
    for kind, handle in (
        (status.MIGRATE, groups.on_migration),
        (status.FORUM_TOPIC_REOPENED | status.FORUM_TOPIC_CREATED, groups.on_topic),
        (status.FORUM_TOPIC_CLOSED, groups.on_topic_closed),
        (status.LEFT_CHAT_MEMBER, dms.on_left),
        (filters.TEXT, on_command),
    ):
        client.add_handler(MessageHandler(new & kind, on(message, handle)))
    client.add_handler(CallbackQueryHandler(on_click))
    client.add_handler(InlineQueryHandler(on(attrgetter("inline_query"), inline.on_query)))
    chosen = attrgetter("chosen_inline_result")
    client.add_handler(ChosenInlineResultHandler(on(chosen, inline.on_chosen)))
    client.add_handler(ChatMemberHandler(on(attrgetter("my_chat_member"), on_membership)))
    client.add_error_handler(_on_error)


def _on(
    locks: WeakValueDictionary[int | None, Lock],
    queue: WorkQueue,
    part: Callable[[telegram.Update], Part | None],
    handle: Callable[[Part], Awaitable[None]],
    acknowledge: Callable[[Part], Awaitable[None]] | None = None,
) -> Callable[[telegram.Update, UpdateContext], Coroutine[Any, Any, None]]:
    """A callback of the library that passes on a part of an update, one of each chat at a time (`locks`).

    What has to wait, in the `queue` or for an earlier update of a private chat, is acknowledged first.
    """

    async def on_update(update: telegram.Update, _: UpdateContext) -> None:
        if subject := part(update):
            lock = locks.setdefault(chat_of(update), Lock())
            if acknowledge and (queue.is_long or (lock.locked() and is_private(update))):
                await acknowledge(subject)
            async with lock, queue.turn():
                await handle(subject)

    return on_update


async def _on_membership(
    dispatcher: Dispatcher,
    groups: Groups,
    dms: DirectMessages,
    commands: CommandHandlers,
    change: telegram.ChatMemberUpdated,
) -> None:
    """A person blocked or unblocked the bot; or a group added or removed it, or changed its permissions."""
    was_out, is_out = change.old_chat_member.status in OUT, change.new_chat_member.status in OUT
    if change.chat.type != telegram.Chat.PRIVATE:
        await (groups.left if is_out else groups.changed)(change.chat.id)
        if was_out and not is_out:
            await commands.greet(change.from_user, ChatId(change.chat.id))
    elif is_out:
        await dispatcher.directory.note_dms_blocked(person_of(change.from_user))
    else:
        person = person_of(change.from_user)
        await dms.note_open(person)
        await dispatcher.show_panels(Asker(person, ChatId.of(person).address))


async def _on_error(update: object, context: UpdateContext) -> None:
    """Log the error without the update, which may be a secret, and tell the person who waits."""
    log.error("Telegram: an update failed (%s)", type(context.error).__name__, exc_info=context.error)
    if isinstance(update, telegram.Update) and isinstance(context.error, Exception):
        await apologize(update, context.error, context.bot)


# ---- menus of commands


def menus() -> Iterator[CommandMenu]:
    """Every menu: in private chats, for everybody in a group, and for its admins."""
    group, private = _menu_words(GROUP), _menu_words(PRIVATE_CHAT)
    scopes: dict[telegram.BotCommandScope, tuple[tuple[str, str], ...]] = {
        telegram.BotCommandScopeAllPrivateChats(): private,
        telegram.BotCommandScopeAllGroupChats(): group,
        telegram.BotCommandScopeAllChatAdministrators(): (*group, (ADMIN_GROUP, ADMIN_GROUP)),
    }
    for scope, words in scopes.items():
        for language in LANGUAGES:
            code = "" if language == _DEFAULT_LANGUAGE else language
            say = phrases(language).say
            yield scope, code, tuple((shown, say(f"slash-{word}-about")) for shown, word in words)


def _menu_words(menu: TelegramMenu) -> tuple[tuple[str, str], ...]:
    """The commands of a menu in their order: Telegram's word, and the word of the command."""
    words = [one.word for one in COMMANDS if one.word not in _AFTER]
    for word, before in _AFTER.items():
        words.insert(words.index(before) + 1, word)
    rows = (COMMANDS[word] for word in words)
    return tuple((one.names.get("telegram", one.word), one.word) for one in rows if one.menus in (menu, BOTH))


async def register_menus(bot: telegram.Bot, directory: Directory) -> None:
    """Send the menus to Telegram if they have changed since they were last sent."""
    wanted = list(menus())
    current = [(scope.to_json(), language, commands) for scope, language, commands in wanted]
    digest = hashlib.sha256(json.dumps(current).encode()).hexdigest()
    name = f"telegram-commands-{bot.id}"
    if await directory.registered(name) == digest:
        return
    try:
        for scope, language, commands in wanted:
            await bot.set_my_commands(commands, scope=scope, language_code=language or None)
    except TelegramError as error:
        log.warning("Telegram: the commands were refused (%s)", type(error).__name__)
    else:
        await directory.note_registered(name, digest)
        log.info("Telegram: commands registered")


async def register_board(bot: telegram.Bot, directory: Directory, board: str) -> None:
    """Show a button for the board next to the input of private chats; remove it without an address."""
    name = f"telegram-board-{bot.id}"
    if (await directory.registered(name) or "") == board:
        return
    title = (await directory.chat_phrases(Chat(PLATFORM, "0"))).say("button-open-board")
    button = telegram.MenuButtonWebApp(title, telegram.WebAppInfo(f"{board}/"))
    try:
        await bot.set_chat_menu_button(menu_button=button if board else telegram.MenuButtonDefault())
    except TelegramError as error:
        log.warning("Telegram: the button for the board was refused (%s)", type(error).__name__)
    else:
        await directory.note_registered(name, board)


# ---- the token


async def try_token(token: SecretStr, proxy: str | None = None, **options: Any) -> tuple[bool, str]:
    """Whether Telegram accepts a token, and a sentence for `stationmaster check`: the bot's link, or what is
    wrong. `options` are as in `client_of`.
    """
    request = HttpClient(1, proxy)
    bot = telegram.Bot(token.get_secret_value(), request=request, get_updates_request=request, **options)
    try:
        async with asyncio.timeout(_PATIENCE):
            async with bot:
                notes = [f"the token is good; add the bot to a group with {invitation(bot)}"]
                if bot.can_read_all_group_messages:
                    notes.append("privacy mode is off: it only needs to read commands")
                if not bot.supports_inline_queries:
                    notes.append("inline mode is off: with it, players open their hand in the group")
                return True, "; ".join(notes)
    except InvalidToken:
        return False, "it does not accept the token"
    except (TelegramError, TimeoutError) as fault:
        return False, f"it cannot be reached ({type(fault).__name__})"
    except (TypeError, KeyError):
        return False, "it cannot be reached: something in between answers for it"
