"""The server of the board in Telegram and Discord: one page, which shows one table to people they know."""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from hashlib import sha256

from aiohttp import WSCloseCode, web
from pydantic import SecretStr

from bot.commands.dispatcher import Dispatcher
from bot.matches.repository import MatchRepository
from bot.model.identity import Person
from bot.web.apps import App, Apps, AppSession
from bot.web.server import WebLimits, WebServer
from bot.web.session import Answered
from bot.web.site import COUNTED, MAP_FILE, PRINTED_MAP, make_apps_site
from bot.web.tab import Tab

MOST_OPEN = 8
"""Boards that one person may have open; one more closes the oldest."""

LIMITS = WebLimits()

log = logging.getLogger(__name__)


class AppServer:
    """Serves the board at an https address that is forwarded to this machine.

    `secrets` are those that only the operator knows: from them it makes the key of its tokens.
    """

    name = "apps"

    def __init__(
        self,
        address: str,
        listen_at: tuple[str, int],
        apps: Sequence[App],
        secrets: Sequence[SecretStr],
        repository: MatchRepository,
        limits: WebLimits = LIMITS,
    ) -> None:
        self._address = address.lower().rstrip("/")
        self._listen_at = listen_at
        self._apps: Apps = {app.name: app for app in apps}
        self._key = sha256("\n".join(one.get_secret_value() for one in secrets).encode()).digest()
        self._repository = repository
        self._news = repository.subscribe()
        self._limits = limits
        self._sessions: dict[Tab, AppSession] = {}
        """Every open board, the oldest first."""
        self._answered = Answered()
        self._server: WebServer | None = None

    async def serve(self, dispatcher: Dispatcher) -> None:
        """Serve boards until cancelled. Raises OperatorError where the port is taken."""
        await self.start(dispatcher)
        log.info("the board is served for %s", self._address)
        try:
            while True:
                await self._tell(dispatcher, await self._news.get())
        finally:
            await self.stop()

    async def start(self, dispatcher: Dispatcher) -> None:
        """Listen. Raises OperatorError."""

        async def serve_tab(request: web.Request) -> web.StreamResponse:
            return await self._serve_tab(server, dispatcher, request)

        async def board_file(edition: str, name: str) -> bytes | None:
            return await dispatcher.archive.board_file(edition, PRINTED_MAP if name == MAP_FILE else name)

        site = make_apps_site(serve_tab, board_file, self._origins, self._client_id, self._limits)
        server = WebServer(site, self._limits, set())
        await server.start(*self._listen_at)
        self._server = server

    async def stop(self) -> None:
        """Hang up on every board, and stop listening."""
        if self._server:
            await self._server.stop()
            self._server = None

    def _client_id(self) -> str:
        return "".join(app.client_id for app in self._apps.values())

    def _origins(self) -> Sequence[str]:
        """Where the page is opened: at its own address, and through Discord's proxy."""
        client = self._client_id()
        return [self._address, *([f"https://{client}.discordsays.com"] if client else ())]

    async def _serve_tab(
        self, server: WebServer, dispatcher: Dispatcher, request: web.Request
    ) -> web.StreamResponse:
        opened: list[Tab] = []
        loop = asyncio.get_running_loop()

        async def welcome(person: Person) -> None:
            if COUNTED in request:
                request[COUNTED].close()
            await self._make_room(person)

        def converse(tab: Tab) -> tuple[AppSession, Coroutine[object, object, None]]:
            loop.call_later(self._limits.header_time, _drop_stranger, tab)
            clock = self._repository.clock
            self._sessions[tab] = AppSession(
                self._apps, self._key, welcome, dispatcher, tab, clock, self._answered
            )
            opened.append(tab)
            return self._sessions[tab], tab.write(dispatcher)

        try:
            return await server.serve_tab(request, converse)
        finally:
            for tab in opened:
                del self._sessions[tab]

    async def _make_room(self, person: Person) -> None:
        """Close the oldest boards of a person who has too many open."""
        own = [tab for tab in self._sessions if tab.profile and tab.profile.person == person]
        for tab in own[:-MOST_OPEN]:
            await tab.close(WSCloseCode.POLICY_VIOLATION)

    async def _tell(self, dispatcher: Dispatcher, game: str) -> None:
        """Let every board that shows a game draw it again."""
        chats = await dispatcher.directory.chats_of(game)
        sessions = self._sessions.items()
        shown = [session.news() for tab, session in sessions if tab.pinned == game or tab.chat in chats]
        for error in await asyncio.gather(*shown, return_exceptions=True):
            if isinstance(error, Exception):
                log.error("a board was not shown the news", exc_info=error)


def _drop_stranger(tab: Tab) -> None:
    """Cut off a page that has not said who uses it: it takes a connection that a player may need."""
    if tab.profile is None:
        tab.drop()
