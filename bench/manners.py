"""How much people press and read: `python -m bench.manners`.

Whole games of three are played on the fake Discord and the fake Telegram, by buttons alone, with a clock of
24 hours. Printed are medians, each with its bar:

- presses from the mention until a turn is over, by what the turn does, as people do it: two cards from the
  deck at once, a claim that the panel offers by its button; and those that plan a turn
- words of a message as its readers first see it: the lobby and the post that starts the game together, the
  post of a turn, its buttons, the panel at the beginning of one's own turn, the post of the end
- messages in the chat, calls to the platform, edits among them, and new private messages, a turn
- pictures that follow the end of a game
"""

import asyncio
import re
import statistics
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bench.bars import Bars, bench_parser
from bot.matches.roster import Status
from bot.model.callbacks import TWO_CARDS
from bot.text.i18n import phrases
from bot.text.place_choices import best_claims
from engine.actions import Action, BuildStation, ClaimRoute, DrawDeck, DrawFaceUp, DrawTickets
from engine.notation import line
from engine.options import options
from engine.view import View
from tests.discord_bot import DiscordBot, DiscordPlayer, discord_bot
from tests.fakes.discord.guild import FakeGuild
from tests.fakes.discord.server import fake_discord
from tests.fakes.discord.world import Post as DiscordPost
from tests.fakes.telegram.group import FakeGroup
from tests.fakes.telegram.server import fake_telegram
from tests.fakes.telegram.world import Post as TelegramPost
from tests.scenario import FakeClock
from tests.short_boards import write_short_boards
from tests.telegram_bot import TelegramBot, TelegramPlayer, telegram_bot

NAMES, BOARD = ("Anna", "Boris", "Carol"), "shorteurope"

GAMES = 2

TWO_FROM_THE_DECK, FOR_A_TICKET, TICKETS = "two from the deck", "claim for a ticket", "tickets"
KINDS: Sequence[tuple[str, type[Action]]] = (
    (TICKETS, DrawTickets),
    ("station", BuildStation),
    ("claim", ClaimRoute),
    ("face-up cards", DrawFaceUp),
    (TWO_FROM_THE_DECK, DrawDeck),
)
PLANNED = ("plan add", "plan =deck deck", "plan done")
"""The buttons that plan a turn."""

PRESSES = {
    TWO_FROM_THE_DECK: 2,
    "face-up cards": 3,
    FOR_A_TICKET: 2,
    "claim": 3,
    "claim that costs more": 4,
    "station": 3,
    TICKETS: 2,
    "choice of tickets": 4,
    "planned turn": 3,
}
WORDS = {"start of a game": 60, "post of a turn": 18, "panel of a turn": 45, "end of a game": 80}
PICTURES = 1
A_TURN = {"messages": 1, "private messages": 1}
"""The bars: the most that the median may be. The choice of tickets has a press for each, on Telegram."""

_SPOKEN = {
    r"<t:\d+:R>": "in 24 hours",
    r"<t:\d+(:\w)?>": "March 2 18:00",
    r"<@\d+>": "Anna",
    r"<:\w+:\d+>": "",
}
"""What the reader of a message sees where Discord has a code."""

Player = DiscordPlayer | TelegramPlayer
Post = DiscordPost | TelegramPost


@dataclass
class Tally:
    """The figures of all games on a platform."""

    presses: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    words: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    a_turn: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    pictures: list[int] = field(default_factory=list)

    def show(self, platform: str, bars: Bars) -> None:
        """Print the medians and their bars."""
        groups = (
            ("presses of a turn", self.presses, PRESSES),
            ("words", self.words, WORDS),
            ("a turn", self.a_turn, A_TURN),
            ("pictures", {"end of a game": self.pictures}, {"end of a game": PICTURES}),
        )
        for group, figures, most in groups:
            for kind, found in figures.items():
                bars.figure(f"{platform}, {group}: {kind}", statistics.median(found), most.get(kind))


def words_of(text: str) -> int:
    """The words that a reader of a message sees."""
    for code, spoken in _SPOKEN.items():
        text = re.sub(code, spoken, text)
    return sum(any(sign.isalnum() for sign in word) for word in text.split())


class Watch:
    """What is seen of one game."""

    def __init__(
        self, bot: DiscordBot | TelegramBot, players: Sequence[Player], tally: Tally, aloud: bool
    ) -> None:
        self.bot = bot
        self.players = players
        self.server = bot.fake_guild.server if isinstance(bot, DiscordBot) else bot.server
        self.tally = tally
        self.aloud = aloud
        self._seen = set[int]()

    def private(self, player: Player) -> Sequence[Post]:
        """The messages to a player that nobody else sees, apart from answers."""
        return player.user.sees(player.user.dm) if isinstance(player, DiscordPlayer) else player.user.dms

    @property
    def presses(self) -> int:
        """What people have pressed, picked and filled in until now."""
        done = re.compile(rf"(?:{'|'.join(NAMES)}) (?:presses|picks|fills in) ")
        return sum(bool(done.match(line)) for line in self.server.transcript)

    @property
    def private_messages(self) -> int:
        return sum(len(self.private(player)) for player in self.players)

    def new_posts(self) -> list[Post]:
        """The posts since the last look."""
        posts = [post for post in self.bot.posts if post.id not in self._seen]
        self._seen |= {post.id for post in posts}
        for post in posts:
            self.read(post)
        return posts

    def read(self, post: Post, to: str = "") -> None:
        """Print a message, if messages are to be read aloud."""
        if self.aloud:
            print(f"\n{to and f'(only {to}) '}{post.text}\n{post.labels}")

    async def play(self) -> None:
        """Play the game to its end, and count."""
        self.tally.words["start of a game"].append(sum(words_of(post.text) for post in self.new_posts()))
        for player in self.players:
            await player.clicks(await player.thinks())
        await self.bot.settle()
        self.new_posts()
        while (await self.bot.match()).roster.status is Status.RUNNING:
            (player,) = await self.bot.waited_for(*self.players)
            asked, private = len(self.server.requests), self.private_messages
            words, a_turn = self.tally.words, self.tally.a_turn
            panel = self.private(player)[-1]
            words["panel of a turn"].append(words_of(panel.text))
            self.read(panel, str(player))
            await self._turn(player)
            posts = self.new_posts()
            calls = [name for name, _ in self.server.requests[asked:] if name != "getUpdates"]
            if (await self.bot.match()).roster.status is Status.OVER:
                words["end of a game"].append(sum(words_of(post.text) for post in posts))
                self.tally.pictures.append(sum(map(_pictures, posts)))
                return
            words["post of a turn"].append(sum(words_of(post.text) for post in posts))
            words["buttons of it"].append(sum(words_of(" ".join(post.labels)) for post in posts))
            a_turn["messages"].append(len(posts))
            a_turn["private messages"].append(self.private_messages - private)
            a_turn["calls"].append(len(calls))
            a_turn["edits"].append(sum(name.startswith(("edit", "update")) for name in calls))

    async def _turn(self, player: Player) -> None:
        """Take a turn, and count what is pressed for it."""
        seat, view, presses = await player.seat(), await player.view(), self.presses
        kind, said = self._chosen(view, await player.thinks())
        while True:
            await player.clicks(said)
            await self.bot.settle()
            match = await self.bot.match()
            is_offered = kind == TICKETS and said == "draw tickets"
            is_over = (
                seat not in match.waiting_for or match.table is None or match.table.turn != view.table.turn
            )
            if is_offered or is_over:
                self.tally.presses[kind].append(self.presses - presses)
            if is_over or match.roster.status is not Status.RUNNING:
                break
            if is_offered:
                kind, presses = "choice of tickets", self.presses
            elif said.startswith("claim"):
                kind = "claim that costs more"
            said = await player.thinks()
        if match.roster.status is Status.RUNNING and not self.tally.presses["planned turn"]:
            presses = self.presses
            for button in PLANNED:
                await player.presses_line(button)
                await self.bot.settle()
            self.tally.presses["planned turn"].append(self.presses - presses)
            await player.presses_line("plan delete")
            await self.bot.settle()

    def _chosen(self, view: View, thought: str) -> tuple[str, str]:
        """A turn: of a kind that was not counted yet, or else what a computer would do."""
        open_now, best = options(view), {}
        for claim, _ in best_claims(view, phrases("en")):
            best[claim.route] = line(claim)
        possible = {
            kind: [line(one) for one in open_now.of(action) if getattr(one, "route", "") not in best]
            for kind, action in KINDS
        } | {FOR_A_TICKET: [*best.values()]}
        if view.table.deck > 1:
            possible[TWO_FROM_THE_DECK] = [TWO_CARDS]
        for kind, lines in possible.items():
            if lines and not self.tally.presses[kind]:
                return kind, lines[0]
        if thought == "draw deck":
            return TWO_FROM_THE_DECK, possible[TWO_FROM_THE_DECK][0]
        verb, _, rest = thought.partition(" ")
        if verb == "claim" and (route := rest.split()[0]) in best:
            return FOR_A_TICKET, best[route]
        return {"draw": TICKETS if rest == TICKETS else "face-up cards"}.get(verb, verb), thought


def _pictures(post: Post) -> int:
    if isinstance(post, DiscordPost):
        return len([one for one in post.attachments if one.filename.endswith((".png", ".jpg"))])
    return int(post.media is not None and post.media.kind == "photo")


@asynccontextmanager
async def bot_on(platform: str, folder: Path) -> AsyncIterator[DiscordBot | TelegramBot]:
    """The bot on a fake platform, with short boards and a clock."""
    clock, chosen = FakeClock(), {"boards": write_short_boards(folder, BOARD), "turn_clock": "24h"}
    if platform == "Discord":
        async with (
            fake_discord(clock, checked=False) as discord,  # type: ignore[arg-type]
            discord_bot(folder, FakeGuild(discord), clock, **chosen) as on_discord,  # type: ignore[arg-type, var-annotated]
        ):
            yield on_discord
    else:
        async with (
            fake_telegram(clock, checked=False) as telegram,  # type: ignore[arg-type]
            telegram_bot(folder, FakeGroup(telegram), clock, chosen=chosen) as on_telegram,
        ):
            yield on_telegram


async def main() -> None:
    """Play the games and print the figures."""
    parser = bench_parser(__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games on each platform")
    parser.add_argument("--aloud", action="store_true", help="print what everybody reads")
    options = parser.parse_args()
    bars = Bars()
    for platform in ("Discord", "Telegram"):
        tally = Tally()
        for _ in range(options.games):
            with tempfile.TemporaryDirectory() as folder:
                async with bot_on(platform, Path(folder)) as bot:
                    players = await bot.start_game(
                        *NAMES, board=f"{BOARD} europe" if platform == "Discord" else BOARD
                    )
                    await Watch(bot, players, tally, options.aloud).play()
        tally.show(platform, bars)
    bars.finish(check=options.check)


if __name__ == "__main__":
    asyncio.run(main())
