"""The board as a Mini App and as an Activity: its server, and the people who open it."""

import asyncio
import hashlib
import hmac
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientSession, WSMsgType
from pydantic import SecretStr

from bot.web.activity import Activity
from bot.web.apps import board_site
from bot.web.mini_app import MiniApp
from bot.web.server import DEFAULT_LIMITS, WebLimits, WebServer
from tests.discord_bot import DiscordBot
from tests.fakes.discord.activities import SECRET
from tests.fakes.telegram.server import TOKEN
from tests.fakes.telegram.world import Account
from tests.fakes.wire.patience import PATIENCE, until
from tests.fakes.wire.server import free_port
from tests.local_session import Tab, anyone
from tests.scenario import Scenario
from tests.telegram_bot import TelegramBot, TelegramPlayer

NOTHING: Mapping[str, object] = MappingProxyType({})


class Boards:
    """The site of the board, and the people who open it."""

    def __init__(self, server: WebServer, url: str, session: ClientSession) -> None:
        self.server = server
        self.url = url
        self.session = session

    async def connect(self, origin: str = "", *forwarded: str) -> Tab:
        """The socket of a page that has not said anything; `forwarded` is what proxies say of it."""
        headers = [("X-Forwarded-For", one) for one in forwarded]
        return Tab(
            await self.session.ws_connect(f"{self.url}/chat", origin=origin or self.url, headers=headers), ""
        )

    async def hello(self, **about: Any) -> Tab:
        """A page that says who opened it."""
        tab = await self.connect()
        await tab.ask("hello", **about)
        return tab

    async def hang_up(self) -> None:
        """Break the connections of all boards."""
        for tab in tuple(self.server.sessions):
            tab.drop()
            tab._transport.abort()

    async def opens(self, platform: str, proof: str, game: str = "", instance: str = "") -> Tab:
        """Open the board as a person of the platform, and wait until it is drawn."""
        tab = await self.hello(platform=platform, proof=proof)
        told = await tab.receive("welcome")
        tab.me, tab.token = told["me"], told["session"]
        await tab.ask("enter", game=game, instance=instance)
        return tab


@asynccontextmanager
async def boards(
    bot: Scenario, apps: Sequence[MiniApp | Activity], limits: WebLimits = DEFAULT_LIMITS
) -> AsyncIterator[Boards]:
    """Serve the board next to a bot."""
    port = free_port()
    url, secrets = f"http://localhost:{port}", [SecretStr(TOKEN), SecretStr(SECRET)]
    site = board_site(url, apps, secrets, bot.clock)
    server = WebServer(site, ("127.0.0.1", port), bot.clock, limits)
    serving = asyncio.create_task(server.serve(bot.host.dispatcher))
    try:
        await until(lambda: server._runner is not None or serving.done(), "the site does not open")
        async with anyone() as session:
            yield Boards(server, url, session)
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


def mini_app(bot: TelegramBot) -> MiniApp:
    """The Mini App of a bot."""
    return MiniApp(bot.chat, SecretStr(TOKEN), bot.clock)


def activity(bot: DiscordBot) -> Activity:
    """The Activity of a bot."""
    return Activity(bot.platform, SecretStr(SECRET))  # type: ignore[arg-type]


def init_data(
    account: Account, at: datetime, token: str = TOKEN, also: Mapping[str, object] = NOTHING, **fields: str
) -> str:
    """Telegram's data about the person who opened a page, signed with the token of a bot.

    `also` are more fields of the user, and `fields` more of the launch.
    """
    user = {"id": account.id, "first_name": account.name, "language_code": account.language or "en", **also}
    given = {"user": json.dumps(user), "auth_date": str(int(at.timestamp())), "signature": "x", **fields}
    text = "\n".join(f"{key}={value}" for key, value in sorted(given.items()))
    key = hmac.digest(b"WebAppData", token.encode(), "sha256")
    signed = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
    return urlencode({**given, "hash": signed})


A_MOMENT = timedelta(seconds=5)


async def proof_of(bot: TelegramBot, player: TelegramPlayer, **fields: str) -> str:
    """Telegram's signed data about a player who opens the board now. It is new each time."""
    await bot.clock.move_on(A_MOMENT)
    return init_data(player.user.account, bot.clock.now(), **fields)


async def shows_no_game(tab: Tab) -> bool:
    """Whether the site closes a socket without having sent it a game."""
    kinds = set()
    while (frame := await tab.socket.receive(PATIENCE)).type is WSMsgType.TEXT:
        kinds.add(json.loads(frame.data)["kind"])
    return kinds <= {"answer", "welcome", "games"}
