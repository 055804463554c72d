"""The gateway: sessions that receive events, can be cut, and resume or start again."""

import asyncio
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

import discord
from tests.fakes.discord import payloads
from tests.fakes.discord.world import Guild, Json, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
WRONG_TOKEN, FORBIDDEN_INTENTS = 4004, 4014
PRIVILEGED = discord.Intents(members=True, presences=True, message_content=True).value
HEARTBEAT_EVERY = 41_250


@dataclass(eq=False)
class Wire:
    """One connection, compressed as the library asked for it."""

    socket: web.WebSocketResponse
    packed: "zlib._Compress | None"

    async def send(
        self, op: int, data: Any = None, name: str | None = None, number: int | None = None
    ) -> None:
        text = json.dumps({"op": op, "d": data, "t": name, "s": number})
        if self.packed is None:
            await self.socket.send_str(text)
        else:
            await self.socket.send_bytes(
                self.packed.compress(text.encode()) + self.packed.flush(zlib.Z_SYNC_FLUSH)
            )


@dataclass(eq=False)
class Session:
    """The events of one shard. While it is disconnected, they are kept for a RESUME."""

    id: str
    shard: int
    shards: int
    intents: discord.Intents
    wire: Wire | None
    told: list[tuple[str, Json]] = field(default_factory=list)
    resumable: bool = True

    async def tell(self, name: str, data: Json) -> None:
        self.told.append((name, data))
        if self.wire is not None and not self.wire.socket.closed:
            await self.wire.send(DISPATCH, data, name, len(self.told))


class Gateway:
    """Where the library connects to."""

    def __init__(self, world: World, token: str, address: Callable[[], str]) -> None:
        self.sessions: list[Session] = []
        self.identified: list[Json] = []
        self.resumed = 0
        self.shards = 1
        self.refuses = 0
        """How many of the next connections fail."""
        self.is_open = asyncio.Event()
        """While it is not set, connections get no answer."""
        self.is_open.set()
        self.waiting = 0
        """How many connections have come while it was not set."""
        self._world = world
        self._token = token
        self._address = address

    async def serve(self, http: web.Request) -> web.StreamResponse:
        """One connection, from HELLO to its end."""
        self.waiting += not self.is_open.is_set()
        await self.is_open.wait()
        if self.refuses:
            self.refuses -= 1
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(http)
        packed = zlib.compressobj() if http.query.get("compress") == "zlib-stream" else None
        wire = Wire(socket, packed)
        await wire.send(HELLO, {"heartbeat_interval": HEARTBEAT_EVERY})
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                await self._heard(wire, json.loads(message.data))
        for session in self.sessions:
            if session.wire is wire:
                session.wire = None
                session.resumable = socket.close_code not in (1000, 1001)
        return socket

    async def _heard(self, wire: Wire, said: Json) -> None:
        match said["op"]:
            case 1:
                await wire.send(ACK)
            case 2:
                await self._identify(wire, said["d"])
            case 6:
                await self._resume(wire, said["d"])
            case other:
                raise AssertionError(f"nobody sends {other} here")

    async def _identify(self, wire: Wire, said: Json) -> None:
        self.identified.append(said)
        if said["token"] != self._token:
            await wire.socket.close(code=WRONG_TOKEN)
            return
        if said["intents"] & PRIVILEGED:
            await wire.socket.close(code=FORBIDDEN_INTENTS)
            return
        shard, shards = said.get("shard") or (0, 1)
        intents = discord.Intents._from_value(said["intents"])
        session = Session(f"session{len(self.identified)}", shard, shards, intents, wire)
        self.sessions.append(session)
        await self._welcome(session)

    async def _welcome(self, session: Session) -> None:
        bot, guilds = self._world.bot, [one for one in self._guilds() if self._hears(session, one)]
        ready = {
            "v": 10,
            "user": payloads.user(bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._address(),
            "application": {"id": str(bot.id), "flags": 0},
            "shard": [session.shard, session.shards],
        }
        await session.tell("READY", ready)
        for guild in guilds:
            await session.tell("GUILD_CREATE", payloads.guild(guild))

    async def _resume(self, wire: Wire, said: Json) -> None:
        session = next((one for one in self.sessions if one.id == said["session_id"]), None)
        if session is None or not session.resumable:
            await wire.send(INVALID, False)
            return
        self.resumed += 1
        session.wire = wire
        for number, (name, data) in enumerate(session.told[said["seq"] :], said["seq"] + 1):
            await wire.send(DISPATCH, data, name, number)
        await session.tell("RESUMED", {})

    async def dispatch(self, name: str, data: Json, guild: Guild | None = None) -> bool:
        """Send an event to the shard of a guild. Returns whether that shard is connected."""
        there = False
        for session in self.sessions:
            if session.resumable and self._hears(session, guild) and _wanted(session.intents, name, guild):
                there = there or session.wire is not None
                await session.tell(name, data)
        return there

    def _guilds(self) -> list[Guild]:
        return [guild for guild in self._world.guilds.values() if guild.bot_is_in]

    def _hears(self, session: Session, guild: Guild | None) -> bool:
        """Events without a guild go to shard 0."""
        return session.shard == ((guild.id >> 22) % session.shards if guild else 0)

    async def cut(self, *, resumable: bool = True) -> None:
        """Break all connections. A RESUME delivers what was missed, if `resumable`."""
        for session in self.sessions:
            session.resumable = session.resumable and resumable
            if session.wire is not None:
                wire, session.wire = session.wire, None
                await wire.socket.close(code=1001)

    async def ask_to_reconnect(self) -> None:
        """Discord moves its sessions to another machine."""
        for session in self.sessions:
            if session.wire is not None:
                await session.wire.send(RECONNECT)

    async def until_connected(self) -> None:
        """Wait until every shard of the newest login has a wire."""
        async with asyncio.timeout(60):
            while not any(session.wire and session.resumable for session in self.sessions):  # noqa: ASYNC110
                await asyncio.sleep(0.01)


def _wanted(intents: discord.Intents, name: str, guild: Guild | None) -> bool:
    """Whether a session asked for such events; interactions come to everybody."""
    kind = name.partition("_")[0]
    if kind in ("GUILD", "CHANNEL", "THREAD"):
        return intents.guilds
    if kind == "MESSAGE":
        return intents.guild_messages if guild else intents.dm_messages
    return True
