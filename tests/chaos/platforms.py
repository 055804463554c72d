"""The platforms of a run: the fakes at the network, on which of a hundred calls one fails.

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
from bot.text.i18n import phrases
from tests.chaos.clock import BEGIN, FilesClock
from tests.chaos.faults import FAILS, DiscordFaults, RandomFaults
from tests.chaos.run import ANSWERED, INTERRUPTED, TAKEN, UNHEARD, Run, Table
from tests.fakes.discord import slash_commands
from tests.fakes.discord.interactions import COMMAND, PRESS
from tests.fakes.discord.server import FakeDiscord
from tests.fakes.discord.user import DiscordUser
from tests.fakes.discord.world import SILENT
from tests.fakes.discord.world import Post as DiscordPost
from tests.fakes.telegram.balancer import HOOK, Balancer
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.updates import Update
from tests.fakes.telegram.user import TelegramUser
from tests.fakes.telegram.world import Post as TelegramPost
from tests.fakes.wire.server import FakeServer, free_port

POLLS = 0.3
"""Seconds until Telegram answers a request for updates. Until the first answer, the bot counts as cut off."""

ANSWERS_WITHIN = 3.0
"""Seconds that a person waits for the answer to a press."""

GUILDS = 2
"""Servers on Discord: with two shards, one for each."""


@dataclass(frozen=True)
class SentMessage:
    """A message at the time of sending: destination, time, notified people, text, codes of buttons."""

    to: str
    at: datetime
    notified: tuple[str, ...]
    text: str
    codes: tuple[str, ...]


@dataclass
class TypedCommand:
    """A command that somebody has typed on Telegram, until it is known what became of it."""

    update: Update
    messages: int
    """How many messages the private chat of its person had by then."""
    failed: int
    """How many calls about that chat had failed by then."""
    starts: int
    """How many programs had been started by then."""
    taken: int = 0
    """How many programs had been started when Telegram was told that it is handled; 0 before that."""


class RunPlatforms:
    """Discord and Telegram, the games' places and people there, and everything that was sent."""

    def __init__(self, run: Run) -> None:
        self.faults: Counter[str] = Counter()
        self._chance = Random(run.seed)
        self._clock = clock = FilesClock(run.folder)
        self.discord, self.telegram = FakeDiscord(clock), FakeTelegram(clock)
        self.discord.faults = DiscordFaults(self._chance, self.faults)
        self.telegram.updates.longest_poll = POLLS
        self._telegram_faults = self.telegram.faults = RandomFaults(self._chance, self.faults)
        self.telegram.updates.on_confirmed = self._note_taken
        self._users: list[list[DiscordUser | TelegramUser]] = []
        self._sent: dict[object, SentMessage] = {}
        self.starts = 0
        """How many programs have been started."""
        self._typed: dict[str, TypedCommand] = {}
        self._cut_short = phrases("en").say("cut-short")
        self.run = run

    @asynccontextmanager
    async def running(self) -> AsyncIterator["RunPlatforms"]:
        """Listen, with all places and people. `run` has their addresses then."""
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.discord.running())
            await stack.enter_async_context(self.telegram.running())
            self.discord.endpoints.on_post = self._note_on_discord
            self.telegram.endpoints.on_post = self._note_on_telegram
            people = await stack.enter_async_context(_listening(self._act))
            self._settle_people()
            if self.run.webhook:
                balancer = Balancer()
                proxy = await stack.enter_async_context(balancer.running())
                self.telegram.updates.proxies[HOOK] = proxy
                balancer.ports = [free_port() for _ in range(self.run.programs)]
                self.run = replace(self.run, ports=tuple(balancer.ports))
            discord, telegram = self.discord, self.telegram
            urls = discord.url, discord.gateway_url, telegram.base_url, telegram.base_file_url, people
            self.run = replace(self.run, urls=urls)
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
        """What the platforms would not have taken, once.

        A kill in an erasure leaves a panel that is deleted already, and may be edited until the rest is done.
        """
        for server in self.servers:
            wrong = [one for one in server.violations if "the bot has deleted" not in one]
            yield from (f"WRONG: not taken by the platform: {one}" for one in wrong)
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
        for number in range(self.run.games):
            self._users.append([])
            names = self.run.names(number)
            match self.run.platform(number):
                case "discord":
                    tables.append(self._discord_table(number, guilds[number // 2 % GUILDS], names))
                case "telegram":
                    tables.append(self._telegram_table(number, names))
                case _:
                    tables.append(local_table(number, names))
        self.run = replace(self.run, tables=tuple(tables))

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
        """Let a person do what a program asks for. Answers what became of it; "" if that is not known."""
        asked = await request.json()
        number, code = asked["number"], asked["code"]
        user, answer = self._users[number][asked["seat"]], ""
        if isinstance(user, TelegramUser) and code.startswith("/"):
            return web.json_response(await self._type_on_telegram(user, code, asked["id"]))
        do = self._on_discord if isinstance(user, DiscordUser) else self._on_telegram
        with suppress(TimeoutError, AssertionError, ConnectionError):  # nobody is connected, or no longer
            async with asyncio.timeout(ANSWERS_WITHIN):
                answer = await do(user, code, number)  # type: ignore[arg-type]
        return web.json_response(answer)

    async def _on_discord(self, user: DiscordUser, code: str, number: int) -> str:
        """Press a button of the newest post, or open a game where no code is given."""
        server = self.discord
        if code:
            kind, data = PRESS, {"component_type": 2, "custom_id": code}
        else:
            commands, board = server.endpoints.commands, {"board": self.run.board(number)}
            kind, data = COMMAND, slash_commands.typed(commands, "/game new", board)
        seen = [post for post in user.sees() if post.only_for is None]
        assert seen or not code, "there is no post"
        one = server.interactions.born(kind, user.account, user.at, data, seen[-1] if code else None)
        assert await server.happen(one), "the bot is not connected"
        await one.settled.wait()
        if self._chance.random() < FAILS:
            self.faults["connections to the gateway cut"] += 1
            await server.gateway.cut()
        return ANSWERED

    async def _on_telegram(self, user: TelegramUser, code: str, number: int) -> str:
        """Press a button of the newest post, or open a game where no code is given."""
        if not code:
            await user.says(f"/newgame {self.run.board(number)}")
            return ANSWERED
        posts = [post for post in user.sees() if post.author.bot]
        assert posts, "there is no post"
        question = self.telegram.queries.press(user.account, posts[-1], code)
        await question.answered.wait()
        return ANSWERED

    async def _type_on_telegram(self, user: TelegramUser, text: str, id: str) -> str:
        """Type a command once, and wait until it is known what became of it.

        The answer gets lost only if a call fails, or if a program is killed that tells of an interruption.
        Nothing else may take a command and not do it.
        """
        chat, failed = user.private, self._telegram_faults.by_chat
        if id not in self._typed:
            await user.says(text)
            update, before = self.telegram.updates.waiting[-1], (len(chat.messages), failed[chat.id])
            self._typed[id] = TypedCommand(update, *before, self.starts)
        typed = self._typed[id]
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWERS_WITHIN):
                while not (typed.taken and len(chat.messages) > typed.messages):  # noqa: ASYNC110 - no event
                    await asyncio.sleep(0.01)
        if not typed.taken:
            return ""
        answers = chat.messages[typed.messages :]
        if any(self._cut_short in post.text for post in answers):
            return INTERRUPTED
        is_interruption = typed.starts < typed.taken or self.run.programs > 1
        may_be_lost = (is_interruption and typed.taken < self.starts) or failed[chat.id] > typed.failed
        return ANSWERED if answers else UNHEARD if may_be_lost else TAKEN

    def _note_taken(self, update: Update) -> None:
        """Note that Telegram was told that a command is handled: it does not bring it again."""
        for typed in self._typed.values():
            if typed.update is update:
                typed.taken = self.starts

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
