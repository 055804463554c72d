"""The local chat with a dispatcher that echoes, and tabs as the page opens them."""

import asyncio
import json
import secrets
import socket
import struct
import zlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self, cast

from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType

from bot.clock import Clock
from bot.commands.dispatcher import Dispatcher
from bot.model.call import Asker, Call
from bot.model.callbacks import NO_GAME, CallbackData
from bot.model.identity import Chat, Person
from bot.model.message import Button, Message, Picture, PictureSource, Topic
from bot.model.port import Key
from bot.store import Store
from bot.web.platform import LocalPlatform
from bot.web.server import DEFAULT_LIMITS, WebLimits
from tests.fakes.wire.patience import PATIENCE, until

TABLE = Chat("local", "table")


def png(width: int = 3, height: int = 2) -> bytes:
    """A whole picture, all black."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(height * (1 + width)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


BOARD = Picture("board.png", "The board, with nothing on it", png(40, 30))
HAND = Picture("hand.png", "Your hand: 3 red", png(20, 10))


class QuickClock(Clock):
    """A clock that only moves when somebody sleeps."""

    def __init__(self) -> None:
        self.waited: list[float] = []
        self._now = datetime(2026, 5, 9, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self._now

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        self._now += timedelta(seconds=seconds)


@dataclass
class EchoPictures:
    """Draws again what was posted."""

    posted: dict[PictureSource, bytes] = field(default_factory=dict)

    async def png(self, source: PictureSource, wanted: Callable[[], bool]) -> bytes | None:
        return self.posted.get(source)


@dataclass
class EchoDispatcher:
    """A dispatcher that echoes, and has a hand for everybody."""

    archive: EchoPictures = field(default_factory=EchoPictures)
    panels: dict[tuple[Person, str], Message] = field(default_factory=dict)
    tables: dict[str, dict[str, object]] = field(default_factory=dict)
    heard: list[tuple[str, str, str]] = field(default_factory=list)
    request_ids: list[str] = field(default_factory=list)

    @property
    def directory(self) -> "EchoDispatcher":
        return self

    async def guess_zone(self, person: Person, zone: str) -> None:
        """Nobody sleeps here."""

    async def introduce(self, person: Person, name: str, language: str) -> None:
        """Everybody is answered in English."""

    async def guess_language(self, chat: Chat, person: Person) -> None:
        """Every channel speaks English."""

    def news(self) -> asyncio.Queue[str]:
        """No game goes on here."""
        return asyncio.Queue()

    def ignores(self, asker: Asker) -> bool:
        return False

    async def refusal(self, asker: Asker) -> Message | None:
        return None

    async def table(self, asker: Asker, game: str = NO_GAME) -> dict[str, object] | None:
        """The table that a test has laid; without one the page shows the chat alone."""
        return self.tables.get(asker.chat.id)

    async def answer(self, asker: Asker, call: Call, *, pictures: bool = True) -> Message:
        """Say what was typed or pressed."""
        self.request_ids.append(asker.id)
        if call.revision is None:
            text = f"/{call.line}"
            self.heard.append(("say", asker.chat.id, text))
            if call.word == "fail":
                raise RuntimeError("the dispatcher failed")
            return Message(f"You said {text}", buttons=((Button("Again", f"g.1.{call.line}", "main"),),))
        code = CallbackData(call.game, call.revision, call.line).code
        self.heard.append(("press", asker.chat.id, code))
        match call.word:
            case "hang":
                await asyncio.Event().wait()
            case "big":
                return Message("Here.", (Picture("big.png", "big", BOARD.png + bytes(2_000_000)),))
            case "hand":
                return await self.panel(asker)
            case "tickets":
                return Message("Your tickets", (HAND,))
            case "mark":
                return Message(
                    "Here.\n\nYour hand", (HAND,), ((Button("☑ Paris", "g.1.keep"),),), panel_of="g"
                )
        return Message(f"You pressed {code}")

    async def complete(self, asker: Asker, text: str) -> tuple[str, ...]:
        lines = ("/board", "/claim ", "/claim paris dieppe", "/claim paris brest", "/hand")
        return tuple(line for line in lines if line.startswith(text))

    async def panel(self, asker: Asker, game: str = NO_GAME, *, pictures: bool = True) -> Message:
        usual = Message("Your hand", (HAND,), ((Button("☐ Paris", "g.1.mark"),),), panel_of="g")
        return self.panels.get((asker.person, asker.chat.id), usual)


class Tab:
    """A tab as the page opens one."""

    def __init__(self, socket: ClientWebSocketResponse, token: str) -> None:
        self.socket = socket
        self.token = token
        self.me: dict[str, str] = {}

    @property
    def person(self) -> Person:
        return Person.parse(self.me["id"])

    async def ask(self, do: str, **content: Any) -> None:
        await self.socket.send_str(json.dumps({"do": do, **content}))

    async def receive(self, kind: str) -> dict[str, Any]:
        """The next frame of a kind."""
        return (await self.receive_until(kind))[-1]

    async def receive_until(self, *kinds: str) -> list[dict[str, Any]]:
        """All frames up to the next one of these kinds."""
        told = []
        async with asyncio.timeout(PATIENCE):
            while not told or told[-1]["kind"] not in kinds:
                told.append(json.loads(await self.socket.receive_str()))
        return told

    async def received_so_far(self) -> list[dict[str, Any]]:
        """All frames until now."""
        await self.ask("press", code="g.0.now")
        return (await self.receive_until("answer"))[:-1]

    async def posts(self) -> list[dict[str, Any]]:
        """The posts of the next push."""
        return list((await self.receive("posts"))["posts"])

    async def say(self, text: str) -> None:
        await self.ask("say", text=text)

    async def answer(self, text: str) -> str:
        """What a command is answered with."""
        await self.say(text)
        return str((await self.receive("answer"))["text"])

    async def take_name(self, name: str) -> Self:
        await self.ask("name", name=name)
        return await self.wait_for_welcome()

    async def wait_for_welcome(self) -> Self:
        self.me = (await self.receive("welcome"))["me"]
        return self

    async def enter(
        self, channel: str = "table", after: int = 0, *, table: bool = False
    ) -> list[dict[str, Any]]:
        """Enter a channel; with `table` as a page that draws the table by itself."""
        await self.ask("enter", channel=channel, after=after, table=table)
        return await self.posts()


class LocalSession:
    """The local chat on its own store, and its visitors."""

    def __init__(
        self, store: Store, dispatcher: EchoDispatcher, chat: LocalPlatform, url: str, session: ClientSession
    ) -> None:
        self.store = store
        self.dispatcher = dispatcher
        self.chat = chat
        self.clock = chat._clock
        self.url = url
        self.session = session

    async def connect(self, token: str | None = None, headers: Mapping[str, str] | None = None) -> Tab:
        """A tab that has said hello."""
        token = token or secrets.token_urlsafe(32)
        socket = await self.session.ws_connect(f"{self.url}/chat", origin=self.url, headers=headers)
        tab = Tab(socket, token)
        await tab.ask("hello", token=token)
        return tab

    async def join(self, name: str, channel: str = "table") -> Tab:
        """A tab of a new person, who looks at a channel and has been shown the private column."""
        tab = await self.connect()
        await tab.take_name(name)
        await tab.enter(channel)
        await tab.receive("panel")
        return tab

    async def reconnect(self, before: Tab, after: int = 0) -> Tab:
        tab = await (await self.connect(before.token)).wait_for_welcome()
        await tab.ask("enter", channel="table", after=after)
        return tab

    async def post(
        self, text: str, key: str, chat: Chat = TABLE, pictures: Sequence[Picture] = (), **content: Any
    ) -> None:
        post, sourced = Key(key, Topic.TURN, "0"), []
        for place, picture in enumerate(pictures):
            source = PictureSource("closeup" if picture.whole else "board", key, place)
            self.dispatcher.archive.posted[source] = picture.png
            sourced.append(replace(picture, source=source))
        await self.chat.send(chat, Message(text, tuple(sourced), **content), post, silent=True)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def open_connections(self) -> int:
        """How many connections the page has open."""
        runner = self.chat._server._runner
        assert runner is not None
        assert runner.server is not None
        return len(runner.server.connections)

    @property
    def unsent(self) -> int:
        """Bytes that wait in the program for tabs to read."""
        return sum(tab._transport.get_write_buffer_size() for tab in self.chat._channels.tabs)

    async def until(self, come: Callable[[], bool]) -> None:
        """Wait for a condition that no frame announces."""
        await until(come)

    async def refresh(self, tab: Tab) -> None:
        """Let the announcer send a new panel to the person of a tab."""
        key = Key("g", Topic.PANEL, "9")
        await self.chat.edit(tab.person, "panel", Message("not what the tab shows"), key)


@asynccontextmanager
async def local_session(
    folder: Path,
    dispatcher: EchoDispatcher | None = None,
    clock: Clock | None = None,
    port: int = 0,
    web_limits: WebLimits = DEFAULT_LIMITS,
) -> AsyncIterator[LocalSession]:
    """Open the local chat on the database in a folder, as a program that has just been started does."""
    async with await Store.open(f"sqlite:///{folder / 'house.db'}") as store, anyone() as session:
        dispatcher = dispatcher or EchoDispatcher()
        chat = LocalPlatform(store, clock or QuickClock(), port=port, web_limits=web_limits)
        url = await chat.start(cast(Dispatcher, dispatcher))
        try:
            yield LocalSession(store, dispatcher, chat, url, session)
        finally:
            await chat.stop()


class DeafTab:
    """A tab that sends and never reads: its side of the connection fills up."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection

    async def ask(self, do: str, **content: Any) -> None:
        await self.send(0x81, json.dumps({"do": do, **content}).encode())

    async def send(self, first: int, payload: bytes) -> None:
        """Send a frame that begins with this byte."""
        length = [len(payload) | 0x80] if len(payload) < 126 else [126 | 0x80, *divmod(len(payload), 256)]
        frame = bytes([first, *length, 0, 0, 0, 0]) + payload
        await asyncio.get_running_loop().sock_sendall(self.connection, frame)


@asynccontextmanager
async def deaf_tab(home: "LocalSession", name: str = "") -> AsyncIterator[DeafTab]:
    """A tab that reads nothing after its handshake; with a name, it enters the table."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(connection, ("127.0.0.1", home.port))
        await loop.sock_sendall(connection, handshake(home.port))
        assert (await loop.sock_recv(connection, 12)) == b"HTTP/1.1 101"
        tab = DeafTab(connection)
        if name:
            await tab.ask("hello", token=secrets.token_urlsafe(32))
            await tab.ask("name", name=name)
            await tab.ask("enter", channel="table", after=0)
        yield tab


def handshake(port: int) -> bytes:
    """How a tab asks for its socket."""
    lines = (
        "GET /chat HTTP/1.1",
        f"Host: localhost:{port}",
        f"Origin: http://localhost:{port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
        "\r\n",
    )
    return "\r\n".join(lines).encode()


async def closed(of_tab: ClientWebSocketResponse) -> bool:
    """Whether a socket was closed by the other side."""
    return (await of_tab.receive(timeout=PATIENCE)).type in (
        WSMsgType.CLOSE,
        WSMsgType.CLOSED,
        WSMsgType.CLOSING,
    )


class TabSocket(ClientWebSocketResponse):
    """A socket that the browser can close without a word."""

    def hang_up(self) -> None:
        self._conn.close()


@asynccontextmanager
async def anyone() -> AsyncIterator[ClientSession]:
    """A browser without a limit of its own to how many tabs it has. It closes them at the end."""
    opened: list[TabSocket] = []

    def open_tab(*args: Any, **named: Any) -> TabSocket:
        opened.append(TabSocket(*args, **named))
        return opened[-1]

    wire = TCPConnector(limit=0)
    async with ClientSession(connector=wire, ws_response_class=open_tab) as session:  # type: ignore[arg-type]
        try:
            yield session
        finally:
            for tab in opened:
                tab.hang_up()


def patched(state: Any, patch: Any) -> Any:
    """A state with a merge patch, as RFC 7396 writes it."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(state) if isinstance(state, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = patched(merged.get(key), value)
    return merged


def state_after(frames: Sequence[Mapping[str, Any]], state: Any = None) -> Any:
    for frame in frames:
        match frame["kind"]:
            case "table":
                state = frame["state"]
            case "change":
                state = patched(state, frame["patch"])
    return state
