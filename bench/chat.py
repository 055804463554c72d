"""How fast the bot answers in Discord: `python -m bench.chat`, or `make bench`.

Two hundred games, all in their middle in one process of the bot, on a Discord of the tests' own in another.
Turns begin at an even pace: whoever is next presses Draw below the turn's message, then the deck, then the
deck again. Measured is the whole path, from the moment the gateway tells of a click to the moment the answer
has come in:

- disk: one page synced to the disk, as every write to the log is
- ok: the bare library, which answers a button with "ok": no log, no picture, nothing to read
- look: a click that is only answered: what can be drawn
- play: a click that is judged, written to the log on the disk, and answered in private
- turn: from the click that ends a turn to the public message, its picture uploaded

Milliseconds are those of the clock on the wall, and both processes share the machine.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

import discord
from discord import ui
from pydantic import SecretStr
from yarl import URL

from bench.clicks import Clicker, code_of, paced, synced
from bench.figures import Figures, tell
from bench.tables import Table, begin, tables
from bot.program import host_on_platforms
from bot.settings import Settings
from tests.guildhall.server import API, TOKEN, Guildhall, guildhall
from tests.guildhall.world import Post
from tests.guildhall.writing import write

GAMES = 200
STARTING, QUIET = 300.0, 3.0
"""Seconds that the bot may take until everything is told, and of silence that say so."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the bot in Discord.")
    parser.add_argument("--games", type=int, default=GAMES, help="under way at once (200)")
    parser.add_argument("--turns", type=int, default=2 * GAMES, help="that are measured (400)")
    parser.add_argument("--pace", type=float, default=2.0, help="turns begun in a second (2)")
    parser.add_argument("--bot", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bot:
        asyncio.run(_be_the_bot(*options.bot))
    else:
        asyncio.run(_measure(options.games, options.turns, options.pace))


async def _measure(games: int, turns: int, pace: float) -> None:
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        async with guildhall(checked=False) as hall:
            url = f"sqlite+aiosqlite:///{folder}/bench.db"
            places = list(tables(hall, games))
            clicker = Clicker(hall, figures)
            figures.taken["disk"] = synced(Path(folder))
            await _press_the_bare_one(hall, clicker, places, turns, pace)
            await begin(url, places)
            await _play(hall, clicker, places, url, turns, pace)
    tell(figures, games, pace)


async def _press_the_bare_one(
    hall: Guildhall, clicker: Clicker, places: Sequence[Table], turns: int, pace: float
) -> None:
    """As many clicks as the games take, three a turn."""
    button = {"type": 2, "style": 1, "label": "Press", "custom_id": "press"}
    body = {"content": "Press me.", "components": [{"type": 1, "components": [button]}]}
    posts = [write(hall.world, table.channel, body, {}) for table in places]
    async with _bot(hall, "bare"):
        accounts = [table.accounts[0] for table in places]
        clicks = [partial(clicker.click, "ok", *who, "press") for who in zip(accounts, posts, strict=True)]
        await paced([clicks[number % len(clicks)] for number in range(3 * turns)], 3 * pace)
    for table in places:
        table.channel.messages.clear()


async def _play(
    hall: Guildhall, clicker: Clicker, places: Sequence[Table], url: str, turns: int, pace: float
) -> None:
    async with _bot(hall, "ours", url):
        async with asyncio.timeout(STARTING):
            await _until_told(hall, places)
        steps = [partial(_take_turn, clicker, places[number % len(places)]) for number in range(turns)]
        await paced(steps, pace)
        clicker.figures.given_up = turns - len(clicker.figures.taken["turn"])


async def _until_told(hall: Guildhall, places: Sequence[Table]) -> None:
    """Wait until every channel has its turn and the bot has nothing more to say."""
    heard = -1
    while heard != len(hall.requests) or not all(map(_turn_is_told, places)):
        heard = len(hall.requests)
        await asyncio.sleep(QUIET)


def _turn_is_told(table: Table) -> bool:
    return bool(table.channel.messages) and bool(table.channel.messages[-1].pings)


async def _take_turn(clicker: Clicker, table: Table) -> None:
    """Whoever is called draws two cards from the deck, if the bot answers."""
    with suppress(TimeoutError, LookupError):
        await _draw_two(clicker, table)


async def _draw_two(clicker: Clicker, table: Table) -> None:
    post = [post for post in table.channel.messages if post.only_for is None][-1]
    account = post.pings[0]
    choice = await clicker.click("look", account, post, code_of(post, "Draw"))
    second = await clicker.click("play", account, choice, code_of(choice, "Deck", "Blind", "From the deck"))

    async def last() -> Post:
        return await clicker.click("play", account, second, code_of(second, "Deck", "Blind", "From the deck"))

    await clicker.until_posted("turn", table.channel, last)


# ---- the other process


@asynccontextmanager
async def _bot(hall: Guildhall, *which: str) -> AsyncIterator[None]:
    """The bot in a process of its own, until it is no longer needed."""
    command = sys.executable, "-m", "bench.chat", "--bot", hall.url, *which
    process = await asyncio.create_subprocess_exec(*command)
    try:
        await hall.gateway.until_connected()
        await asyncio.sleep(1)
        yield
    finally:
        process.terminate()
        await process.wait()


async def _be_the_bot(url: str, which: str, database: str = "") -> None:
    discord.http.Route.BASE = url + API
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(f"{url.replace('http', 'ws')}/gateway/")
    if which == "bare":
        await Bare().start(TOKEN)
    else:
        token = SecretStr(TOKEN)
        await host_on_platforms(Settings(_env_file=None, database_url=database, discord_token=token))  # type: ignore[call-arg]


class Bare(discord.AutoShardedClient):
    """The library, and next to nothing."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Ok)


class Ok(ui.DynamicItem[ui.Button[ui.View]], template="press"):
    """A button that is answered with "ok"."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Press", custom_id="press"))

    @classmethod
    async def from_custom_id(cls, *_: object) -> "Ok":
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("ok", ephemeral=True)


if __name__ == "__main__":
    main()
