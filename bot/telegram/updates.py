"""Updates of Telegram: which chat they are about, which were handled before, and how a click is answered.

Telegram delivers commands and clicks again, as it does after a crash.

- Most may safely run twice: they only show something, set what they set before, or are buttons of actions,
  whose revision makes them stale. They are remembered in memory only: a crash forgets them, and their next
  delivery is answered.
- Once-only ones do more if they run twice: typed actions, which have no revision, and commands with
  `changes=True`, such as /computer. They are noted in the database before they run. After a crash they do
  not run again; the person is told to check whether they were done. What another process has begun that
  still runs is left to that one.
"""

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextvars import copy_context
from typing import Any, Literal, TypeVar

import telegram
from aiohttp import web
from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.ext import Application

from bot.cache import BoundedCache
from bot.model.message import Message
from bot.model.port import Watcher, may_send
from bot.requests.directory import Directory
from bot.telegram.button_codes import read
from bot.telegram.chat_id import ChatId, app_phrases
from bot.telegram.error_texts import is_too_late
from bot.telegram.rate_limiter import wait_of
from bot.text.i18n import Phrases
from bot.text.refusal_text import failure_key
from bot.work_queue import WorkQueue

Answer = TypeVar("Answer")
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

ALLOWED = ("message", "callback_query", "my_chat_member", "inline_query", "chosen_inline_result")
"""The only updates that Telegram is asked for."""

AT_ONCE = 100
"""Updates that Telegram brings at the same time, also to a webhook: the most that it can be asked for."""

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

_LONG_POLL = 10
"""Seconds for which Telegram waits for an update, if none is being handled."""

_ASKS_AGAIN, _ASKS_LATER, _SLOWER = 0.1, 0.5, 1.5
"""Seconds until more updates are asked for while some are being handled: at first, and at most."""

_STUCK = 10.0
"""Seconds after which an update that is still being handled is confirmed if it leaves no place for others."""

_RETRY, _RETRY_LATER = 1.0, 30.0
"""Seconds between requests that fail, at first and at most."""

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
    is_handled = (chat, id) in handled
    handled[chat, id] = None
    return is_handled


async def not_begun(
    directory: Directory, kind: Literal["heard", "pressed"], chat: int, id: str, phrases: Phrases
) -> Message | None:
    """Note a once-only update, a command that is `heard` or a button that is `pressed`. Returns the answer to
    one that is not begun now, an empty one if another process does it and answers; else None.
    """
    begin = directory.begin_once(f"telegram-{kind}-{chat}", id, _NOTED, in_order=kind == "heard")
    match await or_apology(begin, phrases):
        case "now":
            return None
        case "before":
            return Message(phrases.say("cut-short"))
        case "by another":
            return Message("")
        case Message() as apology:
            return apology


async def or_apology(answer: Awaitable[Answer], phrases: Phrases) -> Answer | Message:
    """An answer; where it fails, a sentence for the person and the cause in the log."""
    try:
        return await answer
    except Exception as error:
        log.exception("Telegram: a request failed")
        return Message(phrases.say(failure_key(error)))


async def answer_query(query: telegram.CallbackQuery, text: str = "", url: str | None = None) -> None:
    """Answer a click."""
    is_alert = len(text) > _LONG or "\n" in text
    await deliver_answer(lambda: query.answer(text or None, show_alert=is_alert, url=url))


async def deliver_answer(answer: Callable[[], Awaitable[object]]) -> None:
    """Answer a query, twice if the first answer is lost. If both are, the person only misses the answer."""
    for is_last in (False, True):
        try:
            await answer()
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


# ---- asked for


class Polling:
    """Asks Telegram for updates, and confirms each one when it and all before it have been handled.

    A request for later updates confirms all earlier ones, and Telegram brings again what is not confirmed. So
    a program that is killed is brought what it did not handle. An update that takes long holds up no other:
    up to AT_ONCE are handled at the same time, and after that one that is stuck is confirmed. In a long
    `queue`, a click that changes nothing is confirmed at once: others could not even be acknowledged.

    The `watcher` hears whether Telegram answers. `goes_on_after` says whether to ask again after an error.
    """

    def __init__(
        self,
        client: Client,
        queue: WorkQueue,
        watcher: Watcher,
        goes_on_after: Callable[[TelegramError], bool],
    ) -> None:
        self.is_asking = False
        self._client = client
        self._queue = queue
        self._watcher = watcher
        self._goes_on_after = goes_on_after
        self._begun: dict[int, tuple[asyncio.Task[None], float, bool]] = {}
        """What is not confirmed, by its id and in that order: its task, when it began, and whether it only
        shows something.
        """
        self._next = 0
        """The first id that is not confirmed."""

    async def run(self) -> None:
        """Ask until cancelled, or until an error after which it does not go on. Raises InvalidToken."""
        await self._client.bot.delete_webhook()
        self.is_asking = True
        try:
            await self._ask_on()
        finally:
            self.is_asking = False

    async def finish(self) -> None:
        """Confirm what has been handled, and what still is within a short time: nobody else needs it."""
        tasks = [task for task, _, _ in self._begun.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=_LEFT_TO_ANSWER)
        self._confirm()
        await self._updates(0)

    async def _ask_on(self) -> None:
        retry, wait = 0.0, _ASKS_AGAIN
        while True:
            try:
                updates = await self._updates(0 if self._begun else _LONG_POLL)
            except InvalidToken:
                raise
            except TimedOut:
                retry = 0.0
            except RetryAfter as error:
                await asyncio.sleep(wait_of(error).total_seconds())
            except TelegramError as error:
                if not self._goes_on_after(error):
                    return
                retry = min(_RETRY_LATER, retry * _SLOWER or _RETRY)
                await asyncio.sleep(retry)
            else:
                retry, wait = 0.0, _ASKS_AGAIN if self._begin(updates) else min(_ASKS_LATER, wait * _SLOWER)
                if self._begun:
                    await asyncio.wait([task for task, _, _ in self._begun.values()], timeout=wait)
            self._confirm()

    async def _updates(self, seconds: int) -> Sequence[telegram.Update]:
        """What is not confirmed, as soon as there is something, and else after some seconds."""
        bot: telegram.Bot = self._client.bot
        try:
            updates = await bot.get_updates(self._next, AT_ONCE, seconds, allowed_updates=ALLOWED)
        except NetworkError:
            self._watcher.cut()
            raise
        await self._watcher.back()
        return updates

    def _begin(self, updates: Sequence[telegram.Update]) -> bool:
        """Handle the updates that are not being handled yet. False if there are none."""
        now, any_new = asyncio.get_running_loop().time(), False
        for update in updates:
            task, *_ = self._begun.get(update.update_id, (None,))
            if task is None or task.cancelled():
                handling = self._client.create_task(self._client.process_update(update))
                self._begun[update.update_id] = handling, now, _only_shows(update)
                any_new = True
        return any_new

    def _confirm(self) -> None:
        """Go on behind updates that have been handled, or that may be lost so that others have a place."""
        for id, (task, since, only_shows) in list(self._begun.items()):
            is_full = len(self._begun) >= AT_ONCE
            is_stuck = is_full and asyncio.get_running_loop().time() - since > _STUCK
            if is_stuck and not task.done():
                log.error("Telegram: an update takes more than %d s; it is lost if I stop now", _STUCK)
            elif task.cancelled() or not (task.done() or (only_shows and self._queue.is_long)):
                return
            del self._begun[id]
            self._next = id + 1


# ---- the webhook


async def listen_at(address: tuple[str, int], client: Client, queue: WorkQueue, secret: str) -> web.AppRunner:
    """Take the updates that Telegram brings to the path `/telegram`, until the result is cleaned up.

    A request is answered with 200 once its update has been handled or cannot be read, else with 503.
    """
    under_way: dict[int, asyncio.Task[None]] = {}

    async def take(request: web.Request) -> web.Response:
        given = request.headers.get(_SECRET, "").encode(errors="replace")
        if not hmac.compare_digest(given, secret.encode()):
            return web.Response(status=403)
        try:
            update = telegram.Update.de_json(await request.json(), client.bot)
        except ValueError:
            return web.Response(status=400)
        except (TypeError, KeyError, AttributeError) as error:  # were it refused, its chat would wait for it
            log.error("Telegram: an update cannot be read (%s)", type(error).__name__)
            return web.Response(status=200)
        wait = 0.0 if queue.is_long and _only_shows(update) else _HANDLED_WITHIN
        id, is_handled = update.update_id, False
        if client.running:
            if id not in under_way:
                under_way[id] = client.create_task(client.process_update(update))
                under_way[id].add_done_callback(lambda _: under_way.pop(id))
            task = under_way[id]
            await asyncio.wait((task,), timeout=wait)
            is_handled = task.done() and not task.cancelled()
        return web.Response(status=200 if is_handled or (client.running and not wait) else 503)

    app = web.Application(client_max_size=_LARGEST)
    app.router.add_post("/telegram", take)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=_LEFT_TO_ANSWER)
    await runner.setup()
    await web.TCPSite(runner, *address).start()
    return runner


def _only_shows(update: telegram.Update) -> bool:
    """Whether an update is a click on a button of a turn that changes nothing: it has no argument."""
    button = read((update.callback_query and update.callback_query.data) or "")
    row = button.row
    return row is not None and "turn" in row.posts and not row.confirm and not button.call.text
