"""One open page: its person, its channel, and what is still to be sent to it."""

import asyncio
import logging
from base64 import b64encode
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from operator import eq
from typing import Protocol

from aiohttp import WSMsgType, web

from bot.commands.dispatcher import Dispatcher
from bot.model.call import Asker
from bot.model.callbacks import NO_GAME
from bot.model.identity import Chat, Person
from bot.model.message import Message, drawn
from bot.model.profile import Profile
from bot.shown.table_state import difference
from bot.store import Post
from bot.text.i18n import Phrases, phrases
from bot.web.protocol import JsonObject, brief_post_json, line_of, message_json, post_json

MOMENT = 0.1
"""Seconds for which refreshes are gathered: one event often causes several."""

GOODBYE = 0.7
"""Seconds that a page has to close its socket."""

PARAGRAPH = "\n\n"

log = logging.getLogger(__name__)


class ShownChannels(Protocol):
    """The channels that a page shows."""

    async def posts_after(self, chat: Chat, after: int) -> Sequence[Post]:
        """The newest posts of a channel, after this number."""
        ...

    def listed(self, reader: Person) -> list[JsonObject]:
        """The channels as a person sees them."""
        ...


class Tab:
    """The program's side of a page's socket. Nobody waits for a slow page, and it costs little memory.

    Only answers to its own requests are queued, and the next request waits until they are sent (`written`).
    Posts, the list of channels and the private column are only noted as due. They are read or drawn when the
    page has read what came before: several posts then make one line, and several refreshes one drawing. The
    private column is never older than the posts before it. An answer comes after it and does not repeat it.
    """

    def __init__(
        self, socket: web.WebSocketResponse, transport: asyncio.Transport, network: str, patience: float
    ) -> None:
        """`network` is where it comes from; "" for this machine. `patience` are seconds to read a frame."""
        self.network = network
        self.profile: Profile | None = None
        self.chat: Chat | None = None
        self.pinned = NO_GAME
        """The game that the page shows; NO_GAME stands for the game of its chat."""
        self.draws_table = False
        self._table: JsonObject | None = None
        """The state of the table that the page has."""
        self._socket = socket
        self._transport = transport
        self._patience = patience
        self._replies: deque[bytes] = deque()
        self._answers: deque[tuple[Message, str]] = deque()
        self._seen = 0
        """The number of the newest post that the page has."""
        self._turns = 0
        """How often the page has turned to a channel."""
        self._enters = self._posts_due = self._list_due = self._panel_due = self._is_gone = False
        self._panel_planned: asyncio.TimerHandle | None = None
        self._last_drawn: Message | None = None
        self._last_sent: Message | None = None
        self._something_due = asyncio.Event()
        self._all_written = asyncio.Event()

    def reply(self, kind: str, **content: object) -> None:
        """Queue a line for the page that it has asked for, of a kind that PROTOCOL.md lists."""
        self._replies.append(line_of(kind, content))
        self._all_written.clear()
        self._something_due.set()

    def answer(self, message: Message, *, alone: bool = False, nonce: str = "") -> None:
        """Show an answer to this tab only, after the private column; or `alone`, without drawing that.

        `nonce` is that of the request.
        """
        if alone:
            self.reply("answer", beside=False, nonce=nonce, **private(message))
            return
        self._answers.append((message, nonce))
        self._all_written.clear()
        self._draw_now()

    def note(self, message: Message) -> None:
        """Show a message that this tab has not asked for."""
        self.reply("note", **private(message))

    def refresh(self) -> None:
        """Draw the private column again after a moment, unless something draws it earlier."""
        if self._panel_planned is None:
            self._panel_planned = asyncio.get_running_loop().call_later(MOMENT, self._draw_now)

    def show(self, chat: Chat, after: int = 0, *, draws_table: bool = False, game: str = NO_GAME) -> None:
        """Turn to a channel: send its posts after this number, and its private column.

        A page that draws the table by itself is sent its state, and no private pictures that it did not ask
        for.
        """
        self.chat, self.pinned, self._seen, self.draws_table = chat, game, after, draws_table
        self._table = None
        self._turns += 1
        self._enters = True
        self._last_drawn = self._last_sent = None
        self.note_posts()
        self._draw_now()

    @property
    def has_table(self) -> bool:
        """Whether the page draws a table, which its posts need not show."""
        return self._table is not None

    @property
    def game(self) -> object:
        """The id of the game whose table the page draws; None without."""
        return (self._table or {}).get("game")

    @property
    def phrases(self) -> Phrases:
        """The language of its person, as far as it is known."""
        return phrases(self.profile.language if self.profile and self.profile.language else "en")

    def leave(self) -> None:
        """Show no channel any longer."""
        self.chat = None

    def note_posts(self) -> None:
        """There are posts that the page does not have."""
        self._posts_due = True
        self._something_due.set()

    def note_channels(self) -> None:
        """The list of channels has changed."""
        self._list_due = True
        self._something_due.set()

    async def pong(self) -> None:
        """Tell the page that its connection works, ahead of everything else."""
        with suppress(ConnectionError, TimeoutError):
            await self._send(line_of("pong", {}))

    async def written(self) -> None:
        """Wait until the page has been sent all replies and answers, or is gone."""
        if not self._is_gone:
            await self._all_written.wait()

    async def close(self, code: int) -> None:
        """Close the socket. A page that does not answer is cut off."""
        with suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                await self._socket.close(code=code)
        self.drop()

    def drop(self) -> None:
        """Cut the connection, unless everything has been sent and it is closing."""
        if self._transport.get_write_buffer_size() or not self._transport.is_closing():
            self._transport.abort()

    async def write(self, dispatcher: Dispatcher, channels: ShownChannels | None = None) -> None:
        """Send what is due while the page reads it. A page that does not read is cut off, and reconnects.

        A page without channels is sent the table and the private column only.
        """
        try:
            while await self._something_due.wait():
                self._something_due.clear()
                await self._send_all(dispatcher, channels)
                if not (self._replies or self._answers):
                    self._all_written.set()
        except (ConnectionError, TimeoutError):
            pass
        except Exception as error:
            log.error("sending to a tab failed", exc_info=error)
        finally:
            self._is_gone = True
            self._all_written.set()
            self.drop()

    async def _send_all(self, dispatcher: Dispatcher, channels: ShownChannels | None) -> None:
        while self._replies:
            await self._send(self._replies.popleft())
        if self._list_due and self.profile and channels:
            self._list_due = False
            await self._send(line_of("channels", {"channels": channels.listed(self.profile.person)}))
        draws, self._panel_due = self._panel_due, False
        answers = len(self._answers)  # later ones need a later drawing
        if draws and self.draws_table:
            await self._send_table(dispatcher)
        if self._posts_due and channels:
            await self._send_posts(channels)
        if draws:
            await self._send_private(dispatcher, answers)

    def _draw_now(self) -> None:
        if self._panel_planned:
            self._panel_planned.cancel()
            self._panel_planned = None
        self._panel_due = True
        self._something_due.set()

    async def _send(self, line: bytes) -> None:
        async with asyncio.timeout(self._patience):
            await self._socket.send_frame(line, WSMsgType.TEXT)

    async def _send_posts(self, channels: ShownChannels) -> None:
        """Send the posts that the page does not have; on entering a channel also if there are none."""
        self._posts_due = False
        if self.chat is None:
            return
        chat, turn = self.chat, self._turns
        posts = await channels.posts_after(chat, self._seen)
        if turn != self._turns or chat != self.chat:
            return
        if posts or self._enters:
            self._enters = False
            self._seen = posts[-1].number if posts else self._seen
            shown = brief_post_json if self.has_table else post_json
            await self._send(line_of("posts", {"channel": chat.id, "posts": [*map(shown, posts)]}))

    async def _send_private(self, dispatcher: Dispatcher, answers: int) -> None:
        """Send the private column if it has changed, then this many answers.

        If the page enters a channel meanwhile, the column is not sent: it follows the posts of that channel.
        """
        turn, panel = self._turns, None
        if self.profile and (chat := self.chat):
            try:
                asker = Asker(self.profile.person, chat)
                panel = await dispatcher.panel(asker, self.pinned)
                panel = panel.without_files() if self.draws_table else panel
            except Exception as error:
                log.error("a private column failed", exc_info=error)
            if chat != self.chat:
                panel = None
        if panel and panel != self._last_drawn and turn == self._turns:
            self._last_drawn = panel
            await self._send_panel(panel)
        for _ in range(answers):
            await self._send_answer(*self._answers.popleft(), panel)

    async def _send_table(self, dispatcher: Dispatcher) -> None:
        """Send the table as the person sees it: whole at first, then what has changed."""
        profile, chat, turn = self.profile, self.chat, self._turns
        if profile is None or chat is None:
            return
        try:
            state = await dispatcher.table(Asker(profile.person, chat), self.pinned)
        except Exception as error:
            log.error("a table failed", exc_info=error)
            return
        if state is None or turn != self._turns:
            return
        before, self._table = self._table, dict(state)
        if before is None or before.get("game") != state.get("game"):
            await self._send(line_of("table", {"channel": chat.id, "state": state}))
        elif patch := difference(before, state):
            await self._send(line_of("change", {"channel": chat.id, "patch": patch}))

    async def _send_panel(self, panel: Message) -> None:
        """Send the private column, without what the page draws by itself: the hand, the tickets, and the
        buttons of a decision.
        """
        if panel.panel_of and (self._table or {}).get("stage") == "game":
            panel = replace(panel, text=panel.beyond)
        own = (self._table or {}).get("me")
        if isinstance(own, Mapping) and own["decision"] != "none":
            panel = replace(panel, buttons=(), pick=None)
        if panel == self._last_sent:
            return
        turn, shown = self._turns, await with_pictures(panel)
        if turn == self._turns and self.profile and self.chat:
            self._last_sent = panel
            called = self.profile.person in panel.mentioned
            content = {"channel": self.chat.id, "called": called, **private(shown)}
            await self._send(line_of("panel", content))

    async def _send_answer(self, answer: Message, nonce: str, panel: Message | None) -> None:
        """Leave out what the answer repeats of the private column; the buttons of that part move there."""
        if self._table and self._table.get("stage") == "lobby":  # the page draws its settings
            answer = replace(answer, menus=tuple(menu for menu in answer.menus if not menu.stays))
        if self.draws_table and answer.panel_of:
            answer = answer.without_files()
        part = part_before(answer, panel) if panel else None
        if panel is None or part is None:
            content = private(await with_pictures(answer))
            await self._send(line_of("answer", {"beside": False, "nonce": nonce, **content}))
            return
        if answer.text.endswith(panel.text):
            buttons = replace(panel, buttons=answer.buttons, menus=answer.menus, pick=answer.pick)
            await self._send_panel(buttons)
        await self._send(line_of("answer", {"beside": True, "nonce": nonce, **private(Message(part))}))


async def with_pictures(message: Message) -> Message:
    """A private message with its pictures, or without them where they cannot be drawn."""
    try:
        return await drawn(message)
    except Exception as error:
        log.error("the pictures of a private message failed", exc_info=error)
        return replace(message, pictures=())


def private(message: Message) -> dict[str, object]:
    """A private message as JSON: its pictures are in it, because they must have no address."""
    sources = ["data:image/png;base64," + b64encode(picture.png).decode() for picture in message.pictures]
    return message_json(message, sources)


def part_before(answer: Message, panel: Message) -> str | None:
    """The part of an answer before it repeats the private column; None where it repeats nothing of it.

    Where somebody has moved since the answer was made, all of it that is a panel is out of date.
    """
    if answer.panel_of and answer.panel_of == panel.panel_of and answer.as_of < panel.as_of:
        return answer.lead
    if answer.pictures != panel.pictures:
        return None
    own, shown = answer.text.split(PARAGRAPH), panel.text.split(PARAGRAPH)
    repeated = len(list(takewhile(bool, map(eq, reversed(own), reversed(shown)))))
    return PARAGRAPH.join(own[: len(own) - repeated]) if repeated else None
