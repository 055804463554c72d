"""Tables on each platform under test: in memory, and over the wires of the page, Discord and Telegram."""

import builtins
import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from bot.commands import COMMANDS
from bot.model.call import Value
from bot.model.command import ADMIN_GROUP, ANY_COMMAND
from bot.model.identity import Chat, Person
from bot.model.message import Button, Message
from bot.store import Store
from bot.text.i18n import phrases
from bot.web.platform import LocalPlatform
from tests.contract.case import Shown
from tests.contract.table import PRIVATE, THE_CHAT, Table, TablePlayer
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.discord.world import SILENT
from tests.fakes.discord.world import Post as DiscordPost
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.fakes.telegram.world import Post as TelegramPost
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

# ---- in memory


def shown_in_memory(message: Message) -> Shown:
    labels = (plain(button.label) for row in message.rows for button in row)
    mentions = tuple(person.id for person in message.mentioned)
    return Shown(plain(message.text), (*labels,), len(message.pictures), mentions)


class MemoryTable(Table):
    """The platform in memory, with other chats, and with guests of another platform, the inn."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.platforms = {scenario.platform.name: scenario.platform}
        self.chats = {THE_CHAT: MEMORY_CHAT}

    async def come(self, *names: str) -> list[TablePlayer]:
        return [MemoryTablePlayer(self, await self.scenario.add_player(name)) for name in names]

    async def come_to_the_inn(self, name: str) -> TablePlayer:
        """Somebody new, who has an account on the other platform."""
        if "inn" not in self.platforms:
            self.platforms["inn"] = MemoryPlatform("inn")
            self.scenario.host.add_platform(self.platforms["inn"])
        return MemoryTablePlayer(self, await self.scenario.add_player(name, "inn"))

    async def admin(self, name: str = "Olga") -> TablePlayer:
        (olga,) = await self.come(name)
        self.appoint(olga)
        return olga

    def appoint(self, player: TablePlayer) -> None:
        """Make somebody an admin of all chats of their platform."""
        self.platforms[player.person.platform].admins.add(player.person)

    async def shown(self, chat: str = THE_CHAT) -> list[Shown]:
        if chat not in self.chats:
            return []
        return [
            shown_in_memory(one)
            for one in self.platforms[self.chats[chat].platform].standing(self.chats[chat])
        ]

    def close_private_messages(self, player: TablePlayer) -> None:
        self.platforms[player.person.platform].faults.unreachable.add(player.person)

    def open_private_messages(self, player: TablePlayer) -> None:
        """Let a player take private messages again."""
        self.platforms[player.person.platform].faults.unreachable.remove(player.person)

    async def cut(self) -> None:
        self.scenario.platform.watcher.cut()

    def repair(self) -> None:
        """Nothing to repair: only the bot was told of a cut."""

    async def mend(self) -> None:
        await self.scenario.platform.watcher.back()


class MemoryTablePlayer(TablePlayer):
    """Somebody who uses the dispatcher itself."""

    def __init__(self, table: MemoryTable, player: Participant) -> None:
        self.scenario, self.table, self.player = player.scenario, table, player
        self.platform = table.platforms[player.person.platform]
        self.name = player.person.id.title()
        self.at = THE_CHAT
        """The chat where the person did something last."""
        self.seen: list[Button] = []
        """The buttons that there were, the oldest first."""

    @property
    def person(self) -> Person:
        return self.player.person

    async def types(self, text: str, chat: str = THE_CHAT) -> None:
        self.at = chat
        place = await self.own_chat() if chat == PRIVATE else Chat(self.person.platform, chat)
        await self.player.says(text, self.table.chats.setdefault(chat, place))

    async def presses(self, label: str) -> None:
        await self._press(label, self._buttons())

    async def presses_as(self, other: "MemoryTablePlayer", label: str, *, first: bool) -> None:
        """Press a button that was shown to this player or to another: the newest, or the first of all."""
        seen = [*other.seen, *reversed(other._buttons())]
        await self._press(label, seen if first else seen[::-1])

    def look(self) -> None:
        """Note which buttons there are, to press them when they are gone."""
        self.seen.extend(reversed(self._buttons()))

    def _buttons(self) -> list[Button]:
        place = self.table.chats[self.at]
        standing = [*self.platform.standing(place), *self.platform.standing(self.person)]
        messages = (self.player.answer, *reversed(standing))
        return [button for message in messages for row in message.rows for button in row]

    async def _press(self, label: str, buttons: Sequence[Button]) -> None:
        codes = [button.code for button in buttons if plain(button.label).startswith(label)]
        assert codes, f"no button {label!r}"
        await self.player.presses_code(codes[0], self.table.chats[self.at])

    async def answer(self) -> Shown:
        return shown_in_memory(self.player.answer)

    async def private(self) -> list[Shown]:
        return [shown_in_memory(one) for one in self.platform.standing(self.person)]

    async def sees(self) -> list[str]:
        messages = [*self.platform.standing(MEMORY_CHAT), *self.platform.standing(self.person)]
        return [*(plain(one.text) for one in messages), self.player.heard]

    async def notifications(self) -> int:
        return [person for _, person in self.platform.notified].count(self.person)

    def notified_in(self, chat: str) -> int:
        """The same in one chat, or in private."""
        place = self.person if chat == PRIVATE else self.table.chats[chat]
        return self.platform.notified.count((place, self.person))


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

    @property
    def home(self) -> Chat:
        return TABLE


class PageTable(Table):
    """The page, whose people have a tab each."""

    edits_posts = has_dms = False

    def __init__(self, scenario: Scenario, enter: Callable[[str], Any]) -> None:
        self.scenario = scenario
        self._enter = enter

    async def come(self, *names: str) -> list[TablePlayer]:
        return [PagePlayer(self, await self._enter(name), name) for name in names]

    async def admin(self, name: str = "Olga") -> TablePlayer:
        (olga,) = await self.come(name)  # the first to come opens the channel
        return olga

    async def content(self) -> list[dict[str, Any]]:
        """The posts as tabs get them."""
        return [json.loads(post.data) for post in await self.scenario.store.page.posts(TABLE)]

    async def shown(self, chat: str = THE_CHAT) -> list[Shown]:
        return [shown_on_the_page(one) for one in await self.content()]


def shown_on_the_page(frame: dict[str, Any]) -> Shown:
    labels = (button["label"] for row in frame["buttons"] for button in row)
    mentions = tuple(one["id"].partition(":")[2] for one in frame.get("mentions", ()))
    return Shown(plain(frame["text"]), (*labels,), len(frame.get("pictures", ())), mentions)


class PagePlayer(TablePlayer):
    """A person with a tab of the page."""

    def __init__(self, table: PageTable, tab: Tab, name: str) -> None:
        self.scenario, self.table, self.tab, self.name = table.scenario, table, tab, name
        self.last_answer = self.panel = {"text": "", "buttons": []}
        self.channel = TABLE.id

    @property
    def person(self) -> Person:
        return self.tab.person

    async def types(self, text: str, chat: str = THE_CHAT) -> None:
        channel = (await self.own_chat() if chat == PRIVATE else TABLE).id
        if channel != self.channel:
            self.channel = channel
            await self.tab.enter(channel)
        await self.tab.ask("say", text=text)
        await self._receive()

    async def presses(self, label: str) -> None:
        for message in (self.last_answer, self.panel, *reversed(await self.table.content())):
            for button in (one for row in message["buttons"] for one in row):
                if button["label"].startswith(label):
                    await self.tab.ask("press", code=button["code"])
                    await self._receive()
                    return
        raise AssertionError(f"no button {label!r}")

    async def answer(self) -> Shown:
        """What is below the buttons, or the panel if a command shows that."""
        return shown_on_the_page(self.last_answer if self.last_answer["text"] else self.panel)

    async def private(self) -> list[Shown]:
        for frame in await self.tab.received_so_far():
            if frame["kind"] == "panel":
                self.panel = frame
        return [shown_on_the_page(self.panel)]

    async def sees(self) -> list[str]:
        return [*await self.table.posts(), plain(self.panel["text"]), plain(self.last_answer["text"])]

    async def _receive(self) -> None:
        """Read everything up to the answer, with the private column if it changes."""
        for frame in await self.tab.receive_until("answer"):
            if frame["kind"] == "panel":
                self.panel = frame
        self.last_answer = frame

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

    async def admin(self, name: str = "Olga") -> TablePlayer:
        guild = self.bot.fake_guild
        if name != guild.owner.name:
            (player,) = await self.bot.add_players(name)
            guild.owner = guild.guild.owner = player.account
        return DiscordTablePlayer(DiscordPlayer(self.bot, guild.the_owner()))

    async def shown(self, chat: str = THE_CHAT) -> list[Shown]:
        return [shown_on_discord(one) for one in self.bot.posts]

    def close_private_messages(self, player: TablePlayer) -> None:
        assert isinstance(player, DiscordTablePlayer)
        player.user.account.dms = "closed"

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


def shown_on_discord(post: DiscordPost) -> Shown:
    """A message on Discord, with the names of those that it mentions."""
    names = {f"<@{one.id}>": one.name for one in post.pings}
    text = re.sub(r"<@\d+>", lambda mention: names.get(mention[0], mention[0]), post.text)
    mentions = tuple(str(one.id) for one in post.pings)
    return Shown(plain(text), (*post.labels,), len(post.attachments), mentions)


class DiscordTablePlayer(TablePlayer):
    """A member of the server."""

    def __init__(self, player: DiscordPlayer) -> None:
        self.scenario, self.player, self.user = player.bot, player, player.user
        self.name = player.account.name
        self.answers = set[int]()
        """The messages that answered the person, which notify nobody."""

    @property
    def person(self) -> Person:
        return self.player.person

    async def types(self, text: str, chat: str = THE_CHAT) -> None:
        """Run the slash command; admins have those that concern a game apart."""
        word, _, rest = text.removeprefix("/").partition(" ")
        command = COMMANDS[word]
        self.user.at = self.user.dm if chat == PRIVATE else self.player.bot.channel
        is_admin = self.user.account is self.player.bot.fake_guild.guild.owner
        as_admin = command.is_for_admins and is_admin
        if not (as_admin or command.discord):
            await self.user.runs(f"/{ANY_COMMAND}", command=f"{word} {rest}".strip())
            await self._calm()
            return
        given = {
            phrases("en").say(f"part-{name}"): _native(value, command.parameter(name).native)
            for name, value in command.given_in(rest).items()
        }
        if as_admin:
            await self.user.runs(f"/{ADMIN_GROUP} {word}", **given)
        else:
            await self.user.runs(command.written_on("discord"), **given)
        await self._calm()

    async def writes(self, label: str, words: str) -> None:
        """Fill in a form."""
        await self.user.presses(label)
        await self.user.submits({label: words})
        await self._calm()

    async def presses(self, label: str) -> None:
        """Press a button, or pick it in a list where there is none."""

        def has(posts: list[DiscordPost]) -> bool:
            return any(one.startswith(label) for post in posts for one in post.labels)

        answer = self.user.answer
        if answer and not answer.gone and has([answer]):
            await self.user.presses(label, on=answer)
        elif has(self.user.sees(self.user.dm)):
            await self.user.presses(label, at=self.user.dm)
        elif has(self.user.sees()):
            await self.user.presses(label)
        else:
            await self.user.picks(label, on=answer)
        await self._calm()

    async def _calm(self) -> None:
        if self.user.answer:
            self.answers.add(self.user.answer.id)
        await self.player.bot.calm()

    async def answer(self) -> Shown:
        return shown_on_discord(self.user.answer) if self.user.answer else Shown("")

    async def private(self) -> list[Shown]:
        return [shown_on_discord(one) for one in self.user.sees(self.user.dm)]

    async def sees(self) -> list[str]:
        return [plain(one.text) for one in (*self.user.sees(), *self.user.sees(self.user.dm))]

    async def notifications(self) -> int:
        posts = [one for one in self.player.bot.channel.messages if self.user.account in one.pings]
        dms = [one for one in self.user.dm.messages if not one.flags & SILENT]
        return len(posts) + len([one for one in dms if one.id not in self.answers])


def _native(value: Value, kind: type) -> Value | int:
    """A typed value as Discord sends it."""
    match kind:
        case builtins.bool:
            return value is True or value in ("on", "yes")
        case builtins.int:
            return int(value)
        case _:
            return value


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

    async def admin(self, name: str = "Olga") -> TablePlayer:
        (olga,) = await self.bot.add_players(name)
        self.bot.fake_group.appoints(olga.user)
        await olga.user.starts()
        return TelegramTablePlayer(olga)

    async def shown(self, chat: str = THE_CHAT) -> list[Shown]:
        return [shown_on_telegram(one) for one in self.bot.posts]

    def close_private_messages(self, player: TablePlayer) -> None:
        assert isinstance(player, TelegramTablePlayer)
        player.user.account.blocked = True

    async def cut(self) -> None:
        self.bot.server.cut()
        await until(self.is_cut, "the bot does not notice that Telegram is cut off")

    def repair(self) -> None:
        self.bot.server.mend()


def shown_on_telegram(post: TelegramPost) -> Shown:
    """A message on Telegram, without the signs before the words of its buttons."""
    labels = (re.sub(r"^[^\w☐☑]+", "", label) or label for label in post.labels)
    mentions = tuple(str(one.id) for one in post.pings)
    return Shown(plain(post.text), (*labels,), int(post.media is not None), mentions)


class TelegramTablePlayer(TablePlayer):
    """A member of the group."""

    def __init__(self, player: TelegramPlayer) -> None:
        self.scenario, self.player, self.user = player.bot, player, player.user
        self.name = player.user.account.name
        self.before: set[tuple[int, int]] = set()
        """The private messages, and how often each had been edited, before the person did something."""

    @property
    def person(self) -> Person:
        return self.player.person

    async def types(self, text: str, chat: str = THE_CHAT) -> None:
        word, _, rest = text.removeprefix("/").partition(" ")
        command = COMMANDS[word]
        line = f"{command.written_on('telegram')} {rest}".strip()
        self.before, self.user.heard = {(one.id, one.edits) for one in self.user.dms}, ""
        is_private = command.secret or chat == PRIVATE
        await (self.user.tells if is_private else self.user.says)(line)
        await self.scenario.settle()

    async def presses(self, label: str) -> None:
        self.before = {(one.id, one.edits) for one in self.user.dms}
        await self.user.presses(label)
        await self.scenario.settle()

    async def answer(self) -> Shown:
        """The words at the top of the screen, and what has come in the private chat."""
        new = [shown_on_telegram(one) for one in self.user.dms if (one.id, one.edits) not in self.before]
        labels = (label for one in new for label in one.buttons)
        return Shown("\n".join([plain(self.user.heard), *(one.text for one in new)]).strip(), (*labels,))

    async def private(self) -> list[Shown]:
        return [shown_on_telegram(one) for one in self.user.dms]

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
