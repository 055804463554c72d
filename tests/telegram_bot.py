"""The whole bot on the fake Telegram, as `stationmaster run` hosts it, and players who use it."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.app import serve_until_cancelled
from bot.model.identity import Chat, Person
from bot.store import Store
from bot.telegram.platform import TelegramPlatform
from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import TOKEN, FakeTelegram
from tests.fakes.telegram.user import TelegramUser
from tests.fakes.telegram.world import FakeChat, Post
from tests.fakes.wire.patience import PATIENCE, until
from tests.scenario import FakeClock, Player, Scenario
from tests.typed_lines import as_typed

A_WHILE = timedelta(seconds=10)
"""The time between two actions of a person: people are slower than the limits of a group."""

SPEAKS = ("send", "edit", "delete")

NOTHING: Mapping[str, Any] = {}


class TelegramBot(Scenario):
    """The bot in a group, or in a topic of it, and the table there."""

    def __init__(
        self,
        store: Store,
        chat: TelegramPlatform,
        clock: FakeClock,
        draw: Callable[[int], bytes] | None,
        fake_group: FakeGroup,
        **chosen: Any,
    ) -> None:
        super().__init__(store, chat, clock, draw, **chosen)  # type: ignore[arg-type]
        self.chat = chat
        self.fake_group = fake_group
        self.server = fake_group.server
        self.thread: int | None = None
        self.attending: asyncio.Task[None]

    @property
    def group(self) -> FakeChat:
        """The group, also after it has moved."""
        return self.fake_group.group

    @property
    def home(self) -> Chat:
        """Where the game is, to the bot."""
        topic = "" if self.thread is None else f"/{self.thread}"
        return Chat("telegram", f"{self.group.id}{topic}")

    async def add_players(self, *names: str, **about: Any) -> list["TelegramPlayer"]:
        """People come into the group, or back after a restart; they know the bot unless `started` is off."""
        return [self._player(name, {"started": True, **about}) for name in names]

    def _player(self, name: str, about: Json) -> "TelegramPlayer":
        known = [account for account in self.group.accounts if account.name == name]
        if known:
            user = TelegramUser(self.server, known[0], self.group, self.thread)
        else:
            user = self.fake_group.add_user(name, self.thread, **about)
        user.pause = self.wait_a_while
        return TelegramPlayer(self, user)

    async def lock_out(self, *players: "TelegramPlayer") -> None:
        """Let the bot write to these players no more, as it has found out."""
        for player in players:
            await self.store.people.note_dms_blocked(player.person)
            player.user.account.started = False

    async def settle(self) -> None:
        """Wait until the bot has handled all updates and has nothing left to post."""
        await until(lambda: not self.server.updates.waiting and not is_handling(), "it does not come to rest")
        await super().settle()

    async def catch_up(self) -> None:
        """Move the clock until everything is posted, as fast as the group's rate limit allows."""
        for _ in range(3000):
            if await self._quiet() and not self._is_telling:
                return
            await self.clock.move_on(timedelta(seconds=1))
            await asyncio.sleep(0.01)
        raise AssertionError("it does not catch up")

    async def wait_a_while(self) -> None:
        """The clock goes on."""
        await self.clock.move_on(A_WHILE)

    async def start_game(self, *names: str, board: str = "europe", **about: Any) -> list["TelegramPlayer"]:
        """A game that has begun: everybody has starting tickets to choose from."""
        first, *others = players = await self.add_players(*names, **about)
        await first.user.says(f"/newgame {board}")
        await until(lambda: bool(self.posts) and "Join" in str(self.last.labels), "no lobby")
        for player in others:
            await player.user.presses("Join", on=self.with_button("Join"))
            await self.settle()
        await first.user.presses("Start", on=self.with_button("Start"))
        await self.settle()
        return players

    async def in_play(self, *names: str, board: str = "europe", **about: Any) -> list["TelegramPlayer"]:
        """A game in its first turn, all starting tickets kept. The player whose turn it is comes first."""
        players = await self.start_game(*names, board=board, **about)
        for player in players:
            await player.keeps((await player.view()).offer)
        await self.settle()
        seat = (await self.match()).waiting_for[0]
        return players[seat:] + players[:seat]

    @property
    def posts(self) -> list[Post]:
        """What the bot has said to everybody."""
        here = [post for post in self.group.messages if not post.gone and post.author.bot]
        return [post for post in here if post.thread == self.thread]

    @property
    def last(self) -> Post:
        return self.posts[-1]

    def with_button(self, label: str) -> Post:
        """The newest post with such a button. On a busy machine, an answer for one person can be below it."""
        return next((post for post in reversed(self.posts) if label in str(post.labels)), self.last)

    @property
    def calls(self) -> list[int]:
        """The number of calls that wrote in the group, from each post of a turn to the next.

        On a busy machine, an answer in the group can come after the post of the next player's turn.
        """
        counts, waits_for = [0, 0], ""
        for method, asked in self.server.requests:
            if method.startswith(SPEAKS) and asked.get("chat_id") == self.group.id:
                said = str(asked)
                called = re.search(r"'text_mention', 'user': {.*?'id': (\d+)", said)
                if (called and "starting tickets" not in said) or "The game is over." in said:
                    counts.append(0)
                    waits_for = called[1] if called else ""
                reader = re.search(r"'callback_data': '\?(\d+)\.", said)
                is_late = reader is not None and reader[1] != waits_for
                counts[-2 if is_late else -1] += 1
        return counts[2:]


class TelegramPlayer(Player):
    """Somebody at the table in a group."""

    def __init__(self, bot: TelegramBot, user: TelegramUser) -> None:
        self.bot = self.scenario = bot
        self.user = user

    def __repr__(self) -> str:
        return repr(self.user)

    @property
    def person(self) -> Person:
        return Person("telegram", str(self.user.account.id))

    # ---- by keyboards

    async def clicks(self, said: str) -> None:
        """Do what a line says by keyboards alone: those of the private chat, and those of the newest post."""
        before = (await self.bot.match()).seq
        for _ in range(30):
            await self.bot.settle()
            await self._goes_on(said)
            if (await self.bot.match()).seq != before:
                return
        raise AssertionError(f"{self} could not {said} by keyboards: {[one for one, *_ in self._ways()]}")

    async def _goes_on(self, said: str) -> None:
        """Press the next button on the way to an action: in the last message, or below the newest post."""
        found = self._way_on(said)
        seen, seq = self._sight(), (await self.bot.match()).seq
        if found:
            await self.user.presses_button(*found)
        else:
            await self.user.presses(self._beginning(said), on=self.bot.with_button("My hand"))
        async with asyncio.timeout(PATIENCE):
            while self._sight() == seen and (await self.bot.match()).seq == seq:  # noqa: ASYNC110
                await asyncio.sleep(0.005)

    def _beginning(self, said: str) -> str:
        """The button of a post that it begins with: for a second card or a tunnel, one's hand."""
        words = {"draw tickets": "Draw tickets", "draw": "Draw cards", "claim": "Claim", "station": "Build"}
        label = words.get(said, words.get(said.split(" ")[0], "My hand"))
        known = any(label in button for button in self.bot.with_button("My hand").labels)
        return label if known else "My hand"

    def _sight(self) -> object:
        """The content of the private chat."""
        return [(post.id, post.edits) for post in self.user.dms]

    def _way_on(self, said: str) -> tuple[Json, Post] | None:
        """The button to press in the private chat: the line, the ways to pay for it, or another page."""
        verb, _, rest = said.partition(" ")
        ways = list(self._ways())
        if verb == "keep":
            return _nearer(rest, ways)
        place = said.split(" ")[-2:][0]
        for wanted in (said, f"try {said.removeprefix('claim ')}", f"ways + {place}", f"ways {place}"):
            for line, button, post in ways:
                if line == wanted:
                    return button, post
        pages = [(button, post) for _, button, post in ways if button["text"] == "›"]
        return pages[0] if pages and verb in ("claim", "station") else None

    async def presses_line(self, said: str) -> None:
        """Press the newest button of the private chat that does what a line says."""
        await self.user.presses_button(
            *next((button, post) for way, button, post in self._ways() if way == said)
        )

    def _ways(self) -> Iterator[tuple[str, Json, Post]]:
        """The line behind every button in the private chat, the newest message first."""
        for post in reversed(self.user.dms):
            for button in post.buttons:
                yield _line_of(button.get("callback_data", "")), button, post

    # ---- by commands

    async def types(self, said: str) -> None:
        """Do what a line says by commands alone: in the group, and what is secret in the private chat."""
        verb, _, rest = said.partition(" ")
        before = (await self.bot.match()).seq
        if verb == "keep":
            await self.keeps([int(number) for number in rest.split(",") if number != "none"])
            return
        await self.user.says("/ticket yes" if said == "draw tickets" else f"/{said}")
        await self.until_done(before)

    plays = types

    async def keeps(self, tickets: "list[int] | tuple[int, ...]") -> None:
        """Keep these tickets: in words in the private chat, or by their places in the offer in the group."""
        before = (await self.bot.match()).seq
        if self.user.account.started:
            line = f"keep {','.join(map(str, tickets)) or 'none'}"
            await self.user.tells(f"/{as_typed(line, await self.view())}")
        else:
            await self._keeps_by_place(tickets)
        await self.until_done(before)

    async def _keeps_by_place(self, tickets: "list[int] | tuple[int, ...]") -> None:
        """Ask in the group, read the private answer, and press the places of the tickets or their figures."""
        offer = (await self.view()).offer
        places = sorted(offer.index(ticket) for ticket in tickets)
        if not await self._is_offered_tickets():
            await self.user.says("/keep")
            await self.bot.settle()
            await until(self._answers, f"{self} is offered nothing")
        post = self._answers()[-1]
        if any(code.startswith("#") for code in _codes(post)):
            assert await self.user.presses("Show answer", on=post)
            await self.user.presses("+".join(str(place + 1) for place in places), on=post)
            return
        for place in places:
            await self._chooses(post, "☐☑", place)
        await self._chooses(post, "Keep", 0)

    async def _is_offered_tickets(self) -> bool:
        """Whether the newest private answer offers tickets."""
        if not self._answers():
            return False
        post = self._answers()[-1]
        offers = any(code.startswith("#") for code in _codes(post))
        return offers or "☐" in await self.user.presses("Show answer", on=post)

    async def _chooses(self, post: Post, marks: str, place: int) -> None:
        """Press the figure of a choice: the one at this place of those that have one of these marks."""
        shown = await self.user.presses("Show answer", on=post)
        for _ in range(9):
            for line in shown.splitlines():
                if marks in line if marks == "Keep" else any(mark in line[3:8] for mark in marks):
                    if not place:
                        await self.user.presses(line[0], on=post)
                        return
                    place -= 1
            shown = await self.user.presses("›", on=post)
        raise AssertionError(f"{self} is not offered {marks}")

    def _answers(self) -> list[Post]:
        """The posts by which only this player may choose."""
        mine = f"?{self.person.id}"
        return [
            post
            for post in self.bot.posts
            if mine in _codes(post) and any(code.startswith(("#", f"{mine}.")) for code in _codes(post))
        ]

    async def _seq(self) -> int:
        """The number of the last event in the player's only game."""
        [(_, game, _, _), *_] = await self.bot.store.people.games_of(self.person)
        return await self.bot.store.log.last_seq(game)

    async def until_done(self, before: int) -> None:
        """Wait until the game has gone on."""
        async with asyncio.timeout(PATIENCE):
            while await self._seq() == before:  # noqa: ASYNC110
                await asyncio.sleep(0.005)


def is_handling() -> bool:
    """Whether the library still handles an update, or what follows from one."""
    return any("create_task_callback" in str(task.get_coro()) for task in asyncio.all_tasks())


def _codes(post: Post) -> list[str]:
    return [str(button.get("callback_data")) for button in post.buttons]


def _line_of(code: str) -> str:
    """The line in a button's code: without the game and the revision."""
    parts = code.split(".", 2)
    return parts[2] if len(parts) == 3 and re.fullmatch(r"\w+|-", parts[0]) else ""


def _nearer(rest: str, ways: list[tuple[str, Json, Post]]) -> tuple[Json, Post] | None:
    """The button that keeps these tickets, or that marks what brings one nearer to them."""
    wanted = _numbers(rest)
    for line, button, post in ways:
        if line.startswith("keep ") and _numbers(line) == wanted:
            return button, post
    marks: list[tuple[int, Json, Post]] = [
        (len(_numbers(line) ^ wanted), button, post)
        for line, button, post in ways
        if line.startswith("mark ")
    ]
    if not marks:
        return None
    _, button, post = min(marks, key=lambda mark: mark[0])
    return button, post


def _numbers(text: str) -> set[int]:
    return set(map(int, re.findall(r"\d+", text)))


@asynccontextmanager
async def telegram_bot(
    folder: Path,
    fake_group: FakeGroup,
    clock: FakeClock,
    draw: Callable[[int], bytes] | None = None,
    chosen: Mapping[str, Any] = NOTHING,
    **options: Any,
) -> AsyncIterator[TelegramBot]:
    """Start the bot on the database in a folder; it listens, and stops in the end.

    What is `chosen` are settings of the scenario, `options` those of the platform.
    """
    server = fake_group.server
    server.updates.asked.clear()
    async with await Store.open(f"sqlite:///{folder / 'bot.db'}") as store:
        where: dict[str, Any] = {"base_url": server.base_url, "base_file_url": server.base_file_url}
        without_pause = {"in_private": (1000, timedelta(seconds=1))}
        chat = TelegramPlatform(SecretStr(TOKEN), clock, **where, **(without_pause | options))
        one = TelegramBot(store, chat, clock, draw, fake_group, **chosen)
        one.attending = asyncio.create_task(serve_until_cancelled(chat, one.host.dispatcher, clock))
        running = [asyncio.create_task(one.host.run()), one.attending]
        try:
            async with asyncio.timeout(PATIENCE):
                await server.updates.asked.wait()
            yield one
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)


async def post_for(bot: TelegramBot, player: TelegramPlayer) -> Post:
    """The neutral post with the answer for somebody."""

    def lines() -> list[Post]:
        return [post for post in bot.posts if "Show answer" in post.labels and str(player) in post.text]

    await until(lines, f"no post for {player}")
    return lines()[-1]


async def dm_after(user: TelegramUser, doing: Any) -> Post:
    """The private message that answers what somebody does."""
    before = [(post.id, post.edits) for post in user.dms]
    await doing
    await until(lambda: [(post.id, post.edits) for post in user.dms] != before, "no private message")
    return user.last_dm


async def turn_in_private(player: TelegramPlayer) -> None:
    for _ in range(2):
        before = (await player.bot.match()).seq
        await player.user.tells("/draw deck")
        await player.until_done(before)


@asynccontextmanager
async def bot_in_a_topic(
    tmp_path: Path, server: FakeTelegram, clock: FakeClock
) -> AsyncIterator[TelegramBot]:
    """A game in the second topic of a forum."""
    fake_group = FakeGroup(server, "Forum", forum=True)
    await fake_group.opens_topic("Chatter")
    topic = await fake_group.opens_topic("Trains")
    async with telegram_bot(tmp_path, fake_group, clock) as bot:
        bot.thread = topic.id
        yield bot
