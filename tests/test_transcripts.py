"""Transcripts of whole games on every platform, compared with files (UPDATE_TRANSCRIPTS=1 writes them)."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.commands import COMMANDS, arguments
from bot.model.call import Asker
from bot.model.identity import Chat, Person
from bot.model.message import Message, Pack
from bot.shown.picture_service import Sketch
from bot.store import Store
from bot.text.i18n import LANGUAGES
from bot.web.page_files import words_of
from bot.web.platform import LocalPlatform
from engine.notation import line as line_of
from engine.options import options
from engine.view import View
from tests import transcript_writer
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.discord.user import DiscordUser
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.fakes.telegram.user import TelegramUser
from tests.hosted_page import running_page
from tests.local_session import QuickClock, Tab
from tests.scenario import (
    MEMORY_CHAT,
    FakeClock,
    FakePictures,
    Participant,
    Player,
    Scenario,
    as_listed,
    open_scenario,
)
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot
from tests.transcript_writer import TranscriptWriter, compare, rest

WHOLE = 14
"""After this many decisions, private pages are left out until the last round."""


@pytest.fixture(autouse=True)
def _quick_games(short_boards: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.scenario.FakePictures.file", play_out)


async def play_out(_: FakePictures, sketch: Sketch, pack: Pack | None = None) -> bytes:
    """The same bytes for the same moment, and others for another one."""
    return b"" if sketch.is_film else f"a picture of {sketch.name}: {hash(sketch.key)}".encode()


class MixedPlay:
    """Chooses what players do: every kind of action once or twice, and otherwise what a computer would do."""

    def __init__(self) -> None:
        self._done: dict[str, int] = {}

    async def line(self, player: Player) -> str:
        view = await player.view()
        return next(iter(self._wishes(view)), None) or await player.thinks()

    def _wishes(self, view: View) -> Iterator[str]:
        wanted = {"TakeTurn": self._of_turn, "SettleTunnel": self._of_tunnel}
        wishes = wanted.get(type(view.decision).__name__)
        return wishes(view) if wishes else iter(())

    def _of_turn(self, view: View) -> Iterator[str]:
        """Tickets, a station, and tunnels, when the game has gone on for a while."""
        open_now, turn = options(view), view.table.turn
        if (
            turn > 5
            and "DrawTickets" in [kind.__name__ for kind in open_now.kinds]
            and self._first("tickets")
        ):
            yield "draw tickets"
        if turn > 7 and open_now.stations.places and self._first("station"):
            yield line_of(open_now.stations[0])
        tunnels = [id for id in open_now.claims.places if view.table.board.route[id].tunnel]
        if tunnels and self._first("tunnel", 4):
            yield f"claim {tunnels[0]} {open_now.claims.payments(tunnels[0])[0]}"
        if open_now.claims.places and turn > 12:
            yield line_of(as_listed(open_now.claims[-1], view))

    def _of_tunnel(self, view: View) -> Iterator[str]:
        lines = [line_of(action) for action in options(view)]
        yield lines[-1 if self._first("decline") else 0]

    def _first(self, what: str, times: int = 1) -> bool:
        """Whether it is done for the first time, or one of the first times."""
        self._done[what] = self._done.get(what, 0) + 1
        return self._done[what] <= times


Step = Callable[[Any, str], Awaitable[None]]


async def play(
    table: Scenario, book: TranscriptWriter, players: list[Any], how: Step, pause: Step | None = None
) -> None:
    """A game to its end: private pages are written at the beginning and in the last round only."""
    mix, count = MixedPlay(), 0
    while (match := await table.match()).waiting_for:
        for player in await table.waited_for(*players):
            book.rests = count >= WHOLE and match.table is not None and match.table.turns_left is None
            if count == WHOLE and pause:
                book.rests = False
                await pause(player, "")
            count += 1
            await how(player, await mix.line(player))
        await rest(table)


ASKED = ("hand", "tickets", "board", "scores", "log", "games", "help", "rules", "settings", "why", "record")


# ---- Discord


class RecordedDiscordUser(DiscordUser):
    """A member whose screen is written into the transcript."""

    look: Callable[[], Awaitable[None]]
    book: TranscriptWriter

    async def _do(self, kind: int, data: Any, source: Any = None) -> str:
        self.book.note(f"{self}, in the channel", f"> {self.server.transcript[-1]}")
        said = await super()._do(kind, data, source)
        if self.form is not None:
            self.book.note(f"{self}, in the channel", *transcript_writer.discord_form(self.form))
        if not self.book.rests:
            await self.look()
        return said


class DiscordGame:
    """A game on Discord, and what is seen of it."""

    def __init__(self, bot: DiscordBot) -> None:
        self.bot = bot
        self.book = TranscriptWriter()
        self.players: list[DiscordPlayer] = []

    async def add_player(self, name: str, **about: Any) -> DiscordPlayer:
        (player,) = await self.bot.add_players(name, **about)
        user = RecordedDiscordUser(
            self.bot.fake_guild.server, self.bot.fake_guild.guild, player.account, self.bot.channel
        )
        user.look, user.book = self.look, self.book
        self.players.append(DiscordPlayer(self.bot, user))
        return self.players[-1]

    async def look(self) -> None:
        await self.bot.calm()
        await rest(self.bot, self.bot.fake_guild.server.requests)
        seen = [(post.id, transcript_writer.discord_post(post)) for post in self.bot.posts]
        self.book.looks("#table", seen, public=True)
        for player in self.players:
            user = player.user
            mine = [(post.id, transcript_writer.discord_post(post)) for post in user.private]
            self.book.looks(f"{user}, in the channel", mine, public=False)
            letters = [(post.id, transcript_writer.discord_post(post)) for post in user.sees(user.dm)]
            self.book.looks(f"{user}, in a conversation", letters, public=False)

    async def clicks(self, player: DiscordPlayer, said: str) -> None:
        await player.clicks(said)
        await self.look()

    async def asks(self, player: DiscordPlayer, _: str = "") -> None:
        for word in ASKED:
            await player.user.runs(COMMANDS[word].written_on("discord"))


@asynccontextmanager
async def on_discord(folder: Path) -> AsyncIterator[DiscordGame]:
    clock = FakeClock()
    async with (
        fake_discord(clock, checked=False) as server,
        discord_bot(folder, FakeGuild(server), clock) as bot,
    ):
        yield DiscordGame(bot)


async def test_a_game_on_discord(tmp_path: Path) -> None:
    async with on_discord(tmp_path) as game:
        anna, boris = await game.add_player("Anna"), await game.add_player("Boris", locale="ru")
        await anna.user.runs("/game new", board="shorteurope europe")
        await boris.user.presses("Join", on=game.bot.last)
        await anna.user.runs("/game options")
        await anna.user.runs("/do computer easy")
        await boris.user.runs("/settings", language="ru", confirm=True)
        await anna.user.presses("Start", on=game.bot.last)
        await play(game.bot, game.book, [anna, boris], game.clicks, game.asks)
        game.book.rests = False
        await game.look()
        await game.asks(anna)
        compare("discord-game", game.book.text)


# ---- Telegram


class RecordedTelegramUser(TelegramUser):
    """A user whose screen is written into the transcript."""

    look: Callable[[], Awaitable[None]]
    book: TranscriptWriter

    async def says(self, text: str, at: Any = None, reply_to: Any = None) -> Any:
        post = await super().says(text, at, reply_to)
        self.book.note(f"{self}, alone", f"> {self.server.transcript[-1]}")
        await self.look()
        return post

    async def forges(self, code: str, on: Any) -> str:
        self.book.note(f"{self}, alone", f"> presses {code}")
        said = await super().forges(code, on)
        assert self.query is not None
        kind = "alert" if self.alerted else "answer"
        self.book.note(f"{self}, alone", f"{kind}: {said}", *filter(None, [self.query.url]))
        await self.look()
        return said


class TelegramGame:
    """A game on Telegram, and what is seen of it."""

    def __init__(self, bot: TelegramBot) -> None:
        self.bot = bot
        self.book = TranscriptWriter()
        self.players: list[TelegramPlayer] = []

    async def add_player(self, name: str, **about: Any) -> TelegramPlayer:
        (known,) = await self.bot.add_players(name, **about)
        user = RecordedTelegramUser(self.bot.server, known.user.account, self.bot.group)
        user.look, user.book, user.pause = self.look, self.book, self.bot.wait_a_while
        self.players.append(TelegramPlayer(self.bot, user))
        return self.players[-1]

    async def look(self) -> None:
        await rest(self.bot, self.bot.server.requests)
        # An answer for one person and the post of a turn are sent side by side: the answer comes first here.
        posts = sorted(self.bot.posts, key=lambda post: "Show answer" not in str(post.labels))
        seen = [(post.id, transcript_writer.telegram_post(post)) for post in posts]
        self.book.looks("the group", seen, public=True)
        for player in self.players:
            letters = [(post.id, transcript_writer.telegram_post(post)) for post in player.user.dms]
            self.book.looks(f"{player}, alone", letters, public=False)

    async def moves(self, player: TelegramPlayer, said: str) -> None:
        """Players who have pressed Start move by buttons; the others by commands."""
        await (player.clicks if player.user.account.started else player.types)(said)

    async def asks(self, player: TelegramPlayer, _: str = "") -> None:
        for one in self.players:
            for word in ASKED:
                await one.user.says(f"/{word}")
            for label in ("My hand", "Draw", "Claim", "Draw tickets", "Board"):
                if any(label in str(post.labels) for post in self.bot.posts):
                    await one.user.presses(label, at=self.bot.group)


@asynccontextmanager
async def on_telegram(folder: Path) -> AsyncIterator[TelegramGame]:
    clock = FakeClock()
    async with (
        fake_telegram(clock, checked=False) as server,
        telegram_bot(folder, FakeGroup(server), clock) as bot,
    ):
        yield TelegramGame(bot)


async def test_a_game_on_telegram(tmp_path: Path) -> None:
    async with on_telegram(tmp_path) as game:
        anna = await game.add_player("Anna", language="ru")
        boris = await game.add_player("Boris", started=False)
        await anna.user.says("/newgame shortusa")
        await boris.user.presses("Join", on=game.bot.with_button("Join"))
        await boris.user.says("/settings confirm on")
        await anna.user.presses("Start", at=game.bot.group)
        await play(game.bot, game.book, [anna, boris], game.moves, game.asks)
        game.book.rests = False
        await game.look()
        await game.asks(anna)
        compare("telegram-game", game.book.text)


# ---- the local page


class LocalPlayer(Player):
    """Somebody before a tab, and what the tab shows."""

    def __init__(self, table: "LocalGame", tab: Tab, name: str) -> None:
        self.scenario: LocalGame = table
        self.tab = tab
        self.name = name
        self.shown: dict[str, Any] = {}
        self._posts = 0

    @property
    def person(self) -> Person:
        return self.tab.person

    async def types(self, said: str) -> None:
        await self.asks("say", f"/{said}")

    plays = types

    async def asks(self, do: str, text: str) -> None:
        """Type or press something, and see what comes of it."""
        self.scenario.book.note(self.name, f"> {do} {text}")
        self.scenario.may_move.clear()  # an answer says less where the computer has moved before it comes
        await self.tab.ask(do, **{"say": {"text": text}, "press": {"code": text}}[do])
        self._sees(await self.tab.receive_until("answer"))
        self.scenario.may_move.set()
        await self.scenario.look()

    async def looks(self) -> None:
        """Read everything up to now. A press without meaning has one answer at most."""
        self._sees(await self.tab.received_so_far())
        panel = self.shown.get("panel")
        seen = [("panel", transcript_writer.frame(panel))] if panel else []
        self.scenario.book.looks(f"{self.name}, private column", seen, public=False)

    def _sees(self, frames: Iterable[Any]) -> None:
        for told in frames:
            self.shown[told["kind"]] = told
            if told["kind"] == "answer":
                self.scenario.book.note(self.name, *(f"    {line}" for line in transcript_writer.frame(told)))
            if told["kind"] == "posts":
                self._reads(told["posts"])

    def _reads(self, posts: list[Any]) -> None:
        for post in posts:
            self.shown["post"] = post
            lines = (f"#{post['number']}", *(f"    {line}" for line in transcript_writer.frame(post)))
            rests, self.scenario.book.rests = self.scenario.book.rests, False
            self.scenario.book.note(f"posts that {self.name} sees", *lines)
            self.scenario.book.rests = rests

    async def clicks(self, said: str) -> None:
        """Do what a line says by the buttons of the last answer, the private column and the last post."""
        before = (await self.scenario.match()).seq
        for _ in range(8):
            await self.asks("press", self._way_on(said))
            if (await self.scenario.match()).seq != before:
                return
        raise AssertionError(f"{self.name} could not {said}")

    def _way_on(self, said: str) -> str:
        codes = {_meaning(code): code for _, code in self._buttons()}
        verb, _, rest_of = said.partition(" ")
        wanted = [said, f"try {said.removeprefix('claim ')}", f"ways {said.split(' ')[-2:][0]}"]
        found = next((codes[way] for way in wanted if way in codes), None)
        if verb == "keep" and found is None:
            numbers = set(rest_of.split(","))
            marks = [code for way, code in codes.items() if way.startswith("mark ")]
            found = min(marks, key=lambda code: len(numbers ^ set(_meaning(code)[5:].split(","))))
        words = {"draw tickets": "Draw tickets", "draw": "Draw cards", "claim": "Claim", "station": "Build"}
        label = words.get(said, words.get(verb, "My hand"))
        return found or next(code for text, code in self._buttons() if label in text)

    def _buttons(self) -> list[tuple[str, str]]:
        parts = [self.shown.get(kind) or {} for kind in ("answer", "panel", "post")]
        rows = [row for part in parts for row in part.get("buttons", ())]
        return [(button["label"], button["code"]) for row in rows for button in row]


def _meaning(code: str) -> str:
    return code.split(".", 2)[-1]


class LocalGame(Scenario):
    """A table on the local page, and what is seen of it."""

    def __init__(self, store: Store, chat: LocalPlatform, clock: FakeClock) -> None:
        super().__init__(store, chat, clock)  # type: ignore[arg-type]
        self.book = TranscriptWriter()
        self.holders: list[LocalPlayer] = []
        self.may_move = asyncio.Event()
        """Whether computers may move: the tab has got the answer to what its person did last."""
        self.may_move.set()
        computers = self.host._computers
        move = computers._move

        async def moves_later(*move_of: Any) -> None:
            await self.may_move.wait()
            await move(*move_of)

        computers._move = moves_later  # type: ignore[method-assign]

    @property
    def home(self) -> Chat:
        return Chat("local", "table")

    async def look(self) -> None:
        await rest(self)
        for holder in self.holders:
            await holder.looks()

    async def clicks(self, holder: LocalPlayer, said: str) -> None:
        await holder.clicks(said)

    async def asks(self, holder: LocalPlayer, _: str = "") -> None:
        for word in ASKED:
            await holder.types(word)


@asynccontextmanager
async def on_the_page(
    folder: Path,
) -> AsyncIterator[tuple[LocalGame, Callable[[str], Awaitable[LocalPlayer]]]]:
    async with await Store.open(f"sqlite:///{folder / 'page.db'}") as store:
        chat = LocalPlatform(store, QuickClock(), port=0)
        game = LocalGame(store, chat, FakeClock())
        async with running_page(game.host, chat) as page:

            async def add_player(name: str) -> LocalPlayer:
                tab = await page.comes(name, name[0].lower() * 43)
                game.holders.append(LocalPlayer(game, tab, name))
                await tab.enter()
                await game.look()
                return game.holders[-1]

            yield game, add_player


async def test_a_game_on_the_local_page(tmp_path: Path) -> None:
    async with on_the_page(tmp_path) as (game, add_player):
        ada, bob = await add_player("Ada"), await add_player("Bob")
        await ada.types("new shorteurope")
        for word in ("join", "language ru"):
            await bob.types(word)
        await ada.types("computer easy")
        await ada.types("start")
        await play(game, game.book, [ada, bob], game.clicks, game.asks)
        game.book.rests = False
        await game.look()
        await game.asks(ada)
        compare("local-game", game.book.text)


# ---- what is registered


def without_ids(rows: Any) -> Any:
    """Registered commands in a fixed order, without values that differ each time."""
    if isinstance(rows, dict):
        return {
            name: without_ids(value)
            for name, value in rows.items()
            if name not in ("id", "application_id", "version")
        }
    return [without_ids(row) for row in rows] if isinstance(rows, list) else rows


async def test_what_is_registered(tmp_path: Path) -> None:
    async with on_discord(tmp_path) as game:
        await rest(game.bot, game.bot.fake_guild.server.requests)
        commands = sorted(
            without_ids(game.bot.fake_guild.server.endpoints.commands), key=lambda row: str(row["name"])
        )
    async with on_telegram(tmp_path) as there:
        await rest(there.bot, there.bot.server.requests)
        menus = there.bot.server.endpoints.menus
        told = [
            {"scope": scope, "language": code, "commands": rows}
            for (scope, code), rows in sorted(menus.items())
        ]
    page = {language: json.loads(words_of(language))["commands"] for language in LANGUAGES}
    async with open_scenario(tmp_path) as scenario:
        typed = {language: await typed_and_helped(scenario, language) for language in LANGUAGES}
    everything = {"discord": commands, "telegram": told, "page": page, "typed": typed}
    compare("registered", json.dumps(everything, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


WORDS = (
    "new", "practice", "join", "leave", "computer", "options", "variant", "bonus", "starter", "clock",
    "pause", "resume", "vote", "givetime", "start", "abort", "rematch", "restore", "skip", "replace",
    "rollback", "draw", "claim", "ticket", "station", "keep", "pay", "decline", "plan", "undo", "hint",
    "mark", "ways", "try", "hand", "tickets", "board", "text", "scores", "since", "log", "audit", "record",
    "why", "review", "moment", "seal", "rules", "showme", "help", "share", "follow", "unfollow", "webhook",
    "check", "chatsettings", "notify", "games", "stats", "leaderboard", "away", "back", "snooze", "settings",
    "nohints", "language", "write", "link", "mydata", "forgetme", "unlink",
)  # fmt: skip
"""Every word that a command or a button has."""


async def typed_and_helped(scenario: Scenario, language: str) -> dict[str, Any]:
    """In a chat without a game: what completes each command, and what `/help` says on each platform."""
    chat, helped = Chat("hall", language), {}
    visitor = await scenario.add_player(f"Visitor {language}")
    await visitor.says(f"/language {language}", chat)
    completed = {
        begun: await scenario.host.dispatcher.complete(Asker(visitor.person, chat), begun)
        for begun in ("/", *(f"/{word}" for word in WORDS), *(f"/{word} " for word in WORDS))
    }
    for platform in ("discord", "telegram", "local"):
        reader = await scenario.add_player(f"Reader {language}", platform)
        place = Chat(platform, language)
        await reader.says(f"/language {language}", place)
        topics = ("", *(one.removeprefix("/help ") for one in completed["/help "]))
        helped[platform] = {
            topic: (await reader.says(f"/help {topic}", place)).split("\n") for topic in topics
        }
    return {"completed": completed, "help": helped}


# ---- what people type

ODD = (
    "", "/", "/fly", "fly", "/new", "/new mars", "/new europe mars", "/new usa", "/join", "/join pink",
    "/join red", "/leave", "/leave yes", "/start", "/computer", "/computer genius", "/computer remove",
    "/variant", "/variant mars", "/bonus", "/bonus mars", "/starter", "/starter Zoe", "/options", "/draw",
    "/draw 9", "/draw 1", "/draw magenta", "/draw tickets", "/draw deck", "/claim", "/claim atlantis",
    "/claim paris", "/claim paris - brest", "/claim paris brest KKKKKK", "/claim danzig riga",
    "/claim berlin", "/station", "/station atlantis", "/station paris", "/station paris RR", "/ticket",
    "/ticket yes", "/keep", "/keep 99", "/keep none", "/keep all", "/pay", "/pay RRR", "/decline",
    "/hand", "/board", "/board zoom", "/text", "/text paris", "/text atlantis", "/text open",
    "/tickets", "/scores", "/log", "/games", "/help", "/rules", "/rules tunnels", "/rules luck",
    "/record", "/settings", "/settings ping never", "/settings confirm on", "/settings mood good",
    "/language", "/language xx", "/language en here", "/check", "/write", "/unfollow", "/follow",
    "/follow abc", "/link", "/link abc", "/link abc yes", "/unlink", "/why", "/why 1", "/why 99",
    "/why never", "/skip", "/skip Zoe", "/skip boris", "/replace", "/replace 1", "/replace 9",
    "/mark 1", "/try nothing", "/ways claim nowhere", "/abort", "/restore", "/restore abc",
)  # fmt: skip

BEGUN = (
    "", "/", "/c", "/s", "/no", "/new ", "/new e", "/new usa", "/join ", "/join b", "/computer ",
    "/computer e", "/language ", "/language ru", "/variant ", "/starter ", "/starter A", "/skip ",
    "/replace B", "/draw ", "/draw d", "/draw 1", "/keep ", "/keep 1", "/claim ", "/claim p",
    "/claim par", "/claim Берл", "/claim zzz", "/station ", "/station be", "/station Мад", "/pay ",
    "/text ", "/text o", "/text Par", "/help x", "/rules ", "/settings ", "hand",
)  # fmt: skip


class CommandSession:
    """Odd commands at several moments of a game."""

    def __init__(self, table: Scenario) -> None:
        self.table = table
        self.dispatcher = table.host.dispatcher
        self.book = TranscriptWriter()

    async def says(
        self, moment: str, participant: Participant, *lines: str, chat: Chat = MEMORY_CHAT
    ) -> None:
        for text in lines:
            await participant.says(text, chat)
            said = (f"    {line}" for line in transcript_writer.answer(participant.answer))
            self.book.note(moment, f"> {participant.person.id}: {text}", *said)
            await self.table.settle()
        await rest(self.table)

    def posts_by_game(self) -> dict[tuple[Chat, str], list[Message]]:
        """The posts of each game in each chat: those of two games may come in any order."""
        platform, posts = self.table.platform, dict[tuple[Chat, str], list[Message]]()
        for chat, told in platform.by_chat.items():
            for key, post in zip(platform.keys_of(chat), told, strict=True):
                posts.setdefault((chat, key.partition("-")[0]), []).append(post)
        return posts

    async def completes(self, moment: str, participant: Participant) -> None:
        for text in BEGUN:
            found = await self.dispatcher.complete(Asker(participant.person, MEMORY_CHAT), text)
            self.book.note(f"{moment}: completed", f"> {text}", *(f"    {line}" for line in found))
        asked = [(kind, *words) for kind in SUGGESTED for words in typed_in(kind)]
        for argument, typed, place in asked:
            asker = Asker(participant.person, MEMORY_CHAT)
            offered = await self.dispatcher.suggest(asker, SUGGESTED[argument], typed, place)
            rows = (f"    {one.label} = {one.value}" for one in offered)
            self.book.note(f"{moment}: suggested", f"> {argument} {typed!r} {place!r}", *rows)


SUGGESTED = {
    "game": arguments.BOARD,
    "variant": COMMANDS["variant"].parameter("variant"),
    "bonus": COMMANDS["bonus"].parameter("bonus"),
    "starter": COMMANDS["starter"].parameter("starter"),
    "player": COMMANDS["skip"].parameter("player"),
    "draw": COMMANDS["draw"].parameter("card"),
    "route": arguments.ROUTE,
    "route-cards": arguments.ROUTE_CARDS,
    "city": arguments.CITY,
    "city-cards": arguments.CITY_CARDS,
    "keep": arguments.TICKETS,
    "pay": COMMANDS["pay"].parameter("cards"),
    "place": arguments.PLACE,
    "color": COMMANDS["join"].parameter("color"),
    "level": arguments.LEVEL,
    "language": arguments.LANGUAGE,
    "ping": COMMANDS["settings"].parameter("ping"),
    "notify": COMMANDS["settings"].parameter("notify"),
    "timezone": COMMANDS["settings"].parameter("timezone"),
    "quiet": COMMANDS["settings"].parameter("quiet"),
    "when": COMMANDS["snooze"].parameter("when"),
    "pictures": COMMANDS["chatsettings"].parameter("pictures"),
    "clock": COMMANDS["clock"].parameter("clock"),
    "openers": COMMANDS["chatsettings"].parameter("openers"),
    "starters": COMMANDS["chatsettings"].parameter("starters"),
    "topic": COMMANDS["rules"].parameter("topic"),
    "help": COMMANDS["help"].parameter("topic"),
    "month": COMMANDS["stats"].parameter("month"),
    "view": COMMANDS["board"].parameter("view"),
    "plan": COMMANDS["plan"].parameter("plan"),
    "text": arguments.TEXT,
    "number": arguments.NUMBER,
    "flag": arguments.FLAG,
}


def typed_in(argument: str) -> list[tuple[str, str]]:
    """What is typed in a part of a command, and the place that was named before."""
    places = {"route-cards": "london--amsterdam", "city-cards": "paris"}
    place = places.get(argument, "")
    return [("", place), ("a", place), ("п", place), ("zzz", place)]


@asynccontextmanager
async def command_session(folder: Path) -> AsyncIterator[CommandSession]:
    async with open_scenario(folder) as table:
        yield CommandSession(table)


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_odd_commands(tmp_path: Path, language: str) -> None:
    async with command_session(tmp_path) as asked:
        anna, boris, zoe = [await asked.table.add_player(name) for name in ("Anna", "Boris", "Carla")]
        for participant in (anna, boris, zoe):
            await asked.says(
                "0 before", participant, f"/language {language}", "/games", "/hand", "/abort", "/share"
            )
        await asked.says("1 the lobby", anna, "/new europe")
        await asked.completes("1 the lobby", anna)
        not_now = ("/start", "/leave", "/leave yes")
        await asked.says("1 the lobby", boris, *[line for line in ODD if line not in not_now])
        asked.table.platform.admins.add(anna.person)
        await asked.says("2 the tickets", anna, "/join", "/variant europe", "/bonus none", "/starter lot")
        await asked.says(
            "2 the tickets", anna, "/start", "/skip", "/keep 1", "/draw deck", "/keep 77,78", "/hand"
        )
        await asked.completes("2 the tickets", anna)
        await asked.says("3 the first turn", anna, "/keep all")
        await asked.says("3 the first turn", boris, "/keep all")
        await asked.completes("3 the first turn", anna)
        await asked.completes("3 the first turn", boris)
        for participant in (anna, boris, zoe):
            await asked.says(f"4 the turn, {participant.person.id}", participant, *ODD)
        await shared_and_ended(asked, anna, boris, zoe)
        for (destination, game), posts in sorted(asked.posts_by_game().items(), key=str):
            lines = [[f"#{number}", *transcript_writer.answer(post)] for number, post in enumerate(posts, 1)]
            asked.book.note(f"posts of {game} in {destination}", *("\n".join(post) for post in lines))
        compare(f"commands-{language}", asked.book.text)


async def shared_and_ended(
    asked: CommandSession, anna: Participant, boris: Participant, carla: Participant
) -> None:
    """A game in two chats, two people in one, and an end that is taken back."""
    other, moment = Chat("hall", "other"), "5 shared"
    await asked.says(moment, anna, "/share")
    code = re.findall(r"/follow (\w+)", anna.heard)
    await asked.says(
        moment, carla, *(f"/follow {one}" for one in code), "/games", "/hand", "/unfollow", chat=other
    )
    await asked.says(moment, carla, *(f"/follow {one}" for one in code), chat=other)
    await asked.says(moment, anna, "/link")
    code = re.findall(r"/link (\w+)", anna.heard)
    for line in ("/link {}", "/link {} yes", "/hand", "/unlink", "/unlink"):
        await asked.says(moment, carla, *(line.format(one) for one in code[:1]))
    await asked.says(moment, boris, "/replace anna", "/skip anna", "/abort", "/abort yes")
    await asked.says(
        moment, anna, "/abort", "/abort yes", "/hand", "/abort yes", "/restore", "/restore", "/hand"
    )
