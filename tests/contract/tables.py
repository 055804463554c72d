"""Tables on each platform under test: in memory, and over the wires of the page, Discord and Telegram."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from bot.commands import COMMANDS
from bot.matches.match import Match
from bot.model.identity import Chat, Person
from bot.store import Store
from bot.web.platform import LocalPlatform
from tests.contract.table import Table, TablePlayer, typed
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.discord.world import SILENT
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.fakes.wire.patience import until
from tests.hosted_page import running_page
from tests.local_session import TABLE, Tab
from tests.memory_platform import MemoryPlatform
from tests.narration import plain
from tests.scenario import (
    MEMORY_CHAT,
    FakeClock,
    Participant,
    Scenario,
    open_scenario,
)
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot

OpenTable = Callable[..., AbstractAsyncContextManager[Table]]
"""Starts the bot with settings. Each start uses the same database and the same platform."""

World = Callable[[Path], AbstractAsyncContextManager[OpenTable]]
"""A platform with a database in a folder."""

_IN_GAME = {
    "clock",
    "givetime",
    "join",
    "new",
    "notify",
    "pause",
    "rematch",
    "replace",
    "resume",
    "skip",
    "start",
    "vote",
    "webhook",
}
"""Words that Discord has below /game."""


# ---- in memory


class MemoryTable(Table):
    """The platform in memory."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario

    async def come(self, *names: str) -> list[TablePlayer]:
        return [MemoryTablePlayer(await self.scenario.add_player(name)) for name in names]

    async def admin(self) -> TablePlayer:
        (olga,) = await self.come("Olga")
        self.scenario.platform.admins.add(olga.person)
        return olga

    async def _begin(self, *names: str, board: str) -> list[TablePlayer]:
        return [MemoryTablePlayer(one) for one in await self.scenario.in_play(*names, game=board)]

    async def posts(self) -> list[str]:
        return [plain(one.text) for one in self.scenario.platform.standing(MEMORY_CHAT)]

    async def cut(self) -> None:
        self.scenario.platform.watcher.cut()

    def repair(self) -> None:
        """Nothing to repair: only the bot was told of a cut."""

    async def mend(self) -> None:
        await self.scenario.platform.watcher.back()


class MemoryTablePlayer(TablePlayer):
    """Somebody who uses the dispatcher itself."""

    def __init__(self, player: Participant) -> None:
        self.scenario, self.player = player.scenario, player
        self.name = player.person.id.title()

    @property
    def person(self) -> Person:
        return self.player.person

    async def does(self, word: str, **given: object) -> None:
        await self.player.says(f"/{typed(word, given)}")

    async def presses(self, label: str) -> None:
        platform = self.scenario.platform
        stand = *reversed(platform.standing(self.person)), *reversed(platform.standing(MEMORY_CHAT))
        for message in (self.player.answer, *stand):
            for button in (one for row in message.rows for one in row):
                if plain(button.label).startswith(label):
                    await self.player.presses_code(button.code)
                    return
        raise AssertionError(f"no button {label!r}")

    async def sees(self) -> list[str]:
        platform = self.scenario.platform
        messages = [*platform.standing(MEMORY_CHAT), *platform.standing(self.person)]
        return [*(plain(one.text) for one in messages), self.player.heard]

    async def notifications(self) -> int:
        platform = self.scenario.platform
        messages = [*platform.posts, *platform.dms.get(self.person, ())]
        return len([one for one in messages if self.person in one.mentioned])


@asynccontextmanager
async def memory(folder: Path) -> AsyncIterator[OpenTable]:
    clock, platform = FakeClock(), MemoryPlatform()

    @asynccontextmanager
    async def table(**chosen: Any) -> AsyncIterator[Table]:
        async with open_scenario(folder, clock=clock, platform=platform, **chosen) as scenario:
            yield MemoryTable(scenario)

    yield table


# ---- on the page


class PageScenario(Scenario):
    """A game in the channel of the page."""

    async def match(self, chat: Chat = MEMORY_CHAT) -> Match:
        return await super().match(TABLE if chat == MEMORY_CHAT else chat)


class PageTable(Table):
    """The page, whose people have a tab each."""

    edits_posts = has_dms = False

    def __init__(self, scenario: Scenario, enter: Callable[[str], Any]) -> None:
        self.scenario = scenario
        self._enter = enter

    async def come(self, *names: str) -> list[TablePlayer]:
        return [PagePlayer(self, await self._enter(name), name) for name in names]

    async def admin(self) -> TablePlayer:
        (olga,) = await self.come("Olga")  # the first to come opens the channel
        return olga

    async def _begin(self, *names: str, board: str) -> list[TablePlayer]:
        first, *others = players = await self.come(*names)
        await first.does("new", board=board)
        for player in others:
            await player.does("join")
        await first.does("start")
        for player in players:
            await player.does("keep", tickets="all")
        await self.scenario.settle()
        seat = (await self.scenario.match()).waiting_for[0]
        return [*players[seat:], *players[:seat]]

    async def content(self) -> list[dict[str, Any]]:
        """The posts as tabs get them."""
        return [json.loads(post.data) for post in await self.scenario.store.page.posts(TABLE)]

    async def posts(self) -> list[str]:
        return [plain(one["text"]) for one in await self.content()]


class PagePlayer(TablePlayer):
    """A person with a tab of the page."""

    def __init__(self, table: PageTable, tab: Tab, name: str) -> None:
        self.scenario, self.table, self.tab, self.name = table.scenario, table, tab, name
        self.answer = self.panel = {"text": "", "buttons": []}

    @property
    def person(self) -> Person:
        return self.tab.person

    async def does(self, word: str, **given: object) -> None:
        await self.tab.ask("say", text=f"/{typed(word, given)}")
        await self._receive()

    async def presses(self, label: str) -> None:
        for message in (self.answer, self.panel, *reversed(await self.table.content())):
            for button in (one for row in message["buttons"] for one in row):
                if button["label"].startswith(label):
                    await self.tab.ask("press", code=button["code"])
                    await self._receive()
                    return
        raise AssertionError(f"no button {label!r}")

    async def sees(self) -> list[str]:
        return [*await self.table.posts(), plain(self.panel["text"]), plain(self.answer["text"])]

    async def _receive(self) -> None:
        """Read everything up to the answer, with the private column if it changes."""
        for frame in await self.tab.receive_until("answer"):
            if frame["kind"] == "panel":
                self.panel = frame
        self.answer = frame

    async def notifications(self) -> int:
        mentions = [one for post in await self.table.content() for one in post.get("mentions", ())]
        return [one["id"] for one in mentions].count(str(self.person))


@asynccontextmanager
async def page(folder: Path) -> AsyncIterator[OpenTable]:
    clock = FakeClock()
    yield lambda **chosen: _page_table(folder, clock, chosen)


@asynccontextmanager
async def _page_table(folder: Path, clock: FakeClock, chosen: dict[str, Any]) -> AsyncIterator[Table]:
    async with await Store.open(f"sqlite:///{folder / 'page.db'}") as store:
        chat = LocalPlatform(store, clock, port=0)
        scenario = PageScenario(store, chat, clock, **chosen)  # type: ignore[arg-type]
        async with running_page(scenario.host, chat) as page:

            async def enter(name: str) -> Tab:
                tab = await page.comes(name, name[0].lower() * 43)
                await tab.enter()
                return tab

            yield PageTable(scenario, enter)


# ---- on Discord


class DiscordTable(Table):
    """A channel of a server."""

    def __init__(self, bot: DiscordBot) -> None:
        self.scenario, self.bot = bot, bot

    async def come(self, *names: str) -> list[TablePlayer]:
        return [DiscordTablePlayer(one) for one in await self.bot.add_players(*names)]

    async def admin(self) -> TablePlayer:
        return DiscordTablePlayer(DiscordPlayer(self.bot, self.bot.fake_guild.the_owner()))

    async def _begin(self, *names: str, board: str) -> list[TablePlayer]:
        return [DiscordTablePlayer(one) for one in await self.bot.in_play(*names, board=board)]

    async def posts(self) -> list[str]:
        return [plain(one.text) for one in self.bot.posts]

    async def cut(self) -> None:
        server = self.bot.fake_guild.server
        server.faults.add("", times=1_000_000, status=503)
        server.gateway.is_open.clear()
        await server.gateway.cut()
        await until(self.is_cut, "the bot does not notice that Discord is cut off")

    def repair(self) -> None:
        server = self.bot.fake_guild.server
        server.faults.added.clear()
        server.gateway.is_open.set()


class DiscordTablePlayer(TablePlayer):
    """A member of the server."""

    def __init__(self, player: DiscordPlayer) -> None:
        self.scenario, self.player, self.user = player.bot, player, player.user
        self.name = player.account.name

    @property
    def person(self) -> Person:
        return self.player.person

    async def does(self, word: str, **given: object) -> None:
        await self.user.runs(f"/game {word}" if word in _IN_GAME else f"/{word}", **given)
        await self.player.bot.calm()

    async def presses(self, label: str) -> None:
        in_private = any(
            one.startswith(label) for post in self.user.sees(self.user.dm) for one in post.labels
        )
        await self.user.presses(label, at=self.user.dm if in_private else None)
        await self.player.bot.calm()

    async def looks_back(self, label: str) -> None:
        """Discord has it below /gameadmin."""
        await self.user.runs("/gameadmin rollback")
        await self.until_seen("Go back to the end of which turn?")
        await self.user.presses(label)

    async def rolls_back(self, word: str, reason: str) -> None:
        """Give the reason in a form."""
        await self.until_seen("Everybody will read who did this")
        await self.user.presses("Give a reason")
        await self.user.submits({"Give a reason": reason})
        await self.chooses("Set the game back")

    async def sees(self) -> list[str]:
        return [plain(one.text) for one in (*self.user.sees(), *self.user.sees(self.user.dm))]

    async def notifications(self) -> int:
        posts = [one for one in self.player.bot.channel.messages if self.user.account in one.pings]
        dms = [one for one in self.user.dm.messages if not one.flags & SILENT]
        return len(posts) + len(dms)


@asynccontextmanager
async def on_discord(folder: Path) -> AsyncIterator[OpenTable]:
    clock = FakeClock()
    async with fake_discord(clock) as server:
        guild = FakeGuild(server)

        @asynccontextmanager
        async def table(**chosen: Any) -> AsyncIterator[Table]:
            async with discord_bot(folder, guild, clock, **chosen) as bot:
                yield DiscordTable(bot)

        yield table


# ---- on Telegram


class TelegramTable(Table):
    """A group, whose members have started the bot."""

    def __init__(self, bot: TelegramBot) -> None:
        self.scenario, self.bot = bot, bot

    async def come(self, *names: str) -> list[TablePlayer]:
        return [TelegramTablePlayer(one) for one in await self.bot.add_players(*names)]

    async def admin(self) -> TablePlayer:
        (olga,) = await self.bot.add_players("Olga")
        self.bot.fake_group.appoints(olga.user)
        await olga.user.starts()
        return TelegramTablePlayer(olga)

    async def _begin(self, *names: str, board: str) -> list[TablePlayer]:
        return [TelegramTablePlayer(one) for one in await self.bot.in_play(*names, board=board)]

    async def posts(self) -> list[str]:
        return [plain(one.text) for one in self.bot.posts]

    async def cut(self) -> None:
        self.bot.server.cut()
        await until(self.is_cut, "the bot does not notice that Telegram is cut off")

    def repair(self) -> None:
        self.bot.server.mend()


class TelegramTablePlayer(TablePlayer):
    """A member of the group."""

    def __init__(self, player: TelegramPlayer) -> None:
        self.scenario, self.player, self.user = player.bot, player, player.user
        self.name = player.user.account.name

    @property
    def person(self) -> Person:
        return self.player.person

    async def does(self, word: str, **given: object) -> None:
        line = COMMANDS[word].names.get("telegram", word) + typed(word, given).removeprefix(word)
        await (self.user.tells if word == "plan" else self.user.says)(f"/{line}")
        await self.scenario.settle()

    async def presses(self, label: str) -> None:
        await self.user.presses(label)
        await self.scenario.settle()

    async def sees(self) -> list[str]:
        return [*(plain(one.text) for one in (*self.user.sees(), *self.user.dms)), plain(self.user.heard)]

    async def notifications(self) -> int:
        posts = [one for one in self.player.bot.group.messages if self.user.account in one.pings]
        dms = [one for one in self.user.private.messages if one.author.bot and not one.silent]
        return len(posts) + len(dms)


@asynccontextmanager
async def on_telegram(folder: Path) -> AsyncIterator[OpenTable]:
    clock = FakeClock()
    async with fake_telegram(clock) as server:
        group = FakeGroup(server)

        @asynccontextmanager
        async def table(**chosen: Any) -> AsyncIterator[Table]:
            async with telegram_bot(folder, group, clock, chosen=chosen) as bot:
                yield TelegramTable(bot)

        yield table


WORLDS: dict[str, World] = {
    "memory": memory,
    "local": page,
    "discord": on_discord,
    "telegram": on_telegram,
}

WITH_A_SERVER: dict[str, World] = WORLDS | {"memory-postgresql": memory}
"""Also with PostgreSQL: for what reads and writes tables that the tests of the store do not."""
