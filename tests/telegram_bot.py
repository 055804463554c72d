"""The whole bot in a village of the tests' own: what `stationmaster run` hosts, and travellers who use it."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.app import attend
from bot.matches.match import Match
from bot.model.identity import Chat, Person
from bot.platforms.telegram.platform import TelegramChat
from bot.store import Store
from tests.fakes.telegram.contract import Json
from tests.fakes.telegram.green import Green
from tests.fakes.telegram.server import TOKEN
from tests.fakes.telegram.villager import PATIENCE, Villager, until
from tests.fakes.telegram.world import Place, Post
from tests.scenario import HALL, FakeClock, Sketcher, counted
from tests.seated import Seated, WiredEvening

A_WHILE = timedelta(seconds=10)
"""What anybody takes for anything they do: people are slower than the limits of a group."""

SPEAKS = ("send", "edit", "delete")


class Halt(WiredEvening):
    """The bot in a group, or in a topic of it, and the table there."""

    def __init__(
        self, store: Store, chat: TelegramChat, clock: FakeClock, draw: Callable[[int], bytes], green: Green
    ) -> None:
        super().__init__(store, chat, clock, draw, Sketcher())  # type: ignore[arg-type]
        self.chat = chat
        self.green = green
        self.village = green.village
        self.thread: int | None = None
        self.attending: asyncio.Task[None]

    @property
    def group(self) -> Place:
        """The group, also after it has moved."""
        return self.green.group

    @property
    def home(self) -> Chat:
        """Where the game is, to the bot."""
        topic = "" if self.thread is None else f"/{self.thread}"
        return Chat("telegram", f"{self.group.id}{topic}")

    async def match(self, chat: Chat = HALL) -> Match:
        return await super().match(self.home if chat == HALL else chat)

    async def comes(self, *names: str, **about: Any) -> list["Traveller"]:
        """People come into the group, or back after a restart; they know the bot unless `started` is off."""
        return [self._traveller(name, {"started": True, **about}) for name in names]

    def _traveller(self, name: str, about: Json) -> "Traveller":
        known = [account for account in self.group.accounts if account.name == name]
        if known:
            villager = Villager(self.village, known[0], self.group, self.thread)
        else:
            villager = self.green.comes(name, self.thread, **about)
        villager.pause = self.passes_a_while
        return Traveller(self, villager)

    async def settle(self) -> None:
        """Wait until the bot has attended to everything that it was told, and has nothing left to say."""
        await until(lambda: not self.village.mailbox.waiting and not _attending(), "it does not come to rest")
        await super().settle()

    async def catches_up(self) -> None:
        """Let the clock go on until the group was told everything, as fast as its limit allows."""
        for _ in range(3000):
            if await self._quiet():
                return
            await self.clock.move_on(timedelta(seconds=1))
            await asyncio.sleep(0.01)
        raise AssertionError("it does not catch up")

    async def passes_a_while(self) -> None:
        """The clock goes on."""
        await self.clock.move_on(A_WHILE)

    async def sits_down(self, *names: str, board: str = "europe", **about: Any) -> list["Traveller"]:
        """A game that has begun: everybody has starting tickets to choose from."""
        first, *others = travellers = await self.comes(*names, **about)
        await first.villager.says(f"/newgame {board}")
        await until(lambda: bool(self.posts) and "Join" in str(self.last.labels), "no lobby")
        for traveller in others:
            await traveller.villager.presses("Join", on=self.last)
            await self.settle()
        await first.villager.presses("Start", on=self.last)
        await self.settle()
        return travellers

    async def in_play(self, *names: str, board: str = "europe", **about: Any) -> list["Traveller"]:
        """A game in its first turn: everybody has kept all starting tickets. Whoever is next comes first."""
        travellers = await self.sits_down(*names, board=board, **about)
        for traveller in travellers:
            await traveller.keeps((await traveller.view()).offer)
        await self.settle()
        seat = (await self.match()).waiting_for[0]
        return travellers[seat:] + travellers[:seat]

    @property
    def posts(self) -> list[Post]:
        """What the bot has said to everybody."""
        here = [post for post in self.group.messages if not post.gone and post.author.bot]
        return [post for post in here if post.thread == self.thread]

    @property
    def last(self) -> Post:
        return self.posts[-1]

    @property
    def calls(self) -> list[int]:
        """How many calls have spoken in the group from each post of a turn to the next, or to the end's."""
        counts = [0]
        for method, asked in self.village.requests:
            if method.startswith(SPEAKS) and asked.get("chat_id") == self.group.id:
                if "text_mention" in str(asked) or "The game is over." in str(asked):
                    counts.append(0)
                counts[-1] += 1
        return counts[1:]


class Traveller(Seated):
    """Somebody at the table in a group."""

    def __init__(self, halt: Halt, villager: Villager) -> None:
        self.halt = self.table = halt
        self.villager = villager

    def __repr__(self) -> str:
        return repr(self.villager)

    @property
    def person(self) -> Person:
        return Person("telegram", str(self.villager.account.id))

    # ---- by keyboards

    async def clicks(self, said: str) -> None:
        """Do what a line says by keyboards alone: those of the private chat, and those of the newest post."""
        before = (await self.halt.match()).seq
        for _ in range(30):
            await self.halt.settle()
            await self._goes_on(said)
            if (await self.halt.match()).seq != before:
                return
        raise AssertionError(f"{self} could not {said} by keyboards: {[one for one, *_ in self._ways()]}")

    async def _goes_on(self, said: str) -> None:
        """Press what leads to it: in what was written last, or below the newest post."""
        found = self._way_on(said)
        seen, seq = self._sight(), (await self.halt.match()).seq
        if found:
            await self.villager.presses_button(*found)
        else:
            await self.villager.presses(self._beginning(said), on=self.halt.last)
        async with asyncio.timeout(PATIENCE):
            while self._sight() == seen and (await self.halt.match()).seq == seq:  # noqa: ASYNC110
                await asyncio.sleep(0.005)

    def _beginning(self, said: str) -> str:
        """The button of a post that it begins with: for a second card or a tunnel, one's hand."""
        words = {"draw tickets": "Draw tickets", "draw": "Draw cards", "claim": "Claim", "station": "Build"}
        label = words.get(said, words.get(said.split(" ")[0], "My hand"))
        known = any(label in button for button in self.halt.last.labels)
        return label if known else "My hand"

    def _sight(self) -> object:
        """What the private chat looks like."""
        return [(post.id, post.edits) for post in self.villager.letters]

    def _way_on(self, said: str) -> tuple[Json, Post] | None:
        """What to press in the private chat: the line, the list of ways to pay for it, another page."""
        verb, _, rest = said.partition(" ")
        ways = list(self._ways())
        if verb == "keep":
            return _nearer(rest, ways)
        for wanted in (said, f"try {said}", "ways " + " ".join(said.split(" ")[:2])):
            for line, button, post in ways:
                if line == wanted:
                    return button, post
        pages = [(button, post) for _, button, post in ways if button["text"] == "›"]
        return pages[0] if pages and verb in ("claim", "station") else None

    def _ways(self) -> Iterator[tuple[str, Json, Post]]:
        """The line behind every button in the private chat, the newest message first."""
        for post in reversed(self.villager.letters):
            for button in post.buttons:
                yield _line_of(button.get("callback_data", "")), button, post

    # ---- by commands

    async def types(self, said: str) -> None:
        """Do what a line says by commands alone: in the group, and what is secret in the private chat."""
        verb, _, rest = said.partition(" ")
        before = (await self.halt.match()).seq
        if verb == "keep":
            await self.keeps([int(number) for number in rest.split(",") if number != "none"])
            return
        await self.villager.says("/ticket yes" if said == "draw tickets" else f"/{said}")
        await self.until_done(before)

    async def keeps(self, tickets: "list[int] | tuple[int, ...]") -> None:
        """Keep these tickets: in words in the private chat, or by their places in the offer in the group."""
        before = (await self.halt.match()).seq
        if self.villager.account.started:
            await self.villager.tells(f"/keep {','.join(map(str, tickets)) or 'none'}")
        else:
            await self._keeps_by_place(tickets)
        await self.until_done(before)

    async def _keeps_by_place(self, tickets: "list[int] | tuple[int, ...]") -> None:
        """Ask in the group, read the answer that nobody else is shown, and press the places."""
        offer = (await self.view()).offer
        places = "+".join(str(offer.index(ticket) + 1) for ticket in sorted(tickets, key=offer.index))
        if not self._offers():
            await self.villager.says("/keep")
            await until(self._offers, f"{self} is offered nothing")
        post = self._offers()[-1]
        assert await self.villager.presses("Show answer", on=post)
        await self.villager.presses(places, on=post)

    def _offers(self) -> list[Post]:
        """The posts by which the player may keep tickets, and nobody else."""
        codes = [(post, [str(one.get("callback_data")) for one in post.buttons]) for post in self.halt.posts]
        mine = f"?{self.person.id}"
        return [post for post, all in codes if mine in all and any(code.startswith("#") for code in all)]

    async def _seq(self) -> int:
        """How far the log of the player's only game has come, whichever chat shows it."""
        seat = (await self.halt.store.games_of(self.person))[0]
        return await self.halt.store.last_seq(seat.game)

    async def until_done(self, before: int) -> None:
        """Wait until the game has gone on."""
        async with asyncio.timeout(PATIENCE):
            while await self._seq() == before:  # noqa: ASYNC110
                await asyncio.sleep(0.005)


def _attending() -> bool:
    """Whether the library still has the bot attend to something, or to what follows on it."""
    return any("create_task_callback" in str(task.get_coro()) for task in asyncio.all_tasks())


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
async def halt(
    folder: Path, green: Green, clock: FakeClock, draw: Callable[[int], bytes] | None = None, **options: Any
) -> AsyncIterator[Halt]:
    """Start the bot on the database in a folder; it listens, and stops in the end."""
    village = green.village
    village.mailbox.asked.clear()
    async with await Store.open(f"sqlite+aiosqlite:///{folder / 'halt.db'}") as store:
        where: dict[str, Any] = {"base_url": village.base_url, "base_file_url": village.base_file_url}
        chat = TelegramChat(store, SecretStr(TOKEN), clock, **where, **options)
        one = Halt(store, chat, clock, draw or counted(), green)
        one.attending = asyncio.create_task(attend(chat, one.table.desk, clock))
        running = [asyncio.create_task(one.table.run()), one.attending]
        try:
            async with asyncio.timeout(PATIENCE):
                await village.mailbox.asked.wait()
            yield one
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
