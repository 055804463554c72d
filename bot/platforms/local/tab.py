"""One open page: whose it is, what it shows, and what it has yet to be told."""

import asyncio
import logging
from base64 import b64encode
from collections import deque
from dataclasses import replace
from itertools import takewhile
from operator import eq

from aiohttp import WSCloseCode, web

from bot.model.identity import Chat
from bot.model.message import Message
from bot.platforms.local.protocol import line_of, written
from bot.platforms.port import CommandService
from bot.store import Profile

PATIENCE = 10
"""Seconds that a tab may take to accept one line. A tab that is given up comes back, and catches up."""

MOMENT = 0.1
"""Seconds for which news are gathered: what happens at a table is often told in several ways at once."""

PARAGRAPH = "\n\n"

log = logging.getLogger(__name__)


class Tab:
    """A page's side of its socket. Nobody waits for a slow page: what it is told queues up here.

    The private column is drawn up when it is sent, and so is never older than what was said before it;
    however often it is asked for meanwhile, it is drawn up once. An answer comes after it, and does not
    repeat it.
    """

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.profile: Profile | None = None
        self.chat: Chat | None = None
        self._socket = socket
        self._outbox: deque[str] = deque()
        self._answers: deque[Message] = deque()
        self._panel_due = False
        self._panel_planned: asyncio.TimerHandle | None = None
        self._panel_drawn: Message | None = None
        self._panel_sent: Message | None = None
        self._stirred = asyncio.Event()

    def send(self, kind: str, **content: object) -> None:
        """Tell the page something of a kind that PROTOCOL.md lists."""
        self._outbox.append(line_of(kind, content))
        self._stirred.set()

    def answer(self, message: Message) -> None:
        """Show an answer that is for this page's person only, and what has become of the private column."""
        self._answers.append(message)
        self._draw_now()

    def refresh(self) -> None:
        """Have the private column drawn up anew, when a moment has passed without need to do it before."""
        if self._panel_planned is None:
            self._panel_planned = asyncio.get_running_loop().call_later(MOMENT, self._draw_now)

    def show(self, chat: Chat) -> None:
        """Turn to a channel: its posts and its private column, whatever that was before."""
        self.chat = chat
        self._panel_drawn = self._panel_sent = None
        self._draw_now()

    async def close(self, code: int) -> None:
        """Hang up."""
        await self._socket.close(code=code)

    async def write(self, desk: CommandService) -> None:
        """Send what there is to send, as long as the page is there to read it."""
        try:
            while await self._stirred.wait():
                self._stirred.clear()
                await self._send_outbox()
                if self._panel_due:
                    await self._send_private(desk)
        except (ConnectionError, TimeoutError):
            await self.close(WSCloseCode.GOING_AWAY)

    def _draw_now(self) -> None:
        if self._panel_planned:
            self._panel_planned.cancel()
            self._panel_planned = None
        self._panel_due = True
        self._stirred.set()

    async def _send_outbox(self) -> None:
        while self._outbox:
            async with asyncio.timeout(PATIENCE):
                await self._socket.send_str(self._outbox.popleft())

    async def _send_private(self, desk: CommandService) -> None:
        """Send the private column where it has changed, and after it the answers."""
        self._panel_due = False
        answers, self._answers = self._answers, deque()
        panel = await self._draw_panel(desk)
        if panel and panel != self._panel_drawn:
            self._panel_drawn = panel
            self._queue_panel(panel)
        for answer in answers:
            self._queue_answer(answer, panel)
        await self._send_outbox()

    async def _draw_panel(self, desk: CommandService) -> Message | None:
        """The private column; None while there is none, or when the page has turned elsewhere meanwhile."""
        profile, chat = self.profile, self.chat
        if profile is None or chat is None:
            return None
        try:
            panel = await desk.panel(profile.person, chat)
        except Exception:
            log.exception("the private column of channel %s failed", chat.id)
            return None
        return panel if chat == self.chat else None

    def _queue_panel(self, panel: Message) -> None:
        if panel != self._panel_sent and self.profile and self.chat:
            self._panel_sent = panel
            called = panel.mention == self.profile.person
            self.send("panel", channel=self.chat.id, called=called, **private(panel))

    def _queue_answer(self, answer: Message, panel: Message | None) -> None:
        """What an answer repeats of the private column is left out, and its buttons go there."""
        said = said_before(answer, panel) if panel else None
        if panel is None or said is None:
            self.send("answer", beside=False, **private(answer))
            return
        if answer.text.endswith(panel.text):
            self._queue_panel(replace(panel, buttons=answer.buttons, menus=answer.menus, pick=answer.pick))
        self.send("answer", beside=True, **private(Message(said)))


def private(message: Message) -> dict[str, object]:
    """A message with its pictures in it: what is private has no address."""
    sources = ["data:image/png;base64," + b64encode(picture.png).decode() for picture in message.pictures]
    return written(message, sources)


def said_before(answer: Message, panel: Message) -> str | None:
    """What an answer says before it repeats the private column; None where it shows another thing.

    Somebody may have moved since the answer was made: then it repeats the end of the column only.
    """
    if answer.pictures != panel.pictures:
        return None
    said, shown = answer.text.split(PARAGRAPH), panel.text.split(PARAGRAPH)
    repeated = len(list(takewhile(bool, map(eq, reversed(said), reversed(shown)))))
    return PARAGRAPH.join(said[: len(said) - repeated]) if repeated else None
