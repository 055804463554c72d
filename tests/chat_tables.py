"""A game in a chat of any platform, whose people type and never look: what the chat shows."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.matches.match import Step
from bot.matches.roster import Status
from bot.model.call import Asker, Call
from bot.model.identity import Chat, Person
from bot.model.profile import Profile
from bot.store import Store
from bot.web.platform import LocalPlatform
from engine.actions import (
    Action,
)
from engine.chance import Chance
from engine.events import (
    TurnStarted,
)
from engine.notation import line
from engine.view import View, view_for
from tests.discord_bot import DiscordBot, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.narration import plain
from tests.scenario import (
    MEMORY_CHAT,
    FakeClock,
    Scenario,
    open_scenario,
    predictable_entropy,
)
from tests.short_boards import write_short_boards
from tests.telegram_bot import TelegramBot, telegram_bot
from tests.typed_lines import as_typed

Choose = Callable[[View, Chance], Action]
Come = Callable[[Sequence[Step]], bool]
MOST_MOVES = 300
LOBBY = re.compile("is open|the game has started")


@dataclass
class Table:
    """A game of people and computers in a chat of any platform, and what the chat shows."""

    scenario: Scenario
    chat: Chat
    people: dict[Person, str]
    all_posts: Callable[[], Awaitable[list["Told"]]]
    settle: Callable[[], Awaitable[None]]

    async def posts(self) -> list["Told"]:
        """All posts except that of the lobby, which changes when the game starts."""
        return [post for post in await self.all_posts() if not LOBBY.search(post.text)]

    async def say(self, person: Person, text: str) -> str:
        return (await self.scenario.host.dispatcher.answer(Asker(person, self.chat), Call.typed(text))).text

    async def start(self, board: str, computers: int) -> None:
        """Begin a game; nobody has chosen tickets yet."""
        first, *others = self.people
        await self.say(first, f"/new {board}")
        for person in others:
            await self.say(person, "/join")
        for _ in range(computers):
            await self.say(first, "/computer random")
        await self.say(first, "/start")
        await self.settle()

    async def play(self, choose: Choose, come: Come) -> None:
        """Let everybody move until something has come."""
        for _ in range(MOST_MOVES):
            if come(steps := await self.steps()):
                return
            match = steps[-1].after
            assert match.game is not None
            for seat in match.waiting_for:
                person = Person.parse(match.roster.holders[seat].person)
                view = view_for(match.game, seat)
                action = choose(view, Chance(f"{match.seq * 8 + seat:064x}"))
                await self.say(person, f"/{as_typed(line(action), view)}")
            await self.settle()
        raise AssertionError("it does not come")

    async def steps(self) -> Sequence[Step]:
        match = await self.scenario.match(self.chat)
        return await self.scenario.host.repository.steps(match.id, 0)

    async def expected(self) -> list[set[Person]]:
        """The people that each post should mention: all at the start and the end, else the next player."""
        mentions = [set(self.people)]
        for step in await self.steps():
            if isinstance(step.event, TurnStarted):
                holder = step.after.roster.holders[step.event.seat]
                mentions += [{Person.parse(holder.person)}] if holder.person else []
        over = (await self.scenario.match(self.chat)).roster.status is Status.OVER
        return [*mentions, set(self.people)] if over else mentions


@dataclass(frozen=True)
class Told:
    """A post: its text without formatting, and the ids of the people whom it mentions."""

    text: str
    mentions: tuple[str, ...]


@asynccontextmanager
async def in_memory(folder: Path, names: Sequence[str], seed: int = 0) -> AsyncIterator[Table]:
    draw = predictable_entropy(1 + 1000 * seed)
    async with open_scenario(folder, boards=write_short_boards(folder, "isle"), draw=draw) as scenario:
        people = {(await scenario.add_player(name)).person: name for name in names}

        async def posts() -> list[Told]:
            return [
                Told(plain(post.text), tuple(one.id for one in post.mentioned))
                for post in scenario.platform.posts
            ]

        yield Table(scenario, MEMORY_CHAT, people, posts, scenario.settle)


@asynccontextmanager
async def on_discord(folder: Path, names: Sequence[str]) -> AsyncIterator[Table]:
    clock = FakeClock()
    async with fake_discord(clock) as server, discord_bot(folder, FakeGuild(server), clock) as bot:
        people = {
            player.person: name for player, name in zip(await bot.add_players(*names), names, strict=True)
        }
        await introduced(bot, people)

        async def posts() -> list[Told]:
            return [
                Told(plain(named(post.text, people)), tuple(str(one.id) for one in post.pings))
                for post in bot.posts
            ]

        yield Table(bot, Chat("discord", str(bot.channel.id)), people, posts, bot.settle)


def named(text: str, people: dict[Person, str]) -> str:
    """A text as a client of Discord shows it, with names in place of mentions."""
    for person, name in people.items():
        text = text.replace(f"<@{person.id}>", name)
    return text


@asynccontextmanager
async def on_telegram(folder: Path, names: Sequence[str]) -> AsyncIterator[Table]:
    clock = FakeClock()
    async with fake_telegram(clock) as server, telegram_bot(folder, FakeGroup(server), clock) as bot:
        people = {
            player.person: name for player, name in zip(await bot.add_players(*names), names, strict=True)
        }
        await introduced(bot, people)

        async def posts() -> list[Told]:
            return [Told(plain(post.text), tuple(str(one.id) for one in post.pings)) for post in bot.posts]

        yield Table(bot, bot.home, people, posts, bot.catch_up)


async def introduced(bot: DiscordBot | TelegramBot, people: dict[Person, str]) -> None:
    for person, name in people.items():
        await bot.host.dispatcher.directory.introduce(person, name)


@asynccontextmanager
async def on_the_page(folder: Path, names: Sequence[str]) -> AsyncIterator[Table]:
    people = {Person("local", name.lower()): name for name in names}
    clock, chat = FakeClock(), Chat("local", "table")
    async with await Store.open(f"sqlite:///{folder / 'page.db'}") as store:
        for person, name in people.items():
            await store.people.save(Profile(person, name))
        await store.page.open_channel(chat, "Table", next(iter(people)), clock.now())
        page = LocalPlatform(store, clock)
        scenario = Scenario(store, page, clock)  # type: ignore[arg-type]
        await scenario.run()

        async def posts() -> list[Told]:
            contents = [json.loads(post.data) for post in await store.page.posts(chat)]
            return [
                Told(plain(one["text"]), tuple(name["id"].removeprefix("local:") for name in one["mentions"]))
                for one in contents
            ]

        try:
            yield Table(scenario, chat, people, posts, scenario.settle)
        finally:
            await scenario.stop()


Open = Callable[[Path, Sequence[str]], AbstractAsyncContextManager[Table]]
