"""How fast the bot answers in Telegram: `python -m bench.groups`.

Two hundred games, all in their middle in one process of the bot, on a Bot API of the tests' own in another.
Turns begin at an even pace: whoever is next presses Draw below the turn's message, then the deck, then the
deck again, in the private chat. Measured is the whole path, from the moment that Telegram has the press to
the moment that it has the answer:

- disk: one page synced to the disk, as every write to the log is
- ok: the bare library, which answers a press and writes "ok": no log, no picture, nothing to read
- wheel: any press of ours, until its button stops turning its wheel
- look: a press that is only answered, until what can be drawn stands in the private chat
- play: a press that is judged, written to the log on the disk, and answered in the private chat
- turn: from the press that ends a turn to the public message, its picture uploaded

Milliseconds are those of the clock on the wall, and both processes share the machine.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from pydantic import SecretStr
from telegram import Update
from telegram.ext import Application, CallbackQueryHandler

from bench.clicks import PATIENCE, paced, synced
from bench.figures import Figures, tell
from bench.tables import begin
from bot.clock import WallClock
from bot.identity import Chat, Person
from bot.platforms.telegram.chat import TelegramChat
from bot.program import Host, attend
from bot.settings import Settings
from bot.store import Store
from tests.village.server import TOKEN, Village, village
from tests.village.world import Account, Place, Post

GAMES = 200
STARTING, QUIET = 300.0, 3.0
"""Seconds that the bot may take until everything is told, and of silence that say so."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the bot in Telegram.")
    parser.add_argument("--games", type=int, default=GAMES, help="under way at once (200)")
    parser.add_argument("--turns", type=int, default=2 * GAMES, help="that are measured (400)")
    parser.add_argument("--pace", type=float, default=2.0, help="turns begun in a second (2)")
    parser.add_argument("--bot", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bot:
        asyncio.run(_be_the_bot(*options.bot))
    else:
        asyncio.run(_measure(options.games, options.turns, options.pace))


@dataclass(frozen=True)
class Table:
    """A group, and the two who play there."""

    group: Place
    accounts: tuple[Account, Account]

    @property
    def chat(self) -> Chat:
        return Chat("telegram", str(self.group.id))

    @property
    def people(self) -> tuple[Person, Person]:
        one, two = (Person("telegram", str(account.id)) for account in self.accounts)
        return one, two


def tables(place: Village, games: int) -> Iterator[Table]:
    """A group for each game, with people who have all pressed Start."""
    for number in range(games):
        owner = place.world.account(f"Owner {number}")
        group = place.world.group(f"Club {number}", owner)
        one, two = (place.world.account(f"{name} {number}", started=True) for name in ("Anna", "Boris"))
        group.accounts += [one, two]
        yield Table(group, (one, two))


async def _measure(games: int, turns: int, pace: float) -> None:
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        async with village(checked=False) as place:
            url = f"sqlite+aiosqlite:///{folder}/bench.db"
            found = list(tables(place, games))
            figures.taken["disk"] = synced(Path(folder))
            presser = Presser(place, figures)
            await _press_the_bare_one(place, presser, found, turns, pace)
            await begin(url, found)  # type: ignore[arg-type]  # such a table, in a group
            await _play(place, presser, found, url, turns, pace)
    tell(figures, games, pace)


async def _press_the_bare_one(
    place: Village, presser: "Presser", found: Sequence[Table], turns: int, pace: float
) -> None:
    """As many presses as the games take, three a turn."""
    button = {"text": "Press", "callback_data": "press"}
    for table in found:
        place.world.add(
            place.world.private(table.accounts[0]), place.world.bot, text="?", keyboard=[[button]]
        )
    async with _bot(place, "bare"):
        steps = [partial(_press_bare, place, presser, table.accounts[0]) for table in found]
        await paced([steps[number % len(steps)] for number in range(3 * turns)], 3 * pace)
    for table in found:
        place.world.private(table.accounts[0]).messages.clear()


async def _press_bare(place: Village, presser: "Presser", account: Account) -> None:
    private = place.world.private(account)
    await presser.press("ok", account, private.messages[0], "press", lambda post: post.place is private)


async def _play(
    place: Village, presser: "Presser", found: Sequence[Table], url: str, turns: int, pace: float
) -> None:
    async with _bot(place, "ours", url):
        async with asyncio.timeout(STARTING):
            await _until_told(place, found)
        steps = [partial(_take_turn, place, presser, found[number % len(found)]) for number in range(turns)]
        await paced(steps, pace)
        presser.figures.given_up = turns - len(presser.figures.taken["turn"])


async def _until_told(place: Village, found: Sequence[Table]) -> None:
    """Wait until every group has its turn and the bot has nothing more to say."""
    heard = -1
    while heard != _spoken(place) or not all(_turn(table) for table in found):
        heard = _spoken(place)
        await asyncio.sleep(QUIET)


def _spoken(place: Village) -> int:
    return sum(method != "getUpdates" for method, _ in place.requests)


def _turn(table: Table) -> Post | None:
    """The newest post that calls somebody."""
    return next((post for post in reversed(table.group.messages) if post.pings), None)


async def _take_turn(place: Village, presser: "Presser", table: Table) -> None:
    """Whoever is called draws two cards from the deck, if the bot answers."""
    post = _turn(table)
    assert post is not None
    (account,) = post.pings
    private = place.world.private(account)
    draw = next(button["callback_data"] for button in post.buttons if "Draw" in button["text"])
    with suppress(TimeoutError):
        choice = await presser.press("look", account, post, draw, lambda one: bool(_deck(one, private)))
        await presser.press("play", account, choice, _deck(choice, private), _says_more(choice))
        ended = presser.until("turn", lambda one: _is_turn(one, table))
        await presser.press("play", account, choice, _deck(choice, private), _says_more(choice))
        await ended


def _says_more(post: Post) -> Callable[[Post], bool]:
    """Whether a message has other words than now: the picture of older ones is no answer."""
    before = post.text
    return lambda one: one is post and one.text != before


def _is_turn(post: Post, table: Table) -> bool:
    """Whether it is a new public message with its picture."""
    return post.place is table.group and not post.edits and post.media is not None


def _deck(post: Post, private: Place) -> str:
    """The code that draws from the deck."""
    codes = [str(button.get("callback_data", "")) for button in post.buttons]
    return next((code for code in codes if code.endswith("draw deck") and post.place is private), "")


class Presser:
    """Presses buttons as people do, and looks at the clock."""

    def __init__(self, place: Village, figures: Figures) -> None:
        self._place = place
        self.figures = figures
        self._waiting: list[tuple[Callable[[Post], bool], asyncio.Future[tuple[Post, float]]]] = []
        place.doors.on_post = self._seen

    async def press(
        self, kind: str, account: Account, post: Post, code: str, answer: Callable[[Post], bool]
    ) -> Post:
        """Press a button, and wait for both the end of its wheel and the message that answers."""
        found = self._expect(answer)
        begun = perf_counter()
        question = self._place.questions.press(account, post, code)
        async with asyncio.timeout(PATIENCE):
            await question.answered.wait()
            if kind != "ok":
                self.figures.note("wheel", begun, perf_counter())
            said, ended = await found
        self.figures.note(kind, begun, ended)
        return said

    def until(self, kind: str, there: Callable[[Post], bool]) -> "asyncio.Task[None]":
        """From now to a message."""
        found, begun = self._expect(there), perf_counter()

        async def note() -> None:
            async with asyncio.timeout(PATIENCE):
                self.figures.note(kind, begun, (await found)[1])

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


# ---- the other process


@asynccontextmanager
async def _bot(place: Village, *which: str) -> AsyncIterator[None]:
    """The bot in a process of its own, until it is no longer needed."""
    place.mailbox.asked.clear()
    command = sys.executable, "-m", "bench.groups", "--bot", place.base_url, place.base_file_url, *which
    process = await asyncio.create_subprocess_exec(*command)
    try:
        await place.mailbox.asked.wait()
        await asyncio.sleep(1)
        yield
    finally:
        process.terminate()
        await process.wait()


async def _be_the_bot(base_url: str, base_file_url: str, which: str, database: str = "") -> None:
    os.environ.setdefault("PTB_TIMEDELTA", "1")
    if which == "bare":
        await _be_bare(base_url)
        return
    async with await Store.open(database) as store:
        clock = WallClock()
        host = Host(store, Settings(_env_file=None), clock)  # type: ignore[call-arg]
        chat = TelegramChat(store, SecretStr(TOKEN), clock, base_url=base_url, base_file_url=base_file_url)
        host.seat_platform(chat)
        await asyncio.gather(host.run(), attend(chat, host.desk, clock))


async def _be_bare(base_url: str) -> None:
    """The library, and next to nothing."""
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
    main()
