"""Updates of Telegram: which chat they are about, which were handled before, and how a click is answered.

Telegram delivers commands and clicks again, as it does after a crash.

- Most may safely run twice: they only show something, set what they set before, or are buttons of actions,
  whose revision makes them stale. They are remembered in memory only: a crash forgets them, and their next
  delivery is answered.
- Once-only ones do more if they run twice: typed actions, which have no revision, and commands with
  `Trait.CHANGES`, such as /computer. They are noted in the database before they run. After a crash they do
  not run again; the person is told to check whether they were done. What another process has begun that
  still runs is left to that one.
"""

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import copy_context
from typing import Any

import telegram
from aiohttp import web
from telegram.error import BadRequest, NetworkError, TelegramError
from telegram.ext import Application

from bot.cache import BoundedCache
from bot.model.command_spec import Trait
from bot.model.message import Message
from bot.platforms.port import may_send
from bot.platforms.telegram.button_codes import spec_of
from bot.platforms.telegram.chat_id import ChatId, app_phrases
from bot.platforms.telegram.errors import is_too_late
from bot.service.directory import Begun, Directory
from bot.text.errors import failure_key
from bot.text.i18n import Phrases
from bot.work_queue import WorkQueue

Client = Application[Any, Any, Any, Any, Any, Any]
"""What the library calls an application: the bot's account, and what handles updates."""

Later = Callable[[Coroutine[Any, Any, Any]], object]
"""Starts something that the next updates of the chat do not wait for."""

_NOTED = 16
"""Once-only updates of a chat that are recognized after a crash."""

HandledUpdates = BoundedCache[tuple[int, str], None]
"""The updates that this process has been given, by their chats and ids."""

REMEMBERED = 5000

_LONG = 60
"""An answer longer than this is an alert that must be closed, instead of one that vanishes by itself."""

AT_ONCE = 100
"""Updates that Telegram brings to a webhook at the same time: the most that it can be asked for."""

_SECRET = "X-Telegram-Bot-Api-Secret-Token"
"""The header with the secret that Telegram was told."""

_LARGEST = 1 << 20
"""Bytes of an update."""

_HANDLED_WITHIN = 40.0
"""Seconds after which an update that is still being handled has to be brought again: Telegram waits for 50.
It is not handled twice: its next delivery waits for the same.
"""

_LEFT_TO_ANSWER = 0.2
"""Seconds that answers may take when the program stops."""

log = logging.getLogger(__name__)


def later_of(client: Client, last_tasks: set[asyncio.Task[None]]) -> Later:
    """Starts tasks of the client. It takes none while it stops: those are added to `last_tasks`.

    They are never given up: they send nothing that another process would send too.
    """

    def later(work: Coroutine[Any, Any, None]) -> None:
        context = copy_context()
        context.run(may_send.set, lambda: True)
        context.run(start, work)

    def start(work: Coroutine[Any, Any, None]) -> None:
        if client.running:
            client.create_task(work)
        else:
            task = asyncio.create_task(work)
            last_tasks.add(task)
            task.add_done_callback(last_tasks.discard)

    return later


def chat_of(update: telegram.Update) -> int | None:
    """The chat that an update is about; one that is about none is about the person who sent it."""
    chat, user = update.effective_chat, update.effective_user
    return chat.id if chat else user.id if user else None


def is_private(update: telegram.Update) -> bool:
    """Whether an update is about the chat of one person with the bot."""
    return update.effective_chat is not None and update.effective_chat.type == telegram.Chat.PRIVATE


def is_repeat(handled: HandledUpdates, chat: int, id: str) -> bool:
    """Whether this process has been given an update before. From now on it has."""
    known = (chat, id) in handled
    handled[chat, id] = None
    return known


async def begin_command(directory: Directory, chat: int, message: int) -> Begun:
    """Note a typed once-only command."""
    return await directory.begin_once(f"telegram-heard-{chat}", str(message), _NOTED, in_order=True)


async def begin_click(directory: Directory, chat: int, query: str) -> Begun:
    """Note a click of a once-only button."""
    return await directory.begin_once(f"telegram-pressed-{chat}", query, _NOTED)


def not_begun(begun: Begun, phrases: Phrases) -> Message | None:
    """The answer to what is not begun now: nothing if another process does it and answers."""
    if begun == "now":
        return None
    return Message(phrases.say("cut-short") if begun == "before" else "")


async def answer_query(query: telegram.CallbackQuery, text: str = "", url: str | None = None) -> None:
    """Answer a click, twice if the first answer is lost. If both are, the person only misses its text."""
    for is_last in (False, True):
        try:
            await query.answer(text or None, show_alert=len(text) > _LONG or "\n" in text, url=url)
            return
        except BadRequest as error:
            if not is_too_late(error):
                log.warning("Telegram: an answer was refused")
            return
        except TelegramError as error:
            if is_last or not isinstance(error, NetworkError):
                log.warning("Telegram: an answer could not be sent (%s)", type(error).__name__)
                return


async def apologize(update: telegram.Update, error: Exception, bot: telegram.Bot) -> None:
    """Tell a person that what they typed, or clicked in private, failed. Clicks in groups are answered."""
    typed = update.message if update.message and update.message.text else None
    message = typed or (update.effective_message if is_private(update) else None)
    if message is None or update.effective_user is None:
        return
    at, sentence = ChatId.of_message(message), app_phrases(update.effective_user).say(failure_key(error))
    try:
        await bot.send_message(at.chat, sentence, message_thread_id=at.topic)
    except TelegramError as refused:
        log.info("Telegram: an apology could not be sent (%s)", type(refused).__name__)


# ---- the webhook


async def listen_at(address: tuple[str, int], client: Client, queue: WorkQueue, secret: str) -> web.AppRunner:
    """Take the updates that Telegram brings to the path `/telegram`, until the result is cleaned up."""
    app = web.Application(client_max_size=_LARGEST)
    app.router.add_post("/telegram", _webhook(client, queue, secret.encode()))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_LEFT_TO_ANSWER)
    await runner.setup()
    await web.TCPSite(runner, *address).start()
    return runner


def _webhook(
    client: Client, queue: WorkQueue, secret: bytes
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """What answers a request with 200 once its update has been handled or cannot be read, else with 503."""
    under_way: dict[int, asyncio.Task[None]] = {}

    async def take(request: web.Request) -> web.Response:
        if not hmac.compare_digest(request.headers.get(_SECRET, "").encode(errors="replace"), secret):
            return web.Response(status=403)
        try:
            update = telegram.Update.de_json(await request.json(), client.bot)
        except ValueError:
            return web.Response(status=400)
        except (TypeError, KeyError, AttributeError) as error:  # were it refused, its chat would wait for it
            log.error("Telegram: an update cannot be read (%s)", type(error).__name__)
            return web.Response(status=200)
        wait = 0.0 if queue.is_long and _only_shows(update) else _HANDLED_WITHIN
        is_handled = await _is_handled(client, update, under_way, wait)
        return web.Response(status=200 if is_handled or (client.running and not wait) else 503)

    return take


def _only_shows(update: telegram.Update) -> bool:
    """Whether an update is a click on a button of a turn that changes nothing: it has no argument."""
    code = (update.callback_query and update.callback_query.data) or ""
    spec = spec_of(code)
    is_shown = spec is not None and spec.has(Trait.ON_TURN) and not spec.has(Trait.CONFIRMS)
    return is_shown and " " not in code


async def _is_handled(
    client: Client, update: telegram.Update, under_way: dict[int, asyncio.Task[None]], within: float
) -> bool:
    """Begin to handle an update unless it is under way, and wait for that. False if it takes longer."""
    if not client.running:
        return False
    id = update.update_id
    if id not in under_way:
        under_way[id] = client.create_task(client.process_update(update))
        under_way[id].add_done_callback(lambda _: under_way.pop(id))
    task = under_way[id]
    await asyncio.wait((task,), timeout=within)
    return task.done() and not task.cancelled()
