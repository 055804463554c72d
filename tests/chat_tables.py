"""A game in a chat of any platform, whose people type and never look: what the chat shows."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.matches.match import Step
from bot.matches.roster import Status
from bot.model.call import Asker, Call
from bot.model.identity import Chat, Person
from engine.actions import Action
from engine.chance import Chance
from engine.events import TurnStarted
from engine.notation import line
from engine.view import View, view_for
from tests.contract.case import Shown
from tests.contract.tables import WORLDS
from tests.scenario import Scenario, predictable_entropy
from tests.short_boards import write_short_boards
from tests.telegram_bot import TelegramBot
from tests.typed_lines import as_typed

Choose = Callable[[View, Chance], Action]
Come = Callable[[Sequence[Step]], bool]
MOST_MOVES = 300
LOBBY = re.compile("is open|the game has started")


@dataclass
class ChatTable:
    """A game of people and computers in a chat of any platform, and what the chat shows."""

    scenario: Scenario
    chat: Chat
    people: dict[Person, str]
    shown: Callable[[], Awaitable[list[Shown]]]
    settle: Callable[[], Awaitable[None]]

    async def posts(self) -> list[Shown]:
        """All posts except that of the lobby, which changes when the game starts."""
        return [post for post in await self.shown() if not LOBBY.search(post.text)]

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


@asynccontextmanager
async def chat_table(
    folder: Path, names: Sequence[str], world: str = "memory", seed: int = 0
) -> AsyncIterator[ChatTable]:
    """People on a platform, and the bot there, which knows a board with few trains too."""
    chosen: dict[str, Any] = {"boards": write_short_boards(folder, "isle")}
    if seed:
        chosen["draw"] = predictable_entropy(1 + 1000 * seed)
    async with WORLDS[world](folder) as open_table, open_table(**chosen) as table:
        scenario, people = table.scenario, {one.person: one.name for one in await table.come(*names)}
        for person, name in people.items():
            await scenario.host.dispatcher.directory.introduce(person, name)
        settle = scenario.catch_up if isinstance(scenario, TelegramBot) else scenario.settle
        yield ChatTable(scenario, scenario.home, people, table.shown, settle)
