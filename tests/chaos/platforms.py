"""The platforms of the simulated month: the fakes at the network, on which of a hundred calls one fails.

They run in the process that starts and kills the programs: what they were sent survives a kill. The people of
the games are here too. A program asks over HTTP for a press of a button, and the press comes back to one of
the programs as an interaction of Discord or an update of Telegram.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from random import Random
from typing import Any

from aiohttp import web

from bot.model.identity import Chat, Destination, Person
from tests.fakes.discord import slash_commands
from tests.fakes.discord.interactions import COMMAND, PRESS
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.user import DiscordUser
from tests.fakes.discord.world import SILENT
from tests.fakes.discord.world import Post as DiscordPost
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.user import TelegramUser
from tests.fakes.telegram.world import Post as TelegramPost
from tests.fakes.wire.faults import Fault, Faults, Lost
from tests.fakes.wire.server import FakeServer
from tests.chaos.run import BEGIN, FilesClock, Month, Table

FAILS = 0.01
"""The share of calls that fail, and of connections that break."""

FAULTS = {
    "429": {"retry_after": 1},
    "5xx": {"status": 502},
    "dropped": {"lost": Lost.REQUEST},
    "slow": {"lost": Lost.SLOWLY, "seconds": 0.3},
    "answered after taking effect": {"lost": Lost.RESPONSE},
}
DISCORD_WAITS = 0.05
"""Seconds that Discord asks to wait: its library does so by the clock of the machine."""

POLLS = 0.3
"""Seconds until Telegram answers a request for updates. Until the first answer, the bot counts as cut off."""

ANSWERS_WITHIN = 3.0
"""Seconds that a person waits for the answer to a press."""

GUILDS = 2
"""Servers on Discord: with two shards, one for each."""


class RandomFaults(Faults):
    """Of a hundred calls one fails, in a random way. `counted` are those that have happened, by name."""

    def __init__(self, chance: Random, counted: Counter[str]) -> None:
        super().__init__()
        self._chance = chance
        self._counted = counted

    def next_for(self, endpoint: str, chat: object = None) -> Fault | None:
        """The fault of this request, if any."""
        if self._chance.random() >= FAILS:
            return None
        name = self._chance.choice(tuple(FAULTS))
        self._counted[name] += 1
        return Fault(endpoint, **FAULTS[name])  # type: ignore[arg-type]


class DiscordFaults(RandomFaults):
    """Those of Discord."""

    def next_for(self, endpoint: str, chat: object = None) -> Fault | None:
        """The fault of this request, if any. It says to wait for a moment only."""
        fault = super().next_for(endpoint, chat)
        return replace(fault, retry_after=DISCORD_WAITS) if fault and fault.retry_after else fault


@dataclass(frozen=True)
class SentMessage:
    """A message at the time of sending: destination, time, notified people, text, codes of buttons."""

    to: str
    at: datetime
    notified: tuple[str, ...]
    text: str
    codes: tuple[str, ...]


class MonthPlatforms:
    """Discord and Telegram, the games' places and people there, and everything that was sent."""

    def __init__(self, month: Month) -> None:
        self.faults: Counter[str] = Counter()
        self._chance = Random(month.seed)
        self._clock = clock = FilesClock(month.folder)
        self.discord, self.telegram = FakeDiscord(clock), FakeTelegram(clock)
        self.discord.faults = DiscordFaults(self._chance, self.faults)
        self.telegram.updates.longest_poll = POLLS
        self.telegram.faults = RandomFaults(self._chance, self.faults)
        self._users: list[list[DiscordUser | TelegramUser]] = []
        self._sent: dict[object, SentMessage] = {}
        self.month = month

    @asynccontextmanager
    async def running(self) -> AsyncIterator["MonthPlatforms"]:
        """Listen, with all places and people. `month` has their addresses then."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.discord.running())
            await stack.enter_async_context(self.telegram.running())
            self.discord.endpoints.on_post = self._note_on_discord
            self.telegram.endpoints.on_post = self._note_on_telegram
            people = await stack.enter_async_context(_listening(self._act))
            self._settle_people()
            discord, telegram = self.discord, self.telegram
            urls = discord.url, discord.gateway_url, telegram.base_url, telegram.base_file_url, people
            self.month = replace(self.month, urls=urls)
            yield self

    @property
    def servers(self) -> tuple[FakeServer, ...]:
        """The fakes."""
        return self.discord, self.telegram

    @property
    def sent(self) -> Collection[SentMessage]:
        """Everything that the programs sent, in order."""
        return self._sent.values()

    def violations(self) -> Iterator[str]:
        """What the platforms would not have taken, once."""
        for server in self.servers:
            yield from (f"WRONG: not taken by the platform: {one}" for one in server.violations)
            server.violations.clear()

    def forget_old(self) -> None:
        """Forget requests, and sessions of programs that were killed: they would fill the memory."""
        for server in self.servers:
            server.requests.clear()
            server.transcript.clear()
        self.telegram.updates.confirmed.clear()
        gateway = self.discord.gateway
        gateway.sessions = [one for one in gateway.sessions if one.wire and not one.wire.socket.closed]

    # ---- places and people

    def _settle_people(self) -> None:
        """Make a place and people for each game: on each platform in turn."""
        world, guilds = self.discord.world, []
        for number in range(GUILDS):
            moment = BEGIN + timedelta(milliseconds=number)  # the shard of a server depends on it
            world.now = partial(datetime.fromtimestamp, moment.timestamp(), UTC)
            guilds.append(world.guild(f"Club {number}", world.account("Olga")))
        world.now = self._clock.now
        tables = []
        for number in range(self.month.games):
            self._users.append([])
            names = self.month.names(number)
            match self.month.platform(number):
                case "discord":
                    tables.append(self._discord_table(number, guilds[number // 2 % GUILDS], names))
                case "telegram":
                    tables.append(self._telegram_table(number, names))
                case _:
                    tables.append(local_table(number, names))
        self.month = replace(self.month, tables=tuple(tables))

    def _discord_table(self, number: int, guild: Any, names: list[str]) -> Table:
        channel = self.discord.world.channel(guild, f"table{number}")
        for name in names:
            account = self.discord.world.account(name)
            guild.accounts.append(account)
            self._users[number].append(DiscordUser(self.discord, guild, account, channel))
        return self._table(number, Chat("discord", str(channel.id)))

    def _telegram_table(self, number: int, names: list[str]) -> Table:
        world = self.telegram.world
        group = world.group(f"Club {number}", world.account("Olga"))
        for name in names:
            account = world.account(name, started=True)
            group.accounts.append(account)
            self._users[number].append(TelegramUser(self.telegram, account, group))
        return self._table(number, Chat("telegram", str(group.id)))

    def _table(self, number: int, chat: Chat) -> Table:
        ids = [str(user.account.id) for user in self._users[number]]
        return Table(chat, tuple(Person(chat.platform, id) for id in ids))

    # ---- what people do

    async def _act(self, request: web.Request) -> web.Response:
        """Let a person do what a program asks for. Answers whether the bot has answered."""
        asked = await request.json()
        user = self._users[asked["number"]][asked["seat"]]
        do = self._on_discord if isinstance(user, DiscordUser) else self._on_telegram
        answered = False
        with suppress(TimeoutError, AssertionError, ConnectionError):  # nobody is connected, or no longer
            async with asyncio.timeout(ANSWERS_WITHIN):
                answered = await do(user, asked["code"])  # type: ignore[arg-type]
        return web.json_response(answered)

    async def _on_discord(self, user: DiscordUser, code: str) -> bool:
        """Press a button of the newest post, or open a game where no code is given."""
        server = self.discord
        if code:
            kind, data = PRESS, {"component_type": 2, "custom_id": code}
        else:
            commands = server.endpoints.commands
            kind, data = COMMAND, slash_commands.typed(commands, "/game new", {"board": "isle"})
        seen = [post for post in user.sees() if post.only_for is None]
        assert seen or not code, "there is no post"
        one = server.interactions.born(kind, user.account, user.at, data, seen[-1] if code else None)
        assert await server.happen(one), "the bot is not connected"
        await one.settled.wait()
        if self._chance.random() < FAILS:
            self.faults["connections to the gateway cut"] += 1
            await server.gateway.cut()
        return True

    async def _on_telegram(self, user: TelegramUser, code: str) -> bool:
        """Press a button of the newest post, or open a game where no code is given."""
        if not code:
            await user.says("/newgame isle")
            return True
        posts = [post for post in user.sees() if post.author.bot]
        assert posts, "there is no post"
        question = self.telegram.queries.press(user.account, posts[-1], code)
        await question.answered.wait()
        return True

    # ---- what was sent

    def _note_on_discord(self, post: DiscordPost) -> None:
        partner, pings = post.channel.partner, post.pings
        to: Destination = Chat("discord", str(post.channel.id))
        if partner:
            to = Person("discord", str(partner.id))
            pings = () if post.flags & SILENT else (partner,)
        codes = (str(button.get("custom_id", "")).partition("@")[0] for button in post.buttons)
        self._note(to, post, post.text, pings, codes)

    def _note_on_telegram(self, post: TelegramPost) -> None:
        partner, pings = post.place.partner, post.pings
        to: Destination = Chat("telegram", str(post.place.id))
        if partner:
            to, pings = Person("telegram", str(partner.id)), (partner,)
        codes = (str(button.get("callback_data", "")) for button in post.buttons)
        self._note(to, post, post.text, () if post.silent else pings, codes)

    def _note(self, to: Destination, post: Any, text: str, pings: Any, codes: Iterator[str]) -> None:
        """Note a message when it is new: later it may have lost its buttons."""
        notified = tuple(str(Person(to.platform, str(account.id))) for account in pings)
        sent = SentMessage(str(to), post.at, notified, text, tuple(codes))
        self._sent.setdefault(post, sent)


def local_table(number: int, names: list[str]) -> Table:
    """A channel of the page, and people by their tokens."""
    tokens = [sha256(name.encode()).hexdigest() for name in names]
    people = [Person("local", sha256(token.encode()).hexdigest()[:12]) for token in tokens]
    return Table(Chat("local", f"table{number}"), tuple(people), tuple(tokens))


@asynccontextmanager
async def _listening(act: Callable[[web.Request], Any]) -> AsyncIterator[str]:
    """Listen for what people are asked to do. Yields the address."""
    app = web.Application()
    app.router.add_post("/", act)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()
