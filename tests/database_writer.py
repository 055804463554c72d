"""Write a database of this program with games in every state, which later programs must open and go on with.

`python -m tests.database_writer` writes `databases/v0020.sql.gz`, where 0020 is the newest revision, and a
file for each of Discord, Telegram and the local page. The same program writes the same content each time, but
for some ids of messages and pictures. tests/test_upgrades.py opens the files with the program of its day.
Keep a file as it is once its revision has landed: it stands for a program of that time.

In the first, people play by what they type, on a platform in memory. The name of each chat says in which
state its game is. In the others, two people have one game.
"""

import asyncio
import gzip
import json
import re
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from hashlib import shake_256
from itertools import count, groupby
from pathlib import Path
from unittest.mock import patch

from bot.matches.deadlines import REMINDER, SNOOZE
from bot.matches.roster import Status
from bot.model.identity import Chat
from bot.store.migrations import REVISION
from bot.timers import webhooks
from engine.chance import Chance
from engine.computers import COMPUTERS
from engine.game import SettleTunnel, TakeTurn
from engine.notation import line
from engine.view import view_for
from tests.discord_bot import discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.fakes.wire.patience import until
from tests.hosted_page import hosted_page, in_the_cellar
from tests.memory_platform import LIMITS, MemoryPlatform
from tests.scenario import MEMORY_CHAT, FakeClock, Participant, Scenario, open_scenario
from tests.short_boards import write_short_boards
from tests.situations import tunnel_claim
from tests.stores import DATABASES, due_in_games
from tests.telegram_bot import telegram_bot
from tests.webhook_receiver import WebhookReceiver

WEBHOOK = "https://hook.example.org/secret-path"
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ARCHIVED_AFTER = 30


def hall(name: str) -> Chat:
    return Chat("hall", name)


BAR = Chat("inn", "bar")
"""Another chat that follows the game of the chat `running`."""


class Visitor(Participant):
    """Waits after each word until everything that follows has happened: so the same comes of it each time."""

    async def says(self, text: str, chat: Chat = MEMORY_CHAT, request: str = "") -> str:
        said = await super().says(text, chat, request)
        if not self.scenario.platform.faults.hanging:
            await self.scenario.settle()
        return said


class DatabaseWriter:
    """The people of the database, and what is played in each chat."""

    def __init__(self, scenario: Scenario, inn: MemoryPlatform) -> None:
        self.scenario = scenario
        self.inn = inn
        self.facts: dict[str, str] = {}
        """What only people know, and what the tests need in order to go on: codes and links."""

    async def write(self) -> None:
        names = "Anna", "Boris", "Carla", "Dora", "Emil", "Zoe"
        self.anna, self.boris, self.carla, self.dora, self.emil, self.zoe = [
            await self._visitor(name) for name in names
        ]
        self.annie, self.bea = [await self._visitor(name, "inn") for name in ("Annie", "Bea")]
        self.scenario.platform.admins.add(self.anna.person)
        await self._long_ago()
        begun = self.scenario.clock.now()
        await self._move_on((ARCHIVED_AFTER + 10) * DAY)
        await until(self._is_archived, "the finished game is not archived")
        await self._move_on(begun + (ARCHIVED_AFTER + 11) * DAY - self.scenario.clock.now())
        await self._settings()
        await self._before_the_game()
        await self._running()
        await self._in_mid_turn()
        await self._stopped_or_asked()
        await self._ended()
        await self._in_flight()
        self.facts["at"] = self.scenario.clock.now().isoformat()

    # ---- what is played

    async def _long_ago(self) -> None:
        """A game that is archived now, with its results and ratings, and one that was aborted."""
        for one in (self.anna, self.boris):
            await one.says("/stats on", hall("archived"))
        await self._begin("archived", self.anna, self.boris, board="isle")
        await self._play_to_the_end("archived", self.anna, self.boris)
        await self.anna.says("/stats", hall("archived"))
        await self._begin("aborted-long-ago", self.anna, self.boris)
        await self.anna.says("/abort yes", hall("aborted-long-ago"))

    async def _settings(self) -> None:
        """What persons and chats have chosen."""
        await self.boris.says("/settings language ru ping none confirm off", hall("settings"))
        await self.boris.says("/settings timezone Tokyo quiet 23-7 hints off", hall("settings"))
        await self.carla.says("/settings digest on ping dm", hall("settings"))
        chosen = (
            "title usa", "language ru", "clock 24h", "openers admins", "starters players", "pictures board",
            "grouped off", "quiet 22-8", "timezone Tokyo",
        )  # fmt: skip
        for setting in chosen:
            await self.anna.says(f"/chatsettings {setting}", hall("settings"))

    async def _before_the_game(self) -> None:
        await self.boris.says("/notify", hall("waiting"))
        await self.anna.says("/new europe mega", hall("lobby"))
        await self.boris.says("/join black", hall("lobby"))
        await self.anna.says("/computer easy", hall("lobby"))
        await self.anna.says("/options clock 24h starter Boris", hall("lobby"))
        await self._begin("tickets", self.anna, self.boris, keep=False)
        await self.anna.says("/keep all", hall("tickets"))

    async def _running(self) -> None:
        """Anna's turn, told to a webhook and in another chat; plans are made for what comes next."""
        chat = hall("running")
        await self.anna.says("/new usa", chat)
        await self.anna.says("/options clock 24h starter Anna", chat)
        for one in (self.boris, self.carla):
            await one.says("/join", chat)
        self.facts["invitation"] = self._code(await self.anna.says("/share", chat), "/follow")
        await self.bea.says(f"/follow {self.facts['invitation']}", BAR)
        await self.anna.says(f"/webhook {WEBHOOK}", chat)
        await self.anna.says("/start", chat)
        for one in (self.anna, self.boris, self.carla):
            await one.says("/keep all", chat)
        await self.boris.says("/plan draw deck twice", chat)
        await self.carla.says("/plan draw tickets; else draw deck", chat)

    async def _in_mid_turn(self) -> None:
        await self._begin("second-card", self.anna, self.boris)
        await self.anna.says("/draw deck", hall("second-card"))
        await self._begin("tunnel", self.anna, self.boris)
        await self._play_until("tunnel", lambda decision: isinstance(decision, SettleTunnel))
        await self._begin("snoozed", self.emil, self.boris, options="clock 24h")
        await self.emil.says("/snooze tomorrow", hall("snoozed"))
        self.scenario.platform.faults.unreachable.add(self.dora.person)
        await self._begin("away", self.dora, self.boris, options="clock 24h")
        await self.dora.says("/away 3 days", hall("away"))

    async def _stopped_or_asked(self) -> None:
        await self._begin("paused", self.anna, self.boris)
        await self.anna.says("/pause", hall("paused"))
        await self.boris.says("/vote yes", hall("paused"))
        await self._begin("vote", self.anna, self.boris, options="clock 24h")
        await self.anna.says("/clock 4h", hall("vote"))
        await self._begin("undo", self.anna, self.boris)
        await self.anna.says("/draw deck", hall("undo"))
        await self.anna.says("/draw deck", hall("undo"))
        await self.anna.says("/undo", hall("undo"))
        await self._begin("left", self.anna, self.boris, self.carla)
        await self.boris.says("/leave yes", hall("left"))

    async def _ended(self) -> None:
        """A game whose results were not counted yet, and one that can still be restored."""
        await self._begin("over", self.anna, self.boris, board="isle")
        await self._play_to_the_end("over", self.anna, self.boris)
        said = await self.anna.says("/share", hall("over"))
        self.facts["replay"] = re.findall(r"/replay#(\S+)", said)[0]
        await self._begin("aborted", self.anna, self.boris)
        await self.anna.says("/abort yes", hall("aborted"))

    async def _accounts(self) -> None:
        code = self._code(await self.anna.says("/link", hall("running")), "/link")
        for answer in ("", " yes"):
            await self.annie.says(f"/link {code}{answer}", BAR)
        self.facts["link"] = self._code(await self.boris.says("/link", hall("running")), "/link")

    async def _in_flight(self) -> None:
        """The program stops with a reminder, a post, a webhook and a deletion under way."""
        platform = self.scenario.platform
        await self._begin("reminded", self.emil, self.boris, options="clock 4h")
        await self._begin("doubt", self.anna, self.emil)
        await self._move_on(timedelta(minutes=1))
        platform.faults.hanging |= {self.emil.person, hall("doubt")}
        tries = platform.tries_of(self.emil.person)
        await self.scenario.clock.move_on(3.5 * HOUR)
        await until(lambda: platform.tries_of(self.emil.person) > tries, "no reminder is tried")
        await self._accounts()
        RECEIVER.why = "slow"
        await self.anna.says("/draw deck", hall("running"))
        await self.anna.says("/draw deck", hall("running"))
        await until(self._plans_are_played, "the plans are not played")
        tries = platform.tries_of(hall("doubt"))
        await self.anna.says("/draw deck", hall("doubt"))
        await self.anna.says("/draw deck", hall("doubt"))
        await until(lambda: platform.tries_of(hall("doubt")) > tries, "no post is tried")
        await self.scenario.store.personal.ask_erasure([self.zoe.person], self.scenario.clock.now())

    # ---- how

    async def _visitor(self, name: str, platform: str = "hall") -> Visitor:
        return Visitor(self.scenario, (await self.scenario.add_player(name, platform)).person)

    async def _begin(
        self, name: str, *people: Participant, board: str = "europe", options: str = "", keep: bool = True
    ) -> None:
        """Begin a game in the chat of this name; the first person begins."""
        host, *others = people
        await host.says(f"/new {board}", hall(name))
        for one in others:
            await one.says("/join", hall(name))
        await host.says(f"/options starter {host.person.id} {options}", hall(name))
        await host.says("/start", hall(name))
        if keep:
            for one in people:
                await one.says("/keep all", hall(name))

    async def _play_to_the_end(self, name: str, *people: Participant) -> None:
        while (match := await self.scenario.match(hall(name))).roster.status is Status.RUNNING:
            for one in people:
                seat = match.roster.seat_of(str(one.person))
                if match.game and seat in match.waiting_for:
                    action = COMPUTERS["easy"](view_for(match.game, seat), Chance(f"{match.seq:064x}"))
                    await one.says(f"/{line(action)}", hall(name))
                    match = await self.scenario.match(hall(name))
            await self.scenario.settle()

    async def _play_until(self, name: str, come: Callable[[object], bool]) -> None:
        """Draw cards until a tunnel can be claimed and its surcharge paid, and claim it."""
        people = {str(one.person): one for one in (self.anna, self.boris)}
        for _ in range(300):
            match = await self.scenario.match(hall(name))
            assert match.game is not None
            (seat,) = match.waiting_for
            view = view_for(match.game, seat)
            if come(view.decision):
                return
            action = tunnel_claim(match.game) if isinstance(view.decision, TakeTurn) else None
            usual = "decline" if isinstance(view.decision, SettleTunnel) else "draw deck"
            said = line(action) if action else usual
            await people[match.roster.holders[seat].person].says(f"/{said}", hall(name))
            await self.scenario.settle()
        raise AssertionError("no tunnel")

    async def _move_on(self, by: timedelta) -> None:
        """Let time pass, and wait until everything that has become due is done, reminders too."""
        await self.scenario.clock.move_on(by)

        async def done() -> bool:
            due = await due_in_games(self.scenario.store, self.scenario.clock.now())
            await self.scenario.clock.move_on(timedelta())
            return not [kind for _, kind in due if kind.partition(":")[0] in (REMINDER, SNOOZE)]

        await until(done, "something is still due")
        await self.scenario.settle()

    async def _plans_are_played(self) -> bool:
        match = await self.scenario.match(hall("running"))
        bookmarks = await self.scenario.store.outbox.bookmarks(match.id)
        is_told = all(bookmarks[chat] == match.seq for chat in (hall("running"), BAR))
        return RECEIVER.tries > len(RECEIVER.got) and is_told and match.waiting_for == (2,)

    async def _is_archived(self) -> bool:
        await self.scenario.clock.move_on(timedelta(minutes=1))
        before = self.scenario.clock.now() - ARCHIVED_AFTER * DAY
        return await self.scenario.store.archives.archivable(before, 9) == ()

    @staticmethod
    def _code(said: str, command: str) -> str:
        return re.findall(rf"{command} ([\w-]+)", said)[0]


RECEIVER = WebhookReceiver()


def same_entropy(start: str) -> Callable[[int], bytes]:
    """The same bytes in each run, for all that the program draws."""
    numbers = count()
    return lambda size: shake_256(f"{start} {next(numbers)}".encode()).digest(size)


async def write(folder: Path) -> dict[str, str]:
    """Play in `scenario.db` of a folder. Returns what the people know."""
    limits = replace(LIMITS, replays_at="https://replays.example")
    platform, inn = MemoryPlatform(limits=limits), MemoryPlatform("inn")
    boards = write_short_boards(folder, "isle")
    async with open_scenario(
        folder,
        platform=platform,
        clock=FakeClock(),
        draw=same_entropy("program"),
        boards=boards,
        archive_after=ARCHIVED_AFTER,
    ) as scenario:
        scenario.host.add_platform(inn)
        writer = DatabaseWriter(scenario, inn)
        await writer.write()
        return writer.facts


def dump(path: Path, facts: dict[str, str]) -> str:
    """What a database holds, as statements that make it again, and before them what its people know.

    Rows are sorted. How many transactions were needed depends on chance.
    """
    connection = sqlite3.connect(path)
    connection.execute("UPDATE notes SET text = '1000' WHERE name = 'transactions'")
    ((shapes,),) = connection.execute("SELECT text FROM notes WHERE name = 'event-shapes'")
    in_order = json.dumps(json.loads(shapes), sort_keys=True)
    connection.execute("UPDATE notes SET text = ? WHERE name = 'event-shapes'", (in_order,))
    statements = []
    for _, group in groupby(connection.iterdump(), key=lambda text: text.partition(" VALUES(")[0]):
        statements += sorted(group)
    connection.close()
    return "\n".join([f"-- {json.dumps(facts, sort_keys=True)}", *statements, ""])


async def write_on_discord(folder: Path) -> dict[str, str]:
    """A game in a channel of Discord, in mid-turn."""
    clock = FakeClock()
    async with fake_discord(clock) as server:
        guild = FakeGuild(server)
        for name in ("Anna", "Boris"):
            guild.add_user(name)
        async with discord_bot(folder, guild, clock, same_entropy("discord")) as bot:
            first, _ = await bot.in_play("Anna", "Boris")
            await first.types("draw deck")
            await bot.settle()
            await bot.calm()
            dms = {
                account.name: str(server.world.conversation(account).id)
                for account in guild.guild.accounts
                if account.name in ("Anna", "Boris")
            }
            return {"at": clock.now().isoformat(), "turn": str(first), **dms}


async def write_on_telegram(folder: Path) -> dict[str, str]:
    """A game in a group of Telegram, in mid-turn; Boris has never written to the bot."""
    clock = FakeClock()
    async with (
        fake_telegram(clock) as server,
        telegram_bot(folder, FakeGroup(server), clock, same_entropy("telegram")) as bot,
    ):
        (anna,) = await bot.add_players("Anna", language="ru")
        await bot.add_players("Boris", started=False)
        first, _ = await bot.in_play("Anna", "Boris")
        await first.types("draw deck")
        await bot.settle()
        return {"at": clock.now().isoformat(), "turn": "Anna" if first.person == anna.person else "Boris"}


async def write_on_the_page(folder: Path) -> dict[str, str]:
    """A game in a channel of the page whose players choose starting tickets."""
    clock = FakeClock()
    async with hosted_page(folder, clock) as page:
        _, _, cellar, game = await in_the_cellar(page)
        store = page.host.repository.store

        async def is_told() -> bool:
            seq, told = await store.log.last_seq(game), await store.outbox.bookmarks(game)
            return len(told) == len(("the channel", "Anna", "Bob")) and set(told.values()) == {seq}

        await until(is_told, "the game is not told")
        return {"at": clock.now().isoformat(), "channel": cellar, "game": game}


DATABASE_FILES = {
    "": ("scenario.db", write),
    "-discord": ("bot.db", write_on_discord),
    "-telegram": ("bot.db", write_on_telegram),
    "-page": ("page.db", write_on_the_page),
}
"""By the end of a file's name: the database that is in it, and what plays there."""


def main() -> None:
    for end, (name, play) in DATABASE_FILES.items():
        with (
            tempfile.TemporaryDirectory() as made,
            patch("secrets.token_bytes", same_entropy("secrets")),
            patch.object(webhooks, "send", RECEIVER),
        ):
            folder = Path(made)
            facts = asyncio.run(play(folder))
            text = dump(folder / name, facts)
        path = DATABASES / f"v{REVISION}{end}.sql.gz"
        path.write_bytes(gzip.compress(text.encode(), mtime=0))
        print(f"{path.name}: {path.stat().st_size} bytes, {len(text)} unpacked")


if __name__ == "__main__":
    main()
