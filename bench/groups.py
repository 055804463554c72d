"""How fast the bot answers on Telegram: `python -m bench.groups`.

One process runs the bot with two hundred games in progress, another a fake Bot API. Turns begin at an even
pace: the next player clicks Draw below the post of the turn, then the deck twice in the private chat. Each
time is measured from the moment when Telegram has the click to the moment when it has the answer:

- disk: one page synced to the disk, as every write to the log is
- ok: the bare library, which acknowledges a click and writes "ok": no log, no picture, nothing to read
- ack: any click, until it is acknowledged and its button stops showing progress
- look: a click that only shows something, until the answer is in the private chat
- play: a click that plays an action: checked, written to the log on disk, and answered in private
- turn: from the click that ends a turn to the public post with its picture

After that come 500 presses in one instant, and more load than the machine can carry.

Milliseconds are wall-clock time, and both processes share the machine; the processor time of a turn is the
bot's own, in all its threads.
"""

import argparse
import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from pydantic import SecretStr
from telegram import Update
from telegram.ext import Application, CallbackQueryHandler

from bench.bars import Bars
from bench.load import PATIENCE, LoadTest, Times, in_a_process, main, measure
from bot.app import Host, serve_until_cancelled
from bot.clock import Clock
from bot.model.identity import Chat, Person
from bot.settings import Settings
from bot.store import Store
from bot.telegram.platform import TelegramPlatform
from bot.workers.memory import keep_loaded, share_memory
from tests.fakes.telegram.server import TOKEN, FakeTelegram, fake_telegram
from tests.fakes.telegram.world import Account, FakeChat, Post
from tests.scenario import UNLIMITED


@dataclass(frozen=True)
class GroupTable:
    """A group, and its two players."""

    group: FakeChat
    accounts: tuple[Account, Account]

    @property
    def chat(self) -> Chat:
        return Chat("telegram", str(self.group.id))

    @property
    def people(self) -> tuple[Person, Person]:
        one, two = (Person("telegram", str(account.id)) for account in self.accounts)
        return one, two

    @property
    def turn(self) -> Post | None:
        """The newest post that mentions somebody."""
        return next((post for post in reversed(self.group.messages) if post.pings), None)


def tables(server: FakeTelegram, games: int) -> Iterator[GroupTable]:
    """A group for each game, with players whose private chats are open."""
    for number in range(games):
        owner = server.world.account(f"Owner {number}")
        group = server.world.group(f"Club {number}", owner)
        one, two = (server.world.account(f"{name} {number}", started=True) for name in ("Anna", "Boris"))
        group.accounts += [one, two]
        yield GroupTable(group, (one, two))


class TelegramLoadTest(LoadTest[GroupTable]):
    """Groups on a fake Telegram."""

    quiet = 5.0  # a private chat takes nothing for up to four seconds

    def __init__(self, server: FakeTelegram, games: int) -> None:
        super().__init__(list(tables(server, games)))
        self._server = server
        self._clicker = TelegramClicker(server, self.times)

    def bot(self, *which: str) -> AbstractAsyncContextManager[int]:
        server = self._server
        server.updates.asked.clear()
        where = server.base_url, server.base_file_url
        return in_a_process("bench.groups", *where, *which, ready=server.updates.asked.wait())

    def bare_clicks(self) -> Sequence[Callable[[], Awaitable[object]]]:
        world, button = self._server.world, {"text": "Press", "callback_data": "press"}
        accounts = [table.accounts[0] for table in self.tables]
        for account in accounts:
            world.add(world.private(account), world.bot, text="?", keyboard=[[button]])
        return [partial(self._click_bare, account) for account in accounts]

    async def _click_bare(self, account: Account) -> None:
        private = self._server.world.private(account)
        post = private.messages[0]
        await self._clicker.click("ok", account, post, "press", lambda post: post.place is private)

    def clear(self) -> None:
        for table in self.tables:
            self._server.world.private(table.accounts[0]).messages.clear()

    def requests(self) -> int:
        return sum(method != "getUpdates" for method, _ in self._server.requests)

    def is_told(self, table: GroupTable) -> bool:
        return table.turn is not None

    async def press(self, table: GroupTable) -> None:
        post = table.turn
        assert post is not None
        with suppress(TimeoutError):
            await self._clicker.acknowledged(post.pings[0], post, _draw(post))

    async def take_turn(self, table: GroupTable) -> None:
        with suppress(TimeoutError):
            await self._draw_two(table)

    async def _draw_two(self, table: GroupTable) -> None:
        post, click = table.turn, self._clicker.click
        assert post is not None
        (account,) = post.pings
        private = self._server.world.private(account)
        choice = await click("look", account, post, _draw(post), lambda one: bool(_deck(one, private)))
        await click("play", account, choice, _deck(choice, private), _says_more(choice))
        ended = self._clicker.until("turn", lambda one: _is_turn(one, table))
        last = click("play", account, choice, _deck(choice, private), _says_more(choice))
        await asyncio.gather(last, ended)


def _draw(post: Post) -> str:
    """The code of the button that draws."""
    return str(next(button["callback_data"] for button in post.buttons if "Draw" in button["text"]))


def _says_more(post: Post) -> Callable[[Post], bool]:
    """Whether a message shows another text than now: a picture added to the old text is no answer."""
    before = post.text
    return lambda one: one is post and one.text != before


def _is_turn(post: Post, table: GroupTable) -> bool:
    """Whether it is a new post in the group with its picture."""
    return post.place is table.group and not post.edits and post.media is not None


def _deck(post: Post, private: FakeChat) -> str:
    """The code that draws from the deck."""
    codes = [str(button.get("callback_data", "")) for button in post.buttons]
    return next((code for code in codes if code.endswith("draw deck") and post.place is private), "")


class TelegramClicker:
    """Clicks buttons as people do, and measures the answers."""

    def __init__(self, server: FakeTelegram, times: Times) -> None:
        self._server = server
        self.times = times
        self._waiting: list[tuple[Callable[[Post], bool], asyncio.Future[tuple[Post, float]]]] = []
        server.endpoints.on_post = self._seen

    async def click(
        self, kind: str, account: Account, post: Post, code: str, answer: Callable[[Post], bool]
    ) -> Post:
        """Click a button, and wait until it is acknowledged and for the message that answers."""
        found = self._expect(answer)
        begun = perf_counter()
        question = self._server.queries.press(account, post, code)
        async with asyncio.timeout(PATIENCE):
            await question.answered.wait()
            if kind != "ok":
                self.times.note("ack", begun, perf_counter())
            said, ended = await found
        self.times.note(kind, begun, ended)
        return said

    async def acknowledged(self, account: Account, post: Post, code: str) -> None:
        """Click a button, and wait until it is acknowledged."""
        begun, question = perf_counter(), self._server.queries.press(account, post, code)
        async with asyncio.timeout(PATIENCE):
            await question.answered.wait()
        self.times.note("ack", begun, perf_counter())

    def until(self, kind: str, there: Callable[[Post], bool]) -> "asyncio.Task[None]":
        """Measure from now to a message."""
        found, begun = self._expect(there), perf_counter()

        async def note() -> None:
            async with asyncio.timeout(PATIENCE):
                self.times.note(kind, begun, (await found)[1])

        return asyncio.create_task(note())

    def _expect(self, there: Callable[[Post], bool]) -> "asyncio.Future[tuple[Post, float]]":
        found: asyncio.Future[tuple[Post, float]] = asyncio.get_running_loop().create_future()
        self._waiting.append((there, found))
        return found

    def _seen(self, post: Post) -> None:
        now = perf_counter()
        met = [one for one in self._waiting if one[0](post)]
        for one in met:
            self._waiting.remove(one)
            if not one[1].done():
                one[1].set_result((post, now))


async def measured(options: argparse.Namespace, bars: Bars) -> None:
    """Measure on the fake Telegram."""
    async with fake_telegram(checked=False) as server:
        await measure(TelegramLoadTest(server, options.games), options, bars)


# ---- the other process


async def run_bot(base_url: str, base_file_url: str, which: str, database: str = "") -> None:
    """Run the bot, or the bare library."""
    os.environ.setdefault("PTB_TIMEDELTA", "1")
    if which == "bare":
        await _run_bare(base_url)
        return
    share_memory()
    async with await Store.open(database) as store:
        clock, settings = Clock(), Settings(_env_file=None)  # type: ignore[call-arg]
        host = Host(store, settings, clock, rates=UNLIMITED)
        chat = TelegramPlatform(SecretStr(TOKEN), clock, base_url=base_url, base_file_url=base_file_url)
        host.add_platform(chat)
        keep_loaded()
        await asyncio.gather(host.run(), serve_until_cancelled(chat, host.dispatcher, clock))


async def _run_bare(base_url: str) -> None:
    """Run the library with a handler that only answers "ok"."""
    app = (
        Application.builder().token(TOKEN).base_url(base_url).concurrent_updates(True).job_queue(None).build()
    )
    app.add_handler(CallbackQueryHandler(_ok))
    async with app:
        await app.start()
        assert app.updater is not None
        await app.updater.start_polling(poll_interval=0)
        await asyncio.Event().wait()


async def _ok(update: Update, _: Any) -> None:
    query = update.callback_query
    assert query is not None
    await query.answer()
    await query.edit_message_text(f"ok {query.id}", reply_markup=query.message.reply_markup)  # type: ignore[union-attr]


if __name__ == "__main__":
    main(__doc__, measured, run_bot)
