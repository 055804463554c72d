"""One open page: whose it is, what it shows, and what it has yet to be told."""

import asyncio
import logging
from base64 import b64encode
from collections import deque

from aiohttp import web

from bot.identity import Chat
from bot.message import Message
from bot.platforms.local.wire import line_of, written
from bot.platforms.port import FrontDesk
from bot.store import Profile

PATIENCE = 10
"""Seconds that a tab may take to accept one line. A tab that is given up comes back, and catches up."""

log = logging.getLogger(__name__)


class Tab:
    """A page's side of its socket. Nobody waits for a slow page: what it is told queues up here.

    The private column is drawn up when it is sent, and so is never older than what was said before it;
    asked for ten times meanwhile, it is drawn up once.
    """

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.profile: Profile | None = None
        self.chat: Chat | None = None
        self._socket = socket
        self._outbox: deque[str] = deque()
        self._panel_due = False
        self._panel_shown = ""
        self._stirred = asyncio.Event()

    def send(self, kind: str, **content: object) -> None:
        """Tell the page something of a kind that PROTOCOL.md lists."""
        self._outbox.append(line_of(kind, content))
        self._stirred.set()

    def answer(self, message: Message) -> None:
        """Show an answer that is for this page's person only."""
        self.send("answer", **_private(message))

    def refresh(self) -> None:
        """Have the private column drawn up anew."""
        self._panel_due = True
        self._stirred.set()

    def show(self, chat: Chat) -> None:
        """Turn to a channel: its posts and its private column, whatever that was before."""
        self.chat = chat
        self._panel_shown = ""
        self.refresh()

    async def close(self, code: int) -> None:
        """Hang up."""
        await self._socket.close(code=code)

    async def write(self, desk: FrontDesk) -> None:
        """Send what there is to send, as long as the page is there to read it."""
        try:
            while await self._stirred.wait():
                self._stirred.clear()
                await self._send_outbox()
                await self._send_panel(desk)
        except (ConnectionError, TimeoutError):
            await self.close(1001)

    async def _send_outbox(self) -> None:
        while self._outbox:
            async with asyncio.timeout(PATIENCE):
                await self._socket.send_str(self._outbox.popleft())

    async def _send_panel(self, desk: FrontDesk) -> None:
        if not self._panel_due or self.profile is None or self.chat is None:
            return
        self._panel_due = False
        profile, chat = self.profile, self.chat
        try:
            message = await desk.panel(profile.person, chat)
        except Exception:
            log.exception("the private column of channel %s failed", chat.id)
            return
        self._queue_panel(chat, message, message.mention == profile.person)

    def _queue_panel(self, chat: Chat, message: Message, called: bool) -> None:
        """Send the private column, unless the page shows it already or has turned elsewhere meanwhile."""
        line = line_of("panel", {"channel": chat.id, "called": called, **_private(message)})
        if chat == self.chat and line != self._panel_shown:
            self._panel_shown = line
            self._outbox.append(line)
            self._stirred.set()


def _private(message: Message) -> dict[str, object]:
    """A message with its pictures in it: what is private has no address."""
    sources = ["data:image/png;base64," + b64encode(picture.png).decode() for picture in message.pictures]
    return written(message, sources)
