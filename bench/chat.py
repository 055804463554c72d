"""How fast the bot answers on Discord: `python -m bench.chat`.

Two hundred games run in one process of the bot, on a fake Discord in another process. Turns begin at an even
pace: the next player clicks Draw below the post of the turn, then takes two cards from the deck. The whole
path is measured, from the gateway event of a click until its answer has arrived:

- disk: one page synced to the disk, as every write to the log is
- ok: the bare library, which answers a button with "ok" and neither reads nor writes
- look: a click that only shows what can be drawn
- play: a click that plays an action: checked, written to the log on disk, and answered in private
- turn: from the click that ends a turn to the public post with its uploaded picture
- ack: any click, until its first response: the answer, or that the bot is thinking

After that come 500 presses in one instant, and more load than the machine can carry.

Milliseconds are wall-clock time, and both processes share the machine; the processor time of a turn is the
bot's own, in all its threads.
"""

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

import discord
from discord import ui
from pydantic import SecretStr
from yarl import URL

from bench.bars import Bars
from bench.load import PATIENCE, LoadTest, Times, in_a_process, main, measure
from bot.app import host
from bot.model.identity import Chat, Person
from bot.settings import Settings
from tests.fakes.discord.interactions import PRESS
from tests.fakes.discord.messages import write
from tests.fakes.discord.server import API, TOKEN, FakeDiscord, fake_discord
from tests.fakes.discord.world import Account, Channel, Post

GAMES_A_GUILD = 20

DECK = "Deck", "Blind", "From the deck"
"""The beginnings of the label of the button that draws from the deck."""


@dataclass(frozen=True)
class ChannelTable:
    """A channel, and the two who play there."""

    channel: Channel
    accounts: tuple[Account, Account]

    @property
    def chat(self) -> Chat:
        return Chat("discord", str(self.channel.id))

    @property
    def posts(self) -> list[Post]:
        """What everybody sees in the channel."""
        return [post for post in self.channel.messages if post.only_for is None]

    @property
    def people(self) -> tuple[Person, Person]:
        one, two = (Person("discord", str(account.id)) for account in self.accounts)
        return one, two


def tables(server: FakeDiscord, games: int) -> Iterator[ChannelTable]:
    """A channel for each game, in servers of twenty."""
    for first in range(0, games, GAMES_A_GUILD):
        guild = server.world.guild(f"Club {first}", server.world.account(f"Owner {first}"))
        for number in range(first, min(games, first + GAMES_A_GUILD)):
            accounts = server.world.account(f"Anna {number}"), server.world.account(f"Boris {number}")
            guild.accounts.extend(accounts)
            yield ChannelTable(server.world.channel(guild, f"table-{number}"), accounts)


class DiscordLoadTest(LoadTest[ChannelTable]):
    """Servers on a fake Discord."""

    def __init__(self, server: FakeDiscord, games: int) -> None:
        super().__init__(list(tables(server, games)))
        self._server = server
        self._clicker = DiscordClicker(server, self.times)

    def bot(self, *which: str) -> AbstractAsyncContextManager[int]:
        ready = self._server.gateway.until_connected()
        return in_a_process("bench.chat", self._server.url, *which, ready=ready)

    def bare_clicks(self) -> Sequence[Callable[[], Awaitable[object]]]:
        button = {"type": 2, "style": 1, "label": "Press", "custom_id": "press"}
        body = {"content": "Press me.", "components": [{"type": 1, "components": [button]}]}
        posts = [write(self._server.world, table.channel, body, {}) for table in self.tables]
        accounts = [table.accounts[0] for table in self.tables]
        who = zip(accounts, posts, strict=True)
        return [partial(self._clicker.click, "ok", account, post, "press") for account, post in who]

    def clear(self) -> None:
        for table in self.tables:
            table.channel.messages.clear()

    def requests(self) -> int:
        return len(self._server.requests)

    def is_told(self, table: ChannelTable) -> bool:
        return bool(table.posts) and bool(table.posts[-1].pings)

    async def press(self, table: ChannelTable) -> None:
        post = table.posts[-1]
        with suppress(TimeoutError, LookupError):
            await self._clicker.click("look", post.pings[0], post, code_of(post, "Draw"))

    async def take_turn(self, table: ChannelTable) -> None:
        with suppress(TimeoutError, LookupError):
            await self._draw_two(table)

    async def _draw_two(self, table: ChannelTable) -> None:
        click, post = self._clicker.click, table.posts[-1]
        account = post.pings[0]
        choice = await click("look", account, post, code_of(post, "Draw"))
        second = await click("play", account, choice, code_of(choice, *DECK))

        async def last() -> Post:
            return await click("play", account, second, code_of(second, *DECK))

        await self._clicker.until_posted("turn", table.channel, last)


def code_of(post: Post, *beginnings: str) -> str:
    """The callback data of the first button whose label begins so."""
    for beginning in beginnings:
        for button in post.buttons:
            if str(button.get("label")).startswith(beginning):
                return str(button["custom_id"])
    raise LookupError(f"none of {beginnings} among {post.labels}")


class DiscordClicker:
    """Clicks buttons as members do, and measures the time."""

    def __init__(self, server: FakeDiscord, times: Times) -> None:
        self._server = server
        self.times = times
        self._posted: dict[Channel, asyncio.Future[float]] = {}
        server.endpoints.on_post = self._seen

    async def click(self, kind: str, account: Account, post: Post, code: str) -> Post:
        """Click the button with this callback data. Returns the private answer."""
        data: dict[str, Any] = {"component_type": 2, "custom_id": code}
        one = self._server.interactions.born(PRESS, account, post.channel, data, post)
        begun = perf_counter()
        await self._server.happen(one)
        async with asyncio.timeout(PATIENCE):
            await one.acknowledged.wait()
            self.times.note("ack", begun, perf_counter())
            await one.settled.wait()
        self.times.note(kind, begun, perf_counter())
        answer = one.posts[-1] if one.posts else one.original
        assert answer is not None
        return answer

    async def until_posted(self, kind: str, channel: Channel, press: Callable[[], Awaitable[Post]]) -> Post:
        """Click, and wait for the channel's next public message with a picture."""
        seen = self._posted[channel] = asyncio.get_running_loop().create_future()
        begun = perf_counter()
        await press()
        async with asyncio.timeout(PATIENCE):
            self.times.note(kind, begun, await seen)
        return channel.messages[-1]

    def _seen(self, post: Post) -> None:
        waiting = self._posted.pop(post.channel, None) if post.attachments else None
        if waiting is not None and not waiting.done():
            waiting.set_result(perf_counter())


async def measured(options: argparse.Namespace, bars: Bars) -> None:
    """Measure on a fake Discord."""
    async with fake_discord(checked=False) as server:
        await measure(DiscordLoadTest(server, options.games), options, bars)


# ---- the other process


async def run_bot(url: str, which: str, database: str = "") -> None:
    """Run the bot, or the bare library."""
    discord.http.Route.BASE = url + API
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(f"{url.replace('http', 'ws')}/gateway/")
    if which == "bare":
        await Bare().start(TOKEN)
    else:
        chosen = {"database_url": database, "discord_token": SecretStr(TOKEN)}
        await host(Settings(_env_file=None, **chosen), on_page=False)  # type: ignore[arg-type, call-arg]


class Bare(discord.AutoShardedClient):
    """The library with one button and nothing else."""

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
    main(__doc__, measured, run_bot)
