"""Discord on loopback: one place that listens, checks what it is asked, and sends it to the right door."""

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from yarl import URL

import discord
from bot.clock import Clock, WallClock
from tests.fakes.discord import payloads
from tests.fakes.discord.contract import Operation, complaints, contract, slips
from tests.fakes.discord.endpoints import Endpoints
from tests.fakes.discord.faults import Faults, Lost
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.interactions import Interaction, Interactions
from tests.fakes.discord.request import ApiRequest, body_of
from tests.fakes.discord.transcript import told
from tests.fakes.discord.world import ApiError, Channel, Guild, Json, Post, World

TOKEN = "the-token-that-no-log-may-show"
API = "/api/v10"
INVALID = 50035
BIGGEST_REQUEST = 25 << 20

Door = Callable[[ApiRequest], Any]
Check = Callable[[ApiRequest], Iterator[str]]


class FakeDiscord:
    """A whole Discord. `violations` are what it would not take; it fails the test that leaves it there."""

    def __init__(self, clock: Clock | None = None, *, checked: bool = True) -> None:
        self.clock = clock or WallClock()
        self.world = World(self.clock.now)
        self.faults = Faults()
        self.violations: list[str] = []
        self.requests: list[tuple[str, Any]] = []
        """What was asked for, and with which body, in the order of arrival."""
        self.transcript: list[str] = []
        """What members did and saw, line by line."""
        self.answers_checked = False
        """Whether its own answers are held against Discord's description too."""
        self._checked = checked
        self._runner: web.AppRunner | None = None

    async def open(self) -> None:
        """Listen on a free port of this machine."""
        app = web.Application(client_max_size=BIGGEST_REQUEST)
        app.router.add_get("/gateway/", self._gate)
        app.router.add_get("/attachments/{id}/{name}", self._attachment)
        app.router.add_route("*", API + "/{tail:.*}", self._asked)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{port}"
        self.gateway = Gateway(self.world, TOKEN, lambda: f"ws://{host}:{port}/gateway/")
        self.interactions = Interactions(self.world, self.url)
        self.endpoints = Endpoints(self.world, self.url)
        self.endpoints.on_post = self.log_post
        self._rooms = dict(self._all_doors())
        self._checks = dict(self._all_checks())

    async def close(self) -> None:
        """Stop listening."""
        assert self._runner is not None
        await self._runner.cleanup()

    def log(self, line: str) -> None:
        """Add to the story."""
        self.transcript.append(line)

    def log_post(self, post: Post) -> None:
        """Add what a message says to the story."""
        self.transcript.append(told(post))

    # ---- what happens in it

    async def happen(self, interaction: Interaction) -> bool:
        """Tell the bot of an interaction. Whether it was there."""
        told = interaction.payload(self.world.bot, self.url)
        return await self.gateway.dispatch("INTERACTION_CREATE", told, interaction.channel.guild)

    async def invite(self, guild: Guild) -> None:
        """The bot comes into a server, or back."""
        guild.bot_is_in = True
        await self.gateway.dispatch("GUILD_CREATE", payloads.guild(guild), guild)

    async def remove_bot(self, guild: Guild) -> None:
        """The bot is sent out of a server."""
        guild.bot_is_in = False
        await self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild)

    async def delete(self, channel: Channel) -> None:
        """A channel or a thread is deleted."""
        channel.gone = True
        name = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        await self.gateway.dispatch(name, payloads.channel(channel), channel.guild)

    async def tell_of(self, channel: Channel, *, new: bool = False) -> None:
        """A channel or thread is new, or has changed: its name, its rights, whether it is archived."""
        kind = "THREAD" if channel.is_thread else "CHANNEL"
        name = f"{kind}_{'CREATE' if new else 'UPDATE'}"
        await self.gateway.dispatch(name, payloads.channel(channel), channel.guild)

    # ---- what it is asked

    async def _gate(self, http: web.Request) -> web.WebSocketResponse:
        return await self.gateway.serve(http)

    async def _attachment(self, http: web.Request) -> web.Response:
        for channel in self.world.channels.values():
            for post in channel.messages:
                for one in post.attachments:
                    if str(one.id) == http.match_info["id"]:
                        return web.Response(body=one.data)
        raise web.HTTPNotFound

    async def _asked(self, http: web.Request) -> web.StreamResponse:
        found = contract().operation(http.method, http.path.removeprefix(API))
        if found is None or found[0].name not in self._rooms:
            self.violations.append(f"{http.method} {http.path}: the guildhall has no such door")
            return answer({"message": "404: Not Found", "code": 0}, status=404)
        operation, ids = found
        body, files = await body_of(http)
        request = ApiRequest(operation.name, ids, dict(http.query), body, files)
        self.requests.append((operation.name, body))
        wrong = list(complaints(operation, request.query, body)) if self._checked else []
        if not wrong and self._checked:
            check = self._checks.get(operation.name)
            wrong = list(check(request)) if check else []
        if wrong:
            self.violations += [f"{operation.name}: {complaint}" for complaint in wrong]
            return answer({"message": "Invalid Form Body", "code": INVALID}, status=400)
        return self._done(http, operation, request)

    def _done(self, http: web.Request, operation: Operation, request: ApiRequest) -> web.StreamResponse:
        fault = self.faults.strike(request.operation)
        if fault is None:
            return self._answered(http, operation, request)
        if fault.lost is None:
            status, trouble, headers = fault.answer
            return answer(trouble, status=status, headers=headers)
        if fault.lost is Lost.RESPONSE:
            self._answered(http, operation, request)
        assert http.transport is not None
        http.transport.abort()
        return web.Response(status=500)

    def _answered(self, http: web.Request, operation: Operation, request: ApiRequest) -> web.Response:
        open_to_all = ("callback", "webhook", "interaction")
        known = http.headers.get("Authorization") == f"Bot {TOKEN}"
        try:
            if not known and not any(word in request.operation for word in open_to_all):
                raise ApiError(401, 0, "401: Unauthorized")
            found = self._rooms[request.operation](request)
        except ApiError as declined:
            if declined.body["code"] == INVALID:
                self.violations.append(f"{request.operation}: {declined}")
            return answer(declined.body, status=declined.status)
        if self.answers_checked:
            self.violations += [f"{request.operation}: {slip}" for slip in slips(operation, found)]
        return web.Response(status=204) if found is None else answer(found)

    def _all_doors(self) -> Iterator[tuple[str, Door]]:
        doors, interactions = self.endpoints, self.interactions
        yield from {
            "get_my_user": doors.me,
            "get_my_oauth2_application": doors.application,
            "get_my_application": doors.application,
            "get_gateway": lambda _: {"url": self._gateway_url},
            "get_bot_gateway": lambda _: self._bot_gateway(),
            "get_user": doors.account,
            "get_guild_member": doors.member,
            "list_application_commands": doors.list_commands,
            "bulk_set_application_commands": doors.set_commands,
            "create_interaction_response": interactions.callback,
            "execute_webhook": interactions.follow_up,
            "get_channel": doors.channel,
            "update_channel": doors.change_channel,
            "list_messages": doors.history,
            "create_message": doors.post,
            "get_message": doors.show,
            "update_message": doors.edit,
            "delete_message": doors.delete,
            "create_thread": doors.thread,
            "create_thread_from_message": doors.thread,
            "join_thread": doors.nothing,
            "trigger_typing_indicator": doors.nothing,
            "create_pin": doors.pin,
            "deprecated_create_pin": doors.pin,
            "create_dm": doors.conversation,
        }.items()
        for name, door in (
            ("get", interactions.show),
            ("update", interactions.edit),
            ("delete", interactions.delete),
        ):
            yield f"{name}_original_webhook_message", door
            yield f"{name}_webhook_message", door

    def _all_checks(self) -> Iterator[tuple[str, Check]]:
        yield "create_interaction_response", self.interactions.complaints
        yield "bulk_set_application_commands", self.endpoints.command_complaints
        for name in ("create_message", "update_message", "execute_webhook"):
            yield name, self.endpoints.message_complaints
        for name in ("update_original_webhook_message", "update_webhook_message"):
            yield name, self.endpoints.message_complaints

    @property
    def _gateway_url(self) -> str:
        return f"{self.url.replace('http', 'ws')}/gateway/"

    def _bot_gateway(self) -> Json:
        start = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
        return {"url": self._gateway_url, "shards": self.gateway.shards, "session_start_limit": start}


@asynccontextmanager
async def fake_discord(clock: Clock | None = None, *, checked: bool = True) -> AsyncIterator[FakeDiscord]:
    """A Discord that the library finds instead of the real one, until the test is over."""
    server = FakeDiscord(clock, checked=checked)
    await server.open()
    base, gate = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = server.url + API
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(server._gateway_url)
    try:
        yield server
    finally:
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = base, gate
        await server.close()
    assert server.violations == [], "Discord would not have taken this"


def answer(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """JSON, under the very name that the library looks for: without the name of its letters."""
    named = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(body).encode(), status=status, headers=named)


def of_kind(server: FakeDiscord, operation: str) -> list[Any]:
    """The bodies of all requests of a kind."""
    return [body for name, body in server.requests if name == operation]
