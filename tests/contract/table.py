"""A game on a platform under test. Its players act through the platform, and see only what it shows them."""

import re
from abc import ABC, abstractmethod
from datetime import timedelta

from bot.model.call import Asker, Call
from bot.model.identity import Chat
from bot.model.settings import PersonSettings
from bot.store.timers import DIGEST
from tests.contract.case import Shown
from tests.fakes.wire.patience import until
from tests.scenario import FakeClock, Player, Scenario
from tests.typed_lines import as_typed

MINUTE = timedelta(minutes=1)
SECOND = timedelta(seconds=1)

THE_CHAT = "chat"
"""The chat of the game."""

PRIVATE = "private"
"""The chat that somebody has alone with the bot."""


class TablePlayer(Player):
    """Somebody at the table, who sees what a platform shows."""

    name: str

    @abstractmethod
    async def types(self, text: str, chat: str = THE_CHAT) -> None:
        """Give a command as it is typed: `/draw deck`. In memory there are other chats too."""

    async def writes(self, label: str, words: str) -> None:
        """Press a button that asks for words, and give them: add them to the line that the answer names."""
        await self.presses(label)
        line = re.search(r"/\w+ \w+", (await self.answer()).text)
        assert line, "no line is named"
        await self.types(f"{line[0]} {words}")

    @abstractmethod
    async def presses(self, label: str) -> None:
        """Press the newest visible button whose label begins so. Private messages come before the chat."""

    @abstractmethod
    async def answer(self) -> Shown:
        """What the bot has answered to what this person did last."""

    @abstractmethod
    async def private(self) -> list[Shown]:
        """The messages that only this person sees, answers left out, oldest first."""

    @abstractmethod
    async def notifications(self) -> int:
        """The number of messages that have notified this person anywhere, deleted ones included."""

    @abstractmethod
    async def sees(self) -> list[str]:
        """All texts that the person can see: those of the chat, private messages and private answers."""

    async def own_chat(self) -> Chat:
        """The chat that the person has alone with the bot."""
        own = await self.scenario.host.platforms[self.person.platform].own_chat(self.person, "")
        assert own
        return own

    async def until_seen(self, text: str) -> None:
        """Wait until the person sees a text."""

        async def seen() -> bool:
            return any(text in one for one in await self.sees())

        await until(seen, f"{self.name} does not see {text!r}")

    async def draws(self) -> None:
        """Take a turn: two cards from the deck."""
        for _ in range(2):
            before = (await self.scenario.match()).seq
            await self.types("/draw deck")
            await self._until_after(before)

    async def plays(self, said: str) -> None:
        """Type the line of an action, in tests that do not care how it is entered.

        The clock first moves on by some seconds, because of the rate limit of a chat.
        """
        await self.scenario.clock.move_on(5 * SECOND)
        match = await self.scenario.match()
        chat = next(iter(await self.scenario.store.chats.of_game(match.id)))
        typed = as_typed(said, await self.view())
        answer = await self.scenario.host.dispatcher.answer(Asker(self.person, chat), Call.typed(f"/{typed}"))
        assert (await self.scenario.match()).seq > match.seq, f"{self.name}: {said}: {answer.text}"
        await self.scenario.settle()

    async def acts(self, text: str) -> None:
        """Give a command, and wait until the game's log has its event."""
        before = (await self.scenario.match()).seq
        await self.types(text)
        await self._until_after(before)

    async def chooses(self, label: str) -> None:
        """Press a button, and wait until the game's log has its event."""
        before = (await self.scenario.match()).seq
        await self.presses(label)
        await self._until_after(before)

    async def _until_after(self, seq: int) -> None:
        async def done() -> bool:
            return (await self.scenario.match()).seq > seq

        await until(done, f"{self.name}: nothing happens")
        await self.scenario.settle()


class Table(ABC):
    """A table on a platform under test."""

    scenario: Scenario
    edits_posts = True
    """Whether a post can be changed. Where it cannot, the page itself hides old buttons."""
    has_dms = True
    """Whether a private message reaches a person who has not opened the platform."""

    @property
    def clock(self) -> FakeClock:
        return self.scenario.clock

    async def in_play(self, *names: str, board: str = "europe") -> list[TablePlayer]:
        """A game in its first turn, all starting tickets kept. The first player opened it, and begins.

        Everybody's time zone is that of the clock, whatever the platform may have guessed.
        """
        first, *others = players = await self.come(*names)
        await first.types(f"/new {board}")
        for player in others:
            await player.types("/join")
        await first.types("/options starter 1")
        await first.types("/start")
        for player in players:
            await player.types("/keep all")
        await self.scenario.settle()
        people = self.scenario.store.people
        for player in players:
            profile = await people.profile(player.person)
            assert profile
            await people.save(profile.having(PersonSettings.zone, "UTC"))
        return players

    @abstractmethod
    async def come(self, *names: str) -> list[TablePlayer]:
        """Add players, or find them again after a restart."""

    @abstractmethod
    async def admin(self, name: str = "Olga") -> TablePlayer:
        """An admin of the chat, who comes before the others if this is somebody new."""

    @abstractmethod
    async def shown(self, chat: str = THE_CHAT) -> list[Shown]:
        """All posts that the chat shows, oldest first. In memory there are other chats too."""

    def close_private_messages(self, player: TablePlayer) -> None:
        """Let a player refuse all private messages of the bot."""
        raise NotImplementedError

    async def game(self) -> str | None:
        """The game that the chat shows."""
        return await self.scenario.store.chats.game_in(self.scenario.practice or self.scenario.home)

    async def posts(self) -> list[str]:
        """The texts of all posts that the chat shows, oldest first."""
        return [one.text for one in await self.shown()]

    async def told(self, text: str) -> list[str]:
        """The posts with a text."""
        return [post for post in await self.posts() if text in post]

    async def until_told(self, text: str) -> None:
        """Wait until the chat shows a text."""

        async def shown() -> object:
            return await self.told(text)

        await until(shown, f"the chat does not show {text!r}")

    async def cut(self) -> None:
        """Cut the platform off, and wait until the bot notices."""
        raise NotImplementedError

    def repair(self) -> None:
        """Make the platform reachable again. The bot may be stopped."""
        raise NotImplementedError

    async def mend(self) -> None:
        """Make the platform reachable again, and wait until the bot has noticed and moved its deadlines."""
        heartbeat = self.scenario.host._heartbeat
        assert heartbeat
        self.repair()
        await until(lambda: not heartbeat._cuts, "the bot does not notice that the platform is back")

    async def is_cut(self) -> bool:
        """Whether the game stands still because its platform cannot be reached."""
        heartbeat = self.scenario.host._heartbeat
        assert heartbeat
        return await heartbeat.holds((await self.scenario.match()).id)

    async def is_reached(self) -> bool:
        """Whether the game goes on."""
        return not await self.is_cut()

    async def minutes(self, number: int) -> None:
        """Move the clock on minute by minute; the program does what is due."""
        host = self.scenario.host
        heartbeat = host._heartbeat
        assert heartbeat
        for _ in range(number):
            await self.clock.move_on(MINUTE)
            await heartbeat.beat()
            await host.timers.meet_due()

    async def pass_time(self, by: timedelta) -> None:
        """Move the clock on, and wait for all effects: reminders, digests, deadlines, posts and edits."""
        timers = self.scenario.store.timers
        for span in (by, SECOND):
            await self.clock.move_on(span)

            async def no_digest_is_due() -> bool:
                return all(timer.kind != DIGEST for timer in await timers.due(self.clock.now()))

            await until(no_digest_is_due, "a digest is still due")
            await self.scenario.settle()
