"""One open page: its person, its channel, and the queue of what it is sent."""

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
from bot.platforms.local.protocol import line_of, message_json
from bot.service.dispatcher import Dispatcher
from bot.store import Profile

PATIENCE = 10
"""Seconds that a tab may take to accept one line. A tab that is cut off reconnects and catches up."""

MOMENT = 0.1
"""Seconds for which refreshes are gathered: one event often causes several."""

PARAGRAPH = "\n\n"

log = logging.getLogger(__name__)


class Tab:
    """The program's side of a page's socket. Nobody waits for a slow page: lines for it queue up here.

    The private column is drawn when it is sent, so it is never older than the posts before it; several
    refreshes before that draw it once. An answer comes after the column, and does not repeat it.
    """

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.profile: Profile | None = None
        self.chat: Chat | None = None
        self._socket = socket
        self._outbox: deque[str] = deque()
        self._answers: deque[Message] = deque()
        self._panel_due = False
        self._panel_planned: asyncio.TimerHandle | None = None
        self._last_drawn: Message | None = None
        self._last_sent: Message | None = None
        self._something_to_send = asyncio.Event()

    def send(self, kind: str, **content: object) -> None:
        """Queue a line for the page, of a kind that PROTOCOL.md lists."""
        self._outbox.append(line_of(kind, content))
        self._something_to_send.set()

    def answer(self, message: Message) -> None:
        """Show an answer to this tab only, after the private column."""
        self._answers.append(message)
        self._draw_now()

    def refresh(self) -> None:
        """Draw the private column again after a moment, unless something draws it earlier."""
        if self._panel_planned is None:
            self._panel_planned = asyncio.get_running_loop().call_later(MOMENT, self._draw_now)

    def show(self, chat: Chat) -> None:
        """Turn to a channel, and draw its private column."""
        self.chat = chat
        self._last_drawn = self._last_sent = None
        self._draw_now()

    async def close(self, code: int) -> None:
        """Hang up."""
        await self._socket.close(code=code)

    async def write(self, dispatcher: Dispatcher) -> None:
        """Send the queue, as long as the page reads it."""
        try:
            while await self._something_to_send.wait():
                self._something_to_send.clear()
                await self._send_outbox()
                if self._panel_due:
                    await self._send_private(dispatcher)
        except (ConnectionError, TimeoutError):
            await self.close(WSCloseCode.GOING_AWAY)

    def _draw_now(self) -> None:
        if self._panel_planned:
            self._panel_planned.cancel()
            self._panel_planned = None
        self._panel_due = True
        self._something_to_send.set()

    async def _send_outbox(self) -> None:
        while self._outbox:
            async with asyncio.timeout(PATIENCE):
                await self._socket.send_str(self._outbox.popleft())

    async def _send_private(self, dispatcher: Dispatcher) -> None:
        """Send the private column if it has changed, then the answers."""
        self._panel_due = False
        answers, self._answers = self._answers, deque()
        panel = await self._draw_panel(dispatcher)
        if panel and panel != self._last_drawn:
            self._last_drawn = panel
            self._queue_panel(panel)
        for answer in answers:
            self._queue_answer(answer, panel)
        await self._send_outbox()

    async def _draw_panel(self, dispatcher: Dispatcher) -> Message | None:
        """The private column; None while there is none, or if the page has turned to another channel."""
        profile, chat = self.profile, self.chat
        if profile is None or chat is None:
            return None
        try:
            panel = await dispatcher.panel(profile.person, chat)
        except Exception:
            log.exception("the private column of channel %s failed", chat.id)
            return None
        return panel if chat == self.chat else None

    def _queue_panel(self, panel: Message) -> None:
        if panel != self._last_sent and self.profile and self.chat:
            self._last_sent = panel
            called = self.profile.person in panel.mentioned
            self.send("panel", channel=self.chat.id, called=called, **private(panel))

    def _queue_answer(self, answer: Message, panel: Message | None) -> None:
        """Leave out what the answer repeats of the private column; the buttons of that part move there."""
        part = part_before(answer, panel) if panel else None
        if panel is None or part is None:
            self.send("answer", beside=False, **private(answer))
            return
        if answer.text.endswith(panel.text):
            self._queue_panel(replace(panel, buttons=answer.buttons, menus=answer.menus, pick=answer.pick))
        self.send("answer", beside=True, **private(Message(part)))


def private(message: Message) -> dict[str, object]:
    """A private message as JSON: its pictures are in it, because they must have no address."""
    sources = ["data:image/png;base64," + b64encode(picture.png).decode() for picture in message.pictures]
    return message_json(message, sources)


def part_before(answer: Message, panel: Message) -> str | None:
    """The part of an answer before it repeats the private column; None where it repeats nothing of it.

    If somebody has moved since the answer was made, only the last paragraphs of both are the same.
    """
    if answer.pictures != panel.pictures:
        return None
    own, shown = answer.text.split(PARAGRAPH), panel.text.split(PARAGRAPH)
    repeated = len(list(takewhile(bool, map(eq, reversed(own), reversed(shown)))))
    return PARAGRAPH.join(own[: len(own) - repeated]) if repeated else None
